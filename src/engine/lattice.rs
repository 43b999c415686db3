//! Engine `lattice`: coloring arguments. It proves that exact sums contradict each other in whole numbers, and decides nothing
//! else.
//!
//! Write the exact sums as Ax = b, with a column for each choice. If the numbers y of some coloring of the sums make yA
//! whole but not yb, there is no solution: on a chessboard without two opposite corners, dominoes cover as many white cells
//! as black ones; on a torus with an even side n, the row and column numbers of n queens add up to a multiple of n, but the
//! numbers of their diagonals, each of which is the sum of a row and a column, do not. There is such a coloring if and
//! only if no x in whole numbers, negative ones included, satisfies Ax = b: if b is outside the lattice that the columns
//! span. (J. Conway and J. Lagarias, Journal of Combinatorial Theory A 53, 1990, call such x signed tilings.)
//!
//! Method: the columns are added one by one to a basis in echelon form, whose leading entries are reduced by Euclid's
//! algorithm. The basis starts with the multiples of a [`MODULUS`] with many divisors, so numbers stay small: if b is not
//! even in this larger lattice, it is not in the smaller one. For tiles, each of which meets a few neighboring sums, the
//! vectors stay short.

use super::unsolvable::Unsolvable;
use super::{Bid, Decline, Engine, Evidence, Family, Job, Prepared};
use crate::problem::{ConstraintKind, Lit, Problem};

/// See the [module](self).
pub struct Lattice;

/// Limit on the entries that are read in each millisecond that asking may take.
const READ: f64 = 2e6;

/// The work is at least about this many times the entries of the columns, from the first to the last that is not 0.
const GROWTH: usize = 8;

/// Contradictions are found modulo its divisors. Its square fits an `i64`.
const MODULUS: i64 = (1 << 8) * 3_i64.pow(5) * 5_i64.pow(2) * 7 * 11 * 13;

impl Engine for Lattice {
    fn name(&self) -> &'static str {
        "lattice"
    }

    fn family(&self) -> Family {
        Family::Congruences
    }

    fn asking(&self) -> f64 {
        5.0
    }

    /// A contradiction stays one whatever else the problem says.
    fn takes(&self, _kind: ConstraintKind) -> bool {
        true
    }

    fn prepare<'a>(&self, job: &Job<'a>) -> Result<Prepared<'a>, Decline> {
        let (choices, work) = (job.problem.choices.len(), (READ * self.asking_about(job)) as usize);
        match exact_sums(job.problem, work).and_then(|sums| have_common_solution(choices, &sums, work)) {
            None => Err(Decline::new("the exact sums are too many")),
            Some(true) => Err(Decline::new("no coloring argument excludes solutions")),
            Some(false) => {
                let bid = Bid { cost: 1.0, pace: 1, evidence: Evidence::Exhaustive };
                Ok(Prepared::new(bid, Unsolvable { job: *job }))
            }
        }
    }
}

/// A sum of weighted literals of choices, and the only value that it may have.
struct ExactSum {
    terms: Vec<(i64, Lit)>,
    value: i64,
}

/// Returns the exact sums of a problem: its exactly-one lines, unguarded sums and clauses of one literal. `None` if they have
/// too many terms for that much work.
fn exact_sums(problem: &Problem, work: usize) -> Option<Vec<ExactSum>> {
    let one =
        |lits: &mut dyn Iterator<Item = Lit>| ExactSum { terms: lits.map(|l| (1, l)).collect(), value: 1 };
    let units = problem.clauses.iter().filter(|c| c.0.len() == 1).map(|c| one(&mut c.0.iter().copied()));
    let lines = problem.cliques.iter().filter(|c| c.exactly);
    let lines = lines.map(|c| one(&mut c.choices.iter().map(|c| c.lit())));
    let linears = problem.linears.iter().filter(|l| l.guard.is_none() && l.lo == l.hi);
    let linears = linears.map(|l| ExactSum { terms: l.terms.clone(), value: l.lo });
    let is_choice = |t: &(i64, Lit)| t.1.var().index() < problem.choices.len();
    let all = units.chain(lines).chain(linears).filter(|sum| sum.terms.iter().all(is_choice));
    let mut left = work / GROWTH;
    let counted = |sum: ExactSum| {
        left = left.checked_sub(sum.terms.len())?;
        Some(sum)
    };
    all.map(counted).collect()
}

/// Returns true if whole numbers for the choices, perhaps negative ones, give each sum its value modulo [`MODULUS`]; `None` if
/// that takes more than `work` entries.
fn have_common_solution(choices: usize, sums: &[ExactSum], work: usize) -> Option<bool> {
    let mut columns = vec![Vec::new(); choices];
    let mut values = Vec::with_capacity(sums.len());
    for (at, sum) in sums.iter().enumerate() {
        let mut value = sum.value % MODULUS;
        for &(weight, lit) in &sum.terms {
            let weight = weight % MODULUS;
            columns[lit.var().index()].push((at, if lit.is_positive() { weight } else { -weight }));
            value -= if lit.is_positive() { 0 } else { weight };
        }
        values.push((at, value % MODULUS));
    }
    let span = |column: &Vec<(usize, i64)>| column.last().map_or(0, |last| last.0 - column[0].0 + 1);
    if columns.iter().map(span).sum::<usize>() > work / GROWTH {
        return None;
    }
    let mut basis = Basis::new(sums.len(), work);
    columns.iter().try_for_each(|column| basis.insert(IntegerVector::new(column)))?;
    basis.spans(IntegerVector::new(&values))
}

/// A vector of whole numbers: its entries from the first to the last that is not 0.
#[derive(Clone, Debug)]
struct IntegerVector {
    start: usize,
    entries: Vec<i64>,
}

impl IntegerVector {
    /// Creates the vector with these entries, ascending; those at the same place are added.
    fn new(sparse: &[(usize, i64)]) -> Self {
        let start = sparse.first().map_or(0, |first| first.0);
        let mut entries = vec![0; sparse.last().map_or(0, |last| last.0 + 1 - start)];
        sparse.iter().for_each(|&(at, value)| entries[at - start] = (entries[at - start] + value) % MODULUS);
        let mut vector = Self { start, entries };
        vector.trim();
        vector
    }

    /// Subtracts `factor` times a vector that starts at the same entry.
    fn subtract(&mut self, other: &Self, factor: i64) {
        self.entries.resize(self.entries.len().max(other.entries.len()), 0);
        for (own, entry) in self.entries.iter_mut().zip(&other.entries) {
            *own = (*own - factor * entry) % MODULUS;
        }
    }

    fn trim(&mut self) {
        let kept = self.entries.iter().rposition(|e| *e != 0).map_or(0, |last| last + 1);
        self.entries.truncate(kept);
        let zeros = self.entries.iter().take_while(|e| **e == 0).count();
        self.entries.drain(..zeros);
        self.start += zeros;
    }
}

/// A basis of the lattice that some vectors and the multiples of [`MODULUS`] span.
struct Basis {
    /// By the place of the first entry, which divides the modulus.
    vectors: Vec<IntegerVector>,
    /// Entries that may still be read.
    left: usize,
}

impl Basis {
    /// Creates the basis of the multiples of the modulus, for at most `work` entries.
    fn new(dimension: usize, work: usize) -> Self {
        let multiples = (0..dimension).map(|start| IntegerVector { start, entries: vec![MODULUS] });
        Self { vectors: multiples.collect(), left: work }
    }

    /// Adds a vector to those that span the lattice. Returns `None` if this takes too long.
    fn insert(&mut self, mut vector: IntegerVector) -> Option<()> {
        while !vector.entries.is_empty() {
            let other = &mut self.vectors[vector.start];
            while vector.entries[0] != 0 {
                self.left = self.left.checked_sub(other.entries.len().max(vector.entries.len()))?;
                vector.subtract(other, vector.entries[0] / other.entries[0]);
                if vector.entries[0] != 0 {
                    std::mem::swap(other, &mut vector);
                }
            }
            vector.trim();
        }
        Some(())
    }

    /// Returns true if `vector` is in the lattice; `None` if this takes too long.
    fn spans(&mut self, mut vector: IntegerVector) -> Option<bool> {
        while let Some(&first) = vector.entries.first() {
            let other = &self.vectors[vector.start];
            if first % other.entries[0] != 0 {
                return Some(false);
            }
            self.left = self.left.checked_sub(other.entries.len().max(vector.entries.len()))?;
            vector.subtract(other, first / other.entries[0]);
            vector.trim();
        }
        Some(true)
    }
}

#[cfg(test)]
mod tests {
    use super::super::conformance::{job, run, solutions};
    use super::*;
    use crate::problem::random::{Mix, problems};
    use crate::problem::{ChoiceId, Clique, Origin, samples};
    use crate::query::Query;
    use proptest::prelude::*;

    fn excludes(problem: &Problem) -> bool {
        let job = job(problem, Query::Count);
        let is_admitted = Lattice.admit(&job).is_ok();
        if is_admitted {
            let (run, found) = run(&Lattice, problem, Query::All);
            assert!(run.end.exhausted().is_some() && found.is_empty());
        }
        is_admitted
    }

    /// n rooks on a torus, none two of which share a diagonal.
    fn queens_on_a_torus(n: u32) -> Problem {
        let mut p = samples::free(n, n, 1);
        let lines: [fn(u32, u32, u32) -> u32; 4] =
            [|x, _, _| x, |_, y, _| y, |x, y, n| (x + y) % n, |x, y, n| (x + n - y) % n];
        let cell = |i: u32| (i % n, i / n);
        let line = |number: fn(u32, u32, u32) -> u32, k: u32| {
            let on = (0..n * n).filter(|&i| number(cell(i).0, cell(i).1, n) == k).map(ChoiceId);
            Clique { choices: on.collect(), exactly: true, origin: Origin(0) }
        };
        let cliques = lines.iter().flat_map(|&number| (0..n).map(move |k| (number, k)));
        p.edit(|p| p.cliques = cliques.map(|(number, k)| line(number, k)).collect());
        p
    }

    #[test]
    fn queens_on_a_torus_need_a_side_without_small_divisors() {
        for n in 4..=41 {
            assert_eq!(excludes(&queens_on_a_torus(n)), n % 2 == 0 || n % 3 == 0, "{n}");
        }
    }

    #[test]
    fn the_work_is_limited_by_what_asking_may_take() {
        let queens = queens_on_a_torus(40);
        let sums = exact_sums(&queens, usize::MAX).expect("there is no limit");
        let found = |work| have_common_solution(queens.choices.len(), &sums, work);
        let most = (READ * Lattice.asking_about(&job(&queens, Query::Count))) as usize;
        assert_eq!((found(most / 2), found(most)), (None, Some(false)));
    }

    #[test]
    fn large_boards_are_declined_at_once() {
        let declined = Lattice.admit(&job(&queens_on_a_torus(100), Query::Count)).expect_err("too large");
        assert_eq!(declined.reason, "the exact sums are too many");
    }

    #[test]
    fn weights_with_a_common_divisor() {
        let even = |total| {
            let mut p = samples::free(4, 1, 1);
            let mut sum = samples::sum(0..4, total, total);
            sum.terms.iter_mut().zip([2, 4, 6, -2]).for_each(|(t, w)| t.0 = w);
            (sum.terms[1].1, sum.terms[2].0) = (!sum.terms[1].1, -6);
            p.edit(|p| p.linears = vec![sum]);
            p
        };
        assert!(excludes(&even(3)) && !excludes(&even(4)) && !excludes(&even(-4)));
        let mut large = even(3);
        large.edit(|p| p.linears[0].terms[0].0 = i64::MIN);
        assert!(excludes(&large), "the largest numbers are even too");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(500))]

        #[test]
        fn no_solution_is_excluded(problem in problems(Mix::EVERYTHING)) {
            prop_assert!(!excludes(&problem) || solutions(&problem).is_empty());
        }
    }
}
