//! Tests of the engine `routes`: known numbers, and agreement with the naive reading.

use super::Routes;
use super::estimate::nodes;
use super::net::Net;
use super::search::Enumerator;
use super::state::State;
use crate::engine::Control;
use crate::engine::conformance::{check, count};
use crate::problem::samples::{self, leaper};
use crate::problem::{Lit, Objective};

fn knight(width: u32, height: u32, closed: bool) -> u64 {
    count(&Routes, &samples::route(width, height, &leaper(1, 2), closed, true))
}

#[test]
fn numbers_of_knights_tours() {
    for (width, height, expected) in [(5, 6, 8), (3, 10, 16), (4, 4, 0), (5, 5, 0), (6, 6, 9862)] {
        assert_eq!(knight(width, height, true), expected, "{width} x {height}");
    }
    for (width, height, expected) in [(3, 4, 8), (4, 4, 0), (5, 4, 82), (5, 5, 864)] {
        assert_eq!(knight(width, height, false), expected, "{width} x {height}");
    }
}

#[test]
fn estimates_are_near_the_searches() {
    for (width, height, movement) in [(6, 6, leaper(1, 2)), (3, 14, leaper(1, 2)), (6, 5, leaper(1, 0))] {
        let problem = samples::route(width, height, &movement, true, movement == leaper(1, 2));
        let (net, rows) = Net::new(&problem).map_err(|_| ()).expect("it fits");
        let mut search = Enumerator::new(State::new(&net, &rows));
        search.settle().expect("there are tours");
        let expected = nodes(&mut search, 0, 1e30);
        search.nodes = 0;
        search.all(&Control::unlimited(), &mut |_| Ok(())).expect("no limit");
        let ratio = expected / search.nodes as f64;
        assert!((0.1..10.0).contains(&ratio), "{width} x {height}: {expected} of {}", search.nodes);
    }
}

/// Longest loops, and among them those with the fewest pieces of a kind, then with the most of another.
#[test]
fn later_objectives_agree_with_the_naive_reading() {
    let mut p = samples::route(4, 2, &leaper(1, 0), true, false);
    p.edit(|p| {
        for (number, maximize) in [(3, true), (2, false), (1, true)] {
            let is_in = |c: &u32| number == 3 || c % 3 == number;
            let choices = p.choice_ids().filter(|c| is_in(&c.0));
            let terms: Vec<(i64, Lit)> = choices.map(|c| (1, c.lit())).collect();
            p.objectives.push(Objective { maximize, terms, constant: 1 });
        }
        p.by = Some(p.objectives[0].clone());
    });
    assert_eq!(check(&Routes, &p), 6);
}
