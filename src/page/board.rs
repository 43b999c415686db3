//! Boards: pictures, and for each cell what stands there, what attacks it, and what may still stand there.

use super::question::{Notes, Question};
use crate::model::{
    Diagram, Fact, Kind, KindId, KindSet, Model, Placement, Shapes, attacker_counts, open_kinds,
};
use crate::report::{
    MAX_SOLUTION_BYTES, Note, Picture, attacked_notes, board_value, config_notes, parse_board, read_solutions,
};
use serde_json::{Value, json};

/// Maximum number of cells of a board that is drawn.
const MAX_DRAWN: usize = 2_500;

/// Returns name, coordinates and corners of each cell, in board order; nothing if there are too many to draw.
pub(super) fn cells(model: &Model) -> Vec<Value> {
    if model.board.len() > MAX_DRAWN {
        return Vec::new();
    }
    let corners = Picture::cell_corners(model);
    let cell = |(cell, corners): (_, &Vec<(f32, f32)>)| {
        let at = model.board.coordinate(cell);
        let points: Vec<String> = corners.iter().map(|(x, y)| format!("{x:.2},{y:.2}")).collect();
        json!({
            "name": model.board.cell_name(cell),
            "at": [at.x, at.y, at.z],
            "wall": model.board.is_wall(cell),
            "points": points.join(" "),
        })
    };
    model.board.cells().zip(&corners).map(cell).collect()
}

fn refuse_large(model: &Model) -> Result<(), String> {
    match model.board.len() {
        large if large > MAX_DRAWN => Err(format!("a board of {large} cells is too large to draw")),
        _ => Ok(()),
    }
}

fn is_placed_by_hand(kind: &Kind) -> bool {
    kind.line.is_none() && kind.shapes == Shapes::Point
}

/// Returns the given pieces. A given tile is there only for a drawing, since its other cells are unknown.
fn givens(model: &Model, for_drawing: bool) -> Vec<Placement> {
    let given = |fact: &Fact| match *fact {
        Fact::Holds(cell, kind, _) => {
            let is_shown = for_drawing || is_placed_by_hand(model.kind(kind));
            is_shown.then(|| Placement::point(kind, cell))
        }
        Fact::Empty(..) => None,
    };
    model.facts.iter().filter_map(given).collect()
}

/// Returns the pieces of a question that fit on the board: known kinds on free cells, without the given ones. A piece may
/// have been placed before the text was changed.
pub(super) fn placed(model: &Model, question: &Question) -> Vec<Placement> {
    let mut is_taken: Vec<bool> = model.board.cells().map(|cell| model.board.is_wall(cell)).collect();
    for fact in &model.facts {
        let (Fact::Holds(cell, ..) | Fact::Empty(cell, _)) = *fact;
        is_taken[cell.index()] = true;
    }
    let piece = |(kind, cell): &(String, String)| {
        let ids = (0..model.kinds.len()).map(|k| KindId(k as u16));
        let mut named = ids.filter(|&k| is_placed_by_hand(model.kind(k)) && model.kind_words(k) == *kind);
        let (kind, cell) = (named.next()?, model.board.cell_named(cell)?);
        let is_free = !std::mem::replace(&mut is_taken[cell.index()], true);
        is_free.then(|| Placement::point(kind, cell))
    };
    question.pieces.iter().filter_map(piece).collect()
}

/// Adds the given pieces whose cells are known and not covered.
pub(super) fn with_givens(model: &Model, pieces: &[Placement]) -> Diagram {
    let is_covered = |cell| pieces.iter().any(|p| p.cells.contains(&cell));
    let given = givens(model, false).into_iter().filter(|g| !is_covered(g.cells[0]));
    Diagram::new(pieces.iter().cloned().chain(given))
}

/// Returns the board of the givens and the placed pieces: its picture with notes, and the state of each cell.
pub(super) fn board(model: &Model, question: &Question) -> Result<Value, String> {
    refuse_large(model)?;
    let placed = placed(model, question);
    let all = with_givens(model, &placed);
    let shown = Diagram::new(placed.iter().cloned().chain(givens(model, true)));
    let (attackers, open) = (attacker_counts(model, &all), open_kinds(model, &all));
    let (notes, legend) = match question.notes {
        Notes::None => (Vec::new(), Vec::new()),
        Notes::Open => config_notes(model, &all, &open),
        Notes::Attacked => {
            let (notes, legend) = attacked_notes(model, &all);
            (notes, vec![legend])
        }
    };
    let kinds = shown.kinds_by_cell(model.board.len());
    let is_given =
        |cell| model.facts.iter().any(|f| matches!(f, Fact::Holds(c, ..) | Fact::Empty(c, _) if *c == cell));
    let names = |set: &KindSet| -> Vec<usize> {
        let kinds = set.iter().filter(|&k| is_placed_by_hand(model.kind(k)));
        kinds.map(KindId::index).collect()
    };
    let states = model.board.cells().map(|cell| {
        let open = open[cell.index()].as_ref().map(names);
        json!([kinds[cell.index()].map(KindId::index), attackers[cell.index()], open, is_given(cell)])
    });
    let name = |p: &Placement| json!([model.kind_words(p.kind), model.board.cell_name(p.cells[0])]);
    Ok(json!({
        "svg": Picture::of_notes(model, &shown, &notes, "").to_svg(),
        "legend": legend,
        "states": states.collect::<Vec<_>>(),
        "pieces": placed.iter().map(name).collect::<Vec<_>>(),
    }))
}

/// Returns a board that an answer contains as a picture.
pub(super) fn drawn_board(model: &Model, question: &Question) -> Result<Value, String> {
    let diagram = parse_board(model, &question.board)?;
    drawn(model, &diagram, &[])
}

/// Returns a board as a picture with notes, and the kind on each cell.
pub(super) fn drawn(model: &Model, diagram: &Diagram, notes: &[Note]) -> Result<Value, String> {
    refuse_large(model)?;
    Ok(json!({
        "svg": Picture::of_notes(model, diagram, notes, "").to_svg(),
        "kinds": diagram.kinds_by_cell(model.board.len()).iter().map(|k| k.map(KindId::index)).collect::<Vec<_>>(),
    }))
}

/// Reads the first board of a text.
pub(super) fn first_board(model: &Model, text: &str) -> Result<Diagram, String> {
    if text.len() > MAX_SOLUTION_BYTES {
        return Err("the text is too long".to_owned());
    }
    let mut first = None;
    read_solutions(model, text, &mut |diagram| {
        first.get_or_insert(diagram);
    })
    .map_err(|fault| fault.to_string())?;
    first.ok_or_else(|| "the text has no board".to_owned())
}

/// Returns the board of a text: all of it, and its pieces on single cells.
pub(super) fn read(model: &Model, text: &str) -> Result<Value, String> {
    let diagram = first_board(model, text)?;
    let by_hand = diagram.placements().iter().filter(|p| is_placed_by_hand(model.kind(p.kind)));
    let pieces: Vec<Value> =
        by_hand.map(|p| json!([model.kind_words(p.kind), model.board.cell_name(p.cells[0])])).collect();
    Ok(json!({ "board": board_value(model, &diagram), "pieces": pieces }))
}
