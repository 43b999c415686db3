//! Tests of the search for largest sets: published numbers, and random graphs against brute force.

use super::cover::CliqueCover;
use super::estimate::arrangements;
use super::plateau::large_set;
use super::starts::starts;
use super::*;
use crate::engine::masks::Masks;
use crate::engine::masks::tests::{grouped, run};
use crate::engine::{Engine, Limits};
use crate::geometry::{Board, Movement, Shape};
use crate::problem::{Objective, Problem, samples};
use proptest::prelude::*;

/// As many pieces as possible on an n x n torus, none attacked.
fn on_torus(n: u32, movement: &Movement) -> Problem {
    let shape = Shape::Box { width: n, height: n, depth: 1, wrap_x: true, wrap_y: true };
    let mut problem = samples::on_board(Board::new(shape), 1);
    samples::forbid(&mut problem, 0, movement, 0);
    let terms = problem.choice_ids().map(|c| (1, c.lit())).collect();
    problem.edit(|p| p.objectives.push(Objective { maximize: true, terms, constant: 0 }));
    grouped(problem)
}

fn largest(problem: &Problem, threads: usize) -> (i64, u64) {
    let (run, solutions) = run(problem, Query::First(1), threads);
    let best = run.best.expect("a solution")[0];
    assert!(run.optimal.is_some() && solutions[0].len() as i64 == best);
    (best, run.stats.nodes)
}

#[test]
fn queens_on_tori() {
    // OEIS A085801.
    for (n, expected) in (1..=12).zip([1, 1, 1, 2, 5, 4, 7, 6, 7, 9, 11, 10]) {
        assert_eq!(largest(&on_torus(n, &samples::queen()), 1).0, expected, "{n} x {n}");
    }
}

#[test]
fn kings_on_tori() {
    for n in 3u32..=9 {
        let expected = i64::from(n / 2 * n / 2);
        assert_eq!(largest(&on_torus(n, &samples::king()), 1).0, expected, "{n} x {n}");
    }
}

/// Node-count signatures: a change here is a change of the search.
#[test]
fn signatures() {
    let cases = [("queens", samples::queen(), 12, 9460), ("knights", samples::leaper(1, 2), 9, 268)];
    for (name, movement, n, expected) in cases {
        let problem = on_torus(n, &movement);
        assert_eq!(largest(&problem, 1).1, expected, "{name}");
        assert_eq!(largest(&problem, 3).1, expected, "{name}, three threads");
    }
}

#[test]
fn a_limit_is_no_proof() {
    let problem = on_torus(12, &samples::queen());
    let job = Job { problem: &problem, query: Query::First(1), seed: 0, threads: 1 };
    for nodes in [1, 100, 5000] {
        let control = Control::new(Default::default(), Limits { nodes: Some(nodes), ..Limits::default() });
        let mut sink = Collect::default();
        let run = Masks.admit(&job).expect("admitted").run(&control, &mut sink).expect("a run");
        assert!(run.optimal.is_none() && run.best.expect("a large set")[0] <= 10, "{nodes} nodes");
    }
}

/// A graph on n vertices with these edges.
fn graph(n: usize, edges: &[bool]) -> Vec<Mask<1>> {
    let mut near = vec![Mask::EMPTY; n];
    let pairs = (0..n).flat_map(|a| (0..a).map(move |b| (a, b)));
    for ((a, b), _) in pairs.zip(edges).filter(|(_, edge)| **edge) {
        near[a].insert(b);
        near[b].insert(a);
    }
    near
}

/// The size of a largest independent set among the open members, by trying all.
fn independence(near: &[Mask<1>], open: Mask<1>) -> u32 {
    let Some(m) = open.first() else { return 0 };
    let mut rest = open;
    rest.remove(m);
    independence(near, rest).max(1 + independence(near, rest.without(&near[m])))
}

fn graphs() -> impl Strategy<Value = Vec<Mask<1>>> {
    (1usize..13, prop::collection::vec(any::<bool>(), 78)).prop_map(|(n, edges)| graph(n, &edges))
}

proptest! {
    #[test]
    fn what_a_cover_leaves_over_is_needed(near in graphs(), room in 0u32..5) {
        let all = Mask::of(0..near.len());
        let mut branches = Vec::new();
        for by_degree in [false, true] {
            CliqueCover::new(by_degree).branches(&near, all, room, &mut branches);
            let mut rest = all;
            branches.iter().for_each(|&b| rest.remove(b as usize));
            prop_assert!(independence(&near, rest) <= room);
        }
    }

    #[test]
    fn large_sets_are_independent(near in graphs(), seed in 0u64..100) {
        let set = large_set(&near, u32::MAX, &mut Random::new(seed));
        let chosen: Mask<1> = Mask::of(set.iter().copied());
        prop_assert!(set.iter().all(|&m| chosen.and(&near[m]).is_empty()));
        prop_assert!(set.len() as u32 <= independence(&near, Mask::of(0..near.len())));
    }

    /// A graph that rotations and a reflection map to itself, without a set known beforehand.
    #[test]
    fn largest_sets_of_circulant_graphs(
        n in 1usize..13, steps in prop::collection::vec(any::<bool>(), 6), most in 0u32..8
    ) {
        let linked = |a: usize, b: usize| {
            let step = (a + n - b) % n;
            step > 0 && steps[step.min(n - step) - 1]
        };
        let near: Vec<Mask<1>> = (0..n).map(|a| Mask::of((0..n).filter(|&b| linked(a, b)))).collect();
        let turned = |by: usize| (0..n).map(|m| ((m + by) % n) as u32).collect::<Vec<u32>>();
        let mirrored = |by: usize| (0..n).map(|m| ((by + n - m) % n) as u32).collect();
        let group: Vec<Vec<u32>> = (0..n).flat_map(|by| [turned(by), mirrored(by)]).collect();
        let problem = samples::free(n as u32, 1, 1);
        let job = Job { problem: &problem, query: Query::First(1), seed: 0, threads: 1 };
        let best = independence(&near, Mask::of(0..n));
        let starts = starts(&near, &group);
        let (members, sizes) = ((0..n as u32).collect(), (0, u32::MAX));
        let sets = LargestSets { members, near, starts, sizes, known: Vec::new(), by_degree: false, steps: 0.0 };
        for (sizes, expected) in [((0, u32::MAX), best), ((0, most), most.min(best)), ((most, most), most)] {
            for sets in arrangements(LargestSets { sizes, ..sets.clone() }) {
                let mut verdict = StrategyVerdict::default();
                let (size, ended) = sets.search(&job, &Control::unlimited(), &mut verdict);
                prop_assert!(ended.is_ok());
                if expected > best {
                    prop_assert!(size < most && verdict.incumbent.is_none());
                } else {
                    prop_assert_eq!(size, expected);
                    prop_assert_eq!(verdict.incumbent.map(|set| set.len() as u32), Some(expected));
                }
            }
        }
    }

    /// Two copies of a graph, which may be exchanged, and mirrored.
    #[test]
    fn one_of_the_starts_leads_to_a_largest_set(half in graphs(), linked in any::<bool>()) {
        let n = half.len();
        let mut near = half.clone();
        near.extend(half.iter().map(|q| Mask::of(q.iter().map(|m| m + n))));
        for m in (0..n).filter(|_| linked) {
            near[m].insert(m + n);
            near[m + n].insert(m);
        }
        let identity: Vec<u32> = (0..2 * n as u32).collect();
        let exchange = (0..2 * n as u32).map(|m| (m + n as u32) % (2 * n as u32)).collect();
        let best = independence(&near, Mask::of(0..2 * n));
        let below = starts(&near, &[identity, exchange]);
        let found = below.iter().map(|s| s.placed.len() as u32 + independence(&near, s.open)).max();
        prop_assert_eq!(found, Some(best));
    }
}
