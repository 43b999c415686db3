//! The sets of choices that put an occupant on a cell.

use super::forced::{ForcedCells, ForcedEntry};
use super::occupant::Occupant;
use super::outcome::Outcome;
use crate::engine::Occurrence;
use crate::geometry::CellId;
use crate::ground::GroundedProblem;
use crate::model::{Diagram, KindId, Model, Placement};
use crate::problem::ChoiceId;
use num_bigint::BigUint;
use std::collections::BTreeMap;

/// Places of a model, each a cell with an occupant, and the choices for each. At most one choice of a place is in a
/// solution, since pieces do not overlap.
pub(super) struct Occupancy<'a> {
    model: &'a Model,
    places: Vec<(CellId, Occupant)>,
    /// By place, the choices that put the occupant on the cell; then each choice of a tile.
    sets: Vec<Vec<ChoiceId>>,
}

impl<'a> Occupancy<'a> {
    /// Lists the places of `model`; `grounded` has its choices, none if it was not grounded.
    pub fn new(model: &'a Model, grounded: Option<&GroundedProblem>) -> Self {
        let mut covering: BTreeMap<(CellId, Occupant), Vec<ChoiceId>> = BTreeMap::new();
        let mut tiles = Vec::new();
        if let Some(problem) = grounded.map(|g| &g.problem) {
            for (id, choice) in problem.choice_ids().zip(problem.choices.iter()) {
                let kind = KindId(choice.kind);
                let route = model.kind(kind).line.as_ref().map(|line| Occupant::Route(line.route));
                for &cell in choice.cells {
                    for occupant in [Occupant::Kind(kind)].into_iter().chain(route) {
                        covering.entry((cell, occupant)).or_default().push(id);
                    }
                }
                if choice.cells.len() != 1 {
                    tiles.push(vec![id]);
                }
            }
        }
        let occupants = occupants(model);
        let places: Vec<(CellId, Occupant)> = model
            .board
            .open_cells()
            .flat_map(|cell| occupants.iter().map(move |&occupant| (cell, occupant)))
            .filter(|place| !is_line_piece(model, place.1) || covering.contains_key(place))
            .collect();
        let mut sets: Vec<Vec<ChoiceId>> =
            places.iter().map(|place| covering.remove(place).unwrap_or_default()).collect();
        sets.extend(tiles);
        Self { model, places, sets }
    }

    /// The sets: one for each place, then those of single choices of tiles. Every choice is in a set of its own.
    pub fn sets(&self) -> &[Vec<ChoiceId>] {
        &self.sets
    }

    /// Returns the answer in which every place has this occurrence.
    pub fn all(&self, occurrence: Occurrence, is_counted: bool, outcome: Outcome) -> ForcedCells {
        let count = (is_counted && occurrence == Occurrence::None).then_some(BigUint::ZERO);
        let entry = |&(cell, occupant): &(CellId, Occupant)| ForcedEntry {
            cell,
            occupant,
            occurrence,
            count: count.clone(),
        };
        let entries = self.places.iter().map(entry).collect();
        let (forced, witnesses) = (Diagram::default(), Vec::new());
        ForcedCells { entries, forced, witnesses, outcome, is_counted }
    }

    /// Returns the answer with these occurrences and numbers, by set.
    pub fn answer(
        &self,
        grounded: &GroundedProblem,
        occurrences: &[Occurrence],
        counts: Option<Vec<Option<BigUint>>>,
        witnesses: Vec<Diagram>,
        outcome: Outcome,
    ) -> ForcedCells {
        let is_counted = counts.is_some();
        let mut counts = counts.unwrap_or_else(|| vec![None; self.sets.len()]).into_iter();
        let mut entries = Vec::with_capacity(self.places.len());
        for (&(cell, occupant), &occurrence) in self.places.iter().zip(occurrences) {
            let count = counts.next().flatten();
            // A line piece that stands in no solution is left out like those that do not fit on the board.
            if occurrence != Occurrence::None || !is_line_piece(self.model, occupant) {
                entries.push(ForcedEntry { cell, occupant, occurrence, count });
            }
        }
        let in_all =
            self.sets.iter().zip(occurrences).enumerate().filter(|(_, (_, o))| **o == Occurrence::All);
        let forced = in_all.filter_map(|(i, (set, _))| {
            let is_route = self.places.get(i).is_some_and(|p| matches!(p.1, Occupant::Route(_)));
            let &[choice] = set.as_slice() else { return None };
            let choice = grounded.problem.choices.get(choice);
            // A place of a tile may have a single choice, which is listed once more by itself.
            let is_repeated = i < self.places.len() && choice.cells.len() != 1;
            let placement = Placement { kind: KindId(choice.kind), cells: choice.cells.into() };
            (!is_route && !is_repeated).then_some(placement)
        });
        ForcedCells { forced: Diagram::new(forced), entries, witnesses, outcome, is_counted }
    }
}

/// The occupants of a model: its kinds, then each route and its line pieces.
fn occupants(model: &Model) -> Vec<Occupant> {
    let kinds = (0..model.kinds.len()).map(|k| KindId(k as u16));
    let mut occupants: Vec<Occupant> =
        kinds.filter(|&k| model.kind(k).line.is_none()).map(Occupant::Kind).collect();
    for (i, route) in model.routes.iter().enumerate() {
        occupants.push(Occupant::Route(crate::model::RouteId(i as u16)));
        occupants.extend(route.pieces.iter().map(Occupant::Kind));
    }
    occupants
}

fn is_line_piece(model: &Model, occupant: Occupant) -> bool {
    matches!(occupant, Occupant::Kind(kind) if model.kind(kind).line.is_some())
}
