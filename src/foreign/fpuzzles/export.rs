//! A Sudoku as JSON of f-puzzles, in a URL: its grid and its sets of cells; `marks` has the other parts. A spec with a rule that is
//! no part does not mean the same as what is written.

use super::super::spec_board::SpecBoard;
use super::super::{Guess, import};
use super::grid::BOXES;
use super::marks::{marks, names, total};
use serde_json::{Map, Value, json};

/// Limit on the side of a grid that is written, that of a grid that is read.
const MOST: usize = 16;

/// The keys of the attacks that digits may exclude: none if they exclude none, otherwise some of these.
const ATTACKS: [&[&str]; 3] = [&["antiknight"], &["antiking"], &["antiknight", "antiking"]];

/// The puzzles that can be on a board; none if it cannot be a Sudoku.
pub(in crate::foreign) fn guesses(board: &SpecBoard) -> Vec<Guess> {
    let attacks: &[&[&str]] = if board.attacks { &ATTACKS } else { &[&[]] };
    attacks.iter().filter_map(|attacks| guess(board, attacks)).collect()
}

fn guess(board: &SpecBoard, attacks: &[&str]) -> Option<Guess> {
    let side = Some(board.columns).filter(|&side| side == board.rows && (2..=MOST).contains(&side))?;
    let boxes: Vec<usize> = board.regions.iter().find_map(|layer| layer.iter().copied().collect())?;
    let mut puzzle = Map::new();
    puzzle.insert("size".to_owned(), json!(side));
    if let Some(title) = &board.title {
        puzzle.insert("title".to_owned(), json!(title));
    }
    puzzle.insert("grid".to_owned(), grid(board, side, &boxes)?);
    for key in attacks {
        puzzle.insert((*key).to_owned(), json!(true));
    }
    write_sets(board, side, &boxes, &mut puzzle);
    for (key, mark) in marks(board, side)? {
        add(&mut puzzle, key, mark);
    }
    if let Some(solution) = &board.solution {
        puzzle.insert("solution".to_owned(), json!(solution));
    }
    let packed = lz_str::compress_to_base64(Value::Object(puzzle).to_string().as_str());
    let text = format!(
        "https://f-puzzles.com/?load={}",
        packed.replace('+', "%2B").replace('/', "%2F").replace('=', "%3D")
    );
    let spec = import(&text).ok()?;
    let mut counted = spec.clone();
    for scope in ["row", "column", "box"] {
        counted = counted.replace(
            &format!("each {scope}: distinct digit"),
            &format!("each {scope}, each digit d: count d = 1"),
        );
    }
    Some(Guess { text, specs: vec![spec, counted] })
}

/// Adds an element to the list of a key.
fn add(puzzle: &mut Map<String, Value>, key: &str, element: Value) {
    let list = puzzle.entry(key).or_insert_with(|| json!([]));
    if let Some(list) = list.as_array_mut() {
        list.push(element);
    }
}

fn grid(board: &SpecBoard, side: usize, boxes: &[usize]) -> Option<Value> {
    let standard = BOXES.iter().find(|one| one.0 == side).map(|one| one.1);
    let cell = |at: usize| {
        let mut cell = Map::new();
        let usual = standard.map(|(w, h)| at / side / h * (side / w) + at % side / w);
        if usual != Some(boxes[at]) {
            cell.insert("region".to_owned(), json!(boxes[at]));
        }
        if let Some(given) = &board.givens[at] {
            cell.insert("value".to_owned(), json!(given.value?));
            cell.insert("given".to_owned(), json!(true));
        }
        Some(Value::Object(cell))
    };
    let cells: Vec<Value> = (0..side * side).map(cell).collect::<Option<_>>()?;
    Some(json!(cells.chunks(side).collect::<Vec<_>>()))
}

/// Sets of cells with distinct digits that are no row, column or box.
fn write_sets(board: &SpecBoard, side: usize, boxes: &[usize], puzzle: &mut Map<String, Value>) {
    let is_box =
        |cells: &[usize]| cells.len() == side && cells.iter().all(|&cell| boxes[cell] == boxes[cells[0]]);
    let rising: Vec<usize> = (0..side).map(|row| row * side + side - 1 - row).collect();
    let falling: Vec<usize> = (0..side).map(|row| row * side + row).collect();
    for cells in &board.distinct {
        let total = board.values.iter().filter_map(total).find(|total| total.0 == cells);
        if is_box(cells) || board.lines().any(|line| line == *cells) {
            continue;
        } else if *cells == rising {
            puzzle.insert("diagonal+".to_owned(), json!(true));
        } else if *cells == falling {
            puzzle.insert("diagonal-".to_owned(), json!(true));
        } else if let Some((_, total)) = total {
            add(puzzle, "killercage", json!({ "cells": names(cells, side), "value": total.to_string() }));
        } else {
            let key = if cells.len() == side { "extraregion" } else { "killercage" };
            add(puzzle, key, json!({ "cells": names(cells, side) }));
        }
    }
}
