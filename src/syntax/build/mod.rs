//! Converts the grammar's nodes into the syntax tree: one function per rule, with the few checks that a grammar cannot make.
//!
//! The grammar guarantees the shape of each node; every `expect` names the guarantee that it relies on.

mod expression;
mod moves;
mod place;
mod question;
mod route;
mod scope;
mod statement;
mod varied;

use super::ast::{Name, QuotedText};
use super::error::{SyntaxError, SyntaxErrorKind};
use super::lexer::Token;
use super::parser::{Node, Rule};
use crate::text::{SourceId, Span, Spanned};

/// Builds the tree of one statement.
pub(super) struct Builder<'t> {
    source: SourceId,
    text: &'t str,
    /// Tokens of the statement, without white space and comments.
    tokens: &'t [Token],
    errors: Vec<SyntaxError>,
}

impl<'t> Builder<'t> {
    pub(super) fn new(source: SourceId, text: &'t str, tokens: &'t [Token]) -> Self {
        Self { source, text, tokens, errors: Vec::new() }
    }

    /// Returns the faults found while building, such as numbers or pictures that are too large.
    pub(super) fn into_errors(self) -> Vec<SyntaxError> {
        self.errors
    }

    fn error(&mut self, span: Span, kind: SyntaxErrorKind) {
        self.errors.push(SyntaxError { kind, span });
    }

    /// Returns the node's span, without white space that the grammar read after its last token.
    fn span(&self, node: &Node) -> Span {
        let base = self.tokens[0].start as usize;
        let end = base + node.end;
        let after = self.tokens.partition_point(|t| t.end as usize <= end);
        // The statement's first token ends within any node that starts there, so `after` is never 0.
        let end = self.tokens[..after].last().map_or(end, |t| t.end as usize);
        Span::new(self.source, base + node.start, end)
    }

    fn source_text(&self, span: Span) -> &'t str {
        &self.text[span.range()]
    }

    fn name(&self, node: &Node) -> Name {
        let span = self.span(node);
        Spanned::new(self.source_text(span).into(), span)
    }

    fn string(&self, node: &Node) -> QuotedText {
        let span = self.span(node);
        let inside = Span { start: span.start + 1, end: span.end - 1, ..span };
        Spanned::new(self.source_text(inside).into(), inside)
    }
}

/// Iterates over the parts of a node.
struct NodeParts<'n> {
    rest: std::slice::Iter<'n, Node>,
}

impl<'n> NodeParts<'n> {
    fn of(node: &'n Node) -> Self {
        Self { rest: node.parts.iter() }
    }

    fn next(&mut self) -> &'n Node {
        self.rest.next().expect("the grammar gives this rule another part")
    }

    /// Returns the next part if it has this rule.
    fn take(&mut self, rule: Rule) -> Option<&'n Node> {
        let next = self.rest.as_slice().first()?;
        (next.rule == rule).then(|| self.next())
    }

    /// Returns the rule of the next part.
    fn peek(&self) -> Option<Rule> {
        self.rest.as_slice().first().map(|n| n.rule)
    }

    /// Returns the next part, if any.
    fn optional(&mut self) -> Option<&'n Node> {
        self.rest.next()
    }

    fn all(self) -> impl Iterator<Item = &'n Node> {
        self.rest
    }
}

/// Returns the part of a node that wraps exactly one.
fn only(node: &Node) -> &Node {
    node.parts.first().expect("the grammar gives this rule one part")
}
