//! Parts of a packing: one for each way to place the first class on a region that the group maps to itself, up to the group
//! if a number is asked for. A part tries all numbers, as [`Pack`] does for the whole.
//!
//! With objectives, an incumbent is found first, in a bounded number of steps. A part tests if better numbers exist in it,
//! and then counts or lists its sets with its best numbers, if these are not worse than the incumbent's.
//!
//! Lemma. If no set with the start s has the numbers n, and s has at most n₀ members, then none has numbers that are nowhere
//! smaller: members outside s can be removed until the numbers are n.

use super::cubes::{Cubes, search_one};
use super::independent::search_from;
use super::pack::{Pack, dot};
use super::strategy::StrategyParts;
use super::tally::SearchTally;
use super::verdict::{StrategyResult, StrategyVerdict};
use crate::engine::{Collect, Control, Division, Halt, Job, Query, Sink, Turn, exhaust};
use crate::problem::{ChoiceId, Cube};

/// Work in which an incumbent is looked for.
const LOOK: Turn = Turn::Work { milliseconds: 150.0, pace: super::pack::PACE };

/// Parts of a packing, with the search for each of the numbers that may be the best.
pub(super) struct PackParts<'a> {
    pack: &'a Pack,
    /// For each part, the number of members of its start.
    placed: Vec<usize>,
    searches: Vec<(&'a [u32], Box<dyn Cubes + 'a>)>,
    incumbent: Option<&'a [ChoiceId]>,
}

impl Pack {
    /// Divides the search for `job`.
    pub(super) fn division(&self, job: &Job<'_>, incumbent: Option<&[ChoiceId]>) -> Option<Division> {
        let objective = !self.worth.is_empty();
        if matches!(job.query, Query::First(k) if k != 1 || !objective) {
            return None;
        }
        let incumbent = match incumbent {
            _ if !objective => None,
            Some(known) => Some(known.to_vec()),
            None => Some(self.incumbent(job)?),
        };
        let most = self.candidates(job, incumbent.as_deref()).map(|n| n[0]).max().unwrap_or(0) as usize;
        // One better solution need not be looked for in every image of a part either.
        let is_weighted = job.query != Query::All;
        let query = if is_weighted { Query::Count } else { Query::All };
        let control = Control::unlimited();
        let (starts, region) = self.graph.starts(most, &job.problem.group, query, &control).ok()?;
        let cube = |(start, weight): (Vec<u32>, u64)| {
            let dropped = region.iter().filter(|c| !start.contains(c)).map(|&c| ChoiceId(c)).collect();
            let mut placed: Vec<ChoiceId> = start.into_iter().map(ChoiceId).collect();
            placed.sort_unstable();
            Cube { placed, dropped, weight }
        };
        let cubes = starts.into_iter().map(cube).collect();
        Some(Division { cubes, incumbent, costs: None })
    }

    /// A good solution, if one is found soon.
    fn incumbent(&self, job: &Job<'_>) -> Option<Vec<ChoiceId>> {
        let mut verdict = StrategyVerdict::default();
        let (control, lane) = Control::unlimited().single_turn(None, LOOK);
        let _ = self.best(&Job { threads: 1, ..*job }, &control, &mut verdict);
        drop(lane);
        verdict.incumbent
    }

    /// Value of a solution by its numbers.
    fn value_of(&self, solution: &[ChoiceId]) -> Vec<i64> {
        self.values(&self.graph.numbers(solution))
    }

    fn values(&self, numbers: &[u32]) -> Vec<i64> {
        self.worth.iter().map(|w| dot(w, numbers)).collect()
    }

    /// The numbers that are to be searched for, given an incumbent.
    fn candidates<'s>(
        &'s self,
        job: &Job<'_>,
        incumbent: Option<&[ChoiceId]>,
    ) -> impl Iterator<Item = &'s [u32]> {
        let known = incumbent.map(|solution| self.value_of(solution));
        let better_only = matches!(job.query, Query::First(_));
        let wanted = move |n: &&[u32]| match &known {
            None => true,
            Some(known) if better_only => self.values(n) > *known,
            Some(known) => self.values(n) >= *known,
        };
        self.numbers.iter().map(Vec::as_slice).filter(wanted)
    }

    /// Prepares parts of the division.
    pub(super) fn parts_of<'s>(
        &'s self,
        job: &Job<'_>,
        cubes: &[Cube],
        incumbent: Option<&'s [ChoiceId]>,
    ) -> Option<PackParts<'s>> {
        let decided = |cube: &Cube| -> Vec<u32> {
            let mut all: Vec<u32> = cube.placed.iter().chain(&cube.dropped).map(|c| c.0).collect();
            all.sort_unstable();
            all
        };
        let region = cubes.first().map(decided).unwrap_or_default();
        if !region.iter().all(|&c| self.graph.is_first(c)) || cubes.iter().any(|c| decided(c) != region) {
            return None;
        }
        if incumbent.is_none() != self.worth.is_empty() {
            return None;
        }
        let starts: Vec<(Vec<u32>, u64)> =
            cubes.iter().map(|cube| (cube.placed.iter().map(|c| c.0).collect(), cube.weight)).collect();
        let placed = starts.iter().map(|s| s.0.len()).collect();
        let search = |n: &'s [u32]| (n, search_from(&self.graph, n, (starts.clone(), region.clone())));
        let searches = self.candidates(job, incumbent).map(search).collect();
        Some(PackParts { pack: self, placed, searches, incumbent })
    }
}

impl PackParts<'_> {
    /// Searches a part for sets with the numbers of search `at`.
    fn search(
        &self,
        at: usize,
        part: usize,
        query: Query,
        (job, control): (&Job<'_>, &Control),
        sink: &mut dyn Sink,
    ) -> (SearchTally, Result<(), Halt>) {
        search_one(&*self.searches[at].1, part, query, job, control, sink)
    }

    /// Finds the best numbers in a part that are better than those of the incumbent; with objectives.
    fn better(
        &self,
        part: usize,
        (job, control): (&Job<'_>, &Control),
        verdict: &mut StrategyVerdict,
    ) -> Result<(), Halt> {
        let mut impossible: Vec<&[u32]> = Vec::new();
        for (at, (numbers, _)) in self.searches.iter().enumerate() {
            let least = verdict.incumbent.as_deref().or(self.incumbent).map(|s| self.pack.value_of(s));
            let over = |i: &&[u32]| {
                i[0] as usize >= self.placed[part] && i.iter().zip(*numbers).all(|(a, b)| a <= b)
            };
            if Some(self.pack.values(numbers)) <= least || impossible.iter().any(over) {
                continue;
            }
            let mut witness = Collect::default();
            let (tally, ended) = self.search(at, part, Query::First(1), (job, control), &mut witness);
            verdict.tally.nodes += tally.nodes;
            if let Err(Halt::Stop(stop)) = ended {
                return Err(Halt::Stop(stop));
            }
            match witness.solutions.pop() {
                Some(solution) => verdict.better(solution, job, control),
                None => impossible.push(numbers),
            }
        }
        Ok(())
    }

    /// Counts or lists the sets in a part whose numbers have this value; all sets, if there are no objectives.
    fn every(
        &self,
        part: usize,
        value: Option<&[i64]>,
        (job, control): (&Job<'_>, &Control),
        sink: &mut dyn Sink,
    ) -> (SearchTally, Result<(), Halt>) {
        let mut all = SearchTally::default();
        let query = if job.query == Query::CountBy(()) { Query::Count } else { job.query };
        for (at, (numbers, _)) in self.searches.iter().enumerate() {
            if value.is_some_and(|value| self.pack.values(numbers) != value) {
                continue;
            }
            let (mut tally, ended) = self.search(at, part, query, (job, control), sink);
            self.pack.tabulate(numbers, job, &mut tally);
            all.merge(&tally);
            if ended.is_err() {
                return (all, ended);
            }
        }
        (all, Ok(()))
    }
}

impl StrategyParts for PackParts<'_> {
    fn run(&self, part: usize, job: &Job<'_>, control: &Control, sink: &mut dyn Sink) -> StrategyResult {
        let mut verdict = StrategyVerdict::default();
        let Some(incumbent) = self.incumbent else {
            let (tally, ended) = self.every(part, None, (job, control), sink);
            return (StrategyVerdict { tally, ..verdict }, ended);
        };
        let ((), ended) = exhaust(control, |control| ((), self.better(part, (job, control), &mut verdict)));
        match ended {
            Ok(exhausted) => verdict.optimal = Some(exhausted),
            Err(halt) => return (verdict, Err(halt)),
        }
        if let Query::First(_) = job.query {
            return if verdict.is_answer(job) { verdict.show_incumbent(sink) } else { (verdict, Ok(())) };
        }
        let value = self.pack.value_of(verdict.incumbent.as_deref().unwrap_or(incumbent));
        let (tally, ended) = self.every(part, Some(&value), (job, control), sink);
        if verdict.incumbent.is_none() && tally.count.total() != 0u32.into() {
            verdict.incumbent = Some(incumbent.to_vec());
        }
        verdict.tally.merge(&tally);
        (verdict, ended)
    }
}
