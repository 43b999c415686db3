//! Packing: independent sets whose sums and objectives depend only on the number of choices of each class. A *class* is
//! the set of choices with the same weight everywhere (queens; knights). A solution's *numbers*, one per class, therefore
//! decide if it is feasible and what its value is. Takes problems of at most five classes (three for best or first
//! solutions) without clauses and conditional sums, and with a sum (as exactly-one lines are) or an objective; of one class also without.
//!
//! The numbers that the sums allow are listed. With objectives, they are tested for existence from few pieces to many,
//! unless they are worse than the incumbent. Lemma: removing pieces keeps a set independent, so numbers that are nowhere
//! smaller than impossible ones are impossible. The best numbers (all of them, without objectives) are then counted or
//! listed in turn by [`independent`](super::independent). Of one class, [`largest`] finds the best number, or one solution with
//! enough members. Of one class without objectives, all numbers are counted in one
//! search where that is estimated to be cheaper ([`single`](super::single)).

use super::choice_linear::ChoiceLinear;
use super::cubes::work;
use super::independent::{Graph, MOST_CLASSES, search, search_from};
use super::largest::{self, Largest};
use super::net::Net;
use super::sampling::{DIVE_WORK, SetEstimate};
use super::sets::{self, Sizes};
use super::single::Single;
use super::strategy::{MOST, Strategy, StrategyParts};
use super::tally::SearchTally;
use super::verdict::{StrategyResult, StrategyVerdict};
use crate::engine::{Collect, Control, Division, Halt, Job, Limits, Query, Sink, exhaust};
use crate::problem::{ChoiceId, Clique, Cube, Lit, Problem};
use std::cmp::Ordering;
use std::sync::Arc;

/// Maximum number of vectors of numbers listed.
const MOST_NUMBERS: usize = 2_000;
/// Number of these for which the steps are estimated if all are searched, and the most that are if the best are sought.
const SAMPLED: usize = 20;
const MOST_TESTS: usize = 60;
/// Nodes of a short search for the best numbers, and steps for each.
const TRIAL: u64 = 100_000;
const NODE: f64 = 2.0;
/// Estimated steps of a search over the steps that it takes, in measurements (armies, queens and knights, nightriders).
const PRUNED: f64 = 4.0;
/// Placements per millisecond: whole sets of last pieces are counted at once, each as a placement.
pub(super) const PACE: u64 = 85_000;
/// Maximum number of lines with exactly one choice, each of which is a sum as well.
const MOST_EXACT: usize = MOST_CLASSES;
/// Greatest cost at which a class too large for [`independent`](super::independent) is taken.
const MOST_SINGLE: f64 = 1e12;

/// Steps that the starts of this search may take, beyond its cost.
const STARTING: f64 = 2e5;

pub(super) struct Pack {
    pub(super) graph: Graph,
    /// Numbers that the sums allow, ordered by total.
    pub(super) numbers: Vec<Vec<u32>>,
    /// For each objective, the value of each class: larger is better.
    pub(super) worth: Vec<Vec<i64>>,
    /// Value of each class in the problem's `by`, and the constant to start from.
    by: Option<(Vec<i64>, i64)>,
    /// The search for a largest set, if that is the best.
    largest: Option<Box<dyn Largest>>,
}

/// The best numbers, and the estimated steps to find them.
struct BestNumbers {
    steps: f64,
    best: Vec<Vec<u32>>,
}

/// Prepares the job if its problem has this form.
pub(super) fn prepare<'a>(job: &Job<'a>) -> Option<Box<dyn Strategy + 'a>> {
    let problem = job.problem;
    let mut pack = Pack::new(problem)?;
    let is_best_or_first = !problem.objectives.is_empty() || matches!(job.query, Query::First(_));
    if is_best_or_first && !pack.graph.has_few_classes() {
        return None;
    }
    let sums = !problem.linears.is_empty() || problem.cliques.iter().any(|line| line.exactly);
    let asks = sums || !problem.objectives.is_empty();
    let small = asks && pack.graph.is_small(&pack.numbers);
    if small && pack.asks_for_largest(job) {
        pack.largest = largest::prepare(&pack.graph, pack.sizes(), job);
    }
    let most = || if small { pack.cost(job) + STARTING } else { MOST_SINGLE };
    match pack.single(job).filter(|single| single.cost(job) <= most()) {
        Some(single) => Some(Box::new(single)),
        None => small.then(|| Box::new(pack) as Box<dyn Strategy>),
    }
}

impl Strategy for Pack {
    fn cost(&self, job: &Job<'_>) -> f64 {
        let group = job.problem.group.len().max(1) as f64;
        let largest = self.largest.as_ref().map_or(0.0, |largest| largest.steps());
        if self.largest.is_some() && job.query == Query::First(1) {
            return largest;
        }
        if !self.worth.is_empty() {
            let BestNumbers { steps, best } = match self.largest {
                Some(_) => BestNumbers { steps: largest, ..self.tests(Vec::new(), job) },
                None => self.trial(job).unwrap_or_else(|known| {
                    let tests = self.tests(known, job);
                    BestNumbers { steps: tests.steps / PRUNED / group, ..tests }
                }),
            };
            return (steps + self.lists(&best, job)).min(MOST);
        }
        if matches!(job.query, Query::First(_)) {
            let n = job.problem.choices.len() as f64;
            let bits = n / if self.graph.most().len() == 1 { 3.7 } else { 11.0 };
            return 8.0 * bits.exp2() / group;
        }
        let counted = job.query != Query::All;
        let (searches, each) = self.estimates(job, counted);
        (each * searches.iter().map(|search| search.steps).sum::<f64>() / if counted { group } else { 1.0 })
            .min(MOST)
    }

    fn pace(&self, job: &Job<'_>) -> u64 {
        if job.query == Query::First(1) && self.largest.is_some() { largest::PACE } else { PACE }
    }

    fn is_bounded(&self) -> bool {
        self.largest.is_some()
    }

    fn run(&self, job: &Job<'_>, control: &Control, sink: &mut dyn Sink) -> StrategyResult {
        let mut verdict = StrategyVerdict::default();
        if let Some(largest) = self.largest.as_ref().filter(|_| self.worth.is_empty()) {
            return self.large_enough(&**largest, job, control, sink);
        }
        let mut best = self.numbers.clone();
        if !self.worth.is_empty() {
            let (found, ended) = exhaust(control, |control| self.best(job, control, &mut verdict));
            match ended {
                Ok(exhausted) => verdict.optimal = Some(exhausted),
                Err(halt) => return (verdict, Err(halt)),
            }
            best = found;
        }
        if verdict.is_answer(job) {
            return verdict.show_incumbent(sink);
        }
        let mut left = if let Query::First(k) = job.query { k } else { u64::MAX };
        for numbers in &best {
            if left == 0 {
                return (verdict, Err(Halt::Enough));
            }
            let query = if let Query::First(_) = job.query { Query::First(left) } else { job.query };
            let query = if query == Query::CountBy(()) { Query::Count } else { query };
            let parts = match search(&self.graph, numbers, &job.problem.group, query, control) {
                Ok(parts) => parts,
                Err(halt) => return (verdict, Err(halt)),
            };
            let (mut tally, ended) = work(&*parts, &Job { query, ..*job }, control, sink);
            let found = tally.count.total();
            left = left.saturating_sub(u64::try_from(&found).unwrap_or(u64::MAX));
            self.tabulate(numbers, job, &mut tally);
            verdict.tally.merge(&tally);
            if let Err(halt) = ended {
                return (verdict, Err(halt));
            }
        }
        (verdict, Ok(()))
    }

    fn divide(&self, job: &Job<'_>, _wanted: usize, incumbent: Option<&[ChoiceId]>) -> Option<Division> {
        self.division(job, incumbent)
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

impl Pack {
    /// Steps of [`Self::best`] and its result, if the search is short.
    ///
    /// # Errors
    /// The best numbers that were found, if it is not.
    fn trial(&self, job: &Job<'_>) -> Result<BestNumbers, Vec<Vec<u32>>> {
        let control = Control::new(Arc::default(), Limits { nodes: Some(TRIAL), ..Limits::default() });
        let mut verdict = StrategyVerdict::default();
        let (best, ended) = self.best(&Job { threads: 1, ..*job }, &control, &mut verdict);
        match ended {
            Ok(()) => Ok(BestNumbers { steps: verdict.tally.nodes as f64 * NODE, best }),
            Err(_) => Err(best),
        }
    }

    /// Estimated steps of [`Self::best`], without symmetry, if it knows that numbers exist, and its result: others are taken to exist
    /// if the dives found sets, and not to exist if they found none. Only a sample of the numbers is tested if too many are of interest.
    fn tests(&self, known: Vec<Vec<u32>>, job: &Job<'_>) -> BestNumbers {
        let each = self.numbers.len().div_ceil(MOST_TESTS).max(1);
        let sample = || self.test_each(each, known.clone(), job).expect("a sample is small");
        self.test_each(1, known.clone(), job).unwrap_or_else(sample)
    }

    /// Tests one in `each` of the numbers. Returns `None` if more than [`MOST_TESTS`] tests are necessary.
    fn test_each(&self, each: usize, known: Vec<Vec<u32>>, job: &Job<'_>) -> Option<BestNumbers> {
        let (mut steps, mut tests, mut best) = (1.0, 0, known);
        let mut impossible: Vec<&Vec<u32>> = Vec::new();
        for numbers in self.numbers.iter().step_by(each) {
            if !self.is_of_interest(numbers, best.first(), &impossible, job.query) {
                continue;
            }
            tests += 1;
            if tests > MOST_TESTS {
                return None;
            }
            let search = self.graph.estimate(numbers, false, job.seed, DIVE_WORK / SAMPLED);
            // A search ends with the first set.
            steps += each as f64 * search.steps / (1.0 + search.sets);
            if search.sets >= 1.0 {
                best.retain(|b| self.value(b) == self.value(numbers));
                best.push(numbers.clone());
            } else if search.sets == 0.0 {
                impossible.push(numbers);
            }
        }
        Some(BestNumbers { steps, best })
    }

    /// Estimated steps to list or count the sets with the best numbers, if that is asked for.
    fn lists(&self, best: &[Vec<u32>], job: &Job<'_>) -> f64 {
        let (counted, group) = match job.query {
            Query::First(_) => return 0.0,
            Query::All => (false, 1.0),
            _ => (true, job.problem.group.len().max(1) as f64),
        };
        let steps = |n: &Vec<u32>| self.graph.estimate(n, counted, job.seed, DIVE_WORK / SAMPLED).steps;
        best.iter().map(steps).sum::<f64>() / group
    }

    /// The value of sets with these numbers.
    fn value(&self, numbers: &[u32]) -> Vec<i64> {
        self.worth.iter().map(|w| dot(w, numbers)).collect()
    }

    /// Returns true if sets with these numbers may exist and would be better than the best ones known; or, if all solutions are
    /// asked for, as good.
    fn is_of_interest(
        &self,
        numbers: &[u32],
        best: Option<&Vec<u32>>,
        impossible: &[&Vec<u32>],
        query: Query,
    ) -> bool {
        let is_worse = best.is_some_and(|best| match self.value(best).cmp(&self.value(numbers)) {
            Ordering::Greater => true,
            // If one solution is asked for, others of the same value make no difference.
            Ordering::Equal => query == Query::First(1),
            Ordering::Less => false,
        });
        let over = |i: &&Vec<u32>| i.iter().zip(numbers).all(|(a, b)| a <= b);
        !is_worse && !impossible.iter().any(over)
    }

    /// Estimates for a sample of the numbers, without symmetry, and how many numbers each of them stands for.
    fn estimates(&self, job: &Job<'_>, counted: bool) -> (Vec<SetEstimate>, f64) {
        let each = self.numbers.len().div_ceil(SAMPLED).max(1);
        let work = DIVE_WORK * each / self.numbers.len().max(1);
        let sample = self.numbers.iter().step_by(each);
        (sample.map(|n| self.graph.estimate(n, counted, job.seed, work)).collect(), each as f64)
    }

    /// Enters the sets with these numbers, all of which `tally` has counted, in the table by value, if one is wanted.
    pub(super) fn tabulate(&self, numbers: &[u32], job: &Job<'_>, tally: &mut SearchTally) {
        let found = tally.count.total();
        let by = self.by.as_ref().filter(|_| job.query == Query::CountBy(()) && found != 0u32.into());
        if let Some((worth, base)) = by {
            tally.by.entry(base + dot(worth, numbers)).or_default().add_big(&found);
        }
    }

    /// Returns the form of the problem, if it has this form.
    fn new(problem: &Problem) -> Option<Self> {
        let exact = || problem.cliques.iter().filter(|l| l.exactly);
        let shaped = problem.clauses.is_empty() && exact().count() <= MOST_EXACT;
        let small = problem.choices.len() <= sets::MOST_MEMBERS;
        if !shaped || !small || problem.linears.iter().any(|s| s.guard.is_some()) {
            return None;
        }
        let net = Net::new(problem);
        let one = |line: &Clique| {
            let terms: Vec<(i64, Lit)> = line.choices.iter().map(|c| (1, c.lit())).collect();
            ChoiceLinear::new(&terms, 1, 1, None)
        };
        let sums: Vec<ChoiceLinear> = net.linears.iter().cloned().chain(exact().map(one)).collect();
        let objectives: Vec<ChoiceLinear> = problem
            .objectives
            .iter()
            .chain(&problem.by)
            .map(|o| ChoiceLinear::new(&o.terms, i64::MIN, i64::MAX, None))
            .collect();
        let forms: Vec<&ChoiceLinear> = sums.iter().chain(&objectives).collect();
        let (classes, weights) = classes(&net, &forms)?;
        let graph = Graph::new(Arc::clone(&net.exclusions), classes)?;
        let allowed =
            |n: &[u32]| sums.iter().enumerate().all(|(i, s)| (s.lo..=s.hi).contains(&value(&weights, i, n)));
        let mut most = graph.most();
        for (i, sum) in sums.iter().enumerate().filter(|(i, _)| weights.iter().all(|w| w[*i] >= 0)) {
            for (most, weight) in most.iter_mut().zip(&weights).filter(|(_, w)| w[i] > 0) {
                *most = (sum.hi.max(0) / weight[i]).min(i64::from(*most)) as u32;
            }
        }
        let mut numbers = list(&most, &|n| allowed(n) && graph.may_hold(n))?;
        numbers.sort_by_key(|n| (n.iter().sum::<u32>(), n.clone()));
        let column = |i: usize| weights.iter().map(move |w| w[i]);
        let worth = |(i, o): (usize, &crate::problem::Objective)| {
            column(sums.len() + i).map(|w| if o.maximize { w } else { -w }).collect()
        };
        let worth = problem.objectives.iter().enumerate().map(worth).collect();
        let by = problem.by.as_ref().map(|by| {
            let negated: i64 = by.terms.iter().filter(|t| !t.1.is_positive()).map(|t| t.0).sum();
            (column(forms.len() - 1).collect(), by.constant + negated)
        });
        Some(Self { graph, numbers, worth, by, largest: None })
    }

    /// The search of all numbers at once, if there is one class, and all solutions or their number are asked for.
    fn single(&self, job: &Job<'_>) -> Option<Single> {
        if matches!(job.query, Query::First(_)) || !self.worth.is_empty() {
            return None;
        }
        let valued = |n: &Vec<u32>| {
            let value = self.by.as_ref().map_or(0, |(worth, base)| base + dot(worth, n));
            (n[0] as usize, value)
        };
        let cliques = self.graph.only_class().filter(|cliques| cliques.len() <= sets::MOST_SIZE)?;
        let sizes = Sizes::new(self.numbers.iter().map(valued))?;
        Some(Single::new(Arc::clone(self.graph.exclusions()), cliques.to_vec(), sizes, job))
    }

    /// Returns true if a largest set is the best, or one solution is asked for, of which any set contains one that is large enough.
    fn asks_for_largest(&self, job: &Job<'_>) -> bool {
        let all = self.numbers.iter().zip(0..).all(|(numbers, size)| numbers[..] == [size]);
        let gains = self.worth.len() == 1 && matches!(self.worth[0][..], [worth] if worth > 0);
        let one = self.worth.is_empty() && job.query == Query::First(1);
        !self.numbers.is_empty() && ((all && gains) || one)
    }

    /// The least and the greatest size that [`Largest`] seeks.
    fn sizes(&self) -> (u32, u32) {
        let least = self.numbers.first().map_or(0, |n| n[0]);
        (least, if self.worth.is_empty() { least } else { self.numbers.last().map_or(0, |n| n[0]) })
    }

    /// Delivers one solution, without objectives.
    fn large_enough(
        &self,
        largest: &dyn Largest,
        job: &Job<'_>,
        control: &Control,
        sink: &mut dyn Sink,
    ) -> StrategyResult {
        let mut verdict = StrategyVerdict::default();
        let (_, ended) = largest.search(job, control, &mut verdict);
        if verdict.incumbent.is_none() {
            return (verdict, ended);
        }
        let (mut verdict, ended) = verdict.show_incumbent(sink);
        verdict.incumbent = None;
        (verdict, ended)
    }

    /// The best numbers. The verdict receives a solution with them.
    pub(super) fn best(
        &self,
        job: &Job<'_>,
        control: &Control,
        verdict: &mut StrategyVerdict,
    ) -> (Vec<Vec<u32>>, Result<(), Halt>) {
        if let Some(largest) = &self.largest {
            let (size, ended) = largest.search(job, control, verdict);
            return (vec![vec![size]], ended);
        }
        let mut best: Vec<Vec<u32>> = Vec::new();
        let mut impossible: Vec<&Vec<u32>> = Vec::new();
        let most = self.numbers.iter().map(|n| n[0]).max().unwrap_or(0) as usize;
        let (starts, region) = match self.graph.starts(most, &job.problem.group, Query::Count, control) {
            Ok(starts) => starts,
            Err(halt) => return (best, Err(halt)),
        };
        for numbers in &self.numbers {
            if !self.is_of_interest(numbers, best.first(), &impossible, job.query) {
                continue;
            }
            let query = Query::First(1);
            let fitting = starts.iter().filter(|s| s.0.len() <= numbers[0] as usize).cloned().collect();
            let parts = search_from(&self.graph, numbers, (fitting, region.clone()));
            let mut witness = Collect::default();
            let (tally, ended) = work(&*parts, &Job { query, ..*job }, control, &mut witness);
            verdict.tally.nodes += tally.nodes;
            if let Err(Halt::Stop(stop)) = ended {
                return (best, Err(Halt::Stop(stop)));
            }
            match witness.solutions.pop() {
                Some(solution) => {
                    if best.first().is_none_or(|b| self.value(b) < self.value(numbers)) {
                        best.clear();
                        verdict.better(solution, job, control);
                    }
                    best.push(numbers.clone());
                }
                None => impossible.push(numbers),
            }
        }
        (best, Ok(()))
    }
}

pub(super) fn dot(weights: &[i64], numbers: &[u32]) -> i64 {
    weights.iter().zip(numbers).map(|(w, &n)| w * i64::from(n)).sum()
}

fn value(weights: &[Vec<i64>], form: usize, numbers: &[u32]) -> i64 {
    weights.iter().zip(numbers).map(|(w, &n)| w[form] * i64::from(n)).sum()
}

type WeightClasses = (Vec<Vec<u32>>, Vec<Vec<i64>>);

/// The classes, those that exclude most first, and the weights of their choices by form. Choices that exclude themselves
/// are in none.
fn classes(net: &Net, forms: &[&ChoiceLinear]) -> Option<WeightClasses> {
    let mut weights = vec![vec![0i64; forms.len()]; net.exclusions.len()];
    for (i, form) in forms.iter().enumerate() {
        form.terms.iter().for_each(|&(w, c)| weights[c as usize][i] = w);
    }
    let mut classes: Vec<(Vec<i64>, Vec<u32>)> = Vec::new();
    for (c, weight) in weights.into_iter().enumerate() {
        if net.exclusions[c].contains(&(c as u32)) {
            continue;
        }
        match classes.iter().position(|(w, _)| *w == weight) {
            Some(i) => classes[i].1.push(c as u32),
            None if classes.len() < MOST_CLASSES => classes.push((weight, vec![c as u32])),
            None => return None,
        }
    }
    let strength = |members: &[u32]| {
        members.iter().map(|&c| net.exclusions[c as usize].len()).sum::<usize>() / members.len()
    };
    classes.sort_by_key(|(_, members)| std::cmp::Reverse(strength(members)));
    let (weights, classes) = classes.into_iter().unzip();
    Some((classes, weights))
}

/// All vectors of numbers up to `most` that are allowed, if there are not too many.
fn list(most: &[u32], allowed: &dyn Fn(&[u32]) -> bool) -> Option<Vec<Vec<u32>>> {
    let cells = most.iter().fold(1usize, |n, &m| n.saturating_mul(m as usize + 1));
    if cells > 100 * MOST_NUMBERS {
        return None;
    }
    let mut all: Vec<Vec<u32>> = vec![Vec::new()];
    for &m in most {
        all = all.into_iter().flat_map(|n| (0..=m).map(move |k| [&n[..], &[k]].concat())).collect();
    }
    all.retain(|n| allowed(n));
    (all.len() <= MOST_NUMBERS).then_some(all)
}
