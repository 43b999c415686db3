//! The meaning of the words of a spec: the names of pieces, routes and layers as nouns, and numbers.

use super::contact::Contact;
use super::nouns::{Noun, digits, listed_nouns, spaced};
use crate::model::{Family, Kind, KindId, Model, Shapes};
use crate::syntax::ast::{BinaryOp, Expr, ExprKind, KindRef, PieceSet, RoutePart};
use std::sync::Arc;

/// Names that say how a cell looks rather than what stands on it.
const LOOKS: &[&str] = &[
    "black", "blue", "colored", "dark", "filled", "gray", "green", "grey", "light", "orange", "pink",
    "purple", "red", "shaded", "unshaded", "white", "yellow",
];

/// Meaning of a name bound by a scope.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// The number of a clue.
    Clue,
    /// A kind, or a member of a family, which is also a value; with the noun for it.
    Kind(Noun),
    /// A route of a family.
    Route(Noun),
}

/// A model whose names are put into words, and the names that the scopes of the current rule bind.
#[derive(Clone, Debug)]
pub(super) struct Speaker<'a> {
    pub model: &'a Model,
    pub bound: Vec<(Arc<str>, Bound)>,
}

impl<'a> Speaker<'a> {
    pub fn new(model: &'a Model) -> Self {
        Self { model, bound: Vec::new() }
    }

    pub fn bound(&self, name: &str) -> Option<&Bound> {
        self.bound.iter().rev().find(|b| &*b.0 == name).map(|b| &b.1)
    }

    fn kind_named(&self, name: &str) -> Option<&'a Kind> {
        self.model.kinds.iter().find(|k| &*k.name == name)
    }

    pub fn family(&self, name: &str) -> Option<&'a Family> {
        self.model.families.iter().find(|f| &*f.name == name)
    }

    /// Returns true if a route or a family of routes has this name.
    pub fn is_route(&self, name: &str) -> bool {
        let of = |family: &Option<(Arc<str>, i64)>| family.as_ref().is_some_and(|f| &*f.0 == name);
        self.model.routes.iter().any(|r| &*r.name == name || of(&r.family))
    }

    /// Returns the noun for a family's pieces: `digit`, or `number` for a name of one letter.
    pub fn family_noun(&self, family: &Family) -> Noun {
        let short = |f: &&Family| f.name.chars().count() == 1;
        if short(&family) {
            let others = self.model.families.iter().filter(short).count();
            return if others == 1 {
                Noun::of("number")
            } else {
                Noun::new(format!("{}-number", family.name), format!("{}-numbers", family.name))
            };
        }
        // `rect`, `poly` and the like.
        let tiles = family.members.iter().any(|&k| self.model.kind(k).shapes != Shapes::Point);
        match &*family.name {
            "rect" if tiles => Noun::of("rectangle"),
            "poly" if tiles => Noun::of("polyomino"),
            "num" => Noun::of("number"),
            name => Noun::of(name),
        }
    }

    /// Returns the noun for a kind.
    pub fn kind_noun(&self, id: KindId) -> Noun {
        let kind = self.model.kind(id);
        if let Some(line) = &kind.line {
            return Noun::of_part("cell", &format!("the {}", spaced(&self.model.route(line.route).name)));
        }
        if let Some((family, value)) = kind.family {
            return self.member_noun(&self.model.families[family], digits(value));
        }
        let name = &*kind.name;
        if LOOKS.contains(&name) {
            let stands = !kind.movement.is_empty() && Contact::of(&kind.movement).is_none();
            let what = if stands || kind.shapes != Shapes::Point { "piece" } else { "cell" };
            return Noun::of(&format!("{name}_{what}"));
        }
        match (&kind.shapes, name.chars().count()) {
            (Shapes::Point, 1..=2) => Noun::new(format!("piece {name}"), format!("pieces {name}")),
            (Shapes::Tile(_), 1..=2) => Noun::new(format!("tile {name}"), format!("tiles {name}")),
            _ => Noun::of(name),
        }
    }

    fn member_noun(&self, family: &Family, value: String) -> Noun {
        let noun = self.family_noun(family);
        if self.model.families.len() == 1 && matches!(&*noun.one, "digit" | "number") {
            return Noun::new(value.clone(), format!("{value}s"));
        }
        Noun::new(format!("{} {value}", noun.one), format!("{} {value}", noun.many))
    }

    /// Returns the noun for a kind, family, variable or route as written.
    pub fn noun(&self, reference: &KindRef) -> Noun {
        let name = &*reference.name.node;
        let value = reference.index.as_ref().map(|index| self.plain(index));
        match self.bound(name) {
            Some(Bound::Kind(noun)) | Some(Bound::Route(noun)) => return noun.clone(),
            _ => {}
        }
        if self.is_route(name) {
            let whole = format!("the {}", self.route_name(reference));
            return Noun::of_part("cell", &whole);
        }
        if let Some(family) = self.family(name) {
            return match value {
                Some(value) => self.member_noun(family, value),
                None => self.family_noun(family),
            };
        }
        match self.kind_named(name) {
            Some(_) => self.model.kind_named(name).map_or_else(|| Noun::of(name), |k| self.kind_noun(k)),
            None => Noun::of(name),
        }
    }

    /// Returns the name of a route, with its number in a family.
    pub fn route_name(&self, reference: &KindRef) -> String {
        let name = spaced(&reference.name.node);
        match &reference.index {
            Some(index) => format!("{name} {}", self.plain(index)),
            None if self.model.routes.iter().any(|r| r.name == reference.name.node) => name,
            None => super::nouns::plural(&name),
        }
    }

    /// Returns the noun for a set of pieces.
    pub fn set_noun(&self, set: &PieceSet) -> Noun {
        match set {
            PieceSet::Kind(reference) => self.noun(reference),
            PieceSet::Any(_) => self.any_noun(),
            PieceSet::Empty(_) => Noun::of("empty_cell"),
            PieceSet::Part(part, route, _) => {
                let head = match part {
                    RoutePart::Turn => "turn",
                    RoutePart::Straight => "straight cell",
                    RoutePart::End => "end",
                };
                Noun::of_part(head, &format!("the {}", self.route_name(route)))
            }
            PieceSet::Set(members, _) => {
                let nouns: Vec<Noun> = members.iter().map(|m| self.set_noun(m)).collect();
                let one: Vec<String> = nouns.iter().map(|n| n.one.clone()).collect();
                let many: Vec<String> = nouns.into_iter().map(|n| n.many).collect();
                Noun::new(listed_nouns(&one, "or"), listed_nouns(&many, "and"))
            }
        }
    }

    /// Returns the noun for a piece of any kind.
    pub fn any_noun(&self) -> Noun {
        let mut placed = self.model.kinds.iter().filter(|k| k.line.is_none());
        match (placed.next(), placed.next(), &self.model.families[..]) {
            (Some(kind), None, _) if self.model.routes.is_empty() => {
                self.model.kind_named(&kind.name).map_or_else(|| Noun::of("piece"), |k| self.kind_noun(k))
            }
            (Some(_), _, [family])
                if self.model.routes.is_empty()
                    && self.model.kinds.iter().all(|k| k.family.is_some() || k.line.is_some()) =>
            {
                self.family_noun(family)
            }
            _ => Noun::of("piece"),
        }
    }

    /// Returns true if the set has a tile.
    pub fn has_tiles(&self, set: &PieceSet) -> bool {
        let is_tile = |kind: &Kind| kind.shapes != Shapes::Point;
        match set {
            PieceSet::Kind(reference) => {
                let name = &*reference.name.node;
                let own = self.kind_named(name).is_some_and(is_tile);
                own || self
                    .family(name)
                    .is_some_and(|f| f.members.iter().any(|&k| is_tile(self.model.kind(k))))
            }
            PieceSet::Any(_) => self.model.kinds.iter().any(is_tile),
            PieceSet::Empty(_) | PieceSet::Part(..) => false,
            PieceSet::Set(members, _) => members.iter().any(|m| self.has_tiles(m)),
        }
    }

    /// Returns the value of an expression of numbers and parameters; `None` for any other.
    pub fn value(&self, expr: &Expr) -> Option<i64> {
        let named = |name: &str| {
            let free = self.bound(name).is_none();
            self.model.params.iter().find(|p| free && &*p.0 == name).map(|p| p.1)
        };
        crate::model::check::constant(expr, &named)
    }

    /// Returns an expression of numbers and names in signs: `2n`, `x + 1`.
    pub fn plain(&self, expr: &Expr) -> String {
        if let Some(value) = self.value(expr) {
            return digits(value);
        }
        match &expr.kind {
            ExprKind::Name(name) => match self.bound(name) {
                Some(Bound::Clue) => "the number".to_owned(),
                _ => name.to_string(),
            },
            ExprKind::Neg(inner) => format!("\u{2212}{}", self.plain(inner)),
            ExprKind::Binary(op, a, b) => {
                let sign = match op {
                    BinaryOp::Add => "+",
                    BinaryOp::Sub => "\u{2212}",
                    BinaryOp::Mul => "\u{d7}",
                    BinaryOp::Div => "/",
                    BinaryOp::Rem => "mod",
                };
                format!("{} {sign} {}", self.plain(a), self.plain(b))
            }
            ExprKind::Call(name, arguments) => {
                let arguments: Vec<String> = arguments.iter().map(|a| self.plain(a)).collect();
                format!("{}({})", name.node, arguments.join(", "))
            }
            _ => self.amount(expr),
        }
    }
}
