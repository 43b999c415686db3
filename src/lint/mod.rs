//! Lints: parts of a spec that are legal but suspicious.
//!
//! A lint is useful only if it is never wrong. Each reports only what *certainly* says nothing, cannot hold or is not used,
//! and stays silent in doubt. Lints consider only the default parameters (a spec may become trivial at others) and only the
//! main file (a library may declare unused pieces), and they skip checks that would take long.
//!
//! Lints do not change the meaning of a spec; `diag` has their texts. Read `lint` first, the lints as data. Each other file finds
//! those of one theme, except [`statements`] and [`words`], which the finders use.

mod blockers;
mod bounds;
mod expects;
#[allow(clippy::module_inception)]
mod lint;
mod places;
mod repeated;
mod statements;
mod traps;
mod unused;
mod words;

pub use lint::{GuardConflict, Lint, LintKind};

use crate::model::Model;
use crate::model::check::Spec;
use crate::text::Sources;
use statements::Statements;

/// Returns the lints of `spec`, sorted by position; `model` is its model for the default parameters, `sources` its texts.
pub fn lints(spec: &Spec, model: &Model, sources: &Sources) -> Vec<Lint> {
    let words = words::Words::of(sources, spec.root());
    let mut found = unused::find(&words, model);
    let statements: Statements<'_> = spec.statements().iter().map(|s| (s.span, s)).collect();
    found.extend(places::find(&statements, model));
    found.extend(bounds::find(&statements, model));
    found.extend(traps::find(&statements, model));
    found.extend(blockers::find(&statements, model));
    found.extend(repeated::find(&statements, model, &words));
    found.extend(expects::find(model));
    found.retain(|lint| lint.span.source == spec.root());
    found.sort_by_key(|lint| (lint.span.start, lint.span.end));
    found
}

#[cfg(test)]
mod tests;
