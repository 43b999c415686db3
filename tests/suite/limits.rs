//! Limits: at any limit, a run ends cleanly, reports what it knows so far and names the limit. These tests check output, exit
//! status and counts; `tests/reliability/limits.py` measures times.

use super::command::{end_within, puzzle_reading};
use super::specs::project;
use serde_json::Value;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Runs the text; returns the exit status and the JSON object.
fn run(text: &str, args: &[&str]) -> (Option<i32>, Value) {
    let output = puzzle_reading(&[&["run", "-", "--json"], args].concat(), text);
    let said = String::from_utf8_lossy(&output.stderr);
    let object = serde_json::from_slice(&output.stdout).unwrap_or_else(|e| panic!("{args:?}: {e}: {said}"));
    (output.status.code(), object)
}

fn queens(n: u32) -> String {
    format!("board {n} x {n}\nuse queen\nno attacks\ncount queen = {n}\n")
}

fn at_limit(text: &str, args: &[&str], limit: &str) -> Value {
    let (code, object) = run(text, args);
    let seen = (code, object["status"].as_str(), object["limit"].as_str());
    assert_eq!(seen, (Some(3), Some("limit"), Some(limit)), "{args:?}: {object}");
    object
}

#[test]
fn nodes_hold_within_a_tenth() {
    let dominated = |n: u32| {
        format!("board {n} x {n}\nuse queen\neach empty cell: attackers >= 1\nminimize count queen\n")
    };
    let halves = "board 20 x 8\nwalls column j\nuse queen\nno attacks\nin a1..i8: count queen = 8\nin k1..t8: count queen = 8\n";
    let cases: [(&str, String, &[&str]); 9] = [
        ("masks", queens(14), &["--count"]),
        ("cover", queens(14), &["--count"]),
        ("sat", queens(12), &["--count"]),
        ("masks", dominated(13), &[]),
        ("oracle", "board 4 x 5\npiece stone = none\ncount stone in row 1 <= 3\n".to_owned(), &["--count"]),
        ("masks", queens(13), &["--all"]),
        ("cover", queens(13), &["--all"]),
        ("frontier", "board 16 x 16\nuse king\nno attacks\n".to_owned(), &["--count"]),
        ("auto", halves.to_owned(), &["--count"]),
    ];
    for (engine, text, more) in cases {
        for threads in ["1", "2"] {
            let args = ["--engine", engine, "--node-limit", "10000", "--threads", threads];
            let object = at_limit(&text, &[&args[..], more].concat(), "nodes");
            let nodes = object["stats"]["nodes"].as_u64().expect("a number");
            assert!((9_000..=11_000).contains(&nodes), "{engine} {more:?}, {threads} threads: {nodes} nodes");
            assert_eq!(object["complete"], false);
        }
    }
}

/// Coloring excludes 39 and 38 queens; the engine that finds 37 does not know that.
#[test]
fn an_optimum_is_known_once_another_engine_has_proved_the_bound() {
    let text =
        "board 25 x 25\nwalls cells where (x + y) % 5 = 0\nuse queen\nno attacks\nmaximize count queen\n";
    let (code, object) = run(text, &["--first", "--threads", "1", "--node-limit", "200000"]);
    let known = (code, &object["optimal"], &object["optimum"][0]);
    assert_eq!(known, (Some(0), &true.into(), &"37".into()), "{object}");
}

#[test]
fn solutions_are_counted_up_to_their_limit() {
    for engine in ["auto", "masks", "cover", "sat"] {
        for query in
            [&["--count"][..], &["--all"], &["--limit", "60"], &["--count-by", "count queen in row 1"]]
        {
            let args = [&["--engine", engine, "--solution-limit", "50"], query].concat();
            let object = at_limit(&queens(8), &args, "solutions");
            assert_eq!(
                (&object["solutions"], &object["satisfiable"]),
                (&"50".into(), &true.into()),
                "{args:?}"
            );
            if query == ["--all"] {
                assert_eq!(object["boards"].as_array().map(Vec::len), Some(50));
            }
        }
        // A limit equal to the number of solutions does not stop the run.
        let (code, object) = run(&queens(8), &["--engine", engine, "--solution-limit", "92", "--count"]);
        assert_eq!((code, &object["complete"], &object["solutions"]), (Some(0), &true.into(), &"92".into()));
        let (code, object) = run(&queens(8), &["--engine", engine, "--solution-limit", "50", "--first"]);
        assert_eq!((code, &object["solutions"]), (Some(0), &"1".into()));
    }
}

#[test]
fn the_memory_of_the_process_ends_a_run() {
    // Less than the program itself needs, so the first check stops the run.
    for engine in ["auto", "masks", "cover", "sat"] {
        let object =
            at_limit(&queens(18), &["--count", "--memory-limit", "1M", "--engine", engine], "memory");
        assert_eq!(object["complete"], false);
    }
}

#[test]
fn a_grounding_is_stopped() {
    let large = "board 1000 x 1000\nuse queen, knight\nno attacks\nmaximize count piece\n";
    for (limit, args) in [("time", ["--time-limit", "1ms"]), ("memory", ["--memory-limit", "40M"])] {
        let object = at_limit(large, &args, limit);
        assert_eq!((&object["engine"], &object["satisfiable"]), (&"none".into(), &Value::Null));
        assert_eq!((&object["optimal"], &object["stats"]["spec"]), (&false.into(), &Value::Null));
    }
}

#[test]
fn an_optimum_is_told_as_far_as_it_is_known() {
    let text = "board 10 x 10\npiece white = queen\npiece black = queen\nno attacks between white, black\n\
                count white = count black\nmaximize count white\n";
    for engine in ["masks", "sat", "milp"] {
        let object = at_limit(text, &["--first", "--node-limit", "4000", "--engine", engine], "nodes");
        assert_eq!(object["optimal"], false, "{engine}");
    }
}

#[test]
fn orbits_cut_off_are_no_complete_answer() {
    // Counting takes fewer nodes than allowed, the orbits more.
    let (code, whole) = run(&queens(9), &["--count", "--threads", "1"]);
    assert_eq!(code, Some(0));
    let nodes = whole["stats"]["nodes"].as_u64().expect("a number");
    let limit = (nodes + 1).to_string();
    let object =
        at_limit(&queens(9), &["--count", "--orbits", "--threads", "1", "--node-limit", &limit], "nodes");
    assert!(object.get("orbits").is_none(), "{object}");
}

/// Phase that takes far longer than the limits below.
struct LongPhase {
    name: &'static str,
    spec: String,
    args: &'static [&'static str],
}

fn phases() -> [LongPhase; 8] {
    let phase = |name, spec: &str, args| LongPhase { name, spec: spec.to_owned(), args };
    [
        phase("ground many kinds", "board 30 x 30\npieces d[1..1000] = queen\nno attacks\n", &["--first"]),
        phase("ground many cells", "board 1000 x 1000\nuse queen, knight\nno attacks\n", &["--first"]),
        phase("split", "board 1000 x 1000\npiece a = none\ncount a = 400\n", &["--count"]),
        phase("bid on a cube", "board 158 x 158 x 158\npiece a = none\n", &["--first"]),
        phase("bid on hexagons", "board hex 1155\npiece a = none\n", &["--first"]),
        phase("search", &queens(22), &["--count"]),
        phase("judge", "board 20 x 20\npiece a = none\n", &["--limit", "900000", "--sorted"]),
        phase("write", "board 60 x 60\npiece a = none\n", &["--all", "--stream", "--format", "jsonl"]),
    ]
}

fn phase(name: &str) -> LongPhase {
    phases().into_iter().find(|phase| phase.name == name).expect("a phase of this name")
}

/// Maximum wait of a test, generous enough for a slow and busy machine. Without limits, these runs take minutes to hours.
const SOON: Duration = Duration::from_secs(40);

#[test]
fn the_time_ends_every_phase() {
    for LongPhase { name, spec, args } in phases() {
        let begun = Instant::now();
        let output =
            puzzle_reading(&[&["run", "-", "--time-limit", "300ms", "--quiet"], args].concat(), &spec);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(3), "{name}: {said}");
        assert!(begun.elapsed() < SOON, "{name}: {:?}", begun.elapsed());
    }
}

/// Leaves out `write`, since streaming takes no memory.
#[test]
fn the_memory_ends_every_phase_that_takes_some() {
    // Some phases may overshoot: tables over millions of choices are allocated at once.
    let cases = [
        ("ground many kinds", 60, true),
        ("ground many kinds", 100, true),
        ("ground many kinds", 130, true),
        ("ground many cells", 40, false),
        ("bid on a cube", 40, false),
        ("judge", 60, false),
    ];
    for (name, mebibytes, holds) in cases {
        let LongPhase { spec, args, .. } = phase(name);
        let (limit, begun) = (format!("{mebibytes}M"), Instant::now());
        let output =
            puzzle_reading(&[&["run", "-", "--json", "--memory-limit", &limit], args].concat(), &spec);
        let object: Value = serde_json::from_slice(&output.stdout).expect("an object");
        let seen = (output.status.code(), object["limit"].as_str());
        assert_eq!(seen, (Some(3), Some("memory")), "{name}: {object}");
        assert!(begun.elapsed() < SOON, "{name}: {:?}", begun.elapsed());
        if holds && let Some(peak) = object["stats"]["peak_memory"].as_u64() {
            assert!(peak <= mebibytes * 12 * (1 << 20) / 10, "{name}: {peak} bytes, {limit} allowed");
        }
    }
}

#[test]
fn the_time_of_a_slow_pipe_counts() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_puzzle"))
        .args(["run", "-", "--time-limit", "200ms", "--json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the command runs");
    std::thread::sleep(Duration::from_millis(400));
    let mut pipe = child.stdin.take().expect("a pipe");
    pipe.write_all(queens(8).as_bytes()).expect("it is read");
    drop(pipe);
    let output = child.wait_with_output().expect("an end");
    let object: Value = serde_json::from_slice(&output.stdout).expect("an object");
    assert_eq!((output.status.code(), object["limit"].as_str()), (Some(3), Some("time")), "{object}");
}

#[test]
fn a_large_check_counts_as_time() {
    // About half a second of windows, at the limit of their number.
    let text = "board 1000 x 500\npiece a = none\neach window 3 x 3: count a <= 1\n";
    let output = puzzle_reading(&["run", "-", "--time-limit", "1ms", "--first"], text);
    // A spec refused for its size is refused before the run starts.
    assert!(matches!(output.status.code(), Some(2 | 3)), "{}", String::from_utf8_lossy(&output.stderr));
}

/// Sends a signal to a command; returns its exit status.
#[cfg(unix)]
fn signal(signal: &str, child: &mut Child) -> Option<i32> {
    let sent = Command::new("kill").args(["-s", signal, &child.id().to_string()]).status();
    assert!(sent.expect("kill runs").success());
    end_within(SOON, child).code()
}

#[cfg(unix)]
#[test]
fn a_signal_ends_every_phase() {
    let read = ("read", None, &[][..]);
    let others = phases();
    let others = others.iter().map(|phase| (phase.name, Some(phase.spec.as_str()), phase.args));
    for (i, (name, spec, args)) in std::iter::once(read).chain(others).enumerate() {
        let mut child = Command::new(env!("CARGO_BIN_EXE_puzzle"))
            .args([&["run", "-", "--quiet"], args].concat())
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the command runs");
        let mut pipe = child.stdin.take();
        if let Some(spec) = spec {
            pipe.take().expect("a pipe").write_all(spec.as_bytes()).expect("it is read");
        }
        std::thread::sleep(Duration::from_millis(250));
        assert_eq!(signal(["INT", "TERM"][i % 2], &mut child), Some(130), "{name}");
    }
}

/// Solutions of independent parts are combined outside the engines, which do not poll for signals there.
#[cfg(unix)]
#[test]
fn a_signal_ends_a_list_that_is_under_way() {
    let spec = project().join("tests/cli/files/any_of_sixty.puz");
    let mut child = Command::new(env!("CARGO_BIN_EXE_puzzle"))
        .args(["run", "--all", "--stream", "--format", "jsonl", "--quiet"])
        .arg(spec)
        .stdout(Stdio::piped())
        .spawn()
        .expect("the command runs");
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    lines.next().expect("a first line").expect("text");
    let rest = std::thread::spawn(move || lines.map_while(Result::ok).count());
    assert_eq!(signal("INT", &mut child), Some(130));
    rest.join().expect("it is read to its end");
}

#[test]
fn parts_keep_what_their_link_leaves_them() {
    let text = "board 8 x 3\nwalls column g\npiece a = ride orthogonal\npiece b = none\ncount piece <= 2\n\
                in a1..f3: count a where attackers >= 2 <= 1\n";
    let (code, object) = run(text, &["--count", "--time-limit", "60s"]);
    assert_eq!((code, object["solutions"].as_str()), (Some(0), Some("883")), "{object}");
}

#[test]
fn a_bound_that_is_met_ends_the_search() {
    let pieces = "board 8 x 8\npiece wp = leap only (1, 1), (-1, 1)\npiece wn = knight\n\
                  piece bp = leap only (1, -1), (-1, -1)\npiece bn = knight\n";
    let rules = ["no attacks\n", "no attacks between {wp, wn}, {bp, bn}\ncount {bp, bn} = 8\n"];
    for rule in rules {
        let text = format!("{pieces}{rule}count {{wp, wn}} = 8\nmaximize count wp\n");
        for engine in ["auto", "masks"] {
            let (code, object) = run(&text, &["--first", "--time-limit", "60s", "--engine", engine]);
            let seen = (code, &object["optimal"], object["optimum"].as_i64());
            assert_eq!((seen.0, seen.1), (Some(0), &Value::Bool(true)), "{engine}: {object}");
        }
    }
}

#[test]
fn sums_that_contradict_each_other_explain_why() {
    let text = "piece tree \"T\" = none\npiece tent \"A\" = king\nno attacks among tent\npair tent with tree within wazir\n\
                board 6 x 6\ngivens \"\"\"\n...T..\n......\n.T...T\nT..T..\n..T...\n....T.\n\"\"\"\ncount tree = 7\n\
                rows: count tent = [2, 1, 2, 1, 2, 1]\ncolumns: count tent = [2, 1, 1, 2, 1, 1]\n";
    let begun = Instant::now();
    let (code, object) = run(text, &["--first", "--why"]);
    assert_eq!((code, &object["satisfiable"]), (Some(0), &false.into()));
    assert!(begun.elapsed() < SOON);
    let why = object["why"].as_array().expect("places");
    // At most the twelve clues, or fewer together with the rules that they contradict.
    assert!(why.len() <= 12, "{object}");
}

#[cfg(unix)]
#[test]
fn a_request_to_end_is_an_interrupt() {
    for signal in ["INT", "TERM"] {
        let child = Command::new(env!("CARGO_BIN_EXE_puzzle"))
            .current_dir(project())
            .args(["run", "tests/specs/queens.puz", "-p", "n=20", "--all", "--format", "jsonl", "--stream"])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the command runs");
        // By then, the run is under way and its solutions have filled the pipe.
        std::thread::sleep(std::time::Duration::from_millis(700));
        let sent =
            Command::new("kill").args(["-s", signal, &child.id().to_string()]).status().expect("kill runs");
        assert!(sent.success());
        let output = child.wait_with_output().expect("an end");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(130), "{signal}: {said}");
        assert!(!said.contains("panicked"), "{said}");
        let text = String::from_utf8(output.stdout).expect("text");
        assert!(text.is_empty() || text.ends_with('\n'));
        for line in text.lines() {
            serde_json::from_str::<Value>(line).expect("whole lines");
        }
    }
}
