//! Codes of numbers: clues by rows from the top, where a letter skips cells without clues.

use crate::foreign::drawing::{Clue, Drawing};
use crate::foreign::refusal::Refusal;
use std::fmt::Write;

/// Numbers in base 16: `0` to `f`; `-` and two digits, `+` and three, `=` and three for numbers from 4096 on; `.` is `?`; `g` to `z`
/// skip 1 to 20 cells.
pub(in crate::foreign) fn numbers(body: &str, cells: usize) -> Result<(Vec<Clue>, &str), Refusal> {
    let mut filled = Filled::new(cells);
    let mut rest = body;
    while let Some(first) = rest.chars().next().filter(|_| !filled.is_full()) {
        let after = &rest[first.len_utf8()..];
        rest = match first {
            '0'..='9' | 'a'..='f' => {
                filled.put(Clue::Number(first.to_digit(16).unwrap_or(0)), 0);
                after
            }
            '-' | '+' | '=' => {
                let (length, base) = match first {
                    '-' => (2, 0),
                    '+' => (3, 0),
                    _ => (3, 4096),
                };
                let (number, after) = digits(after, length, 16)?;
                filled.put(Clue::Number(base + number), 0);
                after
            }
            '.' => {
                filled.put(Clue::Open, 0);
                after
            }
            'g'..='z' => {
                filled.skip(skipped(first))?;
                after
            }
            _ => return Err(Refusal::Code(rest.to_owned())),
        };
    }
    Ok((filled.finish(), rest))
}

/// Numbers to 4: `0` to `4`; `5` to `9` with one cell without a clue after it, `a` to `e` with two; `.` is `?`; `g` to `z` skip 1 to 20.
pub(in crate::foreign) fn numbers_to_four(body: &str, cells: usize) -> Result<(Vec<Clue>, &str), Refusal> {
    let mut filled = Filled::new(cells);
    for (at, code) in body.char_indices() {
        let rest = &body[at..];
        if filled.is_full() {
            return Ok((filled.finish(), rest));
        }
        match code {
            '0'..='9' | 'a'..='e' => {
                let value = code.to_digit(16).unwrap_or(0);
                filled.put(Clue::Number(value % 5), (value / 5) as usize);
            }
            '.' => filled.put(Clue::Open, 0),
            'g'..='z' => filled.skip(skipped(code))?,
            _ => return Err(Refusal::Code(rest.to_owned())),
        }
    }
    Ok((filled.finish(), ""))
}

/// Writes the clues as `numbers` reads them.
pub(super) fn write(clues: &[Clue]) -> Option<String> {
    let word = |number: u32| match number {
        0..16 => Some(format!("{number:x}")),
        16..256 => Some(format!("-{number:02x}")),
        256..4096 => Some(format!("+{number:03x}")),
        4096..8192 => Some(format!("={:03x}", number - 4096)),
        _ => None,
    };
    let mut text = String::new();
    let mut free = 0;
    for clue in clues {
        let word = match *clue {
            Clue::None => {
                free += 1;
                if free == 20 {
                    skip(&mut text, &mut free);
                }
                continue;
            }
            Clue::Open => ".".to_owned(),
            Clue::Number(number) => word(number)?,
        };
        skip(&mut text, &mut free);
        text += &word;
    }
    skip(&mut text, &mut free);
    Some(text)
}

/// Writes the clues as `numbers_to_four` reads them.
pub(super) fn write_to_four(clues: &[Clue]) -> Option<String> {
    let is_free = |at: usize| clues.get(at).is_none_or(|&clue| clue == Clue::None);
    let mut text = String::new();
    let (mut at, mut free) = (0, 0);
    while at < clues.len() {
        match clues[at] {
            Clue::None => {
                free += 1;
                if free == 20 {
                    skip(&mut text, &mut free);
                }
            }
            Clue::Open => {
                skip(&mut text, &mut free);
                text.push('.');
            }
            Clue::Number(number @ 0..5) => {
                skip(&mut text, &mut free);
                let without = (1..=2).take_while(|after| is_free(at + after)).count();
                // Writing to a string cannot fail.
                let _ = write!(text, "{:x}", number as usize + 5 * without);
                at += without;
            }
            Clue::Number(_) => return None,
        }
        at += 1;
    }
    skip(&mut text, &mut free);
    Some(text)
}

fn skip(text: &mut String, free: &mut u32) {
    if *free > 0 {
        text.extend(char::from_digit(15 + *free, 36));
        *free = 0;
    }
}

/// Number of places for runs beside a line of this length.
fn places(length: usize) -> usize {
    length.div_ceil(2)
}

/// Runs of the columns, then of the rows, each from the end of the line to its start, at as many places as a line can have runs.
/// A line without runs has no black cell.
pub(super) fn read_runs<'a>(drawing: &mut Drawing, body: &'a str) -> Result<&'a str, Refusal> {
    let (columns, rows) = (drawing.columns, drawing.rows);
    let (each_column, each_row) = (places(rows), places(columns));
    let (all, rest) = numbers(body, columns * each_column + rows * each_row)?;
    if let Some(open) = all.iter().position(|&clue| clue == Clue::Open) {
        return Err(Refusal::OpenClue(open + 1));
    }
    let (of_columns, of_rows) = all.split_at(columns * each_column);
    let line = |places: &[Clue]| places.iter().rev().filter_map(|clue| clue.number()).collect();
    drawing.runs = of_columns.chunks(each_column).chain(of_rows.chunks(each_row)).map(line).collect();
    Ok(rest)
}

/// Writes the runs; `None` if a line has too many.
pub(super) fn write_runs(drawing: &Drawing) -> Option<String> {
    let mut all = Vec::new();
    for (at, runs) in drawing.runs.iter().enumerate() {
        let places = places(if at < drawing.columns { drawing.rows } else { drawing.columns });
        let free = places.checked_sub(runs.len())?;
        all.extend(runs.iter().rev().map(|&run| Clue::Number(run)));
        all.extend(vec![Clue::None; free]);
    }
    write(&all)
}

fn skipped(letter: char) -> usize {
    letter.to_digit(36).map_or(0, |value| value as usize - 15)
}

/// Reads a number of this many digits in lower case, and returns what follows.
pub(super) fn digits(text: &str, digits: usize, base: u32) -> Result<(u32, &str), Refusal> {
    let (number, after) = text.split_at_checked(digits).ok_or(Refusal::Truncated)?;
    // `from_str_radix` alone would accept a sign.
    let value = Some(number).filter(|n| n.bytes().all(|b| b.is_ascii_alphanumeric()));
    let value = value.and_then(|number| u32::from_str_radix(number, base).ok());
    Ok((value.ok_or_else(|| Refusal::Code(text.to_owned()))?, after))
}

/// Cells filled so far; never more than the board has.
pub(super) struct Filled<T> {
    marks: Vec<T>,
    cells: usize,
}

impl<T: Clone + Default> Filled<T> {
    pub fn new(cells: usize) -> Self {
        Self { marks: Vec::with_capacity(cells), cells }
    }

    pub fn len(&self) -> usize {
        self.marks.len()
    }

    pub fn is_full(&self) -> bool {
        self.marks.len() >= self.cells
    }

    /// Adds a mark and cells without marks. Those may pass the end of the board, as writers do at the last cells.
    pub fn put(&mut self, mark: T, without: usize) {
        self.marks.push(mark);
        let end = self.marks.len() + without;
        self.marks.resize(end.min(self.cells), T::default());
    }

    pub fn skip(&mut self, cells: usize) -> Result<(), Refusal> {
        let end = self.marks.len() + cells;
        if end > self.cells {
            return Err(Refusal::TooLong);
        }
        self.marks.resize(end, T::default());
        Ok(())
    }

    /// The cells after the end of the body have no marks.
    pub fn finish(mut self) -> Vec<T> {
        self.marks.resize(self.cells, T::default());
        self.marks
    }
}
