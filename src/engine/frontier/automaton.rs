//! Minimal automaton of one sum, guarded or not, over its decisions in order.
//!
//! Between two decisions the automaton is in one of a few states, numbered from 0. The state before the first decision and
//! the one after the last are 0. States that accept the same continuations are merged. The automaton is built forward from
//! the partial values (all those that are certain to satisfy the sum form one state from the start) and then minimized
//! backward.

use super::clock::Clock;
use crate::problem::Linear;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Maximum number of states of one sum between two decisions.
const MOST_VALUES: usize = 1 << 16;

const TOO_MANY_ROWS: &str = "the tables of the sums would take too much memory";

/// No state: the sum can no longer be satisfied.
pub(super) const DEAD: u32 = u32::MAX;

/// Transition table of one decision: by state, the next states for "no" and "yes".
pub(super) type TransitionTable = Vec<[u32; 2]>;

/// The automaton, as one table per decision.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct SumAutomaton {
    stages: Arc<[TransitionTable]>,
    /// By decision: its effect on the sum. Empty for a conjunction of several constraints.
    effects: Arc<[DecisionEffect]>,
}

/// Effect of a decision, by the value of its variable: the increase of the sum, and the value of the guard if it becomes
/// known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct DecisionEffect {
    grows: [i128; 2],
    guard: [Option<bool>; 2],
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Partial {
    /// Satisfied whatever the remaining decisions are.
    Done,
    /// The value so far; `binding` if there is no guard or the guard is known to be true.
    Open { value: i128, binding: bool },
}

/// The readings of a sum, and its bounds.
type SumReadings = (Vec<DecisionEffect>, i64, i64);

/// The automata of many sums. Most sums of a problem read their decisions alike, and each distinct automaton is built once.
pub(super) struct Automata {
    /// By what a sum reads: its automaton, unless it is unsatisfiable, and the rows of its tables.
    known: FxHashMap<SumReadings, (Option<SumAutomaton>, usize)>,
    /// Number of rows that tables may still have.
    pub left: usize,
}

impl Automata {
    /// Allows `rows` rows in the tables of all automata.
    pub fn new(rows: usize) -> Self {
        Self { known: FxHashMap::default(), left: rows }
    }

    /// Returns the times that the sum reads and its automaton, or `None` if the sum is unsatisfiable.
    ///
    /// # Errors
    /// If it has too many states, or all have too many rows.
    pub fn of(
        &mut self,
        clock: &Clock<'_>,
        sum: &Linear,
    ) -> Result<Option<(Vec<u32>, SumAutomaton)>, String> {
        let (times, effects) = readings(clock, sum);
        let key = (effects, sum.lo, sum.hi);
        if let Some((automaton, rows)) = self.known.get(&key) {
            self.left = self.left.checked_sub(*rows).ok_or(TOO_MANY_ROWS)?;
            return Ok(automaton.clone().map(|automaton| (times, automaton)));
        }
        let before = self.left;
        let stages = forward(sum, &key.0, &mut self.left)?;
        let automaton = stages.and_then(SumAutomaton::from_stages);
        let automaton =
            automaton.map(|automaton| SumAutomaton { effects: key.0.as_slice().into(), ..automaton });
        self.known.insert(key, (automaton.clone(), before - self.left));
        Ok(automaton.map(|automaton| (times, automaton)))
    }
}

impl SumAutomaton {
    /// Returns the automaton with these tables, which need not be minimal, or `None` if it accepts nothing.
    pub fn from_stages(stages: Vec<TransitionTable>) -> Option<Self> {
        let stages = minimal(stages);
        let kept = stages.first().is_none_or(|rows| rows[0] != [DEAD; 2]);
        kept.then(|| Self { stages: stages.into(), effects: Arc::new([]) })
    }

    /// Number of bits of a state.
    pub fn width(&self) -> u32 {
        let most = self.stages.iter().map(Vec::len).max().unwrap_or(1);
        usize::BITS - (most - 1).leading_zeros()
    }

    /// True if in each state before the last decision only one value is possible.
    pub fn decides_last(&self) -> bool {
        self.stages.last().is_some_and(|stage| stage.iter().all(|to| to.contains(&DEAD)))
    }

    /// Returns the table of each decision that the sum reads.
    pub fn stages(&self) -> &[TransitionTable] {
        &self.stages
    }

    /// Returns true if the sum is the same after the decisions with these indices are exchanged.
    pub fn is_symmetric(&self, a: usize, b: usize) -> bool {
        a == b || self.effects.get(a).is_some_and(|effect| self.effects.get(b) == Some(effect))
    }
}

fn readings(clock: &Clock<'_>, sum: &Linear) -> (Vec<u32>, Vec<DecisionEffect>) {
    let mut by_time = std::collections::BTreeMap::<u32, DecisionEffect>::new();
    for &(weight, lit) in &sum.terms {
        let reading = by_time.entry(clock.of(lit)).or_default();
        reading.grows[usize::from(lit.is_positive())] += i128::from(weight);
    }
    if let Some(guard) = sum.guard {
        let reading = by_time.entry(clock.of(guard)).or_default();
        reading.guard = [Some(!guard.is_positive()), Some(guard.is_positive())];
    }
    by_time.into_iter().unzip()
}

/// Returns, by decision, the table over the reachable partial values, not yet minimal. The last one leads to 0 or nowhere.
/// Returns `None` if the empty prefix already fails.
fn forward(
    sum: &Linear,
    readings: &[DecisionEffect],
    left: &mut usize,
) -> Result<Option<Vec<TransitionTable>>, String> {
    let mut rest = (
        readings.iter().map(|r| r.grows[0].min(r.grows[1])).sum::<i128>(),
        readings.iter().map(|r| r.grows[0].max(r.grows[1])).sum::<i128>(),
    );
    let start = Partial::Open { value: 0, binding: sum.guard.is_none() };
    let Some(start) = settle(sum, start, rest) else { return Ok(None) };
    let mut layer = vec![start];
    let mut stages = Vec::with_capacity(readings.len());
    for reading in readings {
        rest.0 -= reading.grows[0].min(reading.grows[1]);
        rest.1 -= reading.grows[0].max(reading.grows[1]);
        let mut next = Vec::new();
        let mut place = FxHashMap::default();
        let mut rows = TransitionTable::with_capacity(layer.len());
        for &partial in &layer {
            rows.push([0, 1].map(|bit| {
                let Some(to) = settle(sum, read(partial, reading, bit), rest) else { return DEAD };
                *place.entry(to).or_insert_with(|| {
                    next.push(to);
                    next.len() as u32 - 1
                })
            }));
        }
        if next.len() > MOST_VALUES {
            return Err(format!("a sum takes more than {MOST_VALUES} intermediate values"));
        }
        *left = left.checked_sub(rows.len()).ok_or(TOO_MANY_ROWS)?;
        stages.push(rows);
        layer = next;
    }
    Ok(Some(stages))
}

fn read(partial: Partial, reading: &DecisionEffect, bit: usize) -> Partial {
    match (partial, reading.guard[bit]) {
        (Partial::Done, _) | (_, Some(false)) => Partial::Done,
        (Partial::Open { value, binding }, known) => {
            Partial::Open { value: value + reading.grows[bit], binding: binding || known == Some(true) }
        }
    }
}

/// Returns the partial value, `Done` if the sum is certain to hold, or `None` if it is certain to fail. `rest` is the
/// minimum and maximum that the remaining decisions can add.
fn settle(sum: &Linear, partial: Partial, rest: (i128, i128)) -> Option<Partial> {
    let Partial::Open { value, binding } = partial else { return Some(partial) };
    let (least, greatest) = (value + rest.0, value + rest.1);
    let above = sum.lo == i64::MIN || least >= i128::from(sum.lo);
    let below = sum.hi == i64::MAX || greatest <= i128::from(sum.hi);
    if above && below {
        return Some(Partial::Done);
    }
    let low = sum.lo != i64::MIN && greatest < i128::from(sum.lo);
    let high = sum.hi != i64::MAX && least > i128::from(sum.hi);
    (!(binding && (low || high))).then_some(partial)
}

/// Merges states with the same transitions, from the last stage backward, and renumbers them in the order in which they are
/// reached.
fn minimal(mut stages: Vec<TransitionTable>) -> Vec<TransitionTable> {
    if let Some(last) = stages.last_mut() {
        // All live states after the last decision are one state.
        last.iter_mut().flatten().filter(|to| **to != DEAD).for_each(|to| *to = 0);
    }
    for i in (1..stages.len()).rev() {
        let mut class = FxHashMap::default();
        let mut merged = TransitionTable::new();
        let to: Vec<u32> = stages[i]
            .iter()
            .map(|&row| {
                if row == [DEAD; 2] {
                    return DEAD;
                }
                *class.entry(row).or_insert_with(|| {
                    merged.push(row);
                    merged.len() as u32 - 1
                })
            })
            .collect();
        stages[i] = merged;
        let earlier = stages[i - 1].iter_mut().flatten();
        earlier.filter(|s| **s != DEAD).for_each(|s| *s = to[*s as usize]);
    }
    for i in 1..stages.len() {
        renumber(&mut stages, i);
    }
    stages
}

/// Renumbers the states before decision `i` in the order in which decision `i - 1` reaches them, and drops unreachable
/// ones.
fn renumber(stages: &mut [TransitionTable], i: usize) {
    let mut number = vec![DEAD; stages[i].len()];
    let mut rows = TransitionTable::new();
    let (before, after) = stages.split_at_mut(i);
    for to in before[i - 1].iter_mut().flatten().filter(|to| **to != DEAD) {
        let old = *to as usize;
        if number[old] == DEAD {
            number[old] = rows.len() as u32;
            rows.push(after[0][old]);
        }
        *to = number[old];
    }
    after[0] = rows;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::samples;

    #[test]
    fn sums_read_alike_have_one_automaton_and_rows_of_their_own() {
        let problem = samples::free(4, 3, 1);
        let order: Vec<_> = problem.choice_ids().map(|c| c.lit().var()).collect();
        let clock = Clock::new(&problem, &order);
        let mut automata = Automata::new(50);
        let mut of = |from: u32, most: i64| {
            let found = automata.of(&clock, &samples::sum(from..from + 4, 1, most));
            found.map(|found| (found.expect("it can be satisfied"), automata.left))
        };
        let ((times, first), left) = of(0, 2).expect("few rows");
        let ((others, second), rest) = of(4, 2).expect("few rows");
        assert_eq!((times, others), (vec![0, 1, 2, 3], vec![4, 5, 6, 7]));
        assert!(first == second && Arc::ptr_eq(&first.stages, &second.stages));
        assert_eq!(50 - left, left - rest, "both count");
        let ((_, third), _) = of(8, 3).expect("few rows");
        assert!(first != third, "they have another bound");
        let too_many = (0..9).find_map(|_| of(0, 2).err());
        assert_eq!(too_many.as_deref(), Some(TOO_MANY_ROWS));
    }
}
