//! Penpa+: a URL whose field `p` is a puzzle as lines of text, compressed. The first line has the sides of the sheet, the second the
//! rows and columns beside the board, the fourth all that is drawn, and the eighteenth names genres. The format is that of
//! penpa-edit (`docs/js/class_p.js`), which draws puzzles of puzz.link as [`marks`] does.

mod marks;
mod packed;
mod sheet;

use super::drawing::Drawing;
use super::genre::{self, Genre};
use super::refusal::Refusal;
use serde_json::{Value, json};
use sheet::Sheet;

/// Lines of the text, by their numbers.
const SPACE: usize = 1;
const DRAWN: usize = 3;
const TAGS: usize = 17;

/// The text of the puzzle if `text` is a URL of Penpa+.
pub(super) fn packed_of(text: &str) -> Option<&str> {
    let text = text.trim();
    let (_, fields) = text.split_once("penpa-edit").and_then(|(_, rest)| rest.split_once(['#', '?']))?;
    fields.split('&').find_map(|field| field.strip_prefix("p="))
}

/// Writes the spec of the puzzle, not yet in the standard layout.
pub(super) fn write(packed: &str) -> Result<String, Refusal> {
    let text = packed::unpacked(packed)?;
    let lines: Vec<&str> = text.split('\n').collect();
    let line = |at: usize| lines.get(at).copied().ok_or(Refusal::NotPacked);
    let genre = genre_of(line(TAGS).unwrap_or("[]"))?;
    let mut sheet = Sheet::read(line(0)?, line(SPACE)?, line(DRAWN)?)?;
    let mut drawing = Drawing::new(sheet.columns, sheet.rows);
    for code in genre.codes() {
        marks::read(*code, &mut drawing, &mut sheet)?;
    }
    sheet.finish()?;
    (genre.spec)(&drawing)
}

/// The genre among the tags of a puzzle.
fn genre_of(tags: &str) -> Result<&'static Genre, Refusal> {
    let tags: Vec<String> = serde_json::from_str(tags).unwrap_or_default();
    let found = tags.iter().find_map(|tag| genre::named(&tag.to_lowercase()).ok());
    found.ok_or_else(|| match tags.first() {
        None => Refusal::NoTag,
        Some(tag) => genre::named(tag).err().unwrap_or(Refusal::NoTag),
    })
}

/// The URL that shows a drawing; `None` if the genre has parts that are not drawn.
pub(super) fn url(genre: &Genre, drawing: &Drawing, title: &str) -> Option<String> {
    let mut sheet = Sheet::blank(drawing);
    for code in genre.codes() {
        marks::write(*code, drawing, &mut sheet)?;
    }
    let text = lines(genre, &sheet, title).join("\n");
    Some(format!("https://swaroopg92.github.io/penpa-edit/#m=edit&p={}", packed::packed(&text)))
}

fn lines(genre: &Genre, sheet: &Sheet, title: &str) -> Vec<String> {
    let (width, height) = sheet.sides();
    let size = 38;
    let middle = (height + 4) / 2 * (width + 4) + (width + 4) / 2;
    // No text of the first line has a comma, which would end it.
    let title = title.replace(',', "%2C");
    let head = format!(
        "square,{width},{height},{size},0,1,1,{},{},{middle},{middle},0,0,0,0,Title: {title},Author: ,,,OFF,false",
        (width + 1) * size,
        (height + 1) * size
    );
    let empty = sheet::blank_page();
    let mode = json!({
        "qa": "pu_a", "grid": ["1", "2", "1"], "pu_q": modes(), "pu_a": modes(),
    });
    let values: [Value; 17] = [
        json!(sheet.space()),
        mode.clone(),
        sheet.page(),
        empty.clone(),
        json!(sheet.cells_by_steps()),
        json!(["Surface", "Number Normal", "Composite"]),
        json!({}),
        json!("x"),
        json!("x"),
        json!([3, 2, 3]),
        mode,
        json!("x"),
        json!(0),
        empty.clone(),
        empty,
        json!({}),
        json!([genre.tag()]),
    ];
    std::iter::once(head).chain(values.iter().map(Value::to_string)).collect()
}

/// The tools that are chosen when the page opens.
fn modes() -> Value {
    json!({
        "edit_mode": "surface", "surface": ["", 1], "multicolor": ["", 1], "line": ["1", 3], "lineE": ["1", 3], "wall": ["", 3],
        "cage": ["1", 10], "number": ["1", 2], "symbol": ["circle_L", 1], "special": ["thermo", ""], "board": ["", ""],
        "move": ["1", ""], "combi": ["battleship", 3], "sudoku": ["1", 9],
    })
}
