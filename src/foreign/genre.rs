//! The genres: how each reads a body, and the spec it writes. Rules are those of `examples/genres` where they fit every size.

use super::codes::{Clue, numbers, numbers_to_four};
use super::refusal::Refusal;
use super::url::Body;
use std::fmt::Write;

pub(super) struct Genre {
    /// Names in URLs.
    names: &'static [&'static str],
    /// Writes the spec, not yet in the standard layout.
    pub write: fn(&Body<'_>) -> Result<String, Refusal>,
}

const GENRES: &[Genre] = &[
    Genre { names: &["fillomino"], write: fillomino },
    Genre { names: &["kurodoko"], write: kurodoko },
    Genre { names: &["lightup", "akari"], write: light_up },
    Genre { names: &["nurikabe"], write: nurikabe },
    Genre { names: &["shikaku"], write: shikaku },
    Genre { names: &["slither", "slitherlink"], write: slitherlink },
    Genre { names: &["sudoku"], write: sudoku },
];

const KURODOKO: &str = include_str!("../../examples/genres/kurodoko_rules.puz");
const LIGHT_UP: &str = include_str!("../../examples/genres/light_up_rules.puz");
const NURIKABE: &str = include_str!("../../examples/genres/nurikabe_rules.puz");
const SHIKAKU: &str = include_str!("../../examples/genres/shikaku_rules.puz");

/// Limit on the cells of a Fillomino: the language has at most 1000 kinds of pieces, and each number is one.
const MOST_NUMBERS: usize = 1_000;

pub(super) fn named(name: &str) -> Result<&'static Genre, Refusal> {
    GENRES.iter().find(|genre| genre.names.contains(&name)).ok_or_else(|| Refusal::Genre {
        name: name.to_owned(),
        known: GENRES.iter().flat_map(|genre| genre.names).copied().collect(),
    })
}

/// A group may be larger than every given number, so the digits go to the number of cells.
fn fillomino(body: &Body<'_>) -> Result<String, Refusal> {
    let cells = body.cells();
    let clues = closed(numbers(body.codes, cells)?)?;
    let outside = |number: &u32| *number == 0 || *number as usize > cells;
    if let Some(impossible) = clues.iter().filter_map(|clue| number(*clue)).find(outside) {
        return Err(Refusal::Number(impossible));
    }
    if cells > MOST_NUMBERS {
        return Err(Refusal::Cells(cells, MOST_NUMBERS));
    }
    let rules = format!(
        "# Fillomino: every group of equal numbers has as many cells as the number says.\nboard {} x {}\n\
         pieces digit[1..{cells}] = none\ncount empty = 0\neach digit d, each group of d: cells d = d\n",
        body.columns, body.rows
    );
    Ok(spec("Fillomino", &rules, &format!("givens {}", picture(body, &clues))))
}

fn kurodoko(body: &Body<'_>) -> Result<String, Refusal> {
    let board = picture(body, &closed(numbers(body.codes, body.cells())?)?);
    Ok(spec("Kurodoko", KURODOKO, &format!("board {board}")))
}

fn nurikabe(body: &Body<'_>) -> Result<String, Refusal> {
    let board = picture(body, &closed(numbers(body.codes, body.cells())?)?);
    Ok(spec("Nurikabe", NURIKABE, &format!("board {board}")))
}

/// A clue `?` is a wall without a number.
fn light_up(body: &Body<'_>) -> Result<String, Refusal> {
    let clues = numbers_to_four(body.codes, body.cells())?;
    Ok(spec("Light Up", LIGHT_UP, &format!("board {}", picture(body, &clues))))
}

/// The parameter of the rules that bounds the areas becomes the largest area on this board.
fn shikaku(body: &Body<'_>) -> Result<String, Refusal> {
    let clues = closed(numbers(body.codes, body.cells())?)?;
    let areas = || clues.iter().filter_map(|clue| number(*clue));
    if let Some(impossible) = areas().find(|&area| area == 0 || area as usize > body.cells()) {
        return Err(Refusal::Number(impossible));
    }
    let largest = areas().max().unwrap_or(1);
    let rules: String =
        SHIKAKU.lines().filter(|line| !line.starts_with("param ")).flat_map(|l| [l, "\n"]).collect();
    let rules = rules.replace("rect[1..largest]", &format!("rect[1..{largest}]"));
    Ok(spec("Shikaku", &rules, &format!("board {}", picture(body, &clues))))
}

fn sudoku(body: &Body<'_>) -> Result<String, Refusal> {
    let side = match (body.columns, body.rows) {
        (4, 4) => 2,
        (9, 9) => 3,
        (columns, rows) => return Err(Refusal::SudokuSides(columns, rows)),
    };
    let clues = closed(numbers(body.codes, body.cells())?)?;
    let largest = body.columns as u32;
    if let Some(impossible) = clues.iter().filter_map(|c| number(*c)).find(|d| !(1..=largest).contains(d)) {
        return Err(Refusal::Number(impossible));
    }
    let rules = format!(
        "# Sudoku: every digit once in each row, column and box.\nboard {largest} x {largest}\n\
         pieces digit[1..{largest}] = none\nregions box = blocks {side} x {side}\ncount empty = 0\n\
         each row, each digit d: count d = 1\neach column, each digit d: count d = 1\neach box, each digit d: count d = 1\n"
    );
    Ok(spec("Sudoku", &rules, &format!("givens {}", picture(body, &clues))))
}

/// The loop runs through the corners of the squares, so the board has one column and one row more.
fn slitherlink(body: &Body<'_>) -> Result<String, Refusal> {
    let clues = closed(numbers_to_four(body.codes, body.cells())?)?;
    let mut statements = String::new();
    for (at, clue) in clues.iter().enumerate() {
        let Some(number) = number(*clue) else { continue };
        let (column, row) = (at % body.columns, body.rows - at / body.columns);
        let (left, right) = (column_name(column), column_name(column + 1));
        // Writing to a string cannot fail.
        let _ = writeln!(statements, "in {left}{row}..{right}{}: links fence = {number}", row + 1);
    }
    let rules = format!(
        "# Slitherlink: a loop along the sides of squares; a number counts the sides of its square on the loop. The cells of the board\n\
         # are the corners of the squares.\nboard {} x {}\nloop fence by wazir\n",
        body.columns + 1,
        body.rows + 1
    );
    Ok(spec("Slitherlink", &rules, &statements))
}

/// Name of a column, from 0: `a` to `z`, then `aa`.
fn column_name(column: usize) -> String {
    let letter = |n: usize| char::from(b'a' + (n % 26) as u8);
    match column.checked_sub(26) {
        None => letter(column).to_string(),
        Some(after) => format!("{}{}", letter(after / 26), letter(after)),
    }
}

/// The clues, if none is without a number.
fn closed(clues: Vec<Clue>) -> Result<Vec<Clue>, Refusal> {
    match clues.iter().position(|clue| *clue == Clue::Open) {
        Some(at) => Err(Refusal::OpenClue(at + 1)),
        None => Ok(clues),
    }
}

fn number(clue: Clue) -> Option<u32> {
    if let Clue::Number(number) = clue { Some(number) } else { None }
}

/// A picture with aligned columns; `#` is a clue without a number.
fn picture(body: &Body<'_>, clues: &[Clue]) -> String {
    let word = |clue: &Clue| match clue {
        Clue::None => ".".to_owned(),
        Clue::Open => "#".to_owned(),
        Clue::Number(number) => number.to_string(),
    };
    let width = clues.iter().map(|clue| word(clue).len()).max().unwrap_or(1);
    let row = |row: &[Clue]| row.iter().map(|c| format!("{:>width$}", word(c))).collect::<Vec<_>>().join(" ");
    let rows: Vec<String> = clues.chunks(body.columns).map(row).collect();
    format!("\"\"\"\n{}\n\"\"\"\n", rows.join("\n"))
}

/// A puzzle in a magazine has one solution, which `puzzle test` checks.
fn spec(title: &str, rules: &str, clues: &str) -> String {
    format!("puzzle \"{title}\"\n{rules}{clues}\nexpect unique\n")
}
