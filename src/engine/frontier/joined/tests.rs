//! Tests of connected sets and routes: agreement with the naive reading, and the limits.

use super::estimate::JoinedEstimate;
use super::form::JoinedForm;
use super::state::WORDS;
use super::walk::{JoinedWalk, Keep};
use crate::engine::conformance::{check, job, run};
use crate::engine::frontier::Frontier;
use crate::engine::{Control, Engine, Query, Stop};
use crate::problem::random::{Mix, problems};
use crate::problem::samples;
use crate::problem::{ChoiceId, Connectivity, Graph, GraphId, Lit, Objective, Origin, Problem, Switch};
use proptest::prelude::*;

/// Sets of cells of a `width x height` board in one piece, or none, by the number that `weight` gives each cell.
fn connected(width: u32, height: u32, weight: impl Fn(u32) -> i64) -> Problem {
    let cells = width * height;
    let right = (0..cells).filter(|c| c % width + 1 < width).map(|c| (c, c + 1));
    let down = (0..cells - width).map(|c| (c, c + width));
    let mut edges: Vec<(u32, u32)> = right.chain(down).collect();
    edges.sort_unstable();
    let vertices = (0..cells).map(|c| Switch::If(ChoiceId(c).lit())).collect();
    let mut p = samples::free(width, height, 1);
    p.edit(|p| {
        p.graphs.push(Graph { vertices, edges });
        let graph = GraphId(0);
        p.connectivities.push(Connectivity { graph, lo: 0, hi: 1, guard: None, origin: Origin(0) });
        let terms = (0..cells).map(|c| (weight(c), ChoiceId(c).lit())).collect();
        p.by = Some(Objective { maximize: true, terms, constant: 3 });
    });
    p
}

/// Objective over the cells that `is_in` accepts.
fn number(p: &Problem, maximize: bool, is_in: impl Fn(u32) -> bool) -> Objective {
    let terms: Vec<(i64, Lit)> = p.choice_ids().filter(|c| is_in(c.0)).map(|c| (1, c.lit())).collect();
    Objective { maximize, terms, constant: 0 }
}

#[test]
fn numbers_by_value_of_the_best_take_one_walk() {
    let mut p = connected(3, 3, |c| i64::from(c % 3) + 1);
    let objectives = [number(&p, true, |c| c % 2 == 0), number(&p, false, |c| c % 2 == 1)];
    for objective in objectives {
        p.edit(|p| p.objectives.push(objective));
        assert_eq!(check(&Frontier, &p), 3);
        let [all, by] = [Query::Count, Query::CountBy(())].map(|query| run(&Frontier, &p, query).0);
        assert_eq!(by.stats.nodes, all.stats.nodes);
    }
}

#[test]
fn a_site_has_up_to_64_vertices() {
    for (certain, is_taken) in [(63, true), (64, false)] {
        let mut p = connected(3, 1, |_| 1);
        p.edit(|p| {
            let first = p.graphs[0].vertices.len() as u32;
            p.graphs[0].vertices.extend((0..certain).map(|_| Switch::On));
            p.graphs[0].edges.extend((first..first + certain).map(|v| (v - 1, v)));
        });
        let admitted = Frontier.admit(&job(&p, Query::Count));
        assert_eq!(admitted.is_ok(), is_taken, "{certain}");
        if is_taken {
            check(&Frontier, &p);
        }
    }
}

#[test]
fn tables_stay_within_their_memory() {
    const LIMIT: u64 = 4 << 20;
    let p = connected(5, 5, |c| 1 << (c / 2));
    let form = JoinedForm::new(&p, true).expect("a form").expect("solutions");
    let mut walk = JoinedWalk::<{ WORDS[0] }>::new(&form, Keep::Counts, LIMIT);
    let stop = loop {
        match walk.advance(&Control::unlimited()) {
            Ok(()) => assert!(walk.bytes() <= LIMIT && !walk.is_over()),
            Err(stop) => break stop,
        }
    };
    assert_eq!(stop, Stop::Memory);
}

#[test]
fn estimates_are_of_the_right_order() {
    let (knight, wazir) = (samples::leaper(1, 2), samples::leaper(0, 1));
    let route = samples::route;
    for p in [
        route(6, 6, &knight, true, true),
        route(5, 5, &knight, false, true),
        route(7, 7, &wazir, false, false),
    ] {
        let form = JoinedForm::new(&p, false).expect("a form").expect("solutions");
        let estimate = JoinedEstimate::new::<{ WORDS[2] }>(&form).widest;
        let (_, widest) = run(&Frontier, &p, Query::Count).0.stats.more[0];
        let ratio = estimate / widest as f64;
        assert!((0.2..5.0).contains(&ratio), "{estimate} instead of {widest}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn agrees_with_the_naive_reading(problem in problems(Mix { matchings: false, ..Mix::EVERYTHING })) {
        check(&Frontier, &problem);
    }
}
