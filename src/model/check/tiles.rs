//! Shapes of tiles: the cells of the picture in every permitted orientation.

use super::error::{BoardError, PieceError};
use super::faults::ModelFaults;
use super::pictures::{character_span, width};
use super::vectors::cell_symmetries;
use crate::geometry::{Matrix, Shape, SymmetryKind, Vector};
use crate::syntax::ast::{Picture, Turning};

/// Returns the distinct orientations of `picture`, the picture itself first. On a board with layers, `turn` means the 24
/// rotations; without a word, all 48 rotations and reflections are allowed.
pub(super) fn orientations(
    picture: &Picture,
    turning: Turning,
    (shape, in_space): (Shape, bool),
    faults: &mut ModelFaults,
) -> Option<Vec<Vec<Vector>>> {
    if shape.is_hex() {
        return faults.none(BoardError::SquaresOnly { what: "a tile".to_owned() }.at(picture.span));
    }
    let cells = drawn_cells(picture, faults)?;
    let mut found: Vec<Vec<Vector>> = Vec::new();
    for (kind, map) in cell_symmetries(shape, in_space) {
        if !allowed(turning, kind) {
            continue;
        }
        faults.spend_bytes((cells.len() * size_of::<Vector>()) as u64, picture.span)?;
        let image = image(&cells, &map);
        if !found.contains(&image) {
            found.push(image);
        }
    }
    Some(found)
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
        for (&(character, at), x) in row.cells.iter().zip(0..) {
            match character {
                '#' => cells.push(Vector::flat(x, y)),
                '.' => {}
                _ => {
                    sound = false;
                    let span = character_span(row, (character, at));
                    let allowed = "`#` for a cell of the tile, or `.`";
                    faults.push(BoardError::PictureCharacter { character, allowed }.at(span));
                }
            }
        }
    }
    if sound && cells.is_empty() {
        return faults.none(PieceError::EmptyTile.at(picture.span));
    }
    sound.then_some(cells)
}
