//! `run --recurrence`: the linear recurrence of the numbers of a sweep, and whether it is proved.
//!
//! The engine `frontier` tells how many rows of a board repeat, and how many states lie between two of them. If a larger board only
//! has more of these rows, its count is a product of fixed vectors with a power of one matrix, so the counts of all boards with
//! such rows satisfy a recurrence whose order is the number of states. What a shorter recurrence leaves over satisfies it too,
//! and is 0 for all of them once it is 0 for that many in turn.

use crate::cli::exit::Failure;
use crate::cli::recurrence::Recurrence;
use crate::cli::streams::Streams;
use crate::cli::terms::{Term, Terms};
use crate::engine::{REPEATED_ROWS, STATES_BETWEEN};
use crate::model::check::Overrides;
use crate::run::Outcome;
use num_bigint::BigInt;

/// Numbers of a sweep for `--recurrence`.
pub(super) struct SweptNumbers {
    /// Name of the parameter and its first value.
    name: String,
    first: i64,
    terms: Terms,
    numbers: Vec<BigInt>,
    /// Rows of the last two boards.
    rows: [Option<AlikeRows>; 2],
    /// Why there is no recurrence.
    gap: Option<String>,
}

/// Rows of a board that repeat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct AlikeRows {
    rows: i64,
    states: i64,
}

impl SweptNumbers {
    /// # Errors
    /// If it is not one parameter that is swept, value by value.
    pub fn new(list: &[Overrides]) -> Result<Self, Failure> {
        let first = list.first().map(Vec::as_slice).unwrap_or_default();
        let swept: Vec<usize> =
            (0..first.len()).filter(|&i| list.iter().any(|s| s[i].1 != first[i].1)).collect();
        let in_turn =
            |i: usize| list.windows(2).all(|pair| pair[0][i].1.checked_add(1) == Some(pair[1][i].1));
        match swept.as_slice() {
            &[i] if in_turn(i) => Ok(Self {
                name: first[i].0.to_string(),
                first: first[i].1,
                terms: Terms::new(list),
                numbers: Vec::new(),
                rows: [None; 2],
                gap: None,
            }),
            _ => Err(Failure::usage(
                "--recurrence needs one parameter that is swept value by value, as in -p n=1..20",
            )),
        }
    }

    pub fn add(&mut self, setting: &Overrides, outcome: &Outcome) -> Result<(), Failure> {
        for Term { at, value } in self.terms.of(setting, outcome)? {
            match value {
                Ok(value) => self.numbers.push(value),
                Err(why) => self.gap = Some(format!("at {} = {at}, {why}", self.name)),
            }
        }
        self.rows = [self.rows[1], AlikeRows::of(outcome)];
        Ok(())
    }

    /// Writes the recurrence, the generating function, and what they rest on.
    pub fn write(&self, streams: &mut Streams<'_>) -> Result<(), Failure> {
        if let Some(gap) = &self.gap {
            writeln!(streams.out, "no recurrence: {gap}")?;
            return Ok(());
        }
        let terms = self.numbers.len();
        let Some(found) = Recurrence::of(&self.numbers) else {
            let most = terms.saturating_sub(1) / 2;
            writeln!(streams.out, "no recurrence: {terms} terms satisfy none of order {most} or less")?;
            return Ok(());
        };
        let name = &self.name;
        writeln!(streams.out, "{}", found.in_words(name, self.first))?;
        writeln!(streams.out, "generating function {}", found.generating_function(self.first))?;
        writeln!(streams.out, "{}", self.standing(&found))?;
        Ok(())
    }

    /// Says whether the recurrence is proved.
    fn standing(&self, found: &Recurrence) -> String {
        let (name, terms, order) = (&self.name, self.numbers.len(), found.order());
        let conjectured = format!(
            "conjectured: {} of {terms} terms determine it, and {} more agree",
            2 * order,
            terms - 2 * order
        );
        let Some((states, regular)) = self.bound() else { return conjectured };
        let coefficients = found.coefficients.len() as i64;
        let begin = (self.first + order as i64).max(regular + coefficients);
        let last = begin + states - 1;
        if self.first + terms as i64 > last {
            format!(
                "proved, if larger boards only repeat rows more often: {states} states lie between these rows, and \
                 {name} = {begin}..{last} settle it"
            )
        } else {
            format!(
                "{conjectured}; {states} states lie between rows, and {name} = {begin}..{last} would settle it"
            )
        }
    }

    /// The states between repeated rows, and the first value from which boards consist of these rows and of others that are the
    /// same for all; `None` if the last two boards do not show them.
    fn bound(&self) -> Option<(i64, i64)> {
        let [Some(before), Some(after)] = self.rows else { return None };
        let more = after.rows - before.rows;
        let last = self.first + self.numbers.len() as i64 - 1;
        (more > 0 && before.states == after.states).then(|| (after.states, last - after.rows / more))
    }
}

impl AlikeRows {
    /// Rows that the engine found to repeat. A recurrence of optima, of orbits, or of a board in parts has no such bound.
    fn of(outcome: &Outcome) -> Option<Self> {
        let figure = |name: &str| {
            let (_, value) = outcome.more().iter().find(|(known, _)| *known == name)?;
            i64::try_from(*value).ok()
        };
        let is_counted =
            outcome.engine() == "frontier" && !outcome.up_to_symmetry() && !outcome.has_objective();
        is_counted.then_some(())?;
        Some(Self { rows: figure(REPEATED_ROWS)?, states: figure(STATES_BETWEEN)? })
    }
}
