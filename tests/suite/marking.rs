//! `puzzle verify --mark`: formats of boards, verdicts, exit statuses, and the schema of its JSON.

use super::command::puzzle_reading;
use super::specs::project;
use serde_json::Value;
use std::fs;

const QUEENS: &str = "tests/specs/queens.puz";

/// Exit status and standard output of marking a board.
fn marked(spec: &str, board: &str, options: &[&str]) -> (i32, String) {
    let args: Vec<&str> = ["verify", spec, "-", "--mark"].iter().chain(options).copied().collect();
    let output = puzzle_reading(&args, board);
    let errors = String::from_utf8(output.stderr).expect("text");
    let text = String::from_utf8(output.stdout).expect("text");
    (output.status.code().expect("no signal"), text + &errors)
}

/// One solution of eight queens in every form that people have.
const FORMS: &[&str] = &[
    "[0, 4, 7, 5, 2, 6, 1, 3]",
    "0,4,7,5,2,6,1,3",
    "Qa8 Qb4 Qc1 Qd3 Qe6 Qf2 Qg7 Qh5",
    "Q7/6Q1/4Q3/7Q/1Q6/3Q4/5Q2/2Q5 w - - 0 1",
    "{\"board\":[[\"queen\",\"a8\"],[\"queen\",\"b4\"],[\"queen\",\"c1\"],[\"queen\",\"d3\"],[\"queen\",\"e6\"],[\"queen\",\"f2\"],[\"queen\",\"g7\"],[\"queen\",\"h5\"]]}",
    "Q.......\n......Q.\n....Q...\n.......Q\n.Q......\n...Q....\n.....Q..\n..Q.....\n",
    "8  Q . . . . . . .\n7  . . . . . . Q .\n6  . . . . Q . . .\n5  . . . . . . . Q\n4  . Q . . . . . .\n3  . . . Q . . . .\n2  . . . . . Q . .\n1  . . Q . . . . .\n   a b c d e f g h\n",
    "+--------+\n|♕-------|\n|------♕-|\n|----♕---|\n|-------♕|\n|-♕------|\n|---♕----|\n|-----♕--|\n|--♕-----|\n+--------+\n",
];

#[test]
fn every_form_is_read() {
    for form in FORMS {
        let (status, said) = marked(QUEENS, form, &[]);
        assert_eq!((status, said.as_str()), (0, "right: every rule holds\n"), "{form}");
    }
    let (status, said) = marked(QUEENS, "1,5,8,6,3,7,2,4", &["--one-based"]);
    assert_eq!((status, said.as_str()), (0, "right: every rule holds\n"));
}

#[test]
fn unfinished_wrong_and_right_boards_are_told_apart() {
    let (status, said) = marked(QUEENS, "Qa1 Qb1 Qc1", &[]);
    assert_eq!(status, 1);
    assert!(
        said.starts_with(
            "wrong: 2 mistakes\n  No two queens attack each other. (queen on a1 attacks queen on b1)"
        ),
        "{said}"
    );
    let (status, said) = marked(QUEENS, "Qa8 Qb4", &[]);
    assert_eq!(status, 3);
    assert!(said.contains("no rule is broken so far") && said.contains("can still be completed"), "{said}");
    // No queen attacks another, but no solution has both.
    let (status, said) = marked(QUEENS, "Qa1 Qb3 Qc5 Qd2 Qe4", &[]);
    assert_eq!(status, 1);
    assert!(said.contains("no solution has all these pieces"), "{said}");
    let (status, said) = marked(QUEENS, "Qa1 Qb5", &["--time-limit", "1ms"]);
    assert!(status == 3 && said.starts_with("unfinished: no rule is broken so far"), "{said}");
    let (status, said) = marked(QUEENS, "", &[]);
    assert!(status == 3 && said.starts_with("unfinished"), "{said}");
}

#[test]
fn spoilers_are_left_out() {
    let (status, said) = marked(QUEENS, "Qa1 Qb1 Qc1", &["--no-spoilers"]);
    assert_eq!((status, said.as_str()), (1, "wrong: 2 mistakes\n"));
    let (_, said) = marked(QUEENS, "Qa1 Qb1 Qc1", &["--no-spoilers", "--json"]);
    assert!(!said.contains("a1") && said.contains("\"mistakes\":2"), "{said}");
}

#[test]
fn json_keeps_to_its_schema() {
    let text = fs::read_to_string(project().join("docs/schema/mark.schema.json")).expect("a schema");
    let schema: Value = serde_json::from_str(&text).expect("JSON");
    let validator = jsonschema::validator_for(&schema).expect("a sound schema");
    let boards = [
        (QUEENS, FORMS[0], "right"),
        (QUEENS, "Qa1 Qb1", "wrong"),
        (QUEENS, "Qa1 Qb3 Qc5 Qd2 Qe4", "stuck"),
        (QUEENS, "Qa8", "unfinished"),
        ("examples/queens_knights.puz", "Qa1 Nb4", "right"),
        ("examples/genres/sudoku.puz", "9a1 9a2", "wrong"),
    ];
    for (spec, board, verdict) in boards {
        let (_, said) = marked(spec, board, &["--json"]);
        let value: Value = serde_json::from_str(&said).unwrap_or_else(|e| panic!("{board}: {e}: {said}"));
        let faults: Vec<String> = validator.iter_errors(&value).map(|e| e.to_string()).collect();
        assert!(faults.is_empty(), "{}\n{value}", faults.join("\n"));
        assert_eq!(value["verdict"], verdict, "{spec} {board}: {value}");
    }
}

#[test]
fn wrong_boards_and_options_are_refused() {
    for (board, options, words) in [
        ("Q.......\n", &[][..], "unknown cell"),
        ("Q.......\n........\n", &[], "the drawing has 2 rows, the board 8"),
        (&"Q..z....\n".repeat(8), &[], "`z` on d8 is no piece; the pieces are Q"),
        (&"Q......\n".repeat(8), &[], "is no row of 8 cells"),
        ("Qa1\nQb1\n", &[], "it has 2 boards"),
        ("Qa1", &["--one-based"], "are about vectors"),
        ("[9]", &[], "`9` is not on the board"),
        ("{", &[], "EOF"),
    ] {
        let (status, said) = marked(QUEENS, board, options);
        assert!(status == 2 && said.contains(words), "{board}: {said}");
    }
    for option in ["--no-spoilers", "--json", "--one-based", "--time-limit=1s"] {
        let output = puzzle_reading(&["verify", QUEENS, "-", option], "Qa1");
        assert_eq!(output.status.code(), Some(2), "{option}");
    }
}

#[test]
fn printed_boards_are_read_back() {
    for spec in [
        "examples/genres/sudoku.puz",
        "examples/genres/star_battle.puz",
        "examples/genres/tents.puz",
        "examples/genres/light_up.puz",
        "examples/genres/slitherlink.puz",
        "examples/genres/masyu.puz",
        "examples/genres/hidato.puz",
        "examples/genres/battleships.puz",
        "examples/genres/shikaku.puz",
        "examples/chess/knights_tour_6x6.puz",
    ] {
        let run = puzzle_reading(&["run", spec, "--first", "-q"], "");
        let board = String::from_utf8(run.stdout).expect("text");
        let (status, said) = marked(spec, &board, &[]);
        assert_eq!((status, said.as_str()), (0, "right: every rule holds\n"), "{spec}\n{board}");
    }
}
