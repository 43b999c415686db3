//! The same spec, seed and version give the same bytes for any number of threads. Compares the command's output with one,
//! two and seven threads: every example in one form, and a sample of them in all forms. Only times, engine names and search
//! statistics are left out.

use super::command::puzzle;
use super::specs::{files_below, project};
use serde_json::Value;

/// Every `STRIDE`th example, in order of names, is run in every form and also with two threads.
const STRIDE: usize = 9;
const FORMS: [&[&str]; 5] = [
    &["--format", "coords", "--sorted"],
    &["--json"],
    &["--limit", "3", "--format", "jsonl"],
    &["--orbits", "--format", "coords"],
    &["--count", "--json"],
];
/// Node limit of each run.
const NODES: &str = "20000";

/// Exit status and output of `puzzle run`.
fn written(args: &[&str], threads: &str) -> (Option<i32>, String) {
    let told = ["--threads", threads, "--seed", "3", "--progress", "never"];
    let output = puzzle(&[&["run"], args, &told].concat());
    (output.status.code(), String::from_utf8(output.stdout).expect("text"))
}

/// The line without what may differ: the time, the engine, the plan and the search statistics.
fn timeless(line: &str) -> String {
    let Ok(mut object) = serde_json::from_str::<Value>(line) else {
        return match line.strip_suffix(" s").and_then(|line| line.rsplit_once(' ')) {
            Some((words, seconds)) if seconds.parse::<f64>().is_ok() => words.to_owned(),
            _ => line.to_owned(),
        };
    };
    if let Some(object) = object.as_object_mut() {
        for key in ["stats", "engine", "plan"] {
            object.remove(key);
        }
    }
    object.to_string()
}

#[test]
fn any_number_of_threads_writes_the_same() {
    let examples = files_below(&project().join("examples"), "puz");
    let mut compared = 0;
    for (i, path) in examples.iter().enumerate() {
        let path = path.to_string_lossy();
        let whole = i % STRIDE == 0;
        // The forms rotate over the examples.
        let forms = if whole { &FORMS[..] } else { &FORMS[i % FORMS.len()..][..1] };
        for form in forms {
            let args = [&[&*path, "--node-limit", NODES], *form].concat();
            let of = |threads| {
                let (code, text) = written(&args, threads);
                (code, text.lines().map(timeless).collect::<Vec<_>>())
            };
            let alone = of("1");
            // Skips runs that hit a limit: engines take turns by the clock, so the state at the limit may vary.
            if alone.0 != Some(0) {
                continue;
            }
            for threads in if whole { &["2", "7"][..] } else { &["7"] } {
                let together = of(threads);
                if together.0 != Some(0) {
                    continue;
                }
                assert_eq!(together, alone, "{args:?} with {threads} threads");
                compared += 1;
            }
        }
    }
    assert!(compared >= 110, "{compared} comparisons");
}

#[test]
fn one_engine_stops_at_the_same_limit() {
    let specs =
        ["tests/specs/queens.puz", "tests/specs/queens_knights.puz", "tests/specs/pentominoes_6x10.puz"];
    // Other fields may vary: they depend on when the cubes under way at the limit were begun.
    let known = |text: &str| {
        let object: Value = serde_json::from_str(text).expect("JSON");
        ["status", "limit", "complete"].map(|key| object[key].clone())
    };
    for (spec, engine) in [(specs[0], "masks"), (specs[0], "cover"), (specs[1], "masks"), (specs[2], "cover")]
    {
        let args = [spec, "--count", "--json", "--engine", engine, "--node-limit", "1500"];
        let (code, text) = written(&args, "2");
        let alone = known(&text);
        assert!(matches!(code, Some(0 | 3)), "{args:?}");
        let (again, text) = written(&args, "7");
        assert_eq!((again, known(&text)), (code, alone), "{args:?}");
    }
}

#[test]
fn figures_say_what_is_repeated() {
    let spec = "examples/queens.puz";
    let output = puzzle(&["run", spec, "--count", "--stats", "--seed", "5", "--threads", "1"]);
    let said = String::from_utf8(output.stderr).expect("text");
    let figure = |name: &str| {
        let line = said.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix("  "));
        line.unwrap_or_else(|| panic!("{name} in {said}")).trim().to_owned()
    };
    let (_, text) = written(&[spec, "--count", "--json"], "1");
    let object: Value = serde_json::from_str(&text).expect("JSON");
    let stats = &object["stats"];
    assert_eq!((figure("version"), figure("seed")), (env!("CARGO_PKG_VERSION").to_owned(), "5".to_owned()));
    assert_eq!(
        (stats["version"].as_str(), stats["seed"].as_u64()),
        (Some(env!("CARGO_PKG_VERSION")), Some(3))
    );
    assert_eq!(stats["spec"].as_str(), Some(&*figure("spec")));
    assert!(figure("spec").starts_with("sha256:"), "{said}");
    assert_eq!(object["engine"].as_str(), Some(&*figure("engine")));
}
