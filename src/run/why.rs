//! Why there is no solution: some rules, givens and clues that cannot hold together, none of which can be spared.
//!
//! The method is QUICKXPLAIN (U. Junker, "QUICKXPLAIN: preferred explanations and relaxations for over-constrained
//! problems", AAAI 2004): the constraints are halved, and of each half only what is needed beside the other is kept;
//! with n of them of which k remain that takes about 2k·log(n/k) + 2k searches. What is asked of a search is only
//! whether some rules of the *model* have a solution: each time the model is grounded anew, since grounding draws
//! conclusions from all rules together (choices left out, lines made exact) which no longer say whose they are.
//!
//! Sums come first: where some rules and clues contradict each other by adding up alone (see
//! [`adding_up`](super::adding_up)), only these are looked at, and no search is needed to see that they do. A search would
//! try every way to put nine tents into eight places.
//!
//! A search that a limit stops has not shown a contradiction, so what it was about is kept. The rules found
//! contradict each other in any case; that none can be spared is claimed only where no search was stopped.

use super::adding_up::contradiction;
use super::present::Discard;
use super::request::{Request, Wanted};
use super::runner::{RunError, run_watched};
use crate::engine::Progress;
use crate::ground::{Unground, ground_while};
use crate::model::{Ask, Fact, Model, Question, Rule, RuleBody};
use crate::problem::Origin;
use crate::text::Span;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// For so long it is looked for where the request says nothing of time.
const TIME: Duration = Duration::from_secs(5);
/// What is left of the time is not enough for a search.
const LEAST: Duration = Duration::from_millis(1);
/// Steps of adding up at most: at first, and for a part of what was found.
const ADDING: usize = 100_000_000;
const ADDING_AGAIN: usize = 5_000_000;

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
    let mut less = bare(model);
    let has = |demand: Demand| kept.binary_search(&demand).is_ok();
    for (i, rule) in model.rules.iter().enumerate() {
        if rule.marks.is_empty() {
            less.rules.extend(has(Demand::Rule(i)).then(|| rule.clone()));
        } else {
            less.rules.extend(with_clues(rule, &|mark| has(Demand::Clue(i, mark))));
        }
    }
    let facts = model.facts.iter().enumerate().filter(|(i, _)| has(Demand::Given(*i)));
    less.facts = facts.map(|(_, fact)| *fact).collect();
    less
}

/// The model with these demands alone, each rule and each clue a rule of its own, in their order; givens come last.
fn apart(model: &Model, kept: &[Demand]) -> Model {
    let mut less = bare(model);
    for &demand in kept {
        match demand {
            Demand::Rule(i) => less.rules.push(model.rules[i].clone()),
            Demand::Clue(i, mark) => less.rules.extend(with_clues(&model.rules[i], &|m| m == mark)),
            Demand::Given(i) => less.facts.push(model.facts[i]),
        }
    }
    less
}

/// The model without rules, givens, objectives, question and expectations.
fn bare(model: &Model) -> Model {
    Model {
        rules: Vec::new(),
        facts: Vec::new(),
        objectives: Vec::new(),
        expects: Vec::new(),
        question: Question { ask: Ask::Some(1), up_to: None },
        ..model.clone()
    }
}

/// Of a rule about clues, what it says of those that `has` accepts, if anything.
fn with_clues(rule: &Rule, has: &dyn Fn(Span) -> bool) -> Option<Rule> {
    let RuleBody::Compare(instances) = &rule.body else { return None };
    let kept = instances.iter().zip(&rule.marks).filter(|(_, mark)| has(**mark));
    let (instances, marks): (Vec<_>, Vec<_>) = kept.map(|(i, mark)| (i.clone(), *mark)).unzip();
    let body = RuleBody::Compare(instances);
    (!marks.is_empty()).then(|| Rule { body, span: rule.span, marks })
}

/// Why `model` has no solution, which must be known already. The limits of `request` are for all searches together; where
/// they do not say how long, it is five seconds.
///
/// # Errors
/// As a run has them.
pub fn why(model: &Model, request: &Request, interrupt: &Arc<AtomicBool>) -> Result<Why, RunError> {
    why_watched(model, request, interrupt, None)
}

/// The same; how far it has come is noted in `progress`, for another thread to see.
///
/// # Errors
/// As a run has them.
pub fn why_watched(
    model: &Model,
    request: &Request,
    interrupt: &Arc<AtomicBool>,
    progress: Option<&Arc<Progress>>,
) -> Result<Why, RunError> {
    let mut request = request.clone();
    request.limits.time.get_or_insert(TIME);
    let start = Instant::now();
    let left = demands(model);
    let mut search = Explain {
        model,
        request: &request,
        interrupt,
        progress,
        start,
        left: left.len(),
        searches: 0,
        undecided: false,
        nodes: 0,
    };
    let open = search.by_sums(&left).unwrap_or(left);
    search.left = open.len();
    let mut demands = search.needed(&[], false, &open)?;
    demands.sort_unstable();
    Ok(Why { demands, irreducible: !search.undecided, searches: search.searches })
}

struct Explain<'a> {
    model: &'a Model,
    request: &'a Request,
    interrupt: &'a Arc<AtomicBool>,
    progress: Option<&'a Arc<Progress>>,
    start: Instant,
    /// Demands that may still be needed.
    left: usize,
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
            self.left -= open.len();
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
        if self.add_up(&kept, ADDING_AGAIN).is_some() {
            return Ok(true);
        }
        self.searches += 1;
        if let Some(progress) = self.progress {
            progress.stage(format!("search {}, {} may be needed", self.searches, self.left));
        }
        let model = only(self.model, &kept);
        let outcome = match run_watched(&model, &request, self.interrupt, self.progress, &mut Discard) {
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
            let left = time.checked_sub(self.start.elapsed()).filter(|&left| left > LEAST)?;
            request.limits.time = Some(left / 3);
        }
        if let Some(nodes) = request.limits.nodes {
            request.limits.nodes = Some(nodes.checked_sub(self.nodes).filter(|&n| n > 0)?);
        }
        (!self.interrupt.load(Ordering::Relaxed)).then_some(request)
    }
    /// Demands that contradict each other by adding up, if they do: of the rules, or of all.
    fn by_sums(&self, all: &[Demand]) -> Option<Vec<Demand>> {
        let is_given = |d: &Demand| matches!(d, Demand::Given(_));
        let (givens, rules): (Vec<Demand>, Vec<Demand>) = all.iter().partition(|d| is_given(d));
        let found = self.add_up(&rules, ADDING).or_else(|| {
            let mut found = self.add_up(all, ADDING)?;
            // What givens exclude is no choice, and no sum speaks of it.
            found.retain(|d| !is_given(d));
            found.extend(&givens);
            Some(found)
        })?;
        // The sums were drawn up with all demands at hand; these alone must do.
        self.add_up(&found, ADDING).is_some().then_some(found)
    }

    /// Of these demands, sorted, some that contradict each other by adding up, if that is found in `work` steps.
    fn add_up(&self, demands: &[Demand], work: usize) -> Option<Vec<Demand>> {
        let time = self.request.limits.time.unwrap_or(TIME);
        let is_on = || !self.interrupt.load(Ordering::Relaxed) && self.start.elapsed() < time;
        let model = apart(self.model, demands);
        let grounded = match ground_while(&model, false, &is_on) {
            Ok(grounded) => grounded,
            Err(Unground::TooLarge(_) | Unground::Stopped) => return None,
        };
        let compares = |o: Origin| {
            let rule = model.rules.get(o.0 as usize);
            rule.is_none_or(|rule| matches!(rule.body, RuleBody::Compare(_)))
        };
        let origins = contradiction(&grounded.problem, &compares, work, &is_on)?;
        Some(origins.iter().map(|o| demands[o.0 as usize]).collect())
    }
}
