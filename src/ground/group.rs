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
    let places = Places::new(problem);
    let mut imageless = Vec::new();
    let mut permutations = Vec::with_capacity(symmetries.len());
    let mut cells: Vec<CellId> = Vec::new();
    for symmetry in &symmetries {
        cancel.ask()?;
        let mut permutation = Permutation::with_capacity(choices);
        for (i, choice) in problem.choices.iter().enumerate() {
            cells.clear();
            cells.extend(choice.cells.iter().map(|&c| symmetry.image(c)));
            cells.sort_unstable();
            let kind = model.kind_image(KindId(choice.kind), &symmetry.linear);
            match kind.and_then(|kind| places.find(kind.0, &cells)) {
                Some(image) => permutation.push(image),
                None => imageless.push(ChoiceId(i as u32)),
            }
        }
        permutations.push(permutation);
    }
    if imageless.is_empty() {
        Ok(Ok(SymmetryGroup { symmetries, permutations, whole: true }))
    } else {
        Ok(Err(imageless))
    }
}

/// Index from placements to choices.
struct Places<'a> {
    choices: &'a Choices,
    /// For each cell, the first choice whose least cell is that cell or a later one, with one more entry at the end.
    first: Vec<u32>,
}

impl<'a> Places<'a> {
    fn new(problem: &'a ProblemParts) -> Self {
        let choices = &problem.choices;
        let mut first = Vec::with_capacity(problem.board.len() + 1);
        for (i, choice) in choices.iter().enumerate() {
            first.resize(choice.cells[0].index() + 1, i as u32);
        }
        first.resize(problem.board.len() + 1, choices.len() as u32);
        Self { choices, first }
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
