//! Symmetries of the bare board: permutations of its cells that come from a rigid motion, each with its linear map of
//! vectors. Walls do not matter here; the stabilizer of a spec is computed from the whole spec.

use super::{Board, CellId, Shape, Vector};

/// Linear map of vectors, as a matrix by rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Matrix(pub [[i32; 3]; 3]);

impl Matrix {
    pub const IDENTITY: Self = Self([[1, 0, 0], [0, 1, 0], [0, 0, 1]]);

    /// Creates the map `(x, y) -> (a x + b y, c x + d y)` of the plane.
    pub const fn flat(a: i32, b: i32, c: i32, d: i32) -> Self {
        Self([[a, b, 0], [c, d, 0], [0, 0, 1]])
    }

    /// Returns the image of `v`.
    pub fn apply(&self, v: Vector) -> Vector {
        let row = |r: [i32; 3]| r[0] * v.x + r[1] * v.y + r[2] * v.z;
        Vector::new(row(self.0[0]), row(self.0[1]), row(self.0[2]))
    }

    /// Returns the composition: `first`, then `self`.
    #[must_use]
    pub fn after(&self, first: &Self) -> Self {
        let mut m = [[0; 3]; 3];
        for (i, row) in m.iter_mut().enumerate() {
            for (j, entry) in row.iter_mut().enumerate() {
                *entry = (0..3).map(|k| self.0[i][k] * first.0[k][j]).sum();
            }
        }
        Self(m)
    }

    fn determinant(&self) -> i32 {
        let m = &self.0;
        m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0])
            + m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0])
    }
}

/// Name of a symmetry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SymmetryKind {
    Identity,
    /// Clockwise rotation in degrees: 90, 180, 270 on a square, multiples of 60 on a hexagon.
    Rotation(u16),
    /// Reflection that exchanges top and bottom.
    MirrorTopBottom,
    /// Reflection that fixes `a1` and the top right corner.
    MirrorDiagonal,
    /// Reflection that exchanges left and right.
    MirrorLeftRight,
    /// Reflection that fixes the top left and the bottom right corner.
    MirrorAntidiagonal,
    /// Another rotation (in space), by number.
    OtherRotation(u8),
    /// Another reflection (in space or of a hexagon), by number.
    OtherReflection(u8),
    /// Translation on a board that wraps, after another symmetry; all such products are numbered.
    Shift(u32),
}

impl std::fmt::Display for SymmetryKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Identity => f.write_str("identity"),
            Self::Rotation(degrees) => write!(f, "rotation by {degrees}°"),
            Self::MirrorTopBottom => f.write_str("reflection top to bottom"),
            Self::MirrorDiagonal => f.write_str("reflection in the diagonal"),
            Self::MirrorLeftRight => f.write_str("reflection left to right"),
            Self::MirrorAntidiagonal => f.write_str("reflection in the antidiagonal"),
            Self::OtherRotation(n) => write!(f, "rotation no. {n}"),
            Self::OtherReflection(n) => write!(f, "reflection no. {n}"),
            Self::Shift(n) => write!(f, "translation no. {n}"),
        }
    }
}

/// Rigid motion of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symmetry {
    pub kind: SymmetryKind,
    /// Linear map of vectors.
    pub linear: Matrix,
    /// Image of each cell.
    pub cells: Vec<CellId>,
}

impl Symmetry {
    /// Returns the image of `cell`.
    pub fn image(&self, cell: CellId) -> CellId {
        self.cells[cell.index()]
    }
}

impl Board {
    /// Returns all rigid motions of the bare board: the identity, then the other rotations, then the reflections; no
    /// translations. There are eight on a square, four on another rectangle, twelve on a hexagon, up to forty-eight in
    /// space. Edges that meet must be preserved.
    pub fn symmetries(&self) -> Vec<Symmetry> {
        let mut found: Vec<Symmetry> = self
            .candidate_maps()
            .into_iter()
            .filter_map(|(kind, linear)| {
                let cells = self.rigid(&linear)?;
                Some(Symmetry { kind, linear, cells })
            })
            .collect();
        // On degenerate boards (one row, one cell), several motions permute the cells equally but differ on vectors; all are
        // kept, since the moves of a kind may distinguish them.
        found.sort_by_key(|s| s.kind);
        found
    }

    /// Returns the rigid motions combined with the board's translations where edges meet; the identity comes first.
    pub fn symmetries_and_translations(&self) -> Vec<Symmetry> {
        let mut all = Vec::new();
        let rigid = self.symmetries();
        let Shape::Box { width, height, wrap_x, wrap_y, .. } = self.shape() else {
            return rigid;
        };
        let mut number = 0;
        for dx in 0..if wrap_x { width as i32 } else { 1 } {
            for dy in 0..if wrap_y { height as i32 } else { 1 } {
                for s in &rigid {
                    let shift = Vector::flat(dx, dy);
                    let cells = s.cells.iter().map(|&c| self.step(c, shift).expect("edges meet")).collect();
                    let kind = if shift == Vector::ZERO { s.kind } else { SymmetryKind::Shift(number) };
                    number += u32::from(shift != Vector::ZERO);
                    all.push(Symmetry { kind, linear: s.linear, cells });
                }
            }
        }
        all
    }

    /// Number of [`Board::symmetries`], without computing their permutations.
    pub fn symmetry_count(&self) -> usize {
        self.candidate_maps()
            .iter()
            .filter(|(_, linear)| self.shape().is_hex() || self.numbering(linear).is_some())
            .count()
    }

    fn candidate_maps(&self) -> Vec<(SymmetryKind, Matrix)> {
        use SymmetryKind as K;
        if self.shape().is_hex() {
            return hexagon_maps();
        }
        if self.shape().is_spatial() {
            return cube_maps();
        }
        let mut maps = vec![
            (K::Identity, Matrix::IDENTITY),
            (K::Rotation(180), Matrix::flat(-1, 0, 0, -1)),
            (K::MirrorTopBottom, Matrix::flat(1, 0, 0, -1)),
            (K::MirrorLeftRight, Matrix::flat(-1, 0, 0, 1)),
        ];
        let square = matches!(self.shape(), Shape::Box { width, height, wrap_x, wrap_y, .. }
            if width == height && wrap_x == wrap_y);
        if square {
            maps.extend([
                (K::Rotation(90), Matrix::flat(0, 1, -1, 0)),
                (K::Rotation(270), Matrix::flat(0, -1, 1, 0)),
                (K::MirrorDiagonal, Matrix::flat(0, 1, 1, 0)),
                (K::MirrorAntidiagonal, Matrix::flat(0, -1, -1, 0)),
            ]);
        }
        maps
    }

    /// Returns the symmetry with that name, if the bare board has it.
    pub fn symmetry(&self, kind: SymmetryKind) -> Option<Symmetry> {
        let (kind, linear) = self.candidate_maps().into_iter().find(|(k, _)| *k == kind)?;
        let cells = self.rigid(&linear)?;
        Some(Symmetry { kind, linear, cells })
    }

    /// Returns the permutation of cells by `linear` about the board's center; `None` if it does not preserve the board.
    fn rigid(&self, linear: &Matrix) -> Option<Vec<CellId>> {
        if self.shape().is_hex() {
            return self.cells().map(|c| self.cell_at(linear.apply(self.coordinate(c)))).collect();
        }
        let (w, h, d) = self.shape().extent();
        let (from, along) = self.numbering(linear)?;
        let mut cells = Vec::with_capacity(self.len());
        let down = along[1] as u32;
        for z in 0..i64::from(d) {
            for x in 0..i64::from(w) {
                let top = (from + z * along[2] + x * along[0]) as u32;
                cells.extend((0..h).map(|y| CellId(top.wrapping_add(y.wrapping_mul(down)))));
            }
        }
        Some(cells)
    }

    /// Describes how `linear` about the center renumbers the cells of a box: the number of the first cell's image, and the
    /// increment per axis (downward for the second). `None` if the box is not preserved.
    fn numbering(&self, linear: &Matrix) -> Option<(i64, [i64; 3])> {
        let (w, h, d) = self.shape().extent();
        let z = i32::from(d > 1);
        let centre = Vector::new(w as i32 + 1, h as i32 + 1, z * (d as i32 + 1));
        // Coordinates about the center are doubled to keep them whole.
        let image = |v: Vector| {
            let twice = linear.apply(v * 2 - centre) + centre;
            let whole = [twice.x, twice.y, twice.z].iter().all(|a| a.rem_euclid(2) == 0);
            whole.then(|| self.cell_at(Vector::new(twice.x / 2, twice.y / 2, twice.z / 2))).flatten()
        };
        // The map and the numbering are affine: the far corner shows if the box is preserved, and the neighbors of the first
        // cell give the increment per axis.
        let first = Vector::new(1, h as i32, z);
        let from = i64::from(image(first)?.0);
        image(Vector::new(w as i32, 1, z * d as i32))?;
        let slope = |n: u32, v: Vector| {
            if n > 1 { Some(i64::from(image(first + v)?.0) - from) } else { Some(0) }
        };
        let along =
            [slope(w, Vector::flat(1, 0))?, slope(h, Vector::flat(0, -1))?, slope(d, Vector::new(0, 0, 1))?];
        Some((from, along))
    }
}

/// Returns the twelve symmetries of a hexagon in axial coordinates. A turn by 60° takes `(q, r)` to `(q + r, -q)`.
fn hexagon_maps() -> Vec<(SymmetryKind, Matrix)> {
    let turn = Matrix::flat(1, 1, -1, 0);
    let mirror = Matrix::flat(0, 1, 1, 0);
    let mut maps = Vec::new();
    let mut rotation = Matrix::IDENTITY;
    for k in 0..6u16 {
        let kind = if k == 0 { SymmetryKind::Identity } else { SymmetryKind::Rotation(60 * k) };
        maps.push((kind, rotation));
        maps.push((SymmetryKind::OtherReflection(k as u8 + 1), rotation.after(&mirror)));
        rotation = turn.after(&rotation);
    }
    maps
}

/// Returns the forty-eight signed permutations of the axes.
fn cube_maps() -> Vec<(SymmetryKind, Matrix)> {
    let mut maps = Vec::new();
    let (mut rotations, mut reflections) = (0, 0);
    for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
        for signs in 0..8u32 {
            let mut m = [[0; 3]; 3];
            for (row, &axis) in order.iter().enumerate() {
                m[row][axis] = if signs >> row & 1 == 0 { 1 } else { -1 };
            }
            let linear = Matrix(m);
            let kind = if linear == Matrix::IDENTITY {
                SymmetryKind::Identity
            } else if linear.determinant() > 0 {
                rotations += 1;
                SymmetryKind::OtherRotation(rotations)
            } else {
                reflections += 1;
                SymmetryKind::OtherReflection(reflections)
            };
            maps.push((kind, linear));
        }
    }
    maps
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn group_sizes() {
        let size = |shape| Board::new(shape).symmetries().len();
        let flat = |width, height, wrap_x, wrap_y| Shape::Box { width, height, depth: 1, wrap_x, wrap_y };
        assert_eq!(size(flat(4, 4, false, false)), 8);
        assert_eq!(size(flat(4, 3, false, false)), 4);
        for shape in [flat(4, 3, false, false), flat(5, 5, false, false), Shape::Hex { edge: 2 }] {
            assert_eq!(Board::new(shape).symmetry_count(), size(shape));
        }
        assert_eq!(size(flat(4, 4, true, false)), 4);
        assert_eq!(size(Shape::Hex { edge: 3 }), 12);
        assert_eq!(size(Shape::Box { width: 3, height: 3, depth: 3, wrap_x: false, wrap_y: false }), 48);
        let torus = Board::new(flat(3, 3, true, true));
        assert_eq!(torus.symmetries_and_translations().len(), 72);
    }

    #[test]
    fn a_quarter_turn_is_clockwise() {
        let board = Board::new(Shape::rectangle(8, 8));
        let turn =
            board.symmetries().into_iter().find(|s| s.kind == SymmetryKind::Rotation(90)).expect("square");
        let image = |name| board.cell_name(turn.image(board.cell_named(name).expect("on the board")));
        assert_eq!(image("a1"), "a8");
        assert_eq!(image("a8"), "h8");
    }
}
