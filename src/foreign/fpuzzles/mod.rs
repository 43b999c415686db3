//! Variants of Sudoku in the JSON of f-puzzles, which SudokuPad reads too: as a file, or compressed in a URL.
//!
//! The format has no specification. An object has `size`, `grid` (rows of cells with `value`, `given` and `region`) and one
//! key for each kind of constraint; `parts` has those that are read. Cells are `R1C1` from the top left. What is empty is left
//! out, and any other key is refused by name.

mod export;
mod grid;
mod marks;
mod parts;

pub(super) use export::guesses;

use super::refusal::Refusal;
use grid::Grid;
use serde_json::{Map, Value};

/// Limit on the compressed text of a URL: one that is longer could unpack to gigabytes.
const MOST_COMPRESSED: usize = 16_384;

/// Keys about the puzzle as a whole, or about how it is shown.
const IGNORED: [&str; 9] = [
    "size",
    "grid",
    "author",
    "ruleset",
    "solution",
    "highlightConflicts",
    "successMessage",
    "hideSolution",
    "title",
];

/// The JSON of the puzzle if `text` is in this format: JSON itself, or a URL with it.
pub(super) fn json_of(text: &str) -> Option<Result<Map<String, Value>, Refusal>> {
    let text = text.trim();
    if text.starts_with('{') {
        return Some(object(text));
    }
    let marks = ["f-puzzles.com/?load=", "puzzleid=fpuzzles", "puzzleid=fpuz", "/fpuzzles", "/fpuz"];
    let compressed = marks.iter().find_map(|mark| Some(text.split_once(mark)?.1))?;
    Some(unpacked(compressed).and_then(|json| object(&json)))
}

fn object(json: &str) -> Result<Map<String, Value>, Refusal> {
    serde_json::from_str(json).map_err(|fault| Refusal::Json(fault.to_string()))
}

/// Unpacks the text after the mark in a URL: base 64 of lz-string, in which browsers write some characters otherwise.
fn unpacked(compressed: &str) -> Result<String, Refusal> {
    if compressed.len() > MOST_COMPRESSED {
        return Err(Refusal::TooMuch(MOST_COMPRESSED));
    }
    let end = compressed.find(['&', '#']).unwrap_or(compressed.len());
    let text = compressed[..end].replace(' ', "+");
    let text = [("%2B", "+"), ("%2b", "+"), ("%2F", "/"), ("%2f", "/"), ("%3D", "="), ("%3d", "=")]
        .iter()
        .fold(text, |text, (from, to)| text.replace(from, to));
    let units = lz_str::decompress_from_base64(&text).filter(|units| !units.is_empty());
    String::from_utf16(&units.ok_or(Refusal::NotPacked)?).map_err(|_| Refusal::NotPacked)
}

/// Writes the spec, not yet in the standard layout.
pub(super) fn write(puzzle: &Map<String, Value>) -> Result<String, Refusal> {
    let grid = Grid::read(puzzle)?;
    let moves = [("antiknight", "knight"), ("antiking", "king")];
    let moves: Vec<&str> =
        moves.iter().filter(|(key, _)| is_on(puzzle, key)).map(|(_, moves)| *moves).collect();
    let mut spec = format!("puzzle \"{}\"\n{}", title(puzzle), ruleset(puzzle));
    spec += &grid.rules(if moves.is_empty() { "none".to_owned() } else { moves.join(" + ") }.as_str());
    if !moves.is_empty() {
        spec += "no attacks within kinds\n";
    }
    for (key, value) in puzzle {
        if is_empty(value)
            || IGNORED.contains(&key.as_str())
            || matches!(key.as_str(), "antiknight" | "antiking")
        {
            continue;
        }
        let part = parts::named(key).ok_or_else(|| Refusal::Part(key.clone()))?;
        spec += &part(&grid, value)?;
    }
    spec += &grid.givens();
    Ok(spec + "\nexpect unique\n")
}

fn is_on(puzzle: &Map<String, Value>, key: &str) -> bool {
    puzzle.get(key).is_some_and(|value| !is_empty(value))
}

/// Returns true if a part says nothing.
fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => true,
        Value::String(text) => text.is_empty(),
        Value::Array(list) => list.is_empty(),
        Value::Object(object) => object.is_empty(),
        Value::Bool(true) | Value::Number(_) => false,
    }
}

/// The title without what a quoted text of the language cannot hold.
fn title(puzzle: &Map<String, Value>) -> String {
    let title = puzzle.get("title").and_then(Value::as_str).unwrap_or_default();
    let title: String =
        title.chars().filter(|c| !c.is_control() && !matches!(c, '"' | '\\')).take(80).collect();
    if title.trim().is_empty() { "Sudoku".to_owned() } else { title.trim().to_owned() }
}

/// The author's rules as a comment. They may say more than the parts, which a reader should be able to see.
fn ruleset(puzzle: &Map<String, Value>) -> String {
    let rules = puzzle.get("ruleset").and_then(Value::as_str).unwrap_or_default();
    let line = |line: &str| {
        let shown: String = line.chars().filter(|c| !c.is_control()).collect();
        if shown.trim().is_empty() { String::new() } else { format!("# {}\n", shown.trim()) }
    };
    rules.lines().map(line).collect()
}
