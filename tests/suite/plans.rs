//! Plans of shards and their results: an edited plan is refused, and a plan with a forged digest gives no wrong answer.

use super::certificates::{in_a_line, said};
use super::command::{self, puzzle};
use nauck::problem::{Cube, cubes_digest};
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

/// Plans two shards; returns their folder and the plan.
fn planned(name: &str, args: &[&str]) -> (PathBuf, Value) {
    let folder = command::folder("plans", name);
    let plan = folder.join("plan.json");
    let text = plan.to_str().expect("text");
    let spec = "tests/cli/files/six_queens.puz";
    let all: Vec<&str> =
        ["shard", "plan", spec, "--shards", "2", "-o", text].iter().chain(args).copied().collect();
    let done = puzzle(&all);
    assert_eq!(done.status.code(), Some(0), "{}", said(&done));
    let plan = read(&plan);
    (folder, plan)
}

/// Reads a plan; the key `shares` has the lines after the first.
pub(super) fn read(path: &Path) -> Value {
    let text = fs::read_to_string(path).expect("a plan");
    let mut lines = text.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    let mut plan = lines.next().expect("a line");
    plan["shares"] = lines.collect();
    plan
}

/// The text of the plan file.
pub(super) fn text(plan: &Value) -> String {
    let mut first = plan.clone();
    let shares = first.as_object_mut().and_then(|map| map.shift_remove("shares"));
    let lines = match shares {
        Some(Value::Array(shares)) => shares,
        other => Vec::from_iter(other),
    };
    [first].iter().chain(&lines).map(|line| format!("{line}\n")).collect()
}

/// The plan with the digest of its text.
pub(super) fn with_digest(plan: &Value) -> Value {
    let mut plan = plan.clone();
    if let Some(map) = plan.as_object_mut() {
        map.shift_remove("digest");
        let digest = nauck::certificate::sha256(&text(&Value::Object(map.clone())));
        map.insert("digest".to_owned(), json!(digest));
    }
    plan
}

/// Writes the plan with matching digests.
fn forge(folder: &Path, plan: &Value) {
    let mut plan = plan.clone();
    let mut all = Vec::new();
    for share in plan["shares"].as_array().expect("shares") {
        let numbers: Vec<usize> = serde_json::from_value(share["numbers"].clone()).expect("numbers");
        let cubes: Vec<Cube> = serde_json::from_value(share["cubes"].clone()).expect("cubes");
        all.extend(numbers.into_iter().zip(cubes));
    }
    all.sort_by_key(|numbered| numbered.0);
    let cubes: Vec<Cube> = all.into_iter().map(|numbered| numbered.1).collect();
    plan["numbering"]["digest"] = json!(cubes_digest(&cubes).to_string());
    write(folder, &with_digest(&plan));
}

fn write(folder: &Path, plan: &Value) {
    fs::write(folder.join("plan.json"), text(plan)).expect("a file");
}

fn shard(folder: &Path, index: &str) -> Output {
    let (plan, out) = (folder.join("plan.json"), folder.join("out"));
    let (plan, out) = (plan.to_str().expect("text"), out.to_str().expect("text"));
    puzzle(&["shard", "run", plan, "--index", index, "-o", out])
}

fn merge(folder: &Path) -> Output {
    puzzle(&["shard", "merge", folder.join("out").to_str().expect("text"), "--format", "jsonl"])
}

#[test]
fn an_edited_plan_is_refused() {
    let (folder, plan) = planned("edited", &[]);
    let mut tried = 0;
    for (key, value) in plan.as_object().expect("an object") {
        let mut changed = plan.clone();
        changed[key] = match value {
            Value::Array(list) => json!(list[1..].to_vec()),
            Value::Object(_) => json!({}),
            _ => json!("x"),
        };
        for edited in [&changed, &without(&plan, key)] {
            write(&folder, edited);
            let done = shard(&folder, "0");
            assert_eq!(done.status.code(), Some(2), "{key}: {}", said(&done));
            assert!(in_a_line(&done).contains("is not a shard plan: "), "{key}: {}", said(&done));
            tried += 1;
        }
    }
    let mut one = plan.clone();
    one["shares"][0]["cubes"][0]["p"].as_array_mut().expect("a cube").pop();
    write(&folder, &one);
    let done = shard(&folder, "0");
    assert!(in_a_line(&done).contains("it was edited: its digest is "), "{}", said(&done));
    assert!(tried >= 12);
}

/// A shard reads only its own share, so others are checked where results are merged.
#[test]
fn shares_that_are_not_the_numbered_cubes_are_not_merged() {
    let shorter = |plan: &mut Value| {
        plan["shares"][0]["cubes"][0]["p"].as_array_mut().expect("a cube").pop();
    };
    let twice = |plan: &mut Value| plan["shares"][1] = plan["shares"][0].clone();
    let changes: [(&str, &Change<'_>, &str); 2] = [
        ("shorter", &shorter, "its cubes are not the numbered ones"),
        ("twice", &twice, "its shares do not contain every cube exactly once"),
    ];
    for (name, change, words) in changes {
        let (folder, mut plan) = planned(name, &[]);
        change(&mut plan);
        write(&folder, &with_digest(&plan));
        for index in ["0", "1"] {
            assert_eq!(shard(&folder, index).status.code(), Some(0));
        }
        let done = merge(&folder);
        assert_eq!(done.status.code(), Some(2), "{name}: {}", said(&done));
        assert!(in_a_line(&done).contains(words), "{name}: {}", said(&done));
    }
}

#[test]
fn a_share_with_false_numbers_is_refused() {
    let backwards =
        |plan: &mut Value| plan["shares"][0]["numbers"].as_array_mut().expect("numbers").reverse();
    let beyond = |plan: &mut Value| {
        let numbers = plan["shares"][0]["numbers"].as_array_mut().expect("numbers");
        *numbers.last_mut().expect("a number") = json!(1_000_000);
    };
    let fewer = |plan: &mut Value| {
        plan["shares"][0]["numbers"].as_array_mut().expect("numbers").pop();
    };
    let changes: [(&str, &Change<'_>); 3] =
        [("backwards", &backwards), ("beyond", &beyond), ("fewer", &fewer)];
    for (name, change) in changes {
        let (folder, mut plan) = planned(name, &[]);
        change(&mut plan);
        write(&folder, &with_digest(&plan));
        let done = shard(&folder, "0");
        assert_eq!(done.status.code(), Some(2), "{name}: {}", said(&done));
        assert!(in_a_line(&done).contains("a share has false numbers"), "{name}: {}", said(&done));
    }
}

fn without(plan: &Value, key: &str) -> Value {
    let mut plan = plan.clone();
    plan.as_object_mut().expect("an object").shift_remove(key);
    plan
}

/// An edit of a plan.
type Change<'a> = dyn Fn(&mut Value) + 'a;

/// Cubes edited together with the digest no longer partition the search, so they are not merged.
#[test]
fn forged_cubes_are_not_merged() {
    let wider = |plan: &mut Value| {
        for cube in plan["shares"][0]["cubes"].as_array_mut().expect("cubes").iter_mut().take(2) {
            *cube = json!({});
        }
    };
    let narrower = |plan: &mut Value| plan["shares"][0]["cubes"][0] = plan["shares"][0]["cubes"][1].clone();
    let heavier = |plan: &mut Value| plan["shares"][0]["cubes"][0]["w"] = json!(2);
    let changes: [(&str, &Change<'_>); 3] =
        [("wider", &wider), ("narrower", &narrower), ("heavier", &heavier)];
    for (name, change) in changes {
        for args in [&[][..], &["--count"]] {
            let (folder, mut plan) = planned(name, args);
            change(&mut plan);
            forge(&folder, &plan);
            for index in ["0", "1"] {
                let done = shard(&folder, index);
                assert_eq!(done.status.code(), Some(0), "{name}: {}", said(&done));
            }
            let done = merge(&folder);
            assert_eq!(done.status.code(), Some(2), "{name} {args:?}: {}", said(&done));
            let words = in_a_line(&done);
            assert!(words.contains("overlaps") || words.contains("search"), "{name}: {words}");
        }
    }
}

/// The engine, the number of its parts and the incumbent determine the parts, so a plan with others is not merged.
#[test]
fn forged_numberings_are_refused() {
    let engine = |plan: &mut Value| plan["numbering"]["engine"][0] = json!("sat");
    let wanted = |plan: &mut Value| plan["numbering"]["engine"][1] = json!(1);
    let none = |plan: &mut Value| {
        plan["numbering"].as_object_mut().expect("an object").shift_remove("engine");
    };
    // The order of the keys is that of the program.
    let incumbent = |plan: &mut Value| {
        let old = plan["numbering"].clone();
        let [engine, cubes, digest] = ["engine", "cubes", "digest"].map(|key| &old[key]);
        plan["numbering"] = json!({
            "engine": engine, "incumbent": [1, 2], "cubes": cubes, "digest": digest,
        });
    };
    let changes: [(&str, &Change<'_>, &str); 4] = [
        ("an engine without parts", &engine, "the engine `sat` has no such parts of this search"),
        ("a false incumbent", &incumbent, "its incumbent is not a solution"),
        ("other parts", &wanted, "its cubes are not the parts of the engine `masks` in this search"),
        ("cubes of the problem", &none, "of this search"),
    ];
    for (name, change, words) in changes {
        let (folder, mut plan) = planned(name, &["--count", "--engine", "masks"]);
        assert_eq!(plan["numbering"]["engine"][0], "masks");
        change(&mut plan);
        forge(&folder, &plan);
        let done = [shard(&folder, "0"), shard(&folder, "1")];
        let refused = match done.into_iter().find(|done| done.status.code() != Some(0)) {
            Some(refused) => refused,
            None => merge(&folder),
        };
        assert_eq!(refused.status.code(), Some(2), "{name}: {}", said(&refused));
        assert!(in_a_line(&refused).contains(words), "{name}: {}", said(&refused));
    }
}

#[test]
fn an_unknown_engine_is_no_bug() {
    let (folder, mut plan) = planned("engine", &[]);
    plan["search"]["engine"] = json!("x\u{1b}[2J");
    forge(&folder, &plan);
    let done = shard(&folder, "0");
    assert_eq!(done.status.code(), Some(2), "{}", said(&done));
    assert!(in_a_line(&done).contains("its engine `x\\u{1b}[2J` is unknown"), "{}", said(&done));
}

/// A line of a result, preceded by its checksum.
fn line(text: &str) -> String {
    format!("{:08x} {text}\n", crc32fast::hash(text.as_bytes()))
}

/// Edited solutions with matching checksums are refused as faulty input, not reported as a bug, and never shown.
#[test]
fn forged_solutions_are_not_merged() {
    let (folder, _) = planned("solutions", &[]);
    for index in ["0", "1"] {
        assert_eq!(shard(&folder, index).status.code(), Some(0));
    }
    assert_eq!(said(&merge(&folder)).lines().filter(|l| l.starts_with("{\"board\"")).count(), 4);
    let file = (0..2)
        .map(|i| folder.join(format!("out/shard-{i:05}.done")))
        .find(|file| fs::read_to_string(file).expect("a result").contains("\"solutions\""));
    let file = file.expect("there are solutions");
    let text = fs::read_to_string(&file).expect("a result");
    let forge = |change: &dyn Fn(&mut Value)| -> String {
        let mut changed = false;
        let lines = text.lines().map(|old| {
            let mut value: Value = serde_json::from_str(&old[9..]).expect("JSON");
            if !changed && value["solutions"].is_array() {
                change(&mut value);
                changed = true;
            }
            line(&value.to_string())
        });
        lines.collect()
    };
    let twice = |record: &mut Value| {
        let first = record["solutions"][0].clone();
        record["solutions"].as_array_mut().expect("a list").push(first);
    };
    let moved = |record: &mut Value| record["solutions"][0] = json!([0, 7, 14, 21, 28, 35]);
    let fewer = |record: &mut Value| {
        record["solutions"][0].as_array_mut().expect("a solution").pop();
    };
    let changes: [(&Change<'_>, &str); 3] =
        [(&twice, "is a duplicate"), (&moved, "a solution of its cube"), (&fewer, "a solution of its cube")];
    for (change, words) in changes {
        fs::write(&file, forge(change)).expect("a file");
        let done = merge(&folder);
        assert_eq!(done.status.code(), Some(2), "{}", said(&done));
        assert!(in_a_line(&done).contains(words), "{}", said(&done));
        assert!(done.stdout.is_empty());
    }
    // The result of one shard is refused in place of another's.
    fs::write(&file, text).expect("a file");
    fs::copy(folder.join("out/shard-00001.done"), folder.join("out/shard-00000.done")).expect("a copy");
    let done = merge(&folder);
    assert!(in_a_line(&done).contains("is not the result of this shard"), "{}", said(&done));
}

/// A name with a line break would add a line to the script.
#[test]
fn a_script_has_no_hidden_characters() {
    let (folder, _) = planned("script", &[]);
    let plan = folder.join("plan.json");
    let plan = plan.to_str().expect("text");
    for scheduler in ["slurm", "parallel", "kubernetes"] {
        let done = puzzle(&["shard", "script", plan, "--for", scheduler, "-o", "out\nrm -rf x"]);
        assert_eq!(done.status.code(), Some(2), "{}", said(&done));
        assert!(said(&done).contains("`out\\u{a}rm -rf x` has characters that a script cannot contain"));
        assert!(done.stdout.is_empty());
    }
    let done = puzzle(&["shard", "script", plan, "--for", "parallel", "-o=-out put"]);
    assert!(said(&done).contains("puzzle shard merge './-out put'\n"), "{}", said(&done));
}
