//! The number of constraints that an order of the decisions keeps open.

use super::clock::Clock;
use super::fields::is_pairs;
use crate::problem::{ChoiceId, Clique};

/// Returns the most constraints that are open at once: choices that others exclude, each from the first of them on, and all
/// others as long as they wait for a decision. Each takes a bit or more, unless others imply it.
pub(super) fn most_open(clock: &Clock<'_>) -> usize {
    let problem = clock.problem;
    let time = |c: &ChoiceId| clock.time[c.index()];
    let mut blocked: Vec<u32> = (0..clock.order.len() as u32).collect();
    let mut block = |from: u32, choice: u32| {
        let since = &mut blocked[choice as usize];
        *since = from.min(*since);
    };
    for (&a, others) in clock.time.iter().zip(problem.conflicts.iter()) {
        others.iter().for_each(|b| block(a, time(b)));
    }
    let (pairs, lines): (Vec<&Clique>, Vec<&Clique>) = problem.cliques.iter().partition(|l| is_pairs(l));
    for line in pairs {
        let first = line.choices.iter().map(time).min().unwrap_or(0);
        line.choices.iter().for_each(|c| block(first, time(c)));
    }
    let mut spans: Vec<(u32, u32)> = blocked.into_iter().zip(0..).collect();
    let mut add = |times: &mut dyn Iterator<Item = u32>| {
        let Some(first) = times.next() else { return };
        spans.push(times.fold((first, first), |(from, to), t| (from.min(t), to.max(t))));
    };
    lines.iter().for_each(|line| add(&mut line.choices.iter().map(time)));
    problem.clauses.iter().for_each(|(lits, _)| add(&mut lits.iter().map(|&l| clock.of(l))));
    for linear in &problem.linears {
        add(&mut linear.terms.iter().map(|term| term.1).chain(linear.guard).map(|l| clock.of(l)));
    }
    for (i, definition) in problem.definitions.iter().enumerate() {
        let own = clock.time[problem.defined(i).index()];
        add(&mut definition.lits().map(|l| clock.of(l)).chain([own]));
    }
    let mut change = vec![0_isize; clock.order.len() + 1];
    for (from, to) in spans {
        change[from as usize] += 1;
        change[to as usize] -= 1;
    }
    let open = change.iter().scan(0, |open, change| {
        *open += change;
        Some(*open)
    });
    open.max().unwrap_or(0) as usize
}
