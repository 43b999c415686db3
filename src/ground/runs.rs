//! Runs of cells along a step: the cells that an unlimited ride passes.

use crate::geometry::{Board, CellId, Progression, Vector};
use crate::problem::ChoiceId;

/// Consecutive cells along a step.
#[derive(Clone, Debug)]
pub(super) enum CellRun {
    /// In ascending order, with constant differences between cell numbers.
    Even(Progression),
    /// In the order of the ride.
    Listed(Vec<CellId>),
}

impl CellRun {
    pub fn len(&self) -> usize {
        match self {
            Self::Even(cells) => cells.len,
            Self::Listed(cells) => cells.len(),
        }
    }

    /// Returns the choices in order; the choices must have the numbers of the cells.
    pub fn numbers(&self) -> Vec<ChoiceId> {
        match self {
            Self::Even(cells) => cells.iter().map(|c| ChoiceId(c.0)).collect(),
            Self::Listed(cells) => cells.iter().map(|c| ChoiceId(c.0)).collect(),
        }
    }

    pub fn each(&self, visit: impl FnMut(CellId)) {
        match self {
            Self::Even(cells) => cells.iter().for_each(visit),
            Self::Listed(cells) => cells.iter().copied().for_each(visit),
        }
    }
}

/// Returns the maximal runs of open cells along `step`. On a board that wraps, a run may be a cycle with an arbitrary
/// start: a ride around it passes all its other cells.
pub(super) fn runs(board: &Board, step: Vector) -> Vec<CellRun> {
    match board.progressions(step) {
        Some(whole) if board.walls().is_empty() => whole.into_iter().map(CellRun::Even).collect(),
        Some(whole) => whole.into_iter().flat_map(|p| between_walls(board, p)).collect(),
        None => followed(board, step).into_iter().map(CellRun::Listed).collect(),
    }
}

/// Returns the parts of `whole` between walls.
fn between_walls(board: &Board, whole: Progression) -> Vec<CellRun> {
    // If a step leaves the board at once, its stride is meaningless, so no empty part is requested.
    let walls = whole.iter().enumerate().filter(|(_, cell)| board.is_wall(*cell)).map(|(at, _)| at);
    let mut parts = Vec::new();
    let mut from = 0;
    for at in walls.chain([whole.len]) {
        if from < at {
            parts.push(CellRun::Even(whole.part(from, at)));
        }
        from = at + 1;
    }
    parts
}

fn followed(board: &Board, step: Vector) -> Vec<Vec<CellId>> {
    let open = |c: CellId| !board.is_wall(c);
    let next = |c: CellId, v: Vector| board.step(c, v).filter(|&d| d != c && open(d));
    let mut seen = vec![false; board.len()];
    let mut runs = Vec::new();
    let mut follow = |start: CellId, seen: &mut Vec<bool>| {
        let mut run = Vec::new();
        let mut at = Some(start);
        while let Some(cell) = at.filter(|c| !seen[c.index()]) {
            seen[cell.index()] = true;
            run.push(cell);
            at = next(cell, step);
        }
        runs.push(run);
    };
    for cell in board.open_cells().filter(|&c| next(c, -step).is_none()) {
        follow(cell, &mut seen);
    }
    for cell in board.open_cells() {
        if !seen[cell.index()] {
            follow(cell, &mut seen);
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Shape;

    #[test]
    fn paths_cycles_and_walls() {
        let mut board = Board::new(Shape::rectangle(4, 3));
        let lengths = |board: &Board, step| {
            let mut lengths: Vec<usize> = runs(board, step).iter().map(CellRun::len).collect();
            lengths.sort_unstable();
            lengths
        };
        assert_eq!(lengths(&board, Vector::flat(1, 0)), [4, 4, 4]);
        assert_eq!(lengths(&board, Vector::flat(1, 1)), [1, 1, 2, 2, 3, 3]);
        board.add_wall(board.cell_named("b2").expect("on the board"));
        assert_eq!(lengths(&board, Vector::flat(1, 0)), [1, 2, 4, 4]);
        // No step stays on the board: every open cell is a run by itself.
        assert_eq!(lengths(&board, Vector::flat(1, 5)), [1; 11]);
        for step in [Vector::flat(1, 0), Vector::flat(0, 1), Vector::flat(1, -1), Vector::flat(-1, 2)] {
            let sorted = |runs: Vec<Vec<CellId>>| -> std::collections::BTreeSet<Vec<CellId>> {
                runs.into_iter()
                    .map(|mut run| {
                        run.sort_unstable();
                        run
                    })
                    .collect()
            };
            let listed = |step| -> Vec<Vec<CellId>> {
                runs(&board, step)
                    .iter()
                    .map(|run| {
                        let mut cells = Vec::new();
                        run.each(|c| cells.push(c));
                        cells
                    })
                    .collect()
            };
            assert_eq!(sorted(listed(step)), sorted(followed(&board, step)));
            assert_eq!(sorted(listed(-step)), sorted(followed(&board, step)));
        }
        let torus = Board::new(Shape::Box { width: 4, height: 4, depth: 1, wrap_x: true, wrap_y: true });
        assert_eq!(lengths(&torus, Vector::flat(1, 1)), [4, 4, 4, 4]);
        assert_eq!(lengths(&torus, Vector::flat(2, 0)), [2; 8]);
        assert_eq!(lengths(&torus, Vector::flat(4, 0)), [1; 16]);
    }
}
