//! Marks on a text: shades with the classes of names, parts that fold, and the statements that ask something.

use super::outline::NameClass;
use super::spec_document::SpecDocument;
use crate::syntax::highlight::{Shade, shades};
use crate::syntax::lexer::{TokenKind, tokens};
use crate::text::Span;
use rustc_hash::FxHashMap;

/// A token with its shade and, for a declared name, its class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Span of the token.
    pub span: Span,
    /// Its shade.
    pub shade: Shade,
    /// Class of the declared name.
    pub class: Option<NameClass>,
}

impl SpecDocument {
    /// Returns the tokens of the spec that are not plain, in order.
    pub fn marks(&self) -> Vec<Mark> {
        let text = &self.sources().get(self.root()).text;
        let classes: FxHashMap<&str, NameClass> = self.symbols().map(|s| (&*s.name, s.class)).collect();
        let mut marks = Vec::new();
        let mut at = 0;
        for (shade, part) in shades(text) {
            let span = Span::new(self.root(), at, at + part.trim_end_matches('\r').len());
            at += part.len();
            if shade != Shade::Plain {
                let class = classes.get(part).copied().filter(|_| shade == Shade::Name);
                marks.push(Mark { span, shade, class });
            }
        }
        marks
    }

    /// Returns the parts of the spec that can be folded: statements and runs of comments that have several lines.
    pub fn folds(&self) -> Vec<Span> {
        let text = &self.sources().get(self.root()).text;
        let outline = self.outlines().find(|(id, _)| *id == self.root()).map(|(_, outline)| outline);
        let statements = outline.into_iter().flat_map(|o| &o.statements).map(|s| s.span(self.root()));
        let mut folds: Vec<Span> = statements.collect();
        let mut run: Option<Span> = None;
        for token in tokens(text) {
            match token.kind {
                TokenKind::Comment => {
                    let own = Span { source: self.root(), start: token.start, end: token.end };
                    run = Some(run.map_or(own, |run| run.to(own)));
                }
                TokenKind::Newline | TokenKind::Space => {}
                _ => folds.extend(run.take()),
            }
        }
        folds.extend(run);
        folds.retain(|span| text[span.range()].contains('\n'));
        folds.sort_unstable();
        folds
    }

    /// Returns the `expect` and `find` statements of the spec; if it has none, its first statement.
    pub fn questions(&self) -> Vec<Span> {
        let Some((text, outline)) = self.text_and_outline(self.root()) else { return Vec::new() };
        let spans = |asks: fn(&str) -> bool| {
            let own = outline.statements.iter().filter(|s| asks(s.tokens[0].text(text)));
            own.map(|s| s.span(self.root())).collect::<Vec<Span>>()
        };
        let found = spans(|word| matches!(word, "expect" | "find"));
        if found.is_empty() { spans(|_| true).into_iter().take(1).collect() } else { found }
    }
}
