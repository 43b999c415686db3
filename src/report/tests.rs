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

fn drawn(model: &Model, pieces: &str) -> Vec<String> {
    draw(model, &place(model, pieces), Face::Letter, DisplayStyle::default())
}

#[test]
fn routes_are_lines_through_wide_cells() {
    let model = model("board 3 x 3\nloop l by wazir\nuse king\n");
    let pieces = "Kb2 l:a3-a2-a1-b1-c1-c2-c3-b3";
    assert_eq!(drawn(&model, pieces), ["3  ┌───┐", "2  │ K │", "1  └───┘", "   a b c"]);
    assert_eq!(coords(&model, &place(&model, "Kb2 l:c1-b1-a1-a2-a3-b3-c3-c2")), pieces);
    for wrong in ["l:a1", "l:a1-a2", "l:a1-a2-b2", "l:a1-b1-a1", "m:a1-b1", "l:", "l:a1-x9"] {
        assert!(parse_coords(&model, wrong).is_err(), "{wrong}");
    }
}

#[test]
fn routes_lead_over_edges_and_borders() {
    let torus = model("board 3 x 2 wrap columns\nloop l by wazir\n");
    assert_eq!(drawn(&torus, "l:a1-b1-c1"), ["2  . . .", "1 ──────", "   a b c"]);
    let regions = model("board 2 x 2\nregions \"\"\"\nAB\nAB\n\"\"\"\nloop l by wazir\n");
    assert_eq!(
        drawn(&regions, "l:a1-b1-b2-a2"),
        ["  ┌───┬───┐", "2 │ ┌─┼─┐ │", "  │ │ │ │ │", "1 │ └─┼─┘ │", "  └───┴───┘", "    a   b"]
    );
}

#[test]
fn other_routes_are_numbered() {
    let knights = model("board 3 x 4\npath p by knight to a4\npath q by knight\n");
    assert_eq!(
        drawn(&knights, "p:a4-b2-c4 q:a3-c2"),
        ["4  a3  . a1", "3  b1  .  .", "2   . a2 b2", "1   .  .  .", "    a  b  c"]
    );
    assert_eq!(coords(&knights, &place(&knights, "q:c2-a3 p:a4-b2-c4")), "p:c4-b2-a4 q:a3-c2");
    assert!(fen(&knights, &Diagram::default(), &[]).is_err());
}

/// No report shows a private-use character, whatever is on the board.
#[test]
fn line_pieces_have_no_letters() {
    let model =
        model("board 3 x 2\nloop l by wazir\npath p by knight from a1\nuse king\nplace turn l at a2\n");
    let look = DisplayStyle::default();
    let part = Diagram::new(place(&model, "l:a2-b2-b1-a1").placements()[1..].iter().cloned());
    let mut lines = draw_position(&model, look);
    for diagram in [&part, &place(&model, "p:a1-c2"), &Diagram::default()] {
        lines.extend(draw(&model, diagram, Face::Glyph, look));
        lines.push(coords(&model, diagram));
        let (config, legend) = draw_config(&model, diagram, &open_kinds(&model, diagram));
        lines.extend(config.into_iter().chain(legend));
    }
    let text = lines.join("\n");
    assert!(!text.contains(|c| ('\u{e000}'..='\u{f8ff}').contains(&c)), "{text}");
    assert!(lines[0].starts_with("2  *"), "{text}");
}
