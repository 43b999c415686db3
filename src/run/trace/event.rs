//! A recorded search: events, and the board after each.

use crate::problem::ChoiceId;

/// Order in which a traced search fills the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchOrder {
    /// The row, column or other need with the fewest places left comes first.
    Fewest,
    /// Row by row, and in each row the first free cell; only the row at hand is looked at.
    Rows,
}

/// Event of a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    Start,
    /// A choice was placed to serve this need; `None`: no need is left, the choice is only a trial.
    Place(ChoiceId, Option<Need>),
    /// No open choice can serve this need.
    Stuck(Need),
    /// The placed choices break a rule, and no choice is open.
    Broken,
    /// The bound shows that no better solution is below this node.
    NoBetter,
    /// The choice was taken back and is ruled out here.
    Back(ChoiceId),
    /// The placed choices are a solution; with objectives, its values.
    Solution(Vec<i64>),
    /// The search is exhausted.
    Exhausted,
}

/// A requirement of a rule that is not met yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Need {
    /// The choices of which at least one must hold.
    pub of: Vec<ChoiceId>,
    /// Number of them that are open.
    pub open: usize,
    /// Number of them that are ruled out.
    pub out: usize,
}

/// State of a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    Open,
    /// Placed on the board.
    Placed,
    Out,
}

/// A step: an event, and the board after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceStep {
    pub event: Event,
    /// State of each choice.
    pub standing: Vec<Standing>,
    /// Number of choices placed by branching so far, with those taken back.
    pub placed: usize,
    /// Number of choices taken back so far.
    pub taken_back: usize,
}

impl TraceStep {
    /// Returns the choices that are placed on the board.
    pub fn choices(&self) -> Vec<ChoiceId> {
        let ids = (0..).map(ChoiceId).zip(&self.standing);
        ids.filter(|(_, s)| **s == Standing::Placed).map(|(c, _)| c).collect()
    }
}

/// The recorded steps of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    /// The steps, up to the requested number.
    pub steps: Vec<TraceStep>,
    /// True if the search finished: with a first solution, a proved optimum, or no solution.
    pub complete: bool,
}
