//! A search shown step by step: a piece is placed, the choices it excludes are ruled out, and if a rule has no choice left
//! the last placement is taken back.
//!
//! This search is for teaching, not for speed: the plainest one with propagation. At every step it branches on the unmet
//! need with the fewest open choices (fail-first: R. Haralick and G. Elliott, "Increasing tree search efficiency for
//! constraint satisfaction problems", 1980). A choice that was taken back is ruled out in that subtree, so no set of choices
//! occurs twice. With an objective the search continues for better solutions. Every solution is judged by the problem's
//! literal reading.
//!
//! A piece of a route rules out the pieces that do not go on from it, and its loose ends are needs.

use crate::problem::{ChoiceId, Lit, Problem, Switch};

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
    /// Number of choices placed by branching.
    pub depth: usize,
}

/// The recorded steps of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    /// The steps, up to the requested number.
    pub steps: Vec<TraceStep>,
    /// True if the search finished: with a first solution, a proved optimum, or no solution.
    pub complete: bool,
}

/// Returns the first `most` steps of the search.
pub fn trace(problem: &Problem, most: usize) -> Trace {
    let lines = lines_of(problem);
    let standing = vec![Standing::Open; problem.choices.len()];
    let links = links_of(problem);
    let mut search = TraceSearch {
        problem,
        lines,
        links,
        standing,
        trail: Vec::new(),
        steps: Vec::new(),
        most,
        best: None,
    };
    let complete = match search.whole() {
        Ok(()) | Err(TraceEnd::Done) => true,
        Err(TraceEnd::Steps) => false,
    };
    Trace { steps: search.steps, complete }
}

enum TraceEnd {
    /// The requested number of steps is reached.
    Steps,
    /// The first solution was found, and there is no objective.
    Done,
}

struct TraceSearch<'a> {
    problem: &'a Problem,
    /// By choice: indices of its lines.
    lines: Vec<Vec<u32>>,
    links: Vec<RouteLink>,
    standing: Vec<Standing>,
    /// Choices no longer open, in the order in which they were decided.
    trail: Vec<ChoiceId>,
    steps: Vec<TraceStep>,
    most: usize,
    best: Option<Vec<i64>>,
}

fn lines_of(problem: &Problem) -> Vec<Vec<u32>> {
    let mut of = vec![Vec::new(); problem.choices.len()];
    for (i, line) in problem.cliques.iter().enumerate() {
        line.choices.iter().for_each(|c| of[c.index()].push(i as u32));
    }
    of
}

/// Pieces of a route on the two ends of a link.
#[derive(Clone, Default)]
struct RouteLink {
    /// On each end, the pieces that use it.
    using: [Vec<ChoiceId>; 2],
    /// On each end, the others.
    other: [Vec<ChoiceId>; 2],
}

/// Returns the links of all routes whose pieces are choices.
fn links_of(problem: &Problem) -> Vec<RouteLink> {
    let choice = |switch: Switch| {
        let lit = switch.lit().filter(|l| l.is_positive() && l.var().index() < problem.choices.len())?;
        Some(ChoiceId(lit.var().0))
    };
    let mut found = Vec::new();
    for route in &problem.routes {
        let Some(pieces) = route.pieces.iter().map(|p| choice(p.placed)).collect::<Option<Vec<_>>>() else {
            continue;
        };
        let mut links = vec![RouteLink::default(); route.links.len()];
        let mut at: Vec<Vec<(u32, usize)>> = vec![Vec::new(); route.vertices as usize];
        for (number, &(a, b)) in (0..).zip(&route.links) {
            at[a as usize].push((number, 0));
            at[b as usize].push((number, 1));
        }
        for (piece, &choice) in route.pieces.iter().zip(&pieces) {
            for &(number, end) in &at[piece.vertex as usize] {
                let link = &mut links[number as usize];
                let side = if piece.links.contains(&number) { &mut link.using } else { &mut link.other };
                side[end].push(choice);
            }
        }
        found.extend(links);
    }
    found
}

impl TraceSearch<'_> {
    fn whole(&mut self) -> Result<(), TraceEnd> {
        for c in self.problem.choice_ids() {
            if self.problem.conflicts[c.index()].contains(&c) {
                self.set(c, Standing::Out);
            }
        }
        self.step(Event::Start, 0)?;
        self.search(0)?;
        self.step(Event::Exhausted, 0)
    }

    fn step(&mut self, event: Event, depth: usize) -> Result<(), TraceEnd> {
        if self.steps.len() >= self.most {
            return Err(TraceEnd::Steps);
        }
        self.steps.push(TraceStep { event, standing: self.standing.clone(), depth });
        Ok(())
    }

    fn set(&mut self, choice: ChoiceId, standing: Standing) {
        self.standing[choice.index()] = standing;
        self.trail.push(choice);
    }

    fn rule_out(&mut self, choice: ChoiceId) {
        if self.standing[choice.index()] == Standing::Open {
            self.set(choice, Standing::Out);
        }
    }

    fn undo(&mut self, to: usize) {
        for choice in self.trail.drain(to..) {
            self.standing[choice.index()] = Standing::Open;
        }
    }

    fn place(&mut self, choice: ChoiceId) {
        let problem = self.problem;
        self.set(choice, Standing::Placed);
        for i in 0..self.lines[choice.index()].len() {
            let line = self.lines[choice.index()][i] as usize;
            problem.cliques[line].choices.iter().for_each(|&c| self.rule_out(c));
        }
        problem.conflicts[choice.index()].iter().for_each(|&c| self.rule_out(c));
        let links = std::mem::take(&mut self.links);
        for RouteLink { using, other } in &links {
            for (here, there) in [(0, 1), (1, 0)] {
                if using[here].contains(&choice) {
                    other[there].iter().for_each(|&c| self.rule_out(c));
                }
                if other[here].contains(&choice) {
                    using[there].iter().for_each(|&c| self.rule_out(c));
                }
            }
        }
        self.links = links;
    }

    /// Searches the subtree of the current board. Each iteration decides one choice: it is placed first, and ruled out after
    /// its subtree is exhausted.
    fn search(&mut self, depth: usize) -> Result<(), TraceEnd> {
        let mark = self.trail.len();
        loop {
            let need = match self.look(depth)? {
                NextNeed::Over => break,
                NextNeed::Next(need) => need,
            };
            let open = |c: &ChoiceId| self.standing[c.index()] == Standing::Open;
            let next = match &need {
                Some(need) => need.of.iter().copied().find(open),
                None => self.problem.choice_ids().find(open),
            };
            let Some(choice) = next else { break };
            let before = self.trail.len();
            self.place(choice);
            self.step(Event::Place(choice, need), depth + 1)?;
            self.search(depth + 1)?;
            self.undo(before);
            self.set(choice, Standing::Out);
            self.step(Event::Back(choice), depth)?;
        }
        self.undo(mark);
        Ok(())
    }

    /// Decides whether the subtree ends here, or which need to branch on next.
    fn look(&mut self, depth: usize) -> Result<NextNeed, TraceEnd> {
        let need = self.neediest();
        if let Some(need) = need.as_ref().filter(|n| n.open == 0) {
            self.step(Event::Stuck(need.clone()), depth)?;
            return Ok(NextNeed::Over);
        }
        if self.is_no_better() {
            self.step(Event::NoBetter, depth)?;
            return Ok(NextNeed::Over);
        }
        if need.is_some() {
            return Ok(NextNeed::Next(need));
        }
        let placed: Vec<ChoiceId> = self.with(Standing::Placed).collect();
        let holds = self.problem.holds(&placed);
        if holds {
            let values = self.problem.objective_values(&placed);
            if self.best.as_ref().is_none_or(|best| self.goodness(&values) > self.goodness(best)) {
                self.step(Event::Solution(values.clone()), depth)?;
                self.best = Some(values);
            }
            if self.problem.objectives.is_empty() {
                return Err(TraceEnd::Done);
            }
        }
        if self.with(Standing::Open).next().is_some() {
            // The new incumbent may already rule out anything better.
            return Ok(if self.is_no_better() { NextNeed::Over } else { NextNeed::Next(None) });
        }
        if !holds {
            self.step(Event::Broken, depth)?;
        }
        Ok(NextNeed::Over)
    }

    fn with(&self, standing: Standing) -> impl Iterator<Item = ChoiceId> + '_ {
        self.problem.choice_ids().filter(move |c| self.standing[c.index()] == standing)
    }

    /// Among the unmet needs, the first of those with the fewest open choices.
    fn neediest(&self) -> Option<Need> {
        let problem = self.problem;
        let mut least: Option<Need> = None;
        let mut offer = |of: &mut dyn Iterator<Item = ChoiceId>| {
            let of: Vec<ChoiceId> = of.collect();
            let open = of.iter().filter(|c| self.standing[c.index()] == Standing::Open).count();
            if least.as_ref().is_none_or(|l| open < l.open) {
                least = Some(Need { of, open });
            }
        };
        let placed = |c: &ChoiceId| self.standing[c.index()] == Standing::Placed;
        for RouteLink { using, .. } in &self.links {
            for (here, there) in [(&using[0], &using[1]), (&using[1], &using[0])] {
                if here.iter().any(placed) && !there.iter().any(placed) {
                    offer(&mut there.iter().copied());
                }
            }
        }
        for line in problem.cliques.iter().filter(|l| l.exactly && !l.choices.iter().any(placed)) {
            offer(&mut line.choices.iter().copied());
        }
        let choice = |l: &Lit| {
            let positive = l.is_positive() && l.var().index() < problem.choices.len();
            positive.then_some(ChoiceId(l.var().0))
        };
        for (clause, _) in &problem.clauses {
            let choices: Option<Vec<ChoiceId>> = clause.iter().map(choice).collect();
            if let Some(choices) = choices.filter(|c| !c.iter().any(placed)) {
                offer(&mut choices.into_iter());
            }
        }
        for sum in problem.linears.iter().filter(|s| s.guard.is_none()) {
            let choices: Option<Vec<ChoiceId>> =
                sum.terms.iter().map(|(w, l)| choice(l).filter(|_| *w > 0)).collect();
            let Some(choices) = choices else { continue };
            let value = |counts: &dyn Fn(&ChoiceId) -> bool| -> i128 {
                let terms = sum.terms.iter().zip(&choices);
                terms.filter(|(_, c)| counts(c)).map(|((w, _), _)| i128::from(*w)).sum()
            };
            let reach = value(&|c| self.standing[c.index()] != Standing::Out);
            if reach < i128::from(sum.lo) || value(&placed) > i128::from(sum.hi) {
                let of = choices.clone();
                return Some(Need { of, open: 0 });
            }
            if value(&placed) < i128::from(sum.lo) {
                offer(&mut choices.iter().copied());
            }
        }
        least
    }

    /// Values with signs such that greater is better, the most important first.
    fn goodness(&self, values: &[i64]) -> Vec<i64> {
        let signed = |(o, v): (&crate::problem::Objective, &i64)| if o.maximize { *v } else { -v };
        self.problem.objectives.iter().zip(values).map(signed).collect()
    }

    /// Returns true if the first objective cannot improve on the incumbent, nor (if there are more) equal it.
    fn is_no_better(&self) -> bool {
        let (Some(best), Some(first)) = (&self.best, self.problem.objectives.first()) else {
            return false;
        };
        let sign: i128 = if first.maximize { 1 } else { -1 };
        let mut most = sign * i128::from(first.constant);
        for &(weight, lit) in &first.terms {
            let weight = sign * i128::from(weight);
            // A definition may still become true or false.
            let standing = self.standing.get(lit.var().index()).copied().unwrap_or(Standing::Open);
            most += match standing {
                Standing::Open => weight.max(0),
                Standing::Placed if lit.is_positive() => weight,
                Standing::Out if !lit.is_positive() => weight,
                Standing::Placed | Standing::Out => 0,
            };
        }
        let known = sign * i128::from(best[0]);
        if self.problem.objectives.len() == 1 { most <= known } else { most < known }
    }
}

enum NextNeed {
    Over,
    Next(Option<Need>),
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::conformance::solutions;
    use crate::problem::random::{Mix, problems};
    use crate::problem::samples;
    use proptest::prelude::*;

    fn found(trace: &Trace) -> Option<(Vec<ChoiceId>, &Vec<i64>)> {
        trace.steps.iter().rev().find_map(|step| {
            let Event::Solution(values) = &step.event else { return None };
            let placed = step.standing.iter().enumerate().filter(|(_, s)| **s == Standing::Placed);
            Some((placed.map(|(i, _)| ChoiceId(i as u32)).collect(), values))
        })
    }

    proptest! {
        #[test]
        fn it_finds_what_there_is(problem in problems(Mix::EVERYTHING)) {
            let trace = trace(&problem, 100_000);
            prop_assert!(trace.complete);
            let expected = solutions(&problem);
            match found(&trace) {
                None => prop_assert!(expected.is_empty()),
                Some((chosen, values)) => {
                    prop_assert!(expected.contains(&chosen), "{:?}", chosen);
                    prop_assert_eq!(values, &problem.objective_values(&expected[0]));
                }
            }
        }
    }

    /// A piece goes on where the piece before it leads.
    #[test]
    fn a_route_is_followed() {
        let trace = trace(&samples::route(4, 3, &samples::leaper(1, 0), true, true), 1000);
        let of = |wanted: fn(&Event) -> bool| trace.steps.iter().filter(|s| wanted(&s.event)).count();
        assert_eq!(of(|e| matches!(e, Event::Solution(_))), 1);
        assert!(of(|e| matches!(e, Event::Place(..))) < 20, "{trace:?}");
    }

    #[test]
    fn four_queens() {
        let whole = trace(&samples::queens(4), 1000);
        let places = |t: &Trace| t.steps.iter().filter(|s| matches!(s.event, Event::Place(..))).count();
        assert!(whole.complete && places(&whole) <= 8);
        let cut = trace(&samples::queens(4), 3);
        assert_eq!((cut.steps.len(), cut.complete), (3, false));
        assert_eq!(cut.steps[..], whole.steps[..3]);
    }
}
