//! The grid of a Sudoku: its side, boxes and givens.

use crate::foreign::refusal::Refusal;
use serde_json::{Map, Value};

/// Width and height of the boxes of each side that has standard ones.
pub(super) const BOXES: [(usize, (usize, usize)); 10] = [
    (4, (2, 2)),
    (6, (3, 2)),
    (8, (4, 2)),
    (9, (3, 3)),
    (10, (5, 2)),
    (12, (4, 3)),
    (14, (7, 2)),
    (15, (5, 3)),
    (16, (4, 4)),
    (1, (1, 1)),
];

/// Limit on the side: a region is a letter.
const MOST: u64 = 16;

/// A cell: its row from the top and its column, both from 0.
pub(super) type Cell = (usize, usize);

pub(super) struct Grid {
    pub side: usize,
    /// Given digits, by rows.
    givens: Vec<Option<u64>>,
    /// Numbers of boxes, by rows.
    boxes: Vec<usize>,
    /// Width and height of the boxes, if they are the standard ones.
    pub blocks: Option<(usize, usize)>,
}

impl Grid {
    pub fn read(puzzle: &Map<String, Value>) -> Result<Self, Refusal> {
        let rows = puzzle.get("grid").and_then(Value::as_array).ok_or_else(|| fault("it has no `grid`"))?;
        let side = puzzle
            .get("size")
            .map_or(Some(rows.len() as u64), Value::as_u64)
            .filter(|s| (2..=MOST).contains(s));
        let side = side.ok_or_else(|| fault("`size` is a number from 2 to 16"))? as usize;
        let standard = BOXES.iter().find(|b| b.0 == side).map(|b| b.1);
        let (mut givens, mut boxes) = (Vec::new(), Vec::new());
        let mut is_standard = standard.is_some();
        for row in 0..side {
            let cells = rows.get(row).and_then(Value::as_array).filter(|cells| cells.len() == side);
            let cells = cells.ok_or_else(|| fault("`grid` has `size` rows of `size` cells each"))?;
            for (column, cell) in cells.iter().enumerate() {
                let usual = standard.map(|(w, h)| row / h * (side / w) + column / w);
                let region = cell.get("region").filter(|region| !region.is_null());
                let number = region.map_or(usual, |r| r.as_u64().filter(|&r| r < MOST).map(|r| r as usize));
                boxes.push(number.ok_or_else(|| fault("a cell lacks the number of its region"))?);
                is_standard &= number == usual;
                givens.push(given(cell, side)?);
            }
        }
        Ok(Self { side, givens, boxes, blocks: standard.filter(|_| is_standard) })
    }

    /// The rules of Sudoku, for digits that move like this.
    pub fn rules(&self, moves: &str) -> String {
        let side = self.side;
        let boxes = match self.blocks {
            Some((width, height)) => format!("regions box = blocks {width} x {height}"),
            None => format!("regions box {}", self.picture(|at| letter(self.boxes[at]))),
        };
        format!(
            "board {side} x {side}\npieces digit[1..{side}] = {moves}\n{boxes}\ncount empty = 0\neach row: distinct digit\n\
             each column: distinct digit\neach box: distinct digit\n"
        )
    }

    pub fn givens(&self) -> String {
        if self.givens.iter().all(Option::is_none) {
            return String::new();
        }
        let mark = |at: usize| self.givens[at].map_or_else(|| ".".to_owned(), |digit| digit.to_string());
        format!("givens {}\n", self.picture(mark))
    }

    /// A picture of what `mark` says of each cell, by rows.
    pub fn picture(&self, mark: impl Fn(usize) -> String) -> String {
        let width = (0..self.side * self.side).map(|at| mark(at).len()).max().unwrap_or(1);
        let row = |row: usize| {
            let marks = (0..self.side).map(|column| format!("{:>width$}", mark(row * self.side + column)));
            marks.collect::<Vec<_>>().join(" ")
        };
        format!("\"\"\"\n{}\n\"\"\"", (0..self.side).map(row).collect::<Vec<_>>().join("\n"))
    }

    /// Reads a cell such as `R1C9`.
    pub fn cell(&self, value: &Value) -> Result<Cell, Refusal> {
        let text = value.as_str().unwrap_or_default();
        let number =
            |text: &str| text.parse().ok().filter(|n| (1..=self.side).contains(n)).map(|n: usize| n - 1);
        let parts = text.strip_prefix('R').and_then(|rest| rest.split_once('C'));
        let cell = parts.and_then(|(row, column)| Some((number(row)?, number(column)?)));
        cell.ok_or_else(|| fault(&format!("`{text}` is no cell of this grid")))
    }

    /// Name of a cell in the language.
    pub fn name(&self, (row, column): Cell) -> String {
        format!("{}{}", char::from(b'a' + column as u8), self.side - row)
    }

    /// Cells beside this one.
    pub fn beside(&self, (row, column): Cell) -> Vec<Cell> {
        let near = [
            (row.wrapping_sub(1), column),
            (row + 1, column),
            (row, column.wrapping_sub(1)),
            (row, column + 1),
        ];
        near.into_iter().filter(|&(r, c)| r < self.side && c < self.side).collect()
    }
}

fn given(cell: &Value, side: usize) -> Result<Option<u64>, Refusal> {
    if cell.get("given").and_then(Value::as_bool) != Some(true) {
        return Ok(None);
    }
    let digit = cell.get("value").and_then(Value::as_u64).filter(|d| (1..=side as u64).contains(d));
    digit.map(Some).ok_or_else(|| fault("a given digit is not one of this Sudoku"))
}

/// Letter of a region.
pub(super) fn letter(number: usize) -> String {
    char::from(b'A' + (number % 26) as u8).to_string()
}

pub(super) fn fault(words: &str) -> Refusal {
    Refusal::Json(words.to_owned())
}
