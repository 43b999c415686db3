//! Layered automata: deterministic automata that read one letter at each level, with the fewest states at every level.
//!
//! States with the same future have the same code, so the packed state of the frontier holds no more than matters. The
//! automaton is built forward from its start and then merged backward, level by level (as for acyclic automata: D. Revuz,
//! "Minimisation of acyclic deterministic automata in linear time", 1992).

use rustc_hash::FxHashMap;
use std::hash::Hash;

/// Stands for "no completion".
pub(super) const DEAD: u16 = u16::MAX;

/// Maximum number of states of a level before states are merged.
const MOST_STATES: usize = 1 << 13;

/// An automaton whose states are coded by small numbers. The start has code 0.
#[derive(Debug)]
pub(super) struct LayeredAutomaton<S, F> {
    /// By level, by letter, by code before: the code after, or [`DEAD`].
    pub rows: Vec<Vec<Vec<u16>>>,
    /// By number of letters read, by code: one of the merged states; `None` for a code that is not used.
    pub states: Vec<Vec<Option<S>>>,
    /// By final code: what it yields.
    pub results: Vec<F>,
}

/// Builds an automaton.
pub(super) struct LayeredBuilder<'a, S, F> {
    /// By level: the number of letters.
    pub letters: &'a [usize],
    /// Returns the state after a letter at a level, if it may have a completion.
    pub next: &'a dyn Fn(usize, &S, usize) -> Option<S>,
    /// Returns what a state after the last level yields, if it is accepted.
    pub finish: &'a dyn Fn(&S) -> Option<F>,
}

/// States of a level, and by state, by letter: the state of the next level.
struct Level<S> {
    states: Vec<S>,
    moves: Vec<Vec<Option<usize>>>,
}

impl<S: Clone + Eq + Hash, F: Clone + Eq + Hash> LayeredBuilder<'_, S, F> {
    /// Builds the automaton; `None` if it accepts nothing.
    ///
    /// # Errors
    /// The reason why it has no automaton of a reasonable size.
    pub fn build(&self, start: S) -> Result<Option<LayeredAutomaton<S, F>>, String> {
        let levels = self.levels(start)?;
        let last = &levels[self.letters.len()];
        let mut results = Vec::new();
        let mut known: FxHashMap<F, u16> = FxHashMap::default();
        let mut codes: Vec<u16> = Vec::with_capacity(last.states.len());
        for state in &last.states {
            codes.push((self.finish)(state).map_or(DEAD, |result| {
                *known.entry(result.clone()).or_insert_with(|| {
                    results.push(result);
                    results.len() as u16 - 1
                })
            }));
        }
        let mut rows = Vec::with_capacity(self.letters.len());
        let mut states = vec![representatives(&last.states, &codes)];
        for (level, &letters) in levels[..self.letters.len()].iter().zip(self.letters).rev() {
            let before = merged(level, &codes);
            let count = before.iter().filter(|&&c| c != DEAD).max().map_or(0, |&c| usize::from(c) + 1);
            let mut row = vec![vec![DEAD; count]; letters];
            for (moves, &code) in level.moves.iter().zip(&before).filter(|(_, code)| **code != DEAD) {
                for (row, to) in row.iter_mut().zip(moves) {
                    row[usize::from(code)] = to.map_or(DEAD, |to| codes[to]);
                }
            }
            rows.push(row);
            states.push(representatives(&level.states, &before));
            codes = before;
        }
        rows.reverse();
        states.reverse();
        Ok((codes[0] != DEAD).then_some(LayeredAutomaton { rows, states, results }))
    }

    fn levels(&self, start: S) -> Result<Vec<Level<S>>, String> {
        let mut levels = Vec::with_capacity(self.letters.len() + 1);
        let mut states = vec![start];
        for (number, &letters) in self.letters.iter().enumerate() {
            let mut known: FxHashMap<S, usize> = FxHashMap::default();
            let mut next = Vec::new();
            let mut moves = Vec::with_capacity(states.len());
            for state in &states {
                let to = |letter| {
                    let to = (self.next)(number, state, letter)?;
                    let fresh = next.len();
                    let at = *known.entry(to.clone()).or_insert(fresh);
                    if at == fresh {
                        next.push(to);
                    }
                    Some(at)
                };
                moves.push((0..letters).map(to).collect());
            }
            if next.len() > MOST_STATES {
                return Err("a constraint takes too many different values along the frontier".to_owned());
            }
            levels.push(Level { states: std::mem::replace(&mut states, next), moves });
        }
        levels.push(Level { states, moves: Vec::new() });
        Ok(levels)
    }
}

/// Returns the code of each state of a level. States with the same moves share it; it is that of the state after the first
/// letter where possible, so that many letters change nothing.
fn merged<S>(level: &Level<S>, after: &[u16]) -> Vec<u16> {
    let mut classes: Vec<Vec<u16>> = Vec::new();
    let mut known: FxHashMap<Vec<u16>, usize> = FxHashMap::default();
    let mut class_of = Vec::with_capacity(level.states.len());
    for moves in &level.moves {
        let future: Vec<u16> = moves.iter().map(|to| to.map_or(DEAD, |to| after[to])).collect();
        if future.iter().all(|&code| code == DEAD) {
            class_of.push(usize::MAX);
            continue;
        }
        let fresh = classes.len();
        let class = *known.entry(future.clone()).or_insert(fresh);
        if class == fresh {
            classes.push(future);
        }
        class_of.push(class);
    }
    let codes = numbered(&classes);
    class_of.into_iter().map(|class| codes.get(class).copied().unwrap_or(DEAD)).collect()
}

/// Numbers classes by what the first letter leads to, if no earlier class has this number.
fn numbered(classes: &[Vec<u16>]) -> Vec<u16> {
    let single = classes.len() == 1;
    let mut taken = vec![false; classes.len()];
    let mut codes = vec![DEAD; classes.len()];
    for (code, class) in codes.iter_mut().zip(classes) {
        let wished = if single { 0 } else { class[0] };
        if usize::from(wished) < taken.len() && !taken[usize::from(wished)] {
            taken[usize::from(wished)] = true;
            *code = wished;
        }
    }
    let mut free = (0..taken.len()).filter(|&c| !taken[c]).map(|c| c as u16).collect::<Vec<_>>().into_iter();
    for code in codes.iter_mut().filter(|c| **c == DEAD) {
        *code = free.next().unwrap_or(DEAD);
    }
    codes
}

fn representatives<S: Clone>(states: &[S], codes: &[u16]) -> Vec<Option<S>> {
    let count = codes.iter().filter(|&&c| c != DEAD).max().map_or(0, |&c| usize::from(c) + 1);
    let mut of = vec![None; count];
    for (state, &code) in states.iter().zip(codes).filter(|(_, code)| **code != DEAD) {
        of[usize::from(code)].get_or_insert_with(|| state.clone());
    }
    of
}
