//! Monitor of a running search: it counts the placements tried, checks the control, and delivers the solutions found.
//! Each part of a search has its own.

use super::strategy::general_pace;
use super::tally::SearchTally;
use crate::engine::control::Spent;
use crate::engine::{Control, Halt, Query, Sink};
use crate::problem::{ChoiceId, Objective, Problem};
use num_bigint::BigUint;

/// Maximum number of placements between two checks of the control. There are fewer where the problem is large, since each
/// placement then takes longer, or where the node limit is small.
const STRIDE: u64 = 4096;
/// Choices times placements between two checks: some milliseconds.
const WORK: u64 = 1 << 20;
/// Nanoseconds between two checks where a search reports them.
const STEPS: u64 = 1 << 23;

/// Receiver of the solutions, and the number of solutions that it receives at most; `None` if only their number is asked
/// for.
pub(super) type Receiver<'a> = Option<(&'a mut dyn Sink, u64)>;

/// The monitor; see the module documentation.
pub(super) struct Monitor<'a> {
    control: &'a Control,
    by: Option<&'a Objective>,
    receiver: Receiver<'a>,
    unchecked: u64,
    /// Nanoseconds expected of a placement.
    each: u64,
    /// Nanoseconds since the last check.
    looks: u64,
    /// Steps beyond those of the placements, and how many of them the control knows.
    steps: u64,
    known: u64,
    /// Fraction of the search that is finished, if known.
    finished: f64,
    stride: u64,
    pub(super) tally: SearchTally,
}

impl<'a> Monitor<'a> {
    /// Creates a monitor that delivers to `receiver`.
    pub(super) fn new(
        problem: &'a Problem,
        query: Query,
        control: &'a Control,
        receiver: Receiver<'a>,
    ) -> Self {
        let by = problem.by.as_ref().filter(|_| query == Query::CountBy(()));
        let stride = control.stride(STRIDE.min(1 + WORK / (1 + problem.choices.len() as u64)));
        Self {
            control,
            by,
            receiver,
            unchecked: 0,
            each: 1_000_000 / general_pace(problem),
            looks: 0,
            steps: 0,
            known: 0,
            finished: 0.0,
            stride,
            tally: SearchTally::default(),
        }
    }

    /// Placements that may be tried before they are reported, if limits are to hold.
    #[inline]
    pub(super) fn stride(&self) -> u64 {
        self.stride
    }

    /// Returns true if solutions must be delivered one by one. If not, [`Self::count`] suffices.
    pub(super) fn wants_solutions(&self) -> bool {
        self.by.is_some() || self.receiver.is_some()
    }

    /// Returns true if solutions are delivered. If not, [`Self::count_valued`] suffices.
    pub(super) fn delivers(&self) -> bool {
        self.receiver.is_some()
    }

    /// Reports one more placement tried.
    ///
    /// # Errors
    /// If the control stops the run.
    #[inline]
    pub(super) fn tick(&mut self) -> Result<(), Halt> {
        self.ticks(1)
    }

    /// Reports `n` more placements tried.
    ///
    /// # Errors
    /// If the control stops the run.
    #[inline]
    pub(super) fn ticks(&mut self, n: u64) -> Result<(), Halt> {
        self.tally.nodes += n;
        self.unchecked += n;
        if self.unchecked >= self.stride { self.look() } else { Ok(()) }
    }

    /// Steps beyond those of the placements, so far.
    pub(super) fn all_steps(&self) -> u64 {
        self.steps
    }

    /// Sets the fraction of the search that is finished; the control learns it at the next check.
    #[inline]
    pub(super) fn set_finished(&mut self, fraction: f64) {
        self.finished = fraction;
    }

    /// Reports this many nanoseconds, for placements that may take very long: what they take beyond that expected of one
    /// counts as steps, and the next check comes earlier.
    ///
    /// # Errors
    /// If the control stops the run.
    #[inline]
    pub(super) fn work(&mut self, nanoseconds: u64) -> Result<(), Halt> {
        self.steps += nanoseconds.saturating_sub(self.each) / 10;
        self.looks += nanoseconds;
        if self.looks >= STEPS { self.look() } else { Ok(()) }
    }

    /// Reports `n` steps of ten nanoseconds beyond those of the placements.
    #[inline]
    pub(super) fn steps(&mut self, n: u64) {
        self.steps += n;
    }

    #[cold]
    fn look(&mut self) -> Result<(), Halt> {
        self.looks = 0;
        if self.finished > 0.0 {
            self.control.finished(self.finished);
        }
        let (nodes, steps) = (std::mem::take(&mut self.unchecked), self.steps - self.known);
        self.known = self.steps;
        self.control.check_work(Spent { nodes, steps }).map_err(Halt::Stop)
    }

    /// Counts `n` solutions that need not be delivered.
    #[inline]
    pub(super) fn count(&mut self, n: u64) {
        debug_assert!(!self.wants_solutions(), "these must be shown");
        self.tally.count.add(n);
    }

    /// Counts `n` solutions that need not be delivered, whose value in the problem's `by` is `value`.
    pub(super) fn count_valued(&mut self, n: u64, value: i64) {
        debug_assert!(!self.delivers(), "these must be shown");
        self.tally.count.add(n);
        if self.by.is_some() {
            self.tally.by.entry(value).or_default().add(n);
        }
    }

    /// Counts `a * b` solutions that need not be delivered.
    pub(super) fn count_product(&mut self, a: u64, b: u64) {
        match a.checked_mul(b) {
            Some(n) => self.count(n),
            None => self.tally.count.add_big(&(BigUint::from(a) * b)),
        }
    }

    /// Delivers the solution that consists of these choices, in any order.
    ///
    /// # Errors
    /// As [`Self::solution`].
    pub(super) fn placed(&mut self, choices: &[u32]) -> Result<(), Halt> {
        let mut solution: Vec<ChoiceId> = choices.iter().map(|&c| ChoiceId(c)).collect();
        solution.sort_unstable();
        self.solution(&solution)
    }

    /// Delivers one solution, its choices in ascending order.
    ///
    /// # Errors
    /// If the receiver has enough.
    pub(super) fn solution(&mut self, chosen: &[ChoiceId]) -> Result<(), Halt> {
        self.tally.count.add(1);
        if let Some(by) = self.by {
            let value = by.constant + weigh(by, chosen);
            self.tally.by.entry(value).or_default().add(1);
        }
        let Some((sink, left)) = &mut self.receiver else { return Ok(()) };
        *left = left.saturating_sub(1);
        let enough = sink.solution(chosen).is_break() || *left == 0;
        if enough { Err(Halt::Enough) } else { Ok(()) }
    }

    /// Ends this search.
    ///
    /// # Errors
    /// If the control stops the run.
    pub(super) fn finish(mut self) -> (SearchTally, Result<(), Halt>) {
        let looked = self.look();
        (self.tally, looked)
    }
}

/// Sum of the weights of the true literals if exactly `chosen` (ascending) hold.
fn weigh(objective: &Objective, chosen: &[ChoiceId]) -> i64 {
    let holds = |c: u32| chosen.binary_search(&ChoiceId(c)).is_ok();
    objective.terms.iter().filter(|(_, l)| holds(l.var().0) == l.is_positive()).map(|(w, _)| w).sum()
}
