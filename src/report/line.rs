//! Solutions in one line: coordinates, vectors, chess positions; and reading them.

use super::items::{BoardItem, ItemName, add, items};
use super::quote::{OVERLONG, quoted_word};
use crate::model::{CoveredCells, Diagram, Kind, KindId, Model, Placement, Shapes, read_fen};
use std::ops::Range;

/// Reason why a board cannot be shown in a format.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{format} cannot show this board: {reason}; `--format coords` can")]
pub struct UnfitBoard {
    pub format: &'static str,
    pub reason: String,
}

/// Returns `Qg6 Nb2`, in board order; the cells of a tile are joined by `+`. Routes follow with their cells along the way, as
/// `tour:a1-b3-c1`.
pub fn coords(model: &Model, diagram: &Diagram) -> String {
    let word = |item: &BoardItem<'_>| {
        let (name, cells) = item.parts(model);
        let cells: Vec<String> = cells.iter().map(|&c| model.board.cell_name(c)).collect();
        match item {
            BoardItem::Piece(p) if model.kind(p.kind).line.is_none() => {
                format!("{}{}", model.kind(p.kind).symbol, cells.join("+"))
            }
            _ => format!("{name}:{}", cells.join("-")),
        }
    };
    items(model, diagram).iter().map(word).collect::<Vec<_>>().join(" ")
}

/// Reads the output of [`coords`]. Text after ` #` is a comment.
///
/// # Errors
/// A sentence about the first word that is not a piece on cells of the board, or is one too many.
pub fn parse_coords(model: &Model, line: &str) -> Result<Diagram, String> {
    let pieces = line.split_once(" #").map_or(line, |(pieces, _)| pieces);
    let mut placements = Vec::new();
    for word in pieces.split_whitespace() {
        add(model, &mut placements, item(model, word)?)?;
    }
    Ok(Diagram::new(placements))
}

/// Reads a chess position; squares without a piece are empty.
///
/// # Errors
/// A sentence about the first fault, with its column.
pub fn parse_fen(model: &Model, line: &str) -> Result<Diagram, String> {
    let trimmed = line.trim();
    let fault = |range: Range<usize>, words: String| {
        let before = line.len() - line.trim_start().len() + range.start;
        format!("{words} (column {})", line[..before].chars().count() + 1)
    };
    let pieces = read_fen(&model.board, &model.kinds, trimmed).map_err(|faults| {
        let first = faults.into_iter().next().expect("a refusal has a fault");
        fault(
            first.range,
            first.help.map_or(first.message.clone(), |help| format!("{}: {help}", first.message)),
        )
    })?;
    let tile = pieces.iter().find(|p| model.kind(p.kind).shapes != Shapes::Point);
    if let Some(tile) = tile {
        let words = format!("`{}` covers several cells, which FEN cannot show", model.kind(tile.kind).name);
        return Err(fault(tile.range.clone(), words));
    }
    Ok(Diagram::new(pieces.iter().map(|p| Placement::point(p.kind, p.cell))))
}

/// Reads a line of coordinates or a chess position: on boards with several rows, a `/` within the first word marks a position
/// (a symbol `/` is the first character of its word).
///
/// # Errors
/// As for both formats; and a line that is valid as both but with different boards.
pub(super) fn parse_line(model: &Model, line: &str) -> Result<Diagram, String> {
    let first = line.split_whitespace().next().unwrap_or_default();
    if first.char_indices().any(|(at, c)| c == '/' && at > 0) {
        return parse_fen(model, line);
    }
    let coords = parse_coords(model, line);
    if model.board.rows().len() > 1 {
        return coords;
    }
    match (coords, parse_fen(model, line)) {
        (Ok(a), Ok(b)) if a != b => Err(format!(
            "`{0}` may be cells or a position: append ` #` for cells, ` w` for a position",
            quoted_word(line.trim())
        )),
        (Err(_), Ok(diagram)) => Ok(diagram),
        (coords, _) => coords,
    }
}

/// Reads the word of a piece, or of a route, which has its name and a colon.
fn item(model: &Model, word: &str) -> Result<Vec<Placement>, String> {
    let symbol = word.chars().next().ok_or("an empty word")?;
    let after = &word[symbol.len_utf8()..];
    if let Some(end) = after.find(':').map(|i| i + symbol.len_utf8()).filter(|_| !model.routes.is_empty()) {
        let name = ItemName::read(model, &word[..end])?;
        return name.placements(model, cells(model, word, word[end + 1..].split('-'))?);
    }
    let is_it = |k: &Kind| k.symbol == symbol && k.line.is_none();
    let kind = model.kinds.iter().position(is_it);
    let kind = kind.ok_or_else(|| format!("unknown piece `{symbol}` in `{}`", quoted_word(word)))?;
    ItemName::Kind(KindId(kind as u16)).placements(model, cells(model, word, after.split('+'))?)
}

/// Reads the names of cells in a word.
fn cells<'a>(
    model: &Model,
    word: &str,
    names: impl Iterator<Item = &'a str>,
) -> Result<CoveredCells, String> {
    let mut cells = CoveredCells::new();
    for name in names {
        let cell = model.board.cell_named(name);
        let cell =
            cell.ok_or_else(|| format!("unknown cell `{}` in `{}`", quoted_word(name), quoted_word(word)))?;
        if cells.len() == model.board.len() {
            return Err(OVERLONG.to_owned());
        }
        cells.push(cell);
    }
    Ok(cells)
}
