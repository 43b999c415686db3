//! Helps of diagnostics as edits. A help quotes what to write; where it belongs is found by trying: an edit is offered only if
//! the text without the fault is better, that is, if the diagnostic is gone and no error took its place.

use super::names::Edit;
use super::spec_document::SpecDocument;
use crate::diag::{Diagnostic, Severity};
use crate::text::Span;

/// A remedy for a diagnostic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// Imperative for a menu.
    pub title: String,
    /// The edit.
    pub edit: Edit,
}

/// Maximum number of edits tried for one diagnostic, each of which costs a check of the spec.
const MOST_TRIED: usize = 12;

impl SpecDocument {
    /// Returns the remedies that the help of a diagnostic of this document names.
    pub fn fixes(&self, diagnostic: &Diagnostic) -> Vec<Fix> {
        let Some(help) = &diagnostic.help else { return Vec::new() };
        let edits = self.candidates(diagnostic, help).into_iter().take(MOST_TRIED);
        let mut fixes: Vec<Fix> = Vec::new();
        for edit in edits {
            let title = match edit.text.trim() {
                "" => "remove this".to_owned(),
                text => format!("write `{text}`"),
            };
            if !fixes.iter().any(|f| f.title == title) && self.is_better(&edit, diagnostic) {
                fixes.push(Fix { title, edit });
            }
        }
        fixes
    }

    /// Edits that the help may mean, the most likely first.
    fn candidates(&self, diagnostic: &Diagnostic, help: &str) -> Vec<Edit> {
        let label = diagnostic.labels.first().map(|label| label.span);
        let Some(span) = label.or_else(|| Some(Span::new(self.root(), 0, 0))) else { return Vec::new() };
        let Some(source) = self.sources().find(span.source) else { return Vec::new() };
        let text = &source.text;
        if text.get(span.range()).is_none() {
            return Vec::new();
        }
        let (from, to) = (span.start as usize, span.end as usize);
        let start = text[..from].rfind('\n').map_or(0, |i| i + 1);
        let end = text[to..].find('\n').map_or(text.len(), |i| to + i);
        let first = start + text[start..end].len() - text[start..end].trim_start().len();
        let code = text[..end].trim_end_matches('\r').len();
        let at = |from, to, text: String| Edit { span: Span::new(span.source, from, to), text };
        let mut edits = Vec::new();
        if help.starts_with("remove") {
            edits.push(at(from, to, String::new()));
            // A word beside the fault, as far as the end of the line.
            for word in help.split('`').skip(1).step_by(2) {
                let found = text[to..end].find(&format!(" {word}")).map(|i| to + i);
                edits.extend(found.map(|i| at(i, i + 1 + word.len(), String::new())));
            }
        }
        for quoted in help.split('`').skip(1).step_by(2).filter(|q| !q.contains('…')) {
            let line = at(start, start, format!("{quoted}\n"));
            if label.is_none() || help.starts_with("add the line") || help.starts_with("declare") {
                edits.push(line);
                continue;
            }
            if help.starts_with("add a scope") {
                edits.push(at(first, first, format!("{quoted} ")));
                continue;
            }
            if help.ends_with("at the end") {
                edits.push(at(code, code, format!(" {quoted}")));
                continue;
            }
            // The text of a string keeps its quotes.
            edits.push(at(from, to, quoted.to_owned()));
            if text[from..to].len() > 1 && text[from..to].starts_with('"') && text[from..to].ends_with('"') {
                edits.push(at(from, to, format!("\"{quoted}\"")));
            }
            let comment = text[first..code].find('#').map_or(code, |i| first + i);
            let tail = first + text[first..comment].trim_end().len();
            edits.push(at(first, tail.max(to), quoted.to_owned()));
            edits.push(line);
        }
        edits
    }

    /// Returns true if the edit removes the diagnostic and adds no errors.
    fn is_better(&self, edit: &Edit, diagnostic: &Diagnostic) -> bool {
        let Some(source) = self.sources().find(edit.span.source) else { return false };
        let mut text = source.text.to_string();
        text.replace_range(edit.span.range(), &edit.text);
        let edited = self.with_text(edit.span.source, &text);
        // An error of the syntax hides errors of the model.
        let of_syntax = diagnostic.code.starts_with("syntax::");
        let counts =
            |d: &&Diagnostic| d.severity == Severity::Error && (!of_syntax || d.code.starts_with("syntax::"));
        let errors = |of: &Self| of.diagnostics().iter().filter(counts).count();
        let same = |d: &&Diagnostic| d.code == diagnostic.code && d.message == diagnostic.message;
        let times = |of: &Self| of.diagnostics().iter().filter(same).count();
        // An error that only changes its words is not mended.
        let least = usize::from(diagnostic.severity == Severity::Error);
        times(&edited) < times(self) && errors(&edited) + least <= errors(self)
    }
}
