//! A search shown step by step: a piece is placed, the choices it excludes are ruled out, and if a rule has no choice left
//! the last placement is taken back.
//!
//! This search is for teaching, not for speed. By `SearchOrder::Rows` it is the backtracking of textbooks: row by row, first
//! free cell, looking no further than the row at hand (E. W. Dijkstra, "Notes on Structured Programming", 1972, section 17).
//! By `SearchOrder::Fewest` it branches at every step on the unmet need with the fewest open choices (fail-first: R. Haralick
//! and G. Elliott, "Increasing tree search efficiency for constraint satisfaction problems", 1980). A choice that was taken
//! back is ruled out in that subtree, so no set of choices occurs twice. With an objective the search continues for better
//! solutions. Every solution satisfies the problem's literal reading.
//!
//! A piece of a route rules out the pieces that do not go on from it, and its loose ends are needs.

use super::event::{Event, Need, SearchOrder, Standing, Trace, TraceStep};
use super::needs::Needs;
use crate::problem::{ChoiceId, Problem};

/// Returns the first `most` steps of the search, which starts with the choices `given` on the board.
pub fn trace(problem: &Problem, order: SearchOrder, given: &[ChoiceId], most: usize) -> Trace {
    let mut search = TraceSearch {
        problem,
        needs: Needs::new(problem, order),
        standing: vec![Standing::Open; problem.choices.len()],
        trail: Vec::new(),
        steps: Vec::new(),
        placed: 0,
        taken_back: 0,
        most,
        best: None,
    };
    let complete = match search.whole(given) {
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
    needs: Needs,
    standing: Vec<Standing>,
    /// Choices no longer open, in the order in which they were decided.
    trail: Vec<ChoiceId>,
    steps: Vec<TraceStep>,
    placed: usize,
    taken_back: usize,
    most: usize,
    best: Option<Vec<i64>>,
}

impl TraceSearch<'_> {
    fn whole(&mut self, given: &[ChoiceId]) -> Result<(), TraceEnd> {
        for c in self.problem.choice_ids() {
            if self.problem.conflicts[c.index()].contains(&c) {
                self.set(c, Standing::Out);
            }
        }
        let mut out = Vec::new();
        self.needs.impossible(&self.standing, &mut |c| out.push(c));
        self.rule_out(&out);
        for &choice in given {
            // Givens that exclude each other are left to the search, which shows it.
            if self.standing[choice.index()] == Standing::Open {
                self.place(choice);
            }
        }
        self.step(Event::Start)?;
        self.search()?;
        self.step(Event::Exhausted)
    }

    fn step(&mut self, event: Event) -> Result<(), TraceEnd> {
        if self.steps.len() >= self.most {
            return Err(TraceEnd::Steps);
        }
        self.placed += usize::from(matches!(event, Event::Place(..)));
        self.taken_back += usize::from(matches!(event, Event::Back(_)));
        let (placed, taken_back) = (self.placed, self.taken_back);
        self.steps.push(TraceStep { event, standing: self.standing.clone(), placed, taken_back });
        Ok(())
    }

    fn set(&mut self, choice: ChoiceId, standing: Standing) {
        self.standing[choice.index()] = standing;
        self.trail.push(choice);
    }

    fn rule_out(&mut self, choices: &[ChoiceId]) {
        for &choice in choices {
            if self.standing[choice.index()] == Standing::Open {
                self.set(choice, Standing::Out);
            }
        }
    }

    fn undo(&mut self, to: usize) {
        for choice in self.trail.drain(to..) {
            self.standing[choice.index()] = Standing::Open;
        }
    }

    fn place(&mut self, choice: ChoiceId) {
        self.set(choice, Standing::Placed);
        let mut out = self.problem.conflicts[choice.index()].to_vec();
        self.needs.excluded(choice, &self.standing, &mut |c| out.push(c));
        self.rule_out(&out);
    }

    /// Searches the subtree of the current board. Each iteration decides one choice: it is placed first, and ruled out after
    /// its subtree is exhausted.
    fn search(&mut self) -> Result<(), TraceEnd> {
        let mark = self.trail.len();
        loop {
            let need = match self.look()? {
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
            self.step(Event::Place(choice, need))?;
            self.search()?;
            self.undo(before);
            self.set(choice, Standing::Out);
            self.step(Event::Back(choice))?;
        }
        self.undo(mark);
        Ok(())
    }

    /// Decides whether the subtree ends here, or which need to branch on next.
    fn look(&mut self) -> Result<NextNeed, TraceEnd> {
        let need = self.needs.next(&self.standing);
        if let Some(need) = need.as_ref().filter(|n| n.open == 0) {
            self.step(Event::Stuck(need.clone()))?;
            return Ok(NextNeed::Over);
        }
        if self.is_no_better() {
            self.step(Event::NoBetter)?;
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
                self.step(Event::Solution(values.clone()))?;
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
            self.step(Event::Broken)?;
        }
        Ok(NextNeed::Over)
    }

    fn with(&self, standing: Standing) -> impl Iterator<Item = ChoiceId> + '_ {
        self.problem.choice_ids().filter(move |c| self.standing[c.index()] == standing)
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
            Some((step.choices(), values))
        })
    }

    proptest! {
        #[test]
        fn it_finds_what_there_is(problem in problems(Mix::EVERYTHING), rows: bool) {
            let order = if rows { SearchOrder::Rows } else { SearchOrder::Fewest };
            let trace = trace(&problem, order, &[], 100_000);
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
        let trace =
            trace(&samples::route(4, 3, &samples::leaper(1, 0), true, true), SearchOrder::Fewest, &[], 1000);
        let of = |wanted: fn(&Event) -> bool| trace.steps.iter().filter(|s| wanted(&s.event)).count();
        assert_eq!(of(|e| matches!(e, Event::Solution(_))), 1);
        assert!(of(|e| matches!(e, Event::Place(..))) < 20, "{trace:?}");
    }

    #[test]
    fn four_queens() {
        let whole = trace(&samples::queens(4), SearchOrder::Fewest, &[], 1000);
        let places = |t: &Trace| t.steps.iter().filter(|s| matches!(s.event, Event::Place(..))).count();
        assert!(whole.complete && places(&whole) <= 8);
        let cut = trace(&samples::queens(4), SearchOrder::Fewest, &[], 3);
        assert_eq!((cut.steps.len(), cut.complete), (3, false));
        assert_eq!(cut.steps[..], whole.steps[..3]);
    }

    /// The textbook search for the first placement of eight queens, as every course counts it.
    #[test]
    fn eight_queens_row_by_row() {
        let whole = trace(&samples::queens(8), SearchOrder::Rows, &[], 1000);
        let last = whole.steps.last().expect("a step");
        assert!(whole.complete && matches!(last.event, Event::Solution(_)));
        assert_eq!((last.placed, last.taken_back, last.choices().len()), (113, 105, 8));
        assert_eq!(whole.steps.iter().filter(|s| matches!(s.event, Event::Place(..))).count(), 113);
    }

    /// Givens are on the board from the start and are not counted.
    #[test]
    fn a_given_is_never_taken_back() {
        let given = [ChoiceId(1)];
        for order in [SearchOrder::Rows, SearchOrder::Fewest] {
            let whole = trace(&samples::queens(4), order, &given, 1000);
            assert!(whole.steps.iter().all(|s| s.standing[1] == Standing::Placed));
            let last = whole.steps.last().expect("a step");
            assert_eq!(last.placed - last.taken_back, 3);
        }
    }
}
