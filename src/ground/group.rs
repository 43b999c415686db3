//! The spec's group as permutations of the choices.

use super::{TooLarge, limits};
use crate::geometry::{CellId, Symmetry, SymmetryKind};
use crate::model::{Expected, Model, stabiliser};
use crate::problem::{ChoiceId, Permutation, Problem};
use rustc_hash::FxHashMap;

/// The group, twice.
pub(super) struct Group {
    pub symmetries: Vec<Symmetry>,
    pub permutations: Vec<Permutation>,
    /// Whether this is all of it.
    pub whole: bool,
}

/// The group of `model` over the choices of `problem`; or the choices that have no image under some symmetry. Since
/// solutions are closed under the group, none has such a choice.
///
/// On a large board it is only the identity, unless the model asks for orbits: the permutations would take more memory than
/// the rest of the problem.
pub(super) fn of(
    model: &Model,
    problem: &Problem,
    translations: bool,
) -> Result<Result<Group, Vec<ChoiceId>>, TooLarge> {
    let choices = problem.choices.len();
    let asked = translations
        || model.question.up_to.is_some()
        || model.expects.iter().any(|e| matches!(e.what, Expected::Orbits(_)));
    let bare = if translations {
        model.board.symmetries().len() * model.board.len()
    } else {
        model.board.symmetries().len()
    };
    if !asked && (bare * choices.max(model.board.len())) as u64 > limits::GROUP_UNASKED {
        return Ok(Ok(identity(model, choices)));
    }
    limits::check("the board's symmetries", (bare * model.board.len()) as u64, limits::GROUP)?;
    let symmetries = stabiliser(model, translations);
    limits::check("the group's permutations", (symmetries.len() * choices) as u64, limits::GROUP)?;
    let mut places: FxHashMap<(u16, &[CellId]), ChoiceId> = FxHashMap::default();
    for (i, choice) in problem.choices.iter().enumerate() {
        places.insert((choice.kind, &choice.cells), ChoiceId(i as u32));
    }
    let mut imageless = Vec::new();
    let mut permutations = Vec::with_capacity(symmetries.len());
    let mut cells: Vec<CellId> = Vec::new();
    for symmetry in &symmetries {
        let mut permutation = Permutation::with_capacity(choices);
        for (i, choice) in problem.choices.iter().enumerate() {
            cells.clear();
            cells.extend(choice.cells.iter().map(|&c| symmetry.image(c)));
            cells.sort_unstable();
            match places.get(&(choice.kind, &cells[..])) {
                Some(&image) => permutation.push(image),
                None => imageless.push(ChoiceId(i as u32)),
            }
        }
        permutations.push(permutation);
    }
    if imageless.is_empty() {
        Ok(Ok(Group { symmetries, permutations, whole: true }))
    } else {
        Ok(Err(imageless))
    }
}

fn identity(model: &Model, choices: usize) -> Group {
    let board = &model.board;
    let linear = crate::geometry::Linear::IDENTITY;
    let symmetry = Symmetry { kind: SymmetryKind::Identity, linear, cells: board.cells().collect() };
    let permutation = (0..choices as u32).map(ChoiceId).collect();
    Group { symmetries: vec![symmetry], permutations: vec![permutation], whole: false }
}
