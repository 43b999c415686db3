//! The group with exchanges over the choices of a problem.

use super::cancel::CancelCallback;
use super::group::Places;
use super::{TooLarge, Unground, limits};
use crate::model::{ExchangeGroup, ExchangeTooLarge, GroupElement, Model, exchange_group};
use crate::problem::{ChoiceId, Permutation, ProblemParts};

/// The group of a spec with exchanges, as far as it is small enough as permutations of choices.
#[derive(Clone, Debug)]
pub struct OrbitGroup {
    pub group: ExchangeGroup,
    /// All elements, the identity first; none if there are too many.
    pub elements: Vec<GroupElement>,
    /// Their permutations; or why they are not there.
    pub permutations: Result<Vec<Permutation>, TooLarge>,
}

/// Returns the group of `model` over the choices of `problem`, or else the choices without an image under some element.
/// Solutions are closed under the group, so none contains such a choice.
pub(super) fn of(
    model: &Model,
    problem: &ProblemParts,
    translations: bool,
    cancel: &CancelCallback<'_>,
) -> Result<Result<OrbitGroup, Vec<ChoiceId>>, Unground> {
    let board = &model.board;
    let bare = board.symmetry_count() * if translations { board.len() } else { 1 };
    limits::check("the board's symmetries", (bare * board.len()) as u64, limits::GROUP)?;
    cancel.ask()?;
    let group = exchange_group(model, translations).map_err(|error| too_large(error, model))?;
    let places = Places::new(&problem.choices, board.len());
    let mut imageless = Vec::new();
    for element in group.generators() {
        cancel.ask()?;
        imageless.extend(permutation(model, &group, &element, &places).err());
    }
    if !imageless.is_empty() {
        return Ok(Err(imageless.concat()));
    }
    let entries = group.order() * problem.choices.len().max(1);
    let needed = u64::try_from(entries).unwrap_or(u64::MAX);
    if let Err(error) = limits::check(WHAT, needed, limits::EXCHANGES) {
        return Ok(Ok(OrbitGroup { group, elements: Vec::new(), permutations: Err(error) }));
    }
    let elements = group.elements();
    let mut permutations = Vec::with_capacity(elements.len());
    for element in &elements {
        cancel.ask()?;
        let known = permutation(model, &group, element, &places);
        permutations.push(known.expect("generators have images of all choices"));
    }
    Ok(Ok(OrbitGroup { group, elements, permutations: Ok(permutations) }))
}

const WHAT: &str =
    "the permutations of a group with exchanges (`--count --up-to-symmetry=exchange` needs none)";

fn too_large(error: ExchangeTooLarge, model: &Model) -> TooLarge {
    match error {
        ExchangeTooLarge::Search { limit } => TooLarge {
            what: "the search for kinds that may be exchanged",
            needed: limit.saturating_add(model.kinds.len() as u64),
            limit,
        },
        ExchangeTooLarge::Cosets { limit } => {
            TooLarge { what: "the cosets of a group with exchanges", needed: limit.saturating_add(1), limit }
        }
    }
}

/// Returns the images of the choices under an element of the group, or the choices that have none.
pub(super) fn permutation(
    model: &Model,
    group: &ExchangeGroup,
    element: &GroupElement,
    places: &Places<'_>,
) -> Result<Permutation, Vec<ChoiceId>> {
    let (cells, kinds) = group.images(model, element);
    places.permutation(|choice, images| {
        images.extend(choice.cells.iter().map(|c| cells[c.index()]));
        kinds.get(usize::from(choice.kind)).copied()
    })
}
