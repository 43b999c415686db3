//! Rows of a board that repeat: their decisions lead from a layer of states back to the same layer, by the same moves.
//!
//! Such a row multiplies the counts by a matrix that has as many rows and columns as the layer has states. A board with more of
//! these rows has a power of it, so that its counts satisfy a linear recurrence of at most this order.

use super::key::Key;
use super::period::Period;
use super::walk::LayerWalk;

/// Repeated rows of a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Repetition {
    /// Number of these rows.
    pub rows: u64,
    /// Number of states between them.
    pub states: u64,
    /// Layer and time at the beginning of the row that is being decided.
    begun: (usize, usize),
    /// Layer and time at the beginning of the first repeated row.
    first: Option<(usize, usize)>,
}

impl Repetition {
    /// Looks at the layer that the walk has reached.
    pub fn pass<K: Key>(&mut self, walk: &LayerWalk<'_, K>, period: Period) {
        let now = (walk.layer(), walk.time());
        if now.1 != self.begun.1 + period.0 {
            return;
        }
        let (layer, time) = std::mem::replace(&mut self.begun, now);
        let first = self.first.unwrap_or((layer, time));
        let is_alike = layer == now.0 && layer == first.0;
        if is_alike && walk.sorts(time, period) == walk.sorts(first.1, period) {
            self.first = Some(first);
            self.rows += 1;
            self.states = walk.states().len() as u64;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Frontier, REPEATED_ROWS, STATES_BETWEEN};
    use crate::engine::sink::CountOnly;
    use crate::engine::{Control, Engine, Job, Query};
    use crate::problem::{Problem, samples};

    /// Repeated rows, and states between them.
    fn repeated(problem: &Problem) -> [Option<u64>; 2] {
        let job = Job { problem, query: Query::Count, seed: 0, threads: 1 };
        let run = Frontier.run(&job, &Control::unlimited(), &mut CountOnly).expect("no fault");
        let more = run.stats.more;
        [REPEATED_ROWS, STATES_BETWEEN].map(|name| more.iter().find(|m| m.0 == name).map(|m| m.1))
    }

    /// A row of three cells has five independent sets of kings, and two of them allow the same next rows.
    #[test]
    fn a_longer_strip_repeats_more_rows() {
        let kings = |length| repeated(&samples::peaceful(3, length, &samples::king()));
        let [Some(rows), Some(states)] = kings(9) else { panic!("no rows repeat: {:?}", kings(9)) };
        assert_eq!(kings(10), [Some(rows + 1), Some(states)]);
        assert!((3..=4).contains(&states), "{states}");
        assert!(rows < 9, "the edges differ");
    }

    #[test]
    fn a_number_of_pieces_distinguishes_the_rows() {
        let mut problem = samples::peaceful(3, 9, &samples::king());
        let all = problem.choice_ids().map(|c| (1, c.lit())).collect();
        let origin = crate::problem::Origin(1);
        let sum = crate::problem::Linear { terms: all, lo: 7, hi: 7, guard: None, origin };
        problem.edit(|p| p.linears.push(sum.clone()));
        assert_eq!(repeated(&problem), [None, None]);
    }
}
