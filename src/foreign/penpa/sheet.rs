//! The sheet of Penpa+: a board and what is drawn in and beside it. Points are numbered by rows over the cells of the sheet, with
//! two more on every side, then likewise over their lower right corners.

use crate::foreign::drawing::{Direction, Drawing};
use crate::foreign::limits::{MAX_SIDE, MIN_SIDE};
use crate::foreign::refusal::Refusal;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// Points beyond the sheet on each side.
const BEYOND: i64 = 2;

/// Style of a thick line, and those that are only decoration or crosses.
const LINE: u64 = 2;
const NO_LINES: [u64; 4] = [12, 13, 80, 98];

/// Shade of a black cell.
const BLACK: u64 = 4;

/// Keys of a sheet that are not read.
const OTHERS: [&str; 14] = [
    "numberS",
    "freeline",
    "freelineE",
    "thermo",
    "arrows",
    "direction",
    "squareframe",
    "polygon",
    "line",
    "wall",
    "cage",
    "deletelineE",
    "killercages",
    "nobulbthermo",
];

/// A cell: its column and row from the first of the board; beside the board negative, or beyond its sides.
pub(super) type Place = (i64, i64);

/// The marks of the drawing that have not been taken.
#[derive(Debug, Default)]
pub(super) struct Sheet {
    pub columns: usize,
    pub rows: usize,
    /// Rows above and below the board, columns to its left and right.
    space: [usize; 4],
    pub numbers: BTreeMap<Place, String>,
    /// Value and name of each symbol.
    pub symbols: BTreeMap<Place, (u64, String)>,
    pub shaded: BTreeMap<Place, u64>,
    /// Cells with a line at their right or lower side.
    pub lines: Vec<(Place, Direction)>,
}

impl Sheet {
    pub fn blank(drawing: &Drawing) -> Self {
        Self { columns: drawing.columns, rows: drawing.rows, ..Self::default() }
    }

    /// Makes room beside the board, above and to the left.
    pub fn widen(&mut self, above: usize, left: usize) {
        self.space = [self.space[0].max(above), self.space[1], self.space[2].max(left), self.space[3]];
    }

    /// Columns and rows of the whole sheet.
    pub fn sides(&self) -> (usize, usize) {
        let [above, below, left, right] = self.space;
        (self.columns + left + right, self.rows + above + below)
    }

    pub fn space(&self) -> [usize; 4] {
        self.space
    }

    /// Reads the lines with the sides, the space beside the board, and the drawing.
    pub fn read(head: &str, space: &str, drawn: &str) -> Result<Self, Refusal> {
        let mut head = head.split(',');
        let kind = head.next().unwrap_or_default();
        if !matches!(kind, "square" | "sudoku") {
            return Err(Refusal::Part(format!("{kind} board")));
        }
        let mut side = || head.next().and_then(|side| side.parse::<usize>().ok()).ok_or(Refusal::NotPacked);
        let (width, height) = (side()?, side()?);
        let space: [usize; 4] = serde_json::from_str(space).map_err(|_| Refusal::NotPacked)?;
        let inner = |side: usize, a: usize, b: usize| {
            side.checked_sub(a.checked_add(b)?).filter(|s| (MIN_SIDE..=MAX_SIDE).contains(s))
        };
        let sides = inner(width, space[2], space[3]).zip(inner(height, space[0], space[1]));
        let (columns, rows) = sides.ok_or_else(|| Refusal::Sides(format!("{width}/{height}")))?;
        let page: Map<String, Value> = serde_json::from_str(drawn).map_err(|_| Refusal::NotPacked)?;
        let mut sheet = Self { columns, rows, space, ..Self::default() };
        for (part, value) in &page {
            sheet.read_part(part, value)?;
        }
        Ok(sheet)
    }

    fn read_part(&mut self, part: &str, value: &Value) -> Result<(), Refusal> {
        let marks = value.as_object().into_iter().flatten();
        let cell = |sheet: &Self, key: &str| {
            key.parse().ok().and_then(|point| sheet.place(point, 0)).ok_or(Refusal::NotPacked)
        };
        match part {
            "surface" => {
                for (key, shade) in marks.filter(|(_, shade)| shade.as_u64() != Some(0)) {
                    self.shaded.insert(cell(self, key)?, shade.as_u64().unwrap_or(1));
                }
            }
            "number" => {
                for (key, number) in marks {
                    let text = match number.get(0) {
                        Some(Value::Number(number)) => number.to_string(),
                        Some(Value::String(text)) => text.trim().to_owned(),
                        _ => return Err(Refusal::Part("number".to_owned())),
                    };
                    self.numbers.insert(cell(self, key)?, text);
                }
            }
            "symbol" => {
                for (key, symbol) in marks {
                    let name = symbol.get(1).and_then(Value::as_str).unwrap_or_default().to_owned();
                    self.symbols
                        .insert(cell(self, key)?, (symbol.get(0).and_then(Value::as_u64).unwrap_or(0), name));
                }
            }
            "lineE" => {
                for (key, style) in marks {
                    if style.as_u64().is_none_or(|style| !NO_LINES.contains(&style)) {
                        self.lines.push(self.line(key)?);
                    }
                }
            }
            _ if OTHERS.contains(&part) && is_drawn(value) => return Err(Refusal::Part(part.to_owned())),
            _ => {}
        }
        Ok(())
    }

    /// The place of a point of the given layer: 0 for cells, 1 for corners.
    fn place(&self, point: i64, layer: i64) -> Option<Place> {
        let (width, height) = self.points();
        let at = point.checked_sub(layer * width * height).filter(|at| (0..width * height).contains(at))?;
        let [above, _, left, _] = self.space;
        Some((at % width - BEYOND - left as i64, at / width - BEYOND - above as i64))
    }

    fn point(&self, (column, row): Place, layer: i64) -> i64 {
        let (width, height) = self.points();
        let [above, _, left, _] = self.space;
        layer * width * height + (row + BEYOND + above as i64) * width + column + BEYOND + left as i64
    }

    fn points(&self) -> (i64, i64) {
        let (width, height) = self.sides();
        (width as i64 + 2 * BEYOND, height as i64 + 2 * BEYOND)
    }

    /// A line between two corners, as a side of the cell to its left or above it.
    fn line(&self, key: &str) -> Result<(Place, Direction), Refusal> {
        let corner = |text: &str| text.parse().ok().and_then(|point| self.place(point, 1));
        let ends = key.split_once(',').and_then(|(a, b)| Some((corner(a)?, corner(b)?)));
        let (a, b) = ends.ok_or(Refusal::NotPacked)?;
        let last = (a.0.max(b.0), a.1.max(b.1));
        match ((a.0 - b.0).abs(), (a.1 - b.1).abs()) {
            (0, 1) => Ok((last, Direction::Right)),
            (1, 0) => Ok((last, Direction::Down)),
            _ => Err(Refusal::Part("lineE".to_owned())),
        }
    }

    /// Number of a cell of the board, by rows.
    pub fn cell(&self, (column, row): Place) -> Option<usize> {
        let (column, row) = (usize::try_from(column).ok()?, usize::try_from(row).ok()?);
        (column < self.columns && row < self.rows).then(|| row * self.columns + column)
    }

    pub fn place_of(&self, cell: usize) -> Place {
        ((cell % self.columns) as i64, (cell / self.columns) as i64)
    }

    /// Refuses what is left. Lines on the frame and beside the board say nothing.
    pub fn finish(mut self) -> Result<(), Refusal> {
        let inside = std::mem::take(&mut self.lines);
        let inside = inside.iter().any(|&line| self.inner_line(line).is_some());
        for (part, is_left) in [
            ("number", !self.numbers.is_empty()),
            ("symbol", !self.symbols.is_empty()),
            ("surface", !self.shaded.is_empty()),
            ("lineE", inside),
        ] {
            if is_left {
                return Err(Refusal::Part(part.to_owned()));
            }
        }
        Ok(())
    }

    /// The cell with a line between it and another cell of the board.
    pub fn inner_line(&self, (place, to): (Place, Direction)) -> Option<usize> {
        let (column, row) = place;
        let other = if to == Direction::Right { (column + 1, row) } else { (column, row + 1) };
        self.cell(other).and_then(|_| self.cell(place))
    }

    /// All that is drawn, as the page reads it.
    pub fn page(&self) -> Value {
        let mut page = blank_page();
        let map = |part: &mut Value, key: String, value: Value| {
            if let Some(map) = part.as_object_mut() {
                map.insert(key, value);
            }
        };
        for (&place, shade) in &self.shaded {
            map(&mut page["surface"], self.point(place, 0).to_string(), json!(shade));
        }
        for (&place, text) in &self.numbers {
            let style = if self.shaded.contains_key(&place) { 7 } else { 1 };
            let form = if text.contains('_') { "2" } else { "1" };
            map(&mut page["number"], self.point(place, 0).to_string(), json!([text, style, form]));
        }
        for (&place, (value, name)) in &self.symbols {
            map(&mut page["symbol"], self.point(place, 0).to_string(), json!([value, name, 1]));
        }
        for &(place, to) in &self.lines {
            let last = self.point(place, 1);
            let first = if to == Direction::Right { last - self.points().0 } else { last - 1 };
            map(&mut page["lineE"], format!("{first},{last}"), json!(LINE));
        }
        page
    }

    /// The cells of the board, each as its distance from the one before.
    pub fn cells_by_steps(&self) -> Vec<i64> {
        let points = (0..self.columns * self.rows).map(|cell| self.point(self.place_of(cell), 0));
        let steps = points.scan(0, |last, point| Some(point - std::mem::replace(last, point)));
        steps.collect()
    }

    pub fn blacken(&mut self, place: Place) {
        self.shaded.insert(place, BLACK);
    }
}

fn is_drawn(value: &Value) -> bool {
    match value {
        Value::Array(list) => !list.is_empty(),
        Value::Object(map) => !map.is_empty(),
        _ => false,
    }
}

/// A page on which nothing is drawn.
pub(super) fn blank_page() -> Value {
    let mut page = Map::new();
    for stack in ["command_redo", "command_undo", "command_replay"] {
        page.insert(stack.to_owned(), json!({ "__a": [] }));
    }
    for map in [
        "surface",
        "number",
        "numberS",
        "symbol",
        "line",
        "lineE",
        "wall",
        "cage",
        "deletelineE",
        "freeline",
        "freelineE",
    ] {
        page.insert(map.to_owned(), json!({}));
    }
    for list in ["thermo", "arrows", "direction", "squareframe", "polygon", "killercages", "nobulbthermo"] {
        page.insert(list.to_owned(), json!([]));
    }
    Value::Object(page)
}
