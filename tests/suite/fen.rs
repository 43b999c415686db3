//! Chess positions: `verify` reads the output of `--format fen`, and specs have `givens fen`.

use super::command::{folder, puzzle};
use super::specs::{files_below, project};
use nauck::model::{Fact, Shapes};
use std::fs;

/// Examples that take more than a moment to find a solution.
const LONG: &[&str] = &["a103330_queens_and_pawn"];

/// The solutions of every example that FEN can express survive a round trip.
#[test]
fn solutions_come_back() {
    let mut shown = 0;
    let file = folder("fen", "solutions").join("boards.txt");
    let file = file.to_string_lossy();
    for path in files_below(&project().join("examples"), "puz") {
        let (name, text) = (path.to_string_lossy().into_owned(), fs::read_to_string(&path).expect("text"));
        if text.contains("board hex") || LONG.iter().any(|long| name.contains(long)) {
            continue;
        }
        let run = puzzle(&["run", &name, "-q", "--limit", "3", "--format", "fen", "--time-limit", "5s"]);
        let boards = String::from_utf8(run.stdout).expect("text");
        if boards.trim().is_empty() {
            continue;
        }
        fs::write(&*file, &boards).expect("a file");
        let verified = puzzle(&["verify", &name, &file]);
        let said = String::from_utf8_lossy(&verified.stdout).into_owned();
        let lines = boards.lines().count();
        assert!(verified.status.success(), "{name}: {said}{}", String::from_utf8_lossy(&verified.stderr));
        assert!(said.starts_with(&format!("{lines} of {lines} satisfy every rule")), "{name}: {said}");
        shown += 1;
    }
    assert!(shown > 20, "{shown}");
}

#[test]
fn a_position_is_given() {
    let text = "board 4 x 3\nuse queen, knight\ngivens fen \"Q3/4/2N1 w - - 0 1\"\n";
    let spec = super::specs::spec_of(text, "a.puz", &nauck::text::NoFiles).expect("sound");
    let (model, _) = spec.model(&Vec::new()).expect("sound");
    let cells: Vec<String> = model
        .facts
        .iter()
        .map(|fact| match *fact {
            Fact::Holds(cell, kind, span) => {
                assert_eq!(model.kind(kind).shapes, Shapes::Point);
                format!("{}{}:{}", model.kind(kind).symbol, model.board.cell_name(cell), &text[span.range()])
            }
            Fact::Empty(..) => panic!("a number leaves its squares open"),
        })
        .collect();
    assert_eq!(cells, ["Qa3:Q", "Nc1:N"]);
}

/// On a board of one row, a line of letters may be a list of cells or a position.
#[test]
fn a_line_that_means_two_boards_is_refused() {
    let folder = folder("fen", "row");
    let (spec, boards) = (folder.join("row.puz"), folder.join("boards.txt"));
    fs::write(&spec, "board 3 x 1\npiece big \"Q\" = none\npiece small \"a\" = none\n").expect("a file");
    let verify = |line: &str| {
        fs::write(&boards, format!("{line}\n")).expect("a file");
        let output = puzzle(&["verify", &spec.to_string_lossy(), &boards.to_string_lossy()]);
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let (code, said) = verify("Qa1");
    assert!(code == Some(2) && said.contains("may be cells or a position"), "{said}");
    for line in ["Qa1 #", "Qa1 w", "Q2", "1aQ", "Qa1 ab1"] {
        assert_eq!(verify(line).0, Some(0), "{line}");
    }
}
