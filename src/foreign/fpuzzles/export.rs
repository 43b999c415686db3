//! A Sudoku as JSON of f-puzzles, in a URL. Read off a spec are the parts that are sets of cells or comparisons of two: boxes, diagonals,
//! extra regions, killer cages, thermometers. A spec with any other rule does not mean the same as what is written.

use super::super::spec_board::SpecBoard;
use super::super::{Guess, import};
use super::grid::BOXES;
use serde_json::{Map, Value, json};

/// Limit on the side of a grid that is written, that of a grid that is read.
const MOST: usize = 16;

/// The puzzle on a board; `None` if it cannot be a Sudoku.
pub(in crate::foreign) fn guess(board: &SpecBoard) -> Option<Guess> {
    let side = Some(board.columns).filter(|&side| side == board.rows && (2..=MOST).contains(&side))?;
    let boxes: Vec<usize> = board.regions.iter().find_map(|layer| layer.iter().copied().collect())?;
    let mut puzzle = Map::new();
    puzzle.insert("size".to_owned(), json!(side));
    if let Some(title) = &board.title {
        puzzle.insert("title".to_owned(), json!(title));
    }
    puzzle.insert("grid".to_owned(), grid(board, side, &boxes)?);
    write_sets(board, side, &boxes, &mut puzzle);
    let thermometers: Vec<Value> =
        chains(&board.less).iter().map(|chain| json!({ "lines": [names(chain, side)] })).collect();
    if !thermometers.is_empty() {
        puzzle.insert("thermometer".to_owned(), json!(thermometers));
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
    let (mut cages, mut extra) = (Vec::new(), Vec::new());
    for cells in &board.distinct {
        let total = board.totals.iter().find(|total| total.0 == *cells).map(|total| total.1.to_string());
        if is_box(cells) || board.lines().any(|line| line == *cells) {
            continue;
        } else if *cells == rising {
            puzzle.insert("diagonal+".to_owned(), json!(true));
        } else if *cells == falling {
            puzzle.insert("diagonal-".to_owned(), json!(true));
        } else if let Some(total) = total {
            cages.push(json!({ "cells": names(cells, side), "value": total }));
        } else if cells.len() == side {
            extra.push(json!({ "cells": names(cells, side) }));
        } else {
            cages.push(json!({ "cells": names(cells, side) }));
        }
    }
    for (key, list) in [("killercage", cages), ("extraregion", extra)] {
        if !list.is_empty() {
            puzzle.insert(key.to_owned(), json!(list));
        }
    }
}

fn names(cells: &[usize], side: usize) -> Vec<String> {
    cells.iter().map(|cell| format!("R{}C{}", cell / side + 1, cell % side + 1)).collect()
}

/// Joins comparisons into lines as long as they go on.
fn chains(less: &[[usize; 2]]) -> Vec<Vec<usize>> {
    let mut chains: Vec<Vec<usize>> = Vec::new();
    for &[low, high] in less {
        match chains.iter_mut().find(|chain| chain.last() == Some(&low)) {
            Some(chain) => chain.push(high),
            None => chains.push(vec![low, high]),
        }
    }
    chains
}
