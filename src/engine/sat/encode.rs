//! A problem in clauses. Variables keep their numbers: choices, then definitions, then auxiliary variables. Definitions are
//! encoded in both directions, so they never multiply models. Edges of matchings are free within a solution, which is why
//! enumeration blocks choices only.

use super::cnf::{Bit, Cnf};
use super::counter::Counter;
use super::linear::{NormalForm, lit};
use super::lines::LineLiterals;
use super::take_clauses::TakeClauses;
use crate::problem::{ChoiceId, Definition, Linear, Matching, Problem};
use rustc_hash::{FxHashMap, FxHashSet};
use rustsat::types::Lit;

/// The clauses of a problem, and its counters for bounds added later.
pub(super) struct Encoding<S> {
    pub(super) cnf: Cnf<S>,
    lines: LineLiterals,
    counters: Vec<Counter>,
    /// By terms of a sum: its counter, and the constant to add to the count.
    by_terms: FxHashMap<Vec<(u64, Lit)>, (usize, u64)>,
}

fn choice(c: ChoiceId) -> Lit {
    lit(c.lit())
}

impl<S: TakeClauses> Encoding<S> {
    /// Encodes `problem`, which has no graphs and routes, without its objectives. Stops early if the solver is stopped.
    pub(super) fn new(problem: &Problem, solver: S) -> Self {
        assert!(
            problem.graphs.is_empty() && problem.routes.is_empty(),
            "graphs and routes are lowered first"
        );
        Self::without_graphs(problem, solver)
    }

    /// Encodes everything except for graphs and routes.
    pub(super) fn without_graphs(problem: &Problem, solver: S) -> Self {
        let cnf = Cnf::new(solver, problem.var_count() as u32);
        let lines = LineLiterals::new(problem);
        let mut this = Self { cnf, lines, counters: Vec::new(), by_terms: FxHashMap::default() };
        for (i, definition) in problem.definitions.iter().enumerate() {
            if this.cnf.is_over() {
                return this;
            }
            this.define(Lit::positive(problem.defined(i).0), definition);
        }
        for line in &problem.cliques {
            if this.cnf.is_over() {
                return this;
            }
            let lits: Vec<Lit> = line.choices.iter().map(|&c| choice(c)).collect();
            this.cnf.at_most_one(&lits);
            if line.exactly {
                this.cnf.add(&lits);
            }
        }
        this.conflicts(problem);
        for (clause, _) in &problem.clauses {
            let lits: Vec<Lit> = clause.iter().map(|&l| lit(l)).collect();
            this.cnf.add(&lits);
        }
        // A counter takes time and memory before its first clause.
        for sum in &problem.linears {
            if this.cnf.is_over() {
                return this;
            }
            this.sum(sum);
        }
        problem.matchings.iter().for_each(|m| this.matching(m));
        this
    }

    /// Returns a bit equivalent to "the form is at least `bound`". Counters are shared between equal sets of terms.
    pub(super) fn at_least(&mut self, form: &NormalForm, bound: i128) -> Bit {
        let Self { cnf, lines, counters, by_terms } = self;
        if let Some(bit) = form.known(form.reduced(bound)) {
            return bit;
        }
        let (at, fixed) = *by_terms.entry(form.terms.clone()).or_insert_with(|| {
            let plain = || (NormalForm { offset: 0, divisor: 1, ..form.clone() }, 0);
            let (form, fixed) = lines.apart(form, cnf).unwrap_or_else(plain);
            counters.push(Counter::new(form, lines, cnf));
            (counters.len() - 1, fixed)
        });
        counters[at].at_least(form.reduced(bound) - i128::from(fixed), cnf)
    }

    fn define(&mut self, gate: Lit, definition: &Definition) {
        match definition {
            Definition::All(lits) => {
                let lits: Vec<Lit> = lits.iter().map(|&l| lit(l)).collect();
                self.cnf.define_and(gate, &lits);
            }
            Definition::Any(lits) => {
                let negated: Vec<Lit> = lits.iter().map(|&l| lit(!l)).collect();
                self.cnf.define_and(!gate, &negated);
            }
            // The solver watches it.
            Definition::Linked { .. } => {}
            Definition::AtLeast(terms, bound) => {
                let bit = self.at_least(&NormalForm::new(terms), i128::from(*bound));
                self.cnf.define_equal(gate, bit);
            }
        }
    }

    /// Encodes conflicts. Each known biclique (complete bipartite part) uses one new variable, an excluded line uses the
    /// literal of the line, and the remaining pairs are clauses.
    fn conflicts(&mut self, problem: &Problem) {
        let mut done: FxHashSet<(ChoiceId, ChoiceId)> = FxHashSet::default();
        let ordered = |a: ChoiceId, b: ChoiceId| (a.min(b), a.max(b));
        for (left, right) in
            problem.bicliques.iter().filter(|b| b.0.len() * b.1.len() > b.0.len() + b.1.len())
        {
            let side = self.cnf.fresh();
            left.iter().for_each(|&a| self.cnf.add(&[!choice(a), side]));
            right.iter().for_each(|&b| self.cnf.add(&[!choice(b), !side]));
            done.extend(left.iter().flat_map(|&a| right.iter().map(move |&b| ordered(a, b))));
        }
        let by_lines = self.lines.exclude(problem, &mut self.cnf);
        let has = |a: ChoiceId, b: ChoiceId| by_lines[a.index()].binary_search(&b).is_ok();
        for a in problem.choice_ids() {
            for &b in problem.conflicts[a.index()].iter().filter(|&&b| a <= b && !done.contains(&(a, b))) {
                if !has(a, b) && !has(b, a) {
                    self.cnf.add(&[!choice(a), !choice(b)]);
                }
            }
        }
    }

    fn sum(&mut self, sum: &Linear) {
        let guard: Vec<Lit> = sum.guard.iter().map(|&g| lit(g)).collect();
        if self.balance(sum, &guard) {
            return;
        }
        let form = NormalForm::new(&sum.terms);
        let low = self.at_least(&form, i128::from(sum.lo));
        self.cnf.imply(&guard, &[low]);
        let high = self.at_least(&form, i128::from(sum.hi) + 1);
        self.cnf.imply(&guard, &[!high]);
    }

    /// Encodes a balance of two counts (`lo ≤ a - b ≤ hi`, unit weights) by relating the outputs of two counters of half the
    /// length. Returns true if `sum` is one and has been encoded.
    fn balance(&mut self, sum: &Linear, guard: &[Lit]) -> bool {
        let signs = |w| sum.terms.iter().filter(|t| t.0 == w).count();
        if signs(1) + signs(-1) != sum.terms.len() || signs(1).min(signs(-1)) < 2 || sum.terms.len() > 1000 {
            return false;
        }
        let side = |w: i64| -> Vec<_> { sum.terms.iter().filter(|t| t.0 == w).map(|t| (1, t.1)).collect() };
        let (a, b) = (NormalForm::new(&side(1)), NormalForm::new(&side(-1)));
        if a.terms.len() + b.terms.len() != sum.terms.len() {
            return false;
        }
        let (lo, hi) = (i128::from(sum.lo), i128::from(sum.hi));
        for (more, less, gap) in [(&a, &b, lo), (&b, &a, -hi)] {
            // less ≥ j requires more ≥ j + gap.
            for j in less.range().0..=less.range().1 {
                let (cause, effect) = (self.at_least(less, j), self.at_least(more, j + gap));
                self.cnf.imply(guard, &[!cause, effect]);
                if effect == Bit::Known(false) {
                    break;
                }
            }
        }
        true
    }

    /// Encodes a matching with a variable per edge: an edge in use is open and has both ends chosen, and every chosen end is
    /// on exactly one edge in use.
    fn matching(&mut self, matching: &Matching) {
        let mut at: [FxHashMap<ChoiceId, Vec<Lit>>; 2] = Default::default();
        for &(l, r, open) in &matching.edges {
            if matching.left.binary_search(&l).is_err() || matching.right.binary_search(&r).is_err() {
                continue;
            }
            let edge = self.cnf.fresh();
            let needs = [Some(choice(l)), Some(choice(r)), open.map(lit)];
            needs.into_iter().flatten().for_each(|need| self.cnf.add(&[!edge, need]));
            at[0].entry(l).or_default().push(edge);
            at[1].entry(r).or_default().push(edge);
        }
        for (side, at) in [(&matching.left, &at[0]), (&matching.right, &at[1])] {
            for &end in side {
                let mut edges = at.get(&end).cloned().unwrap_or_default();
                self.cnf.at_most_one(&edges);
                edges.push(!choice(end));
                self.cnf.add(&edges);
            }
        }
    }
}
