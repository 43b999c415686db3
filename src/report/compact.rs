//! Boards in the one-line formats of other programs: vectors and chess positions (FEN).

use super::UnfitBoard;
use super::format::VectorAxis;
use super::layout::TextLayout;
use crate::geometry::CellId;
use crate::model::{Diagram, Model};

/// The position of the only piece in each column (or row).
///
/// # Errors
/// If there are several kinds, tiles, or not exactly one piece in a column (row).
pub(super) fn vector(
    model: &Model,
    diagram: &Diagram,
    by: VectorAxis,
    one_based: bool,
) -> Result<String, UnfitBoard> {
    let unfit = |reason: String| UnfitBoard { format: "a vector", reason };
    one_kind(model).map_err(unfit)?;
    let (width, height, _) = model.board.shape().extent();
    let (lines, noun) = match by {
        VectorAxis::Column => (width, "column"),
        VectorAxis::Row => (height, "row"),
    };
    // By line: the number of pieces, and the position of the last one.
    let mut there = vec![(0, 0); lines as usize];
    for cell in diagram.placements().iter().flat_map(|p| &p.cells) {
        let at = model.board.coordinate(*cell);
        let (column, row) = ((at.x - 1) as u32, height - at.y as u32);
        let (line, place) = if by == VectorAxis::Column { (column, row) } else { (row, column) };
        there[line as usize] = (there[line as usize].0 + 1, place);
    }
    let mut entries = Vec::with_capacity(there.len());
    for (&(pieces, place), i) in there.iter().zip(0..) {
        if pieces != 1 {
            let name = match by {
                VectorAxis::Column => crate::geometry::Board::column_name(i),
                VectorAxis::Row => (lines - i).to_string(),
            };
            let how = if pieces > 1 { "several pieces" } else { "no piece" };
            return Err(unfit(format!("{noun} {name} has {how}")));
        }
        entries.push((place + u32::from(one_based)).to_string());
    }
    Ok(format!("[{}]", entries.join(", ")))
}

/// Checks that a flat board with pieces of one kind on single cells can be shown by their cells alone.
pub(super) fn one_kind(model: &Model) -> Result<(), String> {
    if !model.routes.is_empty() {
        return Err("it has a route".to_owned());
    }
    if model.kinds.len() != 1 {
        return Err(format!("it has {} kinds of pieces", model.kinds.len()));
    }
    if model.board.shape().is_hex() || model.board.shape().is_spatial() {
        return Err("it is not a rectangle".to_owned());
    }
    if model.kinds[0].shapes != crate::model::Shapes::Point {
        return Err("its pieces cover several cells".to_owned());
    }
    Ok(())
}

/// The board as the first field of a chess position, top row first.
///
/// # Errors
/// If a board has walls, digits for pieces or tiles, or is not a rectangle.
pub(super) fn fen(model: &Model, diagram: &Diagram, faces: &[char]) -> Result<String, UnfitBoard> {
    let unfit = |reason: &str| UnfitBoard { format: "fen", reason: reason.to_owned() };
    if model.board.shape().is_hex() || model.board.shape().is_spatial() {
        return Err(unfit("it is not a rectangle"));
    }
    if !model.routes.is_empty() {
        return Err(unfit("it has a route"));
    }
    if !model.board.walls().is_empty() {
        return Err(unfit("it has walls"));
    }
    if !model.kinds.iter().all(|k| k.symbol.is_ascii_alphabetic()) {
        return Err(unfit("not every piece is a letter"));
    }
    if !model.kinds.iter().all(|k| k.shapes == crate::model::Shapes::Point) {
        return Err(unfit("its pieces cover several cells"));
    }
    let occupied = model.occupied(diagram);
    let row = |cells: &Vec<CellId>| {
        let (mut text, mut empty) = (String::new(), 0);
        for &cell in cells {
            if occupied.contains(cell) {
                flush(&mut text, &mut empty);
                text.push(faces[cell.index()]);
            } else {
                empty += 1;
            }
        }
        flush(&mut text, &mut empty);
        text
    };
    let rows = TextLayout::new(&model.board).rows;
    Ok(rows.iter().map(|r| row(&r.cells)).collect::<Vec<_>>().join("/"))
}

fn flush(text: &mut String, empty: &mut usize) {
    if *empty > 0 {
        text.push_str(&empty.to_string());
        *empty = 0;
    }
}
