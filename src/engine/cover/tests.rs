//! Tests of the engine against brute force on small random problems, and against published values.

use super::dance::Dance;
use super::job::TableJob;
use super::kernel::{CubePart, Kernel, below};
use super::table::CoverTable;
use super::{Cover, items_and_options};
use crate::engine::conformance::{check, count, job, optimum, run, solutions};
use crate::engine::{
    Collect, Control, CountOnly, Decline, End, Engine, Family, Job, Limits, Prepared, Query, Search, Stop,
};
use crate::geometry::CellId;
use crate::problem::random::{Mix, problems};
use crate::problem::{ChoiceId, Choices, Clique, Conflicts, ConstraintKind, Origin, Problem, samples};
use num_bigint::BigUint;
use proptest::prelude::*;

const PLAIN: Mix = Mix {
    definitions: false,
    matchings: false,
    graphs: false,
    negative: false,
    general_sums: false,
    objectives: false,
};

/// The same engine, always on sparse sets.
struct Sparse;

impl Engine for Sparse {
    fn name(&self) -> &'static str {
        "sparse"
    }

    fn family(&self) -> Family {
        Cover.family()
    }

    fn takes(&self, kind: ConstraintKind) -> bool {
        Cover.takes(kind)
    }

    fn prepare<'a>(&self, job: &Job<'a>) -> Result<Prepared<'a>, Decline> {
        super::job::prepare(job, true)
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn items_agree_with_the_naive_reading(problem in problems(PLAIN)) {
        prop_assert_eq!(check(&Cover, &problem), 6);
        prop_assert_eq!(check(&Sparse, &problem), 6);
    }

    #[test]
    fn parts_by_state_add_up(problem in problems(PLAIN), wanted in 1usize..30) {
        let (number, count) = by_state(&problem, wanted);
        prop_assert_eq!(count, BigUint::from(solutions(&problem).len()), "{} parts", number);
    }

    #[test]
    fn rows_agree_with_the_naive_reading(
        problem in problems(Mix { negative: true, general_sums: true, objectives: true, ..PLAIN })
    ) {
        prop_assert_eq!(check(&Cover, &problem), 6);
        prop_assert_eq!(check(&Sparse, &problem), 6);
    }
}

/// The number of parts by state, and the number of solutions that these find.
fn by_state(problem: &Problem, wanted: usize) -> (usize, BigUint) {
    let job = job(problem, Query::Count);
    let table = TableJob::new(&job, false).expect("an exact cover");
    let division = table.by_state(wanted);
    let parts = table.parts(&division.cubes, None).expect("parts of its own");
    let counted = division.cubes.iter().enumerate().map(|(i, cube)| {
        let run = parts.run(i, &Control::unlimited(), &mut CountOnly).expect("no fault");
        run.count * cube.weight
    });
    let count = counted.sum();
    assert_eq!(division.costs.map(|costs| costs.len()), Some(division.cubes.len()));
    (division.cubes.len(), count)
}

#[test]
fn cubes_with_the_same_state_are_one_part() {
    let (parts, tilings) = by_state(&dominoes(6, 6), 200);
    assert_eq!(tilings, 6728u32.into());
    let problem = dominoes(6, 6);
    let job = job(&problem, Query::Count);
    let table = TableJob::new(&job, false).expect("an exact cover");
    let division = table.divide(200, None).expect("few nodes, so a memo saves little");
    let weighed: u64 = table.by_state(200).cubes.iter().map(|cube| cube.weight).sum();
    assert!(parts < 400 && weighed > parts as u64 && division.costs.is_none(), "{parts} {weighed}");
}

/// Result of a list: solutions in order, their number, nodes, and the end of the run.
type List = (Vec<Vec<ChoiceId>>, BigUint, u64, End);

/// Lists with `threads` threads. A limit in nodes makes the parts much smaller than usual.
fn list(engine: &dyn Engine, problem: &Problem, query: Query, threads: usize, nodes: Option<u64>) -> List {
    let mut sink = Collect::default();
    let control = Control::new(Default::default(), Limits { nodes, ..Limits::default() });
    let run = engine.run(&Job { threads, ..job(problem, query) }, &control, &mut sink).expect("no fault");
    (sink.solutions, run.count, run.stats.nodes, run.end)
}

fn lists_are_the_same(problem: &Problem, limits: &[u64]) {
    for engine in [&Cover as &dyn Engine, &Sparse] {
        let whole = list(engine, problem, Query::All, 1, None);
        for query in [Query::All, Query::First(1), Query::First(7), Query::First(300)] {
            for &nodes in limits {
                let alone = list(engine, problem, query, 1, Some(nodes));
                let uncut = list(engine, problem, query, 1, None);
                if engine.name() == Cover.name() && alone.3.is_complete() {
                    assert_eq!(alone, uncut, "{query:?}: independent of the cuts");
                } else if query == Query::All && alone.3.is_complete() {
                    let sorted = |list: &List| {
                        let mut solutions = list.0.clone();
                        solutions.sort_unstable();
                        solutions
                    };
                    assert_eq!(sorted(&alone), sorted(&whole), "independent of the cuts");
                }
                for threads in [2, 7] {
                    let more = list(engine, problem, query, threads, Some(nodes));
                    let name = engine.name();
                    assert_eq!(more, alone, "{name}, {query:?}, {threads} threads, limit {nodes}");
                }
            }
        }
    }
}

#[test]
fn lists_are_the_same_for_any_number_of_threads() {
    lists_are_the_same(&samples::queens(8), &[200, 2_000, 20_000]);
    lists_are_the_same(&dominoes(4, 6), &[100, 20_000]);
    lists_are_the_same(&latin(4, None, &[]), &[100, 5_000]);
    lists_are_the_same(&samples::peaceful(4, 4, &samples::king()), &[300, 5_000]);
    lists_are_the_same(&samples::queens_knights(6, 3), &[2_000, 100_000]);
    lists_are_the_same(&samples::most_queens_knights(4), &[50_000]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn random_lists_are_the_same_for_any_number_of_threads(
        problem in problems(Mix { negative: true, general_sums: true, objectives: true, ..PLAIN })
    ) {
        lists_are_the_same(&problem, &[700]);
    }
}

/// An empty Latin square, or one with these givens as (row, column, digit); digits from 0.
fn latin(n: u32, block: Option<u32>, givens: &[(u32, u32, u32)]) -> Problem {
    let mut p = samples::free(n, n, n as usize).into_parts();
    let number = |r: u32, c: u32, d: u32| ChoiceId((r * n + c) * n + d);
    p.cliques.clear();
    let mut line = |choices: Vec<ChoiceId>| {
        let mut choices = choices;
        choices.sort_unstable();
        p.cliques.push(Clique { choices, exactly: true, origin: Origin(0) });
    };
    for a in 0..n {
        for b in 0..n {
            line((0..n).map(|i| number(a, b, i)).collect());
            line((0..n).map(|i| number(a, i, b)).collect());
            line((0..n).map(|i| number(i, a, b)).collect());
            if let Some(k) = block {
                line((0..n).map(|i| number(a / k * k + i / k, a % k * k + i % k, b)).collect());
            }
        }
    }
    for &(r, c, d) in givens {
        p.clauses.push((vec![number(r, c, d).lit()], Origin(1)));
    }
    Problem::new(p)
}

/// Coverings of a rectangle with dominoes.
fn dominoes(width: u32, height: u32) -> Problem {
    let mut p = samples::free(width, height, 1).into_parts();
    p.choices = Choices::default();
    let mut cells: Vec<Vec<ChoiceId>> = vec![Vec::new(); (width * height) as usize];
    for y in 0..height {
        for x in 0..width {
            let here = y * width + x;
            for (other, fits) in [(here + 1, x + 1 < width), (here + width, y + 1 < height)] {
                if fits {
                    let id = ChoiceId(p.choices.len() as u32);
                    p.choices.push(0, &[CellId(0)]);
                    cells[here as usize].push(id);
                    cells[other as usize].push(id);
                }
            }
        }
    }
    p.cliques =
        cells.into_iter().map(|choices| Clique { choices, exactly: true, origin: Origin(0) }).collect();
    p.conflicts = Conflicts::none(p.choices.len());
    p.group = vec![p.choice_ids().collect()];
    Problem::new(p)
}

/// Placements of the twelve pentominoes, each once, in a rectangle.
fn pentominoes(width: i32, height: i32) -> Problem {
    const SHAPES: [&str; 12] = [
        ".##/##./.#.",
        "#####",
        "#./#./#./##",
        ".#/##/#./#.",
        "##/##/#.",
        "###/.#./.#.",
        "#.#/###",
        "#../#../###",
        "#../##./.##",
        ".#./###/.#.",
        ".#/##/.#/.#",
        "##./.#./.##",
    ];
    let mut p = samples::free(width as u32, height as u32, 1).into_parts();
    p.choices = Choices::default();
    let mut lines: Vec<Vec<ChoiceId>> = vec![Vec::new(); (width * height) as usize + SHAPES.len()];
    let number = |&(x, y): &(i32, i32)| (y * width + x) as usize;
    let mut places: Vec<(Vec<usize>, usize)> = Vec::new();
    for (kind, shape) in SHAPES.iter().enumerate() {
        for cells in placements(shape, width, height) {
            let mut cells: Vec<usize> = cells.iter().map(number).collect();
            cells.sort_unstable();
            places.push((cells, kind));
        }
    }
    places.sort_unstable_by_key(|(cells, kind)| (cells[0], *kind));
    for (cells, kind) in places {
        let id = ChoiceId(p.choices.len() as u32);
        p.choices.push(0, &[CellId(0)]);
        cells.iter().for_each(|&c| lines[c].push(id));
        lines[(width * height) as usize + kind].push(id);
    }
    p.cliques =
        lines.into_iter().map(|choices| Clique { choices, exactly: true, origin: Origin(0) }).collect();
    p.conflicts = Conflicts::none(p.choices.len());
    p.group = vec![p.choice_ids().collect()];
    Problem::new(p)
}

/// Returns all placements of a shape in all its orientations.
fn placements(shape: &str, width: i32, height: i32) -> std::collections::BTreeSet<Vec<(i32, i32)>> {
    let rows = shape.split('/').zip(0..);
    let cells: Vec<(i32, i32)> = rows
        .flat_map(|(row, y)| row.chars().zip(0..).filter(|c| c.0 == '#').map(move |c| (c.1, y)))
        .collect();
    let mut found = std::collections::BTreeSet::new();
    for turn in 0..8 {
        let turned = |&(x, y): &(i32, i32)| {
            let (x, y) = if turn & 1 == 0 { (x, y) } else { (-x, y) };
            let (x, y) = if turn & 2 == 0 { (x, y) } else { (x, -y) };
            if turn & 4 == 0 { (x, y) } else { (y, x) }
        };
        for (dx, dy) in (0..width + 5).flat_map(|x| (0..height + 5).map(move |y| (x, y))) {
            let mut placed: Vec<(i32, i32)> =
                cells.iter().map(turned).map(|(x, y)| (x + dx, y + dy)).collect();
            placed.sort_unstable();
            if placed.iter().all(|&(x, y)| (0..width).contains(&x) && (0..height).contains(&y)) {
                found.insert(placed);
            }
        }
    }
    found
}

#[test]
fn known_tilings() {
    assert_eq!(pentominoes(6, 10).choices.len(), 2056);
    let (run, solutions) = run(&Cover, &pentominoes(3, 20), Query::All);
    assert_eq!((solutions.len(), run.count), (8, 8u32.into()));
}

#[test]
#[ignore = "takes a second"]
fn known_tilings_long() {
    let (run, solutions) = run(&Cover, &pentominoes(6, 10), Query::All);
    assert_eq!((solutions.len(), run.count), (9356, 9356u32.into()));
}

#[test]
fn a_sudoku_with_17_clues() {
    const CLUES: &str = "000000010400000000020000000000050407008000300001090000300400200050100000000806000";
    let clue = |(at, digit): (usize, u8)| {
        let at = at as u32;
        (digit != b'0').then(|| (at / 9, at % 9, u32::from(digit - b'1')))
    };
    let givens: Vec<_> = CLUES.bytes().enumerate().filter_map(clue).collect();
    assert_eq!(givens.len(), 17);
    for engine in [&Cover as &dyn Engine, &Sparse] {
        let (run, solutions) = run(engine, &latin(9, Some(3), &givens), Query::First(2));
        assert_eq!((run.count, solutions.len()), (1u32.into(), 1), "{}", engine.name());
        assert!(run.stats.nodes < 1000);
    }
}

#[test]
fn known_counts() {
    assert_eq!(
        (1..=9).map(|n| count(&Cover, &samples::queens(n))).collect::<Vec<_>>(),
        [1, 0, 0, 2, 10, 4, 40, 92, 352]
    );
    assert_eq!(count(&Cover, &samples::queens_knights(8, 5)), 16);
    assert_eq!(count(&Cover, &samples::peaceful(4, 4, &samples::king())), 314);
    assert_eq!(count(&Cover, &latin(4, None, &[])), 576);
    assert_eq!(count(&Cover, &latin(4, Some(2), &[])), 288);
    assert_eq!(count(&Cover, &latin(5, None, &[])), 161_280);
    assert_eq!(count(&Cover, &dominoes(6, 6)), 6728);
    assert_eq!(count(&Cover, &dominoes(8, 8)), 12_988_816);
}

#[test]
fn symmetry_does_not_change_counts() {
    for n in 4..=9u32 {
        let mut problem = samples::queens(n);
        let turn = |c: u32, turns: u32| (0..turns).fold(c, |c, _| c % n * n + (n - 1 - c / n));
        let image =
            |c: u32, g: u32| if g < 4 { turn(c, g) } else { turn(c / n * n + (n - 1 - c % n), g - 4) };
        let group = (0..8).map(|g| (0..n * n).map(|c| ChoiceId(image(c, g))).collect()).collect();
        problem.edit(|p| p.group = group);
        let expected = [2, 10, 4, 40, 92, 352][n as usize - 4];
        assert_eq!(count(&Cover, &problem), expected);
        assert_eq!(count(&Sparse, &problem), expected);
    }
}

#[test]
fn known_optima() {
    assert_eq!(optimum(&Cover, &samples::most_queens_knights(5)), Some(4));
    assert_eq!(optimum(&Cover, &samples::domination(5, &samples::queen())), Some(3));
}

#[test]
fn descriptions() {
    assert_eq!(items_and_options(&samples::queens(8)), Some((16, 26, 64)));
    assert_eq!(items_and_options(&latin(9, Some(3), &[])), Some((324, 0, 729)));
}

#[test]
fn a_limit_is_no_answer() {
    let problem = samples::queens(12);
    let limits = Limits { nodes: Some(20_000), ..Limits::default() };
    let control = Control::new(std::sync::Arc::default(), limits);
    let run = Cover.run(&job(&problem, Query::Count), &control, &mut CountOnly).expect("no fault");
    assert_eq!(run.end, End::Stopped(Stop::Nodes));
    assert!(run.optimal.is_none() && run.count > 0u32.into() && run.count < 14200u32.into());
}

/// A search stopped while its table was written has no sets, so it must not follow a cube.
#[test]
fn a_search_stopped_in_its_table_ends_in_every_cube() {
    let table = CoverTable::new(&samples::queens(6)).expect("an exact cover");
    let control = Control::unlimited();
    let mut dance = Dance::new(&table, Vec::new(), &control);
    let cubes: Vec<CubePart> = below(&mut dance, &[]).into_iter().map(CubePart::at).collect();
    assert_eq!(cubes.len(), 6);
    // The rest of a cube has open branches as well.
    assert!(cubes[0].enter(&mut dance, &control));
    dance.share(2);
    assert_eq!(dance.next(&control), Ok(false));
    let parts = [cubes[0].rest(&dance), cubes].concat();
    assert!(parts.len() > 6);
    for checks in 0..3 {
        let limits = Limits { checks: Some(checks), ..Limits::default() };
        let control = Control::new(std::sync::Arc::default(), limits);
        let mut stopped = Dance::new(&table, Vec::new(), &control);
        for part in &parts {
            assert!(part.enter(&mut stopped, &control));
            assert_eq!(stopped.next(&control), Err(Stop::Interrupted), "{checks} {part:?}");
            stopped.leave();
        }
    }
}

#[test]
fn node_signatures() {
    let nodes = |p: &Problem| run(&Cover, p, Query::All).0.stats.nodes;
    assert_eq!(nodes(&samples::queens(8)), 1199);
}
