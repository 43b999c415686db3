//! The language service: it answers every question about any text, at any place, without a panic, and every span that it
//! returns is within its text.

use super::text::Files;
use nauck::editor::SpecDocument;
use nauck::text::Span;

/// Separator of the files of an input.
const NEXT_FILE: char = '\u{1f}';
/// Maximum number of places at which questions are asked.
const PLACES: usize = 40;
/// Maximum number of diagnostics whose fixes are asked for; each takes several checks.
const FIXED: usize = 3;

/// Checks the property for one or more files, as for a spec.
pub fn holds(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let files = Files(text.split(NEXT_FILE).collect());
    let spec = SpecDocument::read(files.source(0), &files);
    answers_everywhere(&spec, PLACES);
    for diagnostic in spec.diagnostics().iter().take(FIXED) {
        spec.fixes(diagnostic).iter().for_each(|fix| is_within(&spec, fix.edit.span));
    }
}

/// Asks every question, those about a place at some places.
pub fn answers_everywhere(spec: &SpecDocument, places: usize) {
    for diagnostic in spec.diagnostics() {
        let lent = diagnostic.labels.iter().filter(|l| spec.sources().find(l.span.source).is_some());
        lent.for_each(|label| is_within(spec, label.span));
    }
    spec.marks().iter().for_each(|mark| is_within(spec, mark.span));
    spec.folds().into_iter().chain(spec.questions()).for_each(|span| is_within(spec, span));
    spec.symbols().for_each(|s| [s.span, s.statement].into_iter().for_each(|span| is_within(spec, span)));
    let (id, length) = spec.sources().iter().next().map(|(id, s)| (id, s.text.len())).expect("a text");
    for at in (0..=length).step_by(length / places + 1).chain([length, length + 1]) {
        spec.completions(at);
        let spans = spec.definition(id, at).into_iter().chain(spec.references(id, at));
        spans.chain(spec.hover(id, at).map(|hover| hover.span)).for_each(|span| is_within(spec, span));
        let edits = spec.rename(id, at, "another_name_1").unwrap_or_default();
        edits.iter().for_each(|edit| is_within(spec, edit.span));
    }
}

fn is_within(spec: &SpecDocument, span: Span) {
    let source = spec.sources().get(span.source);
    assert!(source.text.get(span.range()).is_some(), "{span:?} is not in a text of {}", source.text.len());
}
