//! Parts of a problem that a format cannot express.

use crate::engine::ProgramDecline;
use crate::problem::{ConstraintKind, LoweringLimit, Origin, Problem};

/// The part of a spec that a format cannot express.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RefusalPlace {
    /// A statement (or the board).
    Statement(Origin),
    /// The objective with this index, from 0.
    Objective(usize),
    Whole,
}

/// Reason why a problem cannot be written in a format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExportRefusal {
    /// The reason, a clause that reads well after the format's name and a colon.
    pub reason: String,
    /// The part of the spec.
    pub place: RefusalPlace,
}

impl ExportRefusal {
    pub(super) fn new(reason: impl Into<String>, place: RefusalPlace) -> Self {
        Self { reason: reason.into(), place }
    }
}

impl RefusalPlace {
    /// The first constraint of this kind.
    pub(super) fn of(problem: &Problem, kind: ConstraintKind) -> Self {
        use ConstraintKind as K;
        let clique = |exactly| problem.cliques.iter().find(|q| q.exactly == exactly).map(|q| q.origin);
        let linear =
            |guarded| problem.linears.iter().find(|l| l.guard.is_some() == guarded).map(|l| l.origin);
        let origin = match kind {
            K::Objective => return Self::Objective(0),
            K::SecondObjective => return Self::Objective(1),
            K::Definition | K::Conflict | K::NumberBy => None,
            K::AtMostOne => clique(false),
            K::ExactlyOne => clique(true),
            K::Clause => problem.clauses.first().map(|c| c.1),
            K::Linear => linear(false),
            K::GuardedLinear => linear(true),
            K::Matching => problem.matchings.first().map(|m| m.origin),
            K::Linked => None,
            K::Connected => problem.connectivities.first().map(|c| c.origin),
            K::Route => problem.routes.first().map(|r| r.origin),
        };
        origin.map_or(Self::Whole, Self::Statement)
    }
}

impl From<ProgramDecline> for ExportRefusal {
    fn from(unfit: ProgramDecline) -> Self {
        Self::new(unfit.reason, unfit.origin.map_or(RefusalPlace::Whole, RefusalPlace::Statement))
    }
}

impl From<LoweringLimit> for ExportRefusal {
    fn from(limit: LoweringLimit) -> Self {
        Self::new(limit.to_string(), RefusalPlace::Whole)
    }
}
