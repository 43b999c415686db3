//! Numbered choices of a problem, packed: a board of a million cells has a million choices or more, nearly all on single
//! cells. Each takes eight bytes; the cells of tiles are stored separately.

use super::ChoiceId;
use crate::geometry::CellId;
use std::cmp::Ordering;

/// A possible placement: a kind on a cell, or a tile in an orientation at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Choice<'a> {
    /// Number of the kind.
    pub kind: u16,
    pub cells: &'a [CellId],
}

/// Possible placements, by [`ChoiceId`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Choices {
    entries: Vec<ChoiceEntry>,
    /// Cells of the choices that cover several cells, or none.
    tiles: Vec<Box<[CellId]>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ChoiceEntry {
    kind: u16,
    tile: bool,
    /// The cell, or an index into `tiles`.
    at: CellId,
}

impl Choices {
    /// Creates an empty list with room for `choices` choices.
    pub fn with_capacity(choices: usize) -> Self {
        Self { entries: Vec::with_capacity(choices), tiles: Vec::new() }
    }

    /// Adds a choice; `cells` must be sorted.
    pub fn push(&mut self, kind: u16, cells: &[CellId]) {
        let (tile, at) = match cells {
            &[cell] => (false, cell),
            _ => (true, CellId::from_index(self.tiles.len())),
        };
        if tile {
            self.tiles.push(cells.into());
        }
        self.entries.push(ChoiceEntry { kind, tile, at });
    }

    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Returns true if there are no choices.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Returns true if every choice covers a single cell.
    pub fn all_points(&self) -> bool {
        self.tiles.is_empty()
    }

    /// Returns the kind of `choice`.
    pub fn kind(&self, choice: ChoiceId) -> u16 {
        self.entries[choice.index()].kind
    }

    /// Returns the cells that `choice` covers, sorted.
    pub fn cells(&self, choice: ChoiceId) -> &[CellId] {
        self.cells_of(&self.entries[choice.index()])
    }

    /// Returns the kind and the cells of `choice`.
    pub fn get(&self, choice: ChoiceId) -> Choice<'_> {
        Choice { kind: self.kind(choice), cells: self.cells(choice) }
    }

    /// Iterates over all choices in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Choice<'_>> + Clone {
        self.entries.iter().map(|e| Choice { kind: e.kind, cells: self.cells_of(e) })
    }

    /// Returns the choice that `compare` calls equal; the choices must be sorted by `compare`.
    pub fn position_by(&self, compare: impl Fn(Choice<'_>) -> Ordering) -> Option<ChoiceId> {
        let of = |e: &ChoiceEntry| compare(Choice { kind: e.kind, cells: self.cells_of(e) });
        self.entries.binary_search_by(of).ok().map(|at| ChoiceId(at as u32))
    }

    fn cells_of<'a>(&'a self, entry: &'a ChoiceEntry) -> &'a [CellId] {
        if entry.tile { &self.tiles[entry.at.index()] } else { std::slice::from_ref(&entry.at) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_and_tiles() {
        let mut choices = Choices::default();
        choices.push(3, &[CellId(7)]);
        assert!(choices.all_points());
        choices.push(1, &[CellId(8), CellId(9)]);
        assert!(!choices.all_points() && choices.len() == 2);
        assert_eq!(choices.get(ChoiceId(0)), Choice { kind: 3, cells: &[CellId(7)] });
        assert_eq!(choices.iter().map(|c| c.cells.len()).collect::<Vec<_>>(), [1, 2]);
    }
}
