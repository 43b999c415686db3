//! Rays in the sums of a problem: terms that say "this choice is placed and those are not", where the next term says the same of a
//! choice behind the first. At most one of them holds.

use crate::geometry::CellId;
use crate::problem::{ChoiceId, Definition, Lit, Problem};
use rustc_hash::FxHashMap;

/// Literals examined at most.
const MOST_STEPS: usize = 1_000_000;

/// Condition that some choices are placed and others are not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Conjunction {
    pub(super) placed: Vec<ChoiceId>,
    /// Ascending once the condition is complete.
    pub(super) none: Vec<ChoiceId>,
}

/// A ray from some cell on: one of `any` is placed, or neither one of them nor of `others`, and the rest of the ray holds.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Ray {
    /// Ascending.
    pub(super) any: Vec<ChoiceId>,
    pub(super) others: Vec<ChoiceId>,
    /// Number of the ray from the next cell on; less than that of this one.
    pub(super) rest: Option<usize>,
}

/// Cells that ask whether a ray holds.
#[derive(Clone, Debug, Default)]
pub(super) struct Askers {
    /// True if the answer matters always, or may.
    pub(super) always: bool,
    /// Conditions under which it matters.
    pub(super) if_any: Vec<Conjunction>,
    /// Rays of which this one is the rest.
    pub(super) before: Vec<usize>,
}

/// Terms of a sum, those of each ray as one.
#[derive(Debug, Default)]
pub(super) struct SplitSum {
    /// Weights and numbers of the rays.
    pub(super) rays: Vec<(i64, usize)>,
    /// Indices of the other terms.
    pub(super) kept: Vec<usize>,
}

/// Term of a sum: one of `any`, which exclude each other, is placed and none of `none`.
#[derive(Debug)]
struct Link {
    weight: i64,
    any: Vec<ChoiceId>,
    none: Vec<ChoiceId>,
    /// Indices of the original terms.
    terms: Vec<usize>,
}

/// Terms of a sum, and a condition under which it matters unless that depends on its other terms.
type AskedSum = (Vec<(i64, Lit)>, Option<Conjunction>);

/// The rays of a problem. Methods return `None` if there is too much to examine.
#[derive(Debug)]
pub(super) struct Rays<'a> {
    problem: &'a Problem,
    pub(super) all: Vec<Ray>,
    /// By number of the ray.
    pub(super) askers: Vec<Askers>,
    numbers: FxHashMap<Ray, usize>,
    steps: usize,
}

impl<'a> Rays<'a> {
    pub(super) fn of(problem: &'a Problem) -> Option<Self> {
        let (all, askers, numbers) = (Vec::new(), Vec::new(), FxHashMap::default());
        let mut rays = Self { problem, all, askers, numbers, steps: MOST_STEPS };
        let sums = rays.sums();
        // A single choice is a ray if another ends with it, so all must be known first.
        for (terms, _) in &sums {
            rays.split(terms)?;
        }
        for (terms, guard) in &sums {
            let split = rays.split(terms)?;
            let guard = guard.clone().unwrap_or_else(|| rays.none_of(terms, &split.kept));
            rays.ask(&split, &guard);
        }
        for i in (0..rays.all.len()).rev() {
            if let (true, Some(rest)) = (rays.askers[i].always, rays.all[i].rest) {
                rays.askers[rest].always = true;
            }
        }
        Some(rays)
    }

    /// The sums that may have rays, those of clauses without a condition.
    fn sums(&mut self) -> Vec<AskedSum> {
        let (problem, always) = (self.problem, || Some(Conjunction::default()));
        let mut sums: Vec<AskedSum> = Vec::new();
        for linear in &problem.linears {
            let guard = linear.guard.and_then(|guard| self.conjunction(guard));
            sums.push((linear.terms.clone(), Some(guard.unwrap_or_default())));
        }
        sums.extend(problem.clauses.iter().map(|(lits, _)| (any(lits), None)));
        sums.extend(problem.definitions.iter().filter_map(|definition| match definition {
            Definition::Any(lits) => Some((any(lits), always())),
            Definition::AtLeast(terms, _) => Some((terms.clone(), always())),
            Definition::All(_) | Definition::Linked { .. } => None,
        }));
        let functions = problem.objectives.iter().chain(&problem.by);
        sums.extend(functions.map(|function| (function.terms.clone(), always())));
        sums
    }

    /// The condition that none of some terms is true, as far as it is known to be a conjunction.
    fn none_of(&mut self, terms: &[(i64, Lit)], of: &[usize]) -> Conjunction {
        let mut all = Conjunction::default();
        for &i in of {
            let more = self.conjunction(!terms[i].1).unwrap_or_default();
            all.placed.extend(more.placed);
            all.none.extend(more.none);
        }
        all.none.sort_unstable();
        all
    }

    /// Notes that a sum asks for its rays under a condition. To know who asks is of use only where the ray leads to later cells.
    fn ask(&mut self, split: &SplitSum, guard: &Conjunction) {
        let last = guard.placed.iter().chain(&guard.none).max();
        for &(_, ray) in &split.rays {
            let askers = &mut self.askers[ray];
            if last.is_none_or(|last| self.all[ray].any[0] < *last) {
                askers.always = true;
            } else if !askers.if_any.contains(guard) {
                askers.if_any.push(guard.clone());
            }
        }
    }

    /// Finds the rays in a sum.
    pub(super) fn split(&mut self, terms: &[(i64, Lit)]) -> Option<SplitSum> {
        let links = self.links(terms)?;
        let mut is_kept = vec![true; terms.len()];
        let mut split = SplitSum::default();
        for chain in chains(&links) {
            chain.iter().flat_map(|&i| &links[i].terms).for_each(|&term| is_kept[term] = false);
            let mut rest = None;
            let mut behind: &[ChoiceId] = &[];
            for &i in chain.iter().rev() {
                let Link { any, none, .. } = &links[i];
                let is_new = |c: &&ChoiceId| none.binary_search(c).is_err() && !any.contains(c);
                let others = behind.iter().filter(is_new).copied().collect();
                rest = Some(self.number(Ray { any: any.clone(), others, rest }));
                behind = none;
            }
            split.rays.extend(rest.map(|ray| (links[chain[0]].weight, ray)));
        }
        if !split.rays.is_empty() {
            for link in links.iter().filter(|link| link.none.is_empty()) {
                let last = Ray { any: link.any.clone(), others: Vec::new(), rest: None };
                let ray = self.numbers.get(&last).filter(|_| is_kept[link.terms[0]]);
                split.rays.extend(ray.map(|&ray| (link.weight, ray)));
                link.terms.iter().for_each(|&term| is_kept[term] &= ray.is_none());
            }
        }
        split.kept = (0..terms.len()).filter(|&i| is_kept[i]).collect();
        Some(split)
    }

    fn number(&mut self, ray: Ray) -> usize {
        if let Some(&number) = self.numbers.get(&ray) {
            return number;
        }
        let number = self.all.len();
        if let Some(rest) = ray.rest {
            self.askers[rest].before.push(number);
        }
        self.all.push(ray.clone());
        self.askers.push(Askers::default());
        self.numbers.insert(ray, number);
        number
    }

    /// The terms that say that a choice is placed and others are not; those of one cell with the same others together.
    fn links(&mut self, terms: &[(i64, Lit)]) -> Option<Vec<Link>> {
        let problem = self.problem;
        let mut links: Vec<Link> = Vec::new();
        let mut same: FxHashMap<(i64, &[CellId], Vec<ChoiceId>), usize> = FxHashMap::default();
        for (i, &(weight, lit)) in terms.iter().enumerate() {
            let conjunction = self.conjunction(lit);
            (self.steps > 0).then_some(())?;
            let Some(Conjunction { placed, none }) = conjunction else { continue };
            let [choice] = placed[..] else { continue };
            if none.binary_search(&choice).is_ok() {
                continue;
            }
            let key = (weight, problem.choices.cells(choice), none);
            let excludes = |c: &ChoiceId| problem.exclusions().exclude(c.0, choice.0);
            match same.get(&key) {
                Some(&at) if links[at].any.iter().all(excludes) => {
                    links[at].any.push(choice);
                    links[at].terms.push(i);
                }
                Some(_) => {}
                None => {
                    links.push(Link { weight, any: vec![choice], none: key.2.clone(), terms: vec![i] });
                    same.insert(key, links.len() - 1);
                }
            }
        }
        links.iter_mut().for_each(|link| link.any.sort_unstable());
        Some(links)
    }

    /// The conjunction that a literal stands for, if it is one.
    fn conjunction(&mut self, lit: Lit) -> Option<Conjunction> {
        let mut all = Conjunction::default();
        self.read(lit, &mut all)?;
        all.none.sort_unstable();
        all.none.dedup();
        Some(all)
    }

    fn read(&mut self, lit: Lit, all: &mut Conjunction) -> Option<()> {
        self.steps = self.steps.checked_sub(1)?;
        let problem = self.problem;
        let Some(number) = lit.var().index().checked_sub(problem.choices.len()) else {
            let side = if lit.is_positive() { &mut all.placed } else { &mut all.none };
            side.push(ChoiceId(lit.var().0));
            return Some(());
        };
        let lits = match (&problem.definitions[number], lit.is_positive()) {
            (Definition::All(lits), true) | (Definition::Any(lits), false) => lits,
            _ => return None,
        };
        lits.iter().try_for_each(|&l| self.read(if lit.is_positive() { l } else { !l }, all))
    }
}

/// A disjunction as a sum.
pub(super) fn any(lits: &[Lit]) -> Vec<(i64, Lit)> {
    lits.iter().map(|&l| (1, l)).collect()
}

/// Chains of at least two links, of which the first has no condition on others and each further one holds only if those before it do
/// not. Each is the list of its links.
fn chains(links: &[Link]) -> Vec<Vec<usize>> {
    let mut order: Vec<usize> = (0..links.len()).collect();
    order.sort_by_key(|&i| links[i].none.len());
    let mut by_choice: FxHashMap<(i64, ChoiceId), Vec<usize>> = FxHashMap::default();
    let mut follower = vec![None; links.len()];
    for &i in &order {
        let Link { weight, any, none, .. } = &links[i];
        let within = |c: &ChoiceId| none.binary_search(c).is_ok();
        let before = none.iter().filter_map(|c| by_choice.get(&(*weight, *c))).flatten();
        let can_follow = |&&j: &&usize| {
            follower[j].is_none() && links[j].any.iter().all(within) && links[j].none.iter().all(within)
        };
        if let Some(&last) = before.filter(can_follow).max_by_key(|&&j| links[j].none.len()) {
            follower[last] = Some(i);
        } else if !none.is_empty() {
            continue;
        }
        any.iter().for_each(|&c| by_choice.entry((*weight, c)).or_default().push(i));
    }
    let starts = order.into_iter().filter(|&i| links[i].none.is_empty() && follower[i].is_some());
    starts.map(|start| std::iter::successors(Some(start), |&i| follower[i]).collect()).collect()
}
