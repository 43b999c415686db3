//! Codes of five bits a character, the highest first, in base 32.

use crate::foreign::drawing::{Direction, Drawing};
use crate::foreign::refusal::Refusal;

/// Reads this many bits; those after the end of the body are 0.
pub(super) fn read(body: &str, bits: usize) -> Result<(Vec<bool>, &str), Refusal> {
    let mut read = Vec::with_capacity(bits);
    let mut rest = body;
    while read.len() < bits {
        let Some(first) = rest.chars().next() else { break };
        let value = first.to_digit(32).filter(|_| !first.is_ascii_uppercase());
        let value = value.ok_or_else(|| Refusal::Code(rest.to_owned()))?;
        read.extend((0..5).rev().map(|bit| value >> bit & 1 == 1));
        rest = &rest[1..];
    }
    read.resize(bits, false);
    Ok((read, rest))
}

pub(super) fn write(bits: &[bool]) -> String {
    let five = |five: &[bool]| {
        let value = (0..5).fold(0, |value, i| value << 1 | u32::from(five.get(i) == Some(&true)));
        char::from_digit(value, 32).unwrap_or('0')
    };
    bits.chunks(5).map(five).collect()
}

/// The lines at the right sides of cells, by rows, then those below cells.
pub(super) fn read_rooms<'a>(drawing: &mut Drawing, body: &'a str) -> Result<&'a str, Refusal> {
    let (columns, rows) = (drawing.columns, drawing.rows);
    let (vertical, rest) = read(body, (columns - 1) * rows)?;
    let (below, rest) = read(rest, columns * (rows - 1))?;
    let mut right = Vec::with_capacity(columns * rows);
    for row in vertical.chunks(columns - 1) {
        right.extend_from_slice(row);
        right.push(false);
    }
    drawing.number_rooms(&right, &below);
    Ok(rest)
}

pub(super) fn write_rooms(drawing: &Drawing) -> String {
    let sides = |to: Direction| {
        let inner = (0..drawing.cells()).filter(|&at| drawing.beside(at, to).is_some());
        inner.map(|at| drawing.is_border(at, to)).collect::<Vec<_>>()
    };
    write(&sides(Direction::Right)) + &write(&sides(Direction::Down))
}
