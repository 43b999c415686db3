//! The cliques of each choice, ascending, in one array, since boards of a million cells have few cliques per cell.

use crate::problem::{ChoiceId, Clique};

/// For each choice, the indices of its cliques.
pub(super) struct CliquesOf {
    starts: Vec<u32>,
    cliques: Vec<u32>,
}

impl CliquesOf {
    /// Indexes these cliques over `choices` choices.
    pub(super) fn new(cliques: &[Clique], choices: usize) -> Self {
        let mut starts = vec![0_u32; choices + 2];
        for c in cliques.iter().flat_map(|l| &l.choices) {
            starts[c.index() + 2] += 1;
        }
        for i in 2..starts.len() {
            starts[i] += starts[i - 1];
        }
        let mut of = vec![0; starts[choices + 1] as usize];
        for (i, clique) in cliques.iter().enumerate() {
            for c in &clique.choices {
                let next = &mut starts[c.index() + 1];
                of[*next as usize] = i as u32;
                *next += 1;
            }
        }
        Self { starts, cliques: of }
    }

    /// Returns the number of choices.
    pub(super) fn choices(&self) -> usize {
        self.starts.len() - 2
    }

    /// Returns the indices of the cliques that contain `choice`.
    pub(super) fn of(&self, choice: ChoiceId) -> &[u32] {
        &self.cliques[self.starts[choice.index()] as usize..self.starts[choice.index() + 1] as usize]
    }
}
