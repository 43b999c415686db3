//! Builds the kinds in play, those of libraries included.
//!
//! Each part that a `use … from` takes from a library becomes a separate [`Army`]: its names are resolved within the part, its
//! parameters have the spec's values, and its cells are those of the spec's board. Each part is compiled once, even if
//! several libraries use it.

use super::army::{Army, Export, Meaning};
use super::class::Class;
use super::error::{BoardError, NameError, NumberError, PieceError};
use super::faults::ModelFaults;
use super::libraries::LibraryParts;
use super::limits::MAX_KINDS;
use super::moves::{MoveDefinition, MoveReader, movement_bytes};
use super::names::DeclaredNames;
use super::numbers::Numbers;
use super::params::Parameters;
use super::site::Site;
use super::standard;
use super::symbols::{self, Wish};
use super::tile_families;
use super::tiles;
use crate::geometry::Movement;
use crate::model::{Family, Kind, KindId, Shapes};
use crate::syntax::ast::{Expr, Moves, Name, QuotedText, Statement, StatementKind, TileFamily};
use crate::text::Span;
use rustc_hash::FxHashMap;
use std::rc::Rc;
use std::sync::Arc;

/// A kind before its moves are known.
struct KindEntry<'a> {
    name: Arc<str>,
    span: Span,
    wish: Wish,
    shapes: Shapes,
    family: Option<(usize, i64)>,
    moves: MovesOf<'a>,
}

enum MovesOf<'a> {
    /// Moves of the definition with this name.
    Definition(Arc<str>),
    /// Moves of a tile.
    Tile(Option<&'a Moves>),
    /// Moves of a piece from a library; `None` after an error.
    Ready(Option<Movement>),
}

impl KindEntry<'_> {
    /// Returns the name that defines its moves; for a member, that of its family.
    fn named(&self, families: &[Family]) -> Arc<str> {
        self.family.map_or_else(|| self.name.clone(), |(family, _)| families[family].name.clone())
    }
}

/// Collector of declared kinds.
struct KindResolver<'a> {
    names: &'a DeclaredNames,
    params: &'a Parameters,
    site: &'a Site,
    entries: Vec<KindEntry<'a>>,
    families: Vec<Family>,
    meanings: FxHashMap<Arc<str>, Meaning>,
    definitions: FxHashMap<Arc<str>, (MoveDefinition<'a>, Span)>,
}

impl<'a> Army<'a> {
    /// Builds the kinds that these statements declare.
    pub(super) fn build(
        statements: &'a [Statement],
        names: &'a DeclaredNames,
        params: &'a Parameters,
        site: &'a Site,
        imports: &mut Imports<'_>,
        faults: &mut ModelFaults,
    ) -> Self {
        let mut resolver = KindResolver {
            names,
            params,
            site,
            entries: Vec::new(),
            families: Vec::new(),
            meanings: FxHashMap::default(),
            definitions: FxHashMap::default(),
        };
        for statement in statements {
            match &statement.kind {
                StatementKind::UseFrom { names, path } => resolver.import(names, path, imports, faults),
                _ => resolver.resolve(statement, faults),
            }
        }
        let KindResolver { entries, families, meanings, definitions, .. } = resolver;
        let mut wishes: Vec<(Arc<str>, Wish)> =
            entries.iter().map(|r| (r.name.clone(), r.wish.clone())).collect();
        // Symbols of routes must differ from those of the kinds.
        let of_routes: Vec<&QuotedText> = statements.iter().filter_map(route_symbol).collect();
        wishes.extend(of_routes.iter().map(|&s| (s.node.clone(), Wish::Written(s.clone()))));
        let clue = site.digits.first().map(|d| d.span);
        let letters = symbols::assign(&wishes, clue, faults);
        let mut moves = MoveReader::new(names, params, (site.board.shape(), site.in_space), definitions);
        for entry in &entries {
            if let MovesOf::Ready(movement) = &entry.moves {
                moves.settle(&entry.named(&families), movement.clone());
            }
        }
        let mut kinds = Vec::with_capacity(entries.len());
        for (entry, &symbol) in entries.into_iter().zip(&letters) {
            let movement = match &entry.moves {
                MovesOf::Definition(name) => moves.of_definition(name, faults),
                MovesOf::Tile(None) => None,
                MovesOf::Tile(Some(written)) => moves.read(written, false, faults),
                MovesOf::Ready(movement) => movement.clone(),
            };
            // A definition is read once, but each kind of a family has its own copy of the moves.
            let movement = movement.filter(|m| faults.spend_bytes(movement_bytes(m), entry.span).is_some());
            kinds.push(Kind {
                name: entry.name,
                symbol,
                movement: movement.unwrap_or_default(),
                shapes: entry.shapes,
                family: entry.family,
                line: None,
                span: entry.span,
            });
        }
        let route_letters =
            of_routes.iter().map(|s| s.span).zip(letters[kinds.len()..].iter().copied()).collect();
        let letters = &letters[..kinds.len()];
        let symbols = letters.iter().copied().zip((0..).map(KindId)).collect();
        let wishes = wishes.into_iter().take(kinds.len()).map(|(_, wish)| wish).collect();
        Self {
            kinds,
            families,
            meanings,
            symbols,
            wishes,
            routes: Vec::new(),
            route_families: Vec::new(),
            route_symbols: FxHashMap::default(),
            route_letters,
            moves,
        }
    }
}

fn route_symbol(statement: &Statement) -> Option<&QuotedText> {
    match &statement.kind {
        StatementKind::Route(route) => route.symbol.as_ref(),
        _ => None,
    }
}

impl<'a> KindResolver<'a> {
    fn resolve(&mut self, statement: &'a Statement, faults: &mut ModelFaults) {
        match &statement.kind {
            StatementKind::Piece { name, symbol, moves } if self.names.counts(name) => {
                // Declared without moves.
                if moves.span == name.span && standard::is_piece(&name.node) {
                    faults.push(PieceError::StandardWithoutMoves { name: name.node.clone() }.at(name.span));
                }
                let wish = symbol.clone().map_or(Wish::Name, Wish::Written);
                self.define(name, MoveDefinition::Moves(moves, None));
                self.add(name, wish, Shapes::Point, MovesOf::Definition(name.node.clone()), faults);
            }
            StatementKind::Pieces { name, from, to, moves } if self.names.counts(name) => {
                self.family(name, from, to, moves, faults);
            }
            StatementKind::Use(used) => {
                for name in used.iter().filter(|n| self.names.counts(n)) {
                    self.standard(name, faults);
                }
            }
            StatementKind::Tile { name, symbol, shapes, turning, moves } if self.names.counts(name) => {
                let wish = symbol.clone().map_or(Wish::Name, Wish::Written);
                self.define(name, MoveDefinition::Tile);
                let on = (self.site.board.shape(), self.site.in_space);
                let orientations = tiles::orientations(shapes, *turning, on, faults);
                let shapes = Shapes::Tile(orientations.unwrap_or_default());
                self.add(name, wish, shapes, MovesOf::Tile(moves.as_ref()), faults);
            }
            StatementKind::Tiles { name, from, to, shapes } if self.names.counts(name) => {
                self.tile_family(name, (from, to), *shapes, faults);
            }
            _ => {}
        }
    }

    fn define(&mut self, name: &Name, definition: MoveDefinition<'a>) {
        self.definitions.insert(name.node.clone(), (definition, name.span));
    }

    fn standard(&mut self, name: &Name, faults: &mut ModelFaults) {
        match standard::piece(&name.node) {
            Some(piece) => {
                self.define(name, MoveDefinition::Standard);
                let wish = piece.symbol.map_or(Wish::Name, Wish::Standard);
                self.add(name, wish, Shapes::Point, MovesOf::Definition(name.node.clone()), faults);
            }
            None => {
                self.define(name, MoveDefinition::Faulty);
                let known = standard::names();
                faults.push(
                    NameError::Unknown { class: Class::StandardPiece, name: name.node.clone(), known }
                        .at(name.span),
                );
                // It still becomes a kind, so rules about it cause no further errors.
                self.add(name, Wish::Name, Shapes::Point, MovesOf::Tile(None), faults);
            }
        }
    }

    /// Puts pieces of a library in play.
    fn import(
        &mut self,
        names: &[Name],
        path: &QuotedText,
        imports: &mut Imports<'_>,
        faults: &mut ModelFaults,
    ) {
        let library = imports.library(path.span, self.params, self.site, faults);
        for name in names.iter().filter(|n| self.names.counts(n)) {
            match library.as_ref().and_then(|library| library.get(&name.node)) {
                Some(export) => self.add_export(name, export, faults),
                // The error has been reported. The name still becomes a kind, so rules about it cause no further errors.
                None => {
                    self.define(name, MoveDefinition::Faulty);
                    self.add(name, Wish::Name, Shapes::Point, MovesOf::Tile(None), faults);
                }
            }
        }
    }

    fn add_export(&mut self, name: &Name, export: &Export, faults: &mut ModelFaults) {
        let values: Vec<i64> = export.iter().filter_map(|(kind, _)| kind.family.map(|f| f.1)).collect();
        let is_tile = export.iter().any(|(kind, _)| kind.shapes != Shapes::Point);
        let range = values.first().copied().zip(values.last().copied());
        self.define(name, if is_tile { MoveDefinition::Tile } else { MoveDefinition::Settled(range) });
        let Some(KindId(first)) = self.next(name.span, export.len() as u64, faults) else { return };
        let family = self.families.len();
        for (kind, wish) in export {
            self.entries.push(KindEntry {
                name: kind.name.clone(),
                span: name.span,
                wish: wish.clone(),
                shapes: kind.shapes.clone(),
                family: kind.family.map(|(_, value)| (family, value)),
                moves: MovesOf::Ready(Some(kind.movement.clone())),
            });
        }
        if values.is_empty() {
            self.meanings.insert(name.node.clone(), Meaning::Kind(KindId(first)));
            return;
        }
        let members = (first..).take(export.len()).map(KindId).collect();
        self.meanings.insert(name.node.clone(), Meaning::Family(family));
        self.families.push(Family { name: name.node.clone(), members, span: name.span });
    }

    fn add(&mut self, name: &Name, wish: Wish, shapes: Shapes, moves: MovesOf<'a>, faults: &mut ModelFaults) {
        if let Some(kind) = self.next(name.span, 1, faults) {
            self.meanings.insert(name.node.clone(), Meaning::Kind(kind));
            let name_text = name.node.clone();
            self.entries.push(KindEntry {
                name: name_text,
                span: name.span,
                wish,
                shapes,
                family: None,
                moves,
            });
        }
    }

    /// Returns the number of the next kind, if `more` kinds can still be added.
    fn next(&self, span: Span, more: u64, faults: &mut ModelFaults) -> Option<KindId> {
        if self.entries.len() as u64 + more > MAX_KINDS as u64 {
            let limit = MAX_KINDS as u64;
            return faults.none(NumberError::TooMany { what: "kinds of pieces", limit }.at(span));
        }
        Some(KindId(self.entries.len() as u16))
    }

    fn family(&mut self, name: &'a Name, from: &Expr, to: &Expr, moves: &'a Moves, faults: &mut ModelFaults) {
        let values = self.values(name, from, to, faults);
        self.define(name, MoveDefinition::Moves(moves, values));
        let members = values.map(|(low, high)| (low..=high).map(|value| (value, Shapes::Point)));
        let moves = || MovesOf::Definition(name.node.clone());
        self.add_family(name, members.into_iter().flatten(), moves, faults);
    }

    /// Returns the range of a family's values.
    fn values(&self, name: &Name, from: &Expr, to: &Expr, faults: &mut ModelFaults) -> Option<(i64, i64)> {
        let mut numbers = Numbers::new(self.names, self.params);
        let (low, high) = (numbers.of(from, faults)?, numbers.of(to, faults)?);
        if low > high {
            let name = name.node.clone();
            return faults.none(PieceError::EmptyFamily { name, low, high }.at(from.span.to(to.span)));
        }
        // The limit is checked before the members are made.
        self.next(name.span, high.abs_diff(low).saturating_add(1), faults)?;
        Some((low, high))
    }

    /// Adds a family with these values and shapes. Without members it is faulty.
    fn add_family(
        &mut self,
        name: &Name,
        members: impl Iterator<Item = (i64, Shapes)>,
        moves: impl Fn() -> MovesOf<'a>,
        faults: &mut ModelFaults,
    ) {
        let family = self.families.len();
        let mut kinds = Vec::new();
        for (value, shapes) in members {
            let Some(kind) = self.next(name.span, 1, faults) else { break };
            kinds.push(kind);
            self.entries.push(KindEntry {
                name: Arc::from(format!("{}[{value}]", name.node)),
                span: name.span,
                wish: Wish::Member(value),
                shapes,
                family: Some((family, value)),
                moves: moves(),
            });
        }
        if kinds.is_empty() {
            self.define(name, MoveDefinition::Faulty);
        }
        self.meanings.insert(name.node.clone(), Meaning::Family(family));
        self.families.push(Family { name: name.node.clone(), members: kinds, span: name.span });
    }

    /// `tiles rect[1..12] = rectangles`: a tile for each area, with all shapes of that area.
    fn tile_family(
        &mut self,
        name: &Name,
        (from, to): (&Expr, &Expr),
        shapes: TileFamily,
        faults: &mut ModelFaults,
    ) {
        self.define(name, MoveDefinition::Tile);
        let values = self.values(name, from, to, faults);
        let span = from.span.to(to.span);
        let site = self.site;
        let mut members = Vec::new();
        if site.in_space || site.board.shape().is_hex() {
            let what = "a family of tiles";
            faults.push(BoardError::FlatBoardOnly { what }.at(name.span));
            return self.add_family(name, std::iter::empty(), || MovesOf::Tile(None), faults);
        }
        for area in values.into_iter().flat_map(|(low, high)| low..=high) {
            let Some(all) = tile_families::shapes(shapes, area, site.board.shape(), span, faults) else {
                break;
            };
            members.push((area, Shapes::Tile(all)));
        }
        self.add_family(name, members.into_iter(), || MovesOf::Tile(None), faults);
    }
}

/// Exported kinds of a part, by name.
pub(super) type Exports = FxHashMap<Arc<str>, Export>;

/// Parts of libraries, compiled on demand.
pub(super) struct Imports<'p> {
    parts: &'p LibraryParts,
    ready: FxHashMap<Span, Rc<Exports>>,
}

impl<'p> Imports<'p> {
    pub(super) fn of(parts: &'p LibraryParts) -> Self {
        Self { parts, ready: FxHashMap::default() }
    }

    /// Returns the exports for the `use … from` with its path at `path`; `None` if the file could not be read.
    pub(super) fn library(
        &mut self,
        path: Span,
        params: &Parameters,
        site: &Site,
        faults: &mut ModelFaults,
    ) -> Option<Rc<Exports>> {
        if let Some(ready) = self.ready.get(&path) {
            return Some(ready.clone());
        }
        let part = self.parts.get(path)?;
        let names = DeclaredNames::of(&part.statements, self.parts, faults);
        let army = Army::build(&part.statements, &names, params, site, self, faults);
        let mut exports = Exports::default();
        for statement in &part.statements {
            let (one, many) = match &statement.kind {
                StatementKind::Piece { name, .. }
                | StatementKind::Pieces { name, .. }
                | StatementKind::Tiles { name, .. }
                | StatementKind::Tile { name, .. } => (Some(name), &[][..]),
                StatementKind::Use(names) | StatementKind::UseFrom { names, .. } => (None, names.as_slice()),
                _ => continue,
            };
            for name in one.into_iter().chain(many) {
                if let Some(export) = army.export(&name.node) {
                    exports.insert(name.node.clone(), export);
                }
            }
        }
        let exports = Rc::new(exports);
        self.ready.insert(path, exports.clone());
        Some(exports)
    }
}
