//! Check that the cubes of a file are a partition of a search, and that its solutions lie in their cubes.
//!
//! An engine's own parts depend on the job alone, and on the incumbent: the engine divides the search again, into the same
//! parts. Cubes of the problem result from repeated cutting, and the place of a cut depends on the problem alone. So the check
//! repeats the cutting from the whole down to the listed cubes: each must occur exactly once, and none may be left over.

use super::cutting::pieces;
use super::header::{Header, Numbering, is_solution};
use super::ledger::Ledger;
use super::ledger_error::LedgerError;
use super::numbered::{folds, parts_of};
use crate::engine::{Control, Job};
use crate::plan::plan;
use crate::problem::{ChoiceId, Cube, Problem};
use std::collections::HashSet;
use std::path::Path;

/// Refuses a ledger, read from `path`, whose cubes are not a partition of `job`, or whose solutions are not in their cubes.
pub(super) fn check(ledger: &Ledger, path: &Path, job: &Job<'_>) -> Result<(), LedgerError> {
    let header = ledger.header();
    let numbered = match &header.numbering.engine {
        Some(engine) => own_parts(header, engine, job),
        None if header.numbering != Numbering::of_problem(&header.cubes) => {
            Err("its list of cubes is not the one that was divided into shares".to_owned())
        }
        None => partition(job.problem, folds(job), &header.cubes),
    };
    numbered
        .and_then(|()| solutions(ledger, &header.cubes, job.problem))
        .map_err(|why| LedgerError::foreign(path, why))
}

/// Checks that the cubes of `header` are the parts of this engine's search.
fn own_parts(header: &Header, engine: &(String, usize), job: &Job<'_>) -> Result<(), String> {
    let single = Job { threads: 1, ..*job };
    let plan = plan(&single, Some(&engine.0), &Control::unlimited()).map_err(|e| e.to_string())?;
    let parts = parts_of(&plan, engine.clone(), header.numbering.incumbent.as_deref());
    if parts.is_some_and(|(numbering, own)| numbering == header.numbering && own.cubes == header.cubes) {
        return Ok(());
    }
    Err(format!("its cubes are not the parts of the engine `{}` in this search", engine.0))
}

/// Limit on the cubes without listed ones, which are cut further to see if nothing is left of them.
const MOST_BARE: usize = 1000;

/// Checks that `cubes` are a partition of the search by repeated cutting.
fn partition(problem: &Problem, fold: bool, cubes: &[Cube]) -> Result<(), String> {
    let mut open = vec![(Cube::whole(), (0..cubes.len()).collect::<Vec<_>>())];
    let mut bare = 0;
    while let Some((cube, mut listed)) = open.pop() {
        bare += usize::from(listed.is_empty());
        if let [only] = listed.as_slice()
            && cubes[*only] == cube
        {
            continue;
        }
        if let Some(twice) = listed.iter().find(|&&i| cubes[i] == cube) {
            return Err(format!("its cube {twice} overlaps another"));
        }
        let parts = pieces(problem, fold, &cube);
        // A cube that is cut into nothing need not be listed.
        if listed.is_empty() && (parts.is_none() || bare > MOST_BARE) {
            return Err("its cubes do not cover the whole search".to_owned());
        }
        for (piece, _) in parts.unwrap_or_default() {
            let (own, rest): (Vec<_>, Vec<_>) = listed.into_iter().partition(|&i| lies_in(&cubes[i], &piece));
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
            if !is_solution(problem, solution) {
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
            (samples::latin(4, 4), Query::Count),
            (samples::peaceful(4, 4, &samples::king()), Query::Count),
            (samples::domination(4, &samples::leaper(1, 0)), Query::All),
        ] {
            let fold = query == Query::Count;
            let job = Job { problem: &problem, query, seed: 0, threads: 1 };
            for pieces in [1, 7, 60] {
                let cubes = cut(&job, None, pieces, fold, true, f64::INFINITY).cubes;
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
