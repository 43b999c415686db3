//! Kinds in play, with families, movements, shapes and symbols.

use super::class::Class;
use super::error::{NameError, NumberError, PieceError};
use super::faults::Faults;
use super::imports::{Export, Imports};
use super::limits::MAX_KINDS;
use super::moves::{Definition, MoveReader, movement_bytes};
use super::names::Names;
use super::numbers::Numbers;
use super::params::Parameters;
use super::site::Site;
use super::standard;
use super::symbols::{self, Wish};
use super::tiles;
use crate::geometry::Movement;
use crate::model::{Family, Kind, KindId, KindSet, Shapes};
use crate::syntax::ast::{Expr, KindRef, Moves, Name, Statement, StatementKind, Text};
use crate::text::Span;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Meaning of a name of pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    Kind(KindId),
    /// A family, as an index into [`Army::families`].
    Family(usize),
}

/// The kinds of a spec.
pub(super) struct Army<'a> {
    pub(super) kinds: Vec<Kind>,
    pub(super) families: Vec<Family>,
    meanings: FxHashMap<Arc<str>, Meaning>,
    pub(super) symbols: FxHashMap<char, KindId>,
    /// For each kind, the requested symbol.
    wishes: Vec<Wish>,
    /// Reader for further moves (`within …`).
    pub(super) moves: MoveReader<'a>,
}

/// A kind before its moves are known.
struct Entry<'a> {
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

impl Entry<'_> {
    /// Returns the name that defines its moves; for a member, that of its family.
    fn named(&self, families: &[Family]) -> Arc<str> {
        self.family.map_or_else(|| self.name.clone(), |(family, _)| families[family].name.clone())
    }
}

/// Collector of declared kinds.
struct Resolver<'a> {
    names: &'a Names,
    params: &'a Parameters,
    site: &'a Site,
    entries: Vec<Entry<'a>>,
    families: Vec<Family>,
    meanings: FxHashMap<Arc<str>, Meaning>,
    definitions: FxHashMap<Arc<str>, (Definition<'a>, Span)>,
}

impl<'a> Army<'a> {
    /// Builds the kinds that these statements declare.
    pub(super) fn build(
        statements: &'a [Statement],
        names: &'a Names,
        params: &'a Parameters,
        site: &'a Site,
        imports: &mut Imports<'_>,
        faults: &mut Faults,
    ) -> Self {
        let mut resolver = Resolver {
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
        let Resolver { entries, families, meanings, definitions, .. } = resolver;
        let wishes: Vec<(Arc<str>, Wish)> =
            entries.iter().map(|r| (r.name.clone(), r.wish.clone())).collect();
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
                span: entry.span,
            });
        }
        let symbols = letters.into_iter().zip((0..).map(KindId)).collect();
        let wishes = wishes.into_iter().map(|(_, wish)| wish).collect();
        Self { kinds, families, meanings, symbols, wishes, moves }
    }

    /// Returns the kinds named `name`, each with its requested symbol, for use in another spec.
    pub(super) fn export(&self, name: &str) -> Option<Export> {
        let kinds = match self.meaning(name)? {
            Meaning::Kind(kind) => vec![kind],
            Meaning::Family(family) => self.families[family].members.clone(),
        };
        let one = |k: KindId| (self.kinds[k.index()].clone(), self.wishes[k.index()].clone());
        Some(kinds.into_iter().map(one).collect())
    }

    /// Returns the meaning of `name` as a name of pieces.
    pub(super) fn meaning(&self, name: &str) -> Option<Meaning> {
        self.meanings.get(name).copied()
    }

    /// Returns the kinds of `meaning`.
    pub(super) fn kinds_of(&self, meaning: Meaning) -> KindSet {
        match meaning {
            Meaning::Kind(kind) => KindSet::new([kind]),
            Meaning::Family(family) => KindSet::new(self.families[family].members.iter().copied()),
        }
    }

    /// Returns the member of a family with this value.
    pub(super) fn member(&self, family: usize, value: i64) -> Option<KindId> {
        let members = &self.families[family].members;
        members.iter().copied().find(|m| self.kinds[m.index()].family == Some((family, value)))
    }

    /// Returns the error for a family without a member `value`.
    pub(super) fn no_member(&self, family: usize, value: i64) -> PieceError {
        let family = &self.families[family];
        let value_of = |m: Option<&KindId>| m.and_then(|m| self.kinds[m.index()].family).map_or(0, |f| f.1);
        PieceError::NotAMember {
            name: family.name.clone(),
            value,
            low: value_of(family.members.first()),
            high: value_of(family.members.last()),
            declared: family.span,
        }
    }

    /// Evaluates moves in a rule (`within …`).
    pub(super) fn reach(&mut self, moves: &Moves, faults: &mut Faults) -> Option<Movement> {
        self.moves.read(moves, true, faults)
    }

    /// Returns the kind that `reference` names; a family needs an index.
    pub(super) fn single(
        &self,
        reference: &KindRef,
        names: &Names,
        params: &Parameters,
        faults: &mut Faults,
    ) -> Option<KindId> {
        let name = reference.name.node.clone();
        let Some(meaning) = self.meaning(&name) else {
            return faults.none(unknown_kind(&reference.name.node, names).at(reference.name.span));
        };
        match (meaning, &reference.index) {
            (Meaning::Kind(kind), None) => Some(kind),
            (Meaning::Kind(kind), Some(_)) => {
                let declared = self.kinds[kind.index()].span;
                faults.none(PieceError::NotAFamily { name, declared }.at(reference.span))
            }
            (Meaning::Family(_), None) => faults.none(PieceError::FamilyHere { name }.at(reference.span)),
            (Meaning::Family(family), Some(index)) => {
                let value = Numbers::new(names, params).of(index, faults)?;
                self.member(family, value)
                    .or_else(|| faults.none(self.no_member(family, value).at(index.span)))
            }
        }
    }
}

/// Returns the error for a name that is not a kind. A standard piece that is not in play has its own error.
pub(super) fn unknown_kind(name: &Arc<str>, names: &Names) -> NameError {
    if names.get(name).is_none() && standard::pieces().contains_key(name) {
        return NameError::NotInPlay { name: name.clone() };
    }
    names.misuse(name, &[Class::Kind, Class::Family], &[])
}

impl<'a> Resolver<'a> {
    fn resolve(&mut self, statement: &'a Statement, faults: &mut Faults) {
        match &statement.kind {
            StatementKind::Piece { name, symbol, moves } if self.names.counts(name) => {
                let wish = symbol.clone().map_or(Wish::Name, Wish::Written);
                self.define(name, Definition::Moves(moves, None));
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
            StatementKind::Tile { name, symbol, picture, turning, moves } if self.names.counts(name) => {
                let wish = symbol.clone().map_or(Wish::Name, Wish::Written);
                self.define(name, Definition::Tile);
                let orientations = tiles::orientations(
                    picture,
                    *turning,
                    (self.site.board.shape(), self.site.in_space),
                    faults,
                );
                let shapes = Shapes::Tile(orientations.unwrap_or_default());
                self.add(name, wish, shapes, MovesOf::Tile(moves.as_ref()), faults);
            }
            _ => {}
        }
    }

    fn define(&mut self, name: &Name, definition: Definition<'a>) {
        self.definitions.insert(name.node.clone(), (definition, name.span));
    }

    fn standard(&mut self, name: &Name, faults: &mut Faults) {
        match standard::pieces().get(&name.node) {
            Some(piece) => {
                self.define(name, Definition::Standard);
                let wish = piece.symbol.map_or(Wish::Name, Wish::Standard);
                self.add(name, wish, Shapes::Point, MovesOf::Definition(name.node.clone()), faults);
            }
            None => {
                self.define(name, Definition::Faulty);
                let mut known: Vec<Arc<str>> = standard::pieces().keys().cloned().collect();
                known.sort_unstable();
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
    fn import(&mut self, names: &[Name], path: &Text, imports: &mut Imports<'_>, faults: &mut Faults) {
        let library = imports.library(path.span, self.params, self.site, faults);
        for name in names.iter().filter(|n| self.names.counts(n)) {
            match library.as_ref().and_then(|library| library.get(&name.node)) {
                Some(export) => self.add_export(name, export, faults),
                // The error has been reported. The name still becomes a kind, so rules about it cause no further errors.
                None => {
                    self.define(name, Definition::Faulty);
                    self.add(name, Wish::Name, Shapes::Point, MovesOf::Tile(None), faults);
                }
            }
        }
    }

    fn add_export(&mut self, name: &Name, export: &Export, faults: &mut Faults) {
        let values: Vec<i64> = export.iter().filter_map(|(kind, _)| kind.family.map(|f| f.1)).collect();
        let is_tile = export.iter().any(|(kind, _)| kind.shapes != Shapes::Point);
        let range = values.first().copied().zip(values.last().copied());
        self.define(name, if is_tile { Definition::Tile } else { Definition::Settled(range) });
        let Some(KindId(first)) = self.next(name.span, export.len() as u64, faults) else { return };
        let family = self.families.len();
        for (kind, wish) in export {
            self.entries.push(Entry {
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

    fn add(&mut self, name: &Name, wish: Wish, shapes: Shapes, moves: MovesOf<'a>, faults: &mut Faults) {
        if let Some(kind) = self.next(name.span, 1, faults) {
            self.meanings.insert(name.node.clone(), Meaning::Kind(kind));
            let name_text = name.node.clone();
            self.entries.push(Entry { name: name_text, span: name.span, wish, shapes, family: None, moves });
        }
    }

    /// Returns the number of the next kind, if `more` kinds can still be added.
    fn next(&self, span: Span, more: u64, faults: &mut Faults) -> Option<KindId> {
        if self.entries.len() as u64 + more > MAX_KINDS as u64 {
            let limit = MAX_KINDS as u64;
            return faults.none(NumberError::TooMany { what: "kinds of pieces", limit }.at(span));
        }
        Some(KindId(self.entries.len() as u16))
    }

    fn family(&mut self, name: &'a Name, from: &Expr, to: &Expr, moves: &'a Moves, faults: &mut Faults) {
        let mut numbers = Numbers::new(self.names, self.params);
        let (low, high) = (numbers.of(from, faults), numbers.of(to, faults));
        let values = low.zip(high).filter(|&(low, high)| {
            if low > high {
                let name = name.node.clone();
                faults.push(PieceError::EmptyFamily { name, low, high }.at(from.span.to(to.span)));
            }
            low <= high
        });
        let size = values.map_or(0, |(low, high)| high.abs_diff(low).saturating_add(1));
        let first = self.next(name.span, size, faults);
        self.define(name, Definition::Moves(moves, values));
        let family = self.families.len();
        let mut members = Vec::new();
        if let (Some((low, high)), Some(KindId(first))) = (values, first) {
            for (value, id) in (low..=high).zip(first..) {
                members.push(KindId(id));
                self.entries.push(Entry {
                    name: Arc::from(format!("{}[{value}]", name.node)),
                    span: name.span,
                    wish: Wish::Member(value),
                    shapes: Shapes::Point,
                    family: Some((family, value)),
                    moves: MovesOf::Definition(name.node.clone()),
                });
            }
        }
        if members.is_empty() {
            self.define(name, Definition::Faulty);
        }
        self.meanings.insert(name.node.clone(), Meaning::Family(family));
        self.families.push(Family { name: name.node.clone(), members, span: name.span });
    }
}
