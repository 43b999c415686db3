//! Forged certificates: editing any field, even with a matching digest, never gets a false claim verified.

use super::certificates::{certified, in_a_line, said, verified};
use super::command;
use nauck::certificate::read;
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};

fn folder(name: &str) -> PathBuf {
    command::folder("forgery", name)
}

/// The certificate with a matching digest, if it can still be read.
fn with_digest(certificate: &Value) -> String {
    match read(&certificate.to_string()) {
        Ok(mut read) => {
            read.digest = read.own_digest();
            read.text()
        }
        Err(_) => certificate.to_string(),
    }
}

/// Collects the JSON pointers of a document; of a list, only the first and last entries.
fn places(value: &Value, at: &str, all: &mut Vec<String>) {
    let mut inner = |key: String, part: &Value| {
        let at = format!("{at}/{key}");
        all.push(at.clone());
        places(part, &at, all);
    };
    match value {
        Value::Object(map) => map.iter().for_each(|(key, part)| inner(key.clone(), part)),
        Value::Array(list) => {
            let ends = list.iter().enumerate().filter(|(i, _)| *i == 0 || *i + 1 == list.len());
            ends.for_each(|(i, part)| inner(i.to_string(), part));
        }
        _ => {}
    }
}

/// Wrong values to put in place of `value`.
fn others(value: &Value) -> Vec<Value> {
    match value {
        Value::Bool(b) => vec![json!(!b)],
        Value::Number(n) => vec![json!(n.as_i64().unwrap_or(0) + 1)],
        Value::String(s) => match s.parse::<i64>() {
            Ok(n) => vec![json!((n + 1).to_string()), json!(format!("0{s}")), json!("9".repeat(300))],
            Err(_) => vec![json!(format!("{s}0")), json!("x"), json!("")],
        },
        Value::Array(list) if !list.is_empty() => vec![json!(list[1..].to_vec()), json!([])],
        _ => Vec::new(),
    }
}

/// Edits of `document`, each in one field, with a description.
fn edited(document: &Value) -> Vec<(String, Value)> {
    let mut all = Vec::new();
    places(document, "", &mut all);
    let mut edited = Vec::new();
    for place in all {
        let value = document.pointer(&place).expect("a place");
        for other in others(value) {
            let mut changed = document.clone();
            *changed.pointer_mut(&place).expect("a place") = other.clone();
            edited.push((format!("{place} = {other}"), changed));
        }
        let (parent, key) = place.rsplit_once('/').expect("a slash");
        let mut changed = document.clone();
        // An empty list means the same as a missing key.
        let says_nothing = value.is_null() || value.as_array().is_some_and(Vec::is_empty);
        if let Some(map) =
            changed.pointer_mut(parent).and_then(Value::as_object_mut).filter(|_| !says_nothing)
        {
            map.shift_remove(key);
            edited.push((format!("without {place}"), changed));
        }
    }
    for find in ["all", "first", "count", "count_by"].map(|f| json!(f)) {
        if document["question"]["find"] != find {
            let mut changed = document.clone();
            changed["question"]["find"] = find.clone();
            edited.push((format!("/question/find = {find}"), changed));
        }
    }
    for (key, value) in [("limit", json!(1)), ("by", json!("count queen"))] {
        let mut changed = document.clone();
        changed["question"][key] = value;
        edited.push((format!("/question/{key}"), changed));
    }
    for (key, value) in
        [("optimum", json!(["9"])), ("by", json!([["1", "1"]])), ("orbits", json!([["1", "1"]]))]
    {
        let mut changed = document.clone();
        changed["answer"][key] = value;
        edited.push((format!("/answer/{key}"), changed));
    }
    edited.retain(|(_, changed)| changed != document);
    edited
}

fn status(path: &Path, text: &str) -> Option<i32> {
    fs::write(path, text).expect("a file");
    verified(path).status.code()
}

/// Returns true for fields on which no claim depends, as listed in docs/reliability.md.
fn is_informational(place: &str) -> bool {
    let fields = ["/program", "/engine", "/question/translations", "/question/up_to_symmetry", "/digest"];
    let names = place.starts_with("/spec/texts/") && place.contains("/name");
    let alike = ["/question/find = \"all\"", "/question/find = \"count\""];
    names || alike.contains(&place) || fields.iter().any(|f| place.starts_with(f))
}

/// Certificates with a proof, without solutions, with some solutions, with an objective, and by cubes: name, spec,
/// arguments, and the exit status of `verify`.
const CASES: &[(&str, &str, &[&str], i32)] = &[
    ("listed", "tests/cli/files/six_queens.puz", &[], 0),
    ("orbits", "tests/cli/files/six_queens.puz", &["--orbits"], 0),
    ("none", "examples/queens.puz", &["-p", "n=3", "--count"], 0),
    ("some", "examples/queens.puz", &["-p", "n=6", "--limit", "2"], 0),
    ("best", "tests/cli/files/most_kings.puz", &["--first"], 0),
    ("table", "examples/queens.puz", &["-p", "n=5", "--count-by", "count queen in a1..c3"], 0),
    ("cubes", "examples/queens.puz", &["-p", "n=12", "--count"], 3),
];

#[test]
fn no_edited_field_is_verified() {
    for (name, spec, args, code) in CASES {
        let (path, document) = certified(&folder(name), spec, args);
        assert_eq!(verified(&path).status.code(), Some(*code), "{name}");
        let all = edited(&document);
        assert!(all.len() > 60, "{name}: {}", all.len());
        for (place, changed) in all {
            // Without a new digest, the digest reveals the edit; with a matching one, the claim itself must be checked.
            let found = status(&path, &changed.to_string());
            assert!(matches!(found, Some(1 | 2)), "{name}, {place}: {found:?}");
            let found = status(&path, &with_digest(&changed));
            // `with_digest` also replaces an edited or removed digest.
            let allowed = *code == 0 && (is_informational(&place) || place == "without /digest");
            assert!(matches!(found, Some(1..=3)) || allowed, "{name}, {place}, forged: {found:?}");
        }
    }
}

/// A missing proof needs a reason, and then `verify` names the unproved claim.
#[test]
fn a_claim_without_proof_is_named() {
    let spec = "tests/cli/files/six_queens.puz";
    let (path, document) = certified(&folder("deleted"), spec, &["--count"]);
    let mut denied = document.clone();
    denied["answer"] = json!({"satisfiable": false, "solutions": "0", "complete": true});
    denied["evidence"] = json!({"solutions": []});
    let mut fewer = document.clone();
    fewer["evidence"].as_object_mut().expect("an object").remove("proof");
    for (forged, words) in [
        (&denied, "it has neither a proof that there is no solution nor a reason why there is none"),
        (&fewer, "it has neither a proof that there is no other solution nor a reason why there is none"),
    ] {
        fs::write(&path, with_digest(forged)).expect("a file");
        let output = verified(&path);
        assert_eq!(output.status.code(), Some(1), "{}", said(&output));
        assert!(in_a_line(&output).contains(words), "{}", said(&output));
    }
    let second =
        json!({"engine": "sat", "method": "clause learning", "agrees_on": ["the number of solutions"]});
    for (forged, words) in [
        (&denied, "not proved: there is no solution (found by "),
        (&fewer, "not proved: there is no other solution (found by "),
    ] {
        let mut excused = forged.clone();
        excused["evidence"]["unproved"] = json!("the time is over");
        for heard in [false, true] {
            if heard {
                excused["evidence"]["second"] = second.clone();
            }
            fs::write(&path, with_digest(&excused)).expect("a file");
            let output = verified(&path);
            assert_eq!(output.status.code(), Some(3), "{}", said(&output));
            assert!(
                said(&output).contains(words) && !said(&output).contains("verified:"),
                "{}",
                said(&output)
            );
            assert_eq!(said(&output).contains(", confirmed by sat with clause learning)"), heard);
        }
        for (key, value, words) in [
            ("engine", json!("oracles"), "there is no such engine"),
            ("engine", document["engine"].clone(), "the method of "),
            ("method", json!("magic"), "the method of sat is clause learning"),
            ("agrees_on", json!(["everything"]), "not a claim on which engines can agree"),
        ] {
            let mut wrong = excused.clone();
            wrong["evidence"]["second"][key] = value;
            fs::write(&path, with_digest(&wrong)).expect("a file");
            let output = verified(&path);
            assert_eq!(output.status.code(), Some(1), "{key}: {}", said(&output));
            assert!(in_a_line(&output).contains(words), "{key}: {}", said(&output));
        }
    }
    let mut needless = document.clone();
    needless["evidence"]["unproved"] = json!("the time is over");
    assert_eq!(status(&path, &with_digest(&needless)), Some(1));
}

/// Impossible counts by cube are refuted without counting the solutions again.
#[test]
fn impossible_numbers_by_cube_are_refuted() {
    let (path, document) = certified(&folder("numbers"), "examples/queens.puz", &["-p", "n=12", "--count"]);
    let number = |i: usize| {
        let text = document["evidence"]["cubes"][i]["solutions"].as_str().expect("a number");
        text.parse::<u64>().expect("a number")
    };
    let with = |numbers: &[(usize, String)], answer: &str| {
        let mut forged = document.clone();
        for (i, number) in numbers {
            forged["evidence"]["cubes"][*i]["solutions"] = json!(number);
        }
        forged["answer"]["solutions"] = json!(answer);
        forged["answer"]["satisfiable"] = json!(answer != "0");
        forged
    };
    let zeros: Vec<(usize, String)> = (0..13).map(|i| (i, "0".to_owned())).collect();
    let huge = format!("1{}", "0".repeat(300));
    let mut all_in_one = zeros.clone();
    all_in_one[0].1.clone_from(&huge);
    let mut bare = with(&all_in_one, &huge);
    for i in 0..13 {
        bare["evidence"]["cubes"][i].as_object_mut().expect("a cube").shift_remove("sha256_sum");
    }
    let moved = [(0, (number(0) - 1).to_string()), (1, (number(1) + 1).to_string())];
    let none = [(0, (number(0) - 1).to_string()), (12, "1".to_owned())];
    let more = [(0, (number(0) + 100).to_string())];
    for (forged, words) in [
        (with(&zeros, "0"), "0 solutions are few enough to list, but are counted by cube"),
        (with(&[], "14300"), "the cubes have 14200 solutions, the answer says 14300"),
        (with(&more, "14200"), "the cubes have 14300 solutions, the answer says 14200"),
        (
            with(&more, "14300"),
            "two cubes that a symmetry of the spec maps to each other have different numbers",
        ),
        (
            with(&moved, "14200"),
            "two cubes that a symmetry of the spec maps to each other have different numbers",
        ),
        (with(&none, "14200"), "is not that of 1 solutions"),
        (with(&all_in_one, &huge), "a cube has an invalid sum of hashes"),
        (bare, "the board has at most "),
    ] {
        fs::write(&path, with_digest(&forged)).expect("a file");
        let output = verified(&path);
        assert_eq!(output.status.code(), Some(1), "{words}: {}", said(&output));
        assert!(in_a_line(&output).contains(words), "{words}: {}", said(&output));
    }
}

/// The second engine can list solutions and uses another method than the first.
#[test]
fn solutions_are_listed_twice_by_engines_that_list() {
    let (_, document) = certified(&folder("second"), "tests/cli/files/kings_on_thirty.puz", &["--count"]);
    let evidence = &document["evidence"];
    assert_eq!(document["answer"]["solutions"], "31387");
    assert_ne!(evidence["second"]["engine"], "frontier");
    assert!(evidence["second"]["engine"].is_string(), "{evidence}");
    assert!(evidence["cubes"][0]["sha256_sum"].is_string());
}

/// The text uses the singular for one solution, and mentions a better solution only if there is an objective.
#[test]
fn the_text_fits_the_answer() {
    let (path, _) = certified(&folder("one"), "examples/queens.puz", &["-p", "n=1"]);
    let one = said(&verified(&path));
    assert!(one.contains("checked: 1 solution satisfies all rules\n"), "{one}");
    assert!(!one.contains("better") && one.contains("refute: there is another solution\n"), "{one}");
    let (path, _) = certified(&folder("many"), "tests/cli/files/six_queens.puz", &[]);
    let four = said(&verified(&path));
    assert!(four.contains("checked: 4 solutions satisfy all rules and differ from each other\n"), "{four}");
    let (path, _) = certified(&folder("best"), "tests/cli/files/most_kings.puz", &["--first"]);
    let best = said(&verified(&path));
    assert!(best.contains("refute: there is a better solution\n"), "{best}");
    let (path, _) = certified(&folder("all best"), "tests/cli/files/most_kings.puz", &[]);
    let best = said(&verified(&path));
    assert!(best.contains("there is a better solution, or another one as good\n"), "{best}");
    assert!(best.contains("elsewhere: rate '") && best.contains("/all best/answer.cnf' '"), "{best}");
    let folder = folder("steps");
    let file = folder.join("answer.json");
    let file = file.to_str().expect("text");
    let output = command::puzzle(&["run", "tests/cli/files/no_room.puz", "--certify", file]);
    let words = said(&output);
    assert!(words.contains("a proof of 1 step in answer.drat of answer.cnf"), "{words}");
}
