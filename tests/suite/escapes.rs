//! Files may hold hostile text: control characters in any field of any file never reach the terminal.

use super::certificates::{certified, said};
use super::command::{self, puzzle};
use super::plans;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use std::process::Output;

/// Control characters: clear the screen, reverse the text direction, ring the bell, return to the line start, set a color.
const OBEYED: &str = "\u{1b}[2J\u{202e}\u{7}\r\u{9b}31m";

fn is_quiet(output: &Output, what: &str) {
    let text = said(output);
    let shown = text.chars().find(|c| *c != '\n' && nauck::text::is_hidden(*c));
    assert_eq!(shown, None, "{what}: {text:?}");
    assert!(!text.contains("internal error"), "{what}: {text}");
}

/// Collects the JSON pointers of all values of a document; of a list, only the first two entries.
fn texts(value: &Value, at: &str, all: &mut Vec<String>) {
    let parts: Vec<(String, &Value)> = match value {
        Value::Object(map) => map.iter().map(|(key, part)| (key.clone(), part)).collect(),
        Value::Array(list) => {
            list.iter().take(2).enumerate().map(|(i, part)| (i.to_string(), part)).collect()
        }
        _ => return all.push(at.to_owned()),
    };
    parts.iter().for_each(|(key, part)| texts(part, &format!("{at}/{key}"), all));
}

/// Copies of the document with control characters in one field each, and one with them in a key.
fn spoiled(document: &Value) -> Vec<Value> {
    let mut places = Vec::new();
    texts(document, "", &mut places);
    let in_place = |place: &String| {
        let mut changed = document.clone();
        let field = changed.pointer_mut(place).expect("a place");
        let old = field.as_str().unwrap_or_default();
        *field = json!(format!("{old}{OBEYED}"));
        changed
    };
    let mut all: Vec<Value> = places.iter().map(in_place).collect();
    let mut named = document.clone();
    named[OBEYED] = json!(OBEYED);
    all.push(named);
    all
}

fn with_digest(certificate: &Value) -> String {
    match nauck::certificate::read(&certificate.to_string()) {
        Ok(mut read) => {
            read.digest = read.own_digest();
            read.text()
        }
        Err(_) => certificate.to_string(),
    }
}

#[test]
fn certificates_and_proofs() {
    let folder = command::folder("escapes", "certificate");
    let (path, mut document) = certified(&folder, "examples/queens.puz", &["-p", "n=4", "--orbits"]);
    let name = path.to_str().expect("text").to_owned();
    let check = || puzzle(&["verify", "--certificate", &name]);
    document["evidence"]["unproved"] = json!("late");
    document["evidence"]["second"] = json!({"engine": "sat", "method": "m", "agrees_on": ["the orbits"]});
    let mut plain = document.clone();
    for key in ["unproved", "second"] {
        plain["evidence"].as_object_mut().expect("an object").shift_remove(key);
    }
    let all = [spoiled(&document), spoiled(&plain)].concat();
    assert!(all.len() > 60, "{}", all.len());
    for changed in all {
        for text in [changed.to_string(), with_digest(&changed)] {
            fs::write(&path, text).expect("a file");
            is_quiet(&check(), "a certificate");
        }
    }
    // A successful verification names the engine.
    let mut named = plain.clone();
    named["engine"] = json!(OBEYED);
    fs::write(&path, with_digest(&named)).expect("a file");
    assert!(
        said(&check()).contains("with \\u{1b}[2J\\u{202e}\\u{7}\\u{d}\\u{9b}31m\n"),
        "{}",
        said(&check())
    );
    for ending in ["cnf", "drat"] {
        let file = folder.join(format!("answer.{ending}"));
        let text = fs::read_to_string(&file).expect("a proof");
        let spoilt = format!("{OBEYED} {text}");
        fs::write(&file, &spoilt).expect("a file");
        let mut changed = plain.clone();
        let key = if ending == "cnf" { "formula" } else { "proof" };
        changed["evidence"]["proof"][key]["sha256"] = json!(nauck::certificate::sha256(&spoilt));
        fs::write(&path, with_digest(&changed)).expect("a file");
        is_quiet(&check(), ending);
        fs::write(&file, text).expect("a file");
    }
}

#[test]
fn solutions() {
    let folder = command::folder("escapes", "solutions");
    let file = folder.join("found.json");
    let name = file.to_str().expect("text");
    let spec = "tests/cli/files/most_kings.puz";
    let check = |text: &str| {
        fs::write(&file, text).expect("a file");
        is_quiet(&puzzle(&["verify", spec, name]), text);
    };
    for format in ["json", "jsonl", "coords"] {
        let text = String::from_utf8(puzzle(&["run", spec, "--format", format]).stdout).expect("text");
        check(&format!("{text}{OBEYED}"));
        check(&format!("{OBEYED}{text}"));
        let first = text.lines().next().expect("a line");
        if let Ok(object) = serde_json::from_str::<Value>(first) {
            spoiled(&object).iter().for_each(|changed| check(&changed.to_string()));
        }
    }
}

/// A line of a ledger, preceded by its checksum.
fn line(value: &Value) -> String {
    let text = value.to_string();
    format!("{:08x} {text}\n", crc32fast::hash(text.as_bytes()))
}

/// Copies of a ledger with control characters: at its start, and in each field of its first two lines.
fn spoiled_ledgers(text: &str) -> Vec<String> {
    let lines: Vec<Value> = text.lines().map(|l| serde_json::from_str(&l[9..]).expect("JSON")).collect();
    let mut all = vec![format!("{OBEYED}{text}")];
    for i in 0..lines.len().min(2) {
        for changed in spoiled(&lines[i]) {
            let one = |(j, old): (usize, &Value)| line(if i == j { &changed } else { old });
            all.push(lines.iter().enumerate().map(one).collect());
        }
    }
    all
}

#[test]
fn checkpoints() {
    let folder = command::folder("escapes", "checkpoint");
    let file = folder.join("run.ckpt");
    let name = file.to_str().expect("text");
    let run = ["run", "tests/cli/files/six_queens.puz", "--stats", "-q"];
    let done = puzzle(&[&run[..], &["--checkpoint", name]].concat());
    assert_eq!(done.status.code(), Some(0), "{}", said(&done));
    let text = fs::read_to_string(&file).expect("a checkpoint");
    for spoilt in spoiled_ledgers(&text) {
        fs::write(&file, &spoilt).expect("a file");
        is_quiet(&puzzle(&[&run[..], &["--resume", name]].concat()), &spoilt);
    }
}

#[test]
fn plans_and_their_results() {
    let folder = command::folder("escapes", "plan");
    let (plan, out) = (folder.join("plan.json"), folder.join("out"));
    let name = |path: &Path| path.to_str().expect("text").to_owned();
    let (file, results) = (name(&plan), name(&out));
    let spec = "tests/cli/files/six_queens.puz";
    assert_eq!(puzzle(&["shard", "plan", spec, "--shards", "1", "-o", &file]).status.code(), Some(0));
    let run = || puzzle(&["shard", "run", &file, "--index", "0", "-o", &results]);
    let merge = || puzzle(&["shard", "merge", &results, "--stats", "--format", "coords"]);
    assert_eq!(run().status.code(), Some(0));
    let done = out.join("shard-00000.done");
    let text = fs::read_to_string(&done).expect("a result");
    for spoilt in spoiled_ledgers(&text) {
        fs::write(&done, &spoilt).expect("a file");
        is_quiet(&merge(), &spoilt);
    }
    fs::write(&done, &text).expect("a file");
    for changed in spoiled(&plans::read(&plan)) {
        for text in [&changed, &plans::with_digest(&changed)].map(plans::text) {
            fs::write(&plan, &text).expect("a file");
            fs::write(out.join("plan.json"), &text).expect("a file");
            is_quiet(&run(), &text);
            is_quiet(&merge(), &text);
            is_quiet(&puzzle(&["shard", "script", &file, "--for", "slurm", "-o", "out"]), &text);
        }
    }
}

/// Control characters in every line of a spec and in a file that it includes.
#[test]
fn specs_and_includes() {
    let folder = command::folder("escapes", "spec");
    let file = folder.join("q.puz");
    let name = file.to_str().expect("text");
    let lines = ["puzzle \"Q\"", "board 3 x 3 # words", "use queen", "no attacks", "include \"more.puz\""];
    for i in 0..=lines.len() {
        for place in [0, 8, 12] {
            let spoil = |j: usize, l: &&str| match j == i {
                true => format!("{}{OBEYED}{}\n", &l[..place.min(l.len())], &l[place.min(l.len())..]),
                false => format!("{l}\n"),
            };
            let text: String = lines.iter().enumerate().map(|(j, l)| spoil(j, l)).collect();
            fs::write(&file, text).expect("a file");
            let more = if i == lines.len() { OBEYED } else { "count queen = 3\n" };
            fs::write(folder.join("more.puz"), format!("# {more}\n{more}\n")).expect("a file");
            for args in [["run", name], ["check", name], ["explain", name], ["show", name]] {
                is_quiet(&puzzle(&args), &format!("{args:?} {i} {place}"));
            }
        }
    }
}
