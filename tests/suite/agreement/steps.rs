//! Checks the steps of the desk against the literal rules: the named demands alone, with the board so far, force what a step
//! concludes, none of them can be left out, and in the end all is known that is the same in all solutions.

use super::model_of;
use super::tiny::tiny;
use super::universe::truth;
use nauck::desk::{Conclusion, DemandTable, DeskFault, Position, Start, Stepper};
use nauck::engine::Control;
use nauck::model::{Diagram, Model, Placement};
use nauck::run::{Demand, only};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use std::cell::Cell;
use std::collections::BTreeSet;

/// Maximum number of diagrams for brute force.
const MOST: usize = 2_000;

/// Every placement that is a choice, with its value in a diagram.
fn values<'a>(table: &'a DemandTable, diagram: &'a Diagram) -> impl Iterator<Item = bool> + 'a {
    let placed: BTreeSet<&Placement> = diagram.placements().iter().collect();
    table.choices.problem.choice_ids().map(move |choice| {
        let one = table.choices.diagram(&[choice]);
        placed.contains(&one.placements()[0])
    })
}

/// The solutions, each as the values of all choices.
fn solutions(model: &Model, table: &DemandTable) -> Option<Vec<Vec<bool>>> {
    Some(truth(model, MOST)?.solutions.iter().map(|d| values(table, d).collect()).collect())
}

/// The solutions of these demands alone that agree with the position.
fn agreeing(
    model: &Model,
    table: &DemandTable,
    demands: &[Demand],
    position: &Position,
) -> Option<Vec<Vec<bool>>> {
    let mut demands = demands.to_vec();
    demands.sort_unstable();
    let mut all = solutions(&only(model, &demands), table)?;
    let ids: Vec<_> = table.choices.problem.choice_ids().collect();
    all.retain(|s| ids.iter().zip(s).all(|(&c, v)| position.get(c).is_none_or(|known| known == *v)));
    Some(all)
}

fn forces(solutions: &[Vec<bool>], conclusion: Conclusion) -> bool {
    solutions.iter().all(|s| s[conclusion.choice.index()] == conclusion.must)
}

#[test]
fn steps_are_forced_by_the_demands_that_they_name() {
    let config = Config { cases: 500, failure_persistence: None, ..Config::default() };
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let (conflicts, steps, long) = (Cell::new(0), Cell::new(0), Cell::new(0));
    let result = TestRunner::new_with_rng(config, rng).run(&tiny(), |tiny| {
        let text = tiny.text(&|text| model_of(text).is_some());
        let Some(mut model) = model_of(&text) else { return Ok(()) };
        model.objectives.clear();
        let control = Control::unlimited();
        let table = match DemandTable::new(&model, &control) {
            Ok(table) => table,
            Err(DeskFault::TooLarge(_) | DeskFault::Lowering(_)) => return Ok(()),
            Err(other) => panic!("{other}"),
        };
        let Some(all) = solutions(&model, &table) else { return Ok(()) };
        let mut stepper = match Stepper::start(&model, &table, &[], &control).expect("no limit") {
            Start::Conflict(_) => {
                prop_assert!(all.is_empty(), "{}", text);
                conflicts.set(conflicts.get() + 1);
                return Ok(());
            }
            Start::Steps(stepper) => stepper,
        };
        prop_assert!(!all.is_empty(), "{}", text);
        loop {
            let position = stepper.position().clone();
            let Some(step) = stepper.next_step().expect("no limit") else { break };
            let demands: Vec<Demand> = step.because.iter().map(|&d| table.demand(d)).collect();
            let Some(left) = agreeing(&model, &table, &demands, &position) else { return Ok(()) };
            for &conclusion in &step.conclusions {
                prop_assert!(forces(&left, conclusion), "{:?} {:?}\n{}", demands, conclusion, text);
            }
            for left_out in &demands {
                let less: Vec<Demand> = demands.iter().copied().filter(|d| d != left_out).collect();
                let Some(left) = agreeing(&model, &table, &less, &position) else { return Ok(()) };
                let forced = forces(&left, step.conclusions[0]);
                prop_assert!(!forced, "{:?} without {:?}\n{}", demands, left_out, text);
            }
            steps.set(steps.get() + 1);
            long.set(long.get() + u32::from(demands.len() > 1));
        }
        for choice in table.choices.problem.choice_ids() {
            let seen: BTreeSet<bool> = all.iter().map(|s| s[choice.index()]).collect();
            let known = (seen.len() == 1).then(|| all[0][choice.index()]);
            prop_assert_eq!(stepper.position().get(choice), known, "{:?}\n{}", choice, text);
        }
        prop_assert_eq!(stepper.is_unique(), all.len() == 1);
        Ok(())
    });
    if let Err(error) = result {
        panic!("{error}");
    }
    let counts = (conflicts.get(), steps.get(), long.get());
    assert!(counts.0 > 50 && counts.1 > 120 && counts.2 > 10, "{counts:?}");
}
