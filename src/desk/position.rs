//! Positions: what is known about the choices.

use super::demands::DemandTable;
use super::step::Conclusion;
use crate::engine::PlacedOrNot;
use crate::model::{Diagram, Fact, Model, Shapes};
use crate::problem::ChoiceId;

/// For each choice, true if it holds and false if it does not, as far as that is known. All that the board itself says is
/// included: a piece excludes all others from its cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    known: Vec<Option<bool>>,
}

impl Position {
    /// Creates the position of the givens on single cells and of further pieces; `None` if two of them exclude each other.
    pub(super) fn new(model: &Model, table: &DemandTable, pieces: &[ChoiceId]) -> Option<Self> {
        let mut position = Self { known: vec![None; table.width()] };
        let mut conclusions: Vec<Conclusion> =
            pieces.iter().map(|&choice| Conclusion { choice, must: true }).collect();
        let problem = &table.choices.problem;
        for (choice, placed) in problem.choice_ids().zip(problem.choices.iter()) {
            for fact in &model.facts {
                match *fact {
                    Fact::Empty(cell, _) if placed.cells.contains(&cell) => {
                        conclusions.push(Conclusion { choice, must: false });
                    }
                    Fact::Holds(cell, kind, _)
                        if placed.cells == [cell]
                            && kind.0 == placed.kind
                            && model.kind(kind).shapes == Shapes::Point =>
                    {
                        conclusions.push(Conclusion { choice, must: true });
                    }
                    _ => {}
                }
            }
        }
        conclusions.into_iter().all(|found| position.note(found, table).is_some()).then_some(position)
    }

    /// Adds a conclusion, and returns all choices that are decided by it; `None` if it contradicts what is known.
    pub(super) fn note(&mut self, found: Conclusion, table: &DemandTable) -> Option<Vec<ChoiceId>> {
        let Conclusion { choice, must } = found;
        match self.known[choice.index()] {
            Some(known) => return (known == must).then(Vec::new),
            None => self.known[choice.index()] = Some(must),
        }
        let mut decided = vec![choice];
        for other in table.overlapping(choice).filter(|_| must) {
            match self.known[other.index()] {
                Some(true) => return None,
                Some(false) => {}
                None => {
                    self.known[other.index()] = Some(false);
                    decided.push(other);
                }
            }
        }
        Some(decided)
    }

    /// Returns what is known about a choice.
    pub fn get(&self, choice: ChoiceId) -> Option<bool> {
        self.known[choice.index()]
    }

    /// Returns what is known about these choices.
    pub(super) fn among(&self, choices: &[ChoiceId]) -> Vec<PlacedOrNot> {
        choices.iter().filter_map(|&c| Some((c, self.get(c)?))).collect()
    }

    /// Returns the pieces on the board, ascending.
    pub fn pieces(&self) -> Vec<ChoiceId> {
        let ids = (0..).map(ChoiceId).zip(&self.known);
        ids.filter(|(_, known)| **known == Some(true)).map(|(choice, _)| choice).collect()
    }

    /// Returns the pieces on the board as a diagram.
    pub fn diagram(&self, table: &DemandTable) -> Diagram {
        table.choices.diagram(&self.pieces())
    }
}
