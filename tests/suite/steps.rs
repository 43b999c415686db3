//! Hints, steps and grades on the command line: schemas, exit statuses, and the size of the steps.

use super::command::puzzle_reading;
use super::specs::project;
use serde_json::Value;
use std::fs;

/// A sudoku, a Star Battle, and a puzzle of no known genre.
const SOLVED: &[&str] =
    &["examples/genres/sudoku.puz", "examples/genres/star_battle.puz", "tests/cli/files/suns_and_moons.puz"];

/// Exit status and standard output.
fn said(args: &[&str]) -> (i32, String) {
    let output = puzzle_reading(args, "");
    (output.status.code().expect("no signal"), String::from_utf8(output.stdout).expect("text"))
}

fn json(args: &[&str]) -> (i32, Value) {
    let (status, text) = said(args);
    (status, serde_json::from_str(&text).unwrap_or_else(|e| panic!("{args:?}: {e}: {text}")))
}

fn holds(schema: &str, value: &Value) {
    let text = fs::read_to_string(project().join("docs/schema").join(schema)).expect("a schema");
    let schema: Value = serde_json::from_str(&text).expect("JSON");
    let validator = jsonschema::validator_for(&schema).expect("a sound schema");
    let faults: Vec<String> = validator.iter_errors(value).map(|e| e.to_string()).collect();
    assert!(faults.is_empty(), "{}\n{value}", faults.join("\n"));
}

#[test]
fn three_puzzles_are_solved_without_a_long_step() {
    for spec in SOLVED {
        let (status, value) = json(&["steps", spec, "--json"]);
        holds("steps.schema.json", &value);
        assert_eq!((status, &value["solved"]), (0, &Value::Bool(true)), "{spec}");
        let steps = value["steps"].as_array().expect("steps");
        let longest = steps.iter().map(|s| s["because"].as_array().expect("demands").len()).max();
        assert!(longest.is_some_and(|n| n <= 6), "{spec}: {longest:?}");
    }
}

#[test]
fn hints_keep_to_their_schema() {
    let cases = [
        (SOLVED[0], 0),
        (SOLVED[1], 0),
        (SOLVED[2], 0),
        ("examples/queens.puz", 0),
        ("examples/genres/pentominoes.puz", 0),
        ("tests/cli/files/contradiction.puz", 1),
    ];
    for (spec, expected) in cases {
        let (status, value) = json(&["hint", spec, "--json"]);
        holds("hint.schema.json", &value);
        assert_eq!(status, expected, "{spec}");
    }
}

/// A board that cannot be completed is told as data too, in the same words by both commands.
#[test]
fn a_conflict_is_data() {
    let spec = "tests/cli/files/contradiction.puz";
    let (status, steps) = json(&["steps", spec, "--json"]);
    holds("steps.schema.json", &steps);
    assert_eq!(status, 1);
    assert!(steps["conflict"].as_array().is_some_and(|c| c.len() == 3), "{steps}");
    assert_eq!(json(&["hint", spec, "--json"]), (1, steps.clone()));
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("conflict.json");
    let (status, text) = said(&["steps", spec, "-o", path.to_str().expect("a name in UTF-8")]);
    assert_eq!((status, &*text), (1, ""));
    let written: Value = serde_json::from_str(&fs::read_to_string(path).expect("a file")).expect("JSON");
    assert_eq!(written, steps);
}

#[test]
fn a_limit_leaves_the_question_open() {
    for command in ["hint", "steps", "grade"] {
        let (status, text) = said(&[command, SOLVED[0], "--time-limit", "0s"]);
        assert_eq!((status, &*text), (3, ""), "{command}");
    }
}

#[test]
fn hints_are_drawn() {
    for (format, begins) in [("svg", "<svg"), ("html", "<!DOCTYPE html>")] {
        let (status, text) = said(&["hint", SOLVED[2], "--format", format]);
        assert!(status == 0 && text.contains(begins), "{format}");
    }
    for (format, begins) in [("svg", "<svg"), ("html", "<!DOCTYPE html>"), ("tikz", "\\documentclass")] {
        let (status, text) = said(&["steps", SOLVED[2], "--format", format]);
        assert!(status == 0 && text.starts_with(begins), "{format}");
    }
}
