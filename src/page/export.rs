//! The model for other solvers.

use super::spec::LoadedSpec;
use crate::diag::escape;
use crate::export::{ExportFormat, ExportNames, export};
use crate::ground::{GroundedProblem, ground};
use crate::model::{Model, UpTo};
use crate::text::Span;
use serde_json::{Value, json};

/// Returns the model in the format with this name.
pub(super) fn exported(loaded: &LoadedSpec, model: &Model, format: &str) -> Result<Value, String> {
    let format = ExportFormat::ALL.iter().find(|f| f.1 == format).ok_or("unknown format")?.0;
    let grounded = ground(model, UpTo::default()).map_err(|large| large.to_string())?;
    let text = export(&grounded.problem, &names(loaded, model, &grounded), format)
        .map_err(|refusal| format!("{} cannot express this spec: {}", format.name(), refusal.reason))?;
    Ok(json!({ "text": text }))
}

fn names(loaded: &LoadedSpec, model: &Model, grounded: &GroundedProblem) -> ExportNames {
    let statement = |span: Span| {
        let source = loaded.document.sources.find(span.source);
        let text = source.and_then(|s| s.text.get(span.range())).unwrap_or_default();
        let first = text.trim().lines().next().unwrap_or_default();
        format!("{}: {}", loaded.place(span), escape(first.trim_end()))
    };
    let root = loaded.document.sources.get(loaded.document.spec.root());
    ExportNames {
        heading: vec![escape(model.title.as_deref().unwrap_or(&root.name)).into_owned()],
        kinds: model.kinds.iter().map(|kind| kind.name.to_string()).collect(),
        statements: grounded.origins.iter().map(|&span| statement(span)).collect(),
        objectives: model.objectives.iter().map(|o| statement(o.span)).collect(),
    }
}
