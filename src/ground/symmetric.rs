//! Imposed symmetry: a choice holds if and only if its image does.

use super::grounder::Grounder;
use crate::geometry::{Symmetry, SymmetryKind};
use crate::problem::{ChoiceId, Origin};

impl Grounder<'_> {
    /// Requires the solution to be its own image under each of `kinds`.
    ///
    /// It is enough that each choice implies its image: the implications along a cycle give the converse.
    pub(super) fn symmetric(&mut self, kinds: &[SymmetryKind], origin: Origin) {
        let board_symmetries = self.model.board.symmetries();
        for kind in kinds {
            let Some(symmetry) = board_symmetries.iter().find(|s| s.kind == *kind) else {
                // The board does not have this symmetry.
                self.draft.clause(Vec::new(), origin);
                continue;
            };
            for choice in self.choices.ids() {
                match self.image(choice, symmetry) {
                    Some(image) if image == choice => {}
                    Some(image) => self.draft.clause(vec![!choice.lit(), image.lit()], origin),
                    None => self.draft.clause(vec![!choice.lit()], origin),
                }
            }
        }
    }

    fn image(&self, choice: ChoiceId, symmetry: &Symmetry) -> Option<ChoiceId> {
        let mut cells: Vec<_> = self.choices.cells(choice).iter().map(|&c| symmetry.image(c)).collect();
        cells.sort_unstable();
        let kind = self.model.kind_image(self.choices.kind(choice), &symmetry.linear)?;
        self.choices
            .covering(cells[0])
            .iter()
            .copied()
            .find(|c| self.choices.kind(*c) == kind && self.choices.cells(*c) == &cells[..])
    }
}
