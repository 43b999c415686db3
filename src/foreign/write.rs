//! Parts of specs as text: names of cells, pictures, whole specs.

use super::drawing::{Clue, Drawing};
use super::refusal::Refusal;

/// Name of a column, from 0: `a` to `z`, then `aa`.
pub(super) fn column_name(column: usize) -> String {
    let letter = |n: usize| char::from(b'a' + (n % 26) as u8);
    match column.checked_sub(26) {
        None => letter(column).to_string(),
        Some(after) => format!("{}{}", letter(after / 26), letter(after)),
    }
}

/// Name of a cell, numbered by rows from the top, on a board with these sides.
pub(super) fn cell_name(at: usize, columns: usize, rows: usize) -> String {
    format!("{}{}", column_name(at % columns), rows - at / columns)
}

/// The location from one cell to another in the same row or column.
pub(super) fn span(drawing: &Drawing, from: usize, to: usize) -> String {
    let name = |at| cell_name(at, drawing.columns, drawing.rows);
    let [first, last] = if (from / drawing.columns) == (to / drawing.columns) {
        [from.min(to), from.max(to)]
    } else {
        [from.max(to), from.min(to)]
    };
    if first == last { name(first) } else { format!("{}..{}", name(first), name(last)) }
}

/// A picture with aligned columns.
pub(super) fn picture_of(columns: usize, cells: usize, word: impl Fn(usize) -> String) -> String {
    let words: Vec<String> = (0..cells).map(word).collect();
    let width = words.iter().map(|word| word.chars().count()).max().unwrap_or(1);
    let row = |row: &[String]| row.iter().map(|word| format!("{word:>width$}")).collect::<Vec<_>>().join(" ");
    let rows: Vec<String> = words.chunks(columns).map(row).collect();
    format!("\"\"\"\n{}\n\"\"\"\n", rows.join("\n"))
}

/// A picture of clues; `#` is a clue without a number.
pub(super) fn picture(drawing: &Drawing) -> String {
    picture_of(drawing.columns, drawing.cells(), |at| match drawing.clues[at] {
        Clue::None => ".".to_owned(),
        Clue::Open => "#".to_owned(),
        Clue::Number(number) => number.to_string(),
    })
}

/// The board without a picture.
pub(super) fn board(drawing: &Drawing) -> String {
    format!("board {} x {}\n", drawing.columns, drawing.rows)
}

/// Number of names for regions.
pub(super) const MOST_NAMES: usize = 52;

/// Name of a region, from 0: `A` to `Z`, then `a` to `z`.
pub(super) fn region_name(number: usize) -> char {
    let first = if number < 26 { b'A' } else { b'a' };
    char::from(first + (number % 26) as u8)
}

/// A layer of regions that shows the rooms.
pub(super) fn rooms(drawing: &Drawing, head: &str) -> Result<String, Refusal> {
    if drawing.room_count() > MOST_NAMES {
        return Err(Refusal::Rooms(drawing.room_count(), MOST_NAMES));
    }
    let name = |at: usize| region_name(drawing.rooms[at]).to_string();
    Ok(format!("regions {head}{}", picture_of(drawing.columns, drawing.cells(), name)))
}

/// A list of clues, in which `_` is none.
pub(super) fn list(clues: &[Clue]) -> String {
    let one = |clue: &Clue| clue.number().map_or_else(|| "_".to_owned(), |number| number.to_string());
    clues.iter().map(one).collect::<Vec<_>>().join(", ")
}

/// A puzzle in a magazine has one solution, which `puzzle test` checks.
pub(super) fn spec(title: &str, rules: &str, clues: &str) -> String {
    format!("puzzle \"{title}\"\n{rules}{clues}\nexpect unique\n")
}
