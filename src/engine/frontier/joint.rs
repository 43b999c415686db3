//! One automaton for a sum and the constraints on parts of its choices: the count of a row together with its windows.
//!
//! Apart, they have states that each constraint could still complete but all together cannot (a row that needs three more
//! pieces, of which no three may be in line, and has three cells left), and states that differ without consequence (how the
//! last cells were filled does not matter if the rest must be empty). The automaton of the conjunction has neither.

use super::automaton::{DEAD, SumAutomaton, TransitionTable};
use super::field::{Content, StateField};
use rustc_hash::FxHashMap;

/// Maximum number of entries of the states of a conjunction before they are merged, one per member, state and decision. (The
/// longest line of a magic square of order 5 needs 60,000.) A sum over the whole board contains hundreds of fields, whose
/// conjunction is hopeless.
const MOST_ENTRIES: usize = 1 << 17;

/// Joins sums with the fields that read only decisions of theirs, clauses only if `with_clauses` is true. Returns `None` if
/// one of the conjunctions is unsatisfiable. `rows` is the number of transitions that may still be stored.
pub(super) fn join(
    mut fields: Vec<StateField>,
    with_clauses: bool,
    rows: &mut usize,
) -> Option<Vec<StateField>> {
    let mut sums: Vec<usize> =
        (0..fields.len()).filter(|&i| matches!(fields[i].content, Content::Linear(_))).collect();
    sums.sort_by_key(|&i| std::cmp::Reverse(fields[i].times.len()));
    let mut joined = vec![false; fields.len()];
    let by_open = by_open(&fields);
    for host in sums {
        if joined[host] {
            continue;
        }
        let times = &fields[host].times;
        let is_part = |i: usize| {
            let of = &fields[i];
            i != host
                && !joined[i]
                && of.close() <= fields[host].close()
                && of.times.len() <= times.len()
                && (with_clauses || !matches!(of.content, Content::Clause(_)))
                && of.times.iter().all(|t| times.binary_search(t).is_ok())
        };
        let opening = times.iter().flat_map(|t| &by_open[*t as usize]);
        let parts: Vec<usize> = opening.copied().filter(|&i| is_part(i)).collect();
        if parts.is_empty() {
            continue;
        }
        let members = std::iter::once(host).chain(parts.iter().copied());
        let members: Vec<Member> = members.map(|i| Member::new(&fields[i])).collect();
        if let Some(stages) = conjunction(&fields[host].times, &members, rows) {
            fields[host].content = Content::Linear(SumAutomaton::from_stages(stages)?);
            parts.into_iter().for_each(|i| joined[i] = true);
        }
    }
    let mut joined = joined.into_iter();
    fields.retain(|_| !joined.next().expect("one entry per field"));
    Some(fields)
}

/// Returns the fields that open at each decision.
fn by_open(fields: &[StateField]) -> Vec<Vec<usize>> {
    let decisions = fields.iter().map(|f| f.close() as usize + 1).max().unwrap_or(0);
    let mut all = vec![Vec::new(); decisions];
    fields.iter().enumerate().for_each(|(i, field)| all[field.open() as usize].push(i));
    all
}

/// A constraint as an automaton.
struct Member {
    times: Vec<u32>,
    /// By decision: its table.
    stages: Vec<TransitionTable>,
}

impl Member {
    fn new(field: &StateField) -> Self {
        let count = field.times.len();
        let stage = |place: usize| {
            let mut table = table(&field.content, place, place + 1 == count);
            if place == 0 && !matches!(field.content, Content::Linear(_)) {
                // Nothing has been read yet.
                table.truncate(1);
            }
            table
        };
        Self { times: field.times.clone(), stages: (0..count).map(stage).collect() }
    }
}

/// Returns the transitions of a field at one of its decisions: of its bit 0, and of its bit 1.
fn table(content: &Content, place: usize, is_last: bool) -> TransitionTable {
    match (content, is_last) {
        (Content::Linear(automaton), _) => automaton.stages()[place].clone(),
        (Content::Blocked, false) => vec![[0, 1], [1, 1]],
        (Content::Blocked, true) => vec![[0, 0], [0, DEAD]],
        (Content::Clique { .. }, false) => vec![[0, 1], [1, DEAD]],
        (Content::Clique { exactly: false }, true) => vec![[0, 0], [0, DEAD]],
        (Content::Clique { exactly: true }, true) => vec![[DEAD, 0], [0, DEAD]],
        (Content::Clause(values), _) => {
            let waits = if is_last { DEAD } else { 0 };
            let done = u32::from(!is_last);
            let first = if values[place] { [waits, done] } else { [done, waits] };
            vec![first, [done; 2]]
        }
    }
}

/// Returns the transitions of the conjunction, by decision of `times`. Returns `None` if there are too many.
fn conjunction(times: &[u32], members: &[Member], rows: &mut usize) -> Option<Vec<TransitionTable>> {
    let mut layer = vec![vec![0u32; members.len()]];
    let mut stages = Vec::with_capacity(times.len());
    let mut entries = 0;
    for time in times {
        let reads: Vec<Option<&TransitionTable>> =
            members.iter().map(|m| Some(&m.stages[m.times.binary_search(time).ok()?])).collect();
        let mut numbers: FxHashMap<Vec<u32>, u32> = FxHashMap::default();
        let mut table = TransitionTable::with_capacity(layer.len());
        for states in &layer {
            table.push([0, 1].map(|bit| {
                let next = |(state, read): (&u32, &Option<&TransitionTable>)| {
                    let to = read.map_or(*state, |table| table[*state as usize][bit]);
                    (to != DEAD).then_some(to)
                };
                let next: Option<Vec<u32>> = states.iter().zip(&reads).map(next).collect();
                let Some(next) = next else { return DEAD };
                let fresh = numbers.len() as u32;
                *numbers.entry(next).or_insert(fresh)
            }));
        }
        let next: FxHashMap<u32, Vec<u32>> =
            numbers.into_iter().map(|(states, number)| (number, states)).collect();
        entries += next.len() * members.len();
        if entries > MOST_ENTRIES {
            return None;
        }
        *rows = rows.checked_sub(table.len())?;
        stages.push(table);
        layer = (0..next.len() as u32).map(|number| next[&number].clone()).collect();
    }
    Some(stages)
}
