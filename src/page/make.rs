//! Makes a puzzle with one solution from a spec with `vary` statements.

use super::World;
use super::question::Question;
use super::spec::LoadedSpec;
use crate::desk::make::{MakeError, Maker, Script, Workbench};
use crate::model::Model;
use serde_json::{Value, json};
use std::sync::Arc;

/// Returns the text of a puzzle.
pub(super) fn made(
    loaded: &LoadedSpec,
    model: &Model,
    question: &Question,
    world: &World<'_>,
) -> Result<Value, String> {
    let document = &loaded.document;
    let script =
        Script::read(&document.spec, &document.sources, &loaded.overrides).map_err(|e| e.to_string())?;
    let name = Arc::clone(&document.sources.get(document.spec.root()).name);
    let bench =
        Workbench::new(name, world.files, world.request(model, question), Arc::clone(&world.stop), None);
    let text =
        Maker::new(script, &bench, question.seed).and_then(|mut maker| maker.make()).map_err(sentence)?;
    Ok(json!({ "lines": [], "made": text }))
}

fn sentence(error: MakeError) -> String {
    match error {
        MakeError::Impossible(reason) => format!("no puzzle was made: {reason}"),
        other => other.to_string(),
    }
}
