//! Locations, conditions, sides and pictures.

use super::{Builder, NodeParts, only};
use crate::syntax::ast::{
    CellRef, ColumnRef, Condition, Expr, ExprKind, Location, LocationPart, OwnPart, Picture,
};
use crate::syntax::error::{SyntaxErrorKind, SyntaxLimit};
use crate::syntax::limits::MAX_PICTURE_SIDE;
use crate::syntax::parser::{Node, Rule};
use crate::syntax::picture;
use crate::text::{Span, Spanned};

impl Builder<'_> {
    pub(super) fn location(&mut self, node: &Node) -> Location {
        let parts = node
            .parts
            .iter()
            .map(|p| {
                let span = self.span(p);
                Spanned::new(self.place(only(p)), span)
            })
            .collect();
        Location { parts, span: self.span(node) }
    }

    fn place(&mut self, node: &Node) -> LocationPart {
        match node.rule {
            Rule::kw_border => LocationPart::Border,
            Rule::kw_corners => LocationPart::Corners,
            Rule::kw_diagonal => LocationPart::Diagonal,
            Rule::kw_antidiagonal => LocationPart::Antidiagonal,
            Rule::row_place => LocationPart::Row(self.simple(&node.parts[1])),
            Rule::column_place => LocationPart::Column(self.column(&node.parts[1])),
            Rule::where_place => LocationPart::Where(self.condition(&node.parts[2])),
            Rule::clues_place => LocationPart::Clues(node.parts.get(1).map(|n| self.name(n))),
            Rule::own_place => LocationPart::Own(match node.parts[1].rule {
                Rule::kw_row => OwnPart::Row,
                Rule::kw_column => OwnPart::Column,
                _ => OwnPart::Layer(self.name(&node.parts[1])),
            }),
            Rule::region_place => LocationPart::Region(self.name(&node.parts[0]), self.name(&node.parts[1])),
            _ => {
                let first = self.cell(&node.parts[0]);
                match node.parts.get(1) {
                    Some(last) => LocationPart::Rectangle(first, self.cell(last)),
                    None => LocationPart::Cell(first),
                }
            }
        }
    }

    fn column(&mut self, node: &Node) -> ColumnRef {
        match node.rule {
            Rule::column_letters => ColumnRef::Letters(self.name(node)),
            _ => ColumnRef::Number(self.atom(node)),
        }
    }

    pub(super) fn cell(&mut self, node: &Node) -> CellRef {
        let inner = only(node);
        match inner.rule {
            Rule::cell_name => CellRef::Named(self.name(inner)),
            _ => CellRef::Numbers(inner.parts.iter().map(|e| self.expr(e)).collect(), self.span(inner)),
        }
    }

    /// `condition` and `conjunction`: parts joined by `or` and by `and`, left-associative.
    pub(super) fn condition(&mut self, node: &Node) -> Condition {
        let join = if node.rule == Rule::condition { Condition::Or } else { Condition::And };
        let mut parts = NodeParts::of(node);
        let mut left = self.condition_part(parts.next());
        while parts.optional().is_some() {
            let right = self.condition_part(parts.next());
            left = join(Box::new(left), Box::new(right));
        }
        left
    }

    fn condition_part(&mut self, node: &Node) -> Condition {
        if node.rule != Rule::negation {
            return self.condition(node);
        }
        let (inner, nots) =
            node.parts.split_last().expect("`negation` ends in a comparison or a parenthesis");
        let mut condition = match inner.rule {
            Rule::compare => self.compare(inner),
            _ => self.condition(inner),
        };
        for _ in nots {
            condition = Condition::Not(Box::new(condition));
        }
        condition
    }

    fn compare(&mut self, node: &Node) -> Condition {
        let left = self.expr(&node.parts[0]);
        let relation = self.relation(&node.parts[1]).node;
        Condition::Compare(left, relation, self.expr(&node.parts[2]))
    }

    /// `n x n`, `8x8`, with two or three sides.
    pub(super) fn sides(&mut self, node: &Node) -> Vec<Expr> {
        if let [plain] = node.parts.as_slice() {
            return self.plain_sides(self.span(plain));
        }
        node.parts.iter().filter(|p| p.rule == Rule::expr).map(|p| self.expr(p)).collect()
    }

    fn plain_sides(&mut self, span: Span) -> Vec<Expr> {
        let mut at = span.start as usize;
        let mut sides = Vec::new();
        for digits in self.source_text(span).split('x') {
            let span = Span::new(span.source, at, at + digits.len());
            at += digits.len() + 1;
            let value = digits.parse().unwrap_or_else(|_| {
                self.error(span, SyntaxErrorKind::Limit(SyntaxLimit::NumberTooLarge));
                0
            });
            sides.push(Expr { kind: ExprKind::Int(value), span });
        }
        sides
    }

    /// `pictures`: one per layer.
    pub(super) fn pictures(&mut self, node: &Node) -> Vec<Picture> {
        node.parts.iter().map(|p| self.picture(p)).collect()
    }

    /// Reads a `picture`, a `string`, or an `a_picture` around one of them.
    pub(super) fn picture(&mut self, node: &Node) -> Picture {
        if node.rule == Rule::a_picture {
            return self.picture(only(node));
        }
        let quotes = if node.rule == Rule::picture { 3 } else { 1 };
        let span = self.span(node);
        let (start, end) = (span.start as usize + quotes, span.end as usize - quotes);
        let picture = picture::read(self.source, self.text, start, end);
        let too_long = picture.rows.iter().find(|r| r.cells.len() > MAX_PICTURE_SIDE);
        let fault = too_long.or_else(|| picture.rows.get(MAX_PICTURE_SIDE)).map(|row| row.span);
        if let Some(span) = fault {
            self.error(span, SyntaxErrorKind::Limit(SyntaxLimit::PictureTooLarge));
        }
        picture
    }
}
