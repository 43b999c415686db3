//! From a model to a problem: what may be placed becomes numbered choices, every rule becomes constraints over
//! them. Structure is kept where it can be: a ride along a run of cells is a line, not pairs of choices.
//!
//! ```text
//! facts ─▶ choices ─▶ attacks, comparisons, pairs ─▶ draft ─▶ lemmas, tidying ─▶ problem
//!              ▲                                                    │
//!              └──────────── choices that can never hold ───────────┘
//! ```
//!
//! The meaning is the literal one of the judge (pieces block rides). Where a simpler reading gives the same
//! solutions, a named lemma says so: `blocking` (attacks and domination), `pigeonhole` (lines that must be
//! full). Each states its side condition, is proved in its comment and tested against all fillings of small
//! boards.
//!
//! Grounding runs in rounds: choices that a round shows to be impossible (they conflict with a choice that
//! must be there) are left out of the next. Every round is a complete grounding of the diagrams that are left,
//! so stopping early is always right.

mod affine;
mod attack;
mod blocking;
mod choices;
mod classes;
mod compare;
mod draft;
mod grounder;
mod group;
mod limits;
mod pairing;
mod patience;
mod pigeonhole;
mod runs;
mod sight;
mod strike;
mod symmetric;
mod terms;
#[cfg(test)]
mod tests;
mod tidy;
mod truth;

use crate::geometry::Symmetry;
use crate::model::{Diagram, KindId, Model, Placement};
use crate::problem::{ChoiceId, Origin, Problem};
use crate::text::Span;
use choices::{Choices, Place};
use grounder::Grounder;
use patience::Patience;
use rustc_hash::FxHashSet;

/// A problem and the way back.
#[derive(Clone, Debug)]
pub struct Grounded {
    /// The problem.
    pub problem: Problem,
    /// The spec's group: `symmetries[i]` is what `problem.group[i]` does to the board.
    pub symmetries: Vec<Symmetry>,
    /// Whether `symmetries` is the whole group. On large boards of which no orbits are asked only the identity
    /// is written out.
    pub whole_group: bool,
    /// Lemmas that were used, as `name: what it spared`, for `explain`.
    pub lemmas: Vec<String>,
    /// By [`Origin`] number: the statement. First the model's rules in order, then its facts.
    pub origins: Vec<Span>,
}

/// Why a model cannot be grounded: a limit, named.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what} would need {needed}, more than the limit of {limit}")]
pub struct TooLarge {
    /// Of what there is too much.
    pub what: &'static str,
    /// How much is needed (at least).
    pub needed: u64,
    /// The limit.
    pub limit: u64,
}

/// Why there is no grounding of a model.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unground {
    /// A limit is passed.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// Whoever asked for it does not want it any more.
    #[error("the grounding was stopped")]
    Stopped,
}

/// Grounds a model. `translations`: the group includes those of a board that wraps.
///
/// # Errors
/// Where a named limit is passed.
pub fn ground(model: &Model, translations: bool) -> Result<Grounded, TooLarge> {
    match ground_while(model, translations, &|| true) {
        Ok(grounded) => Ok(grounded),
        Err(Unground::TooLarge(error)) => Err(error),
        Err(Unground::Stopped) => unreachable!("it is always wanted"),
    }
}

/// The same, as long as `go_on` says so; it is asked every few microseconds to milliseconds of the work.
///
/// # Errors
/// Where a named limit is passed, and where it was not to go on.
pub fn ground_while(
    model: &Model,
    translations: bool,
    go_on: &dyn Fn() -> bool,
) -> Result<Grounded, Unground> {
    let patience = Patience::new(go_on);
    let mut dropped: FxHashSet<Place> = FxHashSet::default();
    let mut round = 0;
    loop {
        patience.ask()?;
        let choices = Choices::of(model, &dropped)?;
        round += 1;
        let last = round > limits::ROUNDS || (round > 1 && choices.list.len() > limits::ROUNDS_CHOICES);
        let (mut problem, lemmas, impossible) = Grounder::new(model, choices, &patience).ground()?;
        if !last && !impossible.is_empty() {
            dropped.extend(impossible.into_iter().map(|c| place(&problem, c)));
            continue;
        }
        let group = match group::of(model, &problem, translations, &patience)? {
            Ok(group) => group,
            // Solutions are closed under the group: what has no image is in none.
            Err(imageless) => {
                dropped.extend(imageless.into_iter().map(|c| place(&problem, c)));
                continue;
            }
        };
        problem.group = group.permutations;
        let origins = model.rules.iter().map(|r| r.span).chain(model.facts.iter().map(span_of)).collect();
        let (symmetries, whole_group) = (group.symmetries, group.whole);
        return Ok(Grounded { problem, symmetries, whole_group, lemmas, origins });
    }
}

fn place(problem: &Problem, choice: ChoiceId) -> Place {
    (problem.choices.kind(choice), problem.choices.cells(choice).into())
}

fn span_of(fact: &crate::model::Fact) -> Span {
    match *fact {
        crate::model::Fact::Holds(_, _, span) | crate::model::Fact::Empty(_, span) => span,
    }
}

impl Grounded {
    /// The diagram of a set of choices.
    pub fn diagram(&self, chosen: &[ChoiceId]) -> Diagram {
        Diagram::new(chosen.iter().map(|c| {
            let choice = self.problem.choices.get(*c);
            Placement { kind: KindId(choice.kind), cells: choice.cells.into() }
        }))
    }

    /// The choices of a diagram, ascending; `None` where a placement is none of the choices (no solution has it).
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

    /// The statement that a constraint comes from; `None` for the board itself.
    pub fn span(&self, origin: Origin) -> Option<Span> {
        self.origins.get(origin.0 as usize).copied()
    }
}
