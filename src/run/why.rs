//! Why there is no solution: some rules, givens and clues that cannot hold together, none of which can be spared.
//!
//! The method is QUICKXPLAIN (U. Junker, "QUICKXPLAIN: preferred explanations and relaxations for over-constrained
//! problems", AAAI 2004): the constraints are halved, and of each half only what is needed beside the other is kept;
//! with n of them of which k remain that takes about 2k·log(n/k) + 2k searches. What is asked of a search is only
//! whether some rules of the *model* have a solution: each time the model is grounded anew, since grounding draws
//! conclusions from all rules together (choices left out, lines made exact) which no longer say whose they are.
//!
//! A search that a limit stops has not shown a contradiction, so what it was about is kept. The rules found
//! contradict each other in any case; that none can be spared is claimed only where no search was stopped.

use super::present::Discard;
use super::request::{Request, Wanted};
use super::runner::{RunError, run};
use crate::model::{Ask, Fact, Model, Question, RuleBody};
use crate::text::Span;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// What can be left out of a spec by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Demand {
    /// The rule of that number in the model.
    Rule(usize),
    /// Of the rule of that number: what it says of the clue with that mark.
    Clue(usize, Span),
    /// The fact of that number in the model.
    Given(usize),
}

impl Demand {
    /// Where it is written.
    pub fn span(self, model: &Model) -> Span {
        match self {
            Self::Rule(rule) => model.rules[rule].span,
            Self::Clue(_, mark) => mark,
            Self::Given(fact) => match model.facts[fact] {
                Fact::Holds(_, _, span) | Fact::Empty(_, span) => span,
            },
        }
    }
}

/// Demands that cannot hold together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Why {
    /// They, in the order of the model: rules, then givens.
    pub demands: Vec<Demand>,
    /// Whether it is proved that without any one of them there is a solution.
    pub irreducible: bool,
    /// How many searches it took.
    pub searches: usize,
}

/// Every demand of a model: its rules (those about clues, clue by clue), then its facts.
pub fn demands(model: &Model) -> Vec<Demand> {
    let mut all = Vec::new();
    for (i, rule) in model.rules.iter().enumerate() {
        if rule.marks.is_empty() {
            all.push(Demand::Rule(i));
        } else {
            let marks: BTreeSet<Span> = rule.marks.iter().copied().collect();
            all.extend(marks.into_iter().map(|mark| Demand::Clue(i, mark)));
        }
    }
    all.extend((0..model.facts.len()).map(Demand::Given));
    all
}

/// The model with these demands alone, sorted, and without objectives, question and expectations.
pub fn only(model: &Model, kept: &[Demand]) -> Model {
    let mut less = model.clone();
    let has = |demand: Demand| kept.binary_search(&demand).is_ok();
    less.rules.clear();
    for (i, rule) in model.rules.iter().enumerate() {
        let mut rule = rule.clone();
        if let (RuleBody::Compare(instances), false) = (&mut rule.body, rule.marks.is_empty()) {
            let marks = std::mem::take(&mut rule.marks);
            let mut at = 0;
            instances.retain(|_| {
                at += 1;
                has(Demand::Clue(i, marks[at - 1]))
            });
            rule.marks = marks.into_iter().filter(|&mark| has(Demand::Clue(i, mark))).collect();
            if !instances.is_empty() {
                less.rules.push(rule);
            }
        } else if has(Demand::Rule(i)) {
            less.rules.push(rule);
        }
    }
    let facts = model.facts.iter().enumerate().filter(|(i, _)| has(Demand::Given(*i)));
    less.facts = facts.map(|(_, fact)| *fact).collect();
    less.objectives.clear();
    less.expects.clear();
    less.question = Question { ask: Ask::Some(1), up_to: None };
    less
}

/// Why `model` has no solution, which must be known already. The limits of `request` are for all searches together.
///
/// # Errors
/// As a run has them.
pub fn why(model: &Model, request: &Request, interrupt: &Arc<AtomicBool>) -> Result<Why, RunError> {
    let all = demands(model);
    let start = Instant::now();
    let mut search = Explain { model, request, interrupt, start, searches: 0, undecided: false, nodes: 0 };
    let mut demands = search.needed(&[], false, &all)?;
    demands.sort_unstable();
    Ok(Why { demands, irreducible: !search.undecided, searches: search.searches })
}

struct Explain<'a> {
    model: &'a Model,
    request: &'a Request,
    interrupt: &'a Arc<AtomicBool>,
    start: Instant,
    searches: usize,
    /// Whether some search was stopped.
    undecided: bool,
    /// Nodes used up so far.
    nodes: u64,
}

impl Explain<'_> {
    /// Of `open`, which contradicts `fixed`, a part that still does; `fixed` itself may, where it has `grown` since that
    /// was last looked at.
    fn needed(&mut self, fixed: &[Demand], grown: bool, open: &[Demand]) -> Result<Vec<Demand>, RunError> {
        if grown && self.contradict(fixed)? {
            return Ok(Vec::new());
        }
        if open.len() < 2 {
            return Ok(open.to_vec());
        }
        let (first, second) = open.split_at(open.len() / 2);
        let with_first = [fixed, first].concat();
        let of_second = self.needed(&with_first, true, second)?;
        let with_second = [fixed, &of_second].concat();
        let of_first = self.needed(&with_second, !of_second.is_empty(), first)?;
        Ok([of_first, of_second].concat())
    }

    /// Whether it is shown that these have no solution together.
    fn contradict(&mut self, demands: &[Demand]) -> Result<bool, RunError> {
        let mut kept = demands.to_vec();
        kept.sort_unstable();
        let Some(request) = self.request() else {
            self.undecided = true;
            return Ok(false);
        };
        self.searches += 1;
        let outcome = match run(&only(self.model, &kept), &request, self.interrupt, &mut Discard) {
            Ok(outcome) => outcome,
            // With fewer rules there may be more choices than a problem can have.
            Err(RunError::TooLarge(_)) => {
                self.undecided = true;
                return Ok(false);
            }
            Err(other) => return Err(other),
        };
        self.nodes = self.nodes.saturating_add(outcome.nodes());
        self.undecided |= outcome.satisfiable().is_none();
        Ok(outcome.satisfiable() == Some(false))
    }

    /// What one search is asked: `None` where nothing is left of the limits. No search gets more than a third of the time
    /// that is left, so that one hard one does not use up all.
    fn request(&self) -> Option<Request> {
        let mut request = Request { wanted: Wanted::First(1), most: Some(0), ..self.request.clone() };
        (request.up_to_symmetry, request.translations, request.orbits) = (false, false, false);
        (request.describe, request.members) = (false, false);
        // An engine that was named may refuse some of these; who answers makes no difference.
        request.engine = None;
        if let Some(time) = request.limits.time {
            let left = time.checked_sub(self.start.elapsed())?;
            request.limits.time = Some(left / 3);
        }
        if let Some(nodes) = request.limits.nodes {
            request.limits.nodes = Some(nodes.checked_sub(self.nodes).filter(|&n| n > 0)?);
        }
        (!self.interrupt.load(Ordering::Relaxed)).then_some(request)
    }
}
