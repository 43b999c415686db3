//! One step to be shown: a sentence, and the board with what may stand on its cells.

use crate::geometry::CellId;
use crate::model::{Diagram, KindSet, Model};
use crate::report::config::draw_config;

#[derive(Clone, Debug)]
pub struct StepFrame {
    /// The step in words.
    pub words: String,
    /// The pieces on the board.
    pub diagram: Diagram,
    /// By cell: the kinds that may still stand there; `None` for a wall.
    pub open: Vec<Option<KindSet>>,
    /// The cells of which the step concludes something.
    pub concluded: Vec<CellId>,
    /// The cells of its reason.
    pub reasons: Vec<CellId>,
}

impl StepFrame {
    /// Returns the frame as text: the words, the board, and a legend if it needs one.
    pub fn lines(&self, model: &Model) -> Vec<String> {
        let (board, legend) = draw_config(model, &self.diagram, &self.open);
        std::iter::once(self.words.clone()).chain(board).chain(legend).collect()
    }
}
