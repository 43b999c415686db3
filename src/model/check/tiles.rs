//! Shapes of tiles: the cells of the picture in every permitted orientation.

use super::error::{BoardError, PieceError};
use super::faults::ModelFaults;
use super::pictures::{PictureMark, not_allowed, width};
use super::vectors::cell_symmetries;
use crate::geometry::{Matrix, Shape, SymmetryKind, Vector};
use crate::syntax::ast::{Picture, Turning};

/// Returns the distinct orientations of the shapes of a tile, the shape itself first. In space a tile is turned in the 24
/// possible ways and never reflected.
pub(super) fn orientations(
    shapes: &[Vec<Picture>],
    turning: Turning,
    (shape, in_space): (Shape, bool),
    faults: &mut ModelFaults,
) -> Option<Vec<Vec<Vector>>> {
    let turning = if in_space && turning == Turning::Free { Turning::Turn } else { turning };
    let mut found: Vec<Vec<Vector>> = Vec::new();
    for layers in shapes {
        let span = layers[0].span;
        if shape.is_hex() {
            return faults.none(BoardError::SquaresOnly { what: "a tile".to_owned() }.at(span));
        }
        let cells = cells_of_layers(layers, in_space, faults)?;
        for (kind, map) in cell_symmetries(shape, in_space) {
            if !allowed(turning, kind) {
                continue;
            }
            faults.spend_bytes((cells.len() * size_of::<Vector>()) as u64, span)?;
            let image = image(&cells, &map);
            if !found.contains(&image) {
                found.push(image);
            }
        }
    }
    Some(found)
}

/// Returns the cells of a shape, drawn in one picture per layer.
fn cells_of_layers(layers: &[Picture], in_space: bool, faults: &mut ModelFaults) -> Option<Vec<Vector>> {
    if let (false, [first, .., last]) = (in_space, layers) {
        let span = first.span.to(last.span);
        return faults.none(BoardError::PictureLayers { expected: 1, found: layers.len() }.at(span));
    }
    let mut cells = Vec::new();
    for (picture, z) in layers.iter().zip(0..) {
        cells.extend(drawn_cells(picture, faults)?.into_iter().map(|v| Vector::new(v.x, v.y, z)));
    }
    if cells.is_empty() {
        return faults.none(PieceError::EmptyTile.at(layers[0].span));
    }
    Some(cells)
}

fn allowed(turning: Turning, kind: SymmetryKind) -> bool {
    use SymmetryKind::{Identity, OtherRotation, Rotation};
    match turning {
        Turning::Fixed => kind == Identity,
        Turning::Turn => matches!(kind, Identity | Rotation(_) | OtherRotation(_)),
        Turning::Free => true,
    }
}

/// Returns the image, translated to the corner of its bounding box and sorted.
fn image(cells: &[Vector], map: &Matrix) -> Vec<Vector> {
    let mut image: Vec<Vector> = cells.iter().map(|&c| map.apply(c)).collect();
    let least = |number: fn(&Vector) -> i32| image.iter().map(number).min().unwrap_or(0);
    let corner = Vector::new(least(|v| v.x), least(|v| v.y), least(|v| v.z));
    for cell in &mut image {
        *cell = *cell - corner;
    }
    image.sort_unstable();
    image
}

fn drawn_cells(picture: &Picture, faults: &mut ModelFaults) -> Option<Vec<Vector>> {
    width(picture, faults)?;
    let mut cells = Vec::new();
    let mut sound = true;
    for (row, y) in picture.rows.iter().zip((0..).map(|down: i32| -down)) {
        for ((mark, span), x) in row.marks().into_iter().zip(0..) {
            match mark {
                PictureMark::Character('#') => cells.push(Vector::flat(x, y)),
                PictureMark::Character('.') => {}
                _ => {
                    sound = false;
                    faults.push(not_allowed(mark, "`#` for a cell of the tile, or `.`").at(span));
                }
            }
        }
    }
    sound.then_some(cells)
}
