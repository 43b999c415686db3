//! The constraints that are not about graphs, as guarded sums, and their automata.
//!
//! A clique bounds the number of its choices, a clause that of its true literals. A conflict bounds the number of earlier
//! choices that exclude a choice, if that choice is placed; choices of one site that the same earlier ones exclude share it.

use super::layered::{LayeredAutomaton, LayeredBuilder};
use super::sites::{Filling, Home, Sites};
use crate::problem::{ChoiceId, Lit, Problem};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// Constraint: if a guard is true, or there is none, then the sum is between the bounds.
#[derive(Clone, Debug)]
pub(super) struct GuardedSum {
    pub terms: Vec<(i64, Lit)>,
    /// Bounds, with room for any sum.
    pub bounds: (i128, i128),
    pub guards: Vec<Lit>,
}

/// Amount that a filling adds to a sum, and the guard's value if it is decided there.
type Letter = (i128, Option<bool>);

/// Things that a sum reads at a site: its letters, and that of each filling.
#[derive(Clone, Debug)]
pub(super) struct SumPart {
    /// Time of the site.
    pub time: u32,
    letters: Vec<Letter>,
    /// By filling: number of its letter.
    pub letter_of: Vec<u16>,
}

/// State of a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum SumState {
    /// It is satisfied.
    Free,
    /// The value so far, and true if the bounds are known to apply.
    Open(i128, bool),
}

/// A sum with its automaton.
#[derive(Debug)]
pub(super) struct SumAutomaton {
    pub parts: Vec<SumPart>,
    pub automaton: LayeredAutomaton<SumState, ()>,
}

/// Returns the constraints that are not about graphs. `time` is that of each site.
pub(super) fn sums(problem: &Problem, sites: &Sites, time: &[u32]) -> Vec<GuardedSum> {
    let ones = |choices: &[ChoiceId]| choices.iter().map(|c| (1, c.lit())).collect();
    let cliques = problem.cliques.iter().map(|q| GuardedSum {
        terms: ones(&q.choices),
        bounds: (q.exactly.into(), 1),
        guards: Vec::new(),
    });
    let clauses = problem.clauses.iter().map(|(lits, _)| GuardedSum {
        terms: lits.iter().map(|&l| (1, l)).collect(),
        bounds: (1, i128::MAX),
        guards: Vec::new(),
    });
    let linears = problem.linears.iter().map(|l| GuardedSum {
        terms: l.terms.clone(),
        bounds: (
            if l.lo == i64::MIN { i128::MIN } else { l.lo.into() },
            if l.hi == i64::MAX { i128::MAX } else { l.hi.into() },
        ),
        guards: l.guard.into_iter().collect(),
    });
    let mut all: Vec<GuardedSum> = cliques.chain(clauses).chain(linears).collect();
    let mut excluded: BTreeMap<(u32, Vec<ChoiceId>), Vec<Lit>> = BTreeMap::new();
    for c in problem.choice_ids() {
        let Some(own) = sites.site(c.lit()) else { continue };
        let earlier =
            |d: &&ChoiceId| sites.site(d.lit()).is_some_and(|site| time[site as usize] < time[own as usize]);
        let earlier: Vec<ChoiceId> = problem.conflicts[c.index()].iter().filter(earlier).copied().collect();
        if !earlier.is_empty() {
            excluded.entry((time[own as usize], earlier)).or_default().push(c.lit());
        }
    }
    let conflicts = excluded.into_iter().map(|((_, earlier), guards)| GuardedSum {
        terms: ones(&earlier),
        bounds: (0, 0),
        guards,
    });
    all.extend(conflicts);
    all
}

impl GuardedSum {
    /// Returns the sites that it reads, in no order.
    pub fn sites(&self, sites: &Sites) -> Vec<u32> {
        let lits = self.terms.iter().map(|t| t.1).chain(self.guards.iter().copied());
        let mut read: Vec<u32> = lits.filter_map(|l| sites.site(l)).collect();
        read.sort_unstable();
        read.dedup();
        read
    }

    /// Returns what it reads at each site, in order of time.
    pub fn parts(&self, sites: &Sites, time: &[u32]) -> Vec<SumPart> {
        let mut terms: BTreeMap<u32, (u32, Vec<(i64, Lit)>)> = BTreeMap::new();
        let guard = self.guards.iter().find_map(|&g| sites.site(g));
        for site in self.sites(sites) {
            terms.insert(time[site as usize], (site, Vec::new()));
        }
        for &(weight, lit) in &self.terms {
            if let Home::Site(site, _) = sites.home(lit) {
                terms.entry(time[site as usize]).or_default().1.push((weight, lit));
            }
        }
        let part = |(time, (site, terms)): (u32, (u32, Vec<(i64, Lit)>))| {
            let guards = if guard == Some(site) { &self.guards[..] } else { &[] };
            part(sites, time, &sites.all[site as usize].fillings, (&terms, guards))
        };
        terms.into_iter().map(part).collect()
    }

    /// Returns the state before the first site.
    fn start(&self, sites: &Sites) -> SumState {
        let constant = self.terms.iter().filter(|t| sites.constant(t.1) == Some(true));
        let value = constant.map(|t| i128::from(t.0)).sum();
        let decided: Vec<Option<bool>> = self.guards.iter().map(|&g| sites.constant(g)).collect();
        if !decided.is_empty() && decided.iter().all(|g| *g == Some(false)) {
            return SumState::Free;
        }
        SumState::Open(value, decided.is_empty() || decided.contains(&Some(true)))
    }

    /// Returns true if `filling`, of the only site that it reads, satisfies the constraint.
    pub fn holds(&self, sites: &Sites, filling: &Filling) -> bool {
        let value: i128 =
            self.terms.iter().filter(|t| sites.value(t.1, filling)).map(|t| i128::from(t.0)).sum();
        let applies = self.guards.is_empty() || self.guards.iter().any(|&g| sites.value(g, filling));
        !applies || (self.bounds.0..=self.bounds.1).contains(&value)
    }

    /// Returns the automaton; `None` if nothing satisfies the constraint.
    ///
    /// # Errors
    /// The reason why it has none of a reasonable size.
    pub fn automaton(&self, sites: &Sites, parts: Vec<SumPart>) -> Result<Option<SumAutomaton>, String> {
        let mut rest = vec![(0i128, 0i128)];
        for part in parts.iter().rev() {
            let (least, most) = rest.last().copied().unwrap_or_default();
            let sums = || part.letters.iter().map(|l| l.0);
            rest.push((least + sums().min().unwrap_or(0), most + sums().max().unwrap_or(0)));
        }
        rest.reverse();
        let settled = |state: SumState, level: usize| {
            let SumState::Open(value, applies) = state else { return Some(state) };
            let ((least, most), (lo, hi)) = (rest[level], self.bounds);
            if value + least >= lo && value + most <= hi {
                return Some(SumState::Free);
            }
            if applies && (value + most < lo || value + least > hi) { None } else { Some(state) }
        };
        let next = |level: usize, &state: &SumState, letter: usize| {
            let SumState::Open(value, applies) = state else { return Some(state) };
            let (add, guard) = parts[level].letters[letter];
            if guard == Some(false) && !applies {
                return Some(SumState::Free);
            }
            settled(SumState::Open(value + add, applies || guard == Some(true)), level + 1)
        };
        let letters: Vec<usize> = parts.iter().map(|p| p.letters.len()).collect();
        let finish = |state: &SumState| (*state == SumState::Free).then_some(());
        let Some(start) = settled(self.start(sites), 0) else { return Ok(None) };
        let automaton = LayeredBuilder { letters: &letters, next: &next, finish: &finish }.build(start)?;
        Ok(automaton.map(|automaton| SumAutomaton { parts, automaton }.with_canonical_letters()))
    }
}

impl SumAutomaton {
    /// Gives one number to the letters of a site that have the same effect.
    fn with_canonical_letters(mut self) -> Self {
        for (part, rows) in self.parts.iter_mut().zip(&self.automaton.rows) {
            let first = |letter: u16| rows.iter().position(|row| *row == rows[usize::from(letter)]);
            let canonical: Vec<u16> =
                (0..rows.len() as u16).map(|l| first(l).map_or(l, |f| f as u16)).collect();
            part.letter_of.iter_mut().for_each(|l| *l = canonical[usize::from(*l)]);
        }
        self
    }

    /// Returns true if it does not restrict anything.
    pub fn is_void(&self) -> bool {
        self.automaton.states[0][0] == Some(SumState::Free)
    }
}

fn part(sites: &Sites, time: u32, fillings: &[Filling], (terms, guards): (&[(i64, Lit)], &[Lit])) -> SumPart {
    let mut known: FxHashMap<Letter, u16> = FxHashMap::default();
    let mut letters = Vec::new();
    let mut letter_of = Vec::with_capacity(fillings.len());
    for filling in fillings {
        let sum = terms.iter().filter(|t| sites.value(t.1, filling)).map(|t| i128::from(t.0)).sum();
        let guard = (!guards.is_empty()).then(|| guards.iter().any(|&g| sites.value(g, filling)));
        let fresh = letters.len() as u16;
        let letter = *known.entry((sum, guard)).or_insert(fresh);
        if letter == fresh {
            letters.push((sum, guard));
        }
        letter_of.push(letter);
    }
    SumPart { time, letters, letter_of }
}
