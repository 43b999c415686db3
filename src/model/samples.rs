//! Small hand-built models for tests.

use super::{
    CellContents, CoveredCells, Diagram, Find, Guard, Instance, Kind, KindId, KindSet, LinePiece, LinearExpr,
    Model, Placement, Query, Relation, Route, RouteId, Rule, RuleBody, Shapes, Term, Unit,
};
use crate::geometry::{Board, CellId, CellSet, Movement, Ray, Shape, Vector};
use crate::text::{SourceId, Span};
use std::sync::Arc;

/// Returns a dummy span.
pub fn nowhere() -> Span {
    Span::new(SourceId(0), 0, 0)
}

/// Returns the images of the vector under the symmetries of the square.
pub fn images(x: i32, y: i32) -> Vec<Vector> {
    [(x, y), (y, x)]
        .into_iter()
        .flat_map(|(x, y)| [(x, y), (-x, y), (x, -y), (-x, -y)])
        .map(|(x, y)| Vector::flat(x, y))
        .collect()
}

pub fn leaps(x: i32, y: i32) -> Movement {
    Movement::new(images(x, y).into_iter().map(Ray::leap), false)
}

pub fn rides(x: i32, y: i32) -> Movement {
    Movement::new(images(x, y).into_iter().map(Ray::ride), false)
}

pub fn queen() -> Movement {
    rides(1, 0).union(&rides(1, 1))
}

pub fn knight() -> Movement {
    leaps(1, 2)
}

/// Returns a kind on a single cell; its symbol is the first letter of its name.
pub fn kind(name: &str, movement: Movement) -> Kind {
    let symbol = name.chars().next().expect("a name").to_ascii_uppercase();
    Kind {
        name: name.into(),
        symbol,
        movement,
        shapes: Shapes::Point,
        family: None,
        line: None,
        span: nowhere(),
    }
}

/// Returns a model without rules.
pub fn model(board: Board, kinds: Vec<Kind>) -> Model {
    Model {
        title: None,
        params: Vec::new(),
        board,
        layers: Vec::new(),
        clue_layers: Vec::new(),
        weights: Vec::new(),
        kinds,
        families: Vec::new(),
        routes: Vec::new(),
        clue_mode: None,
        clues: Vec::new(),
        facts: Vec::new(),
        rules: Vec::new(),
        objectives: Vec::new(),
        find: Find { query: Query::All, up_to: None },
        expects: Vec::new(),
        varies: Vec::new(),
        intended: None,
    }
}

/// Returns a model of mutually non-attacking queens and knights on a rectangle.
pub fn queens_and_knights(width: u32, height: u32) -> Model {
    let board = Board::new(Shape::rectangle(width, height));
    let mut model = model(board, vec![kind("queen", queen()), kind("knight", knight())]);
    model.rules.push(no_attacks(&[(0, 0), (0, 1), (1, 0), (1, 1)]));
    model
}

pub fn no_attacks(pairs: &[(u16, u16)]) -> Rule {
    let pairs = pairs.iter().map(|&(a, b)| (KindId(a), KindId(b))).collect();
    Rule::whole(RuleBody::NoAttacks(pairs), nowhere())
}

pub fn compare(instances: Vec<Instance>) -> Rule {
    Rule::whole(RuleBody::Compare(instances), nowhere())
}

pub fn kinds(numbers: &[u16]) -> KindSet {
    KindSet::new(numbers.iter().map(|&n| KindId(n)))
}

/// Number of pieces of these kinds on these cells.
pub fn count(numbers: &[u16], cells: CellSet) -> Term {
    let what = CellContents { kinds: kinds(numbers), empty: false };
    Term::Count { unit: Unit::Pieces, what, cells: Arc::new(cells), reach: None, filter: None }
}

/// `term RELATION value`
pub fn instance(guard: Option<Guard>, term: Term, relation: Relation, value: i64) -> Instance {
    Instance { guard, left: LinearExpr { terms: vec![(1, term)], constant: -value }, relation }
}

pub fn cell(model: &Model, name: &str) -> CellId {
    model.board.cell_named(name).expect("a cell of the board")
}

pub fn cells(model: &Model, names: &str) -> CellSet {
    CellSet::of(model.board.len(), names.split_whitespace().map(|n| cell(model, n)))
}

/// Parses a diagram such as `"queen a1, knight b3, ship c1 c2"`.
pub fn diagram(model: &Model, text: &str) -> Diagram {
    Diagram::new(text.split(',').filter(|t| !t.trim().is_empty()).map(|piece| {
        let mut words = piece.split_whitespace();
        let kind = model.kind_named(words.next().expect("a kind")).expect("a kind of the model");
        let mut cells: CoveredCells = words.map(|w| cell(model, w)).collect();
        cells.sort_unstable();
        Placement { kind, cells }
    }))
}

/// Adds a loop or a path by these moves and their reverses, with its line pieces.
pub fn add_route(model: &mut Model, closed: bool, moves: Vec<Vector>) -> RouteId {
    let shape = model.board.shape();
    let both = moves.into_iter().flat_map(|v| [shape.reduced(v), shape.reduced(-v)]);
    let mut moves: Vec<Vector> = both.filter(|&v| v != Vector::ZERO).collect();
    moves.sort_unstable();
    moves.dedup();
    let route = RouteId(model.routes.len() as u16);
    let board = model.board.clone();
    let fits = |moves: &[Vector]| {
        board.open_cells().any(|c| moves.iter().all(|&v| Route::step(&board, c, v).is_some()))
    };
    let first = model.kinds.len();
    for (i, &a) in moves.iter().enumerate() {
        let alone = (!closed).then(|| smallvec::smallvec![a]);
        let pairs = moves[i + 1..].iter().map(|&b| smallvec::smallvec![a, b]);
        let lines: Vec<smallvec::SmallVec<[Vector; 2]>> = alone.into_iter().chain(pairs).collect();
        for moves in lines.into_iter().filter(|moves| fits(moves)) {
            let name = format!("line{}", model.kinds.len());
            let line = Some(LinePiece { route, moves });
            model.kinds.push(Kind { line, ..kind(&name, Movement::default()) });
        }
    }
    let pieces = KindSet::new((first..model.kinds.len()).map(|k| KindId(k as u16)));
    let (name, span) = ("line".into(), nowhere());
    let (ends, symbol) = ([None; 2], None);
    model.routes.push(Route { name, closed, moves, pieces, family: None, symbol, ends, span });
    route
}
