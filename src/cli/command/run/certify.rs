//! `run --certify`: files that let others check the answer.

use crate::certificate::{
    CertificateSubject, CertifiedEvidence, IssueError, IssuedCertificate, SolutionDigest, issue,
};
use crate::cli::command::export;
use crate::cli::embedded::spec_text;
use crate::cli::exit::{Exit, Failure};
use crate::cli::load::LoadedSpec;
use crate::cli::output::write_text;
use crate::cli::streams::Streams;
use crate::diag::escape;
use crate::ground::ground;
use crate::model::Model;
use crate::run::{Outcome, Request};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

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
pub(super) struct CertificateOutput<'a> {
    pub loaded: &'a LoadedSpec,
    /// Expression of `--count-by`.
    pub by: Option<&'a str>,
    pub path: &'a Path,
    pub interrupt: &'a Arc<AtomicBool>,
}

impl CertificateOutput<'_> {
    /// Writes the certificate of `outcome` and the files of its proof.
    pub fn write(
        &self,
        model: &Model,
        request: &Request,
        outcome: &Outcome,
        digest: &SolutionDigest<'_>,
        quiet: bool,
        streams: &mut Streams<'_>,
    ) -> Result<Exit, Failure> {
        let grounded = ground(model, request.up_to())?;
        let names = export::names(self.loaded, model, &grounded);
        let [formula, proof] = files_beside(self.path)?;
        let about = CertificateSubject {
            model,
            names: &names,
            spec: spec_text(self.loaded, model),
            by: self.by.map(str::to_owned),
            files: (name_of(&formula), name_of(&proof)),
            interrupt: Arc::clone(self.interrupt),
        };
        let IssuedCertificate { certificate, files } = match issue(about, request, outcome, digest) {
            Ok(issued) => issued,
            Err(why @ (IssueError::Incomplete | IssueError::Stopped)) => {
                writeln!(streams.err, "no certificate: {}", escape(&why.to_string()))?;
                let interrupted = self.interrupt.load(Ordering::Relaxed);
                return Ok(if interrupted { Exit::Interrupted } else { Exit::Limit });
            }
            Err(IssueError::Run(error)) => return Err(error.into()),
            Err(why @ (IssueError::TooMany | IssueError::NoSizes)) => {
                return Err(Failure::usage(why.to_string()));
            }
            Err(IssueError::Disagreement(words)) => return Err(Failure::Internal(words)),
        };
        if let Some((clauses, steps)) = files {
            write_text(Some(&formula), &clauses, streams)?;
            write_text(Some(&proof), &steps, streams)?;
        }
        write_text(Some(self.path), &certificate.text(), streams)?;
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

/// Summary of the evidence on one line.
fn summary(evidence: &CertifiedEvidence, path: &Path) -> String {
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
