//! Routes: their moves, their line pieces, and references to them.
//!
//! A line piece exists for every pair of a route's moves (at an end of a path, for every single one) that both lead from some
//! cell to cells that are no walls.

use super::army::{Army, Meaning};
use super::class::Class;
use super::compiler::Compiler;
use super::error::{BoardError, NameError, NumberError, PieceError, RuleError};
use super::expressions::{ExprNode, Variables};
use super::faults::ModelFaults;
use super::limits::MAX_KINDS;
use super::linear::{RulePlace, SetCache};
use super::locations::Locator;
use super::names::DeclaredNames;
use super::numbers::Numbers;
use super::params::Parameters;
use super::site::Site;
use crate::geometry::{CellId, CellSet, Movement, Shape, Vector};
use crate::model::{
    CellContents, Instance, Kind, KindId, KindSet, LinePiece, LinearExpr, Relation, Route, RouteId, Rule,
    RuleBody, Shapes, Term, Unit,
};
use crate::syntax::ast::{
    CellRef, KindRef, Location, LocationPart, RouteClause, RouteDecl, RoutePart, Statement, StatementKind,
};
use crate::text::{Span, Spanned};
use smallvec::{SmallVec, smallvec};
use std::collections::BTreeSet;
use std::sync::Arc;

/// First of the private-use characters, the symbols of line pieces.
const PRIVATE_USE: char = '\u{e000}';

/// A family of routes.
#[derive(Clone, Debug)]
pub(super) struct RouteFamily {
    pub(super) name: Arc<str>,
    /// Members with their numbers, in order of declaration.
    pub(super) members: Vec<(i64, RouteId)>,
    pub(super) span: Span,
}

/// Set of routes that may depend on the place.
#[derive(Clone, Debug, Default)]
pub(super) struct RouteSetNode {
    pub(super) fixed: Vec<RouteId>,
    /// Index of a variable.
    pub(super) variable: Option<usize>,
    /// Member whose index depends on a clue or a variable: family, index, span of the index.
    pub(super) indexed: Option<(usize, Box<ExprNode>, Span)>,
}

/// Returns true if the piece belongs to the part of its route, on a board of this shape.
fn is_in(part: Option<RoutePart>, piece: &LinePiece, shape: Shape) -> bool {
    match part {
        None => true,
        Some(RoutePart::Turn) => piece.is_turn(shape),
        Some(RoutePart::Straight) => piece.is_straight(shape),
        Some(RoutePart::End) => piece.is_end(),
    }
}

impl Army<'_> {
    /// Adds the routes that these statements declare, with their line pieces.
    pub(super) fn add_routes(
        &mut self,
        statements: &[Statement],
        names: &DeclaredNames,
        params: &Parameters,
        site: &Site,
        faults: &mut ModelFaults,
    ) {
        for statement in statements {
            if let StatementKind::Route(route) = &statement.kind {
                self.add_route(route, names, params, site, faults);
            }
        }
    }

    fn add_route(
        &mut self,
        decl: &RouteDecl,
        names: &DeclaredNames,
        params: &Parameters,
        site: &Site,
        faults: &mut ModelFaults,
    ) {
        let moves = self.moves.leaps(Some(&decl.moves), faults);
        let class = names.get(&decl.name.node).map(|n| n.0);
        let number = decl.index.as_ref().map(|index| Numbers::new(names, params).of(index, faults));
        let id = RouteId(self.routes.len() as u16);
        let mut name = decl.name.node.clone();
        let mut family = None;
        match number {
            None if names.counts(&decl.name) => {
                self.meanings.insert(name.clone(), Meaning::Route(id));
            }
            Some(number) if class == Some(Class::RouteFamily) => {
                let known = self.route_family(&name, decl.name.span);
                // A member with an error still belongs to the family, so its uses cause no further errors.
                let Some(number) = number else { return };
                name = Arc::from(format!("{name}[{number}]"));
                if let Some(first) = self.route_member(known, number).map(|r| self.routes[r.index()].span) {
                    let class = Class::Route;
                    faults.push(NameError::Duplicate { name, class, other: class, first }.at(decl.name.span));
                    return;
                }
                self.route_families[known].members.push((number, id));
                family = Some((decl.name.node.clone(), number));
            }
            // The name has been reported as declared twice.
            _ => return,
        }
        let symbol = decl.symbol.as_ref().and_then(|s| self.route_letters.get(&s.span).copied());
        if let Some(symbol) = symbol {
            self.route_symbols.insert(symbol, id);
        }
        let moves = moves.map_or_else(Vec::new, |moves| both_ways(&moves, site));
        let (closed, span) = (decl.closed, decl.name.span);
        let first = self.kinds.len();
        if site.sound {
            for moves in pieces(&moves, closed, site, span, faults).unwrap_or_default() {
                if self.add_line_piece(&name, LinePiece { route: id, moves }, span, faults).is_none() {
                    break;
                }
            }
        }
        let pieces = KindSet::new((first..self.kinds.len()).map(|k| KindId(k as u16)));
        let ends = [None; 2];
        self.routes.push(Route { name, closed, moves, pieces, family, symbol, ends, span });
    }

    /// Returns the number of the family of routes with this name, declared here at the latest.
    fn route_family(&mut self, name: &Arc<str>, span: Span) -> usize {
        if let Some(Meaning::RouteFamily(known)) = self.meaning(name) {
            return known;
        }
        let number = self.route_families.len();
        self.meanings.insert(name.clone(), Meaning::RouteFamily(number));
        self.route_families.push(RouteFamily { name: name.clone(), members: Vec::new(), span });
        number
    }

    fn add_line_piece(
        &mut self,
        route: &Arc<str>,
        piece: LinePiece,
        span: Span,
        faults: &mut ModelFaults,
    ) -> Option<()> {
        if self.kinds.len() >= MAX_KINDS {
            let limit = MAX_KINDS as u64;
            return faults.none(NumberError::TooMany { what: "kinds of pieces", limit }.at(span));
        }
        let free = (PRIVATE_USE..).filter(|c| !self.symbols.contains_key(c));
        let symbol = free.into_iter().nth(self.kinds.len()).expect("far more characters than kinds");
        let space = self.moves.in_space();
        let vector = |v: &Vector| match space {
            true => format!("({},{},{})", v.x, v.y, v.z),
            false => format!("({},{})", v.x, v.y),
        };
        let moves: String = piece.moves.iter().map(vector).collect();
        self.kinds.push(Kind {
            name: Arc::from(format!("{route}{moves}")),
            symbol,
            movement: Movement::default(),
            shapes: Shapes::Point,
            family: None,
            line: Some(piece),
            span,
        });
        Some(())
    }

    /// Returns the member of a family of routes with this number.
    pub(super) fn route_member(&self, family: usize, number: i64) -> Option<RouteId> {
        self.route_families[family].members.iter().find(|m| m.0 == number).map(|m| m.1)
    }

    /// Returns the error for a family of routes without this member.
    fn no_route(&self, family: usize, value: i64) -> PieceError {
        let family = &self.route_families[family];
        let numbers = || family.members.iter().map(|m| m.0);
        let (low, high) = (numbers().min().unwrap_or(0), numbers().max().unwrap_or(0));
        PieceError::NotAMember { name: family.name.clone(), value, low, high, declared: family.span }
    }

    /// Returns the line pieces of a route, or a part of them.
    pub(super) fn line_pieces(
        &self,
        route: RouteId,
        part: Option<RoutePart>,
    ) -> impl Iterator<Item = KindId> + '_ {
        let shape = self.moves.shape();
        let line = |k: &KindId| self.kinds[k.index()].line.as_ref();
        let of_part = move |k: &KindId| line(k).is_some_and(|l| is_in(part, l, shape));
        self.routes[route.index()].pieces.iter().filter(of_part)
    }

    /// Returns the line pieces of the routes that `reference` names, for a given; a family is allowed.
    pub(super) fn given_pieces(
        &self,
        reference: &KindRef,
        part: Option<RoutePart>,
        names: &DeclaredNames,
        params: &Parameters,
        faults: &mut ModelFaults,
    ) -> Option<KindSet> {
        let name = &reference.name;
        let routes: Vec<RouteId> = match (self.meaning(&name.node), &reference.index) {
            (Some(Meaning::Route(route)), None) => vec![route],
            (Some(Meaning::Route(route)), Some(_)) => {
                let declared = self.routes[route.index()].span;
                let name = name.node.clone();
                return faults.none(PieceError::NotAFamily { name, declared }.at(reference.span));
            }
            (Some(Meaning::RouteFamily(family)), None) => {
                self.route_families[family].members.iter().map(|m| m.1).collect()
            }
            (Some(Meaning::RouteFamily(family)), Some(index)) => {
                let number = Numbers::new(names, params).of(index, faults)?;
                match self.route_member(family, number) {
                    Some(route) => vec![route],
                    None => return faults.none(self.no_route(family, number).at(index.span)),
                }
            }
            _ => {
                return faults
                    .none(names.misuse(&name.node, &[Class::Route, Class::RouteFamily], &[]).at(name.span));
            }
        };
        Some(KindSet::new(routes.iter().flat_map(|&route| self.line_pieces(route, part))))
    }
}

/// Returns the moves in both directions, each once, as [`Route::moves`] has them.
fn both_ways(moves: &Movement, site: &Site) -> Vec<Vector> {
    let shape = site.board.shape();
    let steps = moves.leaps().unwrap_or_default();
    let both = steps.into_iter().flat_map(|v| [shape.reduced(v), shape.reduced(-v)]);
    both.filter(|&v| v != Vector::ZERO).collect::<BTreeSet<Vector>>().into_iter().collect()
}

/// Returns the moves of every line piece that fits somewhere on the board: the ends first.
fn pieces(
    moves: &[Vector],
    closed: bool,
    site: &Site,
    span: Span,
    faults: &mut ModelFaults,
) -> Option<Vec<SmallVec<[Vector; 2]>>> {
    let board = &site.board;
    faults.spend_steps((moves.len() * board.len()) as u64, span)?;
    // For each move, the cells from which it leads to a cell that is no wall.
    let starts = |&v: &Vector| {
        CellSet::of(board.len(), board.open_cells().filter(|&c| Route::step(board, c, v).is_some()))
    };
    let starts: Vec<CellSet> = moves.iter().map(starts).collect();
    let mut found: Vec<SmallVec<[Vector; 2]>> = Vec::new();
    if !closed {
        found.extend(moves.iter().zip(&starts).filter(|(_, s)| !s.is_empty()).map(|(&v, _)| smallvec![v]));
    }
    for (i, &first) in moves.iter().enumerate() {
        faults.spend_steps(((moves.len() - i) * (board.len() / 64 + 1)) as u64, span)?;
        for (j, &second) in moves.iter().enumerate().skip(i + 1) {
            if starts[i].intersects(&starts[j]) && found.len() <= MAX_KINDS {
                found.push(smallvec![first, second]);
            }
        }
    }
    Some(found)
}

impl Compiler<'_, '_> {
    /// Returns true if the name is that of a route, a family of routes, or a variable that runs over routes.
    pub(super) fn names_route(&self, reference: &KindRef, vars: &Variables) -> bool {
        let name = &reference.name.node;
        match vars.kinds.iter().position(|v| v.node == *name) {
            Some(variable) => vars.routes[variable],
            None => matches!(self.names.get(name), Some((Class::Route | Class::RouteFamily, _))),
        }
    }

    /// Resolves a reference to routes.
    pub(super) fn route_set(
        &mut self,
        reference: &KindRef,
        vars: &Variables,
        faults: &mut ModelFaults,
    ) -> Option<RouteSetNode> {
        let name = &reference.name;
        if !self.names_route(reference, vars) {
            let known = [Class::Route, Class::RouteFamily];
            return match vars.kinds.iter().find(|v| v.node == name.node) {
                Some(variable) => {
                    let (class, wanted, declared) = (Class::Variable, Class::Route, variable.span);
                    let name = name.node.clone();
                    faults.none(NameError::WrongClass { name, class, wanted, declared }.at(reference.span))
                }
                None => faults.none(self.names.misuse(&name.node, &known, &[]).at(name.span)),
            };
        }
        let not_a_family =
            |declared: Span| PieceError::NotAFamily { name: name.node.clone(), declared }.at(reference.span);
        if let Some(i) = vars.kinds.iter().position(|v| v.node == name.node) {
            if reference.index.is_some() {
                return faults.none(not_a_family(vars.kinds[i].span));
            }
            return Some(RouteSetNode { variable: Some(i), ..RouteSetNode::default() });
        }
        // A route with an error has no meaning.
        let fixed = |fixed| Some(RouteSetNode { fixed, ..RouteSetNode::default() });
        match (self.army.meaning(&name.node)?, &reference.index) {
            (Meaning::Route(route), None) => fixed(vec![route]),
            (Meaning::Route(route), Some(_)) => {
                let declared = self.army.routes[route.index()].span;
                faults.none(not_a_family(declared))
            }
            (Meaning::RouteFamily(family), None) => {
                fixed(self.army.route_families[family].members.iter().map(|m| m.1).collect())
            }
            (Meaning::RouteFamily(family), Some(index)) => {
                let node = self.expression(index, vars, faults)?;
                if node.counts() {
                    return faults.none(NumberError::CountHere.at(index.span));
                }
                if let ExprNode::Constant(number) = node {
                    return match self.army.route_member(family, number) {
                        Some(route) => fixed(vec![route]),
                        None => faults.none(self.army.no_route(family, number).at(index.span)),
                    };
                }
                let indexed = Some((family, Box::new(node), index.span));
                Some(RouteSetNode { indexed, ..RouteSetNode::default() })
            }
            (Meaning::Kind(_) | Meaning::Family(_), _) => None,
        }
    }

    /// Returns the routes of a set at one place, sorted.
    pub(super) fn routes_at(
        &mut self,
        set: &RouteSetNode,
        place: &RulePlace<'_>,
        faults: &mut ModelFaults,
    ) -> Option<Vec<RouteId>> {
        let mut routes = set.fixed.clone();
        routes.extend(set.variable.and_then(|v| place.kinds[v].route()));
        if let Some((family, index, span)) = &set.indexed {
            let number = self.sum(index, place, &mut SetCache::default(), faults)?.constant;
            match self.army.route_member(*family, number) {
                Some(route) => routes.push(route),
                None => return faults.none(self.army.no_route(*family, number).at(*span)),
            }
        }
        routes.sort_unstable();
        routes.dedup();
        Some(routes)
    }

    /// Returns the rules of a `loop` or `path`: that the route is there, and one for each clause.
    pub(super) fn route_rules(
        &mut self,
        decl: &RouteDecl,
        span: Span,
        faults: &mut ModelFaults,
    ) -> Vec<Rule> {
        let declared = self.army.routes.iter().position(|r| r.span == decl.name.span);
        let route = declared.map(|r| RouteId(r as u16));
        let mut rules = Vec::new();
        rules.extend(route.map(|r| Rule::whole(RuleBody::Route(r), span)));
        let mut ends: Option<(CellId, Span)> = None;
        for clause in &decl.clauses {
            let instance = match &clause.node {
                RouteClause::Everywhere => {
                    let cells = self.site.open.clone();
                    route.map(|r| self.all_on_route(r, cells))
                }
                RouteClause::Through(location) => {
                    let area = self.location(location, None, faults);
                    area.zip(route).map(|((area, _), r)| self.all_on_route(r, area.open))
                }
                RouteClause::Avoiding(location) => {
                    let area = self.location(location, None, faults);
                    area.zip(route).map(|((area, _), r)| self.none_on_route(r, area.open))
                }
                RouteClause::From(_) | RouteClause::To(_) if decl.closed => {
                    let word = if matches!(clause.node, RouteClause::From(_)) { "from" } else { "to" };
                    faults.push(RuleError::LoopEnd { word }.at(clause.span));
                    None
                }
                RouteClause::From(cell) | RouteClause::To(cell) => {
                    let cell = self.end_cell(cell, clause.span, faults);
                    match (cell, ends) {
                        (Some(cell), Some((other, first))) if cell == other => {
                            faults.push(RuleError::EqualEnds { first }.at(clause.span));
                        }
                        (Some(cell), _) => ends = Some((cell, clause.span)),
                        _ => {}
                    }
                    let number = usize::from(matches!(clause.node, RouteClause::To(_)));
                    if let Some(route) = route {
                        self.army.routes[route.index()].ends[number] = cell;
                    }
                    cell.zip(route).and_then(|(cell, r)| self.end_at(r, cell, clause.span, faults))
                }
            };
            let bytes = ((self.army.kinds.len() + 32) * size_of::<KindId>()) as u64;
            if let Some(instance) = instance.filter(|_| faults.spend_bytes(bytes, clause.span).is_some()) {
                let body = RuleBody::Compare(vec![instance]);
                rules.push(Rule::whole(body, clause.span));
            }
        }
        rules
    }

    /// No cell of these is empty or holds a piece that is not of the route.
    fn all_on_route(&self, route: RouteId, cells: Arc<CellSet>) -> Instance {
        let pieces = &self.army.routes[route.index()].pieces;
        let all = (0..self.army.kinds.len()).map(|k| KindId(k as u16));
        let others = KindSet::new(all.filter(|&k| !pieces.contains(k)));
        compared(CellContents { kinds: others, empty: true }, cells, 0)
    }

    /// No cell of these holds a piece of the route.
    fn none_on_route(&self, route: RouteId, cells: Arc<CellSet>) -> Instance {
        let kinds = self.army.routes[route.index()].pieces.clone();
        compared(CellContents { kinds, empty: false }, cells, 0)
    }

    fn end_at(
        &mut self,
        route: RouteId,
        cell: CellId,
        span: Span,
        faults: &mut ModelFaults,
    ) -> Option<Instance> {
        self.spend_sets(1, span, faults)?;
        let kinds = KindSet::new(self.army.line_pieces(route, Some(RoutePart::End)));
        let cells = Arc::new(CellSet::of(self.site.board.len(), [cell]));
        Some(compared(CellContents { kinds, empty: false }, cells, 1))
    }

    /// Returns the cell of an end, which cannot be a wall.
    fn end_cell(&self, cell: &CellRef, span: Span, faults: &mut ModelFaults) -> Option<CellId> {
        let part = Spanned::new(LocationPart::Cell(cell.clone()), span);
        let location = Location { parts: vec![part], span };
        let cells = Locator::new(self.site, self.names, self.params).cells(&location, faults)?;
        let cell = cells.iter().next().filter(|_| self.site.sound)?;
        if self.site.board.is_wall(cell) {
            let (name, wall) = (self.site.board.cell_name(cell), self.site.wall_span(cell));
            return faults.none(BoardError::GivenOnWall { cell: name, wall }.at(span));
        }
        Some(cell)
    }
}

/// `count WHAT in CELLS = number`
pub(super) fn compared(what: CellContents, cells: Arc<CellSet>, number: i64) -> Instance {
    let count = Term::Count { unit: Unit::Pieces, what, cells, reach: None, filter: None };
    let left = LinearExpr { terms: vec![(1, count)], constant: -number };
    Instance { guard: None, left, relation: Relation::Eq }
}
