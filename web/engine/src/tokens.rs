//! What an editor shows of a text: its tokens, its diagnostics, and the parts of its model that the page offers.

use crate::board::cells;
use crate::question::Question;
use crate::spec::LoadedSpec;
use nauck::diag::escape;
use nauck::editor::{format, shades};
use nauck::model::{KindId, Model, Shapes};
use serde_json::{Value, json};

/// Returns the text in the standard layout.
pub(crate) fn formatted(text: &str) -> Result<Value, String> {
    match format(text) {
        Ok(text) => Ok(json!({ "text": text })),
        Err(faults) => {
            Err(faults.diagnostics().first().map_or_else(String::new, |d| escape(&d.message).into_owned()))
        }
    }
}

/// Returns the tokens, the diagnostics and the model of a text, as far as there are any.
pub(crate) fn checked(question: &Question) -> Value {
    let loaded = LoadedSpec::read(question);
    json!({
        "shades": shade_runs(&question.text),
        "diagnostics": loaded.diagnostics(),
        "model": loaded.model().map(model_value),
        "part": loaded.document.spec.is_part(),
    })
}

/// Returns the lengths of the tokens, each followed by its shade as a number.
fn shade_runs(text: &str) -> Vec<usize> {
    shades(text).into_iter().flat_map(|(shade, word)| [word.encode_utf16().count(), shade as usize]).collect()
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
        "params": model.params.iter().map(|(name, value)| json!([name, value])).collect::<Vec<_>>(),
        "kinds": kinds.collect::<Vec<_>>(),
        "cells": cells(model),
        "attacks": model.kinds.iter().any(|k| !k.movement.rays().is_empty()),
        "objective": !model.objectives.is_empty(),
    })
}
