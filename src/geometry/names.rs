//! Cell names, as in chess: `a1` is the bottom left, and `aa`, `ab`, … follow `z`. On a hexagon the letter is the slanted
//! column and the number counts from the bottom of that column (Gliński's notation without its gap at j). In a box, a
//! capital letter before the name is the layer, as in Raumschach: `Ab3`.

use super::{Board, CellId, Shape, Vector};
use smallvec::SmallVec;
use std::fmt::Write;

impl Board {
    /// Returns the letters of a column, given its number from 0: `a` … `z`, `aa` …
    pub fn column_name(mut column: u32) -> String {
        let mut reversed: SmallVec<[u8; 8]> = SmallVec::new();
        loop {
            reversed.push(b'a' + (column % 26) as u8);
            column /= 26;
            if column == 0 {
                break;
            }
            column -= 1;
        }
        let mut letters = String::with_capacity(16);
        letters.extend(reversed.iter().rev().map(|&b| char::from(b)));
        letters
    }

    /// Returns the number, from 0, of the column with these letters; it may lie off the board.
    pub fn column_number(name: &str) -> Option<u32> {
        let mut n: u32 = 0;
        for b in name.bytes() {
            if !b.is_ascii_lowercase() {
                return None;
            }
            n = n.checked_mul(26)?.checked_add(u32::from(b - b'a') + 1)?;
        }
        n.checked_sub(1)
    }

    /// Returns the name of `cell`.
    pub fn cell_name(&self, cell: CellId) -> String {
        let v = self.coordinate(cell);
        let (mut name, number) = match self.shape() {
            Shape::Box { depth: 1, .. } => (Self::column_name(v.x as u32 - 1), v.y),
            Shape::Box { .. } => {
                (Self::column_name(v.z as u32 - 1).to_uppercase() + &Self::column_name(v.x as u32 - 1), v.y)
            }
            Shape::Hex { edge } => {
                let e = edge as i32 - 1;
                let lowest = (-e).max(-e - v.x);
                (Self::column_name((v.x + e) as u32), v.y - lowest + 1)
            }
        };
        write!(name, "{number}").expect("a string takes everything");
        name
    }

    /// Returns the cell with that name; `None` if the name is malformed or off the board.
    pub fn cell_named(&self, name: &str) -> Option<CellId> {
        let layer_end = name.find(|c: char| !c.is_ascii_uppercase())?;
        let (layer, rest) = name.split_at(layer_end);
        let digits = rest.find(|c: char| c.is_ascii_digit())?;
        let (column, row) = rest.split_at(digits);
        if row.starts_with('0') {
            return None;
        }
        let x = i32::try_from(Self::column_number(column)?).ok()?;
        let y: i32 = row.parse().ok()?;
        match self.shape() {
            Shape::Box { depth: 1, .. } if layer.is_empty() => {
                self.cell_at(Vector::flat(x.checked_add(1)?, y))
            }
            Shape::Box { depth, .. } if depth > 1 => {
                let z = i32::try_from(Self::column_number(&layer.to_lowercase())?).ok()?;
                self.cell_at(Vector::new(x.checked_add(1)?, y, z.checked_add(1)?))
            }
            Shape::Hex { edge } if layer.is_empty() => {
                let e = edge as i32 - 1;
                let q = x - e;
                self.cell_at(Vector::flat(q, y.checked_add((-e).max(-e - q) - 1)?))
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_is_found_by_its_name() {
        let boards = [
            Board::new(Shape::rectangle(30, 3)),
            Board::new(Shape::Hex { edge: 4 }),
            Board::new(Shape::Box { width: 3, height: 4, depth: 3, wrap_x: false, wrap_y: false }),
        ];
        for board in &boards {
            for cell in board.cells() {
                assert_eq!(board.cell_named(&board.cell_name(cell)), Some(cell));
            }
        }
        assert_eq!(Board::column_name(25), "z");
        assert_eq!(Board::column_name(26), "aa");
        assert_eq!(Board::column_number("aa"), Some(26));
        assert_eq!(boards[0].cell_named("a0"), None);
        assert_eq!(boards[0].cell_named("a4"), None);
    }
}
