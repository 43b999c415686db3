//! Certificates: those of all kinds of specs match their schema and are verified, edited ones are refused, and a second
//! engine confirms the answer.

use super::command::{self, puzzle};
use super::specs::project;
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

pub fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

/// Output in one line, without the line breaks inserted for a terminal.
pub fn in_a_line(output: &Output) -> String {
    said(output).split_whitespace().filter(|w| *w != "│").collect::<Vec<_>>().join(" ")
}

fn folder(name: &str) -> PathBuf {
    command::folder("certificates", name)
}

/// Runs the spec with `--certify`; returns the path and content of the certificate.
pub fn certified(folder: &Path, spec: &str, args: &[&str]) -> (PathBuf, Value) {
    let path = folder.join("answer.json");
    let text = path.to_str().expect("text");
    let all: Vec<&str> = ["run", spec, "--certify", text].iter().chain(args).copied().collect();
    let output = puzzle(&all);
    assert_eq!(output.status.code(), Some(0), "{spec} {args:?}: {}", said(&output));
    let document = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{spec}: {e}: {}", said(&output)));
    (path, serde_json::from_str(&document).expect("JSON"))
}

pub fn verified(path: &Path) -> Output {
    puzzle(&["verify", "--certificate", path.to_str().expect("text")])
}

/// Name, spec, arguments, number of solutions that the certificate lists, and the claim that its proof denies.
type Case = (&'static str, &'static str, &'static [&'static str], Option<usize>, Option<&'static str>);

const CASES: &[Case] = &[
    ("none", "examples/founding/queens_knights_fixed.puz", &["-p", "k=6"], Some(0), Some("all")),
    ("optimum", "examples/queens_knights.puz", &["--first"], Some(1), Some("better")),
    ("all_best", "examples/queens_knights.puz", &["-p", "n=6", "--orbits"], Some(176), Some("others")),
    ("count", "examples/queens.puz", &["--count"], Some(92), Some("others")),
    ("by_value", "tests/cli/files/kings_by_number.puz", &[], None, Some("others")),
    (
        "by_expression",
        "examples/queens.puz",
        &["-p", "n=6", "--count-by", "count queen in a1..c3"],
        Some(4),
        Some("others"),
    ),
    ("witnesses", "examples/queens.puz", &["--limit", "3"], Some(3), None),
    ("up_to_symmetry", "examples/queens.puz", &["-p", "n=6", "--up-to-symmetry"], Some(4), Some("others")),
    ("included", "examples/genres/sudoku.puz", &[], Some(1), Some("others")),
    ("two_objectives", "tests/cli/files/two_objectives.puz", &[], None, Some("others")),
    ("tiles", "examples/genres/battleships.puz", &[], Some(1), Some("others")),
];

#[test]
fn certificates_are_verified() {
    let schema = fs::read_to_string(project().join("docs/schema/certificate.schema.json")).expect("a schema");
    let schema: Value = serde_json::from_str(&schema).expect("JSON");
    let schema = jsonschema::validator_for(&schema).expect("a sound schema");
    for (name, spec, args, listed, denied) in CASES {
        let (path, document) = certified(&folder(name), spec, args);
        let faults: Vec<String> = schema.iter_errors(&document).map(|e| e.to_string()).collect();
        assert!(faults.is_empty(), "{name}: {faults:?}");
        let found = document["evidence"]["solutions"].as_array().map(Vec::len);
        assert!(listed.is_none() || *listed == found, "{name}: {found:?}");
        assert_eq!(document["evidence"]["proof"]["denies"].as_str(), *denied, "{name}");
        let output = verified(&path);
        let words = said(&output);
        assert_eq!(output.status.code(), Some(0), "{name}: {words}");
        assert!(words.lines().any(|l| l.starts_with("verified: ")), "{name}: {words}");
        // Naming the same spec is accepted; naming another one is refused.
        let text = path.to_str().expect("text");
        assert_eq!(puzzle(&["verify", spec, "--certificate", text]).status.code(), Some(0), "{name}");
        let other = puzzle(&["verify", "examples/chess/k_kings.puz", "--certificate", text]);
        assert_eq!(other.status.code(), Some(1), "{name}");
        assert!(in_a_line(&other).contains("is not the spec of the certificate"), "{name}");
    }
}

/// The formula of an infeasible spec equals its CNF export, byte for byte.
#[test]
fn the_formula_is_the_export() {
    let folder = folder("export");
    let spec = "examples/founding/queens_knights_fixed.puz";
    certified(&folder, spec, &["-p", "k=6"]);
    let export = puzzle(&["export", spec, "-p", "k=6", "--to", "cnf"]);
    assert!(export.status.success());
    assert_eq!(fs::read(folder.join("answer.cnf")).expect("a formula"), export.stdout);
}

/// Many solutions are summarized by cube, and a second engine gives the same summary.
#[test]
fn many_solutions_are_summed_up() {
    let (path, document) = certified(&folder("cubes"), "examples/queens.puz", &["-p", "n=12", "--count"]);
    let evidence = &document["evidence"];
    let cubes = evidence["cubes"].as_array().expect("cubes");
    assert_eq!(cubes.len(), 13);
    let total: u64 = cubes
        .iter()
        .map(|c| c["solutions"].as_str().and_then(|n| n.parse::<u64>().ok()).expect("a number"))
        .sum();
    assert_eq!(total, 14200);
    // Flipping the board swaps the first cube and the last: equal counts, different solutions.
    assert_eq!(cubes[0]["solutions"], cubes[11]["solutions"]);
    assert_ne!(cubes[0]["sha256_sum"], cubes[11]["sha256_sum"]);
    assert_ne!(evidence["second"]["engine"], document["engine"]);
    let output = verified(&path);
    assert_eq!(output.status.code(), Some(3));
    let words = said(&output);
    assert!(
        words.contains("not proved: the number of solutions in each cube is correct (found by "),
        "{words}"
    );
    assert!(words.contains("not fully proved: 14200 solutions"), "{words}");
}

/// Removes the orbits from the question and the answer.
fn without_orbits(certificate: &mut Value) {
    certificate["question"]["up_to_symmetry"] = json!(false);
    certificate["answer"].as_object_mut().expect("an object").remove("orbits");
}

/// An edit of one field of a certificate, with the expected diagnostic.
struct Change {
    what: &'static str,
    change: fn(&mut Value),
    code: &'static str,
    words: &'static str,
}

/// Of the two orbits of five queens and five knights, one has a piece in a corner, the other has none.
const CORNERS: [&str; 4] = ["a1", "a8", "h1", "h8"];

const CHANGES: &[Change] = &[
    Change {
        what: "a number",
        change: |c| c["answer"]["solutions"] = json!("17"),
        code: "certificate::differs",
        words: "the orbits have 16 members, the answer says 17",
    },
    Change {
        what: "the optimum",
        change: |c| c["answer"]["optimum"] = json!(["11"]),
        code: "certificate::differs",
        words: "solution 1: its value is 10, not 11",
    },
    Change {
        what: "satisfiable",
        change: |c| c["answer"]["satisfiable"] = json!(false),
        code: "certificate::differs",
        words: "expected one value for each objective",
    },
    Change {
        what: "orbits",
        change: |c| c["answer"]["orbits"] = json!([["8", "1"], ["4", "2"]]),
        code: "certificate::differs",
        words: "the answer says 1 of 8, 2 of 4, the solutions have 2 of 8",
    },
    Change {
        what: "a solution left out",
        change: |c| {
            c["evidence"]["solutions"].as_array_mut().expect("a list").pop();
            c["answer"]["solutions"] = json!("15");
        },
        code: "certificate::differs",
        words: "the orbits have 16 members, the answer says 15",
    },
    Change {
        what: "a solution left out, without a word of orbits",
        change: |c| {
            c["evidence"]["solutions"].as_array_mut().expect("a list").pop();
            c["answer"]["solutions"] = json!("15");
            without_orbits(c);
        },
        code: "certificate::differs",
        words: "members, but 15 are listed",
    },
    Change {
        what: "an orbit left out",
        change: |c| {
            let all = c["evidence"]["solutions"].as_array_mut().expect("a list");
            let corners = |board: &Value| {
                board
                    .as_array()
                    .expect("a board")
                    .iter()
                    .filter(|p| p[1].as_str().is_some_and(|n| CORNERS.contains(&n)))
                    .count()
            };
            all.retain(|board| corners(board) == 1);
            c["answer"]["solutions"] = json!("8");
            without_orbits(c);
        },
        code: "certificate::differs",
        words: "these are not the clauses that the spec gives for this answer",
    },
    Change {
        what: "a solution twice",
        change: |c| {
            let first = c["evidence"]["solutions"][0].clone();
            c["evidence"]["solutions"][1] = first;
        },
        code: "certificate::differs",
        words: "1 of the solutions is a duplicate",
    },
    Change {
        what: "a piece moved",
        change: |c| c["evidence"]["solutions"][0][0] = json!(["queen", "a8"]),
        code: "certificate::differs",
        words: "solution 1: ",
    },
    Change {
        what: "the spec",
        change: |c| {
            let text = c["spec"]["texts"][0]["text"]
                .as_str()
                .expect("text")
                .replace("no attacks", "no attacks # none");
            c["spec"]["texts"][0]["text"] = json!(text);
        },
        code: "certificate::differs",
        words: "the texts and parameters have the hash ",
    },
    Change {
        what: "the problem",
        change: |c| c["problem"] = json!(format!("sha256:{}", "0".repeat(64))),
        code: "certificate::differs",
        words: "this program reads the spec as the problem sha256:",
    },
    Change {
        what: "what is denied",
        change: |c| c["evidence"]["proof"]["denies"] = json!("all"),
        code: "certificate::differs",
        words: "the proof does not refute a claim that fits this answer",
    },
    Change {
        what: "a hash",
        change: |c| c["evidence"]["proof"]["proof"]["sha256"] = json!("0".repeat(64)),
        code: "certificate::differs",
        words: "the file `answer.drat` has the hash",
    },
    Change {
        what: "variables",
        change: |c| c["evidence"]["proof"]["variables"].as_array_mut().expect("a list").swap(0, 1),
        code: "certificate::differs",
        words: "the variables stand for other placements",
    },
    Change {
        what: "a number of steps",
        change: |c| c["evidence"]["proof"]["steps"] = json!(3),
        code: "certificate::differs",
        words: "the numbers of clauses and steps differ from those of the files",
    },
    Change {
        what: "a file elsewhere",
        change: |c| c["evidence"]["proof"]["proof"]["file"] = json!("nowhere.drat"),
        code: "certificate::differs",
        words: "a file that it names is missing",
    },
    Change {
        what: "no evidence",
        change: |c| c["evidence"] = json!({}),
        code: "certificate::differs",
        words: "there are neither solutions nor cubes",
    },
    Change {
        what: "another key",
        change: |c| c["signed"] = json!(true),
        code: "certificate::malformed",
        words: "unknown field `signed`",
    },
    Change {
        what: "another form",
        change: |c| c["certificate"] = json!(1),
        code: "certificate::malformed",
        words: "it has version 1; this program reads version 2",
    },
];

#[test]
fn what_was_changed_is_refused() {
    let folder = folder("changed");
    let (path, document) = certified(&folder, "examples/queens_knights.puz", &["--orbits"]);
    for Change { what, change, code, words } in CHANGES {
        let mut changed = document.clone();
        change(&mut changed);
        fs::write(&path, changed.to_string()).expect("a file");
        let output = verified(&path);
        let text = in_a_line(&output);
        let status = if *code == "certificate::malformed" { 2 } else { 1 };
        assert_eq!(output.status.code(), Some(status), "{what}: {text}");
        assert!(text.contains(code) && text.contains(words.trim()), "{what}: {text}");
    }
}

/// The checker refuses an edited proof even if its hash was updated.
#[test]
fn a_wrong_proof_is_refused() {
    let folder = folder("proof");
    let (path, document) = certified(&folder, "examples/founding/queens_knights_fixed.puz", &["-p", "k=6"]);
    let proof = fs::read_to_string(folder.join("answer.drat")).expect("a proof");
    let half: String = proof.lines().take(100).map(|l| format!("{l}\n")).collect();
    for (text, words) in [
        ("0\n".to_owned(), "the clause in line 1 does not follow by unit propagation"),
        (half, "the proof ends without a contradiction"),
        (proof.replace('\n', "\nx"), "`x"),
    ] {
        fs::write(folder.join("answer.drat"), &text).expect("a file");
        let mut changed = document.clone();
        changed["evidence"]["proof"]["proof"]["sha256"] = json!(nauck::certificate::sha256(&text));
        fs::write(&path, changed.to_string()).expect("a file");
        let output = verified(&path);
        let text = in_a_line(&output);
        assert_eq!(output.status.code(), Some(1), "{text}");
        assert!(text.contains("certificate::unproved") && text.contains(words), "{text}");
    }
}

/// A stopped run gets no certificate; a run that cannot have one is refused before anything is written.
#[test]
fn without_an_answer_there_is_no_certificate() {
    let folder = folder("stopped");
    let path = folder.join("answer.json");
    let text = path.to_str().expect("text");
    let stopped = puzzle(&[
        "run",
        "examples/queens.puz",
        "-p",
        "n=24",
        "--count",
        "--node-limit",
        "10000",
        "--certify",
        text,
    ]);
    assert_eq!(stopped.status.code(), Some(3));
    assert!(said(&stopped).contains("no certificate: the answer is not complete"), "{}", said(&stopped));
    assert!(!path.exists());
    for args in [
        &["run", "examples/queens.puz", "-p", "n=4..6"][..],
        &["run", "examples/queens.puz", "examples/queens_knights.puz"],
    ] {
        let all: Vec<&str> = args.iter().copied().chain(["--certify", text]).collect();
        assert_eq!(puzzle(&all).status.code(), Some(2));
    }
    assert!(!path.exists());
}

/// Whichever engine answers, a second engine of another family gives the same answer.
#[test]
fn a_second_engine_says_the_same() {
    for (spec, args) in [
        ("examples/queens.puz", &["--count"][..]),
        ("examples/queens.puz", &["--all", "-p", "n=6"]),
        ("examples/queens.puz", &["--engine", "sat", "-p", "n=6"]),
        ("examples/queens_knights.puz", &["-p", "n=5", "--orbits"]),
        ("examples/founding/queens_knights_fixed.puz", &["-p", "k=6"]),
        ("tests/cli/files/kings_by_number.puz", &[]),
    ] {
        let all: Vec<&str> = ["run", spec, "--cross-check"].iter().chain(args).copied().collect();
        let output = puzzle(&all);
        let words = said(&output);
        assert_eq!(output.status.code(), Some(0), "{spec} {args:?}: {words}");
        assert!(words.contains("cross-check: ") && words.contains(" agrees: "), "{spec}: {words}");
        let json: Vec<&str> = all.iter().copied().chain(["--json"]).collect();
        let value: Value = serde_json::from_slice(&puzzle(&json).stdout).expect("an object");
        assert_eq!(value["cross_check"]["agrees"], true, "{spec}");
        assert_ne!(value["cross_check"]["engine"], value["engine"], "{spec}");
    }
}
