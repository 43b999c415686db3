//! The cells that a set of pieces attacks: the number of attackers of each cell, and attacked pieces in brackets.
//!
//! Attacks are those of the judge: pieces and walls block.

use super::mark::{DisplayStyle, Hue, Mark};
use super::picture::{CellShade, Note};
use super::route_faces::line_face;
use super::sheet::sheet;
use crate::geometry::CellId;
use crate::model::{Diagram, KindId, Model, attacker_counts};

/// Draws the board with the number of attackers on each attacked cell, and a summary line.
pub fn draw_attacked(model: &Model, diagram: &Diagram, look: DisplayStyle) -> Vec<String> {
    let counts = attacker_counts(model, diagram);
    let kinds = diagram.kinds_by_cell(model.board.len());
    let mark = |cell: CellId| {
        let attackers = counts[cell.index()];
        match kinds[cell.index()] {
            Some(kind) => {
                let kind_of = model.kind(kind);
                let symbol = kind_of.line.as_ref().map_or(kind_of.symbol, |line| line_face(model, line));
                let mark = Mark::colored(symbol, Some(Hue::Kind(kind.index())), look);
                if attackers > 0 { mark.bracketed() } else { mark }
            }
            None if model.board.is_wall(cell) => Mark::colored('#', Some(Hue::Faint), look),
            None if attackers == 0 => Mark::colored('.', Some(Hue::Faint), look),
            None => Mark::plain(attackers.to_string()),
        }
    };
    let marks: Vec<Mark> = model.board.cells().map(mark).collect();
    let mut lines = sheet(&model.board, &marks, look);
    lines.push(String::new());
    lines.push(summary(model, diagram, &kinds, &counts));
    lines
}

/// Returns the attacks by cell, for a picture: attacked empty cells have the number of their attackers (`+` from ten on),
/// attacked pieces a shade; and the legend.
pub fn attacked_notes(model: &Model, diagram: &Diagram) -> (Vec<Note>, String) {
    let counts = attacker_counts(model, diagram);
    let kinds = diagram.kinds_by_cell(model.board.len());
    let note = |cell: CellId| {
        let attackers = counts[cell.index()];
        let digit = u32::try_from(attackers).ok().and_then(|n| char::from_digit(n, 10)).unwrap_or('+');
        match (attackers, kinds[cell.index()]) {
            (0, _) => Note { letter: ' ', shade: CellShade::None },
            (_, Some(_)) => Note { letter: ' ', shade: CellShade::All },
            (_, None) => Note { letter: digit, shade: CellShade::Some },
        }
    };
    (model.board.cells().map(note).collect(), summary(model, diagram, &kinds, &counts))
}

/// Numbers of empty cells and pieces that are attacked.
fn summary(model: &Model, diagram: &Diagram, kinds: &[Option<KindId>], counts: &[u64]) -> String {
    let attacked = |cell: &CellId| counts[cell.index()] > 0;
    let (mut empty, mut free) = (0, 0);
    for cell in model.board.open_cells().filter(|&c| kinds[c.index()].is_none()) {
        free += 1;
        empty += usize::from(attacked(&cell));
    }
    let pieces = diagram.placements();
    let hit = pieces.iter().filter(|p| p.cells.iter().any(attacked)).count();
    format!("attacked: {empty} of {free} empty cells, {hit} of {} pieces", pieces.len())
}
