//! Boards as text, from specs of a few lines.

use super::compact::{fen, vector};
use super::format::VectorAxis;
use super::line::{coords, parse_coords};
use super::{DisplayStyle, Face, draw, draw_config, draw_position};
use crate::model::check::Spec;
use crate::model::{Diagram, Model, open_kinds};
use crate::text::{NoFiles, Source, Sources};

fn model(text: &str) -> Model {
    let mut sources = Sources::new();
    let root = sources.add(Source { name: "test".into(), text: text.into() });
    let (spec, syntax, faults) = Spec::read(&mut sources, root, &NoFiles);
    assert!(syntax.is_empty() && faults.is_empty(), "{syntax:?} {faults:?}");
    spec.model(&Vec::new()).expect("sound").0
}

fn place(model: &Model, pieces: &str) -> Diagram {
    parse_coords(model, pieces).expect("pieces on the board")
}

#[test]
fn coordinates_are_read_back() {
    let model = model("board 4 x 3\nuse queen\ntile bar \"B\" \"##\" fixed\n");
    for line in ["", "Qa1", "Ba2+b2 Qc3", "Qa1 Qd3"] {
        assert_eq!(coords(&model, &place(&model, line)), line);
    }
    for wrong in ["Q", "Xa1", "Qe1", "Qa1+"] {
        assert!(parse_coords(&model, wrong).is_err(), "{wrong}");
    }
    assert_eq!(coords(&model, &place(&model, "Qc1  # a remark")), "Qc1");
}

#[test]
fn vectors_say_why_they_cannot() {
    let model = model("board 3 x 3\nuse rook\n");
    let show = |pieces, by, one| vector(&model, &place(&model, pieces), by, one).map_err(|e| e.reason);
    assert_eq!(show("Ra3 Rb1 Rc2", VectorAxis::Column, false).as_deref(), Ok("[0, 2, 1]"));
    assert_eq!(show("Ra3 Rb1 Rc2", VectorAxis::Row, true).as_deref(), Ok("[1, 3, 2]"));
    assert_eq!(show("Ra3 Rb1", VectorAxis::Column, false), Err("column c has no piece".to_owned()));
    assert_eq!(show("Ra3 Rb3 Rc3", VectorAxis::Row, false), Err("row 3 has several pieces".to_owned()));
}

#[test]
fn boards_with_walls() {
    let model = model("board \"\"\"\n.#.\n...\n\"\"\"\nuse king\n");
    let diagram = place(&model, "Ka1 Kc2");
    assert_eq!(
        draw(&model, &diagram, Face::Letter, DisplayStyle::default()),
        ["2  . # K", "1  K . .", "   a b c"]
    );
    assert_eq!(draw(&model, &diagram, Face::Glyph, DisplayStyle::default())[1], "1  ♔ . .");
    assert!(fen(&model, &diagram, &[]).is_err());
}

#[test]
fn regions_have_borders() {
    let model = model("board 3 x 2\nuse king\nregions \"\"\"\nAAB\nABB\n\"\"\"\nplace king at a1\n");
    let lines = [
        "  ┌───────┬───┐",
        "2 │ .   . │ . │",
        "  │   ┌───┘   │",
        "1 │ K │ .   . │",
        "  └───┴───────┘",
        "    a   b   c",
    ];
    assert_eq!(draw_position(&model, DisplayStyle::default()), lines);
}

#[test]
fn with_three_kinds_a_legend_says_which() {
    let model = model("board 3 x 1\nuse rook, knight\npiece stone \"s\" = none\nno attacks among rook\n");
    let diagram = place(&model, "Ra1");
    let (board, legend) = draw_config(&model, &diagram, &open_kinds(&model, &diagram));
    assert_eq!(board, ["Raa"]);
    assert_eq!(legend, [".  any kind", "x  none", "a  knight, stone"]);
}
