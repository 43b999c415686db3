//! Tests of groups and routes: every filling of tiny boards, and the words for what is wrong.

use super::*;
use crate::geometry::CellId;
use crate::model::check::{Overrides, Spec};
use crate::model::{KindId, Term};
use crate::text::{NoFiles, Source, Sources};

fn model(text: &str) -> Model {
    let mut sources = Sources::new();
    let root = sources.add(Source { name: "a".into(), text: text.into() });
    let (spec, syntax, faults) = Spec::read(&mut sources, root, &NoFiles);
    assert!(syntax.is_empty() && faults.is_empty(), "{syntax:?} {faults:?}\n{text}");
    spec.model(&Overrides::new()).unwrap_or_else(|e| panic!("{e:?}\n{text}")).0
}

/// Returns the contents that a cell may have: nothing, or a kind whose line leads nowhere off the board.
fn contents(model: &Model, cell: CellId) -> Vec<Option<KindId>> {
    let fits = |kind: &KindId| {
        let leads = model.kind(*kind).line.iter().flat_map(|l| &l.moves);
        leads.map(|&v| model.board.step(cell, v)).all(|to| to.is_some_and(|to| !model.board.is_wall(to)))
    };
    let kinds = (0..model.kinds.len()).map(|k| KindId(k as u16)).filter(fits);
    std::iter::once(None).chain(kinds.map(Some)).collect()
}

/// Returns all diagrams that the judge accepts.
fn solutions(model: &Model) -> Vec<Diagram> {
    let cells: Vec<CellId> = model.board.open_cells().collect();
    let choices: Vec<Vec<Option<KindId>>> = cells.iter().map(|&c| contents(model, c)).collect();
    let mut found = Vec::new();
    let mut chosen = vec![0; cells.len()];
    loop {
        let placed =
            (0..cells.len()).filter_map(|i| Some(Placement::point(choices[i][chosen[i]]?, cells[i])));
        let diagram = Diagram::new(placed);
        if judge(model, &diagram).is_empty() {
            found.push(diagram);
        }
        let Some(next) = (0..cells.len()).find(|&i| chosen[i] + 1 < choices[i].len()) else {
            return found;
        };
        chosen[next] += 1;
        chosen[..next].fill(0);
    }
}

/// Counted by a search for simple cycles and paths in the graph of the cells.
#[test]
fn numbers_of_routes_on_tiny_boards() {
    for (text, wanted) in [
        ("board 3 x 3\nloop tour by wazir", 13),
        ("board 3 x 3\nloop tour by wazir through every cell", 0),
        ("board 4 x 2\nloop tour by wazir through every cell", 1),
        ("board \"...\n.#.\n...\"\nloop tour by wazir", 1),
        ("board 3 x 2\nloop tour by king", 30),
        ("board 3 x 2 wrap both\nloop tour by wazir", 14),
        ("board 4 x 2 wrap columns\nloop tour by wazir", 28),
        ("board 4 x 2 wrap columns\nloop tour by leap only (1, 0), (0, -1)", 28),
        ("board 3 x 3\nloop tour by knight", 1),
        ("board 2 x 2\npath walk by wazir", 12),
        ("board 3 x 2\npath walk by wazir", 49),
        ("board 2 x 2\npath walk by king", 30),
        ("board 3 x 3\npath walk by knight", 56),
        ("board 2 x 2\npath walk by wazir from a1", 6),
        ("board 2 x 2\npath walk by wazir from a1 to b2", 2),
        ("board 2 x 2\npath walk by wazir from a1 to b1 through a2", 1),
        ("board 2 x 2\npath walk by wazir from a1 avoiding b2", 2),
        ("board 2 x 2\npath wire[1] by wazir from a1\npath wire[2] by wazir to b2\ncount empty = 0", 2),
        ("board 3 x 3\nloop tour by wazir\nplace turn tour at a2", 6),
        ("board 3 x 3\nloop tour by wazir\nplace tour at a2\nkeep empty b2", 1),
        ("board 3 x 3\nloop tour by wazir\nin a1..b2: links tour = 4", 1),
        ("board 3 x 3\nloop tour by wazir\nin a1: count turn tour within tour = 2", 1),
        ("board 3 x 3\nloop tour by wazir\nsymmetric under quarter turn", 1),
        ("board \"T..\n...\n..T\"\nloop tour \"T\" by wazir", 3),
        ("board \"T..\n...\n..T\"\nloop tour \"T\" by wazir\nplace turn tour at b2", 2),
        ("board 4 x 1 wrap columns\nloop tour by leap (1, 0), (2, 0)\ncount turn tour = 0", 7),
    ] {
        // Pictures in a text on one line are shorter to read, but have one row.
        let text = match text.split('"').collect::<Vec<_>>()[..] {
            [board, picture, ref rest @ ..] if picture.contains('\n') => {
                format!("{board}\"\"\"\n{picture}\n\"\"\"{}", rest.join("\""))
            }
            _ => text.to_owned(),
        };
        assert_eq!(solutions(&model(&text)).len(), wanted, "{text}");
    }
}

/// OEIS A287151, with the empty set.
#[test]
fn numbers_of_connected_sets() {
    let stones = |size: &str, rest: &str| {
        solutions(&model(&format!("board {size}\npiece stone = none\n{rest}"))).len()
    };
    assert_eq!([1, 2, 3].map(|n| stones(&format!("{n} x {n}"), "connected stone")), [2, 14, 219]);
    assert_eq!(stones("3 x 3", "groups of stone <= 1"), 219);
    assert_eq!(stones("3 x 1 wrap columns", "connected stone"), 8);
    assert_eq!(stones("3 x 1", "each row: connected stone"), 7);
    // The stones on both ends.
    assert_eq!(stones("3 x 1", "groups of stone = 2"), 1);
    assert_eq!(stones("2 x 2", "connected stone by king"), 16);
    assert_eq!(stones("2 x 2", "connected stone by leap only (1, 1)"), 1 + 4 + 1);
    assert_eq!(stones("2 x 1", "each stone: group of stone = 2"), 2);
    assert_eq!(stones("2 x 1", "param n = 1\neach stone: group of stone by king + n = 3"), 2);
    assert_eq!(stones("3 x 1", "param n = 1\ngroups of stone by wazir + n = 3"), 1);
    assert_eq!(stones("2 x 2", "each group of stone: cells stone = 1"), 7);
    assert_eq!(stones("2 x 2", "each group of empty: count empty in a1 = 1"), 4 + 1 + 1 + 1 + 1);
}

#[test]
fn what_is_wrong_with_groups_and_routes() {
    let told = |model: &Model, pieces: &[(usize, &str)]| {
        let at = |name: &str| model.board.cell_named(name).expect("a cell");
        let placed = pieces.iter().map(|&(k, cell)| Placement::point(KindId(k as u16), at(cell)));
        judge(model, &Diagram::new(placed)).into_iter().map(|v| v.message).collect::<Vec<_>>().join(" | ")
    };
    let m = model("board 3 x 1\npiece stone = none\nconnected stone\neach group of stone: cells stone = 2");
    assert_eq!(
        told(&m, &[(0, "a1"), (0, "c1")]),
        "groups of stone is 2, not <= 1 | in the group of stone on a1: cells stone is 1, not = 2; \
         in the group of stone on c1: cells stone is 1, not = 2"
    );
    let m = model("board 2 x 2\nloop tour by wazir");
    let kind = |name: &str| m.kind_named(name).expect("a line piece").index();
    let [right_up, left_up, right_down] = ["tour(0,1)(1,0)", "tour(-1,0)(0,1)", "tour(0,-1)(1,0)"].map(kind);
    let left_down = kind("tour(-1,0)(0,-1)");
    let ring = [(right_up, "a1"), (left_up, "b1"), (right_down, "a2"), (left_down, "b2")];
    assert_eq!(told(&m, &ring), "");
    assert_eq!(told(&m, &[]), "tour has 0 cells, not 3 or more");
    assert_eq!(told(&m, &ring[..3]), "tour leads from a2 to b2, but not back");
    let m = model("board 4 x 1\npath walk by wazir");
    let [right, left] = ["walk(1,0)", "walk(-1,0)"].map(|name| m.kind_named(name).expect("an end").index());
    assert_eq!(
        told(&m, &[(right, "a1"), (left, "b1"), (right, "c1"), (left, "d1")]),
        "walk is in several pieces: none joins a1 and c1"
    );
    let whole = Term::Links { route: crate::model::RouteId(0), cells: std::sync::Arc::new(cells(&m)) };
    let linear = LinearExpr { terms: vec![(1, whole)], constant: 0 };
    let at = |name: &str| m.board.cell_named(name).expect("a cell");
    let two = Diagram::new([
        Placement::point(KindId(right as u16), at("a1")),
        Placement::point(KindId(left as u16), at("b1")),
        Placement::point(KindId(right as u16), at("d1")),
    ]);
    assert_eq!(value(&m, &two, &linear), 1);
}

fn cells(model: &Model) -> crate::geometry::CellSet {
    crate::geometry::CellSet::full(model.board.len())
}
