//! Engine `local`: one solution of a large problem by repair. It can find a solution but proves nothing: if it gives up, it
//! says so and never claims that no solution exists.
//!
//! Method: min-conflicts (S. Minton, M. Johnston, A. Philips, P. Laird, Artificial Intelligence 58, 1992). First the givens
//! (clauses of one literal) and what they exclude are settled ([`Givens`]). A set of disjoint exactly-one constraints that
//! covers all choices still open (the columns of n queens) forms the levels. Each level holds one choice, first placed
//! greedily. Then the choice of some level in conflict moves to where it violates the least, ties broken at random, until
//! no violation is left. A node is a move (or an initial placement). A thousand queens take about a hundred moves.
//!
//! The number of violations of each choice is stored and updated along the lines of every choice that moves. Each choice is
//! looked up only once or twice, so a table of its lines ([`crossings`]) would cost more than it saves.

mod crossings;

use super::givens::Givens;
use super::{
    Bid, Control, Decline, End, Engine, EngineError, Evidence, Family, Job, Prepared, Query, Run, Search,
    Sink, Stop,
};
use crate::problem::{ChoiceId, ConstraintKind, Problem};
use crate::random::Random;
use crossings::Crossings;

/// Smaller problems are solved as quickly by complete search.
const FEWEST_CHOICES: usize = 2_000;
/// Number of moves, beside one per level, after which the engine gives up. Queens and amazons rarely take 300; Latin squares, which
/// have many more levels, take none or thousands.
const MOVES: usize = 600;

/// The min-conflicts repair engine.
#[derive(Clone, Copy, Debug)]
pub struct Local;

impl Engine for Local {
    fn name(&self) -> &'static str {
        "local"
    }

    fn family(&self) -> Family {
        Family::Repair
    }

    fn takes(&self, kind: ConstraintKind) -> bool {
        use ConstraintKind as K;
        match kind {
            K::AtMostOne | K::ExactlyOne | K::Conflict | K::Clause | K::NumberBy => true,
            K::Definition | K::Linear | K::GuardedLinear | K::Matching => false,
            K::Linked | K::Connected | K::Route => false,
            K::Objective | K::SecondObjective => false,
        }
    }

    fn prepare<'a>(&self, job: &Job<'a>) -> Result<Prepared<'a>, Decline> {
        let p = job.problem;
        if job.query != Query::First(1) {
            return Err(Decline::new("it finds one solution and proves nothing"));
        }
        if p.choices.len() < FEWEST_CHOICES {
            return Err(Decline::new("the problem is small enough for a complete search"));
        }
        if p.clauses.iter().any(|(lits, _)| lits.len() != 1) {
            return Err(Decline::new("a clause has several literals"));
        }
        let givens = Givens::new(p).ok_or_else(|| Decline::new("the givens contradict each other"))?;
        let levels = levels(p, &givens).ok_or_else(|| {
            Decline::new("no set of exactly-one constraints covers every open choice exactly once")
        })?;
        let members: usize = p.cliques.iter().map(|l| l.choices.len()).sum();
        let cost = (members + p.conflicts.entries()) as f64;
        // The engine bounds its own work, so its pace is unlimited.
        let bid = Bid { cost, pace: u64::MAX, evidence: Evidence::Witness };
        Ok(Prepared::new(bid, PartitionJob { job: *job, givens, levels }))
    }
}

/// A job whose open choices are partitioned by exactly-one constraints, given by their indices.
struct PartitionJob<'a> {
    job: Job<'a>,
    givens: Givens,
    levels: Vec<usize>,
}

impl Search for PartitionJob<'_> {
    fn run(&self, control: &Control, sink: &mut dyn Sink) -> Result<Run, EngineError> {
        let mut board = Repair::new(self.job.problem, &self.givens, &self.levels, self.job.seed);
        let repaired = board.repair(control);
        let mut run = Run::new(repaired.map_or_else(End::Stopped, |()| End::Enough));
        run.stats.nodes = board.moves;
        if repaired.is_ok() {
            let placed = board.chosen.iter().map(|c| ChoiceId(c.0));
            let mut chosen: Vec<ChoiceId> = self.givens.placed().iter().copied().chain(placed).collect();
            chosen.sort_unstable();
            run.count = 1u32.into();
            let _ = sink.solution(&chosen);
        }
        Ok(run)
    }
}

/// Returns exactly-one lines, as indices, that hold no given and cover every open choice exactly once, chosen greedily in
/// order.
fn levels(problem: &Problem, givens: &Givens) -> Option<Vec<usize>> {
    // Choices that are settled need no level.
    let mut covered: Vec<bool> = problem.choice_ids().map(|c| !givens.is_open(c)).collect();
    let mut left = covered.iter().filter(|c| !**c).count();
    let mut levels = Vec::new();
    for (i, line) in problem.cliques.iter().enumerate().filter(|(i, l)| l.exactly && !givens.holds(*i)) {
        let open = || line.choices.iter().filter(|c| givens.is_open(**c));
        // The first choice usually shows that a line crosses one already taken.
        if open().any(|c| covered[c.index()]) {
            continue;
        }
        open().for_each(|c| covered[c.index()] = true);
        left -= open().count();
        levels.push(i);
    }
    (left == 0).then_some(levels)
}

/// State of the search.
struct Repair<'a> {
    problem: &'a Problem,
    givens: &'a Givens,
    levels: &'a [usize],
    /// Lines other than levels.
    crossings: Crossings,
    /// By line other than a level: number of chosen choices on it.
    load: Vec<u32>,
    /// By choice: sum of the loads of its lines plus the number of chosen choices that it conflicts with.
    burden: Vec<u32>,
    /// By level: its choice and the lines through it.
    chosen: Vec<(u32, Vec<u32>)>,
    random: Random,
    moves: u64,
}

impl<'a> Repair<'a> {
    fn new(problem: &'a Problem, givens: &'a Givens, levels: &'a [usize], seed: u64) -> Self {
        let mut is_level = vec![false; problem.cliques.len()];
        levels.iter().for_each(|&l| is_level[l] = true);
        let crossings = Crossings::new(&problem.cliques, (0..is_level.len()).filter(|&l| !is_level[l]));
        Self {
            problem,
            givens,
            levels,
            crossings,
            load: vec![0; problem.cliques.len()],
            burden: vec![0; problem.choices.len()],
            chosen: Vec::new(),
            random: Random::new(seed ^ 0x9e37_79b9_7f4a_7c15),
            moves: 0,
        }
    }

    /// Places one choice per level, then moves choices until no violation is left.
    fn repair(&mut self, control: &Control) -> Result<(), Stop> {
        for level in 0..self.levels.len() {
            let placed = self.lay(level);
            self.chosen.push(placed);
            control.check(1)?;
        }
        for _ in 0..self.levels.len() + MOVES {
            let Some(level) = self.offending() else { return Ok(()) };
            let (lifted, lines) = std::mem::take(&mut self.chosen[level]);
            self.bear(lifted, &lines, false);
            self.chosen[level] = self.lay(level);
            control.check(1)?;
        }
        if self.offending().is_none() { Ok(()) } else { Err(Stop::GaveUp) }
    }

    /// Chooses the best choice of `level`.
    fn lay(&mut self, level: usize) -> (u32, Vec<u32>) {
        let best = self.least(level);
        let lines = self.crossings.of(best);
        self.bear(best, &lines, true);
        self.moves += 1;
        (best, lines)
    }

    /// Updates loads and burdens after `choice`, which lies on `lines`, becomes chosen or is removed.
    fn bear(&mut self, choice: u32, lines: &[u32], chosen: bool) {
        let change = if chosen { 1 } else { u32::MAX };
        for &line in lines {
            let load = &mut self.load[line as usize];
            *load = load.wrapping_add(change);
        }
        let on_lines = lines.iter().flat_map(|&line| &self.problem.cliques[line as usize].choices);
        for c in on_lines.chain(&self.problem.conflicts[choice as usize]) {
            let burden = &mut self.burden[c.index()];
            *burden = burden.wrapping_add(change);
        }
    }

    /// Returns the open choice of `level` with the least burden; ties are broken at random.
    fn least(&mut self, level: usize) -> u32 {
        let problem = self.problem;
        let (mut least, mut ties, mut best) = (u32::MAX, 0, 0);
        for c in problem.cliques[self.levels[level]].choices.iter().filter(|c| self.givens.is_open(**c)) {
            let burden = self.burden[c.index()];
            if burden < least {
                (least, ties, best) = (burden, 1, c.0);
            } else if burden == least {
                ties += 1;
                if self.random.draw().is_multiple_of(ties) {
                    best = c.0;
                }
            }
        }
        best
    }

    /// Returns a level whose choice conflicts or shares a line with another, searched from a random start, or `None` if the
    /// choices are a solution. If there are as many exact lines of each kind as levels, an empty line implies another one
    /// with two choices.
    fn offending(&mut self) -> Option<usize> {
        let n = self.levels.len();
        let start = (self.random.draw() % n.max(1) as u64) as usize;
        let offends = |&level: &usize| {
            let (choice, lines) = &self.chosen[level];
            self.burden[*choice as usize] as usize > lines.len()
        };
        let found = (0..n).map(|i| (start + i) % n).find(offends);
        if found.is_none() && !self.exact_lines_hold() {
            // There is no conflict, but some exact line is empty: move any level.
            return Some(start);
        }
        found
    }

    fn exact_lines_hold(&self) -> bool {
        let mut held = vec![false; self.problem.cliques.len()];
        self.levels.iter().for_each(|&l| held[l] = true);
        let lines = self.problem.cliques.iter().enumerate();
        lines
            .filter(|(i, l)| l.exactly && !held[*i] && !self.givens.holds(*i))
            .all(|(i, _)| self.load[i] == 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Collect;
    use crate::problem::samples;

    #[test]
    fn sixty_queens_are_found_and_hold() {
        let problem = samples::queens(60);
        let job = Job { problem: &problem, query: Query::First(1), seed: 0, threads: 1 };
        assert!(Local.admit(&job).is_ok());
        let mut found = Collect::default();
        let run = Local.run(&job, &Control::unlimited(), &mut found).expect("no fault");
        assert_eq!(run.end, End::Enough);
        assert!(problem.holds(&found.solutions[0]));
    }

    #[test]
    fn conflicts_are_repaired_as_well() {
        let mut problem = samples::queens(60);
        samples::forbid(&mut problem, 0, &samples::leaper(1, 2), 0);
        let job = Job { problem: &problem, query: Query::First(1), seed: 0, threads: 1 };
        let mut found = Collect::default();
        let run = Local.run(&job, &Control::unlimited(), &mut found).expect("no fault");
        assert_eq!(run.end, End::Enough);
        assert!(problem.holds(&found.solutions[0]));
    }

    #[test]
    fn givens_are_kept() {
        let mut problem = samples::queens(60);
        let placed = [5, 60 + 30, 60 * 40 + 7].map(ChoiceId);
        let removed = (0..50).map(|i| ChoiceId(60 * i + i)).filter(|c| !placed.contains(c));
        let givens = placed.iter().map(|c| c.lit()).chain(removed.map(|c| !c.lit()));
        let clauses: Vec<_> = givens.map(|l| (vec![l], crate::problem::Origin(0))).collect();
        problem.edit(|p| p.clauses = clauses);
        let job = Job { problem: &problem, query: Query::First(1), seed: 0, threads: 1 };
        let mut found = Collect::default();
        let run = Local.run(&job, &Control::unlimited(), &mut found).expect("no fault");
        assert_eq!(run.end, End::Enough);
        assert!(problem.holds(&found.solutions[0]));
        assert!(placed.iter().all(|c| found.solutions[0].contains(c)));
        problem.edit(|p| p.clauses[0].0.push(ChoiceId(9).lit()));
        let job = Job { problem: &problem, query: Query::First(1), seed: 0, threads: 1 };
        assert!(Local.admit(&job).is_err(), "a clause with a choice");
    }

    #[test]
    fn where_it_gives_up_it_was_stopped() {
        let mut problem = samples::queens(50);
        // Two exactly-one lines with a single choice each, both on the same row, make it impossible.
        for c in [0, 1] {
            let line = crate::problem::Clique {
                choices: vec![ChoiceId(c)],
                exactly: true,
                origin: crate::problem::Origin(0),
            };
            problem.edit(|p| p.cliques.push(line));
        }
        let job = Job { problem: &problem, query: Query::First(1), seed: 0, threads: 1 };
        let run = Local.run(&job, &Control::unlimited(), &mut Collect::default()).expect("no fault");
        assert_eq!(run.end, End::Stopped(Stop::GaveUp));
    }
}
