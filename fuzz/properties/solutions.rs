//! Files of solutions, as input of `puzzle verify`: each solution is judged or the file is refused, and a written board is
//! read back unchanged.

use nauck::Puzzle;
use nauck::model::{Diagram, Model, judge, objective_values};
use nauck::report::{coords, params_of, read_solutions};
use nauck::text::is_hidden;
use std::sync::{Arc, OnceLock};

/// Specs with different kinds of boards and pieces.
const SPECS: [&str; 4] = [
    "board 4 x 4 wrap both\nuse queen, knight\nno attacks between queen, knight\nmaximize count piece\n\
     each row: count piece <= 2\nsymmetric under half turn\n",
    "board \"\"\"\n1..\n..#\n.2.\n\"\"\"\nclues are empty\ntile ell \"L\" \"\"\"\n#.\n##\n\"\"\"\n\
     tile bar \"I\" \"##\" = king\neach clue c: count piece within king <= c\nno attacks\nkeep empty a1\n",
    "board 2 x 3 x 2\nuse rook\npieces digit[8..11] = none\neach rook: attackers rook = 1\nattacks <= 3\n\
     place rook at Ab2\n",
    "board hex 2\nuse king\npiece star \"é\" = none\nminimize count king\npair star with king within king\n\
     each straight line: count star <= 1\n",
];

fn models() -> &'static [Model] {
    static MODELS: OnceLock<Vec<Model>> = OnceLock::new();
    MODELS.get_or_init(|| {
        let model = |text: &&str| Puzzle::parse(text).unwrap_or_else(|e| panic!("{e}")).model().clone();
        SPECS.iter().map(model).collect()
    })
}

/// Checks the property for a byte that selects the spec, and the text of a file.
pub fn holds(data: &[u8]) {
    let Some((&which, text)) = data.split_first() else { return };
    let model = &models()[usize::from(which) % SPECS.len()];
    let text = String::from_utf8_lossy(text);
    let params = params_of(&text, &[Arc::from("n")]);
    assert!(params.len() <= 1);
    let mut boards = Vec::new();
    if let Err(fault) = read_solutions(model, &text, &mut |board| boards.push(board)) {
        assert!((1..=text.lines().count()).contains(&fault.line) && !fault.words.is_empty());
        assert!(fault.words.chars().count() <= 300, "{fault}");
    }
    for board in &boards {
        is_judged_and_written(model, board);
    }
}

fn is_judged_and_written(model: &Model, board: &Diagram) {
    for violation in judge(model, board) {
        assert!(!violation.message.is_empty() && !violation.message.contains(is_hidden), "{violation:?}");
    }
    objective_values(model, board);
    let names = |p: &nauck::model::Placement| {
        let cells = p.cells.iter().map(|&c| format!(",\"{}\"", model.board.cell_name(c)));
        format!("[\"{}\"{}]", model.kind(p.kind).name, cells.collect::<String>())
    };
    let placements: Vec<String> = board.placements().iter().map(names).collect();
    let json = format!("{{\"board\":[{}]}}", placements.join(","));
    let line = coords(model, board);
    // An empty board has no coordinates, and an empty line is not a solution.
    for text in [json, line].iter().filter(|t| !t.is_empty()) {
        let mut again = Vec::new();
        read_solutions(model, text, &mut |board| again.push(board)).unwrap_or_else(|e| panic!("{e}: {text}"));
        assert_eq!(again, std::slice::from_ref(board), "{text}");
    }
}
