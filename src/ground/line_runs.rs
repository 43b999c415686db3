//! Grounds the runs of a line: a finite automaton reads its cells in order.
//!
//! State k of m is the part of the pattern `0* 1…1 0+ 1…1 0*` that has been read: before the first run, within a run, or behind
//! one. The automaton is deterministic, so each "state k after i cells" is a function of the cells, defined by the transitions
//! into it. States from which the end cannot be reached are left out.
//!
//! Clauses that follow from these definitions make unit propagation complete for the line: every state has a transition
//! onwards, and every value of a cell has a transition with it (F. Bacchus, "GAC via unit propagation", CP 2007).

use super::grounder::Grounder;
use super::truth::Truth;
use crate::geometry::CellId;
use crate::model::{CellContents, LineRuns};
use crate::problem::{Lit, Origin};

/// The pattern of a line.
struct Pattern {
    /// For each state, true if it lies within a run.
    in_run: Vec<bool>,
    /// For each state, true if the next cell must be uncovered to go on: the run in it has its full length.
    run_ends: Vec<bool>,
}

impl Pattern {
    fn new(lengths: &[u32]) -> Self {
        let mut pattern = Self { in_run: vec![false], run_ends: vec![false] };
        for (run, &length) in lengths.iter().enumerate() {
            for cell in 1..=length {
                pattern.in_run.push(true);
                pattern.run_ends.push(cell == length);
            }
            if run + 1 < lengths.len() {
                pattern.in_run.push(false);
                pattern.run_ends.push(false);
            }
        }
        pattern
    }

    fn states(&self) -> usize {
        self.in_run.len()
    }

    /// Returns the state after a covered or an uncovered cell.
    fn next(&self, state: usize, covered: bool) -> Option<usize> {
        let last = self.states() - 1;
        match (self.in_run[state], self.run_ends[state], covered) {
            // In a gap: it goes on, or the next run starts.
            (false, _, false) => Some(state),
            (false, _, true) => (state < last).then_some(state + 1),
            // In a run: it goes on, or it has ended.
            (true, false, covered) => covered.then_some(state + 1),
            (true, true, true) => None,
            (true, true, false) => Some(if state < last { state + 1 } else { state }),
        }
    }

    /// Returns, for each number of cells still to be read, the states from which the end can be reached.
    fn live(&self, cells: usize) -> Vec<Vec<bool>> {
        let accepting = |state: usize| state + 1 == self.states();
        let mut live = vec![(0..self.states()).map(accepting).collect::<Vec<bool>>()];
        for _ in 0..cells {
            let after = &live[live.len() - 1];
            let on = |state: usize| {
                [false, true].iter().any(|&c| self.next(state, c).is_some_and(|next| after[next]))
            };
            let before = (0..self.states()).map(on).collect();
            live.push(before);
        }
        live.reverse();
        live
    }
}

/// Returns true if the runs, with a gap between any two, are no longer than the line.
fn fits(lengths: &[u32], cells: usize) -> bool {
    let covered: u64 = lengths.iter().map(|&length| u64::from(length)).sum();
    covered + lengths.len().saturating_sub(1) as u64 <= cells as u64
}

impl Grounder<'_> {
    /// Requires the runs of a line.
    pub(super) fn line_runs(&mut self, runs: &LineRuns, origin: Origin) {
        // Checked first, since a pattern has a state for each cell of its runs.
        if !fits(&runs.lengths, runs.line.len()) {
            return self.draft.clause(Vec::new(), origin);
        }
        let pattern = Pattern::new(&runs.lengths);
        let live = pattern.live(runs.line.len());
        let mut states = vec![Truth::False; pattern.states()];
        states[0] = Truth::True;
        for (i, &cell) in runs.line.iter().enumerate() {
            let covered = self.covered(cell, &runs.what);
            states = self.read(&pattern, &states, covered, &live[i + 1], origin);
        }
    }

    /// Returns the states after one more cell, of which those in `live` lead to the end.
    fn read(
        &mut self,
        pattern: &Pattern,
        states: &[Truth],
        covered: Truth,
        live: &[bool],
        origin: Origin,
    ) -> Vec<Truth> {
        let mut into: Vec<Vec<Truth>> = vec![Vec::new(); states.len()];
        let mut by_value = [Vec::new(), Vec::new()];
        for (state, &here) in states.iter().enumerate().filter(|s| *s.1 != Truth::False) {
            let mut onwards = Vec::new();
            for (value, bit) in [(false, !covered), (true, covered)] {
                let Some(next) = pattern.next(state, value).filter(|&next| live[next]) else { continue };
                let transition = self.defs.all([here, bit]);
                into[next].push(transition);
                by_value[usize::from(value)].push(transition);
                onwards.push(transition);
            }
            self.implies(here, onwards, origin);
        }
        let [without, with] = by_value;
        self.implies(covered, with, origin);
        self.implies(!covered, without, origin);
        into.into_iter().map(|transitions| self.defs.any(transitions)).collect()
    }

    /// Requires one of `then` if `when` holds.
    fn implies(&mut self, when: Truth, then: Vec<Truth>, origin: Origin) {
        let mut lits: Vec<Lit> = Vec::with_capacity(then.len() + 1);
        for part in then.into_iter().chain([!when]) {
            match part {
                Truth::True => return,
                Truth::False => {}
                Truth::Lit(lit) => lits.push(lit),
            }
        }
        self.draft.clause(lits, origin);
    }

    /// Returns the condition that the contents cover the cell.
    pub(super) fn covered(&mut self, cell: CellId, what: &CellContents) -> Truth {
        if self.model.board.is_wall(cell) {
            return Truth::False;
        }
        let pieces: Vec<Truth> =
            self.choices.of_kinds(cell, &what.kinds).map(|c| Truth::Lit(c.lit())).collect();
        let pieces = self.defs.any(pieces);
        if !what.empty {
            return pieces;
        }
        let free = !self.sights.occupied(cell, &self.choices, &mut self.defs);
        self.defs.any([pieces, free])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn accepts(lengths: &[u32], line: &str) -> bool {
        let pattern = Pattern::new(lengths);
        let end = line.chars().try_fold(0, |state, c| pattern.next(state, c == '#'));
        end.is_some_and(|state| state + 1 == pattern.states())
    }

    #[test]
    fn patterns_accept_their_lines_only() {
        for lengths in [&[][..], &[1], &[2], &[1, 1], &[3, 1], &[2, 2]] {
            for bits in 0..128u32 {
                let line: String = (0..7).map(|i| if bits >> i & 1 == 1 { '#' } else { '.' }).collect();
                let runs: Vec<u32> =
                    line.split('.').filter(|r| !r.is_empty()).map(|r| r.len() as u32).collect();
                assert_eq!(accepts(lengths, &line), runs == lengths, "{lengths:?} {line}");
            }
            let shortest = (0..8).find(|&cells| Pattern::new(lengths).live(cells)[0][0]);
            assert!((0..8).all(|cells| fits(lengths, cells) == (Some(cells) >= shortest)), "{lengths:?}");
        }
    }

    #[test]
    fn runs_longer_than_any_line_do_not_fit() {
        assert!(!fits(&[u32::MAX, u32::MAX], 2000) && fits(&[], 0));
    }

    #[test]
    fn states_without_a_way_to_the_end_are_left_out() {
        // With 3, 2, 1 and 0 cells left, the run must have begun with the first, second … cell.
        let live = Pattern::new(&[3]).live(3);
        assert_eq!(live.iter().map(|l| l.iter().filter(|&&s| s).count()).collect::<Vec<_>>(), [4, 3, 2, 1]);
        assert!(!live[1][0]);
    }
}
