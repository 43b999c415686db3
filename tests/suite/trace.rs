//! Recorded searches: their counts in every form, their schema, the orders, refusals, and titles that look like markup.

use super::command::puzzle_reading;
use super::specs::project;
use serde_json::Value;
use std::fs;

const QUEENS: &str = "examples/queens.puz";

/// A sudoku of 4 x 4, stars that do not touch, and most kings.
const SMALL: [&str; 3] = [
    "board 4 x 4\npieces digit[1..4] = none\nregions box = blocks 2 x 2\ncount empty = 0\n\
     each row, each digit d: count d = 1\neach column, each digit d: count d = 1\n\
     each box, each digit d: count d = 1\ngivens \"\"\"\n1 . . .\n. . . .\n. . . .\n. . . 3\n\"\"\"\n",
    "board 5 x 5\npiece star \"*\" = king\nno attacks\neach row: count star = 1\neach column: count star = 1\n",
    "board 3 x 3\nuse king\nno attacks\nmaximize count king\n",
];

/// Exit status, standard output and standard error.
fn said(args: &[&str], spec: &str) -> (i32, String, String) {
    let output = puzzle_reading(args, spec);
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    (output.status.code().expect("no signal"), text(output.stdout), text(output.stderr))
}

fn traced(args: &[&str], spec: &str) -> Value {
    let (_, text, message) = said(&[&["trace"], args, &["--json"]].concat(), spec);
    let value: Value = serde_json::from_str(&text).unwrap_or_else(|e| panic!("{args:?}: {e}: {message}"));
    let schema = fs::read_to_string(project().join("docs/schema/trace.schema.json")).expect("a schema");
    let schema: Value = serde_json::from_str(&schema).expect("JSON");
    let validator = jsonschema::validator_for(&schema).expect("a sound schema");
    let faults: Vec<String> = validator.iter_errors(&value).map(|e| e.to_string()).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    value
}

/// The figures of every course on backtracking: 113 queens are placed and 105 taken back before the first eight stand.
#[test]
fn eight_queens_row_by_row_in_every_form() {
    let rows = [QUEENS, "--order", "rows"];
    let value = traced(&rows, "");
    assert_eq!((&value["placements"], &value["taken_back"]), (&113.into(), &105.into()));
    let steps = value["steps"].as_array().expect("steps");
    let last = steps.last().expect("a step");
    assert_eq!((&last["event"], &last["placements"]), (&"solution".into(), &113.into()));
    let cells: Vec<&str> =
        last["pieces"].as_array().expect("pieces").iter().map(|p| p[1].as_str().expect("a cell")).collect();
    assert_eq!(cells, ["a8", "b2", "c4", "d1", "e7", "f5", "g3", "h6"]);

    let words = "113 placements, 105 taken back";
    let text = said(&[&["trace"], &rows[..]].concat(), "").1;
    assert!(text.trim_end().ends_with(words), "{text}");
    let end = (steps.len() - 1).to_string();
    let one = said(&[&["trace"], &rows[..], &["--step", &end]].concat(), "").1;
    assert!(one.trim_end().ends_with(words), "{one}");
    let svg = said(&[&["trace"], &rows[..], &["--step", &end, "--format", "svg"]].concat(), "");
    assert!(svg.0 == 0 && svg.1.starts_with("<svg"), "{}", svg.2);
    let page = said(&[&["trace"], &rows[..], &["--format", "html"]].concat(), "").1;
    assert!(page.contains(words) && page.contains("[113,105]"), "the counts are on the page");
}

#[test]
fn both_orders_solve_the_same_puzzles() {
    for spec in SMALL {
        let mut best = Vec::new();
        for order in ["rows", "fewest"] {
            let value = traced(&["-", "--order", order, "--steps", "10000"], spec);
            assert_eq!(value["complete"], true, "{order}: {spec}");
            let steps = value["steps"].as_array().expect("steps");
            let solution = steps.iter().rev().find(|s| s["event"] == "solution").expect("a solution");
            best.push(solution["pieces"].as_array().expect("pieces").len());
            let placed = steps.iter().filter(|s| s["event"] == "place" || s["event"] == "try").count();
            let back = steps.iter().filter(|s| s["event"] == "back").count();
            assert_eq!((&value["placements"], &value["taken_back"]), (&placed.into(), &back.into()));
        }
        assert_eq!(best[0], best[1], "{spec}");
    }
}

#[test]
fn a_search_that_is_cut_says_so() {
    let value = traced(&[QUEENS, "-p", "n=20", "--order", "rows", "--steps", "9000"], "");
    assert_eq!((&value["complete"], value["steps"].as_array().map(Vec::len)), (&false.into(), Some(9000)));
    let args = ["trace", QUEENS, "-p", "n=20", "--order", "rows", "--steps", "9000", "--format", "html"];
    let (status, page, message) = said(&args, "");
    assert_eq!(status, 3, "{message}");
    assert!(
        page.contains("The tree shows the first 2000 of ") && page.contains("the search is not finished")
    );
}

#[test]
fn what_cannot_be_shown_is_refused() {
    let cases: [(&[&str], &str); 6] = [
        (&["--format", "svg"], "name it with `--step N`"),
        (&["--step", "3", "--format", "html"], "`--step` is for text and pictures"),
        (&["--step", "999"], "no step 999"),
        (&["--steps", "20000"], "the limit is 10000"),
        (&["-p", "n=50"], "too many placements to trace"),
        (&["--step", "3", "--steps", "5"], "cannot be used with"),
    ];
    for (args, expected) in cases {
        let (status, _, message) = said(&[&["trace", QUEENS], args].concat(), "");
        assert!(status == 2 && message.contains(expected), "{args:?}: {message}");
    }
}

/// A title can neither end the script nor begin an element.
#[test]
fn titles_are_text() {
    let spec =
        "puzzle \"</script><script>alert(1)</script> & 'x' <!--\"\nboard 2 x 2\nuse king\ncount king = 1\n";
    for command in ["trace", "steps"] {
        let (status, page, message) = said(&[command, "-", "--format", "html"], spec);
        assert_eq!(status, 0, "{message}");
        assert_eq!(page.matches("<script>").count(), 1, "{command}");
        assert_eq!(page.matches("</script>").count(), 1, "{command}");
        assert!(page.contains("&lt;/script&gt;") && !page.contains("<!--"), "{command}");
    }
}

/// The page needs nothing beside itself.
#[test]
fn a_page_loads_nothing() {
    let page = said(&["trace", QUEENS, "-p", "n=6", "--format", "html"], "").1;
    for word in ["src=", "href=", "@import", "url(", "fetch("] {
        assert!(!page.contains(word), "{word}");
    }
    let addresses = page.matches("http").count();
    assert_eq!(addresses, page.matches("http://www.w3.org/2000/svg").count());
}
