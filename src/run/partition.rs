//! Check that the cubes of a file are a partition of a search, and that its solutions lie in their cubes.
//!
//! Cubes result from repeated cutting, and the place of a cut depends on the problem alone. So the check repeats the
//! cutting from the whole down to the listed cubes: each must occur exactly once, and none may be left over.

use super::cutting::pieces;
use super::ledger::{Ledger, LedgerError};
use crate::engine::Job;
use crate::problem::{ChoiceId, Cube, Problem};
use std::collections::HashSet;
use std::path::Path;

/// Refuses a ledger, read from `path`, whose cubes are not a partition of `job`, or whose solutions are not in their cubes.
pub(super) fn check(ledger: &Ledger, path: &Path, job: &Job<'_>, fold: bool) -> Result<(), LedgerError> {
    let cubes = &ledger.header().cubes;
    partition(job.problem, fold, cubes)
        .and_then(|()| solutions(ledger, cubes, job.problem))
        .map_err(|why| LedgerError::Foreign { path: path.to_owned(), why })
}

/// Checks that `cubes` are a partition of the search by repeated cutting.
fn partition(problem: &Problem, fold: bool, cubes: &[Cube]) -> Result<(), String> {
    let mut open = vec![(Cube::whole(), (0..cubes.len()).collect::<Vec<_>>())];
    while let Some((cube, mut listed)) = open.pop() {
        if let [only] = listed.as_slice()
            && cubes[*only] == cube
        {
            continue;
        }
        if let Some(twice) = listed.iter().find(|&&i| cubes[i] == cube) {
            return Err(format!("its cube {twice} overlaps another"));
        }
        let parts = pieces(problem, fold, &cube);
        for (piece, _) in parts.unwrap_or_default() {
            let (own, rest): (Vec<_>, Vec<_>) = listed.into_iter().partition(|&i| lies_in(&cubes[i], &piece));
            if own.is_empty() {
                return Err("its cubes do not cover the whole search".to_owned());
            }
            open.push((piece, own));
            listed = rest;
        }
        if let Some(other) = listed.first() {
            return Err(format!("its cube {other} is not part of this search"));
        }
    }
    Ok(())
}

/// Returns true if `cube` has every decision of `whole`.
fn lies_in(cube: &Cube, whole: &Cube) -> bool {
    let has = |own: &[ChoiceId], all: &[ChoiceId]| all.iter().all(|c| own.contains(c));
    has(&cube.placed, &whole.placed) && has(&cube.dropped, &whole.dropped)
}

/// Checks that the solutions are distinct solutions of their cubes. Those of different cubes then differ.
fn solutions(ledger: &Ledger, cubes: &[Cube], problem: &Problem) -> Result<(), String> {
    for (i, cube) in cubes.iter().enumerate() {
        let Some(record) = ledger.done(i) else { continue };
        let mut seen = HashSet::new();
        for solution in &record.solutions {
            let inside = cube.placed.iter().all(|c| solution.contains(c));
            if !inside || cube.dropped.iter().any(|c| solution.contains(c)) {
                return Err(format!("a solution of its cube {i} lies outside that cube"));
            }
            if !solution.is_sorted_by(|a, b| a < b) || !problem.holds(solution) {
                return Err(format!("a solution of its cube {i} is invalid"));
            }
            if !seen.insert(solution) {
                return Err(format!("a solution of its cube {i} is a duplicate"));
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Query;
    use crate::problem::samples;
    use crate::run::cutting::cut;

    #[test]
    fn the_cubes_of_a_cutting_and_no_others_are_a_partition() {
        for (problem, query) in [
            (samples::queens(6), Query::All),
            (samples::queens(6), Query::Count),
            (samples::peaceful(4, 4, &samples::king()), Query::Count),
            (samples::domination(4, &samples::leaper(1, 0)), Query::All),
        ] {
            let fold = query == Query::Count;
            let job = Job { problem: &problem, query, seed: 0, threads: 1 };
            for pieces in [1, 7, 60] {
                let cubes = cut(&job, None, pieces, fold, true).cubes;
                assert_eq!(partition(&problem, fold, &cubes), Ok(()), "{pieces}");
                assert_eq!(partition(&problem, fold, &[Cube::whole()]), Ok(()));
                for i in (0..cubes.len()).filter(|_| cubes.len() > 1) {
                    let mut fewer = cubes.clone();
                    fewer.remove(i);
                    assert!(partition(&problem, fold, &fewer).is_err(), "without {i}");
                    let mut twice = cubes.clone();
                    twice[i] = cubes[(i + 1) % cubes.len()].clone();
                    assert!(partition(&problem, fold, &twice).is_err(), "another for {i}");
                    let mut heavier = cubes.clone();
                    heavier[i].weight += 1;
                    assert!(partition(&problem, fold, &heavier).is_err(), "another weight for {i}");
                    let mut wider = cubes.clone();
                    let is_wider = wider[i].placed.pop().is_some();
                    assert!(!is_wider || partition(&problem, fold, &wider).is_err(), "less for {i}");
                    let mut more = cubes.clone();
                    more.push(cubes[i].clone());
                    assert!(partition(&problem, fold, &more).is_err(), "{i} twice");
                }
            }
        }
    }
}
