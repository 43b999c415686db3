//! Runs of cells along a step: what an unlimited ride passes.

use crate::geometry::{Board, CellId, Vector};

/// The maximal runs of open cells along `step`, each in the order of the ride or against it. Where edges meet a
/// run may be a cycle, begun anywhere: a ride around it passes every other cell of it.
pub(super) fn runs(board: &Board, step: Vector) -> Vec<Vec<CellId>> {
    if board.shape().wraps() { followed(board, step) } else { swept(board, step) }
}

/// Without edges that meet: one sweep in board order, each cell joining the run of the cell before it. (Following run
/// after run would jump about in memory.)
fn swept(board: &Board, step: Vector) -> Vec<Vec<CellId>> {
    // Board order is by layer, then column, then from the top.
    let ascending = (step.z, step.x, -step.y) > (0, 0, 0);
    let back = if ascending { -step } else { step };
    let mut run_of = vec![0_u32; board.len()];
    let mut runs: Vec<Vec<CellId>> = Vec::new();
    for cell in board.open_cells() {
        let run = match board.step(cell, back).filter(|&b| !board.is_wall(b)) {
            Some(before) => run_of[before.index()],
            None => {
                runs.push(Vec::new());
                runs.len() as u32 - 1
            }
        };
        run_of[cell.index()] = run;
        runs[run as usize].push(cell);
    }
    runs
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
            let mut lengths: Vec<usize> = runs(board, step).iter().map(Vec::len).collect();
            lengths.sort_unstable();
            lengths
        };
        assert_eq!(lengths(&board, Vector::flat(1, 0)), [4, 4, 4]);
        assert_eq!(lengths(&board, Vector::flat(1, 1)), [1, 1, 2, 2, 3, 3]);
        board.add_wall(board.cell_named("b2").expect("on the board"));
        assert_eq!(lengths(&board, Vector::flat(1, 0)), [1, 2, 4, 4]);
        for step in [Vector::flat(1, 0), Vector::flat(0, 1), Vector::flat(1, -1), Vector::flat(-1, 2)] {
            let sorted = |runs: Vec<Vec<CellId>>| -> std::collections::BTreeSet<Vec<CellId>> {
                runs.into_iter()
                    .map(|mut run| {
                        run.sort_unstable();
                        run
                    })
                    .collect()
            };
            assert_eq!(sorted(swept(&board, step)), sorted(followed(&board, step)));
            assert_eq!(sorted(swept(&board, -step)), sorted(followed(&board, step)));
        }
        let torus = Board::new(Shape::Box { width: 4, height: 4, depth: 1, wrap_x: true, wrap_y: true });
        assert_eq!(lengths(&torus, Vector::flat(1, 1)), [4, 4, 4, 4]);
        assert_eq!(lengths(&torus, Vector::flat(2, 0)), [2; 8]);
        assert_eq!(lengths(&torus, Vector::flat(4, 0)), [1; 16]);
    }
}
