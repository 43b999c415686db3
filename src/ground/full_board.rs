//! Boards on which every cell is filled: a ride ends at the adjacent cell.

use crate::geometry::{Mode, Movement, Ray};
use crate::model::{Model, Shapes};
use crate::problem::{ChoiceId, ProblemParts};

/// **Lemma E (full boards).** Let every cell that is not a wall be filled in every solution. Then a straight plain ride
/// attacks the cell of its first step if it attacks from there on, and otherwise nothing. So the model in which these
/// rides are leaps has the same solutions among the filled boards.
///
/// *Proof.* The first cell is a wall, the piece's own cell (on a board that wraps, and then so are all others), or
/// filled. A wall and a piece stop the ride there, and only a piece on a cell from which the ride attacks is attacked.
/// ∎
///
/// Returns that model, if the constraints of one round of grounding fill every cell and some ride becomes shorter. Its
/// grounding must fill all cells, since the shorter rides may be what allows an empty one.
pub(super) fn stepped(model: &Model, parts: &ProblemParts) -> Option<Model> {
    let rides = |r: &Ray| r.mode == Mode::Plain && r.lead.is_none() && r.to != Some(1);
    let points = model.kinds.iter().all(|k| k.shapes == Shapes::Point);
    if !points || !model.kinds.iter().any(|k| k.movement.rays().iter().any(rides)) || !is_full(model, parts) {
        return None;
    }
    let mut stepped = model.clone();
    for kind in &mut stepped.kinds {
        let first = |r: &Ray| match *r {
            ray if !rides(&ray) => Some(ray),
            ray if ray.from == 1 => Some(Ray { to: Some(1), ..ray }),
            _ => None,
        };
        kind.movement = Movement::new(kind.movement.rays().iter().filter_map(first), kind.movement.stays());
    }
    Some(stepped)
}

/// Returns true if the constraints of the problem say of every cell that is not a wall that a piece stands there.
fn is_full(model: &Model, parts: &ProblemParts) -> bool {
    let mut filled = vec![false; model.board.len()];
    let mut fill = |choices: &mut dyn Iterator<Item = ChoiceId>| {
        let mut cells = choices.map(|c| parts.choices.cells(c)[0]);
        if let Some(first) = cells.next()
            && cells.all(|c| c == first)
        {
            filled[first.index()] = true;
        }
    };
    parts.cliques.iter().filter(|l| l.exactly).for_each(|l| fill(&mut l.choices.iter().copied()));
    for (lits, _) in &parts.clauses {
        if lits.iter().all(|l| l.is_positive() && l.var().index() < parts.choices.len()) {
            fill(&mut lits.iter().map(|l| ChoiceId(l.var().0)));
        }
    }
    model.board.open_cells().all(|c| filled[c.index()])
}
