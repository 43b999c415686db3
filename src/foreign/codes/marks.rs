//! Codes of marks on cells: letters, pearls, trees and numbers with arrows.

use super::numbers::{Filled, digits};
use crate::foreign::drawing::{Arrow, Clue, Direction};
use crate::foreign::refusal::Refusal;
use std::fmt::Write;

/// Numbers in base 36; `-` and two digits from 36 on; `.` is a cell without a number.
pub(super) fn read_letters(body: &str, cells: usize) -> Result<(Vec<Clue>, &str), Refusal> {
    let mut filled = Filled::new(cells);
    let mut rest = body;
    while let Some(first) = rest.chars().next().filter(|_| !filled.is_full()) {
        let after = &rest[first.len_utf8()..];
        rest = match first {
            '0'..='9' | 'a'..='z' => {
                filled.put(Clue::Number(first.to_digit(36).unwrap_or(0)), 0);
                after
            }
            '-' => {
                let (number, after) = digits(after, 2, 36)?;
                filled.put(Clue::Number(number), 0);
                after
            }
            '.' => {
                filled.put(Clue::None, 0);
                after
            }
            '%' | '@' => {
                filled.put(Clue::Open, 0);
                after
            }
            _ => return Err(Refusal::Code(rest.to_owned())),
        };
    }
    Ok((filled.finish(), rest))
}

pub(super) fn write_letters(clues: &[Clue]) -> Option<String> {
    let letter = |number: u32| char::from_digit(number, 36);
    let one = |clue: &Clue| match *clue {
        Clue::None => Some(".".to_owned()),
        Clue::Open => Some("%".to_owned()),
        Clue::Number(number @ 0..36) => Some(letter(number)?.to_string()),
        Clue::Number(number @ 36..1296) => Some(format!("-{}{}", letter(number / 36)?, letter(number % 36)?)),
        Clue::Number(_) => None,
    };
    clues.iter().map(one).collect()
}

/// Three cells a character, in base 27.
pub(super) fn read_pearls(body: &str, cells: usize) -> Result<(Vec<Clue>, &str), Refusal> {
    let mut clues = Vec::with_capacity(cells + 2);
    let mut rest = body;
    while clues.len() < cells {
        let Some(first) = rest.chars().next() else { break };
        let value = first.to_digit(27).filter(|_| !first.is_ascii_uppercase());
        let value = value.ok_or_else(|| Refusal::Code(rest.to_owned()))?;
        let pearl = |value| if value == 0 { Clue::None } else { Clue::Number(value) };
        clues.extend([9, 3, 1].map(|place| pearl(value / place % 3)));
        rest = &rest[1..];
    }
    clues.resize(cells, Clue::None);
    Ok((clues, rest))
}

pub(super) fn write_pearls(clues: &[Clue]) -> Option<String> {
    let three = |three: &[Clue]| {
        let values = (0..3).map(|i| three.get(i).and_then(|clue| clue.number()).unwrap_or(0));
        let value = values.fold(0, |value, pearl| value * 3 + pearl);
        char::from_digit(value, 27).filter(|_| three.iter().all(|c| c.number().is_none_or(|p| p < 3)))
    };
    clues.chunks(3).map(three).collect()
}

/// `0` to `h`: a tree and 0 to 17 cells without; `i` to `z`: 1 to 18 cells without.
pub(super) fn read_trees(body: &str, cells: usize) -> Result<(Vec<Clue>, &str), Refusal> {
    let mut filled = Filled::new(cells);
    for (at, code) in body.char_indices() {
        if filled.is_full() {
            return Ok((filled.finish(), &body[at..]));
        }
        let value = code.to_digit(36).filter(|_| !code.is_ascii_uppercase());
        match value.ok_or_else(|| Refusal::Code(body[at..].to_owned()))? as usize {
            without @ 0..18 => filled.put(Clue::Number(1), without),
            more => filled.skip(more - 17)?,
        }
    }
    Ok((filled.finish(), ""))
}

pub(super) fn write_trees(clues: &[Clue]) -> String {
    let is_tree = |at: usize| clues[at] != Clue::None;
    let mut text = String::new();
    let mut at = 0;
    while at < clues.len() {
        let begin = at + usize::from(is_tree(at));
        let most = if is_tree(at) { 17 } else { 18 };
        let without = (begin..clues.len()).take_while(|&cell| !is_tree(cell)).take(most).count();
        let value = if is_tree(at) { without } else { without + 17 };
        text.extend(char::from_digit(value as u32, 36));
        at = begin + without;
    }
    text
}

/// A digit for the direction and one for the number; the digit is 5 more before two digits; `a` to `z` skip 1 to 26 cells.
pub(super) fn read_arrows(body: &str, cells: usize) -> Result<(Vec<Option<Arrow>>, &str), Refusal> {
    let mut filled = Filled::new(cells);
    let mut rest = body;
    while let Some(first) = rest.chars().next().filter(|_| !filled.is_full()) {
        let after = &rest[first.len_utf8()..];
        rest = match first {
            '0'..='9' => {
                if after.starts_with('.') {
                    return Err(Refusal::OpenClue(filled.len() + 1));
                }
                let code = first.to_digit(10).unwrap_or(0) as usize;
                let (number, after) = digits(after, 1 + code / 5, 16)?;
                // A clue without a direction says nothing that the language could count.
                let to = (code % 5).checked_sub(1).ok_or(Refusal::OpenClue(filled.len() + 1))?;
                filled.put(Some(Arrow { to: Direction::ALL[to], number }), 0);
                after
            }
            'a'..='z' => {
                filled.skip(first.to_digit(36).map_or(0, |value| value as usize - 9))?;
                after
            }
            _ => return Err(Refusal::Code(rest.to_owned())),
        };
    }
    Ok((filled.finish(), rest))
}

pub(super) fn write_arrows(arrows: &[Option<Arrow>]) -> Option<String> {
    let mut text = String::new();
    let mut free = 0;
    for arrow in arrows {
        let Some(Arrow { to, number }) = *arrow else {
            free += 1;
            if free == 26 {
                text.push('z');
                free = 0;
            }
            continue;
        };
        skip(&mut text, &mut free);
        let direction = 1 + Direction::ALL.iter().position(|&one| one == to)?;
        // Writing to a string cannot fail.
        let _ = match number {
            0..16 => write!(text, "{direction}{number:x}"),
            16..256 => write!(text, "{}{number:x}", direction + 5),
            _ => return None,
        };
    }
    skip(&mut text, &mut free);
    Some(text)
}

fn skip(text: &mut String, free: &mut u32) {
    if *free > 0 {
        text.extend(char::from_digit(9 + *free, 36));
        *free = 0;
    }
}
