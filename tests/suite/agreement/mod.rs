//! Tests the whole language on tiny boards: reads random specs, judges every diagram of the board by the literal rules, and
//! compares every engine that admits the job with the result, query by query.
//!
//! Specs that were once answered wrong are kept, shrunk, in `tests/regressions`. To try more cases:
//! `PROPTEST_CASES=10000 cargo test --release --test suite agreement`.

mod compare;
mod connected;
mod forced;
mod numbers;
mod soak;
mod steps;
pub mod tiny;
mod turned;
mod universe;
mod why;

use super::specs::{files_below, model_with, outcome, project, spec_at, spec_of};
use compare::{Compared, compare};
use nauck::model::Model;
use nauck::run::{Query, Request};
use nauck::text::NoFiles;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use std::cell::Cell;
use std::collections::BTreeMap;
use tiny::Tiny;

/// Number of specs to try unless `PROPTEST_CASES` is set.
const CASES: u32 = 200;

/// Model of a text, unless the text has a semantic error.
fn model_of(text: &str) -> Option<Model> {
    // A syntax error would be a bug in the generator.
    let spec = spec_of(text, "tiny.puz", &NoFiles).unwrap_or_else(|faults| panic!("{faults}\n{text}"));
    spec.model(&Vec::new()).ok().map(|(model, _)| model)
}

#[test]
fn engines_agree_with_the_literal_rules() {
    let cases = std::env::var("PROPTEST_CASES").ok().and_then(|c| c.parse().ok()).unwrap_or(CASES);
    let config = Config { cases, failure_persistence: None, max_shrink_iters: 4000, ..Config::default() };
    // The default run always tries the same specs; with another number of cases the specs are random.
    let mut runner = if cases == CASES {
        TestRunner::new_with_rng(
            config,
            proptest::test_runner::TestRng::deterministic_rng(proptest::test_runner::RngAlgorithm::ChaCha),
        )
    } else {
        TestRunner::new(config)
    };
    let (sound, solved, answers) = (Cell::new(0), Cell::new(0), Cell::new(0));
    let result = runner.run(&tiny::tiny(), |tiny| {
        let text = tiny.text(&|text| model_of(text).is_some());
        let Some(model) = model_of(&text) else { return Ok(()) };

        sound.set(sound.get() + 1);
        match compare(&model) {
            Ok(Compared::Passed) => {}
            Ok(Compared::Agreed { solutions, answers: n }) => {
                solved.set(solved.get() + u32::from(solutions > 0));
                answers.set(answers.get() + n);
            }
            Err(error) => {
                prop_assert!(false, "{error}\n{text}");
            }
        }
        Ok(())
    });
    eprintln!(
        "{cases} specs, {} sound, {} with solutions, {} answers",
        sound.get(),
        solved.get(),
        answers.get()
    );
    if let Err(error) = result {
        panic!("{error}");
    }
    // The generator must not degenerate into trivial specs.
    assert!(sound.get() * 10 > cases * 9 && solved.get() * 5 > sound.get());
}

/// Least number of specs with each of the forms that a test counts.
const OF_EACH_FORM: usize = 50;

/// Compares the engines on `cases` specs, turns and renames those that this leaves valid, and counts those with each form.
fn agree_on<S: Strategy<Value = Tiny>>(cases: u32, specs: &S, forms: &[(&'static str, &str)]) -> Agreement {
    use proptest::test_runner::{RngAlgorithm, TestRng};
    let config = Config { cases, failure_persistence: None, max_shrink_iters: 4000, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let counts: BTreeMap<&str, Cell<usize>> = forms.iter().map(|(form, _)| (*form, Cell::new(0))).collect();
    let (sound, solved, turned) = (Cell::new(0), Cell::new(0), Cell::new(0));
    let result = runner.run(specs, |tiny| {
        let text = tiny.text(&|text| model_of(text).is_some());
        let Some(model) = model_of(&text) else { return Ok(()) };
        match compare(&model) {
            Ok(Compared::Passed) => return Ok(()),
            Ok(Compared::Agreed { solutions, .. }) => solved.set(solved.get() + usize::from(solutions > 0)),
            Err(error) => prop_assert!(false, "{error}\n{text}"),
        }
        sound.set(sound.get() + 1);
        if let Some(other) = turned::turned(&text) {
            turned.set(turned.get() + 1);
            let Some(image) = model_of(&other) else { panic!("turned:\n{text}\ninto:\n{other}") };
            prop_assert_eq!(answer(&model), answer(&image), "turned:\n{}\ninto:\n{}", text, other);
        }
        let rules = text.lines().filter(|line| !line.starts_with("clues ") && !line.starts_with("tile "));
        let rules: Vec<&str> = rules.collect();
        for (form, count) in &counts {
            count.set(count.get() + usize::from(rules.iter().any(|rule| rule.contains(form))));
        }
        Ok(())
    });
    eprintln!("{} sound, {} with solutions, {} turned, {counts:?}", sound.get(), solved.get(), turned.get());
    if let Err(error) = result {
        panic!("{error}");
    }
    let rare = counts.iter().filter(|(_, count)| count.get() < OF_EACH_FORM).map(|(form, _)| *form).collect();
    Agreement { sound: sound.get(), solved: solved.get(), turned: turned.get(), rare }
}

/// Optimum, number of solutions, and orbits with their sizes.
fn answer(model: &Model) -> (Option<Vec<i64>>, String, String) {
    let found = outcome(model, &Request { query: Query::All, orbits: true, ..Request::of(model) });
    let orbits = found.orbits().map_or_else(String::new, ToString::to_string);
    (found.best().map(<[i64]>::to_vec), found.count().to_string(), orbits)
}

/// Numbers of specs compared, of those with solutions, and of those turned; and the forms that occurred too rarely.
struct Agreement {
    sound: usize,
    solved: usize,
    turned: usize,
    rare: Vec<&'static str>,
}

#[test]
fn engines_agree_on_numbers_and_clues() {
    let found = agree_on(2_300, &numbers::numbers(), numbers::NUMBERS);
    assert!(found.sound >= 2_000 && found.solved * 5 > found.sound && found.turned * 3 > found.sound);
    assert_eq!(found.rare, [] as [&str; 0]);
}

#[test]
fn engines_agree_on_groups() {
    let found = agree_on(1_400, &connected::groups(), connected::GROUPS);
    assert!(found.sound >= 1_000 && found.solved * 5 > found.sound && found.turned * 4 > found.sound);
    assert_eq!(found.rare, [] as [&str; 0]);
}

#[test]
fn engines_agree_on_routes() {
    let found = agree_on(1_700, &connected::routes(), connected::ALONG);
    assert!(found.sound >= 1_000 && found.solved * 8 > found.sound && found.turned * 4 > found.sound);
    assert_eq!(found.rare, [] as [&str; 0]);
}

#[test]
fn once_wrong_is_right() {
    for path in files_below(&project().join("tests/regressions"), "puz") {
        let model = model_with(&spec_at(&path), &[]);
        let agreed = compare(&model).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        assert_ne!(agreed, Compared::Passed, "{}", path.display());
    }
}
