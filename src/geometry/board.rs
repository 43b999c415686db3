//! Board: cells with coordinates, walls, and steps by vectors.
//!
//! Cells are numbered in the canonical order of the `puzzle` command: columns from the left, each from its top (in three
//! dimensions layer by layer), walls included. Comparing solutions by cell number is therefore comparing them in canonical
//! order.

use super::{CellId, CellSet, Vector};

/// Shape of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    /// `width × height × depth`; depth 1 for a flat board. Boxes of depth over 1 do not wrap.
    Box {
        width: u32,
        height: u32,
        depth: u32,
        /// True if the left and right edges meet.
        wrap_x: bool,
        /// True if the top and bottom edges meet.
        wrap_y: bool,
    },
    /// A hexagon with `edge` cells along each edge, axial coordinates from 1 - edge to edge - 1.
    Hex {
        /// Cells along an edge.
        edge: u32,
    },
}

impl Shape {
    /// Returns a rectangle that does not wrap.
    pub fn rectangle(width: u32, height: u32) -> Self {
        Self::Box { width, height, depth: 1, wrap_x: false, wrap_y: false }
    }

    /// Returns the columns, rows and layers of the smallest box around the board.
    pub fn extent(self) -> (u32, u32, u32) {
        match self {
            Self::Box { width, height, depth, .. } => (width, height, depth),
            Self::Hex { edge } => (2 * edge - 1, 2 * edge - 1, 1),
        }
    }

    /// Returns true if the board has several layers.
    pub fn is_spatial(self) -> bool {
        matches!(self, Self::Box { depth, .. } if depth > 1)
    }

    /// Returns true for a hexagon.
    pub fn is_hex(self) -> bool {
        matches!(self, Self::Hex { .. })
    }

    /// Returns the vector modulo the sides that wrap, with `-n/2 < a <= n/2` along a side of `n` cells. Two vectors lead from a
    /// cell to the same cell if and only if they are equal in this form.
    pub fn reduced(self, vector: Vector) -> Vector {
        let Self::Box { width, height, wrap_x, wrap_y, .. } = self else { return vector };
        let middle = |a: i32, n: u32, wraps: bool| {
            let n = n as i32;
            let rest = a.rem_euclid(n);
            if !wraps {
                a
            } else if rest > n / 2 {
                rest - n
            } else {
                rest
            }
        };
        Vector::new(middle(vector.x, width, wrap_x), middle(vector.y, height, wrap_y), vector.z)
    }

    /// Returns true if some edges meet.
    pub fn wraps(self) -> bool {
        matches!(self, Self::Box { wrap_x, wrap_y, .. } if wrap_x || wrap_y)
    }
}

/// Board: its shape, its cells and its walls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    shape: Shape,
    cells: usize,
    /// Axial coordinates by cell, on a hexagon. Boxes need no table: the cell number gives the position.
    coordinates: Vec<Vector>,
    /// On a hexagon: the cell at each position of the surrounding rectangle (columns from the left, each from its top), or
    /// `NONE`.
    at: Vec<u32>,
    walls: CellSet,
    /// True if there are walls, since counting them is slow.
    walled: bool,
}

const NONE: u32 = u32::MAX;

/// Longer steps leave every board.
const FARTHEST: i32 = 1 << 28;

impl Board {
    /// Creates a board without walls. The caller must keep the number of cells within the limit.
    pub fn new(shape: Shape) -> Self {
        let (width, height, depth) = shape.extent();
        let (coordinates, at) = match shape {
            Shape::Box { .. } => (Vec::new(), Vec::new()),
            Shape::Hex { edge } => hexagon(edge as i32 - 1),
        };
        let cells = if shape.is_hex() {
            coordinates.len()
        } else {
            width as usize * height as usize * depth as usize
        };
        Self { shape, cells, coordinates, at, walls: CellSet::empty(cells), walled: false }
    }

    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Number of cells, walls included.
    pub fn len(&self) -> usize {
        self.cells
    }

    /// Returns true if the board has no cells; no valid board is empty.
    pub fn is_empty(&self) -> bool {
        self.cells == 0
    }

    /// Iterates over all cells in canonical order, walls included.
    pub fn cells(&self) -> impl Iterator<Item = CellId> + use<> {
        (0..self.cells).map(CellId::from_index)
    }

    /// Iterates over the cells that are not walls, in canonical order.
    pub fn open_cells(&self) -> impl Iterator<Item = CellId> + '_ {
        self.cells().filter(|&c| !self.is_wall(c))
    }

    /// Makes `cell` a wall.
    pub fn add_wall(&mut self, cell: CellId) {
        self.walls.insert(cell);
        self.walled = true;
    }

    /// Returns true if `cell` is a wall.
    pub fn is_wall(&self, cell: CellId) -> bool {
        self.walled && self.walls.contains(cell)
    }

    pub fn walls(&self) -> &CellSet {
        &self.walls
    }

    /// Returns the coordinates of `cell`: from (1, 1, 0) at the bottom left of a flat board, from (1, 1, 1) in a box; axial
    /// around (0, 0, 0) on a hexagon.
    pub fn coordinate(&self, cell: CellId) -> Vector {
        let Shape::Box { width, height, depth, .. } = self.shape else {
            return self.coordinates[cell.index()];
        };
        assert!(cell.index() < self.cells, "a cell of the board");
        let (column, from_top) = (cell.0 / height, (cell.0 % height) as i32);
        let y = height as i32 - from_top;
        if depth == 1 {
            return Vector::flat(column as i32 + 1, y);
        }
        Vector::new((column % width) as i32 + 1, y, (column / width) as i32 + 1)
    }

    /// Returns the cell at these coordinates, without wrapping; a wall is a cell too.
    pub fn cell_at(&self, v: Vector) -> Option<CellId> {
        let (w, h, d) = self.shape.extent();
        let (x, y, z) = match self.shape {
            Shape::Box { depth: 1, .. } if v.z != 0 => return None,
            Shape::Box { depth: 1, .. } => (v.x - 1, v.y - 1, 0),
            Shape::Box { .. } => (v.x - 1, v.y - 1, v.z - 1),
            Shape::Hex { edge } => (v.x + edge as i32 - 1, v.y + edge as i32 - 1, v.z),
        };
        let inside = |a: i32, limit: u32| a >= 0 && (a as u32) < limit;
        if !(inside(x, w) && inside(y, h) && inside(z, d)) {
            return None;
        }
        let position = (z as usize * w as usize + x as usize) * h as usize + (h as i32 - 1 - y) as usize;
        match self.shape {
            Shape::Box { .. } => Some(CellId(position as u32)),
            Shape::Hex { .. } => Some(CellId(self.at[position])).filter(|c| c.0 != NONE),
        }
    }

    /// Returns the cell that `vector` reaches from `cell`, wrapping where edges meet; it may be a wall.
    pub fn step(&self, cell: CellId, vector: Vector) -> Option<CellId> {
        // Within this bound no sum overflows.
        let bounded = |a: i32| (-FARTHEST..=FARTHEST).contains(&a);
        let mut by = vector;
        if let Shape::Box { width, height, wrap_x, wrap_y, .. } = self.shape {
            if wrap_x {
                by.x %= width as i32;
            }
            if wrap_y {
                by.y %= height as i32;
            }
        }
        if !(bounded(by.x) && bounded(by.y) && bounded(by.z)) {
            return None;
        }
        let mut to = self.coordinate(cell) + by;
        if let Shape::Box { width, height, wrap_x, wrap_y, .. } = self.shape {
            if wrap_x {
                to.x = (to.x - 1).rem_euclid(width as i32) + 1;
            }
            if wrap_y {
                to.y = (to.y - 1).rem_euclid(height as i32) + 1;
            }
        }
        self.cell_at(to)
    }
}

/// Returns the coordinates of the cells of a hexagon with coordinates up to `most`, and the cell at each position of the
/// surrounding rectangle.
fn hexagon(most: i32) -> (Vec<Vector>, Vec<u32>) {
    let (mut coordinates, mut at) = (Vec::new(), Vec::new());
    for q in -most..=most {
        for r in (-most..=most).rev() {
            let outside = (q + r).abs() > most;
            at.push(if outside { NONE } else { coordinates.len() as u32 });
            if !outside {
                coordinates.push(Vector::flat(q, r));
            }
        }
    }
    (coordinates, at)
}
