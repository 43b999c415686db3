//! Symmetry breaking for queries about an optimum. It keeps the solutions that are not lexicographically
//! greater than any of their images; the least solution of every orbit is one of them (Crawford, Ginsberg, Luks & Roy, KR
//! 1996). All its clauses depend on one literal, which a search assumes while it looks for an optimum and drops to list
//! solutions. It is never used for counts.

use super::cnf::Cnf;
use super::take_clauses::TakeClauses;
use crate::problem::{Permutation, Problem};
use rustsat::types::Lit;

/// Maximum number of permutations used; any subset is sound.
const MOST_PERMUTATIONS: usize = 96;
/// Maximum number of places compared; any prefix is sound.
const MOST_PLACES: usize = 160;

/// Adds clauses that keep only lexicographically least solutions (as far as they are compared) if the returned literal is
/// true. Returns `None` if the problem has no symmetry.
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

/// Encodes `switch ⇒ x ≤ x∘p` lexicographically. `equal` is true as long as all places so far agree.
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
