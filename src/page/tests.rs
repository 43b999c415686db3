//! Questions and their answers, on a machine without a browser.

use super::{World, answer};
use crate::{Host, NoFiles};
use serde_json::{Value, json};
use std::cell::RefCell;
use std::sync::Arc;
use std::time::Duration;

thread_local! {
    static TOLD: RefCell<Vec<Value>> = const { RefCell::new(Vec::new()) };
}

const QUEENS: &str = "param n = 6 in 1..40\nboard n x n\nuse queen\nno attacks\ncount queen = n\n";

fn world() -> World<'static> {
    let host = Host::bare().with_clock(|| Duration::ZERO);
    World { host, threads: 1, files: &NoFiles, tell: Arc::new(tell), stop: Arc::default() }
}

fn tell(text: &str) {
    TOLD.with_borrow_mut(|told| told.push(serde_json::from_str(text).expect("JSON")));
}

/// Returns the answer, and what was told on the way.
fn ask(question: &Value) -> (Value, Vec<Value>) {
    let answered = answer(&question.to_string(), &world());
    (serde_json::from_str(&answered).expect("JSON"), TOLD.take())
}

#[test]
fn solutions_are_told_as_they_are_found() {
    let (answer, told) = ask(&json!({ "do": "solve", "text": QUEENS }));
    let boards = told.iter().filter(|t| t["solution"].is_array()).count();
    assert_eq!((boards, &answer["lines"][0]), (4, &json!("4 solutions, complete, 0.00 s")));
    let (answer, _) = ask(&json!({ "do": "orbits", "text": QUEENS, "params": { "n": 8, "gone": 1 } }));
    assert!(answer["lines"][0].as_str().is_some_and(|line| line.starts_with("12 orbits")), "{answer}");
}

#[test]
fn a_rival_of_a_solution_that_should_be_unique_is_drawn() {
    let (answer, _) = ask(&json!({ "do": "solve", "text": format!("{QUEENS}expect unique\n") }));
    assert!(answer["text"].as_array().is_some_and(|lines| lines.len() > 6), "{answer}");
    assert!(ask(&json!({ "do": "solve", "text": QUEENS })).0["text"].is_null());
}

#[test]
fn positions_count_as_editors_do() {
    let (answer, _) = ask(&json!({ "do": "check", "text": "# 👑\nboard 8 x 8\nuse quean\n" }));
    let label = &answer["diagnostics"][0]["labels"][0];
    assert_eq!((&label["from"], &label["to"]), (&json!(21), &json!(26)), "{answer}");
    assert_eq!(answer["marks"].as_array().expect("marks")[..3], [json!(0), json!(4), json!(1)]);
    assert!(answer["model"].is_null());
}

#[test]
fn editors_are_served() {
    let text = "# 👑\nboard 8 x 8\nuse quean\n";
    let (answer, _) = ask(&json!({ "do": "fixes", "text": text }));
    let fix = &answer["fixes"][0][0];
    assert_eq!(
        (&fix["from"], &fix["to"], &fix["text"]),
        (&json!(21), &json!(26), &json!("queen")),
        "{answer}"
    );
    let (answer, _) = ask(&json!({ "do": "complete", "text": text, "at": 21 }));
    let labels = answer["completions"].as_array().expect("words").iter().map(|c| c["label"].clone());
    assert!(labels.into_iter().any(|label| label == "queen"), "{answer}");
    let (answer, _) = ask(&json!({ "do": "hover", "text": text, "at": 6 }));
    assert_eq!((&answer["from"], &answer["to"]), (&json!(5), &json!(10)), "{answer}");
}

#[test]
fn placed_pieces_attack_and_exclude() {
    let question = json!({
        "do": "board", "text": QUEENS, "notes": "attacked",
        "pieces": [["queen", "a1"], ["queen", "a1"], ["rook", "b2"], ["queen", "z9"]],
    });
    let (answer, _) = ask(&question);
    assert_eq!(answer["pieces"], json!([["queen", "a1"]]), "what does not fit is left out");
    let attacked = answer["states"].as_array().expect("states").iter().filter(|s| s[1] == 1).count();
    assert_eq!(attacked, 15);
    assert!(answer["svg"].as_str().is_some_and(|svg| svg.starts_with("<svg")));
}

#[test]
fn boards_are_marked() {
    let mark =
        |board: &str| ask(&json!({ "do": "mark", "text": QUEENS, "board_text": board })).0["verdict"].clone();
    assert_eq!(mark("Qa2 Qb4 Qc6 Qd1 Qe3 Qf5"), "correct");
    assert_eq!(mark("Qa2 Qb4"), "open");
    assert_eq!(mark("Qa1"), "wrong");
    assert_eq!(mark("Qa1 Qb2"), "wrong");
    let framed = |board: &str| {
        let (answer, _) = ask(&json!({ "do": "mark", "text": QUEENS, "board_text": board }));
        answer["drawn"]["svg"].as_str().expect("a picture").contains("stroke=\"#d55e00\"")
    };
    assert!(!framed("Qa2 Qb4") && framed("Qa1 Qb2 Qd5"), "queens that attack each other have a frame");
}

#[test]
fn each_seed_makes_its_puzzle() {
    let rows = ". . . . .\n".repeat(5);
    let text = format!(
        "board 5 x 5\nuse queen\nregions \"\"\"\n{rows}\"\"\"\neach row: count queen = 1\n\
         each column: count queen = 1\neach region: count queen = 1\nvary regions\n"
    );
    let made = |seed: u64| ask(&json!({ "do": "make", "text": text, "seed": seed })).0["made"].clone();
    assert_eq!(made(1), made(1));
    assert_ne!(made(1), made(2));
    let (answer, _) = ask(&json!({ "do": "solve", "text": made(1) }));
    assert_eq!(answer["lines"][0], "1 solution, complete, 0.00 s", "{answer}");
    let (answer, _) = ask(&json!({ "do": "make", "text": QUEENS }));
    assert!(answer["error"].as_str().is_some_and(|error| error.contains("vary")), "{answer}");
}

#[test]
fn puzzles_of_other_programs_come_and_go() {
    let url = "https://puzz.link/p?sudoku/4/4/g1k23k3g";
    let (answer, _) = ask(&json!({ "do": "import", "text": format!(" {url}\n") }));
    let text = answer["text"].as_str().expect("a spec");
    let export = |to: &str| ask(&json!({ "do": "export", "text": text, "to": to })).0["text"].clone();
    assert_eq!(export("puzzlink"), url);
    let sudoku = export("fpuzzles");
    assert!(sudoku.as_str().is_some_and(|text| text.starts_with("https://")), "{sudoku}");
    let (again, _) = ask(&json!({ "do": "import", "text": sudoku }));
    let (solved, _) = ask(&json!({ "do": "solve", "text": again["text"] }));
    assert_eq!(solved["lines"][0], "1 solution, complete, 0.00 s", "{solved}");
    let (refused, _) = ask(&json!({ "do": "import", "text": "https://puzz.link/p?chess/8/8/0" }));
    assert!(refused["error"].as_str().is_some_and(|error| error.contains("chess")), "{refused}");
    let (refused, _) = ask(&json!({ "do": "export", "text": QUEENS, "to": "penpa" }));
    assert!(refused["error"].as_str().is_some_and(|error| error.contains("genres")), "{refused}");
}

#[test]
fn whatever_is_asked_is_answered() {
    let texts =
        ["", "board 0 x 0", "board 3 x 3\nuse queen", "include \"../../etc/passwd\"", "board 5000 x 5000\n"];
    let acts = [
        "check", "fixes", "complete", "hover", "format", "board", "draw", "read", "count", "forced", "why",
        "hint", "steps", "mark", "make", "export", "import",
    ];
    for (text, act) in texts.iter().flat_map(|text| acts.map(|act| (text, act))) {
        let (answer, _) =
            ask(&json!({ "do": act, "text": text, "board": [["x"]], "board_text": "{", "to": "?" }));
        assert!(answer.is_object(), "{act}: {answer}");
    }
    for question in ["", "{}", "{\"do\":\"solve\",\"params\":[]}", "[[[["] {
        assert!(answer(question, &world()).contains("error"));
    }
}
