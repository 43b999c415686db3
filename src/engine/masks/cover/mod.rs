//! Covering: at least one choice of every clause (positive literals only), or several of them ([`Demand`]), with as few choices
//! as possible or with a given number; choices may exclude one another. Further objectives decide between covers of that number:
//! they are costs of the choices ([`costs`]), and the search runs within a budget.
//!
//! Everything rests on one question: can `k` of the choices still allowed cover the clauses still open? Weights on the
//! clauses answer "no" if the open clauses together weigh more than the `k` heaviest choices cover ([`lagrangian`]). With
//! equal weights that is the bound by the `k` largest gains (Östergård and Weakley, Electronic Journal of Combinatorics
//! 8, 2001, use a similar one for queens). With weights that a few subgradient steps improve at every node, it is the
//! Lagrangian bound of set covering, as strong as linear programming (Balas and Carrera, Operations Research 44, 1996;
//! Caprara, Fischetti and Toth, Annals of Operations Research 98, 2000). Here the number of choices is known, and so the
//! weights need no scale. All arithmetic is in integers: a bad step gives a weak bound, never a wrong one. The weights
//! also show which choices are in no cover and which are in every cover. Towards the end, with few choices left, all
//! clauses have equal weight again ([`gains`]).
//!
//! The search ([`search`]) branches on the open clause with fewest allowed choices, the heaviest choice first; each
//! choice tried is forbidden to its later siblings. For a minimum, row-weighting local search ([`swaps`]) gives a cover,
//! and the search looks for one with one choice fewer until it proves that there is none. If choices exclude one another,
//! the number increases from the lower bound instead.
//!
//! Symmetry. If one cover suffices, a choice that was tried in vain is removed together with all its images under the
//! symmetries that map the node to itself (orbital branching: Ostrowski, Linderoth, Rossi and Smriglio, Mathematical
//! Programming 126, 2011). If a number is asked for ([`starts`]), the first choices are placed up to the group.
//!
//! Did not help: dominance between choices at every node (fewer nodes, the same time), long ascents at the first nodes,
//! decreasing step lengths.

mod costs;
mod cubes;
mod demands;
mod dives;
mod gains;
mod lagrangian;
mod parts;
mod search;
mod starts;
mod state;
mod swaps;
#[cfg(test)]
mod tests;

use super::cubes::{Cubes, first, work};
use super::mask::Mask;
use super::monitor::Monitor;
use super::strategy::{Strategy, StrategyParts};
use super::verdict::{StrategyResult, StrategyVerdict};
use crate::engine::counting::counting_bound;
use crate::engine::{Collect, Control, Division, Halt, Job, Limits, Query, Sink, exhaust};
use crate::problem::{ChoiceId, Cube, Linear, Objective, Problem};
use costs::Costs;
use cubes::Cut;
use demands::{Demand, demands};
use gains::FEW;
use search::CoverGoal;
use state::CoverState;
use std::sync::{Arc, OnceLock};

/// Limit on choices and on clauses, counted as often as they need choices. Larger problems are left to the general search.
pub(super) const MOST: usize = 2048;

/// Numbers of choices needed, beyond one, that are told apart: all if some clause needs several.
const DEEPER: usize = demands::MOST_NEEDED as usize - 1;

/// Choices tried per millisecond, without the bounds.
const PACE: u64 = 10_000;

/// Steps of the local search for a cover.
const TIGHT: f64 = 1e6;
/// Nodes of a short search for an optimum where choices exclude one another, times the choices or the clauses if they are more, times a
/// quarter of the words of a set of them; the most nodes; and steps for each node and choice.
const TRIAL: usize = 1_200_000;
const MOST_TRIED: usize = 3_500;
const CHOICE: f64 = 2.0;

/// A covering problem in masks.
struct SetCover<const W: usize, const D: usize> {
    /// For each choice, the clauses it covers, as a set and as a list.
    covers: Vec<Mask<W>>,
    reach: Vec<Vec<u16>>,
    /// For each choice, the clauses for which it is enough though they need several choices.
    fills: Vec<Mask<W>>,
    /// For each clause, its choices, as a set and as a list.
    options: Vec<Mask<W>>,
    members: Vec<Vec<u16>>,
    /// For each clause, the number of choices that it needs, and those of which it needs only one though it needs several others.
    needs: Vec<u32>,
    fillers: Vec<Mask<W>>,
    /// For each choice, the choice itself and those it excludes.
    kills: Vec<Mask<W>>,
    /// True if no choice excludes another.
    free: bool,
    /// Choices that do not exclude themselves.
    allowed: Mask<W>,
    /// With at most this many choices left, all clauses have equal weight.
    few: u32,
    /// Number of choices to place, unless it is to be minimized.
    fixed: Option<u32>,
    /// A cover found by local search, once it has been looked for, and the estimated steps to find a smaller one or exclude it.
    found: OnceLock<Vec<ChoiceId>>,
    improvement: OnceLock<f64>,
    /// Costs of the choices, if objectives decide between covers of one size.
    costs: Option<Costs<W>>,
}

/// Prepares the problem if it has this form.
pub(super) fn prepare(problem: &Problem) -> Option<Box<dyn Strategy>> {
    let demands = form(problem)?;
    let size = problem.choices.len().max(demands.len());
    if demands.iter().all(|demand| demand.need == 1) {
        return match size {
            0..=64 => SetCover::<1, 0>::prepare(problem),
            65..=128 => SetCover::<2, 0>::prepare(problem),
            129..=192 => SetCover::<3, 0>::prepare(problem),
            193..=256 => SetCover::<4, 0>::prepare(problem),
            257..=512 => SetCover::<8, 0>::prepare(problem),
            513..=1024 => SetCover::<16, 0>::prepare(problem),
            _ => SetCover::<32, 0>::prepare(problem),
        };
    }
    match size {
        0..=64 => SetCover::<1, DEEPER>::prepare(problem),
        65..=128 => SetCover::<2, DEEPER>::prepare(problem),
        129..=256 => SetCover::<4, DEEPER>::prepare(problem),
        257..=512 => SetCover::<8, DEEPER>::prepare(problem),
        _ => SetCover::<32, DEEPER>::prepare(problem),
    }
}

/// The demands of a problem of this form.
fn form(problem: &Problem) -> Option<Vec<Demand>> {
    if problem.choices.len().max(problem.clauses.len()).max(problem.linears.len()) > MOST {
        return None;
    }
    let (demands, others) = demands(problem)?;
    let needs: usize = demands.iter().map(|demand| demand.need as usize).sum();
    let is_small = needs <= MOST;
    let is_free = problem.cliques.iter().all(|l| !l.exactly);
    (is_small && is_free && total(problem, &others).is_some()).then_some(demands)
}

/// `Some(None)`: as few as possible of all choices. `Some(Some(k))`: exactly k of all choices. `None`: anything else. Also
/// the objectives that decide between covers of that size. `sums` are those that demand nothing else.
fn total<'p>(problem: &'p Problem, sums: &[&Linear]) -> Option<(Option<u32>, &'p [Objective])> {
    let n = problem.choices.len();
    let every = |terms: &[(i64, crate::problem::Lit)]| {
        n > 0 && terms.len() == n && terms.iter().all(|(w, l)| *w == terms[0].0 && *w > 0 && l.is_positive())
    };
    match (&problem.objectives[..], sums) {
        ([first, others @ ..], []) if !first.maximize && every(&first.terms) => Some((None, others)),
        (objectives, [s]) if s.lo == s.hi && s.guard.is_none() && every(&s.terms) && s.terms[0].0 == 1 => {
            u32::try_from(s.lo).ok().map(|k| (Some(k), objectives))
        }
        _ => None,
    }
}

/// Lower bound on the size of a cover: number of clauses with no choice in common.
fn apart(problem: &Problem) -> u32 {
    let Some(objective) = problem.objectives.first() else { return 0 };
    let bound =
        counting_bound(problem, objective).map_or(0, |bound| bound.saturating_sub(objective.constant));
    let each = objective.terms[0].0;
    u32::try_from(bound / each).expect("choices are counted in 32 bits")
}

impl<const W: usize, const D: usize> Strategy for SetCover<W, D> {
    /// A small tree grows with the choices, or with those that a cover needs at least; other trees are sampled. A local search
    /// may show that no search is needed.
    fn cost(&self, job: &Job<'_>) -> f64 {
        let bits = (job.problem.choices.len() as f64 / 12.0).max(f64::from(apart(job.problem)) / 2.0);
        let by_size = 300.0 * bits.exp2();
        if (W == 1 && D == 0) || !self.is_coverable() {
            return by_size;
        }
        let one = job.query == Query::First(1);
        let size = match self.fixed {
            Some(size) if one && self.extended(size, job).is_some() => return TIGHT.min(by_size),
            Some(size) => size,
            None if !self.free => {
                if one && let Some(steps) = self.trial(job) {
                    return steps;
                }
                // Choices that exclude one another mostly need one more than any cover, if that.
                let most = self.small_cover(job).len() as u32 + 1;
                return dives::upwards(self, apart(job.problem)..=most, job).max(by_size);
            }
            None => {
                let (few, apart) = (self.small_cover(job).len() as u32, apart(job.problem));
                if one && self.costs.is_none() && few == apart {
                    return TIGHT.min(by_size);
                }
                if one {
                    return self.expected_improvement(job);
                }
                few
            }
        };
        dives::steps(self, size, job)
    }

    fn pace(&self, _job: &Job<'_>) -> u64 {
        PACE
    }

    fn run(&self, job: &Job<'_>, control: &Control, sink: &mut dyn Sink) -> StrategyResult {
        let mut verdict = StrategyVerdict::default();
        let limit = match self.fixed {
            Some(size) if self.costs.is_none() => {
                if job.query == Query::First(1) {
                    return self.any(size, job, control, sink);
                }
                (size, u64::MAX)
            }
            _ => {
                let (limit, ended) =
                    exhaust(control, |control| match self.optimum(job, control, &mut verdict) {
                        Ok(limit) => (limit, Ok(())),
                        Err(halt) => (None, Err(halt)),
                    });
                match ended {
                    Ok(exhausted) => verdict.optimal = Some(exhausted),
                    Err(halt) => return (verdict, Err(halt)),
                }
                let Some(limit) = limit else { return (verdict, Ok(())) };
                limit
            }
        };
        if verdict.is_answer(job) {
            return verdict.show_incumbent(sink);
        }
        self.every(limit, job, control, sink, verdict)
    }

    fn divide(&self, job: &Job<'_>, wanted: usize, incumbent: Option<&[ChoiceId]>) -> Option<Division> {
        self.division(job, wanted, incumbent)
    }

    fn parts<'s>(
        &'s self,
        job: &'s Job<'s>,
        cubes: &[Cube],
        incumbent: Option<&'s [ChoiceId]>,
    ) -> Option<Box<dyn StrategyParts + 's>> {
        Some(Box::new(self.parts_of(job, cubes, incumbent)?))
    }
}

impl<const W: usize, const D: usize> SetCover<W, D> {
    fn prepare(problem: &Problem) -> Option<Box<dyn Strategy>> {
        Some(Box::new(Self::new(problem)?))
    }

    /// Returns the problem in masks, if it has this form.
    fn new(problem: &Problem) -> Option<Self> {
        let n = problem.choices.len();
        let (demands, sums) = demands(problem)?;
        let (fixed, others) = total(problem, &sums)?;
        let costs = if others.is_empty() { None } else { Some(Costs::new(problem, others)?) };
        let [mut covers, mut fills] = [vec![Mask::EMPTY; n], vec![Mask::EMPTY; n]];
        let set = |choices: &[usize]| Mask::of(choices.iter().copied());
        let fillers: Vec<Mask<W>> = demands.iter().map(|demand| set(&demand.full)).collect();
        let all = |demand: &Demand, fillers: &Mask<W>| set(&demand.single).or(fillers);
        let options: Vec<Mask<W>> = demands.iter().zip(&fillers).map(|(d, f)| all(d, f)).collect();
        for t in 0..demands.len() {
            options[t].iter().for_each(|c| covers[c].insert(t));
            fillers[t].iter().for_each(|c| fills[c].insert(t));
        }
        let needs = demands.iter().map(|demand| demand.need).collect();
        let lists = problem.exclusions();
        let selfish = |c: &usize| lists[*c].contains(&(*c as u32));
        let allowed = Mask::of((0..n).filter(|c| !selfish(c)));
        let free = lists.iter().all(<[u32]>::is_empty);
        let kills = lists.iter().enumerate().map(|(c, l)| {
            let mut mask = Mask::of(l.iter().map(|&k| k as usize));
            mask.insert(c);
            mask
        });
        let kills = kills.collect();
        let list = |mask: &Mask<W>| mask.iter().map(|m| m as u16).collect();
        let reach = covers.iter().map(list).collect();
        let members = options.iter().map(list).collect();
        Some(Self {
            covers,
            reach,
            fills,
            options,
            members,
            needs,
            fillers,
            kills,
            free,
            allowed,
            few: FEW,
            fixed,
            found: OnceLock::new(),
            improvement: OnceLock::new(),
            costs,
        })
    }

    /// All covers by exactly this number of choices that cost at most this budget, or the requested number of them.
    fn every(
        &self,
        (size, budget): (u32, u64),
        job: &Job<'_>,
        control: &Control,
        sink: &mut dyn Sink,
        mut verdict: StrategyVerdict,
    ) -> StrategyResult {
        let cubes = starts::starts(self, (size, budget), job.problem, job.query == Query::Count);
        let task = CoverGoal { exactly: true, motions: &[] };
        let mut monitor = Monitor::new(job.problem, job.query, control, None);
        let cut = Cut::new(self, task, cubes, 0, &mut monitor);
        let (cutting, finished) = monitor.finish();
        verdict.tally.merge(&cutting);
        let cut = match cut.and_then(|c| finished.map(|()| c)) {
            Ok(cut) => cut,
            Err(halt) => return (verdict, Err(halt)),
        };
        let (tally, ended) = work(&cut, job, control, sink);
        verdict.tally.merge(&tally);
        (verdict, ended)
    }

    /// A cover by exactly `size` choices: a small one that local search finds, and any other choices.
    fn extended(&self, size: u32, job: &Job<'_>) -> Option<Vec<ChoiceId>> {
        // A tiny problem is searched faster.
        if W == 1 || !self.free || self.costs.is_some() || !dives::is_alive(self, size, job) {
            return None;
        }
        let mut cover = self.small_cover(job).to_vec();
        let others = self.allowed.iter().map(|c| ChoiceId(c as u32)).filter(|c| !cover.contains(c));
        let more: Vec<ChoiceId> = others.take((size as usize).checked_sub(cover.len())?).collect();
        cover.extend(more);
        cover.sort_unstable();
        (cover.len() == size as usize).then_some(cover)
    }

    /// Finds a cover by exactly `size` choices.
    fn any(&self, size: u32, job: &Job<'_>, control: &Control, sink: &mut dyn Sink) -> StrategyResult {
        let mut verdict = StrategyVerdict::default();
        let known = if self.is_coverable() { self.extended(size, job) } else { None };
        let found = match known {
            Some(cover) => Ok(Some(cover)),
            None => self.decide((size, u64::MAX), true, job, control, &mut verdict),
        };
        match found {
            Err(halt) => (verdict, Err(halt)),
            Ok(None) => (verdict, Ok(())),
            Ok(Some(solution)) => {
                let _ = sink.solution(&solution);
                verdict.tally.count.add(1);
                (verdict, Err(Halt::Enough))
            }
        }
    }

    /// Returns true if every clause has enough allowed choices.
    fn is_coverable(&self) -> bool {
        let is_coverable = |t: usize| {
            let [options, full] = [&self.options[t], &self.fillers[t]].map(|set| set.and(&self.allowed));
            !full.is_empty() || options.len() >= self.needs[t]
        };
        (0..self.needs.len()).all(is_coverable)
    }

    /// Number of times that a choice counts for a clause.
    #[inline]
    fn counts(&self, c: usize, t: usize) -> u32 {
        if D > 0 && self.fills[c].has(t) { self.needs[t] } else { 1 }
    }

    /// The start of a search for covers by `size` choices that cost at most `budget`.
    fn start(&self, (size, budget): (u32, u64)) -> CoverState<W, D> {
        let needing =
            |least: usize| Mask::of((0..self.needs.len()).filter(|&t| self.needs[t] as usize >= least));
        let affordable = self.costs.as_ref().map(|costs| costs.within(budget));
        let allowed = affordable.map_or(self.allowed, |choices| choices.and(&self.allowed));
        let deeper = std::array::from_fn(|level| needing(level + 2));
        CoverState { open: needing(1), deeper, allowed, placed: Mask::EMPTY, left: size, budget }
    }

    /// Steps of the search for the optimum, if it is short.
    fn trial(&self, job: &Job<'_>) -> Option<f64> {
        let size = self.covers.len().max(self.options.len()) * (W / 4).max(1);
        let nodes = (TRIAL / size.max(1)).min(MOST_TRIED) as u64;
        let control = Control::new(Arc::default(), Limits { nodes: Some(nodes), ..Limits::default() });
        let mut verdict = StrategyVerdict::default();
        let short = Job { threads: 1, ..*job };
        self.optimum(&short, &control, &mut verdict).ok()?;
        Some(verdict.tally.nodes as f64 * CHOICE * self.covers.len() as f64)
    }

    /// Number of choices of an optimal cover, and what it costs (at most); the verdict receives such a cover.
    fn optimum(
        &self,
        job: &Job<'_>,
        control: &Control,
        verdict: &mut StrategyVerdict,
    ) -> Result<Option<(u32, u64)>, Halt> {
        let size = match self.fixed {
            Some(size) => Some(size),
            None => self.fewest(job, control, verdict)?,
        };
        match (size, &self.costs) {
            (Some(size), Some(costs)) => self.cheapest(size, costs, job, control, verdict),
            (size, _) => Ok(size.map(|size| (size, u64::MAX))),
        }
    }

    /// Least cost of a cover by exactly `size` choices, with that number; the verdict receives such a cover. Each search is
    /// for a cover cheaper than the last one found.
    fn cheapest(
        &self,
        size: u32,
        costs: &Costs<W>,
        job: &Job<'_>,
        control: &Control,
        verdict: &mut StrategyVerdict,
    ) -> Result<Option<(u32, u64)>, Halt> {
        let mut least = verdict.incumbent.as_ref().map(|cover| costs.total(cover));
        while least != Some(0) {
            let budget = least.map_or(u64::MAX, |least| least - 1);
            let Some(cover) = self.decide((size, budget), true, job, control, verdict)? else { break };
            least = Some(costs.total(&cover));
            verdict.better(cover, job, control);
        }
        Ok(least.map(|least| (size, least)))
    }

    /// Minimum number of choices that cover; the verdict receives such a cover.
    fn fewest(
        &self,
        job: &Job<'_>,
        control: &Control,
        verdict: &mut StrategyVerdict,
    ) -> Result<Option<u32>, Halt> {
        if !self.is_coverable() {
            return Ok(None);
        }
        let apart = apart(job.problem);
        let most = if self.free {
            Some(self.small_cover(job).to_vec())
        } else {
            self.decide((self.allowed.len(), u64::MAX), false, job, control, verdict)?
        };
        let Some(cover) = most else { return Ok(None) };
        let mut size = cover.len() as u32;
        verdict.better(cover, job, control);
        if self.free {
            if let Some(better) = self.smaller_cover(job, control)? {
                size = better.len() as u32;
                verdict.better(better, job, control);
            }
            while size > apart {
                let Some(better) = self.decide((size - 1, u64::MAX), false, job, control, verdict)? else {
                    break;
                };
                size = better.len() as u32;
                verdict.better(better, job, control);
            }
            return Ok(Some(size));
        }
        for less in apart..size {
            if let Some(cover) = self.decide((less, u64::MAX), false, job, control, verdict)? {
                verdict.better(cover, job, control);
                return Ok(Some(less));
            }
        }
        Ok(Some(size))
    }

    /// Finds a cover by exactly this number of choices, or by at most that number, that costs at most this budget.
    fn decide(
        &self,
        limit: (u32, u64),
        exactly: bool,
        job: &Job<'_>,
        control: &Control,
        verdict: &mut StrategyVerdict,
    ) -> Result<Option<Vec<ChoiceId>>, Halt> {
        let task = CoverGoal { exactly, motions: job.problem.group.get(1..).unwrap_or_default() };
        let mut monitor = Monitor::new(job.problem, job.query, control, None);
        let cut = Cut::new(self, task, vec![starts::whole(self, limit)], 0, &mut monitor);
        let (cutting, finished) = monitor.finish();
        verdict.tally.nodes += cutting.nodes;
        finished?;
        let cut = cut?;
        let mut witness = Collect::default();
        let ((tally, ended), _) = first(&cut, 0..cut.cubes(), 1, job, control, &mut witness);
        verdict.tally.nodes += tally.nodes;
        match ended {
            Ok(()) | Err(Halt::Enough) => Ok(witness.solutions.pop()),
            Err(halt) => Err(halt),
        }
    }
}
