//! The solution at a given rank in canonical order, by counting: without listing the solutions before it.
//!
//! The canonical order is the lexicographic order of the answers to some [`questions`](super::questions), yes before no. At
//! each question the solutions that answer it with yes are counted; a rank below that number lies among them, any other
//! among the rest (A. Nijenhuis and H. S. Wilf, Combinatorial Algorithms, 1978, chapter 13: ranks and random selection). A part
//! with few solutions is listed and sorted. Numbers and lists are kept for the next rank, as far as there is room.

use super::inquiry::Inquiry;
use super::order;
use super::questions::Questions;
use crate::engine::{Collect, CountOnly, EngineError, Stop};
use crate::ground::GroundedProblem;
use crate::problem::{ChoiceId, Problem};
use crate::query::Query;
use num_bigint::BigUint;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Maximum number of solutions of a part that is listed.
pub(super) const LISTED: u32 = 10_000;
/// Maximum number of solutions in the lists that are kept, and of numbers.
const KEPT: usize = 1_000_000;
const KEPT_NUMBERS: usize = 100_000;

/// Solutions of a part, in canonical order.
type PartList = Rc<Vec<Vec<ChoiceId>>>;

pub(super) struct Unranking<'a> {
    inquiry: &'a Inquiry<'a>,
    grounded: &'a GroundedProblem,
    problem: &'a Problem,
    questions: Questions,
    /// Maximum number of solutions of a part that is listed.
    listed: u32,
    /// Number of solutions, and for the parts with these first answers.
    total: BigUint,
    numbers: FxHashMap<Vec<bool>, BigUint>,
    lists: FxHashMap<Vec<bool>, PartList>,
    /// Number of solutions in `lists`.
    kept: usize,
    /// Search nodes that it took.
    pub nodes: u64,
}

/// Reason why a rank has no solution.
pub(super) enum UnrankFailure {
    Stopped(Stop),
    Fault(EngineError),
}

impl From<EngineError> for UnrankFailure {
    fn from(fault: EngineError) -> Self {
        Self::Fault(fault)
    }
}

impl<'a> Unranking<'a> {
    /// Creates it for `problem`, which has no objectives and `total` solutions; parts with at most `listed` solutions are
    /// listed.
    pub fn new(
        inquiry: &'a Inquiry<'a>,
        grounded: &'a GroundedProblem,
        problem: &'a Problem,
        total: BigUint,
        listed: u32,
    ) -> Self {
        Self {
            inquiry,
            grounded,
            problem,
            questions: Questions::new(problem),
            listed,
            total,
            numbers: FxHashMap::default(),
            lists: FxHashMap::default(),
            kept: 0,
            nodes: 0,
        }
    }

    /// Returns the solution at `rank`, which is below the number of solutions.
    ///
    /// # Errors
    /// If a limit comes first, or an engine fails.
    pub fn solution(&mut self, mut rank: BigUint) -> Result<Vec<ChoiceId>, UnrankFailure> {
        let (mut prefix, mut number) = (Vec::new(), self.total.clone());
        while number > BigUint::from(self.listed) {
            prefix.push(true);
            let yes = self.number(&prefix)?;
            if rank < yes {
                number = yes;
            } else {
                (rank, number) = (rank - &yes, number - yes);
                let last = prefix.last_mut().expect("just pushed");
                *last = false;
            }
        }
        let list = self.list(&prefix)?;
        let at = usize::try_from(&rank).ok().filter(|&at| at < list.len());
        let fault = || EngineError { engine: "planner", message: "a list and a count disagree".to_owned() };
        at.map(|at| list[at].clone()).ok_or_else(|| fault().into())
    }

    /// Number of solutions with these first answers.
    fn number(&mut self, prefix: &[bool]) -> Result<BigUint, UnrankFailure> {
        if let Some(number) = self.numbers.get(prefix) {
            return Ok(number.clone());
        }
        let Some(part) = self.questions.part(self.problem, prefix, 0..0) else { return Ok(BigUint::ZERO) };
        let job = self.inquiry.job(&part.problem, Query::Count);
        let run = self.inquiry.solver().decide(&job, &mut CountOnly)?.run;
        self.nodes += run.stats.nodes;
        if run.end.exhausted().is_none() {
            return Err(UnrankFailure::Stopped(run.end.stop().unwrap_or(Stop::GaveUp)));
        }
        if self.numbers.len() < KEPT_NUMBERS {
            self.numbers.insert(prefix.to_vec(), run.count.clone());
        }
        Ok(run.count)
    }

    /// Solutions with these first answers.
    fn list(&mut self, prefix: &[bool]) -> Result<PartList, UnrankFailure> {
        if let Some(list) = self.lists.get(prefix) {
            return Ok(Rc::clone(list));
        }
        let Some(part) = self.questions.part(self.problem, prefix, 0..0) else { return Ok(Rc::default()) };
        let mut found = Collect::default();
        let run = self.inquiry.solver().decide(&self.inquiry.job(&part.problem, Query::All), &mut found)?.run;
        self.nodes += run.stats.nodes;
        if run.end.exhausted().is_none() {
            return Err(UnrankFailure::Stopped(run.end.stop().unwrap_or(Stop::GaveUp)));
        }
        let mut list: Vec<Vec<ChoiceId>> = found.solutions.iter().map(|s| part.solution(s)).collect();
        order::sort(&mut list, self.grounded);
        let list = Rc::new(list);
        if self.kept + list.len() <= KEPT {
            self.kept += list.len();
            self.lists.insert(prefix.to_vec(), Rc::clone(&list));
        }
        Ok(list)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Vector;
    use crate::model::samples::{kind, leaps, model, queens_and_knights};
    use crate::model::{Model, Shapes};
    use crate::run::Request;

    /// The solution at each rank, with lists of at most `listed` solutions, and all solutions in canonical order.
    fn ranked(model: &Model, listed: u32) -> [Vec<Vec<ChoiceId>>; 2] {
        let inquiry = Inquiry::new(model, &Request::of(model), &Default::default(), None).expect("small");
        let grounded = inquiry.context.grounded.as_ref().expect("no limit");
        let mut found = Collect::default();
        inquiry.solver().decide(&inquiry.job(&grounded.problem, Query::All), &mut found).expect("no fault");
        let mut all = found.solutions;
        order::sort(&mut all, grounded);
        let mut unranking = Unranking::new(&inquiry, grounded, &grounded.problem, all.len().into(), listed);
        let solution = |rank: usize| unranking.solution(rank.into()).unwrap_or_else(|_| panic!("no limit"));
        [(0..all.len()).map(solution).collect(), all]
    }

    #[test]
    fn every_rank_has_its_solution() {
        let mut tiles = queens_and_knights(3, 2);
        tiles.kinds[0].shapes = Shapes::Tile(vec![vec![Vector::flat(0, 0), Vector::flat(1, 0)]]);
        tiles.kinds[1].shapes =
            Shapes::Tile(vec![vec![Vector::flat(0, 0)], vec![Vector::flat(0, 0), Vector::flat(0, 1)]]);
        let board = crate::geometry::Board::new(crate::geometry::Shape::rectangle(3, 3));
        let free = model(board, vec![kind("dabbaba", leaps(2, 0))]);
        for (model, least) in [(queens_and_knights(3, 2), 10), (tiles, 10), (free, 100)] {
            for listed in [1, 4, 1000] {
                let [ranked, all] = ranked(&model, listed);
                assert_eq!(ranked, all);
                assert!(all.len() >= least, "{}", all.len());
            }
        }
    }
}
