//! From text to solutions with grounding and the oracle alone: small specs with known answers, every solution judged.

use nauck::engine::{Collect, Control, Job, Query, engine_named};
use nauck::ground::{GroundedProblem, ground};
use nauck::model::check::{Overrides, Spec};
use nauck::model::{Model, UpTo, judge};
use nauck::text::{NoFiles, Source, Sources};

fn model(text: &str) -> Model {
    let mut sources = Sources::new();
    let root = sources.add(Source { name: "spec.puz".into(), text: text.into() });
    let (spec, form, faults) = Spec::read(&mut sources, root, &NoFiles);
    assert!(form.is_empty() && faults.is_empty(), "{form:?} {faults:?}");
    spec.model(&Overrides::new()).expect("a sound spec").0
}

fn solutions(model: &Model, grounded: &GroundedProblem) -> usize {
    let job = Job { problem: &grounded.problem, query: Query::All, seed: 0, threads: 1 };
    let oracle = engine_named("oracle").expect("the oracle");
    oracle.admit(&job).expect("a small problem");
    let mut sink = Collect::default();
    let run = oracle.run(&job, &Control::unlimited(), &mut sink).expect("no fault");
    assert!(run.end.is_complete());
    for solution in &sink.solutions {
        assert_eq!(judge(model, &grounded.diagram(solution)), []);
    }
    sink.solutions.len()
}

#[test]
fn known_answers() {
    let queen = "piece queen = ride orthogonal + ride diagonal";
    for (text, expected) in [
        (format!("board 6 x 6\n{queen}\nno attacks\ncount queen = 6"), 4),
        (format!("board 6 x 6\n{queen}\nno attacks\ncount queen = 6\nplace queen at a2"), 1),
        ("board 5 x 5 wrap both\nuse queen\nno attacks\ncount queen = 5".into(), 10),
        (format!("board 4 x 4\n{queen}\neach empty cell: attackers >= 1\nminimize count queen"), 12),
        // Latin squares of order 3 (OEIS A002860).
        ("board 3 x 3\npieces d[1..3] = none\neach row, each d k: count k = 1\neach column, each d k: count k = 1".into(), 12),
        // Independent sets of the grid (OEIS A006506), and of the king's graph (OEIS A063443).
        ("board 4 x 4\nuse wazir\nno attacks".into(), 1234),
        ("board 4 x 4\nuse king\nno attacks".into(), 314),
        // Dominoes on 4 x 4 (OEIS A004003).
        ("board 4 x 4\ntile domino \"##\"\ncount empty = 0".into(), 36),
        ("board 4 x 4\ntile domino \"##\"\ncells domino = 16".into(), 36),
        // Each rook sees exactly one other, which hides those behind it: no rook, or any two.
        ("board 4 x 1\nuse rook\neach rook: attackers rook = 1".into(), 7),
    ] {
        let model = model(&text);
        let grounded = ground(&model, UpTo::default()).expect("a small spec");
        assert_eq!(solutions(&model, &grounded), expected, "{text}");
    }
}

#[test]
fn structure_is_kept() {
    let six = model("board 6 x 6\nuse queen\nno attacks\ncount queen = 6");
    let p = ground(&six, UpTo::default()).expect("small").problem;
    assert_eq!(p.cliques.iter().filter(|l| l.exactly).count(), 12);
    assert!(p.clauses.is_empty() && p.linears.is_empty() && p.definitions.is_empty());
    let dominated = model("board 5 x 5\nuse queen\neach empty cell: attackers >= 1\nminimize count queen");
    let p = ground(&dominated, UpTo::default()).expect("small").problem;
    assert_eq!((p.clauses.len(), p.definitions.len()), (25, 0));
    let armies = model(
        "board 5 x 5\npiece white = queen\npiece black = queen\nno attacks between white, black\n\
         count white = count black\nmaximize count white",
    );
    let p = ground(&armies, UpTo::default()).expect("small").problem;
    assert_eq!((p.clauses.len(), p.definitions.len(), p.bicliques.len()), (0, 0, 24));
}

#[test]
fn a_tile_with_too_many_places_is_told() {
    let tile = format!("{}\n", "#".repeat(150)).repeat(150);
    let model = model(&format!("board 180 x 180\ntile slab \"\"\"\n{tile}\"\"\"\ncount slab = 1\n"));
    let error = ground(&model, UpTo::default()).expect_err("31 x 31 places of 22,500 cells");
    assert!(error.to_string().contains("the cells under all tiles"), "{error}");
}
