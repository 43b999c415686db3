//! Kinds in play, with families, movements, shapes and symbols. Module `resolve` builds them.

use super::class::Class;
use super::error::{NameError, PieceError};
use super::faults::ModelFaults;
use super::moves::MoveReader;
use super::names::DeclaredNames;
use super::numbers::Numbers;
use super::params::Parameters;
use super::routes::RouteFamily;
use super::standard;
use super::symbols::Wish;
use crate::geometry::Movement;
use crate::model::{Family, Kind, KindId, KindSet, Route, RouteId};
use crate::syntax::ast::{KindRef, Moves};
use crate::text::Span;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// A kind, or the members of a family, each with its requested symbol.
pub(super) type Export = Vec<(Kind, Wish)>;

/// Meaning of a name of pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    Kind(KindId),
    /// A family, as an index into [`Army::families`].
    Family(usize),
    Route(RouteId),
    /// A family of routes, as an index into [`Army::route_families`].
    RouteFamily(usize),
}

/// Value of a variable of a scope.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    Kind(KindId),
    Route(RouteId),
}

impl Bound {
    /// Returns the kind, if it is one.
    pub(super) fn kind(self) -> Option<KindId> {
        match self {
            Self::Kind(kind) => Some(kind),
            Self::Route(_) => None,
        }
    }

    /// Returns the route, if it is one.
    pub(super) fn route(self) -> Option<RouteId> {
        match self {
            Self::Kind(_) => None,
            Self::Route(route) => Some(route),
        }
    }
}

/// The kinds of a spec.
pub(super) struct Army<'a> {
    pub(super) kinds: Vec<Kind>,
    pub(super) families: Vec<Family>,
    pub(super) meanings: FxHashMap<Arc<str>, Meaning>,
    pub(super) symbols: FxHashMap<char, KindId>,
    /// For each kind, the requested symbol.
    pub(super) wishes: Vec<Wish>,
    pub(super) routes: Vec<Route>,
    pub(super) route_families: Vec<RouteFamily>,
    pub(super) route_symbols: FxHashMap<char, RouteId>,
    /// Symbols written in declarations of routes, by their spans.
    pub(super) route_letters: FxHashMap<Span, char>,
    /// Reader for further moves (`within …`).
    pub(super) moves: MoveReader<'a>,
}

impl<'a> Army<'a> {
    /// Returns the kinds named `name`, each with its requested symbol, for use in another spec.
    pub(super) fn export(&self, name: &str) -> Option<Export> {
        let kinds = match self.meaning(name)? {
            Meaning::Kind(kind) => vec![kind],
            Meaning::Family(family) => self.families[family].members.clone(),
            Meaning::Route(_) | Meaning::RouteFamily(_) => return None,
        };
        let one = |k: KindId| (self.kinds[k.index()].clone(), self.wishes[k.index()].clone());
        Some(kinds.into_iter().map(one).collect())
    }

    /// Returns the meaning of `name` as a name of pieces.
    pub(super) fn meaning(&self, name: &str) -> Option<Meaning> {
        self.meanings.get(name).copied()
    }

    /// Returns the name of a kind for messages; that of the route for a line piece.
    pub(super) fn told_name(&self, kind: KindId) -> Arc<str> {
        let kind = &self.kinds[kind.index()];
        kind.line.as_ref().map_or_else(|| kind.name.clone(), |l| self.routes[l.route.index()].name.clone())
    }

    /// Returns the kinds that the spec declares, without line pieces.
    pub(super) fn declared_kinds(&self) -> impl Iterator<Item = KindId> + '_ {
        let all = (0..self.kinds.len()).map(|k| KindId(k as u16));
        all.filter(|k| self.kinds[k.index()].line.is_none())
    }

    /// Returns the kinds of `meaning`.
    pub(super) fn kinds_of(&self, meaning: Meaning) -> KindSet {
        match meaning {
            Meaning::Kind(kind) => KindSet::new([kind]),
            Meaning::Family(family) => KindSet::new(self.families[family].members.iter().copied()),
            Meaning::Route(route) => self.routes[route.index()].pieces.clone(),
            Meaning::RouteFamily(family) => {
                let members = self.route_families[family].members.iter();
                KindSet::new(members.flat_map(|(_, route)| self.routes[route.index()].pieces.iter()))
            }
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
    pub(super) fn reach(&mut self, moves: &Moves, faults: &mut ModelFaults) -> Option<Movement> {
        self.moves.read(moves, true, faults)
    }

    /// Returns the kind that `reference` names; a family needs an index.
    pub(super) fn single(
        &self,
        reference: &KindRef,
        names: &DeclaredNames,
        params: &Parameters,
        faults: &mut ModelFaults,
    ) -> Option<KindId> {
        let name = reference.name.node.clone();
        let Some(meaning) = self.meaning(&name) else {
            return faults.none(unknown_kind(&reference.name.node, names).at(reference.name.span));
        };
        match (meaning, &reference.index) {
            (Meaning::Route(_) | Meaning::RouteFamily(_), _) => {
                faults.none(names.misuse(&name, &[Class::Kind, Class::Family], &[]).at(reference.span))
            }
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
pub(super) fn unknown_kind(name: &Arc<str>, names: &DeclaredNames) -> NameError {
    if names.get(name).is_none() && standard::is_piece(name) {
        return NameError::NotInPlay { name: name.clone() };
    }
    names.misuse(name, &[Class::Kind, Class::Family, Class::Route, Class::RouteFamily], &[])
}
