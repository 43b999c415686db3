//! Layers of regions: one letter per cell, or blocks.

use super::error::BoardError;
use super::faults::ModelFaults;
use super::names::DeclaredNames;
use super::numbers::Numbers;
use super::params::Parameters;
use super::pictures::{PictureCell, PictureMark, lay};
use super::site::Site;
use crate::geometry::Shape;
use crate::model::Layer;
use crate::syntax::ast::{Picture, RegionsBody, Statement, StatementKind};
use crate::text::Span;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Returns the layers that these statements declare. Of two layers with the same name (reported elsewhere) the first
/// counts. `walls` receives the cells drawn as `#`, which belong to no region and must be walls.
pub(super) fn layers(
    statements: &[Statement],
    names: &DeclaredNames,
    params: &Parameters,
    site: &Site,
    walls: &mut Vec<PictureCell>,
    faults: &mut ModelFaults,
) -> Vec<Layer> {
    let mut layers: Vec<Layer> = Vec::new();
    for statement in statements {
        let StatementKind::Regions { layer, body } = &statement.kind else { continue };
        let name = layer.as_ref().map_or_else(|| Arc::from("region"), |l| l.node.clone());
        if !site.sound || layers.iter().any(|l| l.name == name) {
            continue;
        }
        let span = layer.as_ref().map_or(statement.span, |l| l.span);
        let built = match body {
            RegionsBody::Pictures(pictures) => drawn(pictures, site, walls, faults),
            RegionsBody::Blocks { width, height, span } => {
                let mut numbers = Numbers::new(names, params);
                let (w, h) = (numbers.of(width, faults), numbers.of(height, faults));
                w.zip(h).and_then(|(w, h)| blocks(w, h, *span, site, faults))
            }
        };
        if let Some((regions, of)) = built {
            layers.push(Layer { name, regions, of, span });
        }
    }
    layers
}

/// Characters allowed in a picture of regions.
pub(super) const ALLOWED: &str = "a letter for a region, or `.` for none";

/// Memory per region: its name and the pointers to it.
const REGION_BYTES: u64 = 48;
/// Memory per cell for the number of its region.
const OF_BYTES: u64 = 8;

type Regions = (Vec<Arc<str>>, Vec<Option<u32>>);

fn drawn(
    pictures: &[Picture],
    site: &Site,
    walls: &mut Vec<PictureCell>,
    faults: &mut ModelFaults,
) -> Option<Regions> {
    let mut regions: Vec<Arc<str>> = Vec::new();
    let mut number: FxHashMap<char, u32> = FxHashMap::default();
    let marks = lay(pictures, &site.board, faults)?;
    faults.spend_bytes(site.board.len() as u64 * OF_BYTES, pictures.first()?.span)?;
    let mut of = vec![None; site.board.len()];
    let before = faults.count();
    for mark in marks {
        let character = match mark.mark {
            PictureMark::Character('.') => continue,
            PictureMark::Character('#') => {
                walls.push(mark);
                continue;
            }
            PictureMark::Character(character) if character.is_alphanumeric() => character,
            _ => {
                faults.push(mark.not_allowed(ALLOWED));
                continue;
            }
        };
        let region = *number.entry(character).or_insert_with(|| {
            regions.push(Arc::from(character.to_string()));
            regions.len() as u32 - 1
        });
        of[mark.cell.index()] = Some(region);
    }
    (faults.count() == before).then_some((regions, of))
}

fn blocks(width: i64, height: i64, span: Span, site: &Site, faults: &mut ModelFaults) -> Option<Regions> {
    let Shape::Box { width: columns, height: rows, depth: 1, .. } = site.board.shape() else {
        return faults.none(BoardError::FlatBoardOnly { what: "blocks" }.at(span));
    };
    let (columns, rows) = (i64::from(columns), i64::from(rows));
    if width < 1 || height < 1 || columns % width != 0 || rows % height != 0 {
        return faults.none(BoardError::BlocksDoNotDivide { width, height, columns, rows }.at(span));
    }
    let across = columns / width;
    let cells = site.board.len() as u64;
    faults.spend_steps(cells, span)?;
    faults.spend_bytes((across * (rows / height)) as u64 * REGION_BYTES + cells * OF_BYTES, span)?;
    let mut regions = Vec::new();
    for down in 0..rows / height {
        let letter = crate::geometry::Board::column_name(down as u32).to_uppercase();
        regions.extend((1..=across).map(|right| Arc::from(format!("{letter}{right}"))));
    }
    let region = |cell| {
        let v = site.board.coordinate(cell);
        let down = (rows - i64::from(v.y)) / height;
        let right = (i64::from(v.x) - 1) / width;
        Some((down * across + right) as u32)
    };
    let of = site.board.cells().map(region).collect();
    Some((regions, of))
}
