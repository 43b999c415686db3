//! `puzzle make` and `puzzle repair` on puzzles of known and unknown kinds: every made puzzle has one solution by another
//! engine, minimal ones lose it with any given, and what cannot succeed ends with a reason.

use nauck::desk::make::{MakeError, Maker, Script, Workbench};
use nauck::desk::repair::{Change, Finding, repair};
use nauck::model::Model;
use nauck::model::check::{Overrides, Spec};
use nauck::syntax::ast::{PictureMark, StatementKind};
use nauck::syntax::parse;
use nauck::text::{NoFiles, SourceId, Sources};
use nauck::{Puzzle, Query, Request, Source};
use std::collections::BTreeSet;
use std::sync::Arc;

const SMALL_SUDOKU: &str = r#"
board 4 x 4
pieces digit[1..4] = none
regions box = blocks 2 x 2
count empty = 0
each row: distinct digit
each column: distinct digit
each box: distinct digit
vary givens
"#;

fn model_of(text: &str) -> (Spec, Sources, Model) {
    let mut sources = Sources::new();
    let root = sources.add(Source { name: "spec".into(), text: text.into() });
    let (spec, syntax, faults) = Spec::read(&mut sources, root, &NoFiles);
    assert!(syntax.is_empty() && faults.is_empty(), "{text}");
    let (model, _) = spec.model(&Overrides::new()).unwrap_or_else(|faults| panic!("{faults:?} in {text}"));
    (spec, sources, model)
}

fn bench(model: &Model) -> Workbench<'static> {
    Workbench::new("spec".into(), &NoFiles, Request::of(model), Arc::default(), None)
}

/// Makes puzzles from a spec.
fn made(text: &str, seed: u64, number: usize) -> Result<Vec<String>, MakeError> {
    let (spec, sources, model) = model_of(text);
    let bench = bench(&model);
    let mut maker = Maker::new(Script::read(&spec, &sources, &Overrides::new())?, &bench, seed)?;
    (0..number).map(|_| maker.make()).collect()
}

/// Number of solutions, at most two, by an engine.
fn solutions(text: &str, engine: Option<&str>) -> u64 {
    let puzzle = Puzzle::parse(text).unwrap_or_else(|faults| panic!("{faults}\n{text}"));
    let engine = engine.map(str::to_owned);
    let request = Request { query: Query::First(2), engine, ..puzzle.request() };
    puzzle.answer(&request).unwrap_or_else(|error| panic!("{error}: {text}")).solutions().len() as u64
}

/// The puzzle has one solution by each engine that takes it, of these two families.
fn is_unique(text: &str, engines: &[&str]) {
    assert_eq!(solutions(text, None), 1, "{text}");
    for engine in engines {
        assert_eq!(solutions(text, Some(engine)), 1, "{engine}: {text}");
    }
}

/// The text with each of its givens taken away in turn.
fn without_each_given(text: &str) -> Vec<String> {
    let (file, _) = parse(SourceId(0), text);
    let mut texts = Vec::new();
    for statement in &file.statements {
        let StatementKind::Givens(pictures) = &statement.kind else { continue };
        for (mark, span) in pictures.iter().flat_map(|p| &p.rows).flat_map(|row| row.marks()) {
            if !matches!(mark, PictureMark::Character('.' | '#')) {
                texts.push(format!("{}.{}", &text[..span.start as usize], &text[span.end as usize..]));
            }
        }
    }
    texts
}

#[test]
fn seeds_make_different_minimal_puzzles() {
    let mut all = BTreeSet::new();
    for seed in 0..50 {
        let text = made(SMALL_SUDOKU, seed, 1).expect("a puzzle").remove(0);
        assert_eq!(made(SMALL_SUDOKU, seed, 1).expect("a puzzle")[0], text, "the same seed, the same puzzle");
        all.insert(text);
    }
    assert!(all.len() >= 45, "{} different puzzles", all.len());
    for text in all.iter().take(8) {
        is_unique(text, &["sat", "cover"]);
        let fewer = without_each_given(text);
        assert!(fewer.len() >= 4, "{text}");
        for less in fewer {
            assert_eq!(solutions(&less.replace("expect unique", ""), Some("cover")), 2, "{less}");
        }
    }
}

#[test]
fn givens_keep_a_pattern() {
    let text = SMALL_SUDOKU.replace("vary givens", "vary givens symmetric under half turn");
    for text in made(&text, 3, 5).expect("puzzles") {
        let (_, _, model) = model_of(&text);
        let half = model.board.symmetry(nauck::geometry::SymmetryKind::Rotation(180)).expect("a rectangle");
        let given: BTreeSet<_> = model
            .facts
            .iter()
            .map(|fact| match fact {
                nauck::model::Fact::Holds(cell, ..) | nauck::model::Fact::Empty(cell, _) => *cell,
            })
            .collect();
        let turned: BTreeSet<_> = given.iter().map(|c| half.image(*c)).collect();
        assert_eq!(given, turned, "{text}");
        is_unique(&text, &["cover"]);
    }
}

/// Three puzzles of no known genre, and some of known ones.
const SPECS: &[(&str, &str, &[&str])] = &[
    (
        "knights that attack two others each, by clues on attackers",
        r#"
board 5 x 5
use knight
each knight: attackers knight = 2
clues seen """
. . . . .
. . . . .
. . . . .
. . . . .
. . . . .
"""
each seen c: count knight within knight = c
count knight = 8
vary clues seen
"#,
        &["sat"],
    ),
    (
        "kings and rooks in rooms, each room with one of each",
        r#"
board 5 x 5
use king, rook
regions """
. . . . .
. . . . .
. . . . .
. . . . .
. . . . .
"""
no attacks within kinds
each row: count king = 1
each region: count king = 1
each column: count king = 1
count rook = 0
vary regions
"#,
        &["sat"],
    ),
    (
        "rooks behind walls",
        r#"
board 5 x 5
use rook
no attacks
count rook = 7
vary walls
"#,
        &["sat"],
    ),
    (
        "minesweeper",
        r#"
board 5 x 5
piece mine "*"
clues are empty
each clue c: count mine within king = c
count mine = 5
vary clues
"#,
        &["sat"],
    ),
    (
        "nonogram",
        r#"
board 4 x 4
piece black "B"
rows: runs of black = [_, _, _, _]
columns: runs of black = [_, _, _, _]
vary clues
vary givens of {black, empty}
"#,
        &["sat"],
    ),
    (
        "cages with sums",
        r#"
board 4 x 4
pieces digit[1..4] = none
regions cage """
A A . .
. . . .
. . . .
. . . .
"""
count empty = 0
each row: distinct digit
each column: distinct digit
each cage: distinct digit
cage: sum digit = {A: 3}
vary regions cage sizes 2..3
vary clues cage
vary givens
"#,
        &["sat"],
    ),
    (
        "seven stars in five rooms",
        r#"
board 7 x 7
piece star "*" = king
regions """
A B C D E . .
. . . . . . .
. . . . . . .
. . . . . . .
. . . . . . .
. . . . . . .
. . . . . . .
"""
no attacks
each row: count star = 1
each column: count star = 1
each region: count star >= 1
each region: count star <= 2
vary regions
"#,
        &["sat"],
    ),
    (
        "equal letters in lines",
        r#"
board 5 x 5
piece mark "*" = wazir
no attacks
connected empty
regions letter """
. . . . .
. . . . .
. . . . .
. . . . .
. . . . .
"""
each row, each letter: count empty <= 1
each column, each letter: count empty <= 1
vary regions letter scattered
"#,
        &["sat"],
    ),
    (
        "light up",
        r#"
board 5 x 5
piece bulb "*" = ride orthogonal
clues are walls
no attacks
each empty cell: attackers >= 1
each clue c: count bulb within wazir = c
vary walls 5
vary clues
"#,
        &["sat"],
    ),
];

#[test]
fn any_kind_of_puzzle_is_made() {
    for (name, text, engines) in SPECS {
        let made = made(text, 1, 2).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_ne!(made[0], made[1], "{name}");
        for text in made {
            assert!(!text.contains("vary") && text.contains("expect unique"), "{text}");
            is_unique(&text, engines);
        }
    }
}

#[test]
fn what_cannot_succeed_ends_with_a_reason() {
    let table = [
        ("board 4 x 4\nuse rook\ncount rook = 2\ncount rook = 3\nvary givens\n", "no solution"),
        (
            "board 3 x 3\nuse rook, king, bishop\ncount empty = 0\ncount king >= 1\ncount bishop >= 1\n\
             vary givens of rook\n",
            "second solution",
        ),
        ("board 1 x 1\nuse rook\ncount rook = 1\nvary givens\nvary givens\n", ""),
    ];
    for (text, reason) in table {
        match made(text, 0, 1) {
            Err(MakeError::Impossible(words)) => assert!(words.contains(reason), "{words}: {text}"),
            Err(other) => panic!("{other}: {text}"),
            Ok(_) => assert!(reason.is_empty(), "{text}"),
        }
    }
    // There is one such puzzle; a second is refused.
    assert!(matches!(made(table[2].0, 0, 2), Err(MakeError::Impossible(_))));
    assert!(matches!(made("board 2 x 2\nuse rook\n", 0, 1), Err(MakeError::NothingVaries)));
}

fn finding(text: &str) -> Finding {
    let (spec, sources, model) = model_of(text);
    let script = Script::read(&spec, &sources, &Overrides::new()).expect("a text");
    repair(&script, &model, &bench(&model)).unwrap_or_else(|error| panic!("{error}: {text}"))
}

const QUEENS: &str = "board 4 x 4\nuse queen\nno attacks\ncount queen = 4\n";

#[test]
fn one_given_decides_between_two_solutions() {
    let Finding::Ambiguous { repairs, .. } = finding(QUEENS) else { panic!("there are two solutions") };
    assert!(!repairs.is_empty() && repairs.iter().all(|r| r.unique && r.changes.len() == 1), "{repairs:?}");
    assert!(matches!(finding(&format!("{QUEENS}place queen at b1\n")), Finding::Sound));
}

#[test]
fn the_rival_of_an_intended_solution_differs_from_it() {
    let board = "\". Q . .\"\nintended \"\"\"\n. Q . .\n. . . Q\nQ . . .\n. . Q .\n\"\"\"\n";
    let intended = board.split_once('\n').expect("two lines").1;
    let (_, _, model) = model_of(&format!("{QUEENS}{intended}"));
    let shown = nauck::desk::repair::diagram_of(&model).expect("points").expect("it is stated");
    let found = finding(&format!("{QUEENS}{intended}"));
    let Finding::Ambiguous { solution, rival, repairs } = found else { panic!("there are two solutions") };
    assert!(solution == shown && rival != shown);
    for repair in &repairs {
        let [Change::Give { cell, kind: Some(_) }] = repair.changes.as_slice() else { panic!("{repair:?}") };
        assert!(shown.at(*cell).is_some());
    }
    let broken = finding(&format!("{QUEENS}place queen at a1\n{intended}"));
    let Finding::IntendedBroken { misfits } = broken else { panic!("the given contradicts it") };
    assert!(misfits.len() == 1 && misfits[0].is_part);
}

#[test]
fn a_wrong_clue_is_found() {
    let text = "board 3 x 3\nuse rook\nno attacks\nrows: count rook = [1, 2, 1]\ncolumns: count rook = [1, 1, 1]\n\
                place rook at a1, b2\n";
    let Finding::Contradictory { repairs } = finding(text) else { panic!("two rooks attack each other") };
    let span = text.find("2, 1]").expect("the clue") as u32;
    let first = &repairs[0];
    assert!(first.unique && first.changes.len() == 1, "{repairs:?}");
    assert!(
        matches!(&first.changes[0], Change::Write { at, text } if at.start == span && text == "1"),
        "{repairs:?}"
    );
}
