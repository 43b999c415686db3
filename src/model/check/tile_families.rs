//! Families of tiles: all rectangles, or all polyominoes, of an area.
//!
//! Only shapes that fit the board are listed. The polyominoes of an area are grown from those of one cell less by adding each
//! neighboring cell; equal ones are dropped.

use super::error::PieceError;
use super::faults::ModelFaults;
use crate::geometry::{Shape, Vector};
use crate::syntax::ast::TileFamily;
use crate::text::Span;
use std::collections::BTreeSet;

/// Largest area of a family of polyominoes; there are 2,725 of 8 cells.
const MOST_CELLS: i64 = 8;
/// Largest area of a family of rectangles.
const MOST_AREA: i64 = 4_000_000;

/// Returns the shapes of `area` that fit a flat board, each sorted, with the least coordinate of each axis 0.
pub(super) fn shapes(
    family: TileFamily,
    area: i64,
    board: Shape,
    span: Span,
    faults: &mut ModelFaults,
) -> Option<Vec<Vec<Vector>>> {
    let (width, height, _) = board.extent();
    let limit = match family {
        TileFamily::Rectangles => MOST_AREA,
        TileFamily::Polyominoes => MOST_CELLS,
    };
    if !(1..=limit).contains(&area) {
        let limit = limit.min(i64::from(width) * i64::from(height));
        return faults.none(PieceError::TileArea { area, limit }.at(span));
    }
    let all = match family {
        TileFamily::Rectangles => rectangles(area, (width.into(), height.into()), span, faults)?,
        TileFamily::Polyominoes => {
            let fits = |tile: &Vec<Vector>| tile.iter().all(|v| v.x < width as i32 && v.y < height as i32);
            polyominoes(area).into_iter().filter(fits).collect()
        }
    };
    let cells: usize = all.iter().map(Vec::len).sum();
    faults.spend_bytes((cells * size_of::<Vector>()) as u64, span)?;
    Some(all)
}

fn rectangles(
    area: i64,
    (width, height): (i64, i64),
    span: Span,
    faults: &mut ModelFaults,
) -> Option<Vec<Vec<Vector>>> {
    let mut all = Vec::new();
    for across in (1..=width.min(area)).filter(|across| area % across == 0 && area / across <= height) {
        faults.spend_steps(area as u64, span)?;
        let cells =
            (0..across).flat_map(|x| (0..area / across).map(move |y| Vector::flat(x as i32, y as i32)));
        let mut tile: Vec<Vector> = cells.collect();
        tile.sort_unstable();
        all.push(tile);
    }
    Some(all)
}

fn polyominoes(area: i64) -> BTreeSet<Vec<Vector>> {
    let mut all = BTreeSet::from([vec![Vector::flat(0, 0)]]);
    for _ in 1..area {
        let mut larger = BTreeSet::new();
        for tile in &all {
            for &cell in tile {
                for step in [Vector::flat(1, 0), Vector::flat(-1, 0), Vector::flat(0, 1), Vector::flat(0, -1)]
                {
                    let next = cell + step;
                    if !tile.contains(&next) {
                        larger.insert(normal(tile, next));
                    }
                }
            }
        }
        all = larger;
    }
    all
}

/// Returns the tile with one more cell, moved to the corner.
fn normal(tile: &[Vector], more: Vector) -> Vec<Vector> {
    let corner = Vector::flat(more.x.min(0), more.y.min(0));
    let mut cells: Vec<Vector> = tile.iter().copied().chain([more]).map(|v| v - corner).collect();
    cells.sort_unstable();
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_polyominoes() {
        // A001168
        let counts: Vec<usize> = (1..=8).map(|n| polyominoes(n).len()).collect();
        assert_eq!(counts, [1, 2, 6, 19, 63, 216, 760, 2725]);
    }
}
