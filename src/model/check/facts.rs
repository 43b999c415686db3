//! Givens: `place`, `keep empty`, `givens`, symbols in the board picture, and clue cells that stay empty.

use super::army::Army;
use super::class::Class;
use super::error::BoardError;
use super::faults::ModelFaults;
use super::locations::Locator;
use super::names::DeclaredNames;
use super::params::Parameters;
use super::pictures::{PictureCell, PictureMark, lay};
use super::routes::compared;
use super::site::Site;
use crate::geometry::{CellId, CellSet};
use crate::model::{
    CellContents, ClueMode, Fact, FenFault, Instance, KindId, KindSet, Route, Rule, RuleBody, read_fen,
};
use crate::syntax::ast::{KindRef, Location, QuotedText, RoutePart, Statement, StatementKind};
use crate::text::{Span, Spanned};
use rustc_hash::FxHashMap;
use std::ops::Range;
use std::sync::Arc;

/// Steps charged for a lookup of a cell in the table.
const ADD_STEPS: u64 = 4;
/// Memory per fact, in the list and in the table by cell.
const FACT_BYTES: u64 = 64;

/// Collects facts without duplicates or contradictions.
struct Gatherer<'g, 'a> {
    names: &'a DeclaredNames,
    params: &'a Parameters,
    site: &'a Site,
    army: &'g Army<'a>,
    facts: Vec<Fact>,
    /// Cells of the current statement that must hold one of several line pieces.
    asked: AskedPieces,
    rules: Vec<Rule>,
    /// For each cell, what is given and its span.
    known: FxHashMap<CellId, (Given, Span)>,
}

/// Comparisons of a rule, with their marks.
#[derive(Default)]
struct AskedPieces {
    instances: Vec<Instance>,
    marks: Vec<Span>,
}

/// Given on a cell.
#[derive(Clone, PartialEq)]
enum Given {
    Empty,
    Kind(KindId),
    /// One of the line pieces of a route, with their name.
    OneOf(Arc<KindSet>, Arc<str>),
}

impl Given {
    /// Returns true if both may hold.
    fn agrees(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::OneOf(a, _), Self::OneOf(b, _)) => a.iter().any(|k| b.contains(k)),
            _ => self == other,
        }
    }
}

/// Collects the facts of these statements in source order, after those of clue cells and the board picture.
pub(super) fn gather<'a>(
    statements: &[Statement],
    names: &'a DeclaredNames,
    params: &'a Parameters,
    site: &'a Site,
    army: &Army<'a>,
    faults: &mut ModelFaults,
) -> (Vec<Fact>, Vec<Rule>) {
    let (facts, asked, known) = (Vec::new(), AskedPieces::default(), FxHashMap::default());
    let mut gatherer = Gatherer { names, params, site, army, facts, asked, rules: Vec::new(), known };
    if let Some(Spanned { node: ClueMode::Empty, .. }) = site.clue_mode {
        for mark in &site.digits {
            gatherer.add(mark.cell, Given::Empty, mark.span, faults);
        }
    }
    for layer in site.clue_layers.iter().filter(|l| l.mode == ClueMode::Empty) {
        for (&(cell, _), &span) in layer.clues.iter().zip(&layer.spans) {
            if !site.board.is_wall(cell) {
                gatherer.add(cell, Given::Empty, span, faults);
            }
        }
    }
    for mark in &site.symbols {
        gatherer.symbol(
            mark,
            "`.` for a cell, `#` for a wall, a digit for a clue, or the symbol of a piece",
            faults,
        );
    }
    if let Some(board) = statements.iter().find(|s| matches!(s.kind, StatementKind::Board(_))) {
        gatherer.finish_rule(board.span);
    }
    for statement in statements {
        match &statement.kind {
            StatementKind::Place { part, kind, at } => {
                gatherer.place(*part, kind, at, statement.span, faults)
            }
            StatementKind::KeepEmpty(location) => gatherer.keep_empty(location, faults),
            StatementKind::Givens(pictures) if site.sound => {
                for mark in lay(pictures, &site.board, faults).unwrap_or_default() {
                    gatherer.given(&mark, faults);
                }
                gatherer.finish_rule(statement.span);
            }
            StatementKind::GivensFen(text) if site.sound => gatherer.fen(text, faults),
            _ => {}
        }
    }
    (gatherer.facts, gatherer.rules)
}

impl Gatherer<'_, '_> {
    fn place(
        &mut self,
        route_part: Option<RoutePart>,
        kind: &KindRef,
        at: &Location,
        span: Span,
        faults: &mut ModelFaults,
    ) {
        let kind = self.placed(route_part, kind, faults);
        for part in &at.parts {
            // Part by part, so that a conflict points at the cell and not at the whole list.
            let location = Location { parts: vec![part.clone()], span: part.span };
            if let (Some(cells), Some(kind)) = (self.locator().cells(&location, faults), &kind) {
                if faults.spend_steps(ADD_STEPS * cells.len() as u64, part.span).is_none() {
                    return;
                }
                for cell in cells.iter() {
                    self.add(cell, kind.clone(), part.span, faults);
                }
            }
        }
        self.finish_rule(span);
    }

    /// Returns what `place` asks for.
    fn placed(&self, part: Option<RoutePart>, kind: &KindRef, faults: &mut ModelFaults) -> Option<Given> {
        let name = &kind.name.node;
        let is_route = matches!(self.names.get(name), Some((Class::Route | Class::RouteFamily, _)));
        if part.is_none() && !is_route {
            return self.army.single(kind, self.names, self.params, faults).map(Given::Kind);
        }
        let pieces = self.army.given_pieces(kind, part, self.names, self.params, faults)?;
        let word = match part {
            None => name.clone(),
            Some(RoutePart::Turn) => Arc::from(format!("turn {name}")),
            Some(RoutePart::Straight) => Arc::from(format!("straight {name}")),
            Some(RoutePart::End) => Arc::from(format!("end {name}")),
        };
        Some(Given::OneOf(Arc::new(pieces), word))
    }

    /// Makes a rule of the line pieces for which the statement asks.
    fn finish_rule(&mut self, span: Span) {
        let AskedPieces { instances, marks } = std::mem::take(&mut self.asked);
        if !instances.is_empty() {
            self.rules.push(Rule { marks, ..Rule::whole(RuleBody::Compare(instances), span) });
        }
    }

    fn keep_empty(&mut self, location: &Location, faults: &mut ModelFaults) {
        for part in &location.parts {
            let single = Location { parts: vec![part.clone()], span: part.span };
            let Some(cells) = self.locator().cells(&single, faults) else { continue };
            if faults.spend_steps(ADD_STEPS * cells.len() as u64, part.span).is_none() {
                return;
            }
            for cell in cells.iter() {
                if !self.site.board.is_wall(cell) {
                    self.add(cell, Given::Empty, part.span, faults);
                }
            }
        }
    }

    fn locator(&self) -> Locator<'_> {
        Locator::new(self.site, self.names, self.params)
    }

    fn given(&mut self, mark: &PictureCell, faults: &mut ModelFaults) {
        let wall = self.site.board.is_wall(mark.cell);
        match mark.mark {
            PictureMark::Character('.') => {}
            PictureMark::Character('#' | '-') if wall => {}
            PictureMark::Character('-') => self.add(mark.cell, Given::Empty, mark.span, faults),
            PictureMark::Character(_) => {
                self.symbol(mark, "`.` for unknown, `-` for empty, or the symbol of a piece", faults);
            }
            PictureMark::Number(number) => self.member(mark, number, faults),
        }
    }

    /// Adds the member of a family that a number names.
    fn member(&mut self, mark: &PictureCell, number: i64, faults: &mut ModelFaults) {
        let army = self.army;
        let members = (0..army.families.len()).filter_map(|family| army.member(family, number));
        match members.collect::<Vec<_>>().as_slice() {
            [kind] => self.add(mark.cell, Given::Kind(*kind), mark.span, faults),
            found => {
                let kinds = found.iter().map(|k| army.kinds[k.index()].name.clone()).collect();
                faults.push(BoardError::GivenNumber { number, kinds }.at(mark.span));
            }
        }
    }

    /// Adds the pieces of a chess position. Its other squares stay unknown, as with `.` in a picture.
    fn fen(&mut self, text: &QuotedText, faults: &mut ModelFaults) {
        let start = text.span.start as usize;
        let at = |range: &Range<usize>| Span::new(text.span.source, start + range.start, start + range.end);
        if faults.spend_steps(self.site.board.len() as u64, text.span).is_none() {
            return;
        }
        match read_fen(&self.site.board, &self.army.kinds, &text.node) {
            Ok(pieces) => {
                for piece in pieces {
                    self.add(piece.cell, Given::Kind(piece.kind), at(&piece.range), faults);
                }
            }
            Err(found) => {
                for FenFault { message, help, range } in found {
                    faults.push(BoardError::Fen { message, help }.at(at(&range)));
                }
            }
        }
    }

    fn symbol(&mut self, mark: &PictureCell, allowed: &'static str, faults: &mut ModelFaults) {
        let PictureMark::Character(character) = mark.mark else {
            faults.push(mark.not_allowed(allowed));
            return;
        };
        if let Some(&route) = self.army.route_symbols.get(&character) {
            let Route { pieces, name, .. } = &self.army.routes[route.index()];
            let given = Given::OneOf(Arc::new(pieces.clone()), name.clone());
            return self.add(mark.cell, given, mark.span, faults);
        }
        match self.army.symbols.get(&character) {
            Some(&kind) => self.add(mark.cell, Given::Kind(kind), mark.span, faults),
            None if faults.is_full() => {}
            None => {
                let kinds = self.army.kinds.iter().filter(|k| k.line.is_none());
                let routes = self.army.routes.iter().filter_map(|r| Some((r.symbol?, r.name.clone())));
                let symbols = kinds.map(|k| (k.symbol, k.name.clone())).chain(routes).collect();
                faults.push(BoardError::UnknownSymbol { character, allowed, symbols }.at(mark.span));
            }
        }
    }

    fn add(&mut self, cell: CellId, given: Given, span: Span, faults: &mut ModelFaults) {
        if !self.site.sound {
            return;
        }
        let name = || self.site.board.cell_name(cell);
        if faults.is_full() {
            return;
        }
        if self.site.board.is_wall(cell) {
            let wall = self.site.wall_span(cell);
            faults.push(BoardError::GivenOnWall { cell: name(), wall }.at(span));
            return;
        }
        if let Some((other, first)) = self.known.get(&cell) {
            if !other.agrees(&given) {
                let (given, before) = (self.word(&given), self.word(other));
                let first = *first;
                faults.push(BoardError::GivenTwice { cell: name(), given, before, first }.at(span));
                return;
            }
            if *other == given {
                return;
            }
        }
        if faults.spend_bytes(FACT_BYTES, span).is_none() {
            return;
        }
        self.known.entry(cell).or_insert_with(|| (given.clone(), span));
        match given {
            Given::Kind(kind) => self.facts.push(Fact::Holds(cell, kind, span)),
            Given::Empty => self.facts.push(Fact::Empty(cell, span)),
            Given::OneOf(pieces, _) => self.ask(cell, &pieces, span, faults),
        }
    }

    /// Requires one of these line pieces on the cell.
    fn ask(&mut self, cell: CellId, pieces: &KindSet, span: Span, faults: &mut ModelFaults) {
        let cells = self.site.board.len();
        let bytes = cells / 8 + 64 + pieces.len() * size_of::<KindId>();
        if faults.spend_bytes(bytes as u64, span).is_some() {
            let what = CellContents { kinds: pieces.clone(), empty: false };
            self.asked.instances.push(compared(what, Arc::new(CellSet::of(cells, [cell])), 1));
            self.asked.marks.push(span);
        }
    }

    /// Returns the name of what is given; `None` for empty.
    fn word(&self, given: &Given) -> Option<Arc<str>> {
        match given {
            Given::Empty => None,
            Given::Kind(kind) => Some(self.army.kinds[kind.index()].name.clone()),
            Given::OneOf(_, word) => Some(word.clone()),
        }
    }
}
