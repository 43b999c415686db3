//! What the state keeps of one constraint: a field of a few bits, open from the first decision that the
//! constraint reads to the last.
//!
//! Every field is 0 before it opens and after it has closed, so two states are equal exactly when all open
//! constraints ask the same of what is still to be decided:
//! - of a choice that excludes others: nothing. The *excluded* choice keeps a bit "blocked". (With the chosen
//!   cells themselves as the state, kings would have Fibonacci many states in the width, growth 1.618; the
//!   blocked cells are fewer sets, growth 1.562: kings on b and d, or b and e, with f block the same.)
//! - of a line: whether it is taken; of a clause: whether it is satisfied;
//! - of a sum: a state of its minimal automaton (see [`super::tally`]).

use super::tally::Tally;
use crate::problem::{ChoiceId, Line, Lit, Problem};

/// When each choice is decided.
pub(super) struct Clock<'a> {
    /// The problem.
    pub problem: &'a Problem,
    /// The choices in order of decision.
    pub order: &'a [ChoiceId],
    /// By choice: its place in `order`.
    pub time: Vec<u32>,
}

impl<'a> Clock<'a> {
    /// The clock of this order.
    pub fn new(problem: &'a Problem, order: &'a [ChoiceId]) -> Self {
        let mut time = vec![0; order.len()];
        for (t, c) in order.iter().enumerate() {
            time[c.index()] = t as u32;
        }
        Self { problem, order, time }
    }

    /// When the variable of `lit` is decided.
    pub fn of(&self, lit: Lit) -> u32 {
        self.time[lit.var().index()]
    }
}

/// What a field is about.
#[derive(Clone, Debug)]
pub(super) enum Content {
    /// The choice decided last is excluded by one of the others.
    Blocked,
    /// A line: one of its choices is placed. With `exactly` one must be.
    Line {
        /// Whether one must be placed.
        exactly: bool,
    },
    /// A clause; by decision: the value of the variable that satisfies it.
    Clause(Vec<bool>),
    /// A sum.
    Sum(Tally),
}

/// A field: what it is about, and the decisions that it reads.
#[derive(Clone, Debug)]
pub(super) struct Field {
    /// Times of the decisions, ascending, each once; never empty.
    pub times: Vec<u32>,
    /// What it is about.
    pub content: Content,
}

impl Field {
    /// Time of the first decision.
    pub fn open(&self) -> u32 {
        self.times[0]
    }

    /// Time of the last decision.
    pub fn close(&self) -> u32 {
        *self.times.last().expect("a field reads some decision")
    }

    /// Its bits. A field that is decided at once needs none.
    pub fn width(&self) -> u32 {
        match &self.content {
            _ if self.times.len() == 1 => 0,
            Content::Sum(tally) => tally.width(),
            _ => 1,
        }
    }
}

/// Lines up to this length are treated as pairs: blocked choices merge more states than taken lines.
const SHORT: usize = 6;

/// Largest number of states of one sum.
const TALLY_STATES: usize = 1 << 16;

/// Most states that all sums may have over all decisions: a bid makes their tables, and cannot be interrupted.
const TALLY_ROWS: usize = 1 << 22;

/// The fields of all constraints; `None` for a problem that cannot be solved for a constraint without choices.
///
/// # Errors
/// A reason why a constraint cannot be a field.
pub(super) fn fields(clock: &Clock<'_>) -> Result<Option<Vec<Field>>, String> {
    let problem = clock.problem;
    let mut all = blocked(clock);
    for line in problem.lines.iter().filter(|l| !is_pairs(l)) {
        if line.choices.is_empty() {
            return Ok(None);
        }
        let mut times: Vec<u32> = line.choices.iter().map(|c| clock.time[c.index()]).collect();
        times.sort_unstable();
        all.push(Field { times, content: Content::Line { exactly: line.exactly } });
    }
    for (lits, _) in &problem.clauses {
        if lits.is_empty() {
            return Ok(None);
        }
        all.extend(clause(clock, lits));
    }
    let mut rows = TALLY_ROWS;
    for sum in &problem.sums {
        match Tally::of(clock, sum, TALLY_STATES, &mut rows) {
            Err(reason) => return Err(reason),
            Ok(None) => return Ok(None),
            Ok(Some((times, _))) if times.is_empty() => {}
            Ok(Some((times, tally))) => all.push(Field { times, content: Content::Sum(tally) }),
        }
    }
    Ok(Some(all))
}

fn is_pairs(line: &Line) -> bool {
    !line.exactly && line.choices.len() <= SHORT
}

/// For each choice with earlier choices that exclude it, its blocked bit.
fn blocked(clock: &Clock<'_>) -> Vec<Field> {
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
    for line in clock.problem.lines.iter().filter(|l| is_pairs(l)) {
        for &a in &line.choices {
            line.choices.iter().for_each(|&b| pair(a, b));
        }
    }
    let field = |(t, mut times): (usize, Vec<u32>)| {
        times.push(t as u32);
        times.sort_unstable();
        times.dedup();
        Field { times, content: Content::Blocked }
    };
    earlier.into_iter().enumerate().filter(|(_, e)| !e.is_empty()).map(field).collect()
}

/// The field of a clause; none for one that holds whatever is chosen.
fn clause(clock: &Clock<'_>, lits: &[Lit]) -> Option<Field> {
    let mut read: Vec<(u32, bool)> = lits.iter().map(|&l| (clock.of(l), l.is_positive())).collect();
    read.sort_unstable();
    read.dedup();
    let (times, values): (Vec<u32>, Vec<bool>) = read.into_iter().unzip();
    let tautology = times.windows(2).any(|w| w[0] == w[1]);
    (!tautology).then_some(Field { times, content: Content::Clause(values) })
}
