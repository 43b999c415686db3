//! Part of the state that belongs to one constraint: a field of a few bits, open from the first decision that the
//! constraint reads to the last.
//!
//! Every field is 0 before it opens and after it closes. So two states are equal exactly if all open constraints impose the
//! same on the remaining decisions:
//! - A choice that excludes others has no field. Instead, the *excluded* choice has a bit "blocked". (With the chosen cells
//!   themselves as the state, kings would have Fibonacci many states in the width, growth 1.618. The sets of blocked cells
//!   are fewer, growth 1.562: kings on b and d, or on b and e, with f block the same.)
//! - An at-most-one or exactly-one constraint has a bit "taken", and a clause has a bit "satisfied".
//! - A sum has a state of its minimal automaton (see [`super::automaton`]), alone or together with constraints on some of its
//!   choices ([`super::joint`]). So has a matching ([`super::matching`]).

use super::automaton::SumAutomaton;

/// The constraint that a field represents.
#[derive(Clone, Debug)]
pub(super) enum Content {
    /// The choice decided last is excluded by one of the others.
    Blocked,
    /// An at-most-one constraint, or exactly-one if `exactly`: a choice is taken.
    Clique {
        /// True if one choice must be taken.
        exactly: bool,
    },
    /// A clause, with the value of each variable that satisfies it, by decision.
    Clause(Vec<bool>),
    Linear(SumAutomaton),
}

/// A field: its constraint and the decisions that it reads.
#[derive(Clone, Debug)]
pub(super) struct StateField {
    /// Times of the decisions, ascending, each once; never empty.
    pub times: Vec<u32>,
    /// Constraint that it represents.
    pub content: Content,
}

impl StateField {
    /// Time of the first decision.
    pub fn open(&self) -> u32 {
        self.times[0]
    }

    /// Time of the last decision.
    pub fn close(&self) -> u32 {
        *self.times.last().expect("a field reads some decision")
    }

    /// True if the state tells the last of its choices.
    pub fn decides_last(&self) -> bool {
        match &self.content {
            Content::Clique { exactly } => *exactly,
            Content::Linear(automaton) => automaton.decides_last(),
            Content::Blocked | Content::Clause(_) => false,
        }
    }

    /// Number of bits. A field decided by a single decision needs none.
    pub fn width(&self) -> u32 {
        match &self.content {
            _ if self.times.len() == 1 => 0,
            Content::Linear(automaton) => automaton.width(),
            _ => 1,
        }
    }
}
