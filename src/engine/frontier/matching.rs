//! A matching as an automaton over its choices in order.
//!
//! Between two decisions, a matching is described by the sets of chosen pieces that may still be without a partner: one set
//! for each way to match the others. A piece that has no partner among the undecided choices must be in none. This is the
//! subset construction, which makes the automaton deterministic: a placement is accepted exactly once, however many ways there
//! are to match its pieces. To keep the automaton small, it also rejects placements that violate a conflict between two of its
//! choices, or a clause about one of them.

use super::automaton::{DEAD, SumAutomaton, TransitionTable};
use super::clock::Clock;
use super::field::{Content, StateField};
use crate::problem::{ChoiceId, Matching};
use rustc_hash::FxHashMap;

/// Maximum number of states over all decisions, before they are merged.
const MOST_STATES: usize = 1 << 19;

/// Maximum number of sets in a state.
const MOST_SETS: usize = 1 << 12;

/// Returns the field of a matching, or `None` if no placement satisfies it. `blocked` are the fields of the conflicts.
///
/// # Errors
/// The reason why it has none.
pub(super) fn matching_field(
    clock: &Clock<'_>,
    matching: &Matching,
    blocked: &[StateField],
) -> Result<Option<StateField>, String> {
    let graph = MatchingGraph::new(clock, matching, blocked)?;
    let Some(automaton) = SumAutomaton::from_stages(graph.stages()?) else { return Ok(None) };
    Ok(Some(StateField { times: graph.times, content: Content::Linear(automaton) }))
}

/// One side of a piece, which needs a partner.
#[derive(Clone, Debug, Default)]
struct Port {
    /// Bit in the sets. A bit is used again when its piece can have no partner any more.
    bit: u64,
    /// Bits of the earlier sides that may be its partner.
    partners: Vec<u64>,
    /// Number of the last choice that may be its partner, or its own.
    last: usize,
}

/// The choices of a matching, numbered in order of decision.
struct MatchingGraph {
    times: Vec<u32>,
    /// By choice: its sides, one or two.
    ports: Vec<Vec<Port>>,
    /// By choice: its value if a clause determines it.
    forced: Vec<Option<bool>>,
    /// By choice: mask of the earlier choices that exclude it, by number modulo the size of the mask.
    excluders: Vec<u128>,
    /// By choice: the sides that must have a partner once it is decided.
    due: Vec<u64>,
    /// By choice: the earlier choices that exclude no later one.
    settled: Vec<u128>,
}

/// A set of chosen pieces that exclude undecided choices, and the sets of sides without a partner, ascending.
type MatchingState = (u128, Vec<u64>);

impl MatchingGraph {
    fn new(clock: &Clock<'_>, matching: &Matching, blocked: &[StateField]) -> Result<Self, String> {
        if matching.edges.iter().any(|edge| edge.2.is_some() || edge.0 == edge.1) {
            return Err("it does not support matchings that depend on lines of sight".into());
        }
        let joins = |side: &[ChoiceId], c: &ChoiceId| side.binary_search(c).is_ok();
        if !matching.edges.iter().all(|e| joins(&matching.left, &e.0) && joins(&matching.right, &e.1)) {
            return Err("it does not support matchings with other choices than their two sides".into());
        }
        let time = |c: &ChoiceId| clock.time[c.index()];
        let mut times: Vec<u32> = matching.left.iter().chain(&matching.right).map(time).collect();
        times.sort_unstable();
        times.dedup();
        let number = |time: u32| times.binary_search(&time).ok();
        let of = |c: &ChoiceId| number(time(c)).expect("edges join the two sides");
        // Sides are ranked by choice, left before right.
        let mut sides: Vec<(usize, bool)> = matching.left.iter().map(|c| (of(c), false)).collect();
        sides.extend(matching.right.iter().map(|c| (of(c), true)));
        sides.sort_unstable();
        let rank = |side: (usize, bool)| sides.binary_search(&side).expect("it is one of the sides");
        let mut last: Vec<usize> = sides.iter().map(|side| side.0).collect();
        let mut partners = vec![Vec::new(); sides.len()];
        for (left, right, _) in &matching.edges {
            let (a, b) = (rank((of(left), false)), rank((of(right), true)));
            let (earlier, later) = (a.min(b), a.max(b));
            partners[later].push(1u64 << (earlier % 64));
            last[earlier] = last[earlier].max(sides[later].0);
        }
        let mut graph = Self {
            ports: vec![Vec::new(); times.len()],
            forced: vec![None; times.len()],
            excluders: vec![0; times.len()],
            due: vec![0; times.len()],
            settled: vec![0; times.len()],
            times: times.clone(),
        };
        for (rank, (side, partners)) in sides.iter().zip(partners).enumerate() {
            let bit = 1u64 << (rank % 64);
            // The side that uses the bit next.
            if sides.get(rank + 64).is_some_and(|next| next.0 <= last[rank]) {
                return Err("partners are too far apart".into());
            }
            graph.due[last[rank]] |= bit;
            graph.ports[side.0].push(Port { bit, partners, last: last[rank] });
        }
        for (lits, _) in &clock.problem.clauses {
            if let [lit] = lits[..]
                && let Some(choice) = number(clock.of(lit))
            {
                graph.forced[choice] = Some(lit.is_positive());
            }
        }
        graph.exclude(blocked, number);
        Ok(graph)
    }

    /// Adds the conflicts between the choices; `number` returns the number of the choice decided at a time.
    fn exclude(&mut self, blocked: &[StateField], number: impl Fn(u32) -> Option<usize>) {
        let mut last: Vec<usize> = (0..self.times.len()).collect();
        for field in blocked.iter().filter(|f| matches!(f.content, Content::Blocked)) {
            let Some(own) = number(field.close()) else { continue };
            let earlier = field.times.iter().filter_map(|&t| number(t)).filter(|&other| other < own);
            for other in earlier.filter(|other| other + 128 > own) {
                self.excluders[own] |= 1 << (other % 128);
                last[other] = last[other].max(own);
            }
        }
        for (choice, &last) in last.iter().enumerate() {
            self.settled[last] |= 1 << (choice % 128);
        }
    }

    /// Returns the transitions by decision.
    fn stages(&self) -> Result<Vec<TransitionTable>, String> {
        let mut layer: Vec<MatchingState> = vec![(0, vec![0])];
        let mut stages = Vec::with_capacity(self.times.len());
        let mut states = 0;
        for choice in 0..self.times.len() {
            states += layer.len();
            if states > MOST_STATES {
                return Err(format!("a matching takes more than {MOST_STATES} intermediate states"));
            }
            let mut numbers: FxHashMap<MatchingState, u32> = FxHashMap::default();
            let mut table = TransitionTable::with_capacity(layer.len());
            for state in &layer {
                let mut row = [DEAD; 2];
                for (bit, to) in row.iter_mut().enumerate() {
                    if let Some(next) = self.next(state, choice, bit == 1)? {
                        let fresh = numbers.len() as u32;
                        *to = *numbers.entry(next).or_insert(fresh);
                    }
                }
                table.push(row);
            }
            let mut next: Vec<(u32, MatchingState)> =
                numbers.into_iter().map(|(state, number)| (number, state)).collect();
            next.sort_unstable_by_key(|(number, _)| *number);
            layer = next.into_iter().map(|(_, state)| state).collect();
            stages.push(table);
        }
        Ok(stages)
    }

    /// Returns the state after the choice is placed or not, or `None` if the pieces cannot be matched.
    fn next(
        &self,
        (chosen, sets): &MatchingState,
        choice: usize,
        placed: bool,
    ) -> Result<Option<MatchingState>, String> {
        if self.forced[choice].is_some_and(|value| value != placed) {
            return Ok(None);
        }
        let mut chosen = *chosen;
        let mut sets = sets.clone();
        if placed {
            if chosen & self.excluders[choice] != 0 {
                return Ok(None);
            }
            chosen |= 1 << (choice % 128);
            for port in &self.ports[choice] {
                sets = sets.iter().flat_map(|&set| port.matched(set, choice)).collect();
                sets.sort_unstable();
                sets.dedup();
            }
        }
        sets.retain(|set| set & self.due[choice] == 0);
        if sets.len() > MOST_SETS {
            return Err(format!("a matching takes more than {MOST_SETS} sets of pieces without partners"));
        }
        Ok((!sets.is_empty()).then_some((chosen & !self.settled[choice], sets)))
    }
}

impl Port {
    /// Returns the sets that arise from `set` when the choice with this number is placed: without a partner for this side,
    /// and with each possible one.
    fn matched(&self, set: u64, choice: usize) -> impl Iterator<Item = u64> {
        let waits = (self.last > choice).then_some(set | self.bit);
        let partners = self.partners.iter().copied().filter(move |bit| set & bit != 0);
        waits.into_iter().chain(partners.map(move |bit| set & !bit))
    }
}
