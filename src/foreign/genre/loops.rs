//! Genres that draw lines: Masyu, Numberlink, Simple Loop, Slitherlink, Yajilin.

use super::closed;
use crate::foreign::drawing::{Arrow, Clue, Direction, Drawing};
use crate::foreign::refusal::Refusal;
use crate::foreign::spec_board::SpecBoard;
use crate::foreign::write::{board, cell_name, picture_of, span, spec};
use std::fmt::Write;

const MASYU: &str = include_str!("../../../examples/genres/masyu_rules.puz");

/// Pearls of each color, as in the code.
const PEARLS: [(&str, u32); 2] = [("black", 2), ("white", 1)];

pub(super) fn masyu(drawing: &Drawing) -> Result<String, Refusal> {
    closed(&drawing.clues)?;
    let mut clues = board(drawing);
    for (color, code) in PEARLS {
        let mark = |at: usize| if drawing.clues[at] == Clue::Number(code) { "1" } else { "." }.to_owned();
        clues += &format!("clues {color} {}", picture_of(drawing.columns, drawing.cells(), mark));
    }
    Ok(spec("Masyu", MASYU, &clues))
}

pub(super) fn pearls(board: &SpecBoard) -> Option<Drawing> {
    let mut drawing = Drawing::new(board.columns, board.rows);
    drawing.clues = vec![Clue::None; drawing.cells()];
    for (color, code) in PEARLS {
        for (clue, _) in drawing.clues.iter_mut().zip(board.layer(color)?).filter(|(_, at)| at.is_some()) {
            *clue = Clue::Number(code);
        }
    }
    Some(drawing)
}

/// Every number stands on two cells, the ends of a path.
pub(super) fn numberlink(drawing: &Drawing) -> Result<String, Refusal> {
    closed(&drawing.clues)?;
    let name = |at: usize| cell_name(at, drawing.columns, drawing.rows);
    let mut text = board(drawing) + "count empty = 0\n";
    let mut numbers: Vec<u32> = drawing.clues.iter().filter_map(|clue| clue.number()).collect();
    numbers.sort_unstable();
    numbers.dedup();
    for number in numbers {
        let mut at = (0..drawing.cells()).filter(|&at| drawing.clues[at] == Clue::Number(number));
        let (Some(from), Some(to), None) = (at.next(), at.next(), at.next()) else {
            return Err(Refusal::Ends(number));
        };
        text += &format!("path wire[{number}] by wazir from {} to {}\n", name(from), name(to));
    }
    let rules = "# Numberlink: a path joins each pair of equal numbers; every cell is on one.\n";
    Ok(spec("Numberlink", rules, &text))
}

pub(super) fn ends(board: &SpecBoard) -> Option<Drawing> {
    let mut drawing = Drawing::new(board.columns, board.rows);
    drawing.clues = vec![Clue::None; drawing.cells()];
    for (number, ends) in (1..).zip(&board.ends) {
        ends.iter().for_each(|&at| drawing.clues[at] = Clue::Number(number));
    }
    (!board.ends.is_empty()).then_some(drawing)
}

pub(super) fn simple_loop(drawing: &Drawing) -> Result<String, Refusal> {
    let mark = |at: usize| if drawing.walls[at] { "#" } else { "." }.to_owned();
    let board = format!("board {}", picture_of(drawing.columns, drawing.cells(), mark));
    let rules = "# Simple Loop: a loop leads through every cell that is no wall.\n";
    Ok(spec("Simple Loop", rules, &(board + "loop line by wazir through every cell\n")))
}

pub(super) fn walls(board: &SpecBoard) -> Option<Drawing> {
    Some(Drawing { walls: board.walls.clone(), ..Drawing::new(board.columns, board.rows) })
}

/// The loop runs through the corners of the squares, so the board has one column and one row more.
pub(super) fn slitherlink(drawing: &Drawing) -> Result<String, Refusal> {
    closed(&drawing.clues)?;
    let (columns, rows) = (drawing.columns + 1, drawing.rows + 1);
    let mut statements = String::new();
    for (at, clue) in drawing.clues.iter().enumerate() {
        let Some(number) = clue.number() else { continue };
        let [first, last] = corners(at, drawing.columns).map(|corner| cell_name(corner, columns, rows));
        // Writing to a string cannot fail.
        let _ = writeln!(statements, "in {first}..{last}: links fence = {number}");
    }
    let rules = format!(
        "# Slitherlink: a loop along the sides of squares; a number counts the sides of its square on the loop. The cells of the board\n\
         # are the corners of the squares.\nboard {columns} x {rows}\nloop fence by wazir\n"
    );
    Ok(spec("Slitherlink", &rules, &statements))
}

/// The lower left and the upper right corner of a square among `columns`.
fn corners(at: usize, columns: usize) -> [usize; 2] {
    let upper_left = at / columns * (columns + 1) + at % columns;
    [upper_left + columns + 1, upper_left + 1]
}

pub(super) fn squares(board: &SpecBoard) -> Option<Drawing> {
    let (columns, rows) = (board.columns.checked_sub(1)?, board.rows.checked_sub(1)?);
    let mut drawing = Drawing::new(columns, rows);
    let clue = |at| {
        let [lower, upper] = corners(at, columns);
        Clue::of(board.sum_of(&[upper - 1, upper, lower, lower + 1]))
    };
    drawing.clues = (0..drawing.cells()).map(clue).collect::<Option<_>>()?;
    Some(drawing)
}

/// The cells from this one to the edge, without it.
fn ray(drawing: &Drawing, from: usize, to: Direction) -> Vec<usize> {
    std::iter::successors(drawing.beside(from, to), |&at| drawing.beside(at, to)).collect()
}

pub(super) fn yajilin(drawing: &Drawing) -> Result<String, Refusal> {
    let mark = |at: usize| if drawing.arrows[at].is_some() { "#" } else { "." }.to_owned();
    let mut text = format!("board {}", picture_of(drawing.columns, drawing.cells(), mark));
    for (at, arrow) in drawing.arrows.iter().enumerate() {
        let Some(Arrow { to, number }) = *arrow else { continue };
        let counted = ray(drawing, at, to);
        match counted.first().zip(counted.last()) {
            Some((&first, &last)) => {
                text += &format!("in {}: count mark = {number}\n", span(drawing, first, last));
            }
            None if number == 0 => {}
            None => return Err(Refusal::Number(number)),
        }
    }
    let rules = "# Yajilin: cells without a line are marked, and share no side; a number counts the marked cells between it and the edge.\n\
                 piece mark \"*\" = wazir\nloop line by wazir\nno attacks among mark\ncount empty = 0\n";
    Ok(spec("Yajilin", rules, &text))
}

/// Every wall is a clue: a number of the cells between it and an edge.
pub(super) fn arrows(board: &SpecBoard) -> Option<Drawing> {
    let mut drawing = Drawing::new(board.columns, board.rows);
    drawing.arrows = vec![None; drawing.cells()];
    for at in (0..drawing.cells()).filter(|&at| board.walls[at]) {
        let counted = |to: Direction| {
            let cells = ray(&drawing, at, to);
            let number = board.sum_of(&cells).or_else(|| cells.is_empty().then_some(0))?;
            Some((cells.is_empty(), Arrow { to, number: u32::try_from(number).ok()? }))
        };
        let found = Direction::ALL.into_iter().filter_map(counted).min_by_key(|found| found.0)?;
        drawing.arrows[at] = Some(found.1);
    }
    Some(drawing)
}
