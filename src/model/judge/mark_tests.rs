//! Marking on all small boards: a board that some solution completes has no mistake, and a finished board has one exactly if the
//! judge finds a violation.

use super::{judge, mistakes};
use crate::geometry::{CellId, CellSet};
use crate::model::check::Spec;
use crate::model::{Diagram, KindId, Model, Placement};
use crate::text::{NoFiles, Source, Sources};

fn model_of(text: &str) -> Model {
    let mut sources = Sources::new();
    let root = sources.add(Source { name: "test".into(), text: text.into() });
    let (spec, ..) = Spec::read(&mut sources, root, &NoFiles);
    spec.model(&Vec::new()).unwrap_or_else(|faults| panic!("{text}: {faults:?}")).0
}

/// Contents of a cell: a kind by its number, `EMPTY`, or `OPEN`.
type State = u8;
const EMPTY: State = 100;
const OPEN: State = 101;

/// Calls `visit` with every assignment of these states to the cells.
fn each_board(cells: usize, states: &[State], visit: &mut dyn FnMut(&[State])) {
    let mut digits = vec![0; cells];
    loop {
        visit(&digits.iter().map(|&d| states[d]).collect::<Vec<_>>());
        let Some(i) = digits.iter().position(|&d| d + 1 < states.len()) else { return };
        digits[i] += 1;
        digits[..i].fill(0);
    }
}

fn diagram(board: &[State]) -> Diagram {
    let kinds = board.iter().enumerate().filter(|(_, state)| **state < EMPTY);
    Diagram::new(kinds.map(|(i, &kind)| Placement::point(KindId(kind.into()), CellId::from_index(i))))
}

/// Specs about single cells, whose boards are small enough to try all.
const SPECS: &[&str] = &[
    "board 3 x 2\npiece star \"*\" = king\nno attacks\neach row: count star = 1",
    "board 3 x 2\nuse rook, knight\nno attacks",
    "board 4 x 1\nuse rook, knight\nno attacks among rook",
    "board 3 x 2\nuse rook\neach empty cell: attackers >= 1\ncount rook <= 2",
    "board 3 x 2\nuse rook\neach rook: attackers rook = 1",
    "board 3 x 2\npiece hopper = ride orthogonal over one\neach hopper: attackers <= 1\nattacks <= 1",
    "board 3 x 2\npieces digit[1..2] = none\neach row: sum digit = 4\ndigit at a1 < digit at b1",
    "board 3 x 2\npieces digit[1..2] = none\neach row: distinct digit\ncount empty = 2",
    "board 3 x 2\npiece black = none\nconnected black\nconnected empty\ncount black >= 2",
    "board 3 x 2\npiece black = none\ngroups of black by king = 2",
    "board 3 x 2\npiece black = none\neach group of black: count black = 2",
    "board 3 x 2\npieces digit[1..2] = none\neach digit d, each group of d: cells d = d",
    "board 4 x 1\npiece black = none\nrows: runs of black = [1 1]",
    "board 3 x 2\npiece black = none\nrows: runs of black = [2, 0]",
    "board 3 x 2\npieces digit[1..2] = none\nfrom left: visible digit = [2, 1]\nfrom top: first digit = [1, _, 2]",
    "board \"\"\"\n1 . .\n. 2 .\n\"\"\"\npiece bulb = ride orthogonal\nclues are walls\nno attacks\neach clue c: count bulb within wazir = c",
    "board \"\"\"\n2 . .\n. . 1\n\"\"\"\npiece mine = none\nclues are empty\neach clue c: count mine within king = c",
    "board \"\"\"\n2 . .\n. . 3\n\"\"\"\npiece mark = wazir\nclues are cells\neach clue c: count empty within ride orthogonal + stay = c",
    "board 3 x 2\npiece tent = none\npiece tree = none\npair tent with tree within wazir",
    "board 3 x 2\nuse king\nsymmetric under half turn",
    "board 3 x 2\npiece a = none\npiece b = none\neach row: count a = count b or count a = 3",
    "board 3 x 2\nuse rook\nplace rook at b1\nkeep empty a2\neach column: count rook = 0 or 1",
    "board 3 x 2\nuse queen\ncount empty where attackers = 0 >= 1",
];

#[test]
fn mistakes_are_final_and_finished_boards_are_judged() {
    for text in SPECS {
        let model = model_of(text);
        let cells = model.board.len();
        let kinds: Vec<State> = (0..model.kinds.len() as u8).collect();
        let full: Vec<State> = kinds.iter().copied().chain([EMPTY]).collect();
        let mut solutions: Vec<Vec<State>> = Vec::new();
        each_board(cells, &full, &mut |board| {
            let violations = judge(&model, &diagram(board));
            let found = mistakes(&model, &diagram(board), &CellSet::empty(cells));
            assert_eq!(
                found.is_empty(),
                violations.is_empty(),
                "{text}\n{board:?}: {found:?}, {violations:?}"
            );
            if violations.is_empty() {
                solutions.push(board.to_vec());
            }
        });
        assert!(!solutions.is_empty(), "{text}");
        let states: Vec<State> = full.iter().copied().chain([OPEN]).collect();
        let mut caught = 0;
        each_board(cells, &states, &mut |board| {
            let open =
                (0..cells).filter(|&i| board[i] == OPEN && !model.board.is_wall(CellId::from_index(i)));
            let open = CellSet::of(cells, open.map(CellId::from_index));
            let found = mistakes(&model, &diagram(board), &open);
            caught += usize::from(!found.is_empty() && !open.is_empty());
            let completes = |s: &&Vec<State>| s.iter().zip(board).all(|(a, b)| a == b || *b == OPEN);
            let completion = solutions.iter().find(completes);
            assert!(
                found.is_empty() || completion.is_none(),
                "{text}\n{board:?} is completed by {completion:?}: {found:?}"
            );
        });
        // These are judged on finished boards alone.
        let is_late = ["symmetric", "where", "hopper"].iter().any(|word| text.contains(word));
        assert!(caught > 0 || is_late, "{text}");
    }
}

#[test]
fn mistakes_name_their_places() {
    let model = model_of("board 3 x 2\npiece star \"*\" = king\nno attacks\neach row: count star = 1");
    let board = diagram(&[0, OPEN, 0, OPEN, 0, OPEN]);
    let open = CellSet::of(6, [1, 3, 5].map(CellId::from_index));
    let places: Vec<(Option<String>, String)> =
        mistakes(&model, &board, &open).into_iter().map(|m| (m.place, m.message)).collect();
    assert_eq!(places.len(), 3, "{places:?}");
    assert_eq!(places[0], (None, "star on a2 attacks star on b2".to_owned()));
    assert_eq!(places[2].0.as_deref(), Some("row 2"));
}
