//! The marks on a sheet for each part of a drawing.

use super::sheet::{Place, Sheet};
use crate::foreign::codes::Code;
use crate::foreign::drawing::{Arrow, Clue, Direction, Drawing};
use crate::foreign::refusal::Refusal;

/// Numbers of the directions after `_` in a number with an arrow.
const ARROWS: [(Direction, char); 4] =
    [(Direction::Up, '0'), (Direction::Left, '1'), (Direction::Right, '2'), (Direction::Down, '3')];

/// Takes the marks of one part from the sheet.
pub(super) fn read(code: Code, drawing: &mut Drawing, sheet: &mut Sheet) -> Result<(), Refusal> {
    match code {
        Code::Numbers | Code::NumbersToFour | Code::Letters => drawing.clues = clues(sheet)?,
        Code::NumberedWalls => {
            drawing.clues = clues(sheet)?;
            for cell in shaded(sheet)? {
                if drawing.clues[cell] == Clue::None {
                    drawing.clues[cell] = Clue::Open;
                }
            }
        }
        Code::Pearls => drawing.clues = symbols(sheet, &["circle_L", "circle_M", "circle_S"], 2)?,
        Code::Trees => drawing.clues = symbols(sheet, &["tents"], 1)?,
        Code::Walls => {
            drawing.walls = vec![false; drawing.cells()];
            shaded(sheet)?.into_iter().for_each(|cell| drawing.walls[cell] = true);
        }
        Code::Arrows => {
            drawing.arrows = arrows(sheet)?;
            // Clues may be shaded and framed.
            let arrows = &drawing.arrows;
            let is_clue = |cell: Option<usize>| cell.is_some_and(|cell| arrows[cell].is_some());
            let board = Sheet::blank(drawing);
            sheet.shaded.retain(|&place, _| !is_clue(board.cell(place)));
            sheet.lines.retain(|&((column, row), to)| {
                let other = if to == Direction::Right { (column + 1, row) } else { (column, row + 1) };
                !is_clue(board.cell((column, row))) && !is_clue(board.cell(other))
            });
        }
        Code::Rooms => {
            let (mut right, mut below) = (vec![false; drawing.cells()], vec![false; drawing.cells()]);
            for line in std::mem::take(&mut sheet.lines) {
                if let Some(cell) = sheet.inner_line(line) {
                    if line.1 == Direction::Right { right[cell] = true } else { below[cell] = true }
                }
            }
            drawing.number_rooms(&right, &below);
        }
        Code::RoomNumbers => {
            drawing.room_clues = vec![Clue::None; drawing.room_count()];
            for (cell, clue) in clues(sheet)?.into_iter().enumerate().filter(|(_, clue)| *clue != Clue::None)
            {
                drawing.room_clues[drawing.rooms[cell]] = clue;
            }
        }
        Code::Boxes => {
            let boxes = boxes(sheet);
            let drawn: Vec<_> =
                sheet.lines.iter().copied().filter(|&l| sheet.inner_line(l).is_some()).collect();
            if drawn.iter().all(|line| boxes.contains(line))
                && (drawn.is_empty() || drawn.len() >= boxes.len())
            {
                sheet.lines.clear();
            }
        }
        Code::Lines => drawing.lines = line_clues(sheet)?,
        Code::Runs => drawing.runs = runs(sheet)?,
        Code::Stars => {
            let beside = |place: &Place| sheet.cell(*place).is_none();
            let at = sheet.numbers.keys().copied().find(beside).ok_or(Refusal::NoStars)?;
            drawing.stars = number(&sheet.numbers[&at])?.number().ok_or(Refusal::NoStars)?;
            let board = Sheet::blank(drawing);
            sheet.numbers.remove(&at);
            sheet.symbols.retain(|&place, symbol| board.cell(place).is_some() || symbol.1 != "star");
        }
    }
    Ok(())
}

/// Draws one part; `None` if it cannot be drawn.
pub(super) fn write(code: Code, drawing: &Drawing, sheet: &mut Sheet) -> Option<()> {
    match code {
        Code::Numbers | Code::NumbersToFour | Code::Letters => write_clues(&drawing.clues, sheet),
        Code::NumberedWalls => {
            write_clues(&drawing.clues, sheet);
            let walls = (0..drawing.cells()).filter(|&cell| drawing.clues[cell] != Clue::None);
            walls.for_each(|cell| sheet.blacken(sheet.place_of(cell)));
            sheet.numbers.retain(|_, text| text != "?");
        }
        Code::Pearls => write_symbols(&drawing.clues, "circle_L", sheet),
        Code::Trees => write_symbols(&drawing.clues, "tents", sheet),
        Code::Walls => {
            let walls = (0..drawing.cells()).filter(|&cell| drawing.walls[cell]);
            walls.for_each(|cell| sheet.blacken(sheet.place_of(cell)));
        }
        Code::Arrows => {
            for (cell, arrow) in drawing.arrows.iter().enumerate() {
                let Some(Arrow { to, number }) = *arrow else { continue };
                let mark = ARROWS.iter().find(|arrow| arrow.0 == to)?.1;
                sheet.numbers.insert(sheet.place_of(cell), format!("{number}_{mark}"));
            }
        }
        Code::Rooms => {
            for to in [Direction::Right, Direction::Down] {
                let cells = (0..drawing.cells()).filter(|&cell| drawing.is_border(cell, to));
                let lines: Vec<_> = cells.map(|cell| (sheet.place_of(cell), to)).collect();
                sheet.lines.extend(lines);
            }
        }
        Code::RoomNumbers => {
            let first = |room| drawing.rooms.iter().position(|&one| one == room);
            for (room, clue) in drawing.room_clues.iter().enumerate() {
                if let Some(number) = clue.number() {
                    sheet.numbers.insert(sheet.place_of(first(room)?), number.to_string());
                }
            }
        }
        Code::Boxes => sheet.lines.extend(boxes(sheet)),
        Code::Lines => {
            sheet.widen(1, 1);
            for (line, clue) in drawing.lines.iter().enumerate() {
                if let Some(number) = clue.number() {
                    sheet.numbers.insert(beside(sheet, line, 1), number.to_string());
                }
            }
        }
        Code::Runs => {
            let (columns, rows) = drawing.runs.split_at(drawing.columns);
            let most = |lines: &[Vec<u32>]| lines.iter().map(Vec::len).max().unwrap_or(0).max(1);
            sheet.widen(most(columns), most(rows));
            for (line, runs) in drawing.runs.iter().enumerate() {
                for (far, run) in (1..).zip(runs.iter().rev()) {
                    sheet.numbers.insert(beside(sheet, line, far), run.to_string());
                }
            }
        }
        Code::Stars => {
            sheet.widen(1, 0);
            let last = sheet.columns as i64 - 1;
            sheet.numbers.insert((last - 1, -1), drawing.stars.to_string());
            sheet.symbols.insert((last, -1), (2, "star".to_owned()));
        }
    }
    Some(())
}

/// The place beside a line, `far` cells before its first.
fn beside(sheet: &Sheet, line: usize, far: i64) -> Place {
    match line.checked_sub(sheet.columns) {
        None => (line as i64, -far),
        Some(row) => (-far, row as i64),
    }
}

fn number(text: &str) -> Result<Clue, Refusal> {
    match text {
        "" | "?" => Ok(Clue::Open),
        _ if text.bytes().all(|b| b.is_ascii_digit()) => {
            text.parse().map(Clue::Number).map_err(|_| Refusal::Code(text.to_owned()))
        }
        _ => Err(Refusal::Code(text.to_owned())),
    }
}

/// Takes the numbers on the board.
fn clues(sheet: &mut Sheet) -> Result<Vec<Clue>, Refusal> {
    let mut clues = vec![Clue::None; sheet.columns * sheet.rows];
    for (place, text) in std::mem::take(&mut sheet.numbers) {
        match sheet.cell(place) {
            Some(cell) => clues[cell] = number(&text)?,
            None => {
                sheet.numbers.insert(place, text);
            }
        }
    }
    Ok(clues)
}

fn write_clues(clues: &[Clue], sheet: &mut Sheet) {
    for (cell, clue) in clues.iter().enumerate() {
        let text = match clue {
            Clue::None => continue,
            Clue::Open => "?".to_owned(),
            Clue::Number(number) => number.to_string(),
        };
        sheet.numbers.insert(sheet.place_of(cell), text);
    }
}

/// Takes the shaded cells.
fn shaded(sheet: &mut Sheet) -> Result<Vec<usize>, Refusal> {
    let shaded = std::mem::take(&mut sheet.shaded);
    shaded.keys().map(|&place| sheet.cell(place).ok_or_else(|| Refusal::Part("surface".to_owned()))).collect()
}

/// Takes the symbols with one of these names, whose values are from 1 to `most`.
fn symbols(sheet: &mut Sheet, names: &[&str], most: u64) -> Result<Vec<Clue>, Refusal> {
    let mut clues = vec![Clue::None; sheet.columns * sheet.rows];
    for (place, (value, name)) in std::mem::take(&mut sheet.symbols) {
        let cell =
            sheet.cell(place).filter(|_| names.contains(&name.as_str()) && (1..=most).contains(&value));
        clues[cell.ok_or_else(|| Refusal::Part(format!("symbol {name}")))?] = Clue::Number(value as u32);
    }
    Ok(clues)
}

fn write_symbols(clues: &[Clue], name: &str, sheet: &mut Sheet) {
    for (cell, clue) in clues.iter().enumerate() {
        if let Some(value) = clue.number() {
            sheet.symbols.insert(sheet.place_of(cell), (u64::from(value), name.to_owned()));
        }
    }
}

/// Takes the numbers with arrows, such as `3_0`.
fn arrows(sheet: &mut Sheet) -> Result<Vec<Option<Arrow>>, Refusal> {
    let mut arrows = vec![None; sheet.columns * sheet.rows];
    for (place, text) in std::mem::take(&mut sheet.numbers) {
        let cell = sheet.cell(place).ok_or_else(|| Refusal::Part("number".to_owned()))?;
        let (value, mark) = text.split_once('_').ok_or(Refusal::OpenClue(cell + 1))?;
        let to = ARROWS.iter().find(|arrow| mark == arrow.1.to_string()).map(|arrow| arrow.0);
        let to = to.ok_or_else(|| Refusal::Code(text.clone()))?;
        let number = number(value)?.number().ok_or(Refusal::OpenClue(cell + 1))?;
        arrows[cell] = Some(Arrow { to, number });
    }
    Ok(arrows)
}

/// Takes the numbers above the columns and to the left of the rows.
fn line_clues(sheet: &mut Sheet) -> Result<Vec<Clue>, Refusal> {
    let mut clues = Vec::new();
    for line in 0..sheet.columns + sheet.rows {
        let text = sheet.numbers.remove(&beside(sheet, line, 1));
        clues.push(text.map_or(Ok(Clue::None), |text| number(&text))?);
    }
    Ok(clues)
}

/// Takes the numbers above the columns and to the left of the rows, the last next to the board.
fn runs(sheet: &mut Sheet) -> Result<Vec<Vec<u32>>, Refusal> {
    let mut all = Vec::new();
    for line in 0..sheet.columns + sheet.rows {
        let mut runs = Vec::new();
        let most = if line < sheet.columns { sheet.rows } else { sheet.columns };
        for far in 1..=most as i64 {
            let Some(text) = sheet.numbers.remove(&beside(sheet, line, far)) else { break };
            runs.push(number(&text)?.number().ok_or(Refusal::OpenClue(line + 1))?);
        }
        runs.reverse();
        all.push(runs);
    }
    Ok(all)
}

/// The lines between the boxes of a Sudoku whose side is a square.
fn boxes(sheet: &Sheet) -> Vec<(Place, Direction)> {
    let side = sheet.columns.isqrt();
    let mut lines = Vec::new();
    for cell in 0..sheet.columns * sheet.rows {
        let place = sheet.place_of(cell);
        for (along, to) in [(place.0, Direction::Right), (place.1, Direction::Down)] {
            if (along as usize + 1).is_multiple_of(side) && (along as usize + 1) < sheet.columns {
                lines.push((place, to));
            }
        }
    }
    lines
}
