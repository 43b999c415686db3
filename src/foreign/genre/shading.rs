//! Genres that mark cells: Heyawake, Hitori, Kurodoko, Norinori, Nurikabe.

use super::closed;
use crate::foreign::drawing::{Clue, Direction, Drawing};
use crate::foreign::refusal::Refusal;
use crate::foreign::spec_board::SpecBoard;
use crate::foreign::write::{MOST_NAMES, board, cell_name, picture, picture_of, region_name, span, spec};
use std::fmt::Write;

const HITORI: &str = include_str!("../../../examples/genres/hitori_rules.puz");
const KURODOKO: &str = include_str!("../../../examples/genres/kurodoko_rules.puz");
const NURIKABE: &str = include_str!("../../../examples/genres/nurikabe_rules.puz");

/// Rooms of the first layer of regions that cover the whole board.
pub(super) fn rooms(board: &SpecBoard) -> Option<Drawing> {
    let rooms = board.regions.iter().find_map(|layer| layer.iter().copied().collect())?;
    Some(Drawing { rooms, ..Drawing::new(board.columns, board.rows) })
}

pub(super) fn rooms_with_clues(board: &SpecBoard) -> Option<Drawing> {
    let mut drawing = rooms(board)?;
    let cells = |room| (0..drawing.cells()).filter(|&at| drawing.rooms[at] == room).collect::<Vec<_>>();
    let clues = (0..drawing.room_count()).map(|room| Clue::of(board.sum_of(&cells(room))));
    drawing.room_clues = clues.collect::<Option<_>>()?;
    Some(drawing)
}

/// Regions as numbers from 1.
pub(super) fn letters(board: &SpecBoard) -> Option<Drawing> {
    let drawing = rooms(board)?;
    let clues = drawing.rooms.iter().map(|&letter| Clue::Number(letter as u32 + 1)).collect();
    Some(Drawing { clues, rooms: Vec::new(), ..drawing })
}

pub(super) fn heyawake(drawing: &Drawing) -> Result<String, Refusal> {
    closed(&drawing.room_clues)?;
    let mut text = board(drawing) + "piece mark \"*\" = wazir\n";
    let layers = drawing.room_count().div_ceil(MOST_NAMES);
    for layer in 0..layers {
        let first = layer * MOST_NAMES;
        let name = if layer == 0 { "room".to_owned() } else { format!("room{}", layer + 1) };
        let mark = |at: usize| match drawing.rooms[at].checked_sub(first) {
            Some(number @ 0..MOST_NAMES) => region_name(number),
            _ => '.',
        };
        let shown = picture_of(drawing.columns, drawing.cells(), |at| mark(at).to_string());
        let clues = drawing.room_clues.iter().enumerate().skip(first).take(MOST_NAMES);
        let clues = clues.filter_map(|(room, clue)| Some((region_name(room - first), clue.number()?)));
        let clues: Vec<String> = clues.map(|(name, number)| format!("{name}: {number}")).collect();
        text += &format!("regions {name} {shown}");
        if !clues.is_empty() {
            text += &format!("{name}: count mark = {{{}}}\n", clues.join(", "));
        }
    }
    text += "no attacks\nconnected empty\n# no straight line of empty cells leads through three rooms\n";
    text += &three_rooms(drawing);
    let rules = "# Heyawake: marked cells share no side, and the others are connected. A number counts the marked cells of its room.\n";
    Ok(spec("Heyawake", rules, &text))
}

/// One of the cells of every line from one room through the next into a third is marked.
fn three_rooms(drawing: &Drawing) -> String {
    let mut text = String::new();
    for to in [Direction::Right, Direction::Down] {
        for first in (0..drawing.cells()).filter(|&at| drawing.is_border(at, to)) {
            let mut last = drawing.beside(first, to);
            while let Some(at) = last.filter(|&at| !drawing.is_border(at, to)) {
                last = drawing.beside(at, to);
            }
            if let Some(last) = last.and_then(|at| drawing.beside(at, to)) {
                // Writing to a string cannot fail.
                let _ = writeln!(text, "in {}: count mark >= 1", span(drawing, first, last));
            }
        }
    }
    text
}

pub(super) fn hitori(drawing: &Drawing) -> Result<String, Refusal> {
    closed(&drawing.clues)?;
    let mut numbers: Vec<u32> = drawing.clues.iter().filter_map(|clue| clue.number()).collect();
    numbers.sort_unstable();
    numbers.dedup();
    if numbers.len() > MOST_NAMES {
        return Err(Refusal::Rooms(numbers.len(), MOST_NAMES));
    }
    let name = |at: usize| match drawing.clues[at].number().map(|number| numbers.binary_search(&number)) {
        Some(Ok(letter)) => region_name(letter).to_string(),
        _ => ".".to_owned(),
    };
    let letters = picture_of(drawing.columns, drawing.cells(), name);
    Ok(spec("Hitori", HITORI, &format!("{}regions letter {letters}", board(drawing))))
}

pub(super) fn kurodoko(drawing: &Drawing) -> Result<String, Refusal> {
    closed(&drawing.clues)?;
    Ok(spec("Kurodoko", KURODOKO, &format!("board {}", picture(drawing))))
}

pub(super) fn nurikabe(drawing: &Drawing) -> Result<String, Refusal> {
    closed(&drawing.clues)?;
    Ok(spec("Nurikabe", NURIKABE, &format!("board {}", picture(drawing))))
}

/// Rooms are lists of cells, since there may be more of them than names.
pub(super) fn norinori(drawing: &Drawing) -> Result<String, Refusal> {
    let rules = "# Norinori: each room has two marked cells; each marked cell shares a side with exactly one other.\n\
                 piece mark \"*\" = wazir\neach mark: attackers mark = 1\n";
    if drawing.room_count() <= MOST_NAMES {
        let rooms = crate::foreign::write::rooms(drawing, "")?;
        return Ok(spec("Norinori", rules, &(board(drawing) + &rooms + "each region: count mark = 2\n")));
    }
    let name = |at| cell_name(at, drawing.columns, drawing.rows);
    let room = |room| {
        let cells: Vec<String> =
            (0..drawing.cells()).filter(|&at| drawing.rooms[at] == room).map(name).collect();
        format!("in {}: count mark = 2\n", cells.join(", "))
    };
    let rooms: String = (0..drawing.room_count()).map(room).collect();
    Ok(spec("Norinori", rules, &(board(drawing) + &rooms)))
}
