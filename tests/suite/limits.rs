//! Limits: whatever is reached, a run ends in good order, with what is known by then, and says which limit it was. Times are
//! measured elsewhere (`tests/reliability/limits.py`); here are order, exit status and counts.

use super::command::puzzle_reading;
use super::specs::project;
use serde_json::Value;
use std::process::{Command, Stdio};

/// The object of a run of this text, and its exit status.
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
        // As many as there are is no limit.
        let (code, object) = run(&queens(8), &["--engine", engine, "--solution-limit", "92", "--count"]);
        assert_eq!((code, &object["complete"], &object["solutions"]), (Some(0), &true.into(), &"92".into()));
        let (code, object) = run(&queens(8), &["--engine", engine, "--solution-limit", "50", "--first"]);
        assert_eq!((code, &object["solutions"]), (Some(0), &"1".into()));
    }
}

#[test]
fn the_memory_of_the_process_ends_a_run() {
    // Less than the program itself: at the first look.
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
    // What is counted takes fewer nodes than are allowed, the orbits more.
    let (code, whole) = run(&queens(9), &["--count", "--threads", "1"]);
    assert_eq!(code, Some(0));
    let nodes = whole["stats"]["nodes"].as_u64().expect("a number");
    let limit = (nodes + 1).to_string();
    let object =
        at_limit(&queens(9), &["--count", "--orbits", "--threads", "1", "--node-limit", &limit], "nodes");
    assert!(object.get("orbits").is_none(), "{object}");
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
        // The first solutions show that it is under way; what is in the pipe by then is enough to fill it.
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
