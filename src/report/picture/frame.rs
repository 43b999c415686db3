//! Positions of cells in a picture: squares in rows and columns, hexagons standing on a corner, the layers of a box side by
//! side.

use super::outline::Point;
use crate::geometry::{Board, CellId, Shape, Vector};

pub(super) const CELL: f32 = 40.0;

/// Distance between layers, and height of their titles.
const GAP: f32 = 22.0;
pub(super) const TITLE: f32 = 20.0;

/// Maximum number of layers in a row.
const LAYERS_IN_A_ROW: usize = 4;

/// Steps to the neighbors, by the side between them; sides are in clockwise order from the corner that `corners` lists
/// first.
const SQUARE: [Vector; 4] =
    [Vector::new(0, 1, 0), Vector::new(1, 0, 0), Vector::new(0, -1, 0), Vector::new(-1, 0, 0)];
const HEXAGON: [Vector; 6] = [
    Vector::new(0, 1, 0),
    Vector::new(1, 0, 0),
    Vector::new(1, -1, 0),
    Vector::new(0, -1, 0),
    Vector::new(-1, 0, 0),
    Vector::new(-1, 1, 0),
];

/// The geometry of one board.
#[derive(Clone, Debug)]
pub(super) struct BoardFrame {
    hex: bool,
    /// Size of the board without labels.
    pub width: f32,
    pub height: f32,
    centres: Vec<Point>,
    /// Top left corner and size of each layer.
    pub layers: Vec<(Point, Point)>,
}

impl BoardFrame {
    pub fn new(board: &Board) -> Self {
        match board.shape() {
            Shape::Hex { edge } => Self::hexagon(board, edge),
            Shape::Box { width, height, depth, .. } => {
                Self::boxes(board, width as f32 * CELL, height as f32 * CELL, depth as usize)
            }
        }
    }

    fn boxes(board: &Board, width: f32, height: f32, depth: usize) -> Self {
        let titled = if depth > 1 { TITLE } else { 0.0 };
        let columns = depth.min(LAYERS_IN_A_ROW);
        let rows = depth.div_ceil(columns);
        // Every layer has its own files and ranks.
        let (pitch_x, pitch_y) = (width + GAP * 1.6, height + GAP + titled);
        let corner = |z: usize| ((z % columns) as f32 * pitch_x, (z / columns) as f32 * pitch_y + titled);
        let centre = |cell: CellId| {
            let v = board.coordinate(cell);
            let (x, y) = corner(usize::try_from(v.z - 1).unwrap_or(0));
            (x + (v.x as f32 - 0.5) * CELL, y + height - (v.y as f32 - 0.5) * CELL)
        };
        Self {
            hex: false,
            width: (columns - 1) as f32 * pitch_x + width,
            height: (rows - 1) as f32 * pitch_y + height + titled,
            centres: board.cells().map(centre).collect(),
            layers: (0..depth).map(|z| (corner(z), (width, height))).collect(),
        }
    }

    fn hexagon(board: &Board, edge: u32) -> Self {
        let across = (2 * edge - 1) as f32;
        let (width, height) = (across * CELL, (across - 1.0) * Self::PITCH + 2.0 * Self::RADIUS);
        let centre = |cell: CellId| {
            let v = board.coordinate(cell);
            let (x, y) = (v.x as f32 + v.y as f32 / 2.0, v.y as f32);
            (width / 2.0 + x * CELL, height / 2.0 - y * Self::PITCH)
        };
        let centres = board.cells().map(centre).collect();
        Self { hex: true, width, height, centres, layers: vec![((0.0, 0.0), (width, height))] }
    }

    /// Distance from the center of a hexagon to its corners, and between its rows.
    pub const RADIUS: f32 = CELL / 1.732_050_8;
    pub const PITCH: f32 = Self::RADIUS * 1.5;

    pub fn centre(&self, cell: CellId) -> Point {
        self.centres[cell.index()]
    }

    /// The corners of a cell, clockwise from the top (left).
    pub fn corners(&self, cell: CellId) -> Vec<Point> {
        let (x, y) = self.centre(cell);
        let (h, r) = (CELL / 2.0, Self::RADIUS);
        if self.hex {
            let q = r / 2.0;
            return vec![
                (x, y - r),
                (x + h, y - q),
                (x + h, y + q),
                (x, y + r),
                (x - h, y + q),
                (x - h, y - q),
            ];
        }
        vec![(x - h, y - h), (x + h, y - h), (x + h, y + h), (x - h, y + h)]
    }

    /// The sides of a cell: both ends, and the adjacent cell in the drawing, where edges that meet are apart.
    pub fn sides(&self, board: &Board, cell: CellId) -> Vec<(Point, Point, Option<CellId>)> {
        let corners = self.corners(cell);
        let steps: &[Vector] = if self.hex { &HEXAGON } else { &SQUARE };
        let at = board.coordinate(cell);
        let side = |(i, &step): (usize, &Vector)| {
            (corners[i], corners[(i + 1) % corners.len()], board.cell_at(at + step))
        };
        steps.iter().enumerate().map(side).collect()
    }

    /// The size of the contents of a cell.
    pub fn inner(&self) -> f32 {
        if self.hex { CELL * 0.82 } else { CELL * 0.94 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The side of a cell is the reversed side of its neighbor, to the last digit drawn.
    #[test]
    fn neighbours_share_their_sides() {
        let boards = [
            Board::new(Shape::rectangle(3, 2)),
            Board::new(Shape::Hex { edge: 3 }),
            Board::new(Shape::Box { width: 2, height: 2, depth: 5, wrap_x: false, wrap_y: false }),
        ];
        for board in &boards {
            let frame = BoardFrame::new(board);
            let near = |a: Point, b: Point| (a.0 - b.0).abs() < 0.01 && (a.1 - b.1).abs() < 0.01;
            for cell in board.cells() {
                for (from, to, other) in frame.sides(board, cell) {
                    assert!(from.0 >= -0.01 && from.0 <= frame.width + 0.01, "{from:?}");
                    assert!(from.1 >= -0.01 && from.1 <= frame.height + 0.01, "{from:?}");
                    let Some(other) = other else { continue };
                    let shared = frame.sides(board, other);
                    assert!(shared.iter().any(|s| near(s.0, to) && near(s.1, from) && s.2 == Some(cell)));
                }
            }
        }
    }
}
