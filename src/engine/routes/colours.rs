//! Colours: where every link joins a black vertex to a white one, a route visits both colours in turn.

use super::net::OFF;
use super::state::{Consistent, Contradiction, LinkState, State};

/// Draws the consequences of the colours of each route's vertices, if its links change the colour.
///
/// Lemma: on a closed route whose links change the colour, both colours are visited equally often; on an open one, the
/// numbers differ by at most 1, and if they differ, both ends have the colour that is visited more often. Proof: the colours
/// alternate along the route. A closed one of `n` vertices returns to its first colour after `n` changes, so `n` is even and
/// half of the vertices have each colour. An open one alternates from its first vertex on: with an even number of vertices,
/// half have each colour; with an odd number, its first and last vertices have the same colour, which occurs once more.
pub(super) fn prune(state: &mut State<'_>) -> Consistent {
    (0..state.net.spans.len()).try_for_each(|span| prune_route(state, span))
}

fn prune_route(state: &mut State<'_>, span: usize) -> Consistent {
    let Some(Colouring { black, must, may }) = colouring(state, span) else { return Ok(()) };
    let route = &state.net.spans[span];
    let slack = u32::from(!route.closed);
    for colour in [0, 1] {
        let (least, most_others) = (must[colour], may[1 - colour]);
        if least > most_others + slack {
            return Err(Contradiction);
        }
        if !route.closed && least == most_others + 1 {
            for (v, of) in (route.first..route.end).zip(&black) {
                if of.is_some_and(|c| c != colour) {
                    state.restrict(v, !state.net.ends[v as usize])?;
                }
            }
        }
    }
    Ok(())
}

struct Colouring {
    /// Colour of each vertex of the route that can be visited.
    black: Vec<Option<usize>>,
    /// Number of vertices of each colour that must be visited, and that may be.
    must: [u32; 2],
    may: [u32; 2],
}

/// Colours the part of the graph that holds the route. `None` if it is unknown, or some link joins vertices of one colour.
fn colouring(state: &State<'_>, span: usize) -> Option<Colouring> {
    let route = &state.net.spans[span];
    let start = (route.first..route.end).find(|&v| state.is_on(v))?;
    let at = |v: u32| (v - route.first) as usize;
    let mut found =
        Colouring { black: vec![None; (route.end - route.first) as usize], must: [0; 2], may: [0; 2] };
    let mut stack = vec![start];
    found.black[at(start)] = Some(0);
    while let Some(v) = stack.pop() {
        let colour = found.black[at(v)]?;
        found.may[colour] += 1;
        found.must[colour] += u32::from(state.is_on(v));
        for i in state.net.incidences(v) {
            if state.links[i.link as usize] == LinkState::Out || state.alive[i.other as usize] == OFF {
                continue;
            }
            match found.black[at(i.other)] {
                None => {
                    found.black[at(i.other)] = Some(1 - colour);
                    stack.push(i.other);
                }
                Some(other) if other == colour => return None,
                Some(_) => {}
            }
        }
    }
    Some(found)
}
