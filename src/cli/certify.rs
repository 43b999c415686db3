//! `run --cross-check` and `run --certify`: the answer of a second engine, and files that let others check the answer.

use super::command::{export, run};
use super::exit::{Exit, Failure};
use super::load::Loaded;
use super::output::write_whole;
use super::streams::Streams;
use crate::certificate::{
    About, CrossCheck, Digest, Evidence, Issued, MOST_LISTED, SpecText, Text, Unissued, cross_check,
    fingerprint, issue,
};
use crate::diag::escape;
use crate::ground::ground;
use crate::model::Model;
use crate::report::{Object, closing_line, stop_reason};
use crate::run::{Outcome, Request, Show, Shown};
use serde_json::json;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Digest of a run's solutions and the result of the cross-check.
pub(super) struct Recorder<'m> {
    /// Digest of the solutions shown, if needed.
    digest: Option<Digest<'m>>,
    check: Option<CrossCheck>,
}

impl<'m> Recorder<'m> {
    /// Starts empty; takes a digest of the solutions only if `wanted`.
    pub fn new(model: &'m Model, wanted: bool) -> Self {
        Self { digest: wanted.then(|| Digest::new(model, &[], MOST_LISTED as usize)), check: None }
    }

    /// Wraps `show` to take a digest of the solutions.
    pub fn beside<'s>(&'s mut self, show: &'s mut dyn Show) -> Beside<'s, 'm> {
        Beside { show, digest: self.digest.as_mut() }
    }

    /// Runs the second engine.
    pub fn cross_check(
        &mut self,
        model: &Model,
        request: &Request,
        outcome: &Outcome,
        interrupt: &Arc<AtomicBool>,
    ) -> Result<(), Failure> {
        let Some(digest) = self.digest.as_ref().filter(|_| run::exit_of(outcome) == Exit::Done) else {
            return Ok(());
        };
        let check = cross_check(model, request, interrupt, outcome, digest).map_err(|e| run::failure(&e))?;
        if let CrossCheck::Differs { engine, what } = &check {
            let words = format!("{} and {engine} disagree; {what}", outcome.engine());
            return Err(Failure::Internal(words));
        }
        self.check = Some(check);
        Ok(())
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
pub(super) struct Beside<'s, 'm> {
    show: &'s mut dyn Show,
    digest: Option<&'s mut Digest<'m>>,
}

impl Show for Beside<'_, '_> {
    fn solution(&mut self, shown: &Shown) -> ControlFlow<()> {
        if let Some(digest) = &mut self.digest {
            digest.note(&shown.diagram);
        }
        self.show.solution(shown)
    }
}

/// Checks before a long run that the certificate can be written after it.
pub(super) fn check_place(path: &Path) -> Result<(), Failure> {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() && !folder.is_dir() => {
            Err(Failure::Usage(format!("there is no folder `{}` for the certificate", folder.display())))
        }
        _ if path.is_dir() => Err(Failure::Usage(format!("`{}` is a folder", path.display()))),
        _ => Ok(()),
    }
}

/// A certificate to write.
pub(super) struct Certifying<'a> {
    pub loaded: &'a Loaded,
    /// Expression of `--count-by`.
    pub by: Option<&'a str>,
    pub path: &'a Path,
    pub interrupt: &'a Arc<AtomicBool>,
}

impl Certifying<'_> {
    /// Writes the certificate of `outcome` and the files of its proof.
    pub fn write(
        &self,
        model: &Model,
        request: &Request,
        outcome: &Outcome,
        noted: &Recorder<'_>,
        quiet: bool,
        streams: &mut Streams<'_>,
    ) -> Result<Exit, Failure> {
        let digest = noted.digest.as_ref().expect("noted for a certificate");
        let grounded = ground(model, request.translations).map_err(|e| Failure::usage(e.to_string()))?;
        let names = export::names(self.loaded, model, &grounded);
        let [formula, proof] = files_beside(self.path)?;
        let about = About {
            model,
            names: &names,
            spec: spec_text(self.loaded, model),
            by: self.by.map(str::to_owned),
            files: (name_of(&formula), name_of(&proof)),
            interrupt: Arc::clone(self.interrupt),
        };
        let Issued { certificate, files } = match issue(about, request, outcome, digest) {
            Ok(issued) => issued,
            Err(why @ (Unissued::Incomplete | Unissued::Stopped)) => {
                writeln!(streams.err, "no certificate: {}", escape(&why.to_string()))?;
                let interrupted = self.interrupt.load(Ordering::Relaxed);
                return Ok(if interrupted { Exit::Interrupted } else { Exit::Limit });
            }
            Err(Unissued::Run(error)) => return Err(run::failure(&error)),
            Err(Unissued::TooMany) => return Err(Failure::usage(Unissued::TooMany.to_string())),
            Err(Unissued::Disagreement(words)) => return Err(Failure::Internal(words)),
        };
        if let Some((clauses, steps)) = files {
            write_whole(Some(&formula), streams, None, |out| out.write_all(clauses.as_bytes()))?;
            write_whole(Some(&proof), streams, None, |out| out.write_all(steps.as_bytes()))?;
        }
        let text = certificate.text();
        write_whole(Some(self.path), streams, None, |out| out.write_all(text.as_bytes()))?;
        if !quiet && !streams.json {
            writeln!(streams.err, "certificate: {}", escape(&summary(&certificate.evidence, self.path)))?;
        }
        Ok(Exit::Done)
    }
}

/// Paths of formula and proof for the certificate at `path`.
pub(super) fn files_beside(path: &Path) -> Result<[PathBuf; 2], Failure> {
    Ok([beside(path, "cnf")?, beside(path, "drat")?])
}

/// Path of the file with the extension `ending` beside the certificate.
fn beside(certificate: &Path, ending: &str) -> Result<PathBuf, Failure> {
    let path = match certificate.extension() {
        Some(json) if json == "json" => certificate.with_extension(ending),
        _ => {
            let mut name = certificate.as_os_str().to_owned();
            name.push(format!(".{ending}"));
            PathBuf::from(name)
        }
    };
    if path.file_name().and_then(|n| n.to_str()).is_none() {
        return Err(Failure::usage(
            "the name of the certificate is not valid text; use a name such as --certify answer.json",
        ));
    }
    Ok(path)
}

fn name_of(path: &Path) -> String {
    path.file_name().and_then(|n| n.to_str()).expect("checked when it was made").to_owned()
}

/// Texts and parameters of a spec, with their hash.
pub(super) fn spec_text(loaded: &Loaded, model: &Model) -> SpecText {
    let text = |s: &crate::text::Source| Text { name: s.name.to_string(), text: s.text.to_string() };
    let params = model.params.iter().map(|(name, value)| (name.to_string(), *value)).collect();
    let mut spec = SpecText { texts: loaded.written().map(text).collect(), params, sha256: String::new() };
    spec.sha256 = fingerprint(&spec);
    spec
}

/// Summary of the evidence on one line.
fn summary(evidence: &Evidence, path: &Path) -> String {
    let mut parts = vec![path.display().to_string()];
    match (&evidence.solutions, &evidence.cubes) {
        (Some(solutions), _) if solutions.is_empty() => parts.push("no solution".to_owned()),
        (Some(solutions), _) => {
            let s = if solutions.len() == 1 { "" } else { "s" };
            parts.push(format!("{} solution{s} listed", solutions.len()));
        }
        (None, Some(cubes)) => {
            let s = if cubes.len() == 1 { "" } else { "s" };
            parts.push(format!("numbers in {} cube{s}", cubes.len()));
        }
        (None, None) => {}
    }
    if let Some(proof) = &evidence.proof {
        let s = if proof.steps == 1 { "" } else { "s" };
        parts.push(format!(
            "a proof of {} step{s} in {} of {}",
            proof.steps, proof.proof.file, proof.formula.file
        ));
    }
    parts.extend(evidence.unproved.as_ref().map(|why| format!("not fully proved ({why})")));
    parts.extend(evidence.second.as_ref().map(|s| format!("{} agrees", s.engine)));
    parts.join("; ")
}
