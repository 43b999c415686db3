//! Conditions along a ray as chains: "the next cell is occupied by an attacker, or it is empty and the ray goes on to one". A
//! sum over the cells of a ray, each with the condition that all before it are empty, becomes one variable, and the rays
//! of all cells of a line share it. Engines that decide cells in order then have one open fact for each line instead of one for
//! each pair of cells.
//!
//! Of a ray to later cells, nothing is known when a cell is decided, and often nothing matters: no rule asks whether an empty cell
//! is attacked. Its variable then says "someone asks, and the ray goes on to an attacker". Someone asks if the cell before does, or
//! if someone asked there and that cell is empty.

mod rays;
#[cfg(test)]
mod tests;

use super::terms::LinearForm;
use super::{ChoiceId, Definition, Linear, Lit, Objective, Problem, ProblemParts};
use rays::{Conjunction, Ray, Rays, any};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Largest size of the graph of exclusions, which is built.
const MOST_EXCLUSIONS: usize = 4_000_000;

impl Problem {
    /// Returns the problem in which conditions along a ray are chains, with the same choices, solutions and values, computed at the
    /// first call; `None` if that would not reduce the number of definitions, or for problems with graphs.
    pub fn chained(&self) -> Option<&Self> {
        self.derived.chained.get_or_init(|| chained(self).map(Arc::new)).as_deref()
    }
}

fn chained(problem: &Problem) -> Option<Problem> {
    let is_plain = problem.graphs.is_empty() && problem.routes.is_empty();
    if problem.definitions.is_empty() || !is_plain || problem.exclusion_bound() > MOST_EXCLUSIONS {
        return None;
    }
    let rays = Rays::of(problem).filter(|rays| !rays.all.is_empty())?;
    let (reached, asked) = (vec![None; rays.all.len()], vec![None; rays.all.len()]);
    let (images, definitions, numbers) = (FxHashMap::default(), Vec::new(), FxHashMap::default());
    let mut chaining = Chaining { problem, rays, reached, asked, images, definitions, numbers };
    let mut parts = problem.clone().into_parts();
    chaining.rewrite(&mut parts)?;
    parts.definitions = chaining.definitions;
    (parts.definitions.len() < problem.definitions.len()).then(|| Problem::new(parts))
}

/// A problem whose definitions are written anew, each when it is needed. Methods return `None` if a number is too large.
struct Chaining<'a> {
    problem: &'a Problem,
    rays: Rays<'a>,
    /// By ray, as far as they are defined: the literal that says that it holds, if someone asks; and the one that says that
    /// someone does.
    reached: Vec<Option<Lit>>,
    asked: Vec<Option<Lit>>,
    /// Literals of the new definitions for the defined variables.
    images: FxHashMap<Lit, Lit>,
    definitions: Vec<Definition>,
    /// Literals of the new definitions.
    numbers: FxHashMap<Definition, Lit>,
}

impl Chaining<'_> {
    fn rewrite(&mut self, parts: &mut ProblemParts) -> Option<()> {
        for (lits, _) in &mut parts.clauses {
            *lits = self.any(lits)?;
        }
        for Linear { terms, lo, hi, guard, .. } in &mut parts.linears {
            let (own, constant) = self.sum(terms)?;
            let less =
                |bound: i64, open: i64| if bound == open { Some(open) } else { bound.checked_sub(constant) };
            (*terms, *lo, *hi) = (own, less(*lo, i64::MIN)?, less(*hi, i64::MAX)?);
            if let Some(guard) = guard {
                *guard = self.image(*guard)?;
            }
        }
        for Objective { terms, constant, .. } in parts.objectives.iter_mut().chain(&mut parts.by) {
            let (own, more) = self.sum(terms)?;
            (*terms, *constant) = (own, constant.checked_add(more)?);
        }
        let edges = parts.matchings.iter_mut().flat_map(|m| &mut m.edges);
        for lit in edges.filter_map(|edge| edge.2.as_mut()) {
            *lit = self.image(*lit)?;
        }
        Some(())
    }

    /// The literal for an original one.
    fn image(&mut self, lit: Lit) -> Option<Lit> {
        let Some(number) = lit.var().index().checked_sub(self.problem.choices.len()) else {
            return Some(lit);
        };
        let positive = Lit::positive(lit.var());
        let image = match self.images.get(&positive) {
            Some(&image) => image,
            None => {
                let definition = self.definition(number)?;
                let image = self.define(definition);
                *self.images.entry(positive).or_insert(image)
            }
        };
        Some(if lit.is_positive() { image } else { !image })
    }

    /// The new form of an original definition.
    fn definition(&mut self, number: usize) -> Option<Definition> {
        let problem = self.problem;
        Some(match &problem.definitions[number] {
            Definition::All(lits) => {
                let images = lits.iter().map(|&l| self.image(l));
                Definition::All(images.collect::<Option<_>>()?)
            }
            Definition::Any(lits) => Definition::Any(self.any(lits)?.into()),
            Definition::AtLeast(terms, bound) => {
                let (terms, constant) = self.sum(terms)?;
                Definition::AtLeast(terms, bound.checked_sub(constant)?)
            }
            Definition::Linked { .. } => return None,
        })
    }

    fn define(&mut self, mut definition: Definition) -> Lit {
        if let Definition::All(lits) | Definition::Any(lits) = &mut definition {
            lits.sort_unstable();
        }
        let (choices, definitions) = (self.problem.choices.len(), &mut self.definitions);
        *self.numbers.entry(definition).or_insert_with_key(|definition| {
            definitions.push(definition.clone());
            ChoiceId((choices + definitions.len() - 1) as u32).lit()
        })
    }

    /// The literals of a disjunction.
    fn any(&mut self, lits: &[Lit]) -> Option<Vec<Lit>> {
        let mut images: Vec<Lit> = self.terms(&any(lits))?.into_iter().map(|term| term.1).collect();
        images.sort_unstable();
        images.dedup();
        Some(images)
    }

    /// The terms of a sum, and a constant.
    fn sum(&mut self, terms: &[(i64, Lit)]) -> Option<(Vec<(i64, Lit)>, i64)> {
        let mut form = LinearForm::default();
        self.terms(terms)?.into_iter().for_each(|(weight, lit)| form.add(weight, Ok(lit)));
        Some(form.terms())
    }

    fn terms(&mut self, terms: &[(i64, Lit)]) -> Option<Vec<(i64, Lit)>> {
        let split = self.rays.split(terms)?;
        let mut images = Vec::with_capacity(split.rays.len() + split.kept.len());
        for (weight, ray) in split.rays {
            images.push((weight, self.reached(ray)));
        }
        for i in split.kept {
            images.push((terms[i].0, self.image(terms[i].1)?));
        }
        Some(images)
    }

    /// The literal that says that someone asks for a ray, and that it holds.
    fn reached(&mut self, number: usize) -> Lit {
        if let Some(known) = self.reached[number] {
            return known;
        }
        let asked = self.asked(number);
        let Ray { any, others, rest } = self.rays.all[number].clone();
        let rest = rest.map(|rest| self.reached(rest));
        let reached = match (asked, rest, &any[..]) {
            (None, None, [choice]) => choice.lit(),
            (Some(asked), None, [choice]) => self.all([asked, choice.lit()]),
            (None, rest, _) if others.is_empty() => {
                let lits = any.iter().map(|c| c.lit()).chain(rest);
                self.define(Definition::Any(lits.collect()))
            }
            _ => self.define(weighted(asked, &any, &others, rest)),
        };
        *self.reached[number].insert(reached)
    }

    /// The literal that says that someone asks for a ray; `None` if someone always may.
    fn asked(&mut self, number: usize) -> Option<Lit> {
        let askers = self.rays.askers[number].clone();
        if askers.always || self.asked[number].is_some() {
            return self.asked[number];
        }
        let mut some: Vec<Lit> = Vec::new();
        for guard in &askers.if_any {
            let lits = guard.placed.iter().map(|c| c.lit()).chain(guard.none.iter().map(|c| !c.lit()));
            some.push(self.all(lits));
        }
        for &before in &askers.before {
            let Ray { any, others, .. } = self.rays.all[before].clone();
            let is_implied = |guard: &Conjunction| {
                guard.placed.is_empty() && guard.none.iter().all(|c| any.contains(c) || others.contains(c))
            };
            if askers.if_any.iter().any(is_implied) {
                continue;
            }
            let mut lits: Vec<Lit> = self.asked(before).into_iter().collect();
            let occupied = any.iter().chain(&others).map(|c| c.lit());
            lits.extend(occupied.filter(|l| !some.contains(l)).map(|l| !l));
            some.push(self.all(lits));
        }
        some.sort_unstable();
        some.dedup();
        let asked = if let [lit] = some[..] { lit } else { self.define(Definition::Any(some.into())) };
        self.asked[number] = Some(asked);
        self.asked[number]
    }

    /// The literal of a conjunction.
    fn all(&mut self, lits: impl IntoIterator<Item = Lit>) -> Lit {
        let lits: Vec<Lit> = lits.into_iter().collect();
        if let [lit] = lits[..] { lit } else { self.define(Definition::All(lits.into())) }
    }
}

/// Someone asks, and one of `any` is placed, or none of `others` and the rest holds.
fn weighted(asked: Option<Lit>, any: &[ChoiceId], others: &[ChoiceId], rest: Option<Lit>) -> Definition {
    let all = others.len() as i64 + 1;
    let mut form = LinearForm::default();
    any.iter().for_each(|c| form.add(all, Ok(c.lit())));
    others.iter().for_each(|c| form.add(1, Ok(!c.lit())));
    rest.into_iter().for_each(|rest| form.add(1, Ok(rest)));
    // More than all the others together, since at most one of `any` is placed.
    let most = 2 * all;
    asked.into_iter().for_each(|asked| form.add(most + 1, Ok(asked)));
    let bound = all + if asked.is_some() { most + 1 } else { 0 };
    let (terms, constant) = form.terms();
    Definition::AtLeast(terms, bound - constant)
}
