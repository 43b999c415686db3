//! Boards as JSON values: each placement is a list of its kind and its cells.

use crate::model::{Diagram, KindId, Model, Placement};
use serde_json::Value;

/// Returns a placement as the names of its kind and its cells.
pub fn placement_value(model: &Model, placement: &Placement) -> Value {
    let kind = Value::from(&*model.kind(placement.kind).name);
    let cells = placement.cells.iter().map(|&c| Value::from(model.board.cell_name(c)));
    std::iter::once(kind).chain(cells).collect()
}

/// Returns the placements of a board, in board order.
pub fn board_value(model: &Model, diagram: &Diagram) -> Value {
    diagram.placements().iter().map(|p| placement_value(model, p)).collect()
}

/// Reads the output of [`board_value`].
///
/// # Errors
/// A sentence about the first invalid placement.
pub fn parse_board(model: &Model, board: &Value) -> Result<Diagram, String> {
    let placement = |value: &Value| -> Result<Placement, String> {
        let words: Option<Vec<&str>> = value.as_array().map(|a| a.iter().filter_map(Value::as_str).collect());
        let (kind, cells) = match words.as_deref() {
            Some([kind, cells @ ..]) if !cells.is_empty() => (*kind, cells),
            _ => return Err(format!("invalid placement `{value}`; expected a kind and its cells")),
        };
        let id: KindId = model.kind_named(kind).ok_or_else(|| format!("unknown kind `{kind}`"))?;
        let cell = |name: &&str| model.board.cell_named(name).ok_or_else(|| format!("unknown cell `{name}`"));
        let mut cells = cells.iter().map(cell).collect::<Result<smallvec::SmallVec<_>, _>>()?;
        cells.sort_unstable();
        Ok(Placement { kind: id, cells })
    };
    let placements = board.as_array().ok_or("invalid board; expected a list of placements")?;
    Ok(Diagram::new(placements.iter().map(placement).collect::<Result<Vec<_>, _>>()?))
}
