//! Failed expectations: their diagnostics, and for a spec that expects a unique solution two solutions, drawn, which show what
//! the spec leaves open.

use super::exit::Failure;
use super::streams::Streams;
use crate::desk::repair::diagram_of;
use crate::diag::{Diagnostic, Label, Severity};
use crate::model::{Diagram, Expect, Expected, Model, judge};
use crate::report::draw_rivals;
use crate::run::{self, Outcome, PresentedSolution, Query, Request, Show, Verdict, examine};
use num_bigint::BigUint;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Diagnostic for a failed expectation.
pub(super) fn failed_expectation(expect: &Expect, found: &str) -> Diagnostic {
    Diagnostic {
        code: "run::expectation_failed",
        severity: Severity::Error,
        message: format!("an expectation failed: {found}"),
        labels: vec![Label { span: expect.span, text: "expected here".to_owned() }],
        help: None,
    }
}

/// First two boards of a run.
#[derive(Clone, Debug, Default)]
pub(super) struct Pair(Vec<Diagram>);

impl Pair {
    pub fn boards(&self) -> &[Diagram] {
        &self.0
    }

    pub fn note(&mut self, diagram: &Diagram) {
        if self.0.len() < 2 {
            self.0.push(diagram.clone());
        }
    }
}

impl Show for Pair {
    fn solution(&mut self, shown: &PresentedSolution) -> ControlFlow<()> {
        self.note(&shown.diagram);
        ControlFlow::Continue(())
    }
}

/// Draws two solutions to standard error if the spec expects one and `outcome` has more. `seen` are those already shown; if
/// they are fewer than two, searches for two.
pub(super) fn tell_rivals(
    model: &Model,
    request: &Request,
    outcome: &Outcome,
    mut seen: Pair,
    interrupt: &Arc<AtomicBool>,
    streams: &mut Streams<'_>,
) -> Result<(), Failure> {
    let unique = model.expects.iter().filter(|e| e.what == Expected::Unique);
    let fails = unique.map(|e| examine(&e.what, outcome)).any(|v| matches!(v, Verdict::Fails(_)));
    if !fails || *outcome.count() < BigUint::from(2u32) {
        return Ok(());
    }
    if seen.0.len() < 2 {
        let two = Request {
            query: Query::First(2),
            up_to_symmetry: false,
            orbits: false,
            describe: false,
            members: false,
            most: None,
            ..request.clone()
        };
        seen = Pair::default();
        run::run(model, &two, interrupt, &mut seen)?;
    }
    // With an intended solution, the other is one that differs from it.
    let intended = diagram_of(model).ok().flatten().filter(|d| judge(model, d).is_empty());
    if let Some(intended) = intended {
        seen.0.retain(|board| *board != intended);
        seen.0.insert(0, intended);
        seen.0.truncate(2);
    }
    if let [first, second] = seen.0.as_slice() {
        for line in draw_rivals(model, [first, second], streams.width) {
            writeln!(streams.err, "{line}")?;
        }
        writeln!(streams.err)?;
    }
    Ok(())
}
