//! Boards as JSON values: each placement is a list of its kind and its cells.

use super::items::{BoardItem, ItemName, items};
use crate::model::{Diagram, Model, Placement};
use serde_json::Value;

/// Returns a placement as the names of its kind and its cells.
pub fn placement_value(model: &Model, placement: &Placement) -> Value {
    let kind = Value::from(&*model.kind(placement.kind).name);
    let cells = placement.cells.iter().map(|&c| Value::from(model.board.cell_name(c)));
    std::iter::once(kind).chain(cells).collect()
}

/// Returns the placements of a board in board order, then its routes, each as its name and its cells along the way.
pub fn board_value(model: &Model, diagram: &Diagram) -> Value {
    let item = |item: &BoardItem<'_>| {
        let (name, cells) = item.parts(model);
        let cells = cells.iter().map(|&c| Value::from(model.board.cell_name(c)));
        std::iter::once(Value::from(name)).chain(cells).collect::<Value>()
    };
    items(model, diagram).iter().map(item).collect()
}

/// Reads the output of [`board_value`].
///
/// # Errors
/// A sentence about the first invalid placement.
pub fn parse_board(model: &Model, board: &Value) -> Result<Diagram, String> {
    let placement = |value: &Value| -> Result<Vec<Placement>, String> {
        let words: Option<Vec<&str>> = value.as_array().map(|a| a.iter().filter_map(Value::as_str).collect());
        let (name, cells) = match words.as_deref() {
            Some([name, cells @ ..]) if !cells.is_empty() => (*name, cells),
            _ => return Err(format!("invalid placement `{value}`; expected a kind and its cells")),
        };
        let name = ItemName::read(model, name)?;
        let cell = |name: &&str| model.board.cell_named(name).ok_or_else(|| format!("unknown cell `{name}`"));
        name.placements(model, cells.iter().map(cell).collect::<Result<_, _>>()?)
    };
    let board = board.as_array().ok_or("invalid board; expected a list of placements")?;
    let placements = board.iter().map(placement).collect::<Result<Vec<_>, _>>()?;
    Ok(Diagram::new(placements.into_iter().flatten()))
}
