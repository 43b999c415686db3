//! Notes that mark a step on the board with its pieces.

use super::picture::{CellShade, Note};
use crate::geometry::CellId;
use crate::model::{Diagram, Model, Placement};

/// Marks the cells of the reason of a step and those of its conclusions, which are placements with true for those that hold.
/// A cross stands on empty cells on which something is excluded.
pub fn step_notes(
    model: &Model,
    diagram: &Diagram,
    reason: &[CellId],
    conclusions: &[(Placement, bool)],
) -> Vec<Note> {
    let mut notes = vec![Note { letter: ' ', shade: CellShade::None }; model.board.len()];
    for cell in reason {
        notes[cell.index()].shade = CellShade::Reason;
    }
    for (placement, must) in conclusions {
        let letter = if *must { ' ' } else { '×' };
        for cell in &placement.cells {
            notes[cell.index()] = Note { letter, shade: CellShade::Concluded };
        }
    }
    for cell in diagram.placements().iter().flat_map(|p| &p.cells) {
        notes[cell.index()].letter = ' ';
    }
    notes
}
