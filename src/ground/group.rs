//! Symmetry group of the spec as permutations of the choices.

use super::cancel::CancelCallback;
use super::{Unground, limits};
use crate::geometry::{CellId, Symmetry, SymmetryKind};
use crate::model::{Expected, KindId, Model, stabiliser};
use crate::problem::{Choice, ChoiceId, Choices, Permutation, ProblemParts};

/// The group, as symmetries of the board and as permutations of choices.
pub(super) struct SymmetryGroup {
    pub symmetries: Vec<Symmetry>,
    pub permutations: Vec<Permutation>,
    /// True if this is the whole group.
    pub whole: bool,
}

/// Returns the group of `model` over the choices of `problem`, or else the choices without an image under some symmetry.
/// Solutions are closed under the group, so none contains such a choice.
///
/// On a large board the group is only the identity unless the model asks for orbits, since the permutations would take more
/// memory than the rest of the problem.
pub(super) fn of(
    model: &Model,
    problem: &ProblemParts,
    translations: bool,
    cancel: &CancelCallback<'_>,
) -> Result<Result<SymmetryGroup, Vec<ChoiceId>>, Unground> {
    let choices = problem.choices.len();
    let asked = translations
        || model.find.up_to.is_some()
        || model.expects.iter().any(|e| matches!(e.what, Expected::Orbits(_)));
    let bare = if translations {
        model.board.symmetry_count() * model.board.len()
    } else {
        model.board.symmetry_count()
    };
    if !asked && (bare * choices.max(model.board.len())) as u64 > limits::GROUP_UNASKED {
        return Ok(Ok(identity(model, choices)));
    }
    limits::check("the board's symmetries", (bare * model.board.len()) as u64, limits::GROUP)?;
    cancel.ask()?;
    let symmetries = stabiliser(model, translations);
    limits::check("the group's permutations", (symmetries.len() * choices) as u64, limits::GROUP)?;
    let places = Places::new(&problem.choices, problem.board.len());
    let mut imageless = Vec::new();
    let mut permutations = Vec::with_capacity(symmetries.len());
    for symmetry in &symmetries {
        cancel.ask()?;
        let image = |choice: Choice<'_>, images: &mut Vec<CellId>| {
            images.extend(choice.cells.iter().map(|&c| symmetry.image(c)));
            model.kind_image(KindId(choice.kind), &symmetry.linear)
        };
        match places.permutation(image) {
            Ok(permutation) => permutations.push(permutation),
            Err(missing) => imageless.extend(missing),
        }
    }
    if imageless.is_empty() {
        Ok(Ok(SymmetryGroup { symmetries, permutations, whole: true }))
    } else {
        Ok(Err(imageless))
    }
}

/// Index from placements to choices.
pub(super) struct Places<'a> {
    choices: &'a Choices,
    /// For each cell, the first choice whose least cell is that cell or a later one, with one more entry at the end.
    first: Vec<u32>,
}

impl<'a> Places<'a> {
    pub fn new(choices: &'a Choices, cells: usize) -> Self {
        let mut first = Vec::with_capacity(cells + 1);
        for (i, choice) in choices.iter().enumerate() {
            first.resize(choice.cells[0].index() + 1, i as u32);
        }
        first.resize(cells + 1, choices.len() as u32);
        Self { choices, first }
    }

    /// Returns the image of each choice, or the choices that have none. `image` adds the images of a choice's cells and returns
    /// that of its kind.
    pub fn permutation(
        &self,
        image: impl Fn(Choice<'_>, &mut Vec<CellId>) -> Option<KindId>,
    ) -> Result<Permutation, Vec<ChoiceId>> {
        let mut permutation = Permutation::with_capacity(self.choices.len());
        let mut imageless = Vec::new();
        let mut cells: Vec<CellId> = Vec::new();
        for (i, choice) in self.choices.iter().enumerate() {
            cells.clear();
            let kind = image(choice, &mut cells);
            cells.sort_unstable();
            match kind.and_then(|kind| self.find(kind.0, &cells)) {
                Some(image) => permutation.push(image),
                None => imageless.push(ChoiceId(i as u32)),
            }
        }
        if imageless.is_empty() { Ok(permutation) } else { Err(imageless) }
    }

    fn find(&self, kind: u16, cells: &[CellId]) -> Option<ChoiceId> {
        let least = cells[0].index();
        let same = |&c: &ChoiceId| self.choices.get(c) == Choice { kind, cells };
        (self.first[least]..self.first[least + 1]).map(ChoiceId).find(same)
    }
}

fn identity(model: &Model, choices: usize) -> SymmetryGroup {
    let board = &model.board;
    let linear = crate::geometry::Matrix::IDENTITY;
    let symmetry = Symmetry { kind: SymmetryKind::Identity, linear, cells: board.cells().collect() };
    let permutation = (0..choices as u32).map(ChoiceId).collect();
    SymmetryGroup { symmetries: vec![symmetry], permutations: vec![permutation], whole: false }
}
