//! Genres that fill the board with numbers or areas: Fillomino, Shikaku, Sudoku.

use super::closed;
use crate::foreign::drawing::{Clue, Drawing};
use crate::foreign::refusal::Refusal;
use crate::foreign::spec_board::SpecBoard;
use crate::foreign::write::{board, picture, spec};

const SHIKAKU: &str = include_str!("../../../examples/genres/shikaku_rules.puz");

/// Limit on the cells of a Fillomino: the language has at most 1000 kinds of pieces, and each number is one.
const MOST_NUMBERS: usize = 1_000;

/// The given members of a family.
pub(super) fn givens(board: &SpecBoard) -> Option<Drawing> {
    let one = |given: &Option<_>| match given {
        None => Some(Clue::None),
        Some(crate::foreign::spec_board::Given { value, .. }) => Clue::of(Some((*value)?)),
    };
    let clues = board.givens.iter().map(one).collect::<Option<_>>()?;
    Some(Drawing { clues, ..Drawing::new(board.columns, board.rows) })
}

/// A number that is 0 or larger than this.
fn outside(drawing: &Drawing, largest: usize) -> Result<(), Refusal> {
    let numbers = drawing.clues.iter().filter_map(|clue| clue.number());
    let mut impossible = numbers.filter(|&number| number == 0 || number as usize > largest);
    impossible.next().map_or(Ok(()), |number| Err(Refusal::Number(number)))
}

/// A group may be larger than every given number, so the digits go to the number of cells.
pub(super) fn fillomino(drawing: &Drawing) -> Result<String, Refusal> {
    let cells = drawing.cells();
    closed(&drawing.clues)?;
    outside(drawing, cells)?;
    if cells > MOST_NUMBERS {
        return Err(Refusal::Cells(cells, MOST_NUMBERS));
    }
    let rules = format!(
        "# Fillomino: every group of equal numbers has as many cells as the number says.\n{}\
         pieces digit[1..{cells}] = none\ncount empty = 0\neach digit d, each group of d: cells d = d\n",
        board(drawing)
    );
    Ok(spec("Fillomino", &rules, &format!("givens {}", picture(drawing))))
}

/// The parameter of the rules that bounds the areas becomes the largest area on this board.
pub(super) fn shikaku(drawing: &Drawing) -> Result<String, Refusal> {
    closed(&drawing.clues)?;
    outside(drawing, drawing.cells())?;
    let largest = drawing.clues.iter().filter_map(|clue| clue.number()).max().unwrap_or(1);
    let rules: String =
        SHIKAKU.lines().filter(|line| !line.starts_with("param ")).flat_map(|l| [l, "\n"]).collect();
    let rules = rules.replace("rect[1..largest]", &format!("rect[1..{largest}]"));
    Ok(spec("Shikaku", &rules, &format!("board {}", picture(drawing))))
}

/// Rectangles larger than every clue change nothing, since each holds a clue that is its area.
pub(super) fn larger_shikaku(spec: &str, board: &SpecBoard) -> String {
    let Some((before, rest)) = spec.split_once("rect[1..") else { return spec.to_owned() };
    let Some((largest, after)) = rest.split_once(']') else { return spec.to_owned() };
    let largest = largest.parse().unwrap_or(1).max(board.largest);
    format!("{before}rect[1..{largest}]{after}")
}

pub(super) fn sudoku(drawing: &Drawing) -> Result<String, Refusal> {
    let side = match (drawing.columns, drawing.rows) {
        (4, 4) => 2,
        (9, 9) => 3,
        (columns, rows) => return Err(Refusal::SudokuSides(columns, rows)),
    };
    closed(&drawing.clues)?;
    let largest = drawing.columns;
    outside(drawing, largest)?;
    let rules = format!(
        "# Sudoku: every digit once in each row, column and box.\nboard {largest} x {largest}\n\
         pieces digit[1..{largest}] = none\nregions box = blocks {side} x {side}\ncount empty = 0\n\
         each row, each digit d: count d = 1\neach column, each digit d: count d = 1\neach box, each digit d: count d = 1\n"
    );
    Ok(spec("Sudoku", &rules, &format!("givens {}", picture(drawing))))
}

/// As many digits as cells, none twice: each is there.
pub(super) fn distinct_digits(spec: &str, _: &SpecBoard) -> String {
    spec.replace(", each digit d: count d = 1", ": distinct digit")
}
