//! The numbered choices of a problem, packed: a board of a million cells has as many, nearly always on single cells, so
//! each takes eight bytes, and the cells of tiles are kept apart.

use super::ChoiceId;
use crate::geometry::CellId;
use std::cmp::Ordering;

/// Something that may be placed: a kind on a cell, or a tile in an orientation at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Choice<'a> {
    /// The kind's number.
    pub kind: u16,
    /// The cells it covers, sorted.
    pub cells: &'a [CellId],
}

/// What may be placed, by [`ChoiceId`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Choices {
    entries: Vec<Entry>,
    /// The cells of those that cover several (or none).
    tiles: Vec<Box<[CellId]>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Entry {
    kind: u16,
    tile: bool,
    /// The cell, or the number among `tiles`.
    at: CellId,
}

impl Choices {
    /// None yet, with room for so many.
    pub fn with_capacity(choices: usize) -> Self {
        Self { entries: Vec::with_capacity(choices), tiles: Vec::new() }
    }

    /// Adds the next one; `cells` are sorted.
    pub fn push(&mut self, kind: u16, cells: &[CellId]) {
        let (tile, at) = match cells {
            &[cell] => (false, cell),
            _ => (true, CellId::from_index(self.tiles.len())),
        };
        if tile {
            self.tiles.push(cells.into());
        }
        self.entries.push(Entry { kind, tile, at });
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Whether every one covers a single cell.
    pub fn all_points(&self) -> bool {
        self.tiles.is_empty()
    }

    /// The kind of `choice`.
    pub fn kind(&self, choice: ChoiceId) -> u16 {
        self.entries[choice.index()].kind
    }

    /// The cells that `choice` covers, sorted.
    pub fn cells(&self, choice: ChoiceId) -> &[CellId] {
        self.cells_of(&self.entries[choice.index()])
    }

    /// Both.
    pub fn get(&self, choice: ChoiceId) -> Choice<'_> {
        Choice { kind: self.kind(choice), cells: self.cells(choice) }
    }

    /// All in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Choice<'_>> + Clone {
        self.entries.iter().map(|e| Choice { kind: e.kind, cells: self.cells_of(e) })
    }

    /// The one that `compare` calls equal, where they are sorted by it.
    pub fn position_by(&self, compare: impl Fn(Choice<'_>) -> Ordering) -> Option<ChoiceId> {
        let of = |e: &Entry| compare(Choice { kind: e.kind, cells: self.cells_of(e) });
        self.entries.binary_search_by(of).ok().map(|at| ChoiceId(at as u32))
    }

    fn cells_of<'a>(&'a self, entry: &'a Entry) -> &'a [CellId] {
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
