//! Checking a certificate. No engine runs: solutions are judged by the rules, numbers are counted again, the formula is
//! derived again from the spec and compared, and the proof is checked by unit propagation.
//!
//! Every claim is either checked or listed as unproved with the engines that made it. A claim that is neither proved nor
//! excused, and a document that contradicts itself, are faults. The result also names what a proof rests on: that the clauses
//! mean the same as the rules (the engine `sat` uses the same encoding, and the project's tests compare it with the rules).

mod cubes;
mod proof;
mod question;
mod standing;

use super::{Certificate, CertifiedEvidence, fingerprint};
use crate::export::ExportNames;
use crate::ground::{GroundedProblem, OrbitGroup, ground};
use crate::model::{Diagram, Model, Query, judge, objective_values, value};
use crate::report::parse_board;
use crate::run::Orbits;
use num_bigint::BigUint;
use std::collections::{BTreeMap, BTreeSet};

/// Contents of the files beside a certificate, as far as they exist.
#[derive(Clone, Copy, Debug, Default)]
pub struct Contents<'a> {
    pub formula: Option<&'a str>,
    pub proof: Option<&'a str>,
}

/// Result of a verification.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verification {
    /// Claims that hold, a clause each.
    pub checked: Vec<String>,
    /// Assumptions they rest on, a clause each.
    pub trusted: Vec<String>,
    /// Claims of the certificate that were not proved, a clause each.
    pub unproved: Vec<String>,
}

/// A fault of a certificate.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct CertificateFault {
    /// Key in the document, with dots.
    pub key: &'static str,
    /// The difference, a clause.
    pub message: String,
    /// True if the fault is in the proof.
    pub of_proof: bool,
}

/// Longest number accepted: no number of solutions has more digits.
const MAX_DIGITS: usize = 100_000;

fn fault<T>(key: &'static str, message: impl Into<String>) -> Result<T, CertificateFault> {
    Err(CertificateFault { key, message: message.into(), of_proof: false })
}

/// Checks `certificate`, whose spec gives `model` and `names`.
///
/// # Errors
/// The first fault.
pub fn verify(
    certificate: &Certificate,
    model: &Model,
    names: &ExportNames,
    contents: Contents<'_>,
) -> Result<Verification, CertificateFault> {
    let found = fingerprint(&certificate.spec);
    if found != certificate.spec.sha256 {
        return fault("spec.sha256", format!("the texts and parameters have the hash {found}"));
    }
    let params: Vec<(String, i64)> = model.params.iter().map(|(n, v)| (n.to_string(), *v)).collect();
    if params != certificate.spec.params {
        return fault("spec.params", "these are not the parameters of the spec".to_owned());
    }
    let grounded = ground(model, certificate.question.up_to()).map_err(|e| CertificateFault {
        key: "spec.texts",
        message: e.to_string(),
        of_proof: false,
    })?;
    if let Some(OrbitGroup { permutations: Err(error), .. }) = &grounded.exchange {
        return fault("question.exchange", error.to_string());
    }
    let digest = grounded.problem.digest().to_string();
    if digest != certificate.problem {
        let program = &certificate.program;
        let message =
            format!("this program reads the spec as the problem {digest}; {program} wrote the certificate");
        return fault("problem", message);
    }
    let mut verifier =
        Verifier { certificate, model, names, grounded: &grounded, verified: Verification::default() };
    verifier.checked("the texts and parameters of the spec match their hash and the digest of the problem");
    verifier.question()?;
    let listed = verifier.solutions()?;
    verifier.cubes()?;
    verifier.second()?;
    verifier.proof(listed.as_deref(), contents)?;
    verifier.standing(listed.is_some())?;
    // Last, since every other message is more specific.
    let found = certificate.own_digest();
    if found != certificate.digest {
        return fault("digest", format!("the document was edited: its digest is {found}"));
    }
    Ok(verifier.verified)
}

struct Verifier<'a> {
    certificate: &'a Certificate,
    model: &'a Model,
    names: &'a ExportNames,
    grounded: &'a GroundedProblem,
    verified: Verification,
}

impl Verifier<'_> {
    fn checked(&mut self, what: impl Into<String>) {
        self.verified.checked.push(what.into());
    }

    fn evidence(&self) -> &CertifiedEvidence {
        &self.certificate.evidence
    }

    fn optimum(&self) -> Result<Vec<i64>, CertificateFault> {
        let texts = self.certificate.answer.optimum.iter().flatten();
        let values = texts.map(|t| integer(t)).collect::<Option<Vec<i64>>>();
        let objectives = if self.certificate.answer.satisfiable { self.model.objectives.len() } else { 0 };
        let is_there = self.certificate.answer.optimum.is_some() == (objectives > 0);
        match values {
            Some(values) if is_there && values.len() == objectives => Ok(values),
            _ => fault("answer.optimum", "expected one value for each objective of the spec"),
        }
    }

    /// Judges the solutions and compares their numbers with the answer; returns them if there is a list.
    fn solutions(&mut self) -> Result<Option<Vec<Diagram>>, CertificateFault> {
        let boards = match (&self.evidence().solutions, &self.evidence().cubes) {
            (Some(boards), None) => boards,
            (None, Some(_)) if self.certificate.answer.complete => return Ok(None),
            (Some(_), Some(_)) => return fault("evidence", "there are both solutions and cubes"),
            (None, _) => return fault("evidence", "there are neither solutions nor cubes"),
        };
        let optimum = self.optimum()?;
        let mut diagrams = Vec::new();
        for (i, board) in boards.iter().enumerate() {
            let at = |words: String| CertificateFault {
                key: "evidence.solutions",
                message: format!("solution {}: {words}", i + 1),
                of_proof: false,
            };
            let diagram = parse_board(self.model, board).map_err(at)?;
            if let Some(violation) = judge(self.model, &diagram).first() {
                return Err(at(violation.message.clone()));
            }
            let values = objective_values(self.model, &diagram);
            if values != optimum {
                return Err(at(format!("its value is {}, not {}", told(&values), told(&optimum))));
            }
            diagrams.push(diagram);
        }
        self.differ(&diagrams)?;
        self.numbers(&diagrams)?;
        self.checked(kept(diagrams.len(), &optimum));
        Ok(Some(diagrams))
    }

    /// Checks that no solution is listed twice.
    fn differ(&self, diagrams: &[Diagram]) -> Result<(), CertificateFault> {
        let distinct: BTreeSet<&Diagram> = diagrams.iter().collect();
        match diagrams.len() - distinct.len() {
            0 => Ok(()),
            1 => fault("evidence.solutions", "1 of the solutions is a duplicate"),
            n => fault("evidence.solutions", format!("{n} of the solutions are duplicates")),
        }
    }

    /// Counts the solutions again and compares with the numbers of the answer.
    fn numbers(&mut self, diagrams: &[Diagram]) -> Result<(), CertificateFault> {
        let answer = &self.certificate.answer;
        if answer.solutions != diagrams.len().to_string() {
            return fault(
                "answer.solutions",
                format!("the answer says {}, but {} are listed", answer.solutions, diagrams.len()),
            );
        }
        let question = &self.certificate.question;
        if answer.complete {
            return self.tables(diagrams);
        }
        match question.limit {
            Some(limit) if limit != diagrams.len() as u64 => {
                fault("question.limit", format!("{limit} are requested, but {} are listed", diagrams.len()))
            }
            _ if question.up_to_symmetry => self.apart(diagrams),
            _ => Ok(()),
        }
    }

    /// Checks that no symmetry maps one of these solutions to another.
    fn apart(&self, diagrams: &[Diagram]) -> Result<(), CertificateFault> {
        let orbits = Orbits::new(self.grounded.orbit_group());
        let least = |d| self.grounded.choices(d).and_then(|chosen| orbits.images(&chosen).into_iter().min());
        let distinct: BTreeSet<_> = diagrams.iter().map(least).collect();
        match distinct.len() == diagrams.len() {
            true => Ok(()),
            false => fault("evidence.solutions", "two of the solutions are the same up to symmetry"),
        }
    }

    /// Compares the orbits and values of a complete list with the answer.
    fn tables(&mut self, diagrams: &[Diagram]) -> Result<(), CertificateFault> {
        let (answer, question) = (&self.certificate.answer, &self.certificate.question);
        let mut orbits = Orbits::new(self.grounded.orbit_group());
        let (mut sizes, mut by) = (BTreeMap::<usize, u64>::new(), BTreeMap::<i64, u64>::new());
        for (i, diagram) in diagrams.iter().enumerate() {
            let Some(chosen) = self.grounded.choices(diagram) else {
                return fault(
                    "evidence.solutions",
                    format!("solution {}: it does not satisfy the clauses", i + 1),
                );
            };
            let size = orbits.size_if_canonical(&chosen);
            size.into_iter().for_each(|size| *sizes.entry(size).or_default() += 1);
            if let (Query::CountBy(linear), true) =
                (&self.model.find.query, size.is_some() || !question.up_to_symmetry)
            {
                *by.entry(value(self.model, diagram, linear)).or_default() += 1;
            }
        }
        let whole: u64 = sizes.iter().map(|(&size, n)| size as u64 * n).sum();
        if whole != diagrams.len() as u64 {
            let listed = diagrams.len();
            return fault(
                "evidence.solutions",
                format!("the orbits of the solutions have {whole} members, but {listed} are listed"),
            );
        }
        let sizes: Vec<_> = sizes.iter().rev().map(|(s, n)| (s.to_string(), n.to_string())).collect();
        if let Some(said) = answer.orbits.as_ref().filter(|said| **said != sizes) {
            return fault(
                "answer.orbits",
                format!("the answer says {}, the solutions have {}", table(said), table(&sizes)),
            );
        }
        let by: Vec<_> = by.iter().map(|(v, n)| (v.to_string(), n.to_string())).collect();
        if let Some(said) = answer.by.as_ref().filter(|said| **said != by) {
            return fault(
                "answer.by",
                format!("the answer says {}, the solutions have {}", table(said), table(&by)),
            );
        }
        Ok(())
    }
}

/// The message about solutions that were judged.
fn kept(solutions: usize, optimum: &[i64]) -> String {
    let best = |verb: &str| match optimum {
        [] => String::new(),
        values => format!(", and {verb} the value {}", told(values)),
    };
    match solutions {
        0 => "no solution is listed".to_owned(),
        1 => format!("1 solution satisfies all rules{}", best("has")),
        n => format!("{n} solutions satisfy all rules and differ from each other{}", best("have")),
    }
}

/// An integer in canonical decimal form.
fn integer(text: &str) -> Option<i64> {
    text.parse().ok().filter(|n: &i64| n.to_string() == text)
}

/// A natural number in canonical decimal form.
fn natural(text: &str) -> Option<BigUint> {
    let digits = !text.is_empty() && text.len() <= MAX_DIGITS && text.bytes().all(|b| b.is_ascii_digit());
    let canonical = digits && (text.len() == 1 || !text.starts_with('0'));
    canonical.then(|| text.parse().ok()).flatten()
}

fn told(values: &[i64]) -> String {
    values.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

fn table(rows: &[(String, String)]) -> String {
    rows.iter().map(|(a, b)| format!("{b} of {a}")).collect::<Vec<_>>().join(", ")
}

pub(super) fn plural(n: usize, noun: &str) -> String {
    format!("{n} {noun}{}", if n == 1 { "" } else { "s" })
}
