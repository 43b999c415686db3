//! Orbital branching: once a position has been searched with a choice placed, the images of the choice under the symmetries
//! that map the position to itself are excluded along with it (J. Ostrowski, J. Linderoth, F. Rossi and S. Smriglio,
//! Mathematical Programming 126, 2011).
//!
//! Lemma. Let a group map the placed choices of a position to themselves, and the excluded ones. A solution with an image of
//! choice c is mapped to one with c, which is as good. Without the images of c, the group maps the position to itself; with
//! c placed, its elements that keep c do.

use crate::problem::Permutation;

/// The symmetries of the problem that keep all choices that are placed by decisions.
#[derive(Clone, Debug)]
pub(super) struct Stabilizer<'a> {
    group: &'a [Permutation],
    /// Elements of the group, one list after another: those at the root, after the first decision, and so on.
    elements: Vec<u32>,
    /// Index of the first element of the last list.
    start: usize,
}

impl<'a> Stabilizer<'a> {
    /// Starts with a whole group, or an empty one if all solutions are wanted.
    pub fn new(group: &'a [Permutation]) -> Self {
        let moves = |g: &usize| group[*g].iter().enumerate().any(|(c, image)| image.index() != c);
        Self { group, elements: (0..group.len()).filter(moves).map(|g| g as u32).collect(), start: 0 }
    }

    /// Keeps only what keeps this choice. Returns where the list before begins.
    pub fn place(&mut self, choice: u32) -> usize {
        let end = self.elements.len();
        for i in self.start..end {
            let g = self.elements[i];
            if self.group[g as usize][choice as usize].0 == choice {
                self.elements.push(g);
            }
        }
        std::mem::replace(&mut self.start, end)
    }

    /// Returns to the list that begins here and ends where the last one begins.
    pub fn lift(&mut self, start: usize) {
        self.elements.truncate(self.start);
        self.start = start;
    }

    /// Calls `exclude` for this choice and its images, as long as it returns true. Returns false if it did not.
    pub fn all_images(&self, choice: u32, mut exclude: impl FnMut(u32) -> bool) -> bool {
        let image = |&g: &u32| self.group[g as usize][choice as usize].0;
        exclude(choice) && self.elements[self.start..].iter().map(image).all(exclude)
    }
}
