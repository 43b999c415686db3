//! Grounding: converts a model into a problem. Possible placements become numbered choices, and every rule becomes
//! constraints over them. Structure is preserved where possible: a ride along a run of cells becomes a line, not pairs of
//! choices.
//!
//! ```text
//! facts ─▶ choices ─▶ attacks, comparisons, pairs ─▶ draft ─▶ lemmas, tidying ─▶ problem
//!              ▲                                                    │
//!              └──────────── choices that can never hold ───────────┘
//! ```
//!
//! The semantics are those of the judge (pieces block rides). Where a simpler reading gives the same solutions, a named
//! lemma justifies it: `blocking` (attacks and domination), `pigeonhole` (lines that must be full; `problem::full_sets`
//! has its form for sets of several). Each lemma states its side condition, is proved in its comment, and is tested
//! against all fillings of small boards.
//!
//! Grounding runs in rounds: choices found impossible in one round (they conflict with a choice that must hold) are
//! omitted from the next. Every round grounds the remaining diagrams completely, so it is always correct to stop.
//!
//! Read `grounder` (one round), `choices`, `truth` and `affine` (conditions, and sums of them) and `draft`. Each kind
//! of rule has a file: `attack` with `forbidden`, `blocking`, `full_board`, `classes` and `runs`; `compare` with
//! `terms` and `sight`; `group_graph` and `routes` with `graphs`; `pairing`; `symmetric`. `pigeonhole`, `tidy` and `propagate` finish a round; `group` comes
//! after the last.

mod affine;
mod attack;
mod blocking;
mod cancel;
mod choices;
mod classes;
mod cliques_of;
mod compare;
mod degrees;
mod draft;
mod exchange;
mod forbidden;
mod full_board;
mod graphs;
mod grounder;
mod group;
mod group_graph;
mod limits;
mod line_runs;
mod pairing;
mod pigeonhole;
mod propagate;
mod routes;
mod runs;
mod sight;
mod sums;
mod symmetric;
mod terms;
#[cfg(test)]
mod tests;
mod tidy;
mod truth;
mod views;

use crate::geometry::Symmetry;
use crate::model::{Diagram, ExchangeGroup, GroupElement, KindId, Model, Placement, UpTo};
use crate::problem::{ChoiceId, Origin, Permutation, Problem, ProblemParts};
use crate::text::Span;
pub use exchange::OrbitGroup;

use cancel::CancelCallback;
use choices::{ChoicePlace, IndexedChoices};
use grounder::Grounder;
use rustc_hash::FxHashSet;
use smallvec::SmallVec;

/// A problem, with the data to map it back to its model.
#[derive(Clone, Debug)]
pub struct GroundedProblem {
    pub problem: Problem,
    /// Symmetry group of the spec: `symmetries[i]` is the symmetry of the board for `problem.group[i]`.
    pub symmetries: Vec<Symmetry>,
    /// True if `symmetries` is the whole group. On large boards without a query for orbits, only the identity is stored.
    pub whole_group: bool,
    /// The group with exchanges, if orbits up to exchange are requested. It decides which solutions form an orbit; searches
    /// use `problem.group`.
    pub exchange: Option<OrbitGroup>,
    /// Lemmas used, as `name: effect`, for `explain`.
    pub lemmas: Vec<String>,
    /// Statement of each [`Origin`] number: first the model's rules in order, then its facts.
    pub origins: Vec<Span>,
}

/// A limit of grounding was exceeded.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what} would need {needed}, more than the limit of {limit}")]
pub struct TooLarge {
    pub what: &'static str,
    /// Required amount, or a lower bound of it.
    pub needed: u64,
    pub limit: u64,
}

/// Reason why a model has no grounding.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unground {
    /// A limit is exceeded.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// The caller stopped the grounding.
    #[error("the grounding was stopped")]
    Stopped,
}

/// Grounds a model. `up_to` says which transformations its group includes.
///
/// # Errors
/// Fails if a named limit is exceeded.
pub fn ground(model: &Model, up_to: UpTo) -> Result<GroundedProblem, TooLarge> {
    match ground_while(model, up_to, &|| true) {
        Ok(grounded) => Ok(grounded),
        Err(Unground::TooLarge(error)) => Err(error),
        Err(Unground::Stopped) => unreachable!("it is always wanted"),
    }
}

/// Grounds a model while `go_on` returns true; it is called every few microseconds to milliseconds.
///
/// # Errors
/// Fails if a named limit is exceeded, or if stopped by `go_on`.
pub fn ground_while(
    model: &Model,
    up_to: UpTo,
    go_on: &dyn Fn() -> bool,
) -> Result<GroundedProblem, Unground> {
    let cancel = CancelCallback::new(go_on);
    let mut dropped: FxHashSet<ChoicePlace> = FxHashSet::default();
    let mut round = 0;
    // The model with shorter rides, once it is known that every cell is filled.
    let mut stepped: Option<Model> = None;
    loop {
        cancel.ask()?;
        let choices = IndexedChoices::of(model, &dropped)?;
        round += 1;
        let last = round > limits::ROUNDS || (round > 1 && choices.list.len() > limits::ROUNDS_CHOICES);
        let mut grounder = Grounder::new(stepped.as_ref().unwrap_or(model), choices, &cancel);
        grounder.full = stepped.is_some();
        let (mut parts, mut lemmas, impossible) = grounder.ground()?;
        if !last && !impossible.is_empty() {
            dropped.extend(impossible.into_iter().map(|c| place(&parts, c)));
            continue;
        }
        if stepped.is_some() {
            lemmas.push("full board: every cell is filled, so rides end at the adjacent cell".to_owned());
        } else {
            stepped = full_board::stepped(model, &parts);
            if stepped.is_some() {
                continue;
            }
        }
        let group = match group::of(model, &parts, up_to.translation, &cancel)? {
            Ok(group) => group,
            // Solutions are closed under the group, so choices without an image are in none.
            Err(imageless) => {
                dropped.extend(imageless.into_iter().map(|c| place(&parts, c)));
                continue;
            }
        };
        let exchange = if up_to.exchange {
            match exchange::of(model, &parts, up_to.translation, &cancel)? {
                Ok(exchange) => Some(exchange),
                Err(imageless) => {
                    dropped.extend(imageless.into_iter().map(|c| place(&parts, c)));
                    continue;
                }
            }
        } else {
            None
        };
        parts.group = group.permutations;
        let origins = model.rules.iter().map(|r| r.span).chain(model.facts.iter().map(span_of)).collect();
        let (symmetries, whole_group) = (group.symmetries, group.whole);
        let problem = Problem::new(parts);
        return Ok(GroundedProblem { problem, symmetries, whole_group, exchange, lemmas, origins });
    }
}

fn place(problem: &ProblemParts, choice: ChoiceId) -> ChoicePlace {
    (problem.choices.kind(choice), SmallVec::from_slice(problem.choices.cells(choice)))
}

fn span_of(fact: &crate::model::Fact) -> Span {
    match *fact {
        crate::model::Fact::Holds(_, _, span) | crate::model::Fact::Empty(_, span) => span,
    }
}

impl GroundedProblem {
    /// Returns the group under which solutions form orbits. With exchanges it must not be too large.
    pub fn orbit_group(&self) -> &[Permutation] {
        match &self.exchange {
            Some(OrbitGroup { permutations, .. }) => permutations.as_deref().expect("it was refused before"),
            None => &self.problem.group,
        }
    }

    /// Returns the permutation of the choices for an element of the group with exchanges.
    pub fn permutation(&self, model: &Model, group: &ExchangeGroup, element: &GroupElement) -> Permutation {
        let places = group::Places::new(&self.problem.choices, self.problem.board.len());
        let known = exchange::permutation(model, group, element, &places);
        known.expect("generators have images of all choices")
    }

    /// Returns the diagram of a set of choices.
    pub fn diagram(&self, chosen: &[ChoiceId]) -> Diagram {
        Diagram::new(chosen.iter().map(|c| {
            let choice = self.problem.choices.get(*c);
            Placement { kind: KindId(choice.kind), cells: SmallVec::from_slice(choice.cells) }
        }))
    }

    /// Returns the choices of a diagram, ascending; `None` if some placement is not a choice (no solution contains it).
    pub fn choices(&self, diagram: &Diagram) -> Option<Vec<ChoiceId>> {
        let all = &self.problem.choices;
        let mut found: Vec<ChoiceId> = diagram
            .placements()
            .iter()
            .map(|p| {
                let key = (p.cells[0], p.kind.0, &p.cells[..]);
                all.position_by(|c| (c.cells[0], c.kind, c.cells).cmp(&key))
            })
            .collect::<Option<_>>()?;
        found.sort_unstable();
        Some(found)
    }

    /// Returns the statement that a constraint comes from; `None` for the board itself.
    pub fn span(&self, origin: Origin) -> Option<Span> {
        self.origins.get(origin.0 as usize).copied()
    }
}
