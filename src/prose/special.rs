//! Forms of rules that have words of their own: thermometers, the numbers of a Slitherlink, consecutive numbers, groups as large
//! as their digit, the use of kinds.

use super::nouns::Noun;
use super::rules::{is_bare, often};
use super::scopes::{ScopeWords, Subject};
use super::sentence::Form;
use super::speaker::{Bound, Speaker};
use crate::syntax::ast::{
    Alternatives, CellRef, Comparison, ExprKind, LocationPart, PieceSet, Relation, Requirement, Scope,
};
use crate::text::Spanned;

impl Speaker<'_> {
    /// Returns the sentence of a rule that has words of its own.
    pub fn special(&self, scopes: &[Spanned<Scope>], words: &ScopeWords, rule: &Requirement) -> Option<Form> {
        let Requirement::Compare(Alternatives { first, others }) = rule else { return None };
        if !others.is_empty() {
            return None;
        }
        let rising = || self.rising(first).filter(|_| scopes.is_empty());
        let link = || self.link_clue(scopes, words, first);
        let successor = || self.successors(words, first);
        let own_size = || self.own_size(scopes, words, first);
        let use_of_kinds = || self.use_of_kinds(words, first);
        rising().or_else(link).or_else(successor).or_else(own_size).or_else(use_of_kinds)
    }

    /// `each kind k: count k = 1`, `each trail t: count t >= 3`
    fn use_of_kinds(&self, words: &ScopeWords, rule: &Comparison) -> Option<Form> {
        let Subject::Kinds { noun, range } = &words.subject else { return None };
        let [(relation, right)] = &rule.rest[..] else { return None };
        let ExprKind::Count(operand) = &rule.first.kind else { return None };
        let PieceSet::Kind(kind) = &operand.what else { return None };
        let number = self.value(right)?;
        if !words.front.is_empty() || !is_bare(operand) {
            return None;
        }
        let words = match self.bound(&kind.name.node)? {
            Bound::Kind(_) if relation.node == Relation::Le && number == 1 => {
                format!("no {}{range} is used twice", noun.one)
            }
            Bound::Kind(_) => format!("every {}{range} is used {}", noun.one, often(relation.node, number)?),
            Bound::Route(_) => {
                format!("each {} visits {}", noun.one, Noun::of("cell").quantity(relation.node, number))
            }
            Bound::Clue => return None,
        };
        Some(Form::Plain(words))
    }

    /// `digit at a1 < digit at a2 < digit at b2`
    fn rising(&self, chain: &Comparison) -> Option<Form> {
        let mut items = Vec::new();
        let mut noun: Option<Noun> = None;
        for expr in std::iter::once(&chain.first).chain(chain.rest.iter().map(|r| &r.1)) {
            let ExprKind::ValueAt(set, cell) = &expr.kind else { return None };
            let own = self.set_noun(set);
            if *noun.get_or_insert_with(|| own.clone()) != own {
                return None;
            }
            items.push(self.cell(cell));
        }
        let noun = noun?;
        let relation = chain.rest.first()?.0.node;
        if !chain.rest.iter().all(|r| r.0.node == relation)
            || !matches!(relation, Relation::Lt | Relation::Gt)
        {
            return None;
        }
        if relation == Relation::Gt {
            items.reverse();
        }
        Some(Form::Series { head: format!("the {} rise along", noun.many), item: items.join(" \u{2013} ") })
    }

    /// `in a1..b2: links fence = 3`
    fn link_clue(&self, scopes: &[Spanned<Scope>], words: &ScopeWords, rule: &Comparison) -> Option<Form> {
        let [Spanned { node: Scope::In(location), .. }] = scopes else { return None };
        let ExprKind::Links(route, None) = &rule.first.kind else { return None };
        let [(Spanned { node: Relation::Eq, .. }, _)] = &rule.rest[..] else { return None };
        let [part] = &location.parts[..] else { return None };
        let LocationPart::Rectangle(CellRef::Named(from), CellRef::Named(to)) = &part.node else {
            return None;
        };
        words.location.as_ref()?;
        let at = |name: &str| self.model.board.cell_named(name).map(|c| self.model.board.coordinate(c));
        let (from, to) = (at(&from.node)?, at(&to.node)?);
        let square = (from.x - to.x).abs() == 1 && (from.y - to.y).abs() == 1 && from.z == to.z;
        let whole = format!("the {}", self.route_name(route));
        square.then(|| {
            Form::Plain(format!(
                "a number between four points tells how many of the four sides around it belong to {whole}"
            ))
        })
    }

    /// `each step s in 1..n - 1: attacks step[s] on step[s + 1] = 1`
    fn successors(&self, words: &ScopeWords, rule: &Comparison) -> Option<Form> {
        let Subject::Kinds { noun, .. } = &words.subject else { return None };
        let ExprKind::Attacks(Some((PieceSet::Kind(a), PieceSet::Kind(b)))) = &rule.first.kind else {
            return None;
        };
        let [(Spanned { node: Relation::Eq, .. }, right)] = &rule.rest[..] else { return None };
        let (from, to) = (self.plain(a.index.as_ref()?), self.plain(b.index.as_ref()?));
        let next = to == format!("{from} + 1") || from == format!("{to} + 1");
        if self.value(right) != Some(1) || !next || a.name.node != b.name.node || !words.front.is_empty() {
            return None;
        }
        let member = self.family(&a.name.node)?.members.first()?;
        let movement = &self.model.kind(*member).movement;
        let how = match super::contact::Contact::of(movement) {
            Some(contact) => contact.verbs().0.to_owned(),
            None => format!("attack each other ({})", super::moves::movement_words(movement)?),
        };
        Some(Form::Plain(format!("consecutive {} {how}", noun.many)))
    }

    /// `each digit d, each group of d: cells d = d`
    fn own_size(&self, scopes: &[Spanned<Scope>], words: &ScopeWords, rule: &Comparison) -> Option<Form> {
        let [_, Spanned { node: Scope::Groups(operand), .. }] = scopes else { return None };
        let (noun, _) = words.kinds.as_ref()?;
        let PieceSet::Kind(grouped) = &operand.what else { return None };
        let (ExprKind::Cells(counted) | ExprKind::Count(counted)) = &rule.first.kind else { return None };
        let [(Spanned { node: Relation::Eq, .. }, right)] = &rule.rest[..] else { return None };
        let is_own = |name: &str| name == &*grouped.name.node;
        let PieceSet::Kind(kind) = &counted.what else { return None };
        let ExprKind::Name(value) = &right.kind else { return None };
        let bound = matches!(self.bound(&grouped.name.node), Some(Bound::Kind(_)));
        let joined = self.joined_by(operand.moves.as_ref());
        (bound && is_own(&kind.name.node) && is_own(value) && is_bare(counted)).then(|| {
            Form::Plain(format!(
                "each connected group of equal {}{joined} has as many cells as its {} says",
                noun.many, noun.one
            ))
        })
    }
}
