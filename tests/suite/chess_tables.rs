//! Compares the parametric specs in `examples/chess` with tables of published numbers.

use super::specs::{model_with, outcome, project, spec_at};
use nauck::run::{Outcome, Query, Request};

/// Rows of a CSV table, without comments and header.
fn rows(table: &str) -> impl Iterator<Item = Vec<&str>> {
    table.lines().filter(|l| !l.starts_with(['#', 's'])).map(|l| l.split(',').collect())
}

fn number(text: &str) -> i64 {
    text.parse().expect("a number")
}

fn run_at(name: &str, values: &[(&str, i64)], query: Query) -> Outcome {
    let model = model_with(&spec_at(&project().join(format!("examples/chess/{name}.puz"))), values);
    let request = Request { query, ..Request::of(&model) };
    outcome(&model, &request)
}

#[test]
fn counts() {
    let mut held = 0;
    for row in rows(include_str!("../data/chess_counts.csv")) {
        let [spec, width, height, k, count, origin] = row[..] else { panic!("{row:?}") };
        let (piece, suffix) =
            spec.split_once('_').map_or((spec, String::new()), |(p, s)| (p, format!("_{s}")));
        let (w, h, pieces) = (number(width), number(height), number(k));
        let name = format!("k_{piece}s{suffix}");
        let found = run_at(&name, &[("w", w), ("h", h), ("k", pieces)], Query::Count);
        assert!(found.is_exhausted(), "{row:?}");
        assert_eq!(found.count().to_string(), count, "{name} {width} x {height}, k = {k}, {origin}");
        held += 1;
    }
    assert!(held >= 90, "{held}");
}

#[test]
fn optima() {
    let mut held = 0;
    for row in rows(include_str!("../data/chess_optima.csv")) {
        let [spec, width, height, optimum, sets, origin] = row[..] else { panic!("{row:?}") };
        let values = [("w", number(width)), ("h", number(height))];
        let query = if sets.is_empty() { Query::First(1) } else { Query::All };
        let found = run_at(spec, &values, query);
        let at = format!("{spec} {width} x {height}, {origin}");
        assert!(found.is_optimal(), "{at}");
        assert_eq!(found.best(), Some([number(optimum)].as_slice()), "{at}");
        if !sets.is_empty() {
            assert_eq!(found.count().to_string(), sets, "{at}");
        }
        held += 1;
    }
    assert!(held >= 20, "{held}");
}
