//! Pieces placed on the command line: `Q@g6,N@b2`, or a FEN.

use super::exit::Failure;
use crate::geometry::CellSet;
use crate::model::{Diagram, Fact, Kind, KindId, Model, Placement, Shapes};
use crate::report::parse_fen;

/// Parses `text` into a board: symbols or names of kinds with cells, or a FEN.
pub(super) fn placed(model: &Model, text: &str) -> Result<Diagram, Failure> {
    // Every placed piece has an `@`; every FEN of a board with several rows has a `/`.
    if !text.contains('@') && (text.contains('/') || model.board.rows().len() == 1) {
        let diagram = parse_fen(model, text).map_err(|words| Failure::usage(format!("`{text}`: {words}")))?;
        let walls = model.board.walls();
        return match diagram.placements().iter().find(|p| p.cells.iter().any(|&c| walls.contains(c))) {
            Some(on_wall) => Err(not_free(&model.board.cell_name(on_wall.cells[0]))),
            None => Ok(diagram),
        };
    }
    let mut occupied = CellSet::empty(model.board.len());
    let mut placements = Vec::new();
    for word in text.split(',').map(str::trim).filter(|w| !w.is_empty()) {
        let (piece, cell) = word
            .split_once('@')
            .ok_or_else(|| Failure::usage(format!("`{word}` should be a piece and a cell, such as Q@g6")))?;
        let known = |k: &Kind| k.line.is_none() && (*k.name == *piece || piece.chars().eq([k.symbol]));
        let kind = model.kinds.iter().position(known);
        let kind = kind.ok_or_else(|| Failure::usage(no_piece(model, piece)))?;
        if model.kinds[kind].shapes != Shapes::Point {
            return Err(Failure::usage(format!(
                "`{piece}` is a tile; only pieces on one cell can be placed here"
            )));
        }
        let at = model.board.cell_named(cell);
        let at = at.ok_or_else(|| Failure::usage(format!("`{cell}` is not a cell of the board")))?;
        if model.board.is_wall(at) || !occupied.insert(at) {
            return Err(not_free(cell));
        }
        placements.push(Placement::point(KindId(kind as u16), at));
    }
    Ok(Diagram::new(placements))
}

/// Adds the pieces given by the spec to `diagram`.
pub(super) fn with_givens(model: &Model, diagram: &Diagram) -> Result<Diagram, Failure> {
    let mut placements = diagram.placements().to_vec();
    let placed = diagram.kinds_by_cell(model.board.len());
    for fact in &model.facts {
        let (cell, given) = match *fact {
            Fact::Holds(cell, kind, _) => (cell, Some(kind)),
            Fact::Empty(cell, _) => (cell, None),
        };
        let name = model.board.cell_name(cell);
        match (given, placed[cell.index()]) {
            (Some(kind), _) if model.kind(kind).shapes != Shapes::Point => {
                return Err(Failure::usage(format!(
                    "`{}` on {name} is a tile; what it attacks depends on its other cells, which are not given",
                    model.kind(kind).name
                )));
            }
            (Some(kind), None) => placements.push(Placement::point(kind, cell)),
            (given, Some(placed)) if given != Some(placed) => {
                let word = given.map_or("nothing".to_owned(), |kind| model.kind_words(kind));
                return Err(Failure::usage(format!("the spec gives {word} on {name}")));
            }
            _ => {}
        }
    }
    if placements.is_empty() {
        return Err(Failure::usage("no piece is on the board; place some with `--place`, such as Q@g6,N@b2"));
    }
    Ok(Diagram::new(placements))
}

fn not_free(cell: &str) -> Failure {
    Failure::usage(format!("`{cell}` is not free"))
}

fn no_piece(model: &Model, piece: &str) -> String {
    let kinds = model.kinds.iter().filter(|k| k.line.is_none());
    let names: Vec<String> = kinds.map(|k| format!("{} ({})", k.symbol, k.name)).collect();
    format!("`{piece}` is not a piece of this spec; its pieces are {}", names.join(", "))
}
