//! The fields of a problem, one for each constraint, after redundant ones are dropped and others joined.

use super::automaton::Automata;
use super::clock::Clock;
use super::field::{Content, StateField};
use super::joint::join;
use super::matching::matching_field;
use super::subsume::drop_redundant;
use crate::problem::{ChoiceId, Clique, Lit};

/// At-most-one constraints up to this length are treated as pairs: blocked bits merge more states than taken bits.
const SHORT: usize = 6;

/// Maximum number of states of all sums over all decisions. An estimate builds their tables and cannot be interrupted.
const TALLY_ROWS: usize = 1 << 22;

/// Returns the fields of all constraints but matchings, or `None` if a constraint without choices makes the problem unsolvable.
///
/// # Errors
/// The reason why a constraint cannot be a field.
pub(super) fn fields(clock: &Clock<'_>) -> Result<Option<Vec<StateField>>, String> {
    let problem = clock.problem;
    let mut all = blocked(clock);
    for line in problem.cliques.iter().filter(|l| !is_pairs(l)) {
        if line.choices.is_empty() {
            return Ok(None);
        }
        let mut times: Vec<u32> = line.choices.iter().map(|c| clock.time[c.index()]).collect();
        times.sort_unstable();
        all.push(StateField { times, content: Content::Clique { exactly: line.exactly } });
    }
    for (lits, _) in &problem.clauses {
        if lits.is_empty() {
            return Ok(None);
        }
        all.extend(clause(clock, lits));
    }
    let mut automata = Automata::new(TALLY_ROWS);
    let definitions = problem.definition_sums().expect("problems with graphs have forms of their own");
    for sum in problem.linears.iter().chain(&definitions) {
        match automata.of(clock, sum)? {
            None => return Ok(None),
            Some((times, _)) if times.is_empty() => {}
            Some((times, automaton)) => all.push(StateField { times, content: Content::Linear(automaton) }),
        }
    }
    // The prices of clauses bound objectives, so there they stay apart.
    let Some(mut all) = join(all, problem.objectives.is_empty(), &mut automata.left) else { return Ok(None) };
    drop_redundant(&mut all);
    Ok(Some(all))
}

/// Returns the fields of all matchings, or `None` if one of them makes the problem unsolvable.
///
/// # Errors
/// The reason why a matching cannot be a field.
pub(super) fn matching_fields(clock: &Clock<'_>) -> Result<Option<Vec<StateField>>, String> {
    let matchings = &clock.problem.matchings;
    if matchings.is_empty() {
        return Ok(Some(Vec::new()));
    }
    let blocked = blocked(clock);
    let nonempty = matchings.iter().filter(|m| !m.left.is_empty() || !m.right.is_empty());
    nonempty.map(|matching| matching_field(clock, matching, &blocked)).collect()
}

/// Returns true if an at-most-one constraint is treated as pairs.
pub(super) fn is_pairs(line: &Clique) -> bool {
    !line.exactly && line.choices.len() <= SHORT
}

/// Returns the blocked bit of each choice that an earlier choice excludes.
fn blocked(clock: &Clock<'_>) -> Vec<StateField> {
    let mut earlier: Vec<Vec<u32>> = vec![Vec::new(); clock.order.len()];
    let mut pair = |a: ChoiceId, b: ChoiceId| {
        let (a, b) = (clock.time[a.index()], clock.time[b.index()]);
        if a < b {
            earlier[b as usize].push(a);
        }
    };
    for (a, others) in clock.problem.conflicts.iter().enumerate() {
        others.iter().for_each(|&b| pair(ChoiceId(a as u32), b));
    }
    for line in clock.problem.cliques.iter().filter(|l| is_pairs(l)) {
        for &a in &line.choices {
            line.choices.iter().for_each(|&b| pair(a, b));
        }
    }
    let field = |(t, mut times): (usize, Vec<u32>)| {
        times.push(t as u32);
        times.sort_unstable();
        times.dedup();
        StateField { times, content: Content::Blocked }
    };
    earlier.into_iter().enumerate().filter(|(_, e)| !e.is_empty()).map(field).collect()
}

/// Returns the field of a clause, or `None` for a tautology.
fn clause(clock: &Clock<'_>, lits: &[Lit]) -> Option<StateField> {
    let mut read: Vec<(u32, bool)> = lits.iter().map(|&l| (clock.of(l), l.is_positive())).collect();
    read.sort_unstable();
    read.dedup();
    let (times, values): (Vec<u32>, Vec<bool>) = read.into_iter().unzip();
    let tautology = times.windows(2).any(|w| w[0] == w[1]);
    (!tautology).then_some(StateField { times, content: Content::Clause(values) })
}
