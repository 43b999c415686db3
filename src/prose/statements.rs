//! Every statement of a spec as a sentence, and the sentences of a whole spec.

use super::amounts::verb;
use super::contact::Contact;
use super::nouns::{Noun, listed, spaced};
use super::pieces::{self, common_contact};
use super::rules::NO_EMPTY_CELL;
use super::sentence::Form;
use super::speaker::Speaker;
use crate::model::check::Spec;
use crate::model::{KindId, Model};
use crate::query::Query;
use crate::syntax::ast::{
    Axis, BinaryOp, Comparison, Expr, ExprKind, NoAttacks, PieceSet, Relation, Requirement, Side,
    StatementKind, SymmetryName, View,
};
use crate::text::{Span, Spanned};

/// Returns the sentences of a spec: the task, the board, the rules, the aim.
pub(super) fn sentences(spec: &Spec, model: &Model) -> Vec<String> {
    let speaker = Speaker::new(model);
    let fills = spec.statements().iter().any(|s| pieces::fills(&speaker, &s.kind));
    let mut forms: Vec<Form> = Vec::new();
    let plain = |words: Vec<String>| words.into_iter().map(Form::Plain);
    let task = pieces::task(&speaker, fills);
    forms.extend(plain(task.sentences));
    // Lines to draw are part of the task.
    let (routes, rules): (Vec<_>, Vec<_>) =
        spec.statements().iter().partition(|s| matches!(s.kind, StatementKind::Route(_)));
    forms.extend(routes.into_iter().filter_map(|s| speaker.statement(&s.kind)));
    forms.extend(plain(pieces::board_words(&speaker)));
    let is_attack = |s: &&crate::syntax::ast::Statement| matches!(s.kind, StatementKind::NoAttacks(_));
    let counts_attacks = spec.statements().iter().any(|s| counts_attacks(&s.kind));
    if counts_attacks || spec.statements().iter().any(|s| is_attack(&s)) {
        forms.extend(plain(pieces::attacks(&speaker, !counts_attacks)));
    }
    let full = Form::Plain(NO_EMPTY_CELL.to_owned());
    let demands = rules.into_iter().filter_map(|s| speaker.statement(&s.kind));
    forms.extend(demands.filter(|form| !(task.says_full && *form == full)));
    super::sentence::sentences(&forms)
}

/// Returns the words of every statement that has some, with its span.
pub(super) fn forms(spec: &Spec, speaker: &Speaker<'_>) -> Vec<(Span, Form)> {
    spec.statements().iter().filter_map(|s| Some((s.span, speaker.statement(&s.kind)?))).collect()
}

/// Returns true if a rule is about attacks other than that there are none.
fn counts_attacks(statement: &StatementKind) -> bool {
    let in_rule = |comparison: &Comparison| {
        std::iter::once(&comparison.first).chain(comparison.rest.iter().map(|r| &r.1)).any(mentions_attacks)
    };
    match statement {
        StatementKind::Rule { requirement, .. } => requirement.comparisons().any(in_rule),
        StatementKind::Objective { expr, .. }
        | StatementKind::ClueList { expr, .. }
        | StatementKind::RegionList { expr, .. } => mentions_attacks(expr),
        _ => false,
    }
}

fn mentions_attacks(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Attackers(_) | ExprKind::Attacks(None) => true,
        // Consecutive members have their own words.
        ExprKind::Attacks(Some((PieceSet::Kind(a), PieceSet::Kind(b)))) => {
            a.index.is_none() || b.index.is_none()
        }
        ExprKind::Attacks(Some(_)) => true,
        ExprKind::Count(operand)
        | ExprKind::Cells(operand)
        | ExprKind::Sum(operand)
        | ExprKind::Weights(_, operand) => operand.filter.is_some(),
        ExprKind::Neg(inner) => mentions_attacks(inner),
        ExprKind::Binary(_, a, b) => mentions_attacks(a) || mentions_attacks(b),
        ExprKind::Call(_, arguments) => arguments.iter().any(mentions_attacks),
        _ => false,
    }
}

impl Speaker<'_> {
    /// Returns the words of a statement; `None` if it demands nothing, or the task tells it.
    pub fn statement(&self, statement: &StatementKind) -> Option<Form> {
        Some(match statement {
            StatementKind::Rule { scopes, requirement } => self.rule(scopes, requirement),
            StatementKind::ClueList { along, expr, relation, values, .. } => {
                self.clue_list(along.node, expr, relation.node, values)
            }
            StatementKind::Runs { along, what, .. } => Form::About {
                subject: numbers_at(along.node).to_owned(),
                predicate: format!(
                    "tell the lengths of the runs of {} there, in order",
                    self.set_noun(what).many
                ),
            },
            StatementKind::SideList { side, view, what, relation, .. } => {
                self.side_list(side.node, *view, what, relation.node)
            }
            StatementKind::RegionList { layer, expr, relation, .. } => {
                self.region_list(&super::scopes::region_noun(&layer.node), expr, relation.node)
            }
            StatementKind::NoAttacks(which) => Form::Plain(self.no_attacks(which)),
            StatementKind::Pair { from, to, moves } => {
                let (a, b) = (self.set_noun(from), self.set_noun(to));
                Form::Plain(format!(
                    "the {} and the {} form pairs, and the {} of each {} is {}",
                    a.many,
                    b.many,
                    b.one,
                    a.one,
                    self.within(moves)
                ))
            }
            StatementKind::Symmetric(all) => {
                let names: Vec<String> = all.iter().map(|s| symmetry(s.node).to_owned()).collect();
                Form::Plain(format!(
                    "the finished board looks the same after {}",
                    listed(&names, "and after")
                ))
            }
            StatementKind::Objective { maximize, expr } => Form::Plain(self.objective(*maximize, expr)),
            StatementKind::Find(find) => match find.query {
                Query::Count => Form::Plain("how many solutions are there?".to_owned()),
                _ => return None,
            },
            StatementKind::Route(route) => self.route(route),
            StatementKind::Weights { name, .. } => {
                Form::Plain(format!("every cell has a weight, called {}", spaced(&name.node)))
            }
            StatementKind::Puzzle(_)
            | StatementKind::Rules(_)
            | StatementKind::Include(_)
            | StatementKind::Param { .. }
            | StatementKind::Board(_)
            | StatementKind::Walls(_)
            | StatementKind::Regions { .. }
            | StatementKind::Piece { .. }
            | StatementKind::Pieces { .. }
            | StatementKind::Use(_)
            | StatementKind::UseFrom { .. }
            | StatementKind::Tile { .. }
            | StatementKind::Tiles { .. }
            | StatementKind::Clues(_)
            | StatementKind::ClueLayer { .. }
            | StatementKind::Place { .. }
            | StatementKind::KeepEmpty(_)
            | StatementKind::Givens(_)
            | StatementKind::GivensFen(_)
            | StatementKind::Vary(_)
            | StatementKind::Intended(_)
            | StatementKind::Expect { .. } => return None,
        })
    }

    fn clue_list(
        &self,
        along: Axis,
        expr: &Expr,
        relation: Relation,
        values: &[Spanned<Option<Expr>>],
    ) -> Form {
        let line = if along == Axis::Rows { "each row" } else { "each column" };
        let numbers: Option<Vec<i64>> =
            values.iter().map(|v| v.node.as_ref().and_then(|e| self.value(e))).collect();
        if let Some([first, rest @ ..]) = numbers.as_deref()
            && rest.iter().all(|n| n == first)
            && let Some(right) = values.first().and_then(|v| v.node.clone())
        {
            let first = Comparison {
                first: expr.clone(),
                rest: vec![(Spanned::new(relation, expr.span), right)],
                span: expr.span,
            };
            let scope = match along {
                Axis::Rows => crate::syntax::ast::Scope::Rows,
                Axis::Columns => crate::syntax::ast::Scope::Columns,
            };
            let rule = crate::syntax::ast::Alternatives { first, others: Vec::new() };
            return self.rule(&[Spanned::new(scope, expr.span)], &Requirement::Compare(rule));
        }
        if relation != Relation::Eq {
            let amount = self.amount(expr);
            return Form::Plain(format!("in {line} with a number, {amount} {} that number", verb(relation)));
        }
        let predicate = match self.told(expr) {
            Some(told) => format!("tell {told} there"),
            None => format!("tell {} there", self.amount(expr)),
        };
        Form::About { subject: numbers_at(along).to_owned(), predicate }
    }

    /// Returns what a number about a line or region tells: `how many stars are`, `the sum of the digits`.
    fn told(&self, expr: &Expr) -> Option<String> {
        match &expr.kind {
            ExprKind::Count(operand) => Some(format!("how many {} are", self.counted(operand).many)),
            ExprKind::Cells(operand) => Some(format!("how many {} are", self.covered(operand).many)),
            ExprKind::Sum(operand) => Some(format!("the sum of the {}", self.counted(operand).many)),
            ExprKind::Groups(operand) => Some(format!("how many {} are", self.groups_noun(operand).many)),
            ExprKind::Links(route, None) => {
                Some(format!("how many links of the {} are", self.route_name(route)))
            }
            _ => None,
        }
    }

    fn side_list(&self, side: Side, view: View, what: &PieceSet, relation: Relation) -> Form {
        let place = match side {
            Side::Left => "on the left",
            Side::Right => "on the right",
            Side::Top => "at the top",
            Side::Bottom => "at the bottom",
        };
        let noun = self.set_noun(what);
        let number = match view {
            View::Visible => format!(
                "how many {} can be seen from there, if each one hides all lower ones behind it",
                noun.many
            ),
            View::First => format!("the first {} seen from there", noun.one),
        };
        let tell = match relation {
            Relation::Eq => format!("tell {number}"),
            other => format!("limit {number}: it {} the number", verb(other)),
        };
        let what = if view == View::First { noun.many } else { "numbers".to_owned() };
        Form::About { subject: format!("the {what} {place}"), predicate: tell }
    }

    fn region_list(&self, layer: &str, expr: &Expr, relation: Relation) -> Form {
        let subject = format!("the number of each {layer}");
        match self.told(expr).filter(|_| relation == Relation::Eq) {
            Some(told) => Form::About { subject, predicate: format!("tells {told} in it") },
            None => {
                let amount = self.amount(expr);
                Form::Plain(format!("in each {layer} with a number, {amount} {} that number", verb(relation)))
            }
        }
    }

    fn no_attacks(&self, which: &NoAttacks) -> String {
        let model = self.model;
        let all =
            || (0..model.kinds.len()).map(|k| KindId(k as u16)).filter(|&k| model.kind(k).line.is_none());
        match which {
            NoAttacks::All => self.apart(&self.attacking_noun(), common_contact(model, all())),
            NoAttacks::Among(sets) => {
                let nouns: Vec<Noun> = sets.iter().map(|s| self.set_noun(s)).collect();
                let many: Vec<String> = nouns.iter().map(|n| n.many.clone()).collect();
                let named = |k: &KindId| {
                    nouns.contains(&self.kind_noun(*k)) || sets.iter().any(|s| self.is_of(s, *k))
                };
                let contact = common_contact(model, all().filter(named));
                self.apart(&Noun::new(listed(&many, "or"), listed(&many, "and")), contact)
            }
            NoAttacks::Between(sets) => {
                let many: Vec<String> = sets.iter().map(|s| self.set_noun(s).many).collect();
                format!("{} do not attack each other", listed(&many, "and"))
            }
            NoAttacks::WithinKinds => {
                let noun = self.any_noun();
                let family = model.families.iter().any(|f| self.family_noun(f) == noun);
                let noun = if family {
                    Noun::new(format!("equal {}", noun.one), format!("equal {}", noun.many))
                } else {
                    Noun::new("piece of the same kind", "pieces of the same kind")
                };
                self.apart(&noun, common_contact(model, all()))
            }
        }
    }

    /// Returns the noun for the pieces that can attack.
    fn attacking_noun(&self) -> Noun {
        let model = self.model;
        let attacking = model.kinds.iter().filter(|k| k.line.is_none() && !k.movement.is_empty());
        let ids: Vec<KindId> = attacking.filter_map(|k| model.kind_named(&k.name)).collect();
        match ids[..] {
            [one] if model.routes.is_empty() => self.kind_noun(one),
            _ => self.any_noun(),
        }
    }

    fn is_of(&self, set: &PieceSet, kind: KindId) -> bool {
        match set {
            PieceSet::Kind(reference) => {
                let kind = self.model.kind(kind);
                let family = kind.family.map(|f| &*self.model.families[f.0].name);
                *kind.name == *reference.name.node || family == Some(&*reference.name.node)
            }
            PieceSet::Any(_) => true,
            PieceSet::Set(members, _) => members.iter().any(|m| self.is_of(m, kind)),
            PieceSet::Empty(_) | PieceSet::Part(..) => false,
        }
    }

    fn apart(&self, noun: &Noun, contact: Option<Contact>) -> String {
        match contact {
            Some(contact) => format!("no two {} {}", noun.many, contact.verbs().1),
            None => format!("no two {} attack each other", noun.many),
        }
    }

    fn objective(&self, maximize: bool, expr: &Expr) -> String {
        let (many, large) = if maximize { ("many", "large") } else { ("few", "small") };
        match &expr.kind {
            ExprKind::Count(operand) => {
                let noun = self.counted(operand).many;
                match operand.what {
                    PieceSet::Empty(_) => format!("leave as {many} {noun} as possible"),
                    _ => format!("use as {many} {noun} as possible"),
                }
            }
            ExprKind::Binary(BinaryOp::Add, a, b) => match (&a.kind, &b.kind) {
                (ExprKind::Count(a), ExprKind::Count(b)) => {
                    let (a, b) = (self.counted(a).many, self.counted(b).many);
                    format!("use as {many} {a} and {b} together as possible")
                }
                _ => format!("make {} as {large} as possible", self.amount(expr)),
            },
            ExprKind::Cells(operand) => format!("have as {many} {} as possible", self.covered(operand).many),
            ExprKind::Groups(operand) => {
                format!("have as {many} {} as possible", self.groups_noun(operand).many)
            }
            _ => format!("make {} as {large} as possible", self.amount(expr)),
        }
    }
}

fn numbers_at(along: Axis) -> &'static str {
    match along {
        Axis::Rows => "the numbers beside the rows",
        Axis::Columns => "the numbers above the columns",
    }
}

fn symmetry(name: SymmetryName) -> &'static str {
    match name {
        SymmetryName::HalfTurn => "a half turn",
        SymmetryName::QuarterTurn => "a quarter turn",
        SymmetryName::MirrorLeftRight => "exchanging left and right",
        SymmetryName::MirrorTopBottom => "exchanging top and bottom",
        SymmetryName::MirrorDiagonal => "reflection in the diagonal from the bottom left",
        SymmetryName::MirrorAntidiagonal => "reflection in the diagonal from the top left",
    }
}
