//! Layers of integers drawn as pictures: clues and weights.

use super::faults::ModelFaults;
use super::names::DeclaredNames;
use super::pictures::{PictureCell, PictureMark, lay};
use super::site::Site;
use crate::model::{ClueLayer, ClueMode, WeightLayer};
use crate::syntax::ast::{Name, Picture, Statement, StatementKind};
use crate::text::Span;

/// Characters allowed in a picture of numbers.
pub(super) const ALLOWED: &str = "a number, or `.` for none";
/// Memory per number of a layer.
const NUMBER_BYTES: u64 = 64;

/// A number of a picture, and where it is written.
type Entry = (crate::geometry::CellId, i64, Span);

/// Reads the layers that these statements declare into `site`. `walls` receives the cells drawn as `#`, which must be walls.
pub(super) fn read(
    statements: &[Statement],
    names: &DeclaredNames,
    site: &mut Site,
    walls: &mut Vec<PictureCell>,
    faults: &mut ModelFaults,
) {
    for statement in statements {
        match &statement.kind {
            StatementKind::ClueLayer { name, pictures, mode } if names.counts(name) => {
                let mode = mode.as_ref().map_or(ClueMode::Cells, |m| m.node);
                add_clues(name, pictures, mode, site, walls, faults);
            }
            StatementKind::Weights { name, pictures } if names.counts(name) => {
                let Some(entries) = numbers(pictures, site, walls, faults) else { continue };
                let mut of = vec![0; site.board.len()];
                entries.iter().for_each(|&(cell, number, _)| of[cell.index()] = number);
                site.weights.push(WeightLayer { name: name.node.clone(), of });
            }
            _ => {}
        }
    }
}

fn add_clues(
    name: &Name,
    pictures: &[Picture],
    mode: ClueMode,
    site: &mut Site,
    walls: &mut Vec<PictureCell>,
    faults: &mut ModelFaults,
) {
    let Some(mut entries) = numbers(pictures, site, walls, faults) else { return };
    entries.sort_unstable_by_key(|e| e.0);
    if mode == ClueMode::Walls {
        for &(cell, _, span) in &entries {
            site.board.add_wall(cell);
            site.wall_marks.entry(cell).or_insert(span);
        }
    }
    site.clue_layers.push(ClueLayer {
        name: name.node.clone(),
        mode,
        clues: entries.iter().map(|e| (e.0, e.1)).collect(),
        spans: entries.iter().map(|e| e.2).collect(),
    });
}

fn numbers(
    pictures: &[Picture],
    site: &Site,
    walls: &mut Vec<PictureCell>,
    faults: &mut ModelFaults,
) -> Option<Vec<Entry>> {
    if !site.sound {
        return None;
    }
    let marks = lay(pictures, &site.board, faults)?;
    let kept = marks.iter().filter(|m| m.mark != PictureMark::Character('.')).count() as u64;
    faults.spend_bytes(kept * NUMBER_BYTES, pictures.first()?.span)?;
    let mut entries = Vec::new();
    let before = faults.count();
    for mark in marks {
        match mark.mark {
            PictureMark::Character('.') => {}
            PictureMark::Character('#') => walls.push(mark),
            PictureMark::Number(number) => entries.push((mark.cell, number, mark.span)),
            PictureMark::Character(character) => match character.to_digit(10) {
                Some(digit) => entries.push((mark.cell, i64::from(digit), mark.span)),
                None => faults.push(mark.not_allowed(ALLOWED)),
            },
        }
    }
    (faults.count() == before).then_some(entries)
}
