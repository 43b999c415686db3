//! Lines and named parts of the drawn board. They never wrap and include walls.

use super::{Board, CellId, Vector};
use std::collections::BTreeMap;

impl Board {
    /// Groups cells by a key: groups in ascending order of key, cells in board order.
    fn grouped<K: Ord>(&self, key: impl Fn(Vector) -> K) -> Vec<Vec<CellId>> {
        let mut groups: BTreeMap<K, Vec<CellId>> = BTreeMap::new();
        for cell in self.cells() {
            groups.entry(key(self.coordinate(cell))).or_default().push(cell);
        }
        groups.into_values().collect()
    }

    /// Returns the rows, top to bottom, layer by layer.
    pub fn rows(&self) -> Vec<Vec<CellId>> {
        let (width, height, depth) = self.shape().extent();
        if self.shape().is_hex() {
            return self.grouped(|v| (v.z, -v.y));
        }
        // Cells are numbered by layer, then column, then from the top.
        let row = |layer, from_top| {
            (0..width).map(|column| CellId((layer * width + column) * height + from_top)).collect()
        };
        (0..depth).flat_map(|layer| (0..height).map(move |from_top| row(layer, from_top))).collect()
    }

    /// Returns the columns, left to right, layer by layer.
    pub fn columns(&self) -> Vec<Vec<CellId>> {
        self.grouped(|v| (v.z, v.x))
    }

    /// Returns the diagonals that fall to the right, from the bottom left corner; flat boards only.
    pub fn falling_diagonals(&self) -> Vec<Vec<CellId>> {
        self.grouped(|v| (v.z, v.x + v.y))
    }

    /// Returns the diagonals that rise to the right, from the top left corner; flat boards only.
    pub fn rising_diagonals(&self) -> Vec<Vec<CellId>> {
        self.grouped(|v| (v.z, v.x - v.y))
    }

    /// Returns every `width × height` rectangle of cells that fits a flat board.
    pub fn windows(&self, width: u32, height: u32) -> Vec<Vec<CellId>> {
        let mut windows = Vec::new();
        for corner in self.cells() {
            let from = self.coordinate(corner);
            let mut cells = Vec::new();
            for x in 0..width as i32 {
                for y in 0..height as i32 {
                    cells.extend(self.cell_at(from + Vector::flat(x, y)));
                }
            }
            if cells.len() as u64 == u64::from(width) * u64::from(height) {
                cells.sort_unstable();
                windows.push(cells);
            }
        }
        windows
    }

    /// Iterates over every maximal set of three or more cells of the drawn board in a straight line of any slope. The lines
    /// are found lazily, since a large board has millions.
    pub fn straight_lines(&self) -> impl Iterator<Item = Vec<CellId>> {
        let (width, height, depth) = self.shape().extent();
        // Three cells in a line span two steps.
        let most = |n: u32| (n as i32 - 1) / 2;
        let (w, h, d) = (most(width), most(height), most(depth));
        let flat = (0..=w).flat_map(move |x| (-h..=h).map(move |y| (x, y)));
        let steps = flat.flat_map(move |(x, y)| (-d..=d).map(move |z| Vector::new(x, y, z)));
        let primitive = |step: &Vector| *step > Vector::ZERO && gcd(gcd(step.x, step.y), step.z) == 1;
        steps.filter(primitive).flat_map(|step| self.lines_along(step))
    }

    fn lines_along(&self, step: Vector) -> impl Iterator<Item = Vec<CellId>> {
        self.cells().filter_map(move |start| {
            let from = self.coordinate(start);
            if self.cell_at(from - step).is_some() {
                return None;
            }
            let mut line: Vec<CellId> = (0..).map_while(|k| self.cell_at(from + step * k)).collect();
            line.sort_unstable();
            (line.len() >= 3).then_some(line)
        })
    }

    /// Returns the cells of the drawn board with fewer neighbors than an inner cell.
    pub fn border(&self) -> Vec<CellId> {
        let steps = self.edge_steps();
        let outside = |c: &CellId| steps.iter().any(|&s| self.cell_at(self.coordinate(*c) + s).is_none());
        self.cells().filter(outside).collect()
    }

    pub fn corners(&self) -> Vec<CellId> {
        let (w, h, d) = self.shape().extent();
        let end = |a: i32, n: u32| a == 1 || a == n as i32;
        self.cells()
            .filter(|&c| {
                let v = self.coordinate(c);
                if self.shape().is_hex() {
                    let e = (w as i32 - 1) / 2;
                    let s = -v.x - v.y;
                    [v.x, v.y, s].iter().filter(|a| a.abs() == e).count() == 2 || e == 0
                } else {
                    end(v.x, w) && end(v.y, h) && (d == 1 || end(v.z, d))
                }
            })
            .collect()
    }

    /// Returns the diagonal from `a1` to the top right of a square board.
    pub fn main_diagonal(&self) -> Vec<CellId> {
        self.cells().filter(|&c| self.coordinate(c).x == self.coordinate(c).y).collect()
    }

    /// Returns the diagonal from the top left to the bottom right of a square board.
    pub fn main_antidiagonal(&self) -> Vec<CellId> {
        let side = self.shape().extent().0 as i32;
        self.cells().filter(|&c| self.coordinate(c).x + self.coordinate(c).y == side + 1).collect()
    }

    /// Returns the steps to the neighbors across an edge of a cell (a face, in space).
    fn edge_steps(&self) -> Vec<Vector> {
        let mut steps = vec![Vector::flat(1, 0), Vector::flat(0, 1)];
        if self.shape().is_hex() {
            steps.push(Vector::flat(1, -1));
        }
        if self.shape().is_spatial() {
            steps.push(Vector::new(0, 0, 1));
        }
        steps.iter().flat_map(|&s| [s, -s]).collect()
    }
}

fn gcd(a: i32, b: i32) -> i32 {
    if b == 0 { a.abs() } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Shape;

    #[test]
    fn lines_of_a_small_board() {
        let board = Board::new(Shape::rectangle(3, 3));
        assert_eq!(board.straight_lines().count(), 8);
        // Confirmed by a separate program.
        let lines = |n| Board::new(Shape::rectangle(n, n)).straight_lines().count();
        assert_eq!([lines(2), lines(4), lines(5)], [0, 14, 32]);
        assert_eq!(board.windows(2, 2).len(), 4);
        assert_eq!(board.rows().len(), 3);
        assert_eq!(board.cell_name(board.rows()[0][0]), "a3");
        assert_eq!(board.falling_diagonals().len(), 5);
        assert_eq!(board.border().len(), 8);
        assert_eq!(board.corners().len(), 4);
    }
}
