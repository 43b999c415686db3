//! Genres with clues beside the board: Nonogram, Tents.

use crate::foreign::drawing::{Clue, Drawing};
use crate::foreign::refusal::Refusal;
use crate::foreign::spec_board::SpecBoard;
use crate::foreign::write::{board, list, picture_of, spec};

const NONOGRAM: &str = include_str!("../../../examples/genres/nonogram_rules.puz");
const TENTS: &str = include_str!("../../../examples/genres/tents_rules.puz");

pub(super) fn nonogram(drawing: &Drawing) -> Result<String, Refusal> {
    let line = |runs: &Vec<u32>| match &runs[..] {
        [] => "0".to_owned(),
        runs => runs.iter().map(u32::to_string).collect::<Vec<_>>().join(" "),
    };
    let lines: Vec<String> = drawing.runs.iter().map(line).collect();
    let (columns, rows) = lines.split_at(drawing.columns);
    let clues = format!(
        "{}rows: runs of black = [{}]\ncolumns: runs of black = [{}]\n",
        board(drawing),
        rows.join(", "),
        columns.join(", ")
    );
    Ok(spec("Nonogram", NONOGRAM, &clues))
}

pub(super) fn runs(board: &SpecBoard) -> Option<Drawing> {
    let of_line = |line: Vec<usize>| board.runs.iter().find(|runs| runs.0 == line).map(|runs| runs.1.clone());
    let runs = board.lines().map(of_line).collect::<Option<_>>()?;
    Some(Drawing { runs, ..Drawing::new(board.columns, board.rows) })
}

pub(super) fn tents(drawing: &Drawing) -> Result<String, Refusal> {
    super::closed(&drawing.lines)?;
    let tree = |at: usize| if drawing.clues[at] == Clue::None { "." } else { "T" }.to_owned();
    let trees = drawing.clues.iter().filter(|clue| **clue != Clue::None).count();
    let (columns, rows) = drawing.lines.split_at(drawing.columns);
    let mut clues = format!(
        "{}givens {}count tree = {trees}\n",
        board(drawing),
        picture_of(drawing.columns, drawing.cells(), tree)
    );
    for (name, line) in [("rows", rows), ("columns", columns)] {
        if line.iter().any(|clue| *clue != Clue::None) {
            clues += &format!("{name}: count tent = [{}]\n", list(line));
        }
    }
    Ok(spec("Tents", TENTS, &clues))
}

pub(super) fn trees(board: &SpecBoard) -> Option<Drawing> {
    let tree = |given: &Option<_>| if given.is_some() { Clue::Number(1) } else { Clue::None };
    let clues = board.givens.iter().map(tree).collect();
    let lines = board.lines().map(|line| Clue::of(board.sum_of(&line))).collect::<Option<_>>()?;
    Some(Drawing { clues, lines, ..Drawing::new(board.columns, board.rows) })
}
