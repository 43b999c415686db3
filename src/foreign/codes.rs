//! The codes of bodies: clues by rows from the top, where a letter skips cells without clues.

use super::refusal::Refusal;

/// The clue of one cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Clue {
    None,
    /// `?`: a clue without a number.
    Open,
    Number(u32),
}

/// Numbers in base 16: `0` to `f`; `-` and two digits, `+` and three, `=` and three for numbers from 4096 on; `.` is `?`; `g` to `z`
/// skip 1 to 20 cells.
pub(super) fn numbers(body: &str, cells: usize) -> Result<Vec<Clue>, Refusal> {
    let mut filled = Filled::new(cells);
    let mut rest = body;
    while let Some(first) = rest.chars().next() {
        filled.expect_room(rest)?;
        let after = &rest[first.len_utf8()..];
        rest = match first {
            '0'..='9' | 'a'..='f' => {
                filled.put(Clue::Number(first.to_digit(16).unwrap_or(0)), 0);
                after
            }
            '-' | '+' | '=' => {
                let (digits, base) = match first {
                    '-' => (2, 0),
                    '+' => (3, 0),
                    _ => (3, 4096),
                };
                let (number, after) = hexadecimal(after, digits)?;
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
    Ok(filled.finish())
}

/// Numbers to 4: `0` to `4`; `5` to `9` with one cell without a clue after it, `a` to `e` with two; `.` is `?`; `g` to `z` skip 1 to 20.
pub(super) fn numbers_to_four(body: &str, cells: usize) -> Result<Vec<Clue>, Refusal> {
    let mut filled = Filled::new(cells);
    for (at, code) in body.char_indices() {
        let rest = &body[at..];
        filled.expect_room(rest)?;
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
    Ok(filled.finish())
}

fn skipped(letter: char) -> usize {
    letter.to_digit(36).map_or(0, |value| value as usize - 15)
}

fn hexadecimal(text: &str, digits: usize) -> Result<(u32, &str), Refusal> {
    let (number, after) = text.split_at_checked(digits).ok_or(Refusal::Truncated)?;
    // `from_str_radix` alone would accept a sign.
    if !number.bytes().all(|b| b.is_ascii_hexdigit()) {
        return Err(Refusal::Code(text.to_owned()));
    }
    let number = u32::from_str_radix(number, 16).map_err(|_| Refusal::Code(text.to_owned()))?;
    Ok((number, after))
}

/// Cells filled so far; never more than the board has.
struct Filled {
    clues: Vec<Clue>,
    cells: usize,
}

impl Filled {
    fn new(cells: usize) -> Self {
        Self { clues: Vec::with_capacity(cells), cells }
    }

    fn expect_room(&self, rest: &str) -> Result<(), Refusal> {
        if self.clues.len() < self.cells { Ok(()) } else { Err(Refusal::Rest(rest.to_owned())) }
    }

    /// Adds a clue and cells without clues. Those may pass the end of the board, as writers do at the last cells.
    fn put(&mut self, clue: Clue, without: usize) {
        self.clues.push(clue);
        let end = self.clues.len() + without;
        self.clues.resize(end.min(self.cells), Clue::None);
    }

    fn skip(&mut self, cells: usize) -> Result<(), Refusal> {
        let end = self.clues.len() + cells;
        if end > self.cells {
            return Err(Refusal::TooLong);
        }
        self.clues.resize(end, Clue::None);
        Ok(())
    }

    /// The cells after the end of the body have no clues.
    fn finish(mut self) -> Vec<Clue> {
        self.clues.resize(self.cells, Clue::None);
        self.clues
    }
}
