//! Rules as sentences: a comparison, `distinct` or `connected`, said of the subject of its scopes.

use super::amounts::comparison;
use super::nouns::{Noun, listed, times};
use super::scopes::{ScopeWords, Subject};
use super::sentence::Form;
use super::speaker::{Bound, Speaker};
use crate::syntax::ast::{
    Alternative, Alternatives, Comparison, CountOperand, Expr, ExprKind, MoveTerm, PieceSet, Relation,
    Requirement, Scope,
};
use crate::text::Spanned;

/// The words of `count empty = 0`.
pub(super) const NO_EMPTY_CELL: &str = "no cell stays empty";

impl Speaker<'_> {
    /// Returns the sentence of a rule. Variables of its scopes are bound for it alone.
    pub fn rule(&self, scopes: &[Spanned<Scope>], requirement: &Requirement) -> Form {
        let mut speaker = self.clone();
        let words = speaker.scopes(scopes);
        if let Some(form) = speaker.special(scopes, &words, requirement) {
            return form;
        }
        match requirement {
            Requirement::Compare(all) => speaker.compared(&words, all),
            Requirement::Distinct(set) => {
                let what = speaker.distinct_words(set);
                said(&words, Some(format!("holds no {what} twice")), || format!("no {what} is used twice"))
            }
            Requirement::Connected(operand) => {
                let many = speaker.set_noun(&operand.what).many;
                let joined = speaker.joined_by(operand.moves.as_ref());
                said(&words, Some(format!("has its {many} in one connected group{joined}")), || {
                    format!("all {many} form one connected group{joined}")
                })
            }
        }
    }

    fn distinct_words(&self, set: &PieceSet) -> String {
        match set {
            PieceSet::Any(_) => "kind of piece".to_owned(),
            PieceSet::Set(members, _) => {
                let all: Vec<String> = members.iter().map(|m| self.set_noun(m).one).collect();
                listed(&all, "or")
            }
            other => self.set_noun(other).one,
        }
    }

    fn compared(&self, words: &ScopeWords, all: &Alternatives) -> Form {
        if let Some(predicate) = self.value_alternatives(words, all) {
            return said(words, Some(predicate.0), || predicate.1.clone());
        }
        if all.others.is_empty() {
            let predicate = self.predicate(words, &all.first);
            return said(words, predicate, || self.sentence_of(words, &all.first));
        }
        let mut parts = vec![self.sentence_of(words, &all.first)];
        let relation = |rule: &Comparison| rule.rest.last().map_or(Relation::Eq, |r| r.0.node);
        let mut last = &all.first;
        for other in &all.others {
            match other {
                Alternative::Comparison(rule) => {
                    last = rule;
                    parts.push(self.sentence_of(words, rule));
                }
                Alternative::Value(value) => {
                    let rule = comparison(&self.amount(&last.first), relation(last), &self.amount(value));
                    parts.push(rule);
                }
            }
        }
        said(words, None, || format!("at least one of these holds: {}", listed(&parts, "or")))
    }

    /// `count king = 0 or 2`: the predicate, and the sentence about the whole board.
    fn value_alternatives(&self, words: &ScopeWords, all: &Alternatives) -> Option<(String, String)> {
        let [(Spanned { node: Relation::Eq, .. }, right)] = &all.first.rest[..] else { return None };
        let mut values = vec![self.value(right)?];
        for other in &all.others {
            let Alternative::Value(value) = other else { return None };
            values.push(self.value(value)?);
        }
        if values.len() < 2 {
            return None;
        }
        let numbers: Vec<String> = values
            .iter()
            .map(|&v| if v == 0 { "no".to_owned() } else { super::nouns::cardinal(v) })
            .collect();
        let number = format!("either {}", listed(&numbers, "or"));
        match &all.first.first.kind {
            ExprKind::Count(operand) => {
                let noun = self.counted(operand).many;
                let verb = if matches!(words.subject, Subject::Sets(_)) { "holds" } else { "has" };
                Some((format!("{verb} {number} {noun}"), format!("there are {number} {noun}")))
            }
            ExprKind::Attackers(by) => {
                let noun = by.as_ref().map_or_else(|| self.any_noun(), |b| self.set_noun(b)).many;
                Some((format!("is attacked by {number} {noun}"), String::new()))
            }
            ExprKind::Groups(operand) => {
                let noun = self.groups_noun(operand).many;
                Some((format!("holds {number} {noun}"), format!("there are {number} {noun}")))
            }
            ExprKind::Sum(operand) => {
                let noun = self.counted(operand).many;
                let sums = format!("add up to {number}");
                Some((format!("holds {noun} that {sums}"), format!("the {noun} {sums}")))
            }
            _ => None,
        }
    }

    /// Returns a comparison as the predicate of its subject: `holds exactly two stars`.
    fn predicate(&self, words: &ScopeWords, rule: &Comparison) -> Option<String> {
        if words.kinds.is_some() && !self.counts_bound_kind(&rule.first) {
            return None;
        }
        if let Some(between) = self.between(rule) {
            return Some(format!("{} {between}", self.holds(words)));
        }
        let [(relation, right)] = &rule.rest[..] else { return None };
        if let Some(predicate) = self.tells(words, &rule.first, relation.node, right) {
            return Some(predicate);
        }
        match self.value(right) {
            Some(number) => self.numbered(words, &rule.first, relation.node, number),
            None => {
                self.as_many(&rule.first, relation.node, right).map(|p| format!("{} {p}", self.holds(words)))
            }
        }
    }

    fn holds(&self, words: &ScopeWords) -> &'static str {
        if matches!(words.subject, Subject::Sets(_) | Subject::Groups(_)) { "holds" } else { "has" }
    }

    /// `each clue c: count bulb within wazir = c`
    fn tells(&self, words: &ScopeWords, left: &Expr, relation: Relation, right: &Expr) -> Option<String> {
        let ExprKind::Name(name) = &right.kind else { return None };
        if !matches!(words.subject, Subject::Clues(_)) || self.bound(name) != Some(&Bound::Clue) {
            return None;
        }
        if relation != Relation::Eq {
            return None;
        }
        Some(match &left.kind {
            ExprKind::Count(operand) | ExprKind::Cells(operand) => {
                if let Some(tile) = self.sized_tile(operand, name) {
                    return Some(tile);
                }
                let one = self.noun_and_place(operand);
                format!("tells how many {} are {}", one.0.many, one.1)
            }
            ExprKind::Sum(operand) => {
                let (noun, place) = self.noun_and_place(operand);
                format!("tells the sum of the {} {place}", noun.many)
            }
            ExprKind::Group(operand) => {
                format!("tells the size of the {} that it belongs to", self.groups_noun(operand).one)
            }
            ExprKind::Attackers(by) => {
                let who = by.as_ref().map_or_else(|| self.any_noun(), |b| self.set_noun(b)).many;
                format!("tells how many {who} attack its cell")
            }
            _ => return None,
        })
    }

    /// `count rect[c] within stay = 1` has the clue in its kind instead of on the right.
    fn sized_tile(&self, operand: &CountOperand, clue: &str) -> Option<String> {
        let PieceSet::Kind(kind) = &operand.what else { return None };
        let ExprKind::Name(index) = &kind.index.as_ref()?.kind else { return None };
        let family = self.family(&kind.name.node)?;
        (&**index == clue)
            .then(|| format!("is covered by {} of that size", self.family_noun(family).with_article()))
    }

    /// Returns what an operand counts, and where, apart.
    fn noun_and_place(&self, operand: &CountOperand) -> (Noun, String) {
        let bare = CountOperand { within: None, location: None, ..operand.clone() };
        let noun = self.counted(&bare);
        let mut places: Vec<String> = operand.within.iter().map(|moves| self.within(moves)).collect();
        places.extend(operand.location.iter().map(|l| self.location(l)));
        if places.is_empty() {
            places.push("on the board".to_owned());
        }
        (noun, places.join(" and "))
    }

    /// `left RELATION number`
    fn numbered(&self, words: &ScopeWords, left: &Expr, relation: Relation, number: i64) -> Option<String> {
        let holds = self.holds(words);
        Some(match &left.kind {
            ExprKind::Count(operand) | ExprKind::Cells(operand) => {
                if let (Some((noun, range)), true) = (&words.kinds, self.is_bound_kind(&operand.what)) {
                    let often = is_bare(operand).then(|| often(relation, number))??;
                    return Some(match relation {
                        Relation::Le if number == 1 => format!("{holds} no {} twice", noun.one),
                        _ => format!("{holds} every {}{range} {often}", noun.one),
                    });
                }
                if let Some(on) = self.on_own_cell(operand, relation, number) {
                    return Some(on);
                }
                let is_cells = matches!(left.kind, ExprKind::Cells(_));
                let noun = if is_cells { self.covered(operand) } else { self.counted(operand) };
                format!("{holds} {}", noun.quantity(relation, number))
            }
            ExprKind::Sum(operand) => self.adds_up(words, &self.counted(operand), relation, number),
            ExprKind::Binary(op, a, b) => {
                let noun = self.weighted_sum(*op, a, b)?;
                self.adds_up(words, &noun, relation, number)
            }
            ExprKind::Groups(operand) => {
                format!("{holds} {}", self.groups_noun(operand).quantity(relation, number))
            }
            ExprKind::Group(operand) if relation == Relation::Eq => {
                let noun = self.set_noun(&operand.what);
                let joined = self.joined_by(operand.moves.as_ref());
                format!("belongs to a connected group of exactly {}{joined}", noun.counted(number))
            }
            ExprKind::Attackers(by) => {
                let noun = by.as_ref().map_or_else(|| self.any_noun(), |b| self.set_noun(b));
                format!("is attacked by {}", noun.quantity(relation, number))
            }
            ExprKind::Links(route, None) => {
                let noun = Noun::of_part("link", &format!("the {}", self.route_name(route)));
                format!("{holds} {}", noun.quantity(relation, number))
            }
            _ => return None,
        })
    }

    /// `count turn line within stay = 1`
    fn on_own_cell(&self, operand: &CountOperand, relation: Relation, number: i64) -> Option<String> {
        let moves = operand.within.as_ref()?;
        let [only] = &moves.terms[..] else { return None };
        if only.node != MoveTerm::Stay || operand.location.is_some() || operand.filter.is_some() {
            return None;
        }
        if let PieceSet::Kind(kind) = &operand.what
            && let Some(index) = &kind.index
            && let ExprKind::Name(name) = &index.kind
            && relation == Relation::Eq
            && number == 1
            && let Some(tile) = self.sized_tile(operand, name)
        {
            return Some(tile);
        }
        let noun = self.set_noun(&operand.what);
        let verb = if self.has_tiles(&operand.what) { "covered by" } else { "on" };
        match (relation, number) {
            (Relation::Eq | Relation::Ge, 1) => Some(format!("is {verb} {}", noun.with_article())),
            (Relation::Eq, 0) => Some(format!("is not {verb} {}", noun.with_article())),
            _ => None,
        }
    }

    fn counts_bound_kind(&self, expr: &Expr) -> bool {
        matches!(&expr.kind, ExprKind::Count(operand) | ExprKind::Cells(operand)
            if self.is_bound_kind(&operand.what) && is_bare(operand))
    }

    fn is_bound_kind(&self, set: &PieceSet) -> bool {
        match set {
            PieceSet::Kind(kind) => matches!(self.bound(&kind.name.node), Some(Bound::Kind(_))),
            _ => false,
        }
    }

    fn adds_up(&self, words: &ScopeWords, noun: &Noun, relation: Relation, number: i64) -> String {
        let holds = self.holds(words);
        format!("{holds} {} that add up to {}", noun.many, sum_words(relation, number))
    }

    /// `1 <= count queen <= 3`
    fn between(&self, rule: &Comparison) -> Option<String> {
        let [(low, middle), (high, last)] = &rule.rest[..] else { return None };
        let (from, to) = (self.value(&rule.first)?, self.value(last)?);
        let from = match low.node {
            Relation::Le => from,
            Relation::Lt => from.checked_add(1)?,
            _ => return None,
        };
        let to = match high.node {
            Relation::Le => to,
            Relation::Lt => to.checked_sub(1)?,
            _ => return None,
        };
        let range = format!("{} to {}", super::nouns::cardinal(from), super::nouns::cardinal(to));
        let numbers = format!("from {} to {}", super::nouns::digits(from), super::nouns::digits(to));
        match &middle.kind {
            ExprKind::Count(operand) => Some(format!("{range} {}", self.counted(operand).many)),
            ExprKind::Cells(operand) => Some(format!("{range} {}", self.covered(operand).many)),
            ExprKind::Sum(operand) => {
                Some(format!("{} that add up to a number {numbers}", self.counted(operand).many))
            }
            _ => None,
        }
    }

    /// `count queen = count knight`
    fn as_many(&self, left: &Expr, relation: Relation, right: &Expr) -> Option<String> {
        let (ExprKind::Count(a), ExprKind::Count(b)) = (&left.kind, &right.kind) else { return None };
        let (a, b) = (self.counted(a).many, self.counted(b).many);
        Some(match relation {
            Relation::Eq => format!("as many {a} as {b}"),
            Relation::Ne => format!("not as many {a} as {b}"),
            Relation::Lt => format!("fewer {a} than {b}"),
            Relation::Le => format!("at most as many {a} as {b}"),
            Relation::Gt => format!("more {a} than {b}"),
            Relation::Ge => format!("at least as many {a} as {b}"),
        })
    }

    /// Returns a comparison as a sentence of its own, said of the whole board or of an `it`.
    fn sentence_of(&self, words: &ScopeWords, rule: &Comparison) -> String {
        if let Some(between) = self.between(rule) {
            return format!("there are {between}");
        }
        if let [(relation, right)] = &rule.rest[..] {
            if let Some(whole) = self.whole_board(words, rule, relation.node, right) {
                return whole;
            }
            return comparison(&self.amount(&rule.first), relation.node, &self.amount(right));
        }
        let mut parts = Vec::new();
        let mut left = &rule.first;
        for (relation, right) in &rule.rest {
            parts.push(comparison(&self.amount(left), relation.node, &self.amount(right)));
            left = right;
        }
        listed(&parts, "and")
    }

    /// `count rect in clues = count rect`
    fn all_in_place(&self, left: &Expr, relation: Relation, right: &Expr) -> Option<String> {
        let (ExprKind::Count(placed), ExprKind::Count(all)) = (&left.kind, &right.kind) else { return None };
        let location = placed.location.as_ref()?;
        let bare = CountOperand { location: None, ..placed.clone() };
        let same = self.set_noun(&placed.what) == self.set_noun(&all.what) && is_bare(&bare) && is_bare(all);
        (same && relation == Relation::Eq)
            .then(|| format!("all {} are {}", self.set_noun(&all.what).many, self.location(location)))
    }

    fn whole_board(
        &self,
        words: &ScopeWords,
        rule: &Comparison,
        relation: Relation,
        right: &Expr,
    ) -> Option<String> {
        let one = |noun: Noun, number: i64| {
            let quantity = noun.quantity(relation, number);
            let singular = number == 1 && !quantity.starts_with("no ")
                || number == 0 && matches!(relation, Relation::Ne | Relation::Gt);
            format!("there {} {quantity}", if singular { "is" } else { "are" })
        };
        let Some(number) = self.value(right) else {
            if let Some(all) = self.all_in_place(&rule.first, relation, right) {
                return Some(all);
            }
            let many = self.as_many(&rule.first, relation, right)?;
            return Some(format!("there are {many}"));
        };
        match &rule.first.kind {
            ExprKind::Count(operand)
                if matches!(words.subject, Subject::Kinds { .. }) && self.is_bound_kind(&operand.what) =>
            {
                None
            }
            ExprKind::Count(operand) => {
                let empties = matches!(operand.what, PieceSet::Empty(_))
                    && is_bare(operand)
                    && words.location.is_none();
                if empties && number == 0 && matches!(relation, Relation::Eq | Relation::Le) {
                    return Some(NO_EMPTY_CELL.to_owned());
                }
                Some(one(self.counted(operand), number))
            }
            ExprKind::Cells(operand) => Some(one(self.covered(operand), number)),
            ExprKind::Groups(operand) => Some(one(self.groups_noun(operand), number)),
            ExprKind::Sum(operand) => {
                let many = self.counted(operand).many;
                Some(format!("the {many} add up to {}", sum_words(relation, number)))
            }
            ExprKind::Binary(op, a, b) => {
                let many = self.weighted_sum(*op, a, b)?.many;
                Some(format!("the {many} add up to {}", sum_words(relation, number)))
            }
            _ => None,
        }
    }
}

fn sum_words(relation: Relation, number: i64) -> String {
    let number = super::nouns::digits(number);
    match relation {
        Relation::Eq => number,
        Relation::Ne => format!("anything but {number}"),
        Relation::Lt => format!("less than {number}"),
        Relation::Le => format!("at most {number}"),
        Relation::Gt => format!("more than {number}"),
        Relation::Ge => format!("at least {number}"),
    }
}

/// Returns how often something occurs; `None` for relations that need other words.
pub(super) fn often(relation: Relation, number: i64) -> Option<String> {
    Some(match relation {
        Relation::Eq => format!("exactly {}", times(number)),
        Relation::Le => format!("at most {}", times(number)),
        Relation::Ge => format!("at least {}", times(number)),
        _ => return None,
    })
}

pub(super) fn is_bare(operand: &CountOperand) -> bool {
    operand.within.is_none() && operand.location.is_none() && operand.filter.is_none()
}

/// Says a predicate of the subject of the scopes, or a whole sentence within them.
fn said(words: &ScopeWords, predicate: Option<String>, whole: impl FnOnce() -> String) -> Form {
    let is_single = words.front.is_empty();
    match (&words.subject, predicate) {
        (
            Subject::Sets(each) | Subject::Cells(each) | Subject::Clues(each) | Subject::Groups(each),
            Some(p),
        ) if is_single => Form::About { subject: each.clone(), predicate: p },
        (
            Subject::Sets(each) | Subject::Cells(each) | Subject::Clues(each) | Subject::Groups(each),
            Some(p),
        ) => Form::Plain(format!("{}, {each} {p}", words.front.join(", "))),
        (Subject::Board, _) => match &words.location {
            Some(place) => Form::Series { head: whole(), item: place.clone() },
            None => {
                let whole = whole();
                let head =
                    ["there is exactly ", "there are exactly "].into_iter().find(|h| whole.starts_with(h));
                match head.filter(|_| is_single) {
                    Some(head) => Form::Series {
                        head: head.trim_end().to_owned(),
                        item: whole[head.len()..].to_owned(),
                    },
                    None => Form::Plain([words.front.clone(), vec![whole]].concat().join(", ")),
                }
            }
        },
        (subject, _) => {
            let mut front = words.front.clone();
            front.extend(subject.for_each());
            if let (Some((noun, range)), false) = (&words.kinds, matches!(subject, Subject::Kinds { .. })) {
                front.push(format!("for each {}{range}", noun.one));
            }
            front.push(whole());
            Form::Plain(front.join(", "))
        }
    }
}
