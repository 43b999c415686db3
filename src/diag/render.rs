//! Diagnostics as text for a terminal or a log, rendered by miette.
//!
//! miette receives an [`Excerpt`], never the source itself. So nothing from a source reaches the terminal unescaped, and
//! the cost depends only on the part that is shown.

use super::excerpt::{CONTEXT_LINES, Excerpt};
use super::{Diagnostic, Label, Severity, escape};
use crate::text::{SourceId, Sources, Span};
#[cfg(not(feature = "fancy"))]
use miette::NarratableReportHandler;
#[cfg(feature = "fancy")]
use miette::{GraphicalReportHandler, GraphicalTheme, ThemeCharacters, ThemeStyles};
use miette::{LabeledSpan, MietteError, MietteSpanContents, SourceCode, SourceSpan, SpanContents};
use std::fmt;

/// Options for rendering diagnostics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RenderStyle {
    /// Use colors (ANSI escapes).
    pub color: bool,
    /// Use box-drawing characters; if false, ASCII only.
    pub unicode: bool,
    /// Line width in columns.
    pub width: usize,
}

/// Returns the diagnostics in turn, each followed by a line break.
pub fn render(diagnostics: &[Diagnostic], sources: &Sources, style: RenderStyle) -> String {
    let handler = handler(style);
    let mut out = String::new();
    for diagnostic in diagnostics {
        handler
            .render_report(&mut out, &RenderedDiagnostic::new(diagnostic, sources))
            .expect("writing to a string does not fail");
        out.push('\n');
    }
    out
}

#[cfg(feature = "fancy")]
fn handler(style: RenderStyle) -> GraphicalReportHandler {
    let theme = GraphicalTheme {
        characters: if style.unicode { ThemeCharacters::unicode() } else { ThemeCharacters::ascii() },
        styles: if style.color { ThemeStyles::ansi() } else { ThemeStyles::none() },
    };
    GraphicalReportHandler::new_themed(theme)
        .with_width(style.width.max(20))
        .with_context_lines(CONTEXT_LINES)
        .without_syntax_highlighting()
        .with_links(false)
}

/// Without the feature `fancy` the text is plain: no box drawing, no colors, no wrapped lines.
#[cfg(not(feature = "fancy"))]
fn handler(_style: RenderStyle) -> NarratableReportHandler {
    NarratableReportHandler::new().with_context_lines(CONTEXT_LINES)
}

/// A diagnostic in miette's terms.
#[derive(Debug)]
struct RenderedDiagnostic {
    code: Option<&'static str>,
    severity: miette::Severity,
    message: String,
    help: Option<String>,
    labels: Vec<LabeledSpan>,
    source: NamedExcerpt,
    /// Labels in sources other than that of the first label.
    related: Vec<RenderedDiagnostic>,
}

impl RenderedDiagnostic {
    fn new(diagnostic: &Diagnostic, sources: &Sources) -> Self {
        let mut groups: Vec<(SourceId, Vec<&Label>)> = Vec::new();
        for label in &diagnostic.labels {
            match groups.iter_mut().find(|g| g.0 == label.span.source) {
                Some(group) => group.1.push(label),
                None => groups.push((label.span.source, vec![label])),
            }
        }
        let mut groups = groups.into_iter().map(|(source, labels)| Self::part(sources, source, &labels));
        let first = groups.next().unwrap_or_else(|| Self::part(sources, SourceId(0), &[]));
        Self {
            code: Some(diagnostic.code),
            severity: match diagnostic.severity {
                Severity::Error => miette::Severity::Error,
                Severity::Warning => miette::Severity::Warning,
                Severity::Advice => miette::Severity::Advice,
            },
            message: escape(&diagnostic.message).into_owned(),
            help: diagnostic
                .help
                .as_deref()
                .map(|h| h.split('\n').map(escape).collect::<Vec<_>>().join("\n")),
            related: groups.collect(),
            ..first
        }
    }

    /// The labels of one source.
    fn part(sources: &Sources, source: SourceId, labels: &[&Label]) -> Self {
        let shown = NamedExcerpt::new(sources, source, labels);
        let spans = labels.iter().zip(&shown.places);
        let spans = spans.enumerate().map(|(i, (label, place))| {
            let text = Some(escape(&label.text).into_owned()).filter(|t| !t.is_empty());
            let span = (place.0.start, place.0.len());
            if i == 0 {
                LabeledSpan::new_primary_with_span(text, span)
            } else {
                LabeledSpan::new_with_span(text, span)
            }
        });
        Self {
            code: None,
            severity: miette::Severity::Advice,
            message: "see also".into(),
            help: None,
            labels: spans.collect(),
            source: shown,
            related: Vec::new(),
        }
    }
}

impl fmt::Display for RenderedDiagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for RenderedDiagnostic {}

impl miette::Diagnostic for RenderedDiagnostic {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.code.map(|c| Box::new(c) as _)
    }

    fn severity(&self) -> Option<miette::Severity> {
        Some(self.severity)
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.help.as_ref().map(|h| Box::new(h) as _)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        Some(&self.source)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        (!self.labels.is_empty()).then(|| Box::new(self.labels.iter().cloned()) as _)
    }

    fn related<'a>(&'a self) -> Option<Box<dyn Iterator<Item = &'a dyn miette::Diagnostic> + 'a>> {
        let all = self.related.iter().map(|d| d as &dyn miette::Diagnostic);
        (!self.related.is_empty()).then(|| Box::new(all) as _)
    }
}

/// Excerpt with the name of its source.
struct NamedExcerpt {
    name: String,
    excerpt: Excerpt,
}

impl NamedExcerpt {
    fn new(sources: &Sources, id: SourceId, labels: &[&Label]) -> Self {
        let spans: Vec<Span> = labels.iter().map(|l| l.span).collect();
        let empty = crate::text::Source { name: "".into(), text: "".into() };
        let source = if spans.is_empty() { &empty } else { sources.get(id) };
        Self { name: escape(&source.name).into_owned(), excerpt: Excerpt::new(source, &spans) }
    }
}

impl std::ops::Deref for NamedExcerpt {
    type Target = Excerpt;

    fn deref(&self) -> &Excerpt {
        &self.excerpt
    }
}

impl fmt::Debug for NamedExcerpt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

impl SourceCode for NamedExcerpt {
    /// Returns whole lines around the span if context is requested, otherwise the span alone with its source position.
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        before: usize,
        after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let text = self.text.as_bytes();
        let feed = |part: &[u8]| part.iter().position(|b| *b == b'\n');
        let (mut start, mut end) = (span.offset(), span.offset() + span.len());
        if end > text.len() {
            return Err(MietteError::OutOfBounds);
        }
        let place = self.places.iter().find(|p| p.0.start == start).map(|p| p.1);
        let mut column = place.map_or(0, |p| p.column - 1);
        if before + after > 0 {
            column = 0;
            for i in 0..=before {
                let before = &text[..start.saturating_sub(usize::from(i > 0))];
                start = before.iter().rposition(|b| *b == b'\n').map_or(0, |i| i + 1);
            }
            // A span that includes its line's line feed ends in that line.
            end = if span.is_empty() { end } else { end - 1 };
            for _ in 0..=after {
                end = feed(&text[end..]).map_or(text.len(), |i| end + i + 1);
            }
        }
        let line = self.first_line + text[..start].iter().filter(|b| **b == b'\n').count();
        let data = &text[start..end];
        let lines = data.iter().filter(|b| **b == b'\n').count();
        let span = (start, end - start).into();
        Ok(Box::new(MietteSpanContents::new_named(self.name.clone(), data, span, line, column, lines)))
    }
}
