//! Repeated steps over a board. Walls, edges, the start and the cell of a bend end a walk. This is the inner loop of
//! judging, so on axes that do not wrap a step is one addition of cell numbers: cells are numbered affinely in their
//! coordinates, and the number of steps that stay on the board is known in advance.

use super::{Board, CellId, Ray, Shape, Vector};

/// Iterator over the cells that a ray visits from a cell, in order, each once, without walls and the start.
pub(super) struct RayWalk<'a> {
    board: &'a Board,
    from: CellId,
    /// Cell after the first step of a bent ray, until it is visited.
    bend: Option<CellId>,
    /// Start of the repeated steps.
    origin: CellId,
    at: CellId,
    step: Vector,
    left: u32,
    /// Increment of the cell number per step, if constant.
    stride: Option<i64>,
}

impl Board {
    /// Walks along `ray` from `from`, which may be a wall, up to the ray's last step.
    pub(super) fn walk(&self, from: CellId, ray: &Ray) -> RayWalk<'_> {
        let limit = ray.to.unwrap_or(u32::MAX);
        let Some(lead) = ray.lead else { return self.straight(from, from, ray.step, limit) };
        match self.step(from, lead).filter(|&bend| bend != from && !self.is_wall(bend)) {
            Some(bend) if limit > 0 => {
                RayWalk { bend: Some(bend), ..self.straight(from, bend, ray.step, limit - 1) }
            }
            _ => self.straight(from, from, ray.step, 0),
        }
    }

    /// Takes at most `limit` steps from `origin`, in a walk that started at `from`.
    fn straight(&self, from: CellId, origin: CellId, step: Vector, limit: u32) -> RayWalk<'_> {
        let (stride, room) = match self.stride(origin, step) {
            Some((stride, room)) => (Some(stride), room),
            None => (None, u32::MAX),
        };
        RayWalk { board: self, from, bend: None, origin, at: origin, step, left: limit.min(room), stride }
    }

    /// Returns the increment of the cell number per step and the number of steps that stay on the board; `None` if the step
    /// can cross edges that meet, or on a hexagon.
    fn stride(&self, from: CellId, step: Vector) -> Option<(i64, u32)> {
        let Shape::Box { width, height, depth, wrap_x, wrap_y } = self.shape() else { return None };
        if (wrap_x && step.x != 0) || (wrap_y && step.y != 0) {
            return None;
        }
        let v = self.coordinate(from);
        let z = if depth > 1 { v.z } else { 1 };
        let room = room(v.x, step.x, width).min(room(v.y, step.y, height)).min(room(z, step.z, depth));
        let (w, h) = (i64::from(width), i64::from(height));
        let stride = i64::from(step.x) * h - i64::from(step.y);
        Some((stride + i64::from(step.z).saturating_mul(w * h), room))
    }
}

/// Cells in arithmetic progression by number, ascending.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progression {
    pub first: CellId,
    /// Difference between consecutive cells.
    pub stride: usize,
    pub len: usize,
}

impl Progression {
    /// Iterates over the cells.
    pub fn iter(&self) -> impl Iterator<Item = CellId> + use<> {
        let Self { first, stride, len } = *self;
        (0..len as u32).map(move |i| CellId(first.0 + i * stride as u32))
    }

    /// Returns the cells at positions `from..to`.
    #[must_use]
    pub fn part(&self, from: usize, to: usize) -> Self {
        Self { first: CellId(self.first.0 + (from * self.stride) as u32), len: to - from, ..*self }
    }
}

impl Board {
    /// Returns the maximal runs of cells along `step`, including walls; every cell is in one run. `None` if the step can
    /// cross edges that meet, or on a hexagon.
    pub fn progressions(&self, step: Vector) -> Option<Vec<Progression>> {
        let (width, height, depth) = self.shape().extent();
        // Cells are numbered by layer, then column, then from the top.
        let ascending = (step.z, step.x, -step.y) > (0, 0, 0);
        let step = if ascending { step } else { -step };
        let mut runs = Vec::new();
        let mut begin = |v: Vector| {
            let first = self.cell_at(v)?;
            let (stride, room) = self.stride(first, step)?;
            let len = room.min(self.len() as u32 - 1) as usize + 1;
            runs.push(Progression { first, stride: stride as usize, len });
            Some(())
        };
        let outside = |a: i32, n: u32| a < 1 || a > n as i32;
        let spatial = self.shape().is_spatial();
        for z in (0..depth as i32).map(|z| if spatial { z + 1 } else { z }) {
            let below = spatial && outside(z - step.z, depth) || !spatial && step.z != 0;
            for x in 1..=width as i32 {
                let all = below || outside(x - step.x, width);
                // The rows from which a step back leaves the column.
                let rows = if all { height as i32 } else { step.y.abs().min(height as i32) };
                for i in 0..rows {
                    let from_top = all || step.y < 0;
                    begin(Vector::new(x, if from_top { height as i32 - i } else { rows - i }, z))?;
                }
            }
        }
        Some(runs)
    }
}

/// Number of steps of `d` from `a` that stay within `1..=n`.
fn room(a: i32, d: i32, n: u32) -> u32 {
    match d {
        0 => u32::MAX,
        1.. => (n - a as u32) / d.unsigned_abs(),
        _ => (a as u32 - 1) / d.unsigned_abs(),
    }
}

impl Iterator for RayWalk<'_> {
    type Item = CellId;

    fn next(&mut self) -> Option<CellId> {
        if let Some(bend) = self.bend.take() {
            return Some(bend);
        }
        if self.left == 0 {
            return None;
        }
        self.left -= 1;
        let at = match self.stride {
            Some(stride) => CellId((i64::from(self.at.0) + stride) as u32),
            None => self.board.step(self.at, self.step)?,
        };
        if at == self.from || at == self.origin || self.board.is_wall(at) {
            self.left = 0;
            return None;
        }
        self.at = at;
        Some(at)
    }
}
