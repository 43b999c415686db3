//! Options that change the query or the output: the first solutions in canonical order for every engine, seeds that change
//! only which solutions are shown, checkpoints and plans of sweeps.

use super::command::{folder, puzzle};
use serde_json::Value;

fn out(args: &[&str]) -> String {
    let output = puzzle(args);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{args:?}: {said}");
    String::from_utf8(output.stdout).expect("text")
}

const QUEENS: &str = "tests/specs/queens.puz";

/// Specs with one kind, several kinds, tiles or objectives, each with the number of solutions to list.
const SORTED: &[(&[&str], &str)] = &[
    (&[QUEENS], "5"),
    (&[QUEENS, "-p", "n=6"], "9"),
    (&["tests/specs/queens_knights.puz", "-p", "n=5"], "4"),
    (&["tests/specs/kings_any.puz", "-p", "n=4"], "7"),
    (&["tests/specs/queen_domination.puz", "-p", "n=5"], "6"),
    (&["tests/cli/files/dominoes.puz"], "40"),
    (&["tests/cli/files/two_objectives.puz"], "3"),
];

#[test]
fn the_first_in_order_are_the_first_of_all() {
    for (spec, most) in SORTED {
        for symmetry in [&[][..], &["--up-to-symmetry"][..]] {
            let listed =
                out(&[&["run"], *spec, symmetry, &["--all", "--sorted", "--format", "coords"]].concat());
            let few: usize = most.parse().expect("a number");
            let first: Vec<&str> = listed.lines().take(few).collect();
            for engine in ["auto", "masks", "cover", "sat", "frontier"] {
                let told = ["--limit", most, "--sorted", "--format", "coords", "--engine", engine];
                let args = [&["run"], *spec, symmetry, &told].concat();
                let output = puzzle(&args);
                // The engine does not admit the spec.
                if output.status.code() == Some(2) {
                    assert!(engine != "auto" && engine != "sat", "{args:?}");
                    continue;
                }
                let text = String::from_utf8(output.stdout).expect("text");
                assert_eq!(text.lines().collect::<Vec<_>>(), first, "{args:?}");
            }
        }
    }
}

#[test]
fn the_first_in_order_need_no_list_of_all() {
    // Far too many solutions to list them all first.
    let args = ["run", QUEENS, "-p", "n=20", "--first", "--sorted", "--format", "vector"];
    assert_eq!(out(&args), "[0, 2, 4, 1, 3, 12, 14, 11, 17, 19, 16, 8, 15, 18, 7, 9, 6, 13, 5, 10]\n");
}

#[test]
fn a_limit_shows_fewer_but_the_first() {
    let all = out(&["run", QUEENS, "--all", "--sorted", "--format", "vector"]);
    for nodes in ["10", "100", "1000"] {
        let args = ["run", QUEENS, "--limit", "20", "--sorted", "--format", "vector", "--node-limit", nodes];
        let output = puzzle(&args);
        let text = String::from_utf8(output.stdout).expect("text");
        assert!(all.starts_with(&text), "{text}");
        let is_whole = text.lines().count() == 20;
        assert_eq!(output.status.code(), Some(if is_whole { 0 } else { 3 }), "{nodes}");
    }
}

#[test]
fn a_seed_changes_which_are_shown_and_nothing_else() {
    for (spec, query) in
        [(QUEENS, "--first"), (QUEENS, "--limit=3"), ("tests/specs/kings_any.puz", "--limit=3")]
    {
        let with = |seed: &str, threads: &str, more: &[&str]| {
            let told = ["run", spec, "--format", "coords", "--seed", seed, "--threads", threads];
            out(&[&told, more].concat())
        };
        let mut shown: Vec<String> = ["0", "1", "2", "3", "4"].map(|seed| with(seed, "1", &[query])).into();
        for seed in ["1", "2"] {
            assert_eq!(with(seed, "1", &[query]), with(seed, "2", &[query]), "{spec} {query} {seed}");
            assert_eq!(with(seed, "1", &[query, "--sorted"]), with("0", "1", &[query, "--sorted"]));
        }
        shown.sort();
        shown.dedup();
        assert!(shown.len() > 1, "{spec} {query}: {shown:?}");
    }
    let answer = |seed: &str| {
        let text = out(&["run", "tests/specs/queens_knights.puz", "--json", "--seed", seed]);
        let object: Value = serde_json::from_str(&text).expect("JSON");
        ["solutions", "optimum", "boards", "orbits"].map(|key| object[key].clone())
    };
    assert_eq!(answer("0"), answer("9"));
}

#[test]
fn a_sweep_has_a_folder_of_checkpoints() {
    let folder = folder("options", "checkpoints").join("sweep");
    let path = folder.to_str().expect("a name");
    let sweep = |more: &[&str]| puzzle(&[&["run", QUEENS, "--count", "--format", "csv"], more].concat());
    let begun = sweep(&["-p", "n=4..6", "--checkpoint", path]);
    let text = String::from_utf8(begun.stdout).expect("text");
    assert_eq!(text, "n,solutions,status\n4,2,complete\n5,10,complete\n6,4,complete\n");
    assert!(folder.join("n=5.checkpoint").is_file());
    assert_eq!(
        sweep(&["-p", "n=4..6", "--checkpoint", path]).status.code(),
        Some(2),
        "the folder already exists"
    );
    let longer = sweep(&["-p", "n=4..7", "--resume", path]);
    assert!(String::from_utf8(longer.stdout).expect("text").ends_with("6,4,complete\n7,40,complete\n"));
    let single = folder.join("n=5.checkpoint");
    let single = single.to_str().expect("a name");
    let refused = sweep(&["-p", "n=4..5", "--resume", single]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("checkpoint of a single run"));
}

#[test]
fn a_sweep_has_a_folder_of_plans() {
    let folder = folder("options", "plans");
    let name = |path: &str| folder.join(path).to_str().expect("a name").to_owned();
    let plans = name("plans");
    let said = out(&["shard", "plan", QUEENS, "-p", "n=5..6", "--count", "--shards", "1", "-o", &plans]);
    assert!(said.starts_with("n = 5: 1 shards of ") && said.contains("\nn = 6: 1 shards of "), "{said}");
    for (n, count) in [(5, "10"), (6, "4")] {
        let (plan, results) = (name(&format!("plans/n={n}.json")), name(&format!("results/n={n}")));
        out(&["shard", "run", &plan, "--index", "0", "-o", &results]);
        let merged = out(&["shard", "merge", &results]);
        assert!(merged.starts_with(&format!("{count} solutions")), "{merged}");
    }
}

#[test]
fn a_format_of_solutions_is_refused_where_the_spec_asks_for_numbers() {
    let text = "board 4 x 4\nuse king\nno attacks\nfind number\n";
    for format in ["vector", "coords", "fen", "svg"] {
        let output = super::command::puzzle_reading(&["run", "-", "--format", format], text);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{format}: {said}");
        assert!(said.contains("only numbers are asked for"), "{format}: {said}");
    }
}
