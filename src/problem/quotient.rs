//! The problem of the solutions that are their own images under some symmetries: each orbit of choices becomes one
//! choice. It has about the square root of the whole's solutions for a symmetry of order two, which is what makes counting
//! up to symmetry cheap (Burnside's lemma; F. J. MacWilliams and N. J. A. Sloane do the same for codes).

use super::{ChoiceId, Choices, Conflicts, Definition, Line, Lit, Objective, Permutation, Problem, Sum, Var};
use crate::geometry::CellId;
use std::collections::BTreeSet;

impl Problem {
    /// The problem whose solutions are, one for one, the solutions of `self` that every one of `symmetries` maps to
    /// themselves. Its group is the identity alone. `None` where there are matchings, which do not pass to orbits.
    pub fn fixed_by(&self, symmetries: &[&Permutation]) -> Option<Self> {
        if !self.matchings.is_empty() {
            return None;
        }
        Some(Quotient::new(self, symmetries).build())
    }
}

struct Quotient<'a> {
    whole: &'a Problem,
    /// By choice of the whole: its orbit.
    orbit: Vec<usize>,
    /// By orbit: its choice in the quotient, unless two of its members exclude each other.
    choice: Vec<Option<ChoiceId>>,
    /// The quotient's choices.
    choices: Choices,
}

impl<'a> Quotient<'a> {
    fn new(whole: &'a Problem, symmetries: &[&Permutation]) -> Self {
        let orbit = orbits(whole.choices.len(), symmetries);
        let count = orbit.iter().max().map_or(0, |m| m + 1);
        let mut possible = vec![true; count];
        for line in &whole.lines {
            let mut seen = BTreeSet::new();
            for c in &line.choices {
                if !seen.insert(orbit[c.index()]) {
                    possible[orbit[c.index()]] = false;
                }
            }
        }
        for (c, others) in whole.conflicts.iter().enumerate() {
            if others.iter().any(|d| orbit[d.index()] == orbit[c]) {
                possible[orbit[c]] = false;
            }
        }
        let mut choice = vec![None; count];
        let mut merged: Vec<(u16, Vec<CellId>)> = Vec::new();
        for (c, original) in whole.choices.iter().enumerate() {
            let o = orbit[c];
            match choice[o] {
                _ if !possible[o] => {}
                None => {
                    choice[o] = Some(ChoiceId(merged.len() as u32));
                    merged.push((original.kind, original.cells.to_vec()));
                }
                Some(ChoiceId(q)) => merged[q as usize].1.extend(original.cells),
            }
        }
        let mut choices = Choices::with_capacity(merged.len());
        for (kind, mut cells) in merged {
            cells.sort_unstable();
            cells.dedup();
            choices.push(kind, &cells);
        }
        Self { whole, orbit, choice, choices }
    }

    fn of(&self, c: ChoiceId) -> Option<ChoiceId> {
        self.choice[self.orbit[c.index()]]
    }

    /// The literal in the quotient; `Err(value)` where it is constant.
    fn lit(&self, lit: Lit) -> Result<Lit, bool> {
        let var = lit.var().index();
        let positive = if var < self.whole.choices.len() {
            self.of(ChoiceId(var as u32)).map(ChoiceId::lit).ok_or(!lit.is_positive())?
        } else {
            Lit::positive(Var((self.choices.len() + var - self.whole.choices.len()) as u32))
        };
        Ok(if lit.is_positive() { positive } else { !positive })
    }

    /// Weights merged by variable, and what the constant literals and merged negations add up to.
    fn terms(&self, terms: &[(i64, Lit)]) -> (Vec<(i64, Lit)>, i64) {
        let mut constant = 0;
        let mut by_var = std::collections::BTreeMap::<Var, i64>::new();
        for &(weight, lit) in terms {
            match self.lit(lit) {
                Err(value) => constant += if value { weight } else { 0 },
                Ok(l) if l.is_positive() => *by_var.entry(l.var()).or_default() += weight,
                Ok(l) => {
                    constant += weight;
                    *by_var.entry(l.var()).or_default() -= weight;
                }
            }
        }
        let merged = by_var.into_iter().filter(|(_, w)| *w != 0).map(|(v, w)| (w, Lit::positive(v)));
        (merged.collect(), constant)
    }

    fn definition(&self, definition: &Definition) -> Definition {
        let constant = |value: bool| if value { Definition::All(vec![]) } else { Definition::Any(vec![]) };
        let images = |lits: &[Lit], neutral: bool| -> Result<Vec<Lit>, bool> {
            let mut kept = BTreeSet::new();
            for &l in lits {
                match self.lit(l) {
                    Ok(l) => drop(kept.insert(l)),
                    Err(value) if value == neutral => {}
                    Err(value) => return Err(value),
                }
            }
            Ok(kept.into_iter().collect())
        };
        match definition {
            Definition::All(lits) => images(lits, true).map_or_else(constant, Definition::All),
            Definition::Any(lits) => images(lits, false).map_or_else(constant, Definition::Any),
            Definition::AtLeast(terms, bound) => {
                let (terms, constant) = self.terms(terms);
                Definition::AtLeast(terms, bound - constant)
            }
        }
    }

    fn line(&self, line: &Line) -> Line {
        let mut choices: Vec<ChoiceId> = line.choices.iter().filter_map(|&c| self.of(c)).collect();
        choices.sort_unstable();
        choices.dedup();
        Line { choices, exactly: line.exactly, origin: line.origin }
    }

    fn clause(&self, lits: &[Lit]) -> Option<Vec<Lit>> {
        let mut kept = BTreeSet::new();
        for &l in lits {
            match self.lit(l) {
                Ok(l) if kept.contains(&!l) => return None,
                Ok(l) => drop(kept.insert(l)),
                Err(true) => return None,
                Err(false) => {}
            }
        }
        Some(kept.into_iter().collect())
    }

    fn sum(&self, sum: &Sum) -> Option<Sum> {
        let guard = match sum.guard.map(|g| self.lit(g)) {
            Some(Err(false)) => return None,
            Some(Ok(g)) => Some(g),
            None | Some(Err(true)) => None,
        };
        let (terms, constant) = self.terms(&sum.terms);
        let shifted = |bound: i64, open: i64| if bound == open { open } else { bound - constant };
        Some(Sum {
            terms,
            lo: shifted(sum.lo, i64::MIN),
            hi: shifted(sum.hi, i64::MAX),
            guard,
            origin: sum.origin,
        })
    }

    fn objective(&self, objective: &Objective) -> Objective {
        let (terms, constant) = self.terms(&objective.terms);
        Objective { maximize: objective.maximize, terms, constant: objective.constant + constant }
    }

    fn conflicts(&self) -> Conflicts {
        let mut pairs = Vec::new();
        for (c, others) in self.whole.conflicts.iter().enumerate() {
            let Some(a) = self.of(ChoiceId(c as u32)) else { continue };
            pairs.extend(others.iter().filter_map(|&d| Some((a, self.of(d)?))));
        }
        Conflicts::of_pairs(self.choices.len(), &pairs)
    }

    fn build(self) -> Problem {
        let whole = self.whole;
        let mut lines: Vec<Line> = whole.lines.iter().map(|l| self.line(l)).collect();
        lines.retain(|l| l.exactly || l.choices.len() > 1);
        lines.sort();
        lines.dedup_by(|a, b| a.choices == b.choices && a.exactly == b.exactly);
        let clause = |(lits, origin): &(Vec<Lit>, _)| Some((self.clause(lits)?, *origin));
        Problem {
            board: whole.board.clone(),
            kinds: whole.kinds,
            definitions: whole.definitions.iter().map(|d| self.definition(d)).collect(),
            lines,
            conflicts: self.conflicts(),
            bicliques: Vec::new(),
            clauses: whole.clauses.iter().filter_map(clause).collect(),
            sums: whole.sums.iter().filter_map(|s| self.sum(s)).collect(),
            matchings: Vec::new(),
            objectives: whole.objectives.iter().map(|o| self.objective(o)).collect(),
            by: whole.by.as_ref().map(|o| self.objective(o)),
            group: vec![(0..self.choices.len() as u32).map(ChoiceId).collect()],
            choices: self.choices,
        }
    }
}

/// By choice: the number of its orbit, orbits numbered by their least choices.
fn orbits(choices: usize, symmetries: &[&Permutation]) -> Vec<usize> {
    let mut orbit = vec![usize::MAX; choices];
    let mut count = 0;
    for start in 0..choices {
        if orbit[start] != usize::MAX {
            continue;
        }
        let mut open = vec![start];
        orbit[start] = count;
        while let Some(c) = open.pop() {
            for s in symmetries {
                let d = s[c].index();
                if orbit[d] == usize::MAX {
                    orbit[d] = count;
                    open.push(d);
                }
            }
        }
        count += 1;
    }
    orbit
}

#[cfg(test)]
mod tests {
    use super::super::samples;
    use super::*;
    use crate::problem::Problem;

    fn solutions(p: &Problem) -> Vec<Vec<ChoiceId>> {
        assert!(p.choices.len() <= 16, "small problems only");
        (0u32..1 << p.choices.len())
            .map(|set| p.choice_ids().filter(|c| set >> c.0 & 1 == 1).collect::<Vec<_>>())
            .filter(|chosen| p.holds(chosen))
            .collect()
    }

    #[test]
    fn the_quotient_counts_what_is_fixed() {
        for (p, name) in [
            (samples::queens(4), "queens"),
            (samples::peaceful(4, 4, &samples::king()), "kings"),
            (samples::domination(4, &samples::leaper(1, 0)), "domination"),
        ] {
            for symmetry in p.board.symmetries() {
                let permutation: Permutation = symmetry.cells.iter().map(|c| ChoiceId(c.0)).collect();
                let image = |s: &Vec<ChoiceId>| {
                    let mut image: Vec<ChoiceId> = s.iter().map(|c| permutation[c.index()]).collect();
                    image.sort_unstable();
                    image
                };
                let fixed = solutions(&p).iter().filter(|s| image(s) == **s).count();
                let quotient = p.fixed_by(&[&permutation]).expect("no matchings");
                assert_eq!(solutions(&quotient).len(), fixed, "{name} under {}", symmetry.kind);
            }
        }
    }
}
