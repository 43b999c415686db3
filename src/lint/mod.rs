//! What is legal in a spec but suspicious.
//!
//! A lint is worth having only where it is never wrong: it speaks of what *certainly* says nothing, cannot hold or is not
//! used. So each errs on the side of silence. It looks at the default parameters alone (at others a spec may well become
//! trivial), it speaks of what stands in the file first named (a library has pieces that a spec does not use), and where looking
//! would take long it does not look.
//!
//! Nothing here changes what a spec means; `diag` has the words.

mod blockers;
mod bounds;
mod expects;
#[allow(clippy::module_inception)]
mod lint;
mod places;
mod repeated;
mod unused;
mod words;

pub use lint::{Guarded, Lint};

use crate::model::Model;
use crate::model::check::Spec;
use crate::syntax::ast::Statement;
use crate::text::{Sources, Span};
use rustc_hash::FxHashMap;

/// The statements by their places.
type Statements<'s> = FxHashMap<Span, &'s Statement>;

/// What is suspicious in `spec`, sorted by place; `model` is its model for the default parameters, `sources` its texts.
pub fn lints(spec: &Spec, model: &Model, sources: &Sources) -> Vec<Lint> {
    let words = words::Words::of(sources, spec.root());
    let mut found = unused::find(&words, model);
    let statements: Statements<'_> = spec.statements().iter().map(|s| (s.span, s)).collect();
    found.extend(places::find(&statements, model));
    found.extend(bounds::find(&statements, model));
    found.extend(blockers::find(&statements, model));
    found.extend(repeated::find(&statements, model, &words));
    found.extend(expects::find(model));
    found.retain(|lint| lint.span().source == spec.root());
    found.sort_by_key(|lint| (lint.span().start, lint.span().end));
    found
}

#[cfg(test)]
mod tests;
