//! Tests of the judge on hand-built models.

use super::*;
use crate::geometry::{Board, CellSet, Mode, Movement, Ray, Shape, Vector};
use crate::model::samples::*;
use crate::model::{
    CellContents, ClueMode, Fact, Filter, Guard, Instance, KindId, KindSet, Objective, Placement, Reach,
    Relation, Shapes, Term, Unit,
};
use std::sync::Arc;

fn board(width: u32, height: u32) -> Board {
    Board::new(Shape::rectangle(width, height))
}

/// Violations of the diagram, joined.
fn faults(model: &Model, text: &str) -> String {
    let violations = judge(model, &diagram(model, text));
    violations.into_iter().map(|v| v.message).collect::<Vec<_>>().join(" | ")
}

fn term(model: &Model, text: &str, term: Term) -> i64 {
    value(model, &diagram(model, text), &LinearExpr { terms: vec![(1, term)], constant: 0 })
}

#[test]
fn queens_block_and_attack() {
    let model = queens_and_knights(4, 4);
    assert_eq!(faults(&model, "queen a2, queen b4, queen c1, queen d3"), "");
    assert_eq!(faults(&model, "queen a1, knight b3"), "knight on b3 attacks queen on a1");
    // The first attacks the second, not the third.
    assert_eq!(
        faults(&model, "queen a1, queen a2, queen a3"),
        "queen on a3 attacks queen on a2; queen on a2 attacks queen on a1; queen on a2 attacks queen on a3; and 1 more"
    );
    let mut between = model.clone();
    between.rules = vec![no_attacks(&[(0, 1)])];
    assert_eq!(faults(&between, "queen a1, queen a2, knight a3"), "queen on a2 attacks knight on a3");
    assert_eq!(faults(&between, "queen a1, queen b2"), "");
}

#[test]
fn what_the_board_asks() {
    let mut model = queens_and_knights(3, 3);
    model.rules.clear();
    model.board.add_wall(cell(&model, "b2"));
    model.facts = vec![
        Fact::Holds(cell(&model, "a1"), KindId(0), nowhere()),
        Fact::Empty(cell(&model, "c3"), nowhere()),
    ];
    assert_eq!(faults(&model, "queen a1"), "");
    assert_eq!(faults(&model, "queen a1, queen b2"), "queen on b2 stands on the wall b2");
    assert_eq!(faults(&model, "knight a1"), "no queen stands on a1");
    assert_eq!(faults(&model, "queen a1, knight c3"), "c3 is not empty");
    assert_eq!(faults(&model, "queen a1, knight a1"), "knight on a1 and queen on a1 overlap on a1");
    assert_eq!(faults(&model, "queen a1, knight a2 a3"), "knight on a3 a2 does not have a shape of its kind");
    model.clue_mode = Some(ClueMode::Empty);
    model.clues = vec![(cell(&model, "b1"), 0)];
    assert_eq!(faults(&model, "queen a1, knight b1"), "knight on b1 stands on the clue b1");
    let strange = Diagram::new([Placement::point(KindId(7), cell(&model, "a1"))]);
    assert_eq!(judge(&model, &strange)[0].message, "there is no kind number 7");
}

/// Torus with a domino `ship` in both orientations that attacks as a king, and a `gun`, a rook.
fn fleet() -> Model {
    let torus = Shape::Box { width: 4, height: 4, depth: 1, wrap_x: true, wrap_y: true };
    let king = leaps(1, 0).union(&leaps(1, 1));
    let mut model = model(Board::new(torus), vec![kind("ship", king), kind("gun", rides(1, 0))]);
    let way = |x, y| vec![Vector::ZERO, Vector::flat(x, y)];
    model.kinds[0].shapes = Shapes::Tile(vec![way(1, 0), way(0, 1)]);
    model
}

#[test]
fn tiles() {
    let mut model = fleet();
    assert_eq!(faults(&model, "ship a1 b1, ship d3 a3, ship b2 b3"), "");
    assert_eq!(faults(&model, "ship a1 b2"), "ship on a1 b2 does not have a shape of its kind");
    let whole = CellSet::full(16);
    let counted = |unit, text: &str| {
        let what = CellContents { kinds: kinds(&[0]), empty: false };
        let cells = Arc::new(cells(&model, text));
        Term::Count { unit, what, cells, reach: None, filter: None }
    };
    // A tile counts once if any of its cells is in the scope.
    let ships = "ship a1 b1, ship b3 b4";
    assert_eq!(term(&model, ships, counted(Unit::Pieces, "b1 b2 b3 b4")), 2);
    assert_eq!(term(&model, ships, counted(Unit::Cells, "b1 b2 b3 b4")), 3);
    assert_eq!(term(&model, ships, counted(Unit::Cells, "a1 b1 c1")), 2);
    assert_eq!(term(&model, ships, count(&[0, 1], whole)), 2);
    // It attacks the cells that its cells attack, except its own, each once.
    let on = |name| Term::Attackers { by: kinds(&[0]), on: cell(&model, name) };
    for (name, number) in [("a1", 1), ("a2", 2), ("c2", 2), ("b1", 1), ("b2", 2), ("d1", 1), ("d3", 0)] {
        assert_eq!(term(&model, ships, on(name)), number, "{name}");
    }
    let pairs = Term::Attacks { by: kinds(&[0, 1]), on: kinds(&[0]) };
    assert_eq!(term(&model, "ship a1 b1, ship a2 b2, gun d1", pairs), 3);
    model.rules = vec![no_attacks(&[(1, 1)])];
    assert_eq!(faults(&model, "gun a1, ship b1 b2, ship d1 d2, gun c1"), "");
    assert_eq!(
        faults(&model, "gun a1, ship b1 b2, gun c1"),
        "gun on a1 attacks gun on c1; gun on c1 attacks gun on a1"
    );
}

#[test]
fn counts_in_reach_and_with_filters() {
    let model = model(board(5, 5), vec![kind("rook", rides(1, 0)), kind("mark", Movement::default())]);
    let full = Arc::new(CellSet::full(25));
    let reach = |stay, at| {
        Some(Reach::Moves { from: cell(&model, at), moves: rides(1, 0).union(&Movement::new([], stay)) })
    };
    let counted = |numbers: &[u16], empty, reach, filter| Term::Count {
        unit: Unit::Pieces,
        what: CellContents { kinds: kinds(numbers), empty },
        cells: full.clone(),
        reach,
        filter,
    };
    // A piece blocks the cells behind it.
    assert_eq!(term(&model, "mark c1, mark c2, mark e3", counted(&[1], false, reach(false, "c3"), None)), 2);
    assert_eq!(term(&model, "mark c3, mark e3", counted(&[1], false, reach(false, "c3"), None)), 1);
    assert_eq!(term(&model, "mark c3, mark e3", counted(&[1], false, reach(true, "c3"), None)), 2);
    assert_eq!(term(&model, "mark c2", counted(&[], true, reach(false, "c3"), None)), 6);
    assert_eq!(term(&model, "mark c2", counted(&[1], true, reach(false, "c3"), None)), 7);
    let unattacked = Some(Filter { by: kinds(&[0]), relation: Relation::Eq, value: 0 });
    assert_eq!(term(&model, "rook a1", counted(&[], true, None, unattacked.clone())), 16);
    assert_eq!(term(&model, "rook a1, mark a3, mark b2", counted(&[1], false, None, unattacked.clone())), 1);
    assert_eq!(term(&model, "rook a1, mark a3", counted(&[], true, None, unattacked)), 18);
}

#[test]
fn attackers_count_pieces_not_ways() {
    let torus = Shape::Box { width: 3, height: 3, depth: 1, wrap_x: true, wrap_y: true };
    let model = model(Board::new(torus), vec![kind("rook", rides(1, 0))]);
    let on = Term::Attackers { by: kinds(&[0]), on: cell(&model, "b1") };
    assert_eq!(term(&model, "rook a1", on), 1);
    let pairs = Term::Attacks { by: kinds(&[0]), on: kinds(&[0]) };
    assert_eq!(term(&model, "rook a1, rook b1, rook c1", pairs), 6);
}

#[test]
fn guards_relations_and_objectives() {
    let mut model = queens_and_knights(3, 3);
    let attacked = |at| Term::Attackers { by: kinds(&[0]), on: cell(&model, at) };
    let guard = Guard::Empty(cell(&model, "c2"));
    let rules = [
        compare(vec![instance(Some(guard), attacked("c2"), Relation::Ge, 1)]),
        compare(vec![
            instance(Some(Guard::Occupied(cell(&model, "a1"), kinds(&[1]))), attacked("a1"), Relation::Eq, 1),
            instance(None, count(&[0, 1], CellSet::full(9)), Relation::Le, 2),
        ]),
    ];
    model.rules = rules.to_vec();
    assert_eq!(faults(&model, "queen b2"), "");
    assert_eq!(faults(&model, "knight c2"), "");
    assert_eq!(faults(&model, "queen a1"), "c2 is empty, but attackers queen on c2 is 0, not >= 1");
    assert_eq!(
        faults(&model, "knight a1, knight c2, queen b3"),
        "knight stands on a1, but attackers queen on a1 is 0, not = 1; count piece is 3, not <= 2"
    );
    let difference = LinearExpr {
        terms: vec![(2, count(&[0], CellSet::full(9))), (-1, count(&[1], CellSet::full(9)))],
        constant: 5,
    };
    model.objectives = vec![Objective { maximize: true, value: difference.clone(), span: nowhere() }];
    let queens = diagram(&model, "queen b2, queen c3, knight a1");
    assert_eq!(objective_values(&model, &queens), [8]);
    model.rules = vec![compare(vec![Instance { guard: None, left: difference, relation: Relation::Lt }])];
    assert_eq!(
        faults(&model, "queen b2, knight a1"),
        "2 times count queen is 1, less count knight is 1; with 5 together 6, not < 0"
    );
    let huge = LinearExpr { terms: vec![(i64::MAX, count(&[0], CellSet::full(9)))], constant: i64::MAX };
    assert_eq!(value(&model, &queens, &huge), i64::MAX);
}

#[test]
fn pairs_and_symmetry() {
    let names = ["tent", "cat"].map(|n| kind(n, Movement::default()));
    let mut model = model(board(4, 4), names.to_vec());
    let moves = leaps(1, 0);
    let span = nowhere();
    let pair = RuleBody::Pair { from: kinds(&[0]), to: kinds(&[1]), moves };
    model.rules = vec![Rule::whole(pair, span)];
    assert_eq!(faults(&model, "tent a1, cat a2, tent b2, cat b3"), "");
    assert_eq!(faults(&model, "tent a1, cat a2, tent a3"), "2 cannot be paired with 1 one to one");
    assert_eq!(faults(&model, "tent a1, cat a2, tent a3, cat d4"), "tent on a1 is left without a partner");
    // A piece is never its own partner, even with `stay`.
    let moves = Movement::new([], true);
    let body = RuleBody::Pair { from: kinds(&[0]), to: kinds(&[0]), moves };
    model.rules = vec![Rule::whole(body, span)];
    assert_eq!(faults(&model, "tent a1"), "tent on a1 is left without a partner");
    model.rules = vec![Rule::whole(RuleBody::Symmetric(vec![SymmetryKind::Rotation(180)]), span)];
    assert_eq!(faults(&model, "tent a1, tent d4"), "");
    assert_eq!(faults(&model, "tent a1, cat d4"), "the rotation by 180° of tent on a1 is missing");
}

/// Config of a board as R. K. W. Hui writes it: capital letters for pieces, otherwise the kinds that may still be added.
fn config(model: &Model, text: &str) -> String {
    let diagram = diagram(model, text);
    let open = open_kinds(model, &diagram);
    let letter = |cell: crate::geometry::CellId| match (&open[cell.index()], diagram.at(cell)) {
        (_, Some(piece)) => model.kind(piece.kind).symbol,
        (Some(kinds), None) => match (kinds.contains(KindId(0)), kinds.contains(KindId(1))) {
            (true, true) => '.',
            (true, false) => 'q',
            (false, true) => 'n',
            (false, false) => 'x',
        },
        (None, None) => '#',
    };
    let rows = model.board.rows().into_iter();
    rows.map(|row| row.into_iter().map(letter).collect::<String>()).collect::<Vec<_>>().join("\n")
}

#[test]
fn configs_of_queens_and_knights() {
    let mut model = queens_and_knights(8, 8);
    model.kinds[1].symbol = 'N';
    let queen = "....xqxq\n....qxxx\nxxxxxxQx\n....qxxx\n....xqxq\n...x..x.\n..x...x.\n.x....x.";
    let knight = ".n.....n\n.n....n.\n.n...n..\n.n..n...\nxnxn....\nnnnx....\nnNnnnnnn\nnnnx....";
    let both = ".n..xqxx\n.n..qxxx\nxxxxxxQx\n.n..xxxx\nxnxnxqxq\nnnnx..x.\nnNxnnnxn\nnxnx..x.";
    assert_eq!(config(&model, "queen g6"), queen);
    assert_eq!(config(&model, "knight b2"), knight);
    assert_eq!(config(&model, "queen g6, knight b2"), both);
}

#[test]
fn additions_see_blockers_and_hurdles() {
    let mut blocked = queens_and_knights(3, 1);
    blocked.rules = vec![no_attacks(&[(0, 0)])];
    assert_eq!(config(&blocked, "queen a1, knight b1"), "QK.");
    let ray = Ray { mode: Mode::Grasshopper, ..Ray::ride(Vector::flat(1, 0)) };
    let mut hoppers =
        model(board(5, 1), vec![kind("q", Movement::new([ray], false)), kind("n", Movement::default())]);
    hoppers.rules = vec![no_attacks(&[(0, 0), (0, 1)])];
    // Any piece on b1 would be the hurdle over which a1 attacks c1; c1 is the hurdle over which it attacks d1.
    assert_eq!(config(&hoppers, "q a1, n c1"), "QxNx.");
}

/// The definition of `open_kinds`, evaluated literally on random fillings.
#[test]
fn open_kinds_agree_with_judging_every_addition() {
    let mut state = 7_u64;
    let mut random = move |n: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % n
    };
    let lame =
        Movement::new(images(1, 2).into_iter().map(|v| Ray { mode: Mode::Lame, ..Ray::leap(v) }), false);
    let mut model =
        model(board(4, 4), vec![kind("queen", queen()), kind("mao", lame), kind("rook", rides(1, 0))]);
    model.rules = vec![no_attacks(&[(0, 0), (0, 1), (1, 2), (2, 0)])];
    for _ in 0..50 {
        let mut pieces: Vec<Placement> = Vec::new();
        for cell in model.board.cells() {
            if random(5) == 0 {
                pieces.push(Placement::point(KindId(random(3) as u16), cell));
            }
        }
        let before = FilledBoard::new(&model, &Diagram::new(pieces.clone()))
            .forbidden_attacks(&rule_pairs(&model))
            .len();
        if before > 0 {
            continue;
        }
        let open = open_kinds(&model, &Diagram::new(pieces.clone()));
        for cell in model.board.cells() {
            let expected = pieces.iter().all(|p| p.cells[0] != cell).then(|| {
                KindSet::new((0..3).map(KindId).filter(|&k| {
                    let added = pieces.iter().cloned().chain([Placement::point(k, cell)]);
                    judge(&model, &Diagram::new(added)).is_empty()
                }))
            });
            assert_eq!(open[cell.index()], expected);
        }
    }
}

fn rule_pairs(model: &Model) -> Vec<(KindId, KindId)> {
    match &model.rules[0].body {
        RuleBody::NoAttacks(pairs) => pairs.clone(),
        _ => Vec::new(),
    }
}

/// A thousand queens on a large board, by the construction for n = 4 mod 6.
#[test]
fn large_boards() {
    let n = 1000_u32;
    let mut model = queens_and_knights(n, n);
    let full = CellSet::full(model.board.len());
    model.rules.push(compare(vec![instance(None, count(&[0], full), Relation::Eq, n.into())]));
    let row = |column: u32| if column < n / 2 { 2 * column + 2 } else { 2 * (column - n / 2) + 1 };
    let queens = (0..n).map(|c| {
        let cell = model.board.cell_at(Vector::flat(c as i32 + 1, row(c) as i32)).expect("on the board");
        Placement::point(KindId(0), cell)
    });
    let diagram = Diagram::new(queens);
    assert_eq!(judge(&model, &diagram), []);
    assert_eq!(crate::model::stabiliser(&model, false).len(), 8);
}
