//! The model for other solvers; puzzles for other programs, and from them.

use super::World;
use super::spec::LoadedSpec;
use crate::diag::escape;
use crate::export::{ExportFormat, ExportNames, export};
use crate::foreign;
use crate::ground::{GroundedProblem, ground};
use crate::interchange::PuzzleFormat;
use crate::model::{Model, UpTo};
use crate::text::Span;
use serde_json::{Value, json};

/// Returns the spec of a puzzle in any form that `puzzle import` reads.
pub(super) fn imported(text: &str) -> Result<Value, String> {
    let text = foreign::import(text.trim()).map_err(|refusal| refusal.to_string())?;
    Ok(json!({ "text": text }))
}

/// Returns the model or the puzzle in the format with this name.
pub(super) fn exported(
    loaded: &LoadedSpec,
    model: &Model,
    format: &str,
    world: &World<'_>,
) -> Result<Value, String> {
    if let Some((puzzle, ..)) = PuzzleFormat::ALL.iter().find(|f| f.1 == format) {
        let text = puzzle.write(model, &world.host, &|span| statement(loaded, span))?;
        return Ok(json!({ "text": text.trim_end() }));
    }
    let format = ExportFormat::ALL.iter().find(|f| f.1 == format).ok_or("unknown format")?.0;
    let grounded = ground(model, UpTo::default()).map_err(|large| large.to_string())?;
    let text = export(&grounded.problem, &names(loaded, model, &grounded), format)
        .map_err(|refusal| format!("{} cannot express this spec: {}", format.name(), refusal.reason))?;
    Ok(json!({ "text": text }))
}

/// Location and first line of a statement.
fn statement(loaded: &LoadedSpec, span: Span) -> String {
    let source = loaded.document.sources.find(span.source);
    let text = source.and_then(|s| s.text.get(span.range())).unwrap_or_default();
    let first = text.trim().lines().next().unwrap_or_default();
    format!("{}: {}", loaded.place(span), escape(first.trim_end()))
}

fn names(loaded: &LoadedSpec, model: &Model, grounded: &GroundedProblem) -> ExportNames {
    let root = loaded.document.sources.get(loaded.document.spec.root());
    ExportNames {
        heading: vec![escape(model.title.as_deref().unwrap_or(&root.name)).into_owned()],
        kinds: model.kinds.iter().map(|kind| kind.name.to_string()).collect(),
        statements: grounded.origins.iter().map(|&span| statement(loaded, span)).collect(),
        objectives: model.objectives.iter().map(|o| statement(loaded, o.span)).collect(),
    }
}
