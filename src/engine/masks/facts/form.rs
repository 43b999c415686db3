//! The form of a problem whose derived facts only ever become true while pieces are placed. A *fact* holds once each of its
//! one or two sets of choices has a placed member: a cell is attacked once one of the pieces that could attack it is placed,
//! and a piece is attacked once it is placed too. "Not attacked" is one minus a fact, and "a piece that is not attacked" is
//! the difference of two, so that sums of derived facts become sums of such facts.
//!
//! A chain of cells on a ray is one fact: of the conditions "the first is placed", "the second is placed and the first is not",
//! and so on, one holds if any of the cells is occupied, and never more than one.

use crate::problem::{Definition, Lit, Objective, Problem};
use rustc_hash::FxHashMap;

/// Largest number of facts.
pub(super) const MOST_FACTS: usize = 1024;
/// Largest number of sums for each choice.
const MOST_SUMS: usize = 2;
/// Literals examined at most, since facts may be shared by many others.
const MOST_STEPS: usize = 1_000_000;

/// A fact: of each set, ascending, at least one choice is placed.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Fact {
    pub(super) any: Vec<u32>,
    /// The second set, if there is one.
    pub(super) with: Option<Vec<u32>>,
}

/// `lo` to `hi` of the choices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Quota {
    pub(super) choices: Vec<u32>,
    pub(super) lo: i64,
    pub(super) hi: i64,
}

/// A sum of weighted facts within bounds, if the fact `guard` has the value beside it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FactSum {
    pub(super) terms: Vec<(i64, u32)>,
    pub(super) lo: i64,
    pub(super) hi: i64,
    pub(super) guard: Option<(u32, bool)>,
}

/// Constraints of a problem over facts, without the pairs of choices that exclude each other.
#[derive(Debug, Default)]
pub(super) struct FactForm {
    pub(super) facts: Vec<Fact>,
    pub(super) quotas: Vec<Quota>,
    pub(super) sums: Vec<FactSum>,
    /// Sums to optimize, without their constants, and whether more is better.
    pub(super) objectives: Vec<(Vec<(i64, u32)>, bool)>,
}

impl FactForm {
    /// Returns the form of a problem, whose weights must not be too large; `None` if it has another.
    pub(super) fn of(problem: &Problem) -> Option<Self> {
        let is_plain =
            problem.matchings.is_empty() && problem.connectivities.is_empty() && problem.routes.is_empty();
        let mut by = problem.by.iter().flat_map(|by| &by.terms);
        if !is_plain || by.any(|term| problem.choice_of(term.1.var()).is_none()) {
            return None;
        }
        let (form, numbers, read) = (Self::default(), FxHashMap::default(), FxHashMap::default());
        let mut reading = Reading { problem, form, numbers, read, steps: MOST_STEPS };
        for line in problem.cliques.iter().filter(|line| line.exactly) {
            let choices = line.choices.iter().map(|c| c.0).collect();
            reading.form.quotas.push(Quota { choices, lo: 1, hi: 1 });
        }
        for (lits, _) in &problem.clauses {
            let guard = lits.iter().position(|l| !l.is_positive() && problem.choice_of(l.var()).is_some());
            let rest = lits.iter().zip(0..).filter(|l| Some(l.1) != guard);
            let terms: Vec<(i64, Lit)> = rest.map(|l| (1, *l.0)).collect();
            reading.constraint(&terms, (1, i64::MAX), guard.map(|i| !lits[i]))?;
        }
        for sum in &problem.linears {
            reading.constraint(&sum.terms, (sum.lo, sum.hi), sum.guard)?;
        }
        // Many small constraints are for searches that draw conclusions from them (attacks that a pawn may block).
        (reading.form.sums.len() <= MOST_SUMS * problem.choices.len()).then_some(())?;
        for Objective { maximize, terms, .. } in &problem.objectives {
            let (terms, _) = reading.sum(terms)?;
            reading.form.objectives.push((terms, *maximize));
        }
        Some(reading.form)
    }
}

/// Condition that each of some sets of choices has a placed member, and another set has none.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct Condition {
    /// Sets, each ascending.
    any: Vec<Vec<u32>>,
    /// Ascending.
    none: Vec<u32>,
}

/// Meaning of a literal: a condition and true, or false if it says that the condition does not hold.
type Said = (Condition, bool);

/// Reading of a problem. The methods return `None` where a literal does not fit the form.
struct Reading<'a> {
    problem: &'a Problem,
    form: FactForm,
    /// Numbers of the facts.
    numbers: FxHashMap<Fact, u32>,
    /// Meanings of the literals read so far.
    read: FxHashMap<Lit, Said>,
    steps: usize,
}

impl Reading<'_> {
    /// Adds the constraint that a sum of literals is within bounds if `guard` holds.
    fn constraint(&mut self, terms: &[(i64, Lit)], (lo, hi): (i64, i64), guard: Option<Lit>) -> Option<()> {
        let choice = |&(w, l): &(i64, Lit)| {
            self.problem.choice_of(l.var()).filter(|_| w == 1 && l.is_positive()).map(|c| c.0)
        };
        if let (None, Some(choices)) = (guard, terms.iter().map(choice).collect()) {
            self.form.quotas.push(Quota { choices, lo, hi });
            return Some(());
        }
        let guard = match guard.map(|g| self.single(g)) {
            None => None,
            Some(Some(Ok(fact))) => Some(fact),
            Some(Some(Err(false))) => return Some(()),
            Some(Some(Err(true))) => None,
            Some(None) => return None,
        };
        let (terms, constant) = self.sum(terms)?;
        (self.form.facts.len() <= MOST_FACTS).then_some(())?;
        let less = |bound: i64| {
            if [i64::MIN, i64::MAX].contains(&bound) { bound } else { bound.saturating_sub(constant) }
        };
        self.form.sums.push(FactSum { terms, lo: less(lo), hi: less(hi), guard });
        Some(())
    }

    /// The fact whose value is that of `lit`, or the opposite; or the constant value.
    fn single(&mut self, lit: Lit) -> Option<Result<(u32, bool), bool>> {
        let (condition, holds) = self.says(lit)?;
        match (&condition.any[..], &condition.none[..]) {
            ([], []) => Some(Err(holds)),
            ([], none) => Some(Ok((self.fact(none, None), !holds))),
            ([any, with @ ..], []) if with.len() < 2 => {
                Some(Ok((self.fact(any, with.first().map(Vec::as_slice)), holds)))
            }
            _ => None,
        }
    }

    /// The sum of literals as one of facts, by fact, and a constant.
    fn sum(&mut self, terms: &[(i64, Lit)]) -> Option<(Vec<(i64, u32)>, i64)> {
        let mut constant = 0;
        let mut conditions: Vec<(i64, Condition)> = Vec::new();
        for &(weight, lit) in terms {
            let (condition, holds) = self.says(lit)?;
            self.steps = self.steps.checked_sub(1 + condition.none.len())?;
            constant += if holds { 0 } else { weight };
            conditions.push((if holds { weight } else { -weight }, condition));
        }
        let mut weights: FxHashMap<u32, i64> = FxHashMap::default();
        for (weight, Condition { any, none }) in chained(conditions) {
            let first = match &any[..] {
                [] => {
                    constant += weight;
                    None
                }
                [any] => Some(self.fact(any, None)),
                [any, with] if none.is_empty() => Some(self.fact(any, Some(with))),
                _ => return None,
            };
            let exception = match (&any[..], &none[..]) {
                (_, []) => None,
                ([], none) => Some(self.fact(none, None)),
                ([any, ..], none) => Some(self.fact(any, Some(none))),
            };
            first.into_iter().for_each(|fact| *weights.entry(fact).or_default() += weight);
            exception.into_iter().for_each(|fact| *weights.entry(fact).or_default() -= weight);
        }
        let mut terms: Vec<(i64, u32)> = weights.into_iter().map(|(fact, weight)| (weight, fact)).collect();
        terms.retain(|term| term.0 != 0);
        terms.sort_unstable_by_key(|term| term.1);
        Some((terms, constant))
    }

    /// The number of a fact.
    fn fact(&mut self, any: &[u32], with: Option<&[u32]>) -> u32 {
        let (first, second) = match with {
            Some(with) if with < any => (with, Some(any)),
            _ => (any, with),
        };
        let facts = &mut self.form.facts;
        let fact = Fact { any: first.to_vec(), with: second.map(<[u32]>::to_vec) };
        *self.numbers.entry(fact).or_insert_with_key(|fact| {
            facts.push(fact.clone());
            facts.len() as u32 - 1
        })
    }

    /// Returns the meaning of `lit`.
    fn says(&mut self, lit: Lit) -> Option<Said> {
        let positive = Lit::positive(lit.var());
        if !self.read.contains_key(&positive) {
            let said = self.read(positive)?;
            self.read.insert(positive, said);
        }
        let (condition, holds) = self.read[&positive].clone();
        Some((condition, holds == lit.is_positive()))
    }

    fn read(&mut self, lit: Lit) -> Option<Said> {
        self.steps = self.steps.checked_sub(1)?;
        let Some(number) = lit.var().index().checked_sub(self.problem.choices.len()) else {
            return Some((Condition { any: vec![vec![lit.var().0]], none: Vec::new() }, true));
        };
        match &self.problem.definitions[number] {
            Definition::All(lits) => self.all(lits.iter().copied()),
            Definition::Any(lits) => self.all(lits.iter().map(|&l| !l)).map(|said| (said.0, !said.1)),
            Definition::AtLeast(terms, bound) => {
                let lits = || terms.iter().map(|term| term.1);
                match (terms.iter().all(|term| term.0 == 1), *bound) {
                    (true, 1) => self.all(lits().map(|l| !l)).map(|said| (said.0, !said.1)),
                    (true, bound) if bound == terms.len() as i64 => self.all(lits()),
                    _ => None,
                }
            }
            Definition::Linked { .. } => None,
        }
    }

    /// Returns the meaning of a conjunction.
    fn all(&mut self, lits: impl Iterator<Item = Lit>) -> Option<Said> {
        let mut all = Condition::default();
        for lit in lits {
            let (condition, holds) = self.says(lit)?;
            self.steps = self.steps.checked_sub(1 + condition.none.len())?;
            match (holds, &condition.any[..], &condition.none[..]) {
                (true, ..) => {
                    all.any.extend(condition.any);
                    all.none.extend(condition.none);
                }
                (false, [any], []) => all.none.extend(any),
                (false, [], none) => all.any.push(none.to_vec()),
                _ => return None,
            }
        }
        Some(self.simplified(all))
    }

    /// Returns the condition in its simplest form. One that never holds is the opposite of one that always does.
    fn simplified(&self, Condition { mut any, mut none }: Condition) -> Said {
        let exclusions = self.problem.exclusions();
        none.sort_unstable();
        none.dedup();
        let single = |set: &Vec<u32>| if let [c] = set[..] { Some(c) } else { None };
        let placed: Vec<u32> = any.iter().filter_map(single).collect();
        let is_excluded = |c: u32| placed.iter().any(|&p| p != c && exclusions.exclude(p, c));
        for set in &mut any {
            set.retain(|&c| none.binary_search(&c).is_err() && !is_excluded(c));
        }
        none.retain(|&c| !is_excluded(c));
        any.sort_by_key(Vec::len);
        if any.first().is_some_and(Vec::is_empty) {
            return (Condition::default(), false);
        }
        let mut least: Vec<Vec<u32>> = Vec::new();
        for set in any {
            if !least.iter().any(|l| l.iter().all(|c| set.contains(c))) {
                least.push(set);
            }
        }
        least.sort_unstable();
        (Condition { any: least, none }, true)
    }
}

/// The conditions with each chain as one.
fn chained(conditions: Vec<(i64, Condition)>) -> Vec<(i64, Condition)> {
    // By weight, anchor, and what must not be placed: the condition's index and what is placed beside the anchor.
    type Key<'a> = (i64, &'a [u32], &'a [u32]);
    let mut links: FxHashMap<Key<'_>, Vec<(usize, &[u32])>> = FxHashMap::default();
    for (i, (weight, condition)) in conditions.iter().enumerate().filter(|(_, c)| !c.1.none.is_empty()) {
        let none = &condition.none[..];
        match &condition.any[..] {
            [any] => links.entry((*weight, &[], none)).or_default().push((i, any)),
            [any, with] => {
                links.entry((*weight, any, none)).or_default().push((i, with));
                links.entry((*weight, with, none)).or_default().push((i, any));
            }
            _ => {}
        }
    }
    let mut used = vec![false; conditions.len()];
    let mut chains = Vec::new();
    for (i, (weight, condition)) in conditions.iter().enumerate().filter(|(_, c)| c.1.none.is_empty()) {
        let anchors: &[(&[u32], &[u32])] = match &condition.any[..] {
            [any] => &[(&[], any)],
            [any, with] => &[(any, with), (with, any)],
            _ => continue,
        };
        let follow = |&(anchor, start): &(&[u32], &[u32]), used: &[bool]| {
            let (mut chain, mut members) = (start.to_vec(), vec![i]);
            while let Some([(next, more)]) = links.get(&(*weight, anchor, &chain[..])).map(Vec::as_slice) {
                if used[*next] || members.contains(next) {
                    break;
                }
                members.push(*next);
                chain.extend_from_slice(more);
                chain.sort_unstable();
                chain.dedup();
            }
            (chain, members, anchor.to_vec())
        };
        let longest = anchors.iter().map(|anchor| follow(anchor, &used)).max_by_key(|chain| chain.1.len());
        let Some((chain, members, anchor)) = longest.filter(|chain| chain.1.len() > 1) else { continue };
        members.iter().for_each(|&m| used[m] = true);
        let mut any = vec![chain];
        any.extend(Some(anchor).filter(|anchor| !anchor.is_empty()));
        chains.push((*weight, Condition { any, none: Vec::new() }));
    }
    let rest = conditions.into_iter().zip(used).filter(|(_, used)| !used).map(|(condition, _)| condition);
    chains.into_iter().chain(rest.collect::<Vec<_>>()).collect()
}
