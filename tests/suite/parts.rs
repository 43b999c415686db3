//! Checkpoints and shards: a search that is truncated anywhere and resumed, or divided and merged, gives the same answer as
//! an uninterrupted one.

use super::command;
use super::specs::{model_with, project, spec_at};
use nauck::engine::{Limits, Stop};
use nauck::model::{Diagram, Model};
use nauck::run::{
    Checkpoint, Discard, LedgerError, Outcome, PresentedSolution, Query, Request, RunError, Show, Status,
    divide, run_share, run_written,
};
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

fn folder(name: &str) -> PathBuf {
    command::folder("parts", name)
}

fn model(file: &str, settings: &[(&str, i64)]) -> Model {
    model_with(&spec_at(&project().join(file)), settings)
}

/// Specs for every kind of search, each with a parameter and a small value for it.
const SPECS: &[(&str, &str, i64)] = &[
    ("examples/queens.puz", "n", 7),
    ("examples/queens_knights.puz", "n", 5),
    ("examples/chess/peaceable_queens.puz", "w", 5),
    ("examples/chess/queen_domination.puz", "w", 5),
    ("examples/sequences/a002860_latin_squares.puz", "n", 4),
    ("examples/sequences/a063443_kings_any.puz", "n", 6),
    ("examples/sequences/a051754_one_attack_each.puz", "n", 5),
];

const WANTED: [Query; 3] = [Query::All, Query::Count, Query::First(1)];

#[derive(Default)]
struct Boards(Vec<Diagram>);

impl Show for Boards {
    fn solution(&mut self, shown: &PresentedSolution) -> ControlFlow<()> {
        self.0.push(shown.diagram.clone());
        ControlFlow::Continue(())
    }
}

/// The parts of an outcome that must be the same; includes the boards if the request lists all.
fn told(outcome: &Outcome, boards: Boards, request: &Request) -> String {
    let boards = if request.query == Query::All { boards.0 } else { Vec::new() };
    format!(
        "{:?} {:?} {:?} {} {:?} {boards:?}",
        outcome.status(),
        outcome.satisfiable(),
        outcome.best(),
        outcome.count(),
        outcome.orbits(),
    )
}

fn answer(model: &Model, request: &Request, written: &Checkpoint) -> Result<String, RunError> {
    let mut boards = Boards::default();
    let outcome = run_written(model, request, &Arc::default(), None, written, &mut boards)?;
    Ok(told(&outcome, boards, request))
}

/// Runs every share and returns the paths of the results in `folder`.
fn shares(model: &Model, request: &Request, shards: usize, folder: &Path) -> Vec<PathBuf> {
    let division = divide(model, request, shards).expect("it can be divided");
    let path = |i: usize| folder.join(i.to_string());
    for (i, header) in division.shares.iter().enumerate() {
        let done = run_share(model, request, header, &path(i), &Arc::default(), None).expect("it runs");
        assert!(done.complete && done.stopped.is_none());
    }
    (0..shards).map(path).collect()
}

#[test]
fn shards_come_to_what_the_whole_does() {
    let folder = folder("shards");
    let mut cubes = 0;
    for &(file, parameter, value) in SPECS {
        let model = model(file, &[(parameter, value)]);
        let orbits = [(false, false), (true, false), (true, true)];
        for (query, (orbits, exchange)) in WANTED.into_iter().flat_map(|w| orbits.map(|o| (w, o))) {
            // The first solution, and so its orbit, may differ.
            let orbits = orbits && query != Query::First(1);
            let request = Request { query, orbits, exchange, ..Request::of(&model) };
            for shards in [1, 3] {
                let here = folder.join(format!("{shards}"));
                fs::create_dir_all(&here).expect("a folder");
                let paths = shares(&model, &request, shards, &here);
                cubes += paths.len();
                let whole = answer(&model, &request, &Checkpoint::Off).expect("it runs");
                let merged = answer(&model, &request, &Checkpoint::Merge(paths)).expect("it merges");
                assert_eq!(merged, whole, "{file} {query:?} {orbits} {shards}");
                fs::remove_dir_all(&here).expect("it exists");
            }
        }
    }
    assert!(cubes > 100);
}

/// A part fixes many literals, so most of what its groups tell the clause solver is decided at the root.
#[test]
fn shards_of_connected_cells() {
    let folder = folder("connected");
    let model = model("examples/genres/nurikabe.puz", &[]);
    let engine = Some("sat".to_owned());
    let request = Request { query: Query::Count, engine, ..Request::of(&model) };
    let paths = shares(&model, &request, 2, &folder);
    let whole = answer(&model, &request, &Checkpoint::Off).expect("it runs");
    assert_eq!(answer(&model, &request, &Checkpoint::Merge(paths)).expect("it merges"), whole);
}

/// The engine, the query and the spec of searches, and whether they have parts of their own.
const OWN: &[(&str, &str, Query, bool)] = &[
    ("masks", "examples/queens.puz", Query::Count, true),
    ("masks", "examples/queens_knights.puz", Query::All, true),
    ("masks", "examples/queens_knights.puz", Query::First(1), true),
    ("masks", "examples/sequences/a002564_queen_domination_sets.puz", Query::Count, true),
    ("masks", "examples/chess/peaceable_queens.puz", Query::Count, false),
    ("cover", "examples/queens.puz", Query::All, true),
    ("cover", "examples/queens.puz", Query::Count, true),
    ("cover", "examples/queens.puz", Query::First(1), false),
    ("sat", "examples/queens.puz", Query::Count, false),
    ("frontier", "examples/sequences/a063443_kings_any.puz", Query::Count, false),
];

#[test]
fn an_engine_searches_its_own_parts_on_any_number_of_threads() {
    let folder = folder("own");
    for &(engine, file, query, own) in OWN {
        let model = model(file, &[]);
        let request = |threads| Request {
            query,
            threads,
            engine: Some(engine.to_owned()),
            up_to_symmetry: false,
            ..Request::of(&model)
        };
        let whole = answer(&model, &request(1), &Checkpoint::Off).expect("it runs");
        for threads in [1, 2, 7] {
            let division = divide(&model, &request(threads), 2).expect("it can be divided");
            let numbering = &division.shares[0].numbering;
            assert_eq!(numbering.engine.as_ref().map(|e| e.0.as_str()), own.then_some(engine), "{file}");
            assert_eq!(division.overhead.is_none(), own, "{engine} {file}");
            assert_eq!(numbering.cubes, division.cubes.len());
            let here = folder.join(format!("{threads}"));
            fs::create_dir_all(&here).expect("a folder");
            let paths = shares(&model, &request(threads), 2, &here);
            let merged = answer(&model, &request(threads), &Checkpoint::Merge(paths)).expect("it merges");
            assert_eq!(merged, whole, "{engine} {file} {query:?} {threads}");
            fs::remove_dir_all(&here).expect("it exists");
        }
    }
}

/// All contents of a row occur after two or three rows, so each part of this search would take as long as the whole.
#[test]
fn a_long_frontier_stays_in_one_piece() {
    let folder = folder("frontier");
    let model = model("examples/sequences/a063443_kings_any.puz", &[("n", 20)]);
    let request = Request { query: Query::Count, ..Request::of(&model) };
    let division = divide(&model, &request, 64).expect("it can be divided");
    assert_eq!(division.cubes.len(), 1);
    let paths = shares(&model, &request, 64, &folder);
    let whole = answer(&model, &request, &Checkpoint::Off).expect("it runs");
    assert_eq!(answer(&model, &request, &Checkpoint::Merge(paths)).expect("it merges"), whole);
}

/// A shard of the engine's own parts belongs to one version of the program and to one division.
#[test]
fn a_share_of_another_version_or_division_is_refused() {
    let folder = folder("refused");
    let model = model("examples/queens.puz", &[("n", 8)]);
    let request = Request { query: Query::Count, ..Request::of(&model) };
    let header = divide(&model, &request, 2).expect("it can be divided").shares[0].clone();
    assert!(header.numbering.engine.is_some());
    let path = folder.join("share");
    let refused = |header| {
        let done = run_share(&model, &request, &header, &path, &Arc::default(), None);
        done.expect_err("it is refused").to_string()
    };
    let mut older = header.clone();
    older.search.nauck = "0.0.9".to_owned();
    let words = refused(older);
    assert!(words.contains("its version of the program is `0.0.9`"), "{words}");
    let mut other = header.clone();
    other.search.problem = "sha256:0".to_owned();
    let words = refused(other);
    assert!(words.contains("its puzzle is `sha256:0`"), "{words}");
    run_share(&model, &request, &header, &path, &Arc::default(), None).expect("it runs");
    let mut elsewhere = header;
    elsewhere.numbering.digest = "sha256:0".to_owned();
    let words = refused(elsewhere);
    assert!(words.contains("another share of the search, or to another division"), "{words}");
}

#[test]
fn a_ledger_cut_off_at_any_byte_is_gone_on_with() {
    let folder = folder("cut");
    let model = model("examples/queens.puz", &[("n", 6)]);
    let request = Request { query: Query::Count, threads: 1, ..Request::of(&model) };
    let division = divide(&model, &request, 1).expect("it can be divided");
    let path = folder.join("ledger");
    let go_on = || run_share(&model, &request, &division.shares[0], &path, &Arc::default(), None);
    go_on().expect("it runs");
    let whole = fs::read(&path).expect("it exists");
    let answer_of = || answer(&model, &request, &Checkpoint::Merge(vec![path.clone()])).expect("it merges");
    let right = answer_of();
    let header = whole.iter().position(|&b| b == b'\n').expect("a line");
    // Cuts the records densely, the long first line sparsely.
    for length in (0..header).step_by(97).chain((header - 1..whole.len()).step_by(7)) {
        fs::write(&path, &whole[..length]).expect("it can be written");
        let done = go_on().expect("it resumes");
        assert!(done.complete, "truncated at {length}");
        if length % 5 == 0 {
            assert_eq!(answer_of(), right, "truncated at {length}");
        }
    }
}

#[test]
fn a_run_stopped_at_a_limit_goes_on() {
    let folder = folder("limit");
    let model = model("examples/queens.puz", &[("n", 11)]);
    let request = Request { query: Query::Count, threads: 2, ..Request::of(&model) };
    let division = divide(&model, &request, 1).expect("it can be divided");
    let path = folder.join("ledger");
    let some = Request { limits: Limits { nodes: Some(3_000), ..Limits::default() }, ..request.clone() };
    let mut missing = division.shares[0].own().len();
    let mut stops = 0;
    loop {
        let done = run_share(&model, &some, &division.shares[0], &path, &Arc::default(), None);
        let done = done.expect("it runs");
        if done.complete {
            break;
        }
        assert_eq!(done.stopped, Some(Stop::Nodes));
        assert!(done.missing < missing, "every run completes at least one cube");
        (missing, stops) = (done.missing, stops + 1);
    }
    assert!(stops > 2, "{stops}");
    let whole = answer(&model, &request, &Checkpoint::Off).expect("it runs");
    assert_eq!(answer(&model, &request, &Checkpoint::Merge(vec![path])).expect("it merges"), whole);
}

#[test]
fn a_checkpoint_has_the_answer() {
    let folder = folder("checkpoint");
    let model = model("examples/queens.puz", &[("n", 12)]);
    let request = Request { query: Query::Count, threads: 2, ..Request::of(&model) };
    let path = folder.join("checkpoint");
    let begun =
        run_written(&model, &request, &Arc::default(), None, &Checkpoint::New(path.clone()), &mut Discard);
    let begun = begun.expect("it runs");
    let resumed =
        run_written(&model, &request, &Arc::default(), None, &Checkpoint::Resume(path), &mut Discard);
    let resumed = resumed.expect("it resumes");
    for outcome in [begun, resumed] {
        assert_eq!((outcome.status(), outcome.count()), (Status::Complete, &14_200_u32.into()));
        let kept = outcome.checkpoint().expect("a checkpoint was kept");
        assert_eq!((kept.missing, kept.unwritten.as_deref()), (0, None));
    }
}

#[test]
fn another_search_is_refused() {
    let folder = folder("other");
    let model_of = |n| model("examples/queens.puz", &[("n", n)]);
    let (six, seven) = (model_of(6), model_of(7));
    let path = folder.join("checkpoint");
    let count = |m: &Model| Request { query: Query::Count, ..Request::of(m) };
    answer(&six, &count(&six), &Checkpoint::New(path.clone())).expect("it runs");
    let resumed = Checkpoint::Resume(path.clone());
    let refused = |model: &Model, request: &Request, written: &Checkpoint| {
        answer(model, request, written).expect_err("it is another search").to_string()
    };
    let words = refused(&seven, &count(&seven), &resumed);
    assert!(words.contains("another search: its puzzle is `sha256:"), "{words}");
    let words = refused(&six, &Request { query: Query::All, ..count(&six) }, &resumed);
    assert!(words.contains("its question is `count`, but this run's is `all`"), "{words}");
    let words = refused(&six, &Request { seed: 7, ..count(&six) }, &resumed);
    assert!(words.contains("its seed is `0`, but this run's is `7`"), "{words}");
    let begun = Checkpoint::New(path.clone());
    assert!(refused(&six, &count(&six), &begun).contains("use `--resume` to continue it"));
    let nothing = Checkpoint::Resume(folder.join("nothing"));
    assert!(
        refused(&six, &count(&six), &nothing).contains("does not exist; use `--checkpoint` to create one")
    );
    fs::write(&path, "a text that somebody else wrote\n").expect("it can be written");
    assert!(refused(&six, &count(&six), &resumed).contains("is not a valid checkpoint"));
    fs::write(&path, "half a line").expect("it can be written");
    assert!(refused(&six, &count(&six), &resumed).contains("is not a valid checkpoint"));
    assert_eq!(fs::read_to_string(&path).expect("it exists"), "half a line", "the file is unchanged");
}

#[test]
fn missing_and_foreign_shares_are_told() {
    let folder = folder("missing");
    let model = model("examples/queens.puz", &[("n", 6)]);
    let request = Request { query: Query::Count, ..Request::of(&model) };
    let paths = shares(&model, &request, 3, &folder);
    let some = Checkpoint::Merge(paths[1..].to_vec());
    let Err(RunError::Ledger(LedgerError::Incomplete { missing, cubes })) = answer(&model, &request, &some)
    else {
        panic!("a third of the cubes is missing");
    };
    assert!(!missing.is_empty() && missing.len() < cubes);
    let twice = Checkpoint::Merge([paths.clone(), vec![paths[0].clone()]].concat());
    let once = Checkpoint::Merge(paths);
    let answers = [twice, once].map(|w| answer(&model, &request, &w).expect("it merges"));
    assert_eq!(answers[0], answers[1], "a duplicate share counts once");
}

#[test]
fn the_command_plans_runs_and_merges() {
    let folder = folder("command");
    let puzzle = |args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_puzzle"));
        let out = command.current_dir(&folder).env_remove("SLURM_ARRAY_TASK_ID").args(args).output();
        let out = out.expect("the command runs");
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("text");
        (out.status.code(), text(&out.stdout), text(&out.stderr))
    };
    let spec = project().join("examples/queens_knights.puz");
    let spec = spec.to_str().expect("text");
    let (code, said, _) = puzzle(&["shard", "plan", spec, "--shards", "2", "-o", "plan.json"]);
    assert!(code == Some(0) && said.starts_with("2 shards of "), "{said}");
    assert_eq!(puzzle(&["shard", "run", "plan.json", "--index", "1", "-o", "out"]).0, Some(0));
    let (code, _, said) = puzzle(&["shard", "merge", "out"]);
    assert_eq!((code, said.as_str()), (Some(3), "1 of 2 shards are missing:\n  0: not started\n"));
    assert_eq!(puzzle(&["shard", "run", "plan.json", "--index", "0", "-o", "out"]).0, Some(0));
    let again = puzzle(&["shard", "run", "plan.json", "--index", "0", "-o", "out"]);
    assert_eq!(again.1, "shard 0 is already done\n");
    let whole = puzzle(&["run", spec, "--sorted", "--json"]).1;
    let merged = puzzle(&["shard", "merge", "out", "--sorted", "--json"]).1;
    let answer = |json: &str| {
        let object: serde_json::Value = serde_json::from_str(json).expect("JSON");
        ["boards", "solutions", "optimum", "orbits", "status"].map(|key| object.get(key).cloned())
    };
    assert_eq!(answer(&merged), answer(&whole));
    assert!(answer(&whole).iter().filter(|v| v.is_some()).count() == 5, "{whole}");
    let (code, _, said) = puzzle(&["shard", "run", "plan.json", "--index", "2", "-o", "out"]);
    assert!(code == Some(2) && said.contains("there is no shard 2"), "{said}");
    let (code, _, said) = puzzle(&["shard", "run", "plan.json", "-o", "out"]);
    assert!(code == Some(2) && said.contains("no shard is named"), "{said}");
}
