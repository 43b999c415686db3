//! Forced and possible cells as a picture: forced pieces as in a solution, a cross where nothing can stand, and pencil marks
//! for what may stand on the other cells.

use super::forced::{CellOccupants, symbol};
use super::picture::{PencilMark, Picture};
use crate::engine::Occurrence;
use crate::geometry::{CellId, Vector};
use crate::model::{KindId, Model};
use crate::run::{ForcedCells, Occupant};

/// Draws the board; with `legend` as the caption.
pub fn picture_of_forced(model: &Model, cells: &ForcedCells, legend: &str) -> Picture {
    let marks: Vec<PencilMark> = model.board.cells().map(|cell| pencil_mark(model, cells, cell)).collect();
    Picture::of_pencilled(model, cells.forced(), &marks, legend)
}

fn pencil_mark(model: &Model, cells: &ForcedCells, cell: CellId) -> PencilMark {
    let Some(occupants) = CellOccupants::of(model, cells, cell) else { return PencilMark::Nothing };
    if cells.forced().at(cell).is_some() {
        return PencilMark::Nothing;
    }
    let kinds: Vec<Occupant> = occupants.possible.iter().map(|e| e.occupant).collect();
    match occupants.forced {
        Some(Occupant::Kind(kind)) => PencilMark::Forced(text(model, kind)),
        Some(Occupant::Route(_)) => PencilMark::Lines { moves: moves(model, cells, cell), is_forced: true },
        None if kinds.is_empty() => PencilMark::Cross,
        None => {
            let letter = |occupant: &Occupant| match occupant {
                Occupant::Kind(kind) => Some(text(model, *kind)),
                // Its moves are drawn.
                Occupant::Route(_) => None,
            };
            let mut texts: Vec<String> = kinds.iter().filter_map(letter).collect();
            texts.extend(occupants.is_undecided.then(|| "?".to_owned()));
            let moves = moves(model, cells, cell);
            match texts.is_empty() {
                true => PencilMark::Lines { moves, is_forced: false },
                false => PencilMark::Texts { texts, moves },
            }
        }
    }
}

/// Text for a kind: its value if it is a number, otherwise its symbol.
fn text(model: &Model, kind: KindId) -> String {
    let of = model.kind(kind);
    let value = of.family.filter(|_| of.symbol.is_ascii_digit() || of.symbol.is_ascii_lowercase());
    value.map_or_else(|| symbol(model, Occupant::Kind(kind)).to_string(), |(_, value)| value.to_string())
}

/// The moves by which a route may go on from `cell`.
fn moves(model: &Model, cells: &ForcedCells, cell: CellId) -> Vec<Vector> {
    let is_possible = |o: Occurrence| o != Occurrence::None;
    let pieces =
        cells.of_cell(cell).iter().filter(|e| is_possible(e.occurrence)).filter_map(|e| match e.occupant {
            Occupant::Kind(kind) => model.kind(kind).line.as_ref(),
            Occupant::Route(_) => None,
        });
    let mut moves: Vec<Vector> = pieces.flat_map(|line| line.moves.iter().copied()).collect();
    moves.sort_unstable();
    moves.dedup();
    moves
}
