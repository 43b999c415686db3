//! Where a search reports to while it runs: placements tried, solutions found. One a thread.

use super::tally::Tally;
use crate::engine::{Ask, Control, Halt, Sink};
use crate::problem::{ChoiceId, Objective, Problem};
use num_bigint::BigUint;
use std::sync::mpsc::SyncSender;

/// Placements between two looks at the outer world, at most: fewer where the problem is large, since there each takes
/// longer, or where few are allowed.
const STRIDE: u64 = 4096;
/// Choices times placements between two looks: some milliseconds.
const WORK: u64 = 1 << 20;
/// Steps between two looks where a search tells them.
const STEPS: u64 = 1 << 23;
/// Solutions sent from thread to thread at a time.
pub(super) const BUNDLE: usize = 256;

/// Who takes the solutions themselves.
pub(super) enum Outlet<'a> {
    /// Nobody: a number is asked.
    Nobody,
    /// The sink, and how many more it gets.
    Sink(&'a mut dyn Sink, u64),
    /// Another thread, in bundles.
    Channel(SyncSender<Vec<Vec<ChoiceId>>>, Vec<Vec<ChoiceId>>),
}

/// Takes the reports of one search.
pub(super) struct Post<'a> {
    control: &'a Control,
    by: Option<&'a Objective>,
    outlet: Outlet<'a>,
    unchecked: u64,
    steps: u64,
    stride: u64,
    /// What was found so far.
    pub(super) tally: Tally,
}

impl<'a> Post<'a> {
    /// A post for these takers.
    pub(super) fn new(problem: &'a Problem, ask: Ask, control: &'a Control, outlet: Outlet<'a>) -> Self {
        let by = problem.by.as_ref().filter(|_| ask == Ask::CountBy);
        let stride = control.stride(STRIDE.min(1 + WORK / (1 + problem.choices.len() as u64)));
        Self { control, by, outlet, unchecked: 0, steps: 0, stride, tally: Tally::default() }
    }

    /// Placements that may be tried before they are told, so that limits hold.
    #[inline]
    pub(super) fn stride(&self) -> u64 {
        self.stride
    }

    /// Whether solutions must be shown one by one; where not, [`Self::count`] will do.
    pub(super) fn wants_solutions(&self) -> bool {
        self.by.is_some() || !matches!(self.outlet, Outlet::Nobody)
    }

    /// One more placement tried.
    ///
    /// # Errors
    /// Where the control stops the run.
    #[inline]
    pub(super) fn tick(&mut self) -> Result<(), Halt> {
        self.ticks(1)
    }

    /// So many more placements tried.
    ///
    /// # Errors
    /// Where the control stops the run.
    #[inline]
    pub(super) fn ticks(&mut self, n: u64) -> Result<(), Halt> {
        self.tally.nodes += n;
        self.unchecked += n;
        if self.unchecked >= self.stride { self.look() } else { Ok(()) }
    }

    /// So many steps done, of a few nanoseconds: for placements that may take very long.
    ///
    /// # Errors
    /// Where the control stops the run.
    #[inline]
    pub(super) fn steps(&mut self, n: u64) -> Result<(), Halt> {
        self.steps += n;
        if self.steps >= STEPS { self.look() } else { Ok(()) }
    }

    #[cold]
    fn look(&mut self) -> Result<(), Halt> {
        self.steps = 0;
        self.control.check(std::mem::take(&mut self.unchecked)).map_err(Halt::Stop)
    }

    /// So many solutions that nobody wants to see.
    #[inline]
    pub(super) fn count(&mut self, n: u64) {
        debug_assert!(!self.wants_solutions(), "these must be shown");
        self.tally.count.add(n);
    }

    /// So many times so many solutions that nobody wants to see.
    pub(super) fn count_product(&mut self, a: u64, b: u64) {
        match a.checked_mul(b) {
            Some(n) => self.count(n),
            None => self.tally.count.add_big(&(BigUint::from(a) * b)),
        }
    }

    /// One solution, in ascending order.
    ///
    /// # Errors
    /// Where whoever takes them has enough.
    pub(super) fn solution(&mut self, chosen: &[ChoiceId]) -> Result<(), Halt> {
        self.tally.count.add(1);
        if let Some(by) = self.by {
            let value = by.constant + weigh(by, chosen);
            self.tally.by.entry(value).or_default().add(1);
        }
        match &mut self.outlet {
            Outlet::Nobody => Ok(()),
            Outlet::Sink(sink, left) => {
                *left = left.saturating_sub(1);
                let enough = sink.solution(chosen).is_break() || *left == 0;
                if enough { Err(Halt::Enough) } else { Ok(()) }
            }
            Outlet::Channel(sender, bundle) => {
                bundle.push(chosen.to_vec());
                if bundle.len() < BUNDLE {
                    return Ok(());
                }
                sender.send(std::mem::take(bundle)).map_err(|_| Halt::Enough)
            }
        }
    }

    /// The end of this search: what is still held back goes out.
    ///
    /// # Errors
    /// Where the control stops the run or the solutions are not wanted any more.
    pub(super) fn finish(mut self) -> (Tally, Result<(), Halt>) {
        let flushed = match &mut self.outlet {
            Outlet::Channel(sender, bundle) if !bundle.is_empty() => {
                sender.send(std::mem::take(bundle)).map_err(|_| Halt::Enough)
            }
            _ => Ok(()),
        };
        let looked = self.look();
        (self.tally, flushed.and(looked))
    }
}

/// The weights of the true literals, where exactly `chosen` (ascending) hold.
fn weigh(objective: &Objective, chosen: &[ChoiceId]) -> i64 {
    let holds = |c: u32| chosen.binary_search(&ChoiceId(c)).is_ok();
    objective.terms.iter().filter(|(_, l)| holds(l.var().0) == l.is_positive()).map(|(w, _)| w).sum()
}
