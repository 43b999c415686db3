//! Genres that place pieces: Light Up, Minesweeper, Star Battle.

use super::{board_clues, closed};
use crate::foreign::drawing::{Clue, Drawing};
use crate::foreign::refusal::Refusal;
use crate::foreign::spec_board::SpecBoard;
use crate::foreign::write::{board, picture, rooms, spec};

const LIGHT_UP: &str = include_str!("../../../examples/genres/light_up_rules.puz");
const MINESWEEPER: &str = include_str!("../../../examples/genres/minesweeper_rules.puz");
const STAR_BATTLE: &str = include_str!("../../../examples/genres/star_battle_rules.puz");

/// Limit on the stars of a line, that of the rules.
const MOST_STARS: u32 = 6;

/// A clue `?` is a wall without a number.
pub(super) fn light_up(drawing: &Drawing) -> Result<String, Refusal> {
    Ok(spec("Light Up", LIGHT_UP, &format!("board {}", picture(drawing))))
}

/// The clues in the board's picture, and walls as clues without numbers.
pub(super) fn walls_and_clues(board: &SpecBoard) -> Option<Drawing> {
    let mut drawing = board_clues(board)?;
    for (clue, _) in drawing.clues.iter_mut().zip(&board.walls).filter(|(_, is_wall)| **is_wall) {
        if *clue == Clue::None {
            *clue = Clue::Open;
        }
    }
    Some(drawing)
}

pub(super) fn minesweeper(drawing: &Drawing) -> Result<String, Refusal> {
    closed(&drawing.clues)?;
    Ok(spec("Minesweeper", MINESWEEPER, &format!("board {}", picture(drawing))))
}

pub(super) fn star_battle(drawing: &Drawing) -> Result<String, Refusal> {
    if !(1..=MOST_STARS).contains(&drawing.stars) {
        return Err(Refusal::Number(drawing.stars));
    }
    let rules = STAR_BATTLE.replace("param stars = 1 in", &format!("param stars = {} in", drawing.stars));
    Ok(spec("Star Battle", &rules, &(board(drawing) + &rooms(drawing, "")?)))
}

pub(super) fn starred_rooms(board: &SpecBoard) -> Option<Drawing> {
    let stars = board.lines().find_map(|line| board.sum_of(&line))?;
    Some(Drawing { stars: u32::try_from(stars).ok()?, ..super::shading::rooms(board)? })
}
