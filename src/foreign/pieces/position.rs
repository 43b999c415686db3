//! A chess position in FEN becomes a spec whose only solution is that position. Upper case is white, lower case black.

use crate::foreign::limits::{MAX_SIDE, MIN_SIDE};
use crate::foreign::refusal::Refusal;
use std::fmt::Write;

/// Letters of the pieces of chess, with the moves of a white and of a black piece. The letters of other pieces differ from
/// variant to variant.
const PIECES: [(char, &str, &str, &str); 6] = [
    ('K', "king", "king", "king"),
    ('Q', "queen", "queen", "queen"),
    ('R', "rook", "rook", "rook"),
    ('B', "bishop", "bishop", "bishop"),
    ('N', "knight", "knight", "knight"),
    ('P', "pawn", "pawn", "leap only (1, -1), (-1, -1)"),
];

/// The rows if `text` begins like a position: at least two rows of letters and numbers.
pub(in crate::foreign) fn rows_of(text: &str) -> Option<Vec<&str>> {
    let board = text.split_whitespace().next()?;
    let rows: Vec<&str> = board.split('/').collect();
    let is_row = |row: &&str| {
        !row.is_empty() && row.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '~' | '*'))
    };
    (rows.len() >= MIN_SIDE && rows.iter().all(is_row) && board.contains(|c: char| c.is_ascii_digit()))
        .then_some(rows)
}

/// Writes the spec, not yet in the standard layout.
pub(in crate::foreign) fn write(rows: &[&str]) -> Result<String, Refusal> {
    let width = width(rows[0])?;
    let sides = MIN_SIDE..=MAX_SIDE;
    if !sides.contains(&width) || !sides.contains(&rows.len()) {
        return Err(Refusal::Sides(format!("{width}/{}", rows.len())));
    }
    if let Some(row) = rows.iter().find(|row| self::width(row) != Ok(width)) {
        return Err(Refusal::Row((*row).to_owned(), width));
    }
    let letters = || rows.iter().flat_map(|row| row.chars()).filter(|c| c.is_ascii_alphabetic());
    if let Some(letter) = letters().find(|l| !PIECES.iter().any(|piece| piece.0 == l.to_ascii_uppercase())) {
        return Err(Refusal::Piece(letter.to_string()));
    }
    let has_black = letters().any(|letter| letter.is_ascii_lowercase());
    let mut spec = format!("puzzle \"Position\"\nboard {width} x {}\n", rows.len());
    for (letter, name, white, black) in PIECES {
        let is_there = |letter| letters().any(|there| there == letter);
        // Writing to a string cannot fail.
        if is_there(letter) {
            let _ = match has_black {
                true => writeln!(spec, "piece white_{name} \"{letter}\" = {white}"),
                false => writeln!(spec, "use {name}"),
            };
        }
        let small = letter.to_ascii_lowercase();
        if is_there(small) {
            let _ = writeln!(spec, "piece black_{name} \"{small}\" = {black}");
        }
    }
    let count = if letters().next().is_some() {
        format!("count piece = {}\n", letters().count())
    } else {
        String::new()
    };
    Ok(spec + &format!("givens fen \"{}\"\n{count}\nexpect unique\n", rows.join("/")))
}

/// Number of cells of a row.
fn width(row: &str) -> Result<usize, Refusal> {
    let mut width = 0_usize;
    let mut rest = row;
    while let Some(first) = rest.chars().next() {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let (cells, length) = match digits {
            0 if first.is_ascii_alphabetic() => (Some(1), 1),
            0 => return Err(Refusal::Piece(first.to_string())),
            _ => (rest[..digits].parse::<usize>().ok().filter(|&cells| cells <= MAX_SIDE), digits),
        };
        width += cells.ok_or_else(|| Refusal::Sides(rest[..length].to_owned()))?;
        rest = &rest[length..];
    }
    Ok(width)
}
