//! `run --cross-check`: the answer of a second engine. Also keeps the digest of the solutions, which a certificate needs too.

use crate::certificate::{CrossCheck, MOST_LISTED, SolutionDigest, cross_check};
use crate::cli::exit::{Exit, Failure};
use crate::cli::streams::Streams;
use crate::diag::escape;
use crate::model::Model;
use crate::report::{Object, closing_line, stop_reason};
use crate::run::{Outcome, PresentedSolution, Request, Show};
use serde_json::json;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Digest of a run's solutions and the result of the cross-check.
pub(in crate::cli) struct Recorder<'m> {
    /// Digest of the solutions shown, if needed.
    digest: Option<SolutionDigest<'m>>,
    check: Option<CrossCheck>,
}

impl<'m> Recorder<'m> {
    /// Starts empty; takes a digest of the solutions only if `wanted`.
    pub fn new(model: &'m Model, wanted: bool) -> Self {
        Self { digest: wanted.then(|| SolutionDigest::new(model, &[], MOST_LISTED as usize)), check: None }
    }

    /// Digest of the solutions, if it was wanted.
    pub fn digest(&self) -> Option<&SolutionDigest<'m>> {
        self.digest.as_ref()
    }

    /// Wraps `show` to take a digest of the solutions.
    pub fn beside<'s>(&'s mut self, show: &'s mut dyn Show) -> DigestingShow<'s, 'm> {
        DigestingShow { show, digest: self.digest.as_mut() }
    }

    /// Runs the second engine.
    pub fn cross_check(
        &mut self,
        model: &Model,
        request: &Request,
        outcome: &Outcome,
        interrupt: &Arc<AtomicBool>,
    ) -> Result<(), Failure> {
        let Some(digest) = self.digest.as_ref().filter(|_| Exit::of(outcome) == Exit::Done) else {
            return Ok(());
        };
        let check = cross_check(model, request, interrupt, outcome, digest)?;
        if let CrossCheck::Differs { engine, what } = &check {
            let words = format!("{} and {engine} disagree; {what}", outcome.engine());
            return Err(Failure::Internal(words));
        }
        self.check = Some(check);
        Ok(())
    }

    /// The engine that agrees.
    pub fn second(&self) -> Option<&'static str> {
        match &self.check {
            Some(CrossCheck::Agrees { engine, .. }) => Some(engine),
            _ => None,
        }
    }

    /// Adds the result of the cross-check to the JSON object of the run.
    pub fn add_to(&self, object: &mut Object) {
        let value = match &self.check {
            None => return,
            Some(CrossCheck::Agrees { engine, on, .. }) => {
                json!({"engine": engine, "agrees": true, "on": on})
            }
            Some(CrossCheck::Stopped { engine, stop }) => {
                json!({"engine": engine, "agrees": null, "reason": stop_reason(*stop)})
            }
            Some(CrossCheck::Nobody(reasons)) => json!({"engine": null, "agrees": null, "reason": reasons}),
            Some(CrossCheck::Differs { .. }) => unreachable!("a disagreement has no object"),
        };
        object.add("cross_check", value);
    }

    /// Reports the result of the cross-check and returns the exit status. With `quiet`, reports only a missing comparison.
    pub fn tell(&self, quiet: bool, streams: &mut Streams<'_>) -> Result<Exit, Failure> {
        let (words, exit) = match &self.check {
            None => return Ok(Exit::Done),
            Some(CrossCheck::Agrees { outcome, engine, method, .. }) => {
                if quiet {
                    return Ok(Exit::Done);
                }
                (format!("cross-check: {engine} ({method}) agrees: {}", closing_line(outcome)), Exit::Done)
            }
            Some(CrossCheck::Stopped { engine, stop }) => (
                format!("cross-check: nothing compared; {engine} stopped: {}", stop_reason(*stop)),
                Exit::Limit,
            ),
            Some(CrossCheck::Nobody(reasons)) => (
                format!("cross-check: nothing compared; no second engine admits the problem: {reasons}"),
                Exit::Limit,
            ),
            Some(CrossCheck::Differs { .. }) => unreachable!("a disagreement ends the command"),
        };
        if !streams.json {
            writeln!(streams.err, "{}", escape(&words))?;
        }
        Ok(exit)
    }
}

/// Passes solutions on and adds them to a digest.
pub(in crate::cli) struct DigestingShow<'s, 'm> {
    show: &'s mut dyn Show,
    digest: Option<&'s mut SolutionDigest<'m>>,
}

impl Show for DigestingShow<'_, '_> {
    fn solution(&mut self, shown: &PresentedSolution) -> ControlFlow<()> {
        if let Some(digest) = &mut self.digest {
            digest.note(&shown.diagram);
        }
        self.show.solution(shown)
    }
}
