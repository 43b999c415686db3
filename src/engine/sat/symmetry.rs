//! Breaking symmetry where only existence or an optimum is asked: of every orbit of solutions the least vector is
//! one that is not above any of its images (Crawford, Ginsberg, Luks & Roy, KR 1996). All clauses hang on one literal, so a search assumes it while it looks for an
//! optimum and lets go of it to list solutions. Never used for counts.

use super::cnf::Cnf;
use super::solver::TakeClauses;
use crate::problem::{Permutation, Problem};
use rustsat::types::Lit;

/// Beyond so many permutations only the first are used: any subset is sound.
const MOST_PERMUTATIONS: usize = 96;
/// Only the first so many places are compared: any prefix is sound.
const MOST_PLACES: usize = 160;

/// Clauses that leave only lexicographically least solutions (as far as they are compared) where the literal
/// given back is true; `None` where the problem has no symmetry.
pub(super) fn lex_leader<S: TakeClauses>(problem: &Problem, cnf: &mut Cnf<S>) -> Option<Lit> {
    let moves = |p: &&Permutation| p.iter().enumerate().any(|(i, c)| i != c.index());
    let group: Vec<&Permutation> = problem.group.iter().filter(moves).take(MOST_PERMUTATIONS).collect();
    if group.is_empty() {
        return None;
    }
    let switch = cnf.fresh();
    group.into_iter().for_each(|p| leader(p, switch, cnf));
    Some(switch)
}

/// `switch ⇒ x ≤ x∘p` lexicographically. `equal` runs along: true where all places so far agree.
fn leader<S: TakeClauses>(permutation: &Permutation, switch: Lit, cnf: &mut Cnf<S>) {
    let mut equal = switch;
    let moved = permutation.iter().enumerate().filter(|(i, c)| *i != c.index()).take(MOST_PLACES);
    for (i, image) in moved {
        let (x, y) = (Lit::positive(i as u32), Lit::positive(image.0));
        cnf.add(&[!equal, !x, y]);
        let next = cnf.fresh();
        cnf.add(&[!equal, !x, next]);
        cnf.add(&[!equal, y, next]);
        equal = next;
    }
}
