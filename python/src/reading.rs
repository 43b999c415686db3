//! Boards that a user states: a `Board`, a mapping from cells to kinds, or a text.

use crate::board::Board;
use nauck::model::{Diagram, Model};
use nauck::report::{parse_board, read_drawn, read_solutions};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::Value;

/// A board as a user may state it.
#[derive(FromPyObject)]
pub enum BoardText<'py> {
    Board(Bound<'py, Board>),
    Text(String),
    Mapping(Bound<'py, PyAny>),
}

/// Reads a board of `model`.
pub fn board_from(model: &Model, board: &BoardText<'_>) -> PyResult<Diagram> {
    let read = match board {
        BoardText::Board(board) => parse_board(model, &board.get().value()),
        BoardText::Text(text) => of_text(model, text),
        BoardText::Mapping(mapping) => parse_board(model, &pieces(mapping)?),
    };
    read.map_err(PyValueError::new_err)
}

/// One piece for each cell, in the form of JSON.
fn pieces(mapping: &Bound<'_, PyAny>) -> PyResult<Value> {
    let cells = PyDict::new(mapping.py());
    cells.update(mapping.cast()?)?;
    let piece = |(cell, kind): (Bound<'_, PyAny>, Bound<'_, PyAny>)| {
        Ok(Value::from(vec![kind.extract::<String>()?, cell.extract::<String>()?]))
    };
    cells.iter().map(piece).collect()
}

/// Reads coordinates, a FEN, JSON, or a drawing of several lines.
fn of_text(model: &Model, text: &str) -> Result<Diagram, String> {
    let lines = text.lines().filter(|line| !line.trim().is_empty()).count();
    let mut boards = Vec::new();
    match read_solutions(model, text, &mut |diagram| boards.push(diagram)) {
        Ok(()) if lines == 0 => Ok(Diagram::default()),
        Ok(()) if boards.len() == 1 => Ok(boards.remove(0)),
        Err(fault) if lines == 1 => Err(fault.words),
        _ => read_drawn(model, text).map(|drawn| drawn.diagram).map_err(|fault| fault.to_string()),
    }
}
