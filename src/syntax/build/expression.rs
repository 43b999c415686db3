//! Expressions, comparisons and sets of pieces.

use super::{Builder, NodeParts, only};
use crate::syntax::ast::{
    Alternative, Alternatives, BinaryOp, Comparison, CountOperand, Expr, ExprKind, Filter, GroupOperand,
    KindRef, PieceSet, Relation, Requirement, RoutePart,
};
use crate::syntax::error::{SyntaxErrorKind, SyntaxLimit};
use crate::syntax::parser::{Node, Rule};
use crate::text::{Span, Spanned};

impl Builder<'_> {
    /// `expr`, `product`, `bound`: left-associative operands with operators of one precedence.
    pub(super) fn expr(&mut self, node: &Node) -> Expr {
        let mut parts = NodeParts::of(node);
        let mut left = self.operand(parts.next());
        while let Some(op) = parts.optional() {
            let right = self.operand(parts.next());
            let span = left.span.to(right.span);
            let kind = ExprKind::Binary(operator(op.rule), Box::new(left), Box::new(right));
            left = Expr { kind, span };
        }
        left
    }

    fn operand(&mut self, node: &Node) -> Expr {
        match node.rule {
            Rule::unary => self.unary(node),
            _ => self.expr(node),
        }
    }

    fn unary(&mut self, node: &Node) -> Expr {
        let (atom, signs) = node.parts.split_last().expect("`unary` ends in an atom");
        let mut expr = self.atom(only(atom));
        for sign in signs.iter().rev() {
            let span = self.span(sign).to(expr.span);
            expr = Expr { kind: ExprKind::Neg(Box::new(expr)), span };
        }
        expr
    }

    /// Builds a number, a name, a parenthesis, a call, or a counting expression.
    pub(super) fn atom(&mut self, node: &Node) -> Expr {
        let span = self.span(node);
        let kind = match node.rule {
            Rule::number => self.number(span),
            Rule::paren => return Expr { span, ..self.expr(only(node)) },
            Rule::call => self.call(node),
            Rule::counted => self.counted(node),
            Rule::summed => self.summed(node),
            Rule::value_at => {
                // P at CELL
                ExprKind::ValueAt(self.piece_set(&node.parts[0]), self.cell(&node.parts[2]))
            }
            Rule::grouped => {
                // groups, of, operand
                let groups = self.group_operand(&node.parts[2]);
                match node.parts[0].rule {
                    Rule::kw_groups => ExprKind::Groups(groups),
                    _ => ExprKind::Group(groups),
                }
            }
            Rule::linked => self.linked(node),
            Rule::attackers => ExprKind::Attackers(node.parts.get(1).map(|p| self.piece_set(p))),
            Rule::attacks => self.attacks(node),
            _ => ExprKind::Name(self.source_text(span).into()),
        };
        Expr { kind, span }
    }

    fn number(&mut self, span: Span) -> ExprKind {
        let value = self.source_text(span).parse().unwrap_or_else(|_| {
            self.error(span, SyntaxErrorKind::Limit(SyntaxLimit::NumberTooLarge));
            0
        });
        ExprKind::Int(value)
    }

    pub(super) fn simple(&mut self, node: &Node) -> Expr {
        self.atom(only(node))
    }

    fn call(&mut self, node: &Node) -> ExprKind {
        let mut parts = NodeParts::of(node);
        let function = self.name(parts.next());
        ExprKind::Call(function, parts.all().map(|p| self.expr(p)).collect())
    }

    fn attacks(&mut self, node: &Node) -> ExprKind {
        // attacks, P, on, Q
        ExprKind::Attacks(match node.parts.as_slice() {
            [_, from, _, onto] => Some((self.piece_set(from), self.piece_set(onto))),
            _ => None,
        })
    }

    fn counted(&mut self, node: &Node) -> ExprKind {
        let mut parts = NodeParts::of(node);
        let covers = parts.next().rule == Rule::kw_cells;
        let counted = self.operand_of_count(parts);
        if covers { ExprKind::Cells(counted) } else { ExprKind::Count(counted) }
    }

    fn summed(&mut self, node: &Node) -> ExprKind {
        let mut parts = NodeParts::of(node);
        let _sum = parts.next();
        let Some(name) = parts.take(Rule::name) else {
            return ExprKind::Sum(self.operand_of_count(parts));
        };
        let _under = parts.next();
        let name = self.name(name);
        ExprKind::Weights(name, self.operand_of_count(parts))
    }

    /// A set of pieces, and in any order `within`, `in` and `where`, each at most once.
    fn operand_of_count(&mut self, mut parts: NodeParts<'_>) -> CountOperand {
        let what = self.piece_set(parts.next());
        let mut counted = CountOperand { what, within: None, location: None, filter: None };
        let mut first = [None; 3];
        for part in parts.all() {
            let (slot, word) = match part.rule {
                Rule::within => (0, "within"),
                Rule::inside => (1, "in"),
                _ => (2, "where"),
            };
            let span = self.span(part);
            if let Some(first) = first[slot].replace(span) {
                self.error(span, SyntaxErrorKind::RepeatedPart { word, first });
                continue;
            }
            match part.rule {
                Rule::within => counted.within = Some(self.moves(&part.parts[1])),
                Rule::inside => counted.location = Some(self.location(&part.parts[1])),
                _ => counted.filter = Some(self.filter(part)),
            }
        }
        counted
    }

    /// `P [by M]`
    pub(super) fn group_operand(&mut self, node: &Node) -> GroupOperand {
        // P, by, moves
        let moves = node.parts.get(2).map(|m| self.moves(m));
        GroupOperand { what: self.piece_set(&node.parts[0]), moves, span: self.span(node) }
    }

    /// `links R [in LOCATION]`
    fn linked(&mut self, node: &Node) -> ExprKind {
        let mut location = None;
        let mut first = None;
        for part in &node.parts[2..] {
            let span = self.span(part);
            match first.replace(span) {
                Some(first) => self.error(span, SyntaxErrorKind::RepeatedPart { word: "in", first }),
                None => location = Some(self.location(&part.parts[1])),
            }
        }
        ExprKind::Links(self.kind_ref(&node.parts[1]), location)
    }

    fn filter(&mut self, node: &Node) -> Filter {
        let mut parts = NodeParts::of(node);
        let _words = (parts.next(), parts.next());
        let of = parts.take(Rule::piece_set).map(|p| self.piece_set(p));
        let relation = self.relation(parts.next());
        let value = Box::new(self.simple(parts.next()));
        Filter { of, relation, value, span: self.span(node) }
    }

    pub(super) fn relation(&self, node: &Node) -> Spanned<Relation> {
        let relation = match only(node).rule {
            Rule::op_eq => Relation::Eq,
            Rule::op_ne => Relation::Ne,
            Rule::op_lt => Relation::Lt,
            Rule::op_le => Relation::Le,
            Rule::op_gt => Relation::Gt,
            _ => Relation::Ge,
        };
        Spanned::new(relation, self.span(node))
    }

    pub(super) fn comparison(&mut self, node: &Node) -> Comparison {
        let mut parts = NodeParts::of(node);
        let first = self.expr(parts.next());
        let mut rest = Vec::new();
        while let Some(relation) = parts.optional() {
            rest.push((self.relation(relation), self.expr(parts.next())));
        }
        Comparison { first, rest, span: self.span(node) }
    }

    /// `distinct`, `connected` or `alternatives`.
    pub(super) fn requirement(&mut self, node: &Node) -> Requirement {
        if node.rule == Rule::distinct {
            return Requirement::Distinct(self.piece_set(&node.parts[1]));
        }
        if node.rule == Rule::connected {
            return Requirement::Connected(self.group_operand(&node.parts[1]));
        }
        let mut parts = NodeParts::of(node);
        let first = self.comparison(parts.next());
        let others = parts.all().filter(|p| p.rule == Rule::alternative);
        Requirement::Compare(Alternatives { first, others: others.map(|p| self.alternative(p)).collect() })
    }

    fn alternative(&mut self, node: &Node) -> Alternative {
        match node.parts.as_slice() {
            [value] => Alternative::Value(self.expr(value)),
            _ => Alternative::Comparison(self.comparison(node)),
        }
    }

    /// `piece_set`: a set in braces, or a single member.
    pub(super) fn piece_set(&mut self, node: &Node) -> PieceSet {
        let inner = only(node);
        if inner.rule == Rule::set {
            let members = inner.parts.iter().map(|m| self.member(m)).collect();
            return PieceSet::Set(members, self.span(inner));
        }
        self.member(inner)
    }

    fn member(&mut self, node: &Node) -> PieceSet {
        let inner = only(node);
        match inner.rule {
            Rule::kw_piece => PieceSet::Any(self.span(inner)),
            Rule::kw_empty => PieceSet::Empty(self.span(inner)),
            Rule::line_part => {
                let (part, route) = self.line_part(inner);
                PieceSet::Part(part, route, self.span(inner))
            }
            _ => PieceSet::Kind(self.kind_ref(inner)),
        }
    }

    /// `turn R`, `straight R`, `end R`
    pub(super) fn line_part(&mut self, node: &Node) -> (RoutePart, KindRef) {
        let part = match node.parts[0].rule {
            Rule::kw_turn => RoutePart::Turn,
            Rule::kw_straight => RoutePart::Straight,
            _ => RoutePart::End,
        };
        (part, self.kind_ref(&node.parts[1]))
    }

    pub(super) fn kind_ref(&mut self, node: &Node) -> KindRef {
        let mut parts = NodeParts::of(node);
        let name = self.name(parts.next());
        let index = parts.optional().map(|p| Box::new(self.expr(p)));
        KindRef { name, index, span: self.span(node) }
    }
}

fn operator(rule: Rule) -> BinaryOp {
    match rule {
        Rule::op_plus => BinaryOp::Add,
        Rule::op_minus => BinaryOp::Sub,
        Rule::op_times => BinaryOp::Mul,
        Rule::op_over => BinaryOp::Div,
        _ => BinaryOp::Rem,
    }
}
