//! Workloads of `docs/performance.md`, each on one thread, timed from the text of a spec to its answer. The answer is
//! compared with the published one. `cargo bench` runs all workloads (several minutes); `cargo bench -- queens` runs those
//! whose name contains the word.
//!
//! `NAUCK_BENCH_SPECS=FOLDER` adds runs over all specs in a folder in one process, to measure throughput on small puzzles.

use divan::Bencher;
use nauck::Puzzle;
use nauck::run::{Discard, Query, Request, run};
use nauck::text::{LoadError, Loader, Source};
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

/// A spec with its parameters, the query, and the published answer.
struct Row {
    /// Path relative to `examples`.
    spec: &'static str,
    params: &'static [(&'static str, i64)],
    ask: Asked,
}

/// Query and expected answer.
#[derive(Clone, Copy)]
enum Asked {
    /// Number of solutions.
    Number(&'static str),
    /// Proved optimum.
    Optimum(i64),
    /// Optimum and number of optimal solutions.
    Both(i64, &'static str),
    /// One solution.
    One,
}
use Asked::{Both, Number, One, Optimum};

const fn row(spec: &'static str, params: &'static [(&'static str, i64)], ask: Asked) -> Row {
    Row { spec, params, ask }
}

/// Sources: OEIS A000170, A051223, A007705, A063443, A006506, A141243, A075458 and A002564, A006075, A250000, A002860,
/// A133791; for queens and knights, the table of hand-written searches with which the project is compared.
const ROWS: &[Row] = &[
    row("queens.puz", &[("n", 12)], Number("14200")),
    row("queens.puz", &[("n", 14)], Number("365596")),
    row("queens.puz", &[("n", 15)], Number("2279184")),
    row("queens.puz", &[("n", 16)], Number("14772512")),
    row("queens.puz", &[("n", 1000)], One),
    row("sequences/a051223_superqueens.puz", &[("n", 13)], Number("1876")),
    row("sequences/a051223_superqueens.puz", &[("n", 14)], Number("5180")),
    row("sequences/a007705_torus_queens.puz", &[("n", 5)], Number("88")),
    row("sequences/a007705_torus_queens.puz", &[("n", 6)], Number("4524")),
    row("queens_knights.puz", &[("n", 9)], Both(12, "16")),
    row("queens_knights.puz", &[("n", 10)], Both(14, "8")),
    row("queens_knights.puz", &[("n", 11)], Both(14, "314672")),
    row("sequences/a063443_kings_any.puz", &[("n", 16)], Number("44222017282082621251230960522832336")),
    row(
        "sequences/a006506_wazirs_any.puz",
        &[("n", 15)],
        Number("52521741712869136440040654451875316861275"),
    ),
    row("sequences/a133791_king_domination_any.puz", &[("n", 7)], Number("373654052856545")),
    row("chess/queen_domination.puz", &[("w", 12)], Optimum(6)),
    row("chess/queen_domination.puz", &[("w", 13)], Optimum(7)),
    row("chess/knight_domination.puz", &[("w", 10)], Optimum(16)),
    row("chess/knight_domination.puz", &[("w", 11)], Optimum(21)),
    row("chess/peaceable_queens.puz", &[("w", 9)], Optimum(12)),
    row("chess/peaceable_queens.puz", &[("w", 10)], Optimum(14)),
    row("sequences/pentominoes_6x10.puz", &[], Number("9356")),
    row("sequences/pentominoes_5x12.puz", &[], Number("4040")),
    row("sequences/pentominoes_4x15.puz", &[], Number("1472")),
    row("sequences/pentominoes_3x20.puz", &[], Number("8")),
    row("sequences/a002860_latin_squares.puz", &[("n", 5)], Number("161280")),
];

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = Path::new(self.spec).file_stem().expect("a name").to_string_lossy();
        let params: Vec<String> = self.params.iter().map(|(name, value)| format!("{name}={value}")).collect();
        write!(f, "{name} {}", params.join(" "))
    }
}

/// Loads includes relative to the including file.
struct Beside;

impl Loader for Beside {
    fn load(&self, path: &str, from: &str) -> Result<Source, LoadError> {
        let path = Path::new(from).parent().unwrap_or(Path::new("")).join(path);
        let text = fs::read_to_string(&path).map_err(|_| LoadError::Missing)?;
        Ok(Source { name: path.to_string_lossy().into(), text: text.into() })
    }
}

fn puzzle(path: &Path, text: &str, params: &[(&str, i64)]) -> Puzzle {
    let source = Source { name: path.to_string_lossy().into(), text: text.into() };
    let puzzle = Puzzle::read(source, &Beside).unwrap_or_else(|faults| panic!("{faults}"));
    params.iter().fold(puzzle, |p, &(name, value)| p.with(name, value).unwrap_or_else(|f| panic!("{f}")))
}

/// Answers the query and compares the answer with the published one.
fn answer(path: &Path, text: &str, row: &Row) {
    let puzzle = puzzle(path, text, row.params);
    let query = match row.ask {
        Number(_) | Both(..) => Query::Count,
        Optimum(_) | One => Query::First(1),
    };
    let request = Request { query, ..puzzle.request() };
    let answer = run(puzzle.model(), &request, &Default::default(), &mut Discard).expect("an answer");
    match row.ask {
        Number(n) => assert_eq!(answer.count().to_string(), n),
        Optimum(best) => assert_eq!(answer.best(), Some([best].as_slice())),
        Both(best, n) => {
            assert_eq!((answer.best(), &*answer.count().to_string()), (Some([best].as_slice()), n));
        }
        One => assert_eq!(answer.satisfiable(), Some(true)),
    }
    assert!(answer.status() == nauck::run::Status::Complete);
}

#[divan::bench(args = ROWS, sample_count = 5, sample_size = 1)]
fn workload(bencher: Bencher<'_, '_>, row: &Row) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples").join(row.spec);
    let text = fs::read_to_string(&path).expect("a spec");
    bencher.bench(|| answer(&path, &text, row));
}

/// Work to do for each spec of a folder.
#[derive(Clone, Copy, Debug)]
enum Work {
    /// Read the text and answer the spec's own query.
    Asked,
    /// Read the text and count the solutions.
    Counted,
    /// Answer the spec's own query; reading and checking are not timed.
    AskedOnceRead,
}

#[divan::bench(args = [Work::Asked, Work::Counted, Work::AskedOnceRead], sample_count = 5, sample_size = 1)]
fn folder(bencher: Bencher<'_, '_>, work: Work) {
    let Some(folder) = std::env::var_os("NAUCK_BENCH_SPECS") else { return };
    let paths = fs::read_dir(PathBuf::from(folder)).expect("a folder").map(|e| e.expect("an entry").path());
    let specs: Vec<(PathBuf, String)> = paths
        .filter(|p| p.extension().is_some_and(|e| e == "puz"))
        .map(|p| (p.clone(), fs::read_to_string(&p).expect("a spec")))
        // Files of rules have no board and cannot be run.
        .filter(|(_, text)| text.lines().any(|line| line.starts_with("board")))
        .collect();
    let read: Vec<Puzzle> = match work {
        Work::AskedOnceRead => specs.iter().map(|(path, text)| puzzle(path, text, &[])).collect(),
        Work::Asked | Work::Counted => Vec::new(),
    };
    bencher.counter(divan::counter::ItemsCount::new(specs.len())).bench(|| match work {
        Work::Asked => specs.iter().for_each(|(path, text)| {
            puzzle(path, text, &[]).solve().expect("an answer");
        }),
        Work::Counted => specs.iter().for_each(|(path, text)| {
            puzzle(path, text, &[]).count().expect("an answer");
        }),
        Work::AskedOnceRead => read.iter().for_each(|puzzle| {
            puzzle.solve().expect("an answer");
        }),
    });
}

fn main() {
    divan::main();
}
