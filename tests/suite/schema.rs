//! Checks the JSON output of `run` against the schemas in `docs/schema`.

use super::command::puzzle_reading;
use super::specs::project;
use serde_json::Value;
use std::fs;
use std::process::{Command, Stdio};

fn validator(name: &str) -> jsonschema::Validator {
    let text = fs::read_to_string(project().join("docs/schema").join(name)).expect("a schema");
    let schema: Value = serde_json::from_str(&text).expect("JSON");
    jsonschema::validator_for(&schema).expect("a sound schema")
}

/// JSON values that a run of this spec prints, one per line.
fn lines(spec: &str, args: &[&str]) -> Vec<Value> {
    // Standard input; read only for the spec `-`.
    let kings = "board 3 x 3\nuse king\nno attacks\nmaximize count king\n";
    let output = puzzle_reading(&[&["run", spec], args].concat(), kings);
    let text = String::from_utf8(output.stdout).expect("text");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!text.is_empty(), "{spec} {args:?}: {said}");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

fn hold(validator: &jsonschema::Validator, value: &Value, what: &str) {
    let faults: Vec<String> =
        validator.iter_errors(value).map(|e| format!("{} at {}", e, e.instance_path())).collect();
    assert!(faults.is_empty(), "{what}:\n{}\n{value}", faults.join("\n"));
}

#[test]
fn runs_keep_to_their_schema() {
    let validator = validator("run.schema.json");
    let cases: &[(&str, &[&str])] = &[
        ("examples/queens.puz", &[]),
        ("examples/queens.puz", &["--limit", "3"]),
        ("examples/queens.puz", &["--first"]),
        ("examples/queens.puz", &["--count"]),
        ("examples/queens.puz", &["--count-by", "count queen in a1..d4"]),
        ("examples/queens.puz", &["--orbits"]),
        ("examples/queens.puz", &["--orbits=members"]),
        ("examples/queens.puz", &["--up-to-symmetry"]),
        ("examples/queens.puz", &["-p", "n=1..6"]),
        ("examples/queens.puz", &["-p", "n=3"]),
        ("examples/queens.puz", &["-p", "n=3", "--why"]),
        ("examples/queens.puz", &["-p", "n=24", "--count", "--node-limit", "10000", "--threads", "1"]),
        ("examples/queens.puz", &["-p", "n=12", "--time-limit", "1ms"]),
        ("examples/queens_knights.puz", &[]),
        ("examples/queens_knights.puz", &["--first"]),
        ("examples/queens_knights.puz", &["--count", "--cross-check"]),
        ("examples/queens_knights.puz", &["--time-limit", "1ms"]),
        ("examples/genres/pentominoes.puz", &["--first"]),
        ("examples/genres/sudoku.puz", &[]),
        ("examples/genres/tents.puz", &["--count"]),
        ("examples/sequences/a002047_hexagon_rooks.puz", &["-p", "n=2"]),
        ("tests/cli/files/box.puz", &[]),
        ("tests/cli/files/kings_by_number.puz", &[]),
        ("tests/cli/files/armies.puz", &["--up-to-symmetry"]),
        ("examples/genres/slitherlink.puz", &[]),
        ("examples/chess/knights_tour.puz", &["--orbits=members"]),
        ("examples/chess/knights_tour.puz", &["--count"]),
        ("-", &[]),
        ("examples/genres/sudoku.puz", &["--forced"]),
        ("examples/queens.puz", &["--forced=counts"]),
        ("examples/queens.puz", &["-p", "n=3", "--forced"]),
        ("examples/queens.puz", &["--forced", "--node-limit", "0"]),
        ("examples/genres/slitherlink.puz", &["--forced"]),
        ("examples/queens.puz", &["--sample", "3", "--seed", "5"]),
        ("examples/queens.puz", &["-p", "n=3", "--sample", "3"]),
    ];
    for (spec, args) in cases {
        let json: Vec<&str> = args.iter().copied().chain(["--json"]).collect();
        for value in lines(spec, &json) {
            hold(&validator, &value, &format!("{spec} {args:?}"));
        }
    }
}

/// Keys are written in the order of the schema.
#[test]
fn keys_are_in_order() {
    let text = fs::read_to_string(project().join("docs/schema/run.schema.json")).expect("a schema");
    let schema: Value = serde_json::from_str(&text).expect("JSON");
    let listed: Vec<&String> = schema["properties"].as_object().expect("properties").keys().collect();
    for (spec, args) in [
        ("examples/queens_knights.puz", vec!["--orbits", "--json"]),
        ("tests/cli/files/kings_by_number.puz", vec!["--json"]),
    ] {
        let value = &lines(spec, &args)[0];
        let keys: Vec<&String> = value.as_object().expect("an object").keys().collect();
        let expected: Vec<&String> =
            listed.iter().copied().filter(|k| value.get(k.as_str()).is_some()).collect();
        assert_eq!(keys, expected);
    }
}

#[test]
fn solutions_keep_to_their_schema() {
    let validator = validator("solution.schema.json");
    let cases: &[(&str, &[&str])] = &[
        ("examples/queens.puz", &["--limit", "3"]),
        ("examples/queens.puz", &["--orbits"]),
        ("examples/queens.puz", &["--orbits=members", "-p", "n=5"]),
        ("examples/genres/pentominoes.puz", &["--first"]),
        ("examples/chess/knights_tour.puz", &["--orbits=members"]),
    ];
    for (spec, args) in cases {
        let jsonl: Vec<&str> = args.iter().copied().chain(["--format", "jsonl"]).collect();
        for value in lines(spec, &jsonl) {
            hold(&validator, &value, &format!("{spec} {args:?}"));
        }
    }
}

/// The schema refuses contradictory objects.
#[test]
fn the_schema_refuses_contradictions() {
    let validator = validator("run.schema.json");
    let good = lines("examples/queens_knights.puz", &["--first", "--json"]).remove(0);
    let faults: [(&str, Value); 5] = [
        ("status", "done".into()),
        ("solutions", 16.into()),
        ("satisfiable", false.into()),
        ("bound", serde_json::json!(["12"])),
        ("more", 1.into()),
    ];
    for (key, value) in faults {
        let mut bad = good.clone();
        bad[key] = value;
        assert!(!validator.is_valid(&bad), "{key}");
    }
}

/// An interrupted run still writes one whole object.
#[cfg(unix)]
#[test]
fn an_interrupted_run_keeps_to_the_schema() {
    let child = Command::new(env!("CARGO_BIN_EXE_puzzle"))
        .current_dir(project())
        .args(["run", "examples/queens.puz", "-p", "n=22", "--count", "--json", "--threads", "1"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command runs");
    // Long enough for the run to begin, but not to end.
    std::thread::sleep(std::time::Duration::from_millis(700));
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill");
    assert!(sent.success());
    let output = child.wait_with_output().expect("an end");
    assert_eq!(output.status.code(), Some(130));
    let value: Value = serde_json::from_slice(&output.stdout).expect("an object");
    assert_eq!(value["status"], "interrupted");
    hold(&validator("run.schema.json"), &value, "interrupted");
}
