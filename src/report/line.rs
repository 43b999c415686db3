//! Solutions in one line: coordinates, vectors, chess positions; and reading them.

use crate::geometry::CellId;
use crate::model::{Diagram, KindId, Model, Placement, Shapes, read_fen};
use smallvec::SmallVec;
use std::ops::Range;

/// Reason why a board cannot be shown in a format.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{format} cannot show this board: {reason}; `--format coords` can")]
pub struct UnfitBoard {
    pub format: &'static str,
    pub reason: String,
}

/// Returns `Qg6 Nb2`, in board order; the cells of a tile are joined by `+`.
pub fn coords(model: &Model, diagram: &Diagram) -> String {
    let piece = |p: &Placement| {
        let cells: Vec<String> = p.cells.iter().map(|&c| model.board.cell_name(c)).collect();
        format!("{}{}", model.kind(p.kind).symbol, cells.join("+"))
    };
    diagram.placements().iter().map(piece).collect::<Vec<_>>().join(" ")
}

/// Reads the output of [`coords`]. Text after ` #` is a comment.
///
/// # Errors
/// A sentence about the first word that is not a piece on cells of the board, or is one too many.
pub fn parse_coords(model: &Model, line: &str) -> Result<Diagram, String> {
    let pieces = line.split_once(" #").map_or(line, |(pieces, _)| pieces);
    let (mut placements, cells) = (Vec::new(), model.board.len());
    for word in pieces.split_whitespace() {
        if placements.len() == cells {
            return Err(overfull(cells));
        }
        placements.push(piece(model, word)?);
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

fn piece(model: &Model, word: &str) -> Result<Placement, String> {
    let symbol = word.chars().next().ok_or("an empty word")?;
    let kind = model.kinds.iter().position(|k| k.symbol == symbol);
    let kind = kind.ok_or_else(|| format!("unknown piece `{symbol}` in `{}`", quoted_word(word)))?;
    let mut cells: SmallVec<[CellId; 1]> = SmallVec::new();
    for name in word[symbol.len_utf8()..].split('+') {
        let cell = model.board.cell_named(name);
        let cell =
            cell.ok_or_else(|| format!("unknown cell `{}` in `{}`", quoted_word(name), quoted_word(word)))?;
        if cells.len() == model.board.len() {
            return Err(OVERLONG.to_owned());
        }
        cells.push(cell);
    }
    cells.sort_unstable();
    Ok(Placement { kind: KindId(kind as u16), cells })
}

/// Shortens a word of a file for a message.
pub(super) fn quoted_word(word: &str) -> String {
    quoted(word, 40)
}

/// The message about a board with more pieces than cells.
pub(super) fn overfull(cells: usize) -> String {
    format!("a board of {cells} cells cannot hold more pieces than that")
}

/// The message about a piece on more cells than there are.
pub(super) const OVERLONG: &str = "a piece cannot cover more cells than the board has";

/// Returns the first `most` characters of `words`; text from a file may be as long as the file.
pub fn quoted(words: &str, most: usize) -> String {
    match words.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &words[..end]),
        None => words.to_owned(),
    }
}
