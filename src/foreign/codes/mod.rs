//! The codes of bodies in URLs. A body is one code after another; each fills one part of the drawing, as in pzprjs
//! (`src/variety-common/Encode.js`).

mod bits;
mod marks;
mod numbers;

use super::drawing::Drawing;
use super::refusal::Refusal;
#[cfg(test)]
pub(super) use numbers::{numbers, numbers_to_four};

/// The code of one part of a drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Code {
    /// Clues of the cells, in base 16.
    Numbers,
    /// Clues of the cells from 0 to 4.
    NumbersToFour,
    /// Walls with clues from 0 to 4.
    NumberedWalls,
    /// The boxes of a Sudoku, which are the same for all of its size.
    Boxes,
    /// Numbers of all cells, in base 36.
    Letters,
    /// White (1) and black (2) pearls.
    Pearls,
    /// Numbers with arrows.
    Arrows,
    /// Trees (1).
    Trees,
    /// Cells that are no part of the board.
    Walls,
    /// Lines between rooms.
    Rooms,
    /// Clues of the rooms, in base 16.
    RoomNumbers,
    /// Clues of the columns and rows, in base 16.
    Lines,
    /// Runs of the columns and rows.
    Runs,
    /// The number of stars.
    Stars,
}

impl Code {
    /// Reads its part from the front of the body, and returns what follows.
    pub fn read<'a>(self, drawing: &mut Drawing, body: &'a str) -> Result<&'a str, Refusal> {
        let cells = drawing.cells();
        match self {
            Self::Numbers => part(&mut drawing.clues, numbers::numbers(body, cells)?),
            Self::Boxes => Ok(body),
            Self::NumbersToFour | Self::NumberedWalls => {
                part(&mut drawing.clues, numbers::numbers_to_four(body, cells)?)
            }
            Self::Letters => part(&mut drawing.clues, marks::read_letters(body, cells)?),
            Self::Pearls => part(&mut drawing.clues, marks::read_pearls(body, cells)?),
            Self::Trees => part(&mut drawing.clues, marks::read_trees(body, cells)?),
            Self::Arrows => part(&mut drawing.arrows, marks::read_arrows(body, cells)?),
            Self::Walls => part(&mut drawing.walls, bits::read(body, cells)?),
            Self::Rooms => bits::read_rooms(drawing, body),
            Self::RoomNumbers => {
                let rooms = drawing.room_count();
                part(&mut drawing.room_clues, numbers::numbers(body, rooms)?)
            }
            Self::Lines => {
                let lines = drawing.columns + drawing.rows;
                part(&mut drawing.lines, numbers::numbers(body, lines)?)
            }
            Self::Runs => numbers::read_runs(drawing, body),
            Self::Stars => {
                let (stars, rest) = body.split_once('/').ok_or(Refusal::Truncated)?;
                let number = Some(stars).filter(|s| s.bytes().all(|b| b.is_ascii_digit()));
                drawing.stars =
                    number.and_then(|s| s.parse().ok()).ok_or_else(|| Refusal::Code(stars.to_owned()))?;
                Ok(rest)
            }
        }
    }

    /// Writes its part; `None` if the code cannot say it.
    pub fn write(self, drawing: &Drawing) -> Option<String> {
        match self {
            Self::Numbers => numbers::write(&drawing.clues),
            Self::Boxes => Some(String::new()),
            Self::NumbersToFour | Self::NumberedWalls => numbers::write_to_four(&drawing.clues),
            Self::Letters => marks::write_letters(&drawing.clues),
            Self::Pearls => marks::write_pearls(&drawing.clues),
            Self::Trees => Some(marks::write_trees(&drawing.clues)),
            Self::Arrows => marks::write_arrows(&drawing.arrows),
            Self::Walls => Some(bits::write(&drawing.walls)),
            Self::Rooms => Some(bits::write_rooms(drawing)),
            Self::RoomNumbers => numbers::write(&drawing.room_clues),
            Self::Lines => numbers::write(&drawing.lines),
            Self::Runs => numbers::write_runs(drawing),
            Self::Stars => Some(format!("{}/", drawing.stars)),
        }
    }
}

fn part<'a, T>(part: &mut Vec<T>, (read, rest): (Vec<T>, &'a str)) -> Result<&'a str, Refusal> {
    *part = read;
    Ok(rest)
}
