//! Checks explanations of infeasibility against the literal rules: the named demands have no solution among all diagrams
//! of the board, and leaving out any one of them leaves a solution.

use super::model_of;
use super::tiny::tiny;
use super::universe::truth;
use nauck::engine::Limits;
use nauck::model::Model;
use nauck::run::{Request, Why, demands, only, why};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use std::cell::Cell;

/// Maximum number of diagrams for brute force.
const MOST: usize = 40_000;

fn has_solution(model: &Model) -> Option<bool> {
    truth(model, MOST).map(|t| !t.solutions.is_empty())
}

fn explained(model: &Model, limits: Limits) -> Why {
    let request = Request { limits, ..Request::of(model) };
    why(model, &request, &Default::default()).expect("no fault")
}

#[test]
fn what_is_named_contradicts_itself_and_nothing_of_it_can_be_spared() {
    let config = Config { cases: 400, failure_persistence: None, ..Config::default() };
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let (explanations, long) = (Cell::new(0), Cell::new(0));
    let result = TestRunner::new_with_rng(config, rng).run(&tiny(), |tiny| {
        let text = tiny.text(&|text| model_of(text).is_some());
        let Some(model) = model_of(&text) else { return Ok(()) };
        if has_solution(&model) != Some(false) {
            return Ok(());
        }
        let found = explained(&model, Limits::default());
        prop_assert!(found.irreducible && !found.demands.is_empty());
        prop_assert_eq!(has_solution(&only(&model, &found.demands)), Some(false), "{}", text);
        for left_out in &found.demands {
            let mut less = found.demands.clone();
            less.retain(|d| d != left_out);
            prop_assert_eq!(has_solution(&only(&model, &less)), Some(true), "{:?}\n{}", left_out, text);
        }
        explanations.set(explanations.get() + 1);
        long.set(long.get() + u32::from(found.demands.len() > 1));
        Ok(())
    });
    if let Err(error) = result {
        panic!("{error}");
    }
    assert!(explanations.get() > 40 && long.get() > 20, "{explanations:?} {long:?}");
}

#[test]
fn a_limit_leaves_what_was_not_shown_to_be_superfluous() {
    let text =
        "board 8 x 8\nuse queen, rook\nno attacks\ncount queen = 8\ncount rook = 1\ncount queen <= 8\n";
    let model = model_of(text).expect("sound");
    let whole = explained(&model, Limits::default());
    assert_eq!((whole.demands.len(), whole.irreducible), (3, true));
    let cut = explained(&model, Limits { nodes: Some(0), ..Limits::default() });
    assert_eq!((cut.demands, cut.irreducible), (demands(&model), false));
}

#[test]
fn clues_and_givens_are_named_one_by_one() {
    let text = "board \"\"\"\n1.2\n...\n3.Q\n\"\"\"\nclues are cells\nuse queen\n\
                each clue c: count queen within king = c\nrows: count queen = [_, 0, 1]\ncount queen <= 5\n";
    let model = model_of(text).expect("sound");
    let found = explained(&model, Limits::default());
    let named: Vec<&str> = found.demands.iter().map(|d| &text[d.span(&model).range()]).collect();
    assert!(found.irreducible);
    assert!(named.iter().all(|n| n.len() == 1) && named.contains(&"3"), "{named:?}");
}

/// A link needs the pieces on both of its cells even where they need not draw a route.
#[test]
fn links_without_their_route_have_two_sides() {
    let text = "board 4 x 4\nloop fence by wazir\nin a4..b3: links fence = 3\ncount fence in row 3 = 0\n";
    let model = model_of(text).expect("sound");
    let time = Some(std::time::Duration::from_secs(60));
    let found = explained(&model, Limits { time, ..Limits::default() });
    let named: Vec<&str> = found.demands.iter().map(|d| &text[d.span(&model).range()]).collect();
    assert_eq!(named, ["in a4..b3: links fence = 3", "count fence in row 3 = 0"]);
    assert!(found.irreducible);
}
