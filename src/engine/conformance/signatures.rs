//! Search nodes of every engine on fixed small problems, compared with `signatures.txt`. A change there is a change of a
//! search, and its commit says why; `UPDATE_SIGNATURES=1 cargo test --lib signatures` regenerates it.

use super::{grouped, job, run};
use crate::engine::{ENGINES, Engine, Query};
use crate::problem::samples::{self, king, leaper, queen};
use crate::problem::{ChoiceId, Definition, Linear, Lit, Matching, Objective, Origin, Problem, Var};
use num_bigint::BigUint;
use std::fmt::Write as _;

/// Engines that depend on a library outside this crate, whose nodes are not ours to fix.
const FOREIGN: &[&str] = &["highs", "cadical"];

type Case = (&'static str, Problem, Query);

fn cases() -> Vec<Case> {
    [with_levels(), with_free_sets(), with_numbers(), with_clauses(), with_armies(), with_definitions()]
        .concat()
}

/// Every row takes one piece. `masks` counts and lists by rows, and finds a few solutions by backtracking.
fn with_levels() -> Vec<Case> {
    vec![
        ("6 queens: all", samples::queens(6), Query::All),
        ("8 queens: number", samples::queens(8), Query::Count),
        ("8 queens, with symmetries: number", grouped(samples::queens(8)), Query::Count),
        ("8 queens: first", samples::queens(8), Query::First(1)),
        ("8 queens: first 20", samples::queens(8), Query::First(20)),
        ("45 queens: first", samples::queens(45), Query::First(1)),
        ("6 pieces, two on a diagonal: all", samples::crowded_rooks(6), Query::All),
        ("7 pieces, two on a diagonal: number", grouped(samples::crowded_rooks(7)), Query::Count),
    ]
}

/// Any number of pieces, or a few. `masks` counts the sets of one class.
fn with_free_sets() -> Vec<Case> {
    let kings = samples::peaceful(4, 4, &king());
    let queens = grouped(samples::peaceful(6, 6, &queen()));
    let mut three = queens.clone();
    samples::count(&mut three, 0, 3, 3);
    let mut by_number = kings.clone();
    by_number.edit(|p| p.by = Some(number_of_pieces(&kings)));
    vec![
        ("kings on 4 x 4: number", kings.clone(), Query::Count),
        ("kings on 4 x 4: all", kings, Query::All),
        ("kings on 4 x 4: number by pieces", by_number, Query::CountBy(())),
        ("knights on 5 x 5: number", samples::peaceful(5, 5, &leaper(1, 2)), Query::Count),
        ("queens on 6 x 6, with symmetries: number", queens, Query::Count),
        ("3 queens on 6 x 6: all", three.clone(), Query::All),
        ("3 queens on 6 x 6, with symmetries: number", three, Query::Count),
    ]
}

/// Constraints on the numbers of pieces. `masks` packs; for knights, it matches.
fn with_numbers() -> Vec<Case> {
    let most = grouped(samples::most_queens_knights(4));
    let mut knights = samples::peaceful(5, 6, &leaper(1, 2));
    let objective = number_of_pieces(&knights);
    knights.edit(|p| p.objectives.push(objective));
    vec![
        ("2 queens and 2 knights on 5 x 5: number", samples::queens_knights(5, 2), Query::Count),
        ("2 queens and 2 knights on 5 x 5: first", samples::queens_knights(5, 2), Query::First(1)),
        ("most queens and knights on 4 x 4: number", most.clone(), Query::Count),
        ("most queens and knights on 4 x 4: first", most, Query::First(1)),
        ("most knights on 5 x 6: number", knights.clone(), Query::Count),
        ("most knights on 5 x 6: first 2", knights.clone(), Query::First(2)),
        ("most knights on 5 x 6: first", knights, Query::First(1)),
    ]
}

/// Every cell is attacked. `masks` covers with few pieces; with any number, it backtracks.
fn with_clauses() -> Vec<Case> {
    let queens = grouped(samples::domination(5, &queen()));
    let knights = samples::domination(4, &leaper(1, 2));
    let mut any_number = samples::domination(3, &king());
    any_number.edit(|p| p.objectives.clear());
    let mut few_outside = queens.clone();
    let is_outside = |c: &ChoiceId| [0, 4].contains(&(c.0 % 5)) || [0, 4].contains(&(c.0 / 5));
    few_outside.edit(|p| {
        let terms = p.choice_ids().filter(is_outside).map(|c| (1, c.lit())).collect();
        p.objectives.push(Objective { maximize: false, terms, constant: 0 });
    });
    vec![
        ("fewest queens that attack 5 x 5: number", queens.clone(), Query::Count),
        ("fewest queens that attack 5 x 5: first", queens, Query::First(1)),
        ("fewest queens that attack 5 x 5, fewest outside: number", few_outside.clone(), Query::Count),
        ("fewest queens that attack 5 x 5, fewest outside: first", few_outside, Query::First(1)),
        ("fewest knights that attack 4 x 4: all", knights.clone(), Query::All),
        ("fewest knights that attack 4 x 4: first", knights, Query::First(1)),
        ("kings that attack 3 x 3: number", any_number, Query::Count),
    ]
}

/// Two equal armies, as large as possible. `masks` assigns the lines to the armies.
fn with_armies() -> Vec<Case> {
    let queens = grouped(samples::armies(4, &queen()));
    vec![
        ("armies of queens on 4 x 4: number", queens.clone(), Query::Count),
        ("armies of queens on 4 x 4: first", queens, Query::First(1)),
    ]
}

/// Constraints that few engines support: a guarded sum, defined variables, a matching.
fn with_definitions() -> Vec<Case> {
    let kings = samples::peaceful(3, 3, &king());
    let choice = |i: u32| ChoiceId(i);
    let terms: Vec<(i64, Lit)> = kings.choice_ids().map(|c| (1, c.lit())).collect();
    let mut guarded = kings.clone();
    let guard = Some(choice(0).lit());
    let linear = Linear { terms: terms.clone(), lo: 3, hi: i64::MAX, guard, origin: Origin(0) };
    guarded.edit(|p| p.linears.push(linear));
    let mut defined = kings.clone();
    let two_pieces = Lit::positive(Var(kings.choices.len() as u32));
    defined.edit(|p| {
        p.definitions.push(Definition::AtLeast(terms, 2));
        p.clauses.push((vec![two_pieces, choice(4).lit()], Origin(0)));
    });
    let mut matched = kings;
    let pair = |i: u32| (choice(i), choice(i + 6), None);
    let (left, right) = ((0..3).map(choice).collect(), (6..9).map(choice).collect());
    let edges = (0..3).map(pair).collect();
    matched.edit(|p| p.matchings.push(Matching { left, right, edges, origin: Origin(0) }));
    vec![
        ("kings with a guarded sum: number", guarded, Query::Count),
        ("kings with a definition: number", defined, Query::Count),
        ("kings with a matching: number", matched, Query::Count),
    ]
}

fn number_of_pieces(problem: &Problem) -> Objective {
    Objective { maximize: true, terms: problem.choice_ids().map(|c| (1, c.lit())).collect(), constant: 0 }
}

/// Number of solutions, and the best values.
type CaseAnswer = (BigUint, Option<Vec<i64>>);

/// Nodes of the run and its answer, or the reason for which the engine declines.
fn signature(engine: &dyn Engine, (name, problem, query): &Case) -> Result<(u64, CaseAnswer), String> {
    engine.admit(&job(problem, *query)).map_err(|decline| decline.reason)?;
    let (run, solutions) = run(engine, problem, *query);
    assert!(solutions.iter().all(|s| problem.holds(s)), "{} on {name}", engine.name());
    Ok((run.stats.nodes, (run.count, run.best)))
}

/// Lines of a case. The engines that admit it must agree on the answer.
fn block(case: &Case) -> String {
    let (name, ..) = case;
    let mut agreed: Option<CaseAnswer> = None;
    let mut lines = String::new();
    for engine in ENGINES.iter().filter(|e| !FOREIGN.contains(&e.name())) {
        let line = match signature(*engine, case) {
            Ok((nodes, answer)) => {
                assert_eq!(agreed.get_or_insert(answer.clone()), &answer, "{} on {name}", engine.name());
                nodes.to_string()
            }
            Err(reason) => format!("declines: {reason}"),
        };
        writeln!(lines, "  {:<9} {line}", engine.name()).expect("a string takes everything");
    }
    let (count, best) = agreed.expect("`sat` takes every problem");
    let best = best.map(|values| format!(", best {values:?}")).unwrap_or_default();
    format!("{name}: {count}{best}\n{lines}")
}

#[test]
fn signatures() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/engine/conformance/signatures.txt");
    let text = cases().iter().map(block).collect::<Vec<_>>().join("\n");
    if std::env::var_os("UPDATE_SIGNATURES").is_some() {
        std::fs::write(path, &text).expect("a writable file");
    }
    let expected = std::fs::read_to_string(path).expect("a readable file").replace("\r\n", "\n");
    let changed: Vec<(&str, &str)> = expected.lines().zip(text.lines()).filter(|(e, t)| e != t).collect();
    assert!(
        text == expected,
        "nodes differ (expected, actual): {changed:#?}\nUPDATE_SIGNATURES=1 accepts them"
    );
}
