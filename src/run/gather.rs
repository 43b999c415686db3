//! The sink of a run: counts solutions, tells orbits apart, keeps the solutions to show.

use super::orbits::{OrbitTable, Orbits, representative};
use super::order;
use super::present::Presenter;
use super::request::{Order, Request};
use crate::engine::{Progress, Sink};
use crate::problem::{Assignment, ChoiceId};
use crate::query::Query;
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// Number of solutions sorted at a time.
const PIECE: usize = 1 << 14;

/// Reason why the sink stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SinkStop {
    /// The requested number of solutions is reached.
    Limit,
    /// The limit on solutions is passed.
    Solutions,
    /// There are too many to sort for the few that are shown; counting the rest is cheaper.
    TooMany,
    /// A solution was wrong, or the output was closed.
    Halted,
}

#[derive(Clone, Debug)]
pub(super) struct SolutionTally {
    pub count: u64,
    /// Orbits, if they were told apart.
    pub table: OrbitTable,
    /// Solutions for each value of the `by` expression, if orbits were told apart.
    pub by: BTreeMap<i64, u64>,
    /// Why the sink stopped, if it did.
    pub enough: Option<SinkStop>,
}

/// The sink; see the module documentation.
pub(super) struct Gather<'p, 'a> {
    presenter: &'p mut Presenter<'a>,
    orbits: Option<Orbits<'a>>,
    request: &'a Request,
    watch: Option<&'a Progress>,
    pub count: u64,
    /// Solutions that may be shown: all, or the canonical ones.
    candidates: u64,
    table: OrbitTable,
    by: BTreeMap<i64, u64>,
    kept: Vec<Vec<ChoiceId>>,
    /// True if solutions are shown as they arrive.
    live: bool,
    enough: Option<SinkStop>,
}

impl<'p, 'a> Gather<'p, 'a> {
    pub fn new(presenter: &'p mut Presenter<'a>, request: &'a Request, watch: Option<&'a Progress>) -> Self {
        let group = presenter.grounded;
        let orbits = request.needs_orbits().then(|| Orbits::new(group.orbit_group()));
        Self {
            orbits,
            request,
            watch,
            count: 0,
            candidates: 0,
            table: OrbitTable::default(),
            by: BTreeMap::new(),
            kept: Vec::new(),
            live: request.order == Order::Found,
            enough: None,
            presenter,
        }
    }

    /// Keeps the incumbent of a run that was stopped before its proof; it is shown, not counted.
    pub fn keep_incumbent(&mut self, chosen: &[ChoiceId]) {
        if self.request.shows() {
            self.keep(chosen);
        }
    }

    /// Shows the solutions kept, in the requested order, and returns the tally.
    pub fn finish(mut self) -> SolutionTally {
        let mut kept = std::mem::take(&mut self.kept);
        if self.request.order == Order::Found {
            self.show(&kept);
        } else {
            self.show_in_order(&mut kept);
        }
        SolutionTally { count: self.count, table: self.table, by: self.by, enough: self.enough }
    }

    /// Shows solutions in canonical order. Long lists are sorted half by half, so that a time limit is noticed soon.
    fn show_in_order(&mut self, kept: &mut [Vec<ChoiceId>]) {
        let is_done = self.enough == Some(SinkStop::Halted) || self.presenter.is_cut() || self.wanted() == 0;
        if is_done {
            return self.show(kept);
        }
        if kept.len() > PIECE
            && let Some(middle) = order::halve(kept, self.presenter.grounded)
        {
            let (first, rest) = kept.split_at_mut(middle);
            self.show_in_order(first);
            return self.show_in_order(rest);
        }
        let late = self.presenter.room().map_or(kept.len(), |room| room.min(kept.len()));
        let (shown, left_out) = kept.split_at_mut(late);
        order::sort(shown, self.presenter.grounded);
        self.show(shown);
        self.presenter.left_out += self.wanted().min(left_out.len() as u64);
    }

    /// Number of solutions still to be shown.
    fn wanted(&self) -> u64 {
        let had = self.presenter.shown + self.presenter.left_out;
        self.request.most.map_or(u64::MAX, |most| most.saturating_sub(had))
    }

    fn stop(&mut self, why: SinkStop) -> ControlFlow<()> {
        self.enough = Some(why);
        ControlFlow::Break(())
    }

    fn show(&mut self, solutions: &[Vec<ChoiceId>]) {
        if self.enough == Some(SinkStop::Halted) {
            return;
        }
        for (i, solution) in solutions.iter().enumerate() {
            let wanted = self.wanted();
            if wanted == 0 {
                return;
            }
            if self.presenter.is_cut() {
                self.presenter.left_out += ((solutions.len() - i) as u64).min(wanted);
                return;
            }
            if self.presenter.present(solution).is_break() {
                self.enough = Some(SinkStop::Halted);
                return;
            }
        }
    }

    /// The solution to show for this one. If orbits are told apart, a solution on single cells is already the least of its
    /// orbit.
    fn representative(&self, chosen: &[ChoiceId]) -> Vec<ChoiceId> {
        let grounded = self.presenter.grounded;
        let is_least = self.orbits.is_some() && grounded.problem.choices.all_points();
        if !self.request.up_to_symmetry || is_least {
            return chosen.to_vec();
        }
        representative(grounded, chosen)
    }

    fn keep(&mut self, chosen: &[ChoiceId]) {
        if self.live {
            let solution = self.representative(chosen);
            return self.show(std::slice::from_ref(&solution));
        }
        self.kept.push(self.representative(chosen));
        if let Some(most) = self.request.most {
            // Only the least `most` are ever shown; the others are dropped from time to time.
            let most = usize::try_from(most).unwrap_or(usize::MAX);
            if self.request.order != Order::Found
                && self.kept.len() > most.saturating_mul(2).saturating_add(1024)
            {
                order::sort(&mut self.kept, self.presenter.grounded);
                self.kept.truncate(most);
            }
        } else if self.request.order == Order::Auto && self.kept.len() > Request::SORTED_AT_MOST {
            let kept = std::mem::take(&mut self.kept);
            self.live = true;
            self.show(&kept);
        }
    }

    fn add_value(&mut self, chosen: &[ChoiceId]) {
        let problem = &self.presenter.grounded.problem;
        if let (Query::CountBy(()), Some(by)) = (self.request.query, &problem.by) {
            *self.by.entry(by.value(&Assignment::new(problem, chosen))).or_default() += 1;
        }
    }
}

impl Sink for Gather<'_, '_> {
    fn solution(&mut self, chosen: &[ChoiceId]) -> ControlFlow<()> {
        if self.request.limits.solutions == Some(self.count) {
            return self.stop(SinkStop::Solutions);
        }
        self.count += 1;
        if let Some(watch) = self.watch {
            watch.solution();
        }
        if let Some(orbits) = &mut self.orbits {
            let size = orbits.size_if_canonical(chosen);
            if let Some(size) = size {
                self.table.add(size);
            } else if self.request.up_to_symmetry {
                return ControlFlow::Continue(());
            }
        }
        self.candidates += 1;
        self.add_value(chosen);
        if self.request.shows() {
            self.keep(chosen);
        }
        if self.enough.is_some() {
            return ControlFlow::Break(());
        }
        if self.request.query == Query::First(self.candidates) {
            return self.stop(SinkStop::Limit);
        }
        let many = self.candidates > Request::SORTED_AT_MOST as u64;
        if many && self.request.most.is_some() && self.request.order != Order::Sorted && self.orbits.is_none()
        {
            return self.stop(SinkStop::TooMany);
        }
        ControlFlow::Continue(())
    }
}
