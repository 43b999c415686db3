//! Questions of an editor: the language service of the library, with positions as a browser counts them, and the parts of the
//! model that the page offers.

use super::board::cells;
use super::question::Question;
use super::spec::{self, LoadedSpec};
use super::utf16::Utf16;
use crate::Diagnostic;
use crate::diag::escape;
use crate::editor::{Fix, SpecDocument, format};
use crate::model::{KindId, Model, Shapes};
use crate::text::{Loader, SourceId};
use serde_json::{Value, json};

/// The text of the editor among the sources of a spec.
const ROOT: SourceId = SourceId(0);

/// Number of a declared name among the shades.
const DECLARED: usize = 9;

fn document(question: &Question, files: &dyn Loader) -> SpecDocument {
    SpecDocument::read(spec::source(question), files)
}

/// Returns the text in the standard layout.
pub(super) fn formatted(text: &str) -> Result<Value, String> {
    match format(text) {
        Ok(text) => Ok(json!({ "text": text })),
        Err(faults) => {
            Err(faults.diagnostics().first().map_or_else(String::new, |d| escape(&d.message).into_owned()))
        }
    }
}

/// Returns the marks, the diagnostics and the model of a text, as far as there are any.
pub(super) fn checked(question: &Question, files: &dyn Loader) -> Value {
    let (editing, loaded) = (document(question, files), LoadedSpec::read(question, files));
    let units = Utf16::new(&question.text);
    // The language service looks at a part of other specs too, but only at the default parameters.
    let found = if loaded.overrides.is_empty() { editing.diagnostics() } else { loaded.found() };
    let marks = editing.marks().into_iter().flat_map(|mark| {
        let shade = if mark.class.is_some() { DECLARED } else { mark.shade as usize };
        [units.at(mark.span.start as usize), units.at(mark.span.end as usize), shade as u32]
    });
    json!({
        "marks": marks.collect::<Vec<u32>>(),
        "diagnostics": found.iter().map(|d| loaded.value(d, &units)).collect::<Vec<_>>(),
        "model": loaded.model().map(model_value),
        "part": !editing.has_board(),
    })
}

/// Returns the edits that remedy each diagnostic.
pub(super) fn fixes(question: &Question, files: &dyn Loader) -> Value {
    let editing = document(question, files);
    let units = Utf16::new(&question.text);
    let edit = |fix: Fix| {
        let span = fix.edit.span;
        let (from, to) = (units.at(span.start as usize), units.at(span.end as usize));
        (span.source == ROOT)
            .then(|| json!({ "title": fix.title, "from": from, "to": to, "text": fix.edit.text }))
    };
    let of = |found: &Diagnostic| editing.fixes(found).into_iter().filter_map(edit).collect::<Vec<_>>();
    json!({ "fixes": editing.diagnostics().iter().map(of).collect::<Vec<_>>() })
}

/// Returns the words that may be written at a place.
pub(super) fn completions(question: &Question, files: &dyn Loader) -> Value {
    let at = Utf16::new(&question.text).offset(question.at);
    let found = document(question, files).completions(at).into_iter().map(|one| {
        json!({
            "label": one.label,
            "detail": one.detail,
            "class": one.class.map(|class| format!("{class:?}")),
            "snippet": one.snippet,
        })
    });
    json!({ "completions": found.collect::<Vec<_>>() })
}

/// Explains the word at a place, as Markdown.
pub(super) fn hover(question: &Question, files: &dyn Loader) -> Value {
    let units = Utf16::new(&question.text);
    let Some(found) = document(question, files).hover(ROOT, units.offset(question.at)) else {
        return json!({});
    };
    let (from, to) = (units.at(found.span.start as usize), units.at(found.span.end as usize));
    json!({ "markdown": found.markdown, "from": from, "to": to })
}

fn model_value(model: &Model) -> Value {
    let kinds = (0..model.kinds.len()).map(|k| KindId(k as u16)).map(|id| {
        let kind = model.kind(id);
        json!({
            "name": model.kind_words(id),
            "symbol": if kind.line.is_some() { "~".to_owned() } else { kind.symbol.to_string() },
            "placed": kind.line.is_none() && kind.shapes == Shapes::Point,
        })
    });
    json!({
        "title": model.title.as_deref().map(escape),
        "params": model.params.iter().map(|(name, value)| json!([&**name, value])).collect::<Vec<_>>(),
        "kinds": kinds.collect::<Vec<_>>(),
        "cells": cells(model),
        "attacks": model.kinds.iter().any(|k| !k.movement.rays().is_empty()),
        "objective": !model.objectives.is_empty(),
        "varies": !model.varies.is_empty(),
    })
}
