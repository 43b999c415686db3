//! Exhausted searches, distinguished by type from searches that were stopped.
//!
//! The claims "none exists", "optimal" and "bound" follow only from a search that has seen everything. They are therefore
//! made from an [`Exhausted`], a value that only [`exhaust`] can create: it gives the search a scope of the control in
//! which every refusal is recorded, and creates the value only if the search reports that it is finished *and* nothing in
//! its scope was refused. An engine that overlooks a stop cannot turn it into an answer.

use super::control::{Control, Stop};
use super::sink::Sink;
use crate::problem::{ChoiceId, Objective};
use std::ops::ControlFlow;

/// Evidence that a search ran to its end. Only [`exhaust`] creates it:
///
/// ```compile_fail
/// let forged = nauck::engine::Exhausted(());
/// ```
///
/// An engine that finds a solution, or is stopped, has no such value to put into its [`Run`](super::Run):
///
/// ```compile_fail
/// use nauck::engine::{End, Run, Stop};
/// let mut run = Run::new(End::Stopped(Stop::Time));
/// run.optimal = Some(Default::default());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exhausted(());

/// Reason for which a search ended before it was exhausted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Halt {
    /// The control refused a check, or the engine gave up.
    Stop(Stop),
    /// Enough solutions were found.
    Enough,
}

impl From<Stop> for Halt {
    fn from(stop: Stop) -> Self {
        Self::Stop(stop)
    }
}

/// Runs `search` in a scope of `control`. Returns its result and how it ended: as exhausted only if the search returns
/// `Ok` and no check in its scope, and no earlier check of `control`, was refused. A stopped search was stopped by the first
/// refused check: its other threads are told to end, and may call that an interruption.
pub fn exhaust<T>(
    control: &Control,
    search: impl FnOnce(&Control) -> (T, Result<(), Halt>),
) -> (T, Result<Exhausted, Halt>) {
    let scope = control.scope();
    let (found, ended) = search(&scope);
    let ended = match (ended, scope.refusal()) {
        (Ok(()), None) => Ok(Exhausted(())),
        (Ok(()) | Err(Halt::Stop(_)), Some(stop)) => Err(Halt::Stop(stop)),
        (Err(halt), _) => Err(halt),
    };
    (found, ended)
}

/// Like [`exhaust`], for a search that delivers solutions: it is not exhausted if the sink stopped it either.
pub fn exhaust_into<T>(
    control: &Control,
    sink: &mut dyn Sink,
    search: impl FnOnce(&Control, &mut dyn Sink) -> (T, Result<(), Halt>),
) -> (T, Result<Exhausted, Halt>) {
    let mut gate = Gate { sink, enough: false };
    exhaust(control, |scope| {
        let (found, ended) = search(scope, &mut gate);
        let open = if gate.enough { Err(Halt::Enough) } else { Ok(()) };
        (found, ended.and(open))
    })
}

/// Records that the sink has had enough.
struct Gate<'a> {
    sink: &'a mut dyn Sink,
    enough: bool,
}

impl Sink for Gate<'_> {
    fn solution(&mut self, chosen: &[ChoiceId]) -> ControlFlow<()> {
        let flow = self.sink.solution(chosen);
        self.enough |= flow.is_break();
        flow
    }
}

/// A proved bound on the value of an objective: no solution's value is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Bound(i64);

impl Bound {
    /// Bound established by an exhausted search.
    pub fn shown(value: i64, _by: Exhausted) -> Self {
        Self(value)
    }

    /// Bound by the terms alone, with every literal at its best. `None` if it does not fit in 64 bits.
    pub fn of_terms(objective: &Objective) -> Option<Self> {
        let helps = |w: &i64| (*w > 0) == objective.maximize;
        let mut terms = objective.terms.iter().map(|t| t.0).filter(helps);
        terms.try_fold(objective.constant, i64::checked_add).map(Self)
    }

    /// Bound by counting: at most one choice of each clique, at least one of each clause, what one linear constraint leaves,
    /// or the value at which solutions are sought. `None` where none is known.
    pub fn by_counting(problem: &crate::problem::Problem, objective: &Objective) -> Option<Self> {
        let is_first = problem.objectives.first() == Some(objective);
        let bounds = [
            super::counting::counting_bound(problem, objective),
            super::root_bound::root_bound(problem, objective),
            problem.at_bound().filter(|_| is_first).map(|sought| sought.value),
        ];
        let bounds = bounds.into_iter().flatten();
        (if objective.maximize { bounds.min() } else { bounds.max() }).map(Self)
    }

    /// The value of the bound.
    pub fn value(self) -> i64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Limits;
    use crate::engine::conformance::solutions;
    use crate::problem::random::{Mix, problems};
    use crate::problem::samples;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1000))]

        #[test]
        fn no_solution_is_better_than_a_bound_by_counting(problem in problems(Mix::EVERYTHING)) {
            for solution in solutions(&problem) {
                let values = problem.objective_values(&solution);
                for (objective, value) in problem.objectives.iter().zip(values) {
                    if let Some(Bound(bound)) = Bound::by_counting(&problem, objective) {
                        let (less, more) = if objective.maximize { (value, bound) } else { (bound, value) };
                        prop_assert!(less <= more);
                    }
                }
            }
        }
    }

    fn stopped_after(nodes: u64) -> Control {
        Control::new(Default::default(), Limits { nodes: Some(nodes), ..Limits::default() })
    }

    #[test]
    fn only_a_search_that_was_never_refused_is_exhausted() {
        let forgetful = |control: &Control| {
            let _ = control.check(10);
            ((), Ok(()))
        };
        assert!(exhaust(&stopped_after(10), forgetful).1.is_ok());
        assert_eq!(exhaust(&stopped_after(9), forgetful).1, Err(Halt::Stop(Stop::Nodes)));
    }

    #[test]
    fn a_refusal_within_holds_for_the_search_around_it_and_for_those_behind() {
        let control = stopped_after(9);
        let (inner, outer) = exhaust(&control, |control| {
            let inner = exhaust(control, |control| (control.check(10), Ok(()))).1;
            (inner, Ok(()))
        });
        assert_eq!((inner, outer), (Err(Halt::Stop(Stop::Nodes)), Err(Halt::Stop(Stop::Nodes))));
        assert!(exhaust(&control, |_| ((), Ok(()))).1.is_err());
    }

    #[test]
    fn a_lane_sent_away_is_no_refusal_for_the_race() {
        let control = Control::unlimited();
        let (_, raced) = exhaust(&control, |control| {
            let (own, lane) = control.lane(None);
            lane.dismiss();
            let (_, ended) = exhaust(&own, |own| (own.check(1), Ok(())));
            assert_eq!(ended, Err(Halt::Stop(Stop::Interrupted)));
            ((), Ok(()))
        });
        assert!(raced.is_ok());
    }

    /// Kings exclude each other in pairs only; squares of four cells show that at most four fit.
    #[test]
    fn pairs_bound_by_counting_as_the_cliques_that_they_make() {
        let mut kings = samples::peaceful(4, 4, &samples::king());
        let terms = kings.choice_ids().map(|c| (1, c.lit())).collect();
        let most = Objective { maximize: true, terms, constant: 0 };
        kings.edit(|p| p.objectives = vec![most]);
        let bound = |objective: &Objective| Bound::by_counting(&kings, objective).map(Bound::value);
        assert_eq!(bound(&kings.objectives[0]), Some(4));
        let other = Objective { constant: 1, ..kings.objectives[0].clone() };
        assert_eq!(bound(&other), Some(16 + 1), "only the first objective is sought");
    }

    #[test]
    fn the_first_refusal_is_the_reason_of_the_end() {
        let abandoned = |control: &Control| {
            let _ = control.check(10);
            ((), Err(Halt::Stop(Stop::Interrupted)))
        };
        assert_eq!(exhaust(&stopped_after(9), abandoned).1, Err(Halt::Stop(Stop::Nodes)));
        assert_eq!(exhaust(&stopped_after(10), abandoned).1, Err(Halt::Stop(Stop::Interrupted)));
    }

    #[test]
    fn a_sink_that_has_had_enough_leaves_nothing_exhausted() {
        struct Full;
        impl Sink for Full {
            fn solution(&mut self, _: &[ChoiceId]) -> ControlFlow<()> {
                ControlFlow::Break(())
            }
        }
        let (_, ended) =
            exhaust_into(&Control::unlimited(), &mut Full, |_, sink| (sink.solution(&[]), Ok(())));
        assert_eq!(ended, Err(Halt::Enough));
    }
}
