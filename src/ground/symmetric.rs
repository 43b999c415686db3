//! Imposed symmetry: a choice and its image stand together.

use super::grounder::Grounder;
use crate::geometry::{Symmetry, SymmetryKind};
use crate::problem::{ChoiceId, Origin};

impl Grounder<'_> {
    /// The solution is its own image under each of `kinds`.
    ///
    /// It is enough that each choice implies its image: following a choice round its cycle gives the other
    /// direction.
    pub(super) fn symmetric(&mut self, kinds: &[SymmetryKind], origin: Origin) {
        let board_symmetries = self.model.board.symmetries();
        for kind in kinds {
            let Some(symmetry) = board_symmetries.iter().find(|s| s.kind == *kind) else {
                // The board itself has no such image.
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
        let kind = self.choices.kind(choice);
        self.choices
            .covering(cells[0])
            .iter()
            .copied()
            .find(|c| self.choices.kind(*c) == kind && self.choices.cells(*c) == &cells[..])
    }
}
