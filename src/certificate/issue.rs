//! Writing a certificate: further searches gather the evidence for an answer after it is found.
//!
//! A complete list of at most [`MOST_LISTED`] solutions is written out and proved to be complete; one proof shows both that
//! there is no other solution and (with an objective) no better one. Longer lists are summed by cube, twice, by engines of
//! different families. If one optimal solution is requested, the proof shows only that there is no better one. The proof is
//! found by clause learning without symmetry breaking, since a formula with symmetry breaking is no longer the spec's; six
//! queens and six knights on the chessboard take it some two thousand conflicts, so nothing more is needed. If the proof
//! exceeds a limit, a second engine is asked.

mod cubes;

use super::digest::SolutionDigest;
use super::document::{
    Certificate, CertifiedAnswer, CertifiedEvidence, HashedFile, ProofFile, QueryForm, Question, SecondRun,
};
use super::formula::{denied, formula};
use super::hash::sha256;
use super::second::{CrossCheck, cross_check, rest_of};
use super::spec_text::SpecText;
use crate::engine::{Control, Denial, EngineError, Job, Refutation, clauses, denying, refute};
use crate::export::ExportNames;
use crate::ground::{GroundedProblem, ground};
use crate::model::Model;
use crate::problem::{ChoiceId, Problem};
use crate::proof::write_trace;
use crate::report::{board_value, placement_value, stop_reason};
use crate::run::{Order, Outcome, Query, Request, RunError, Status, job, run};
use num_bigint::BigUint;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Maximum number of solutions in a list.
pub const MOST_LISTED: u64 = 10_000;
/// Maximum number of literals that exclude the listed solutions: one for each choice and solution.
const MOST_LITERALS: u64 = 20_000_000;

/// The number of solutions, if it is small enough to list them all and prove that the list is complete.
pub(super) fn listable(solutions: &BigUint, problem: &Problem) -> Option<u64> {
    let choices = problem.choices.len() as u64;
    u64::try_from(solutions).ok().filter(|&n| n <= MOST_LISTED && n * choices <= MOST_LITERALS)
}

/// Subject of a certificate.
pub struct CertificateSubject<'a> {
    pub model: &'a Model,
    /// Names for the formula.
    pub names: &'a ExportNames,
    /// The texts and parameters with their hash.
    pub spec: SpecText,
    /// The expression to count by, from the command line.
    pub by: Option<String>,
    /// Names of the formula's file and of the proof's file.
    pub files: (String, String),
    /// Ends the searches when set.
    pub interrupt: Arc<AtomicBool>,
}

/// A certificate, and the contents of the files beside it.
#[derive(Clone, Debug)]
pub struct IssuedCertificate {
    pub certificate: Certificate,
    /// Formula and proof, if there is a proof.
    pub files: Option<(String, String)>,
}

/// Reason why there is no certificate.
#[derive(Debug, thiserror::Error)]
pub enum IssueError {
    /// The run was stopped.
    #[error("the answer is not complete")]
    Incomplete,
    /// The search for its evidence was stopped.
    #[error("the search for its evidence was stopped")]
    Stopped,
    /// More solutions were requested than can be listed.
    #[error("a certificate lists at most {MOST_LISTED} solutions; request fewer, or all")]
    TooMany,
    /// The orbits of a large group were only counted.
    #[error(
        "a certificate needs the size of each orbit, but a group this large only counts them; list the solutions instead"
    )]
    NoSizes,
    /// A search failed.
    #[error(transparent)]
    Run(#[from] RunError),
    /// Two engines disagree: a bug.
    #[error("{0}")]
    Disagreement(String),
}

impl From<EngineError> for IssueError {
    fn from(error: EngineError) -> Self {
        Self::Run(error.into())
    }
}

impl From<crate::ground::TooLarge> for IssueError {
    fn from(error: crate::ground::TooLarge) -> Self {
        Self::Run(error.into())
    }
}

/// Creates the certificate of `outcome`, which answers `request`. `seen`: the solutions that were shown.
///
/// # Errors
/// If the answer is not complete, if too many solutions are requested, and for faults of the program.
pub fn issue(
    about: CertificateSubject<'_>,
    request: &Request,
    outcome: &Outcome,
    seen: &SolutionDigest<'_>,
) -> Result<IssuedCertificate, IssueError> {
    if outcome.status() != Status::Complete {
        return Err(IssueError::Incomplete);
    }
    if outcome.orbits().is_some_and(|table| !table.has_sizes()) {
        return Err(IssueError::NoSizes);
    }
    let grounded = ground(about.model, request.up_to())?;
    let issuer = Issuer { about: &about, request, outcome, grounded: &grounded };
    let (evidence, files) = issuer.evidence(seen)?;
    let question = issuer.question();
    let mut answer = answer_of(outcome);
    if let (false, Some(found)) = (answer.complete, &evidence.solutions) {
        // Up to symmetry, the run finds more solutions than requested, and how many depends on the order.
        answer.solutions = found.len().to_string();
        answer.orbits = None;
    }
    let certificate = Certificate::new(
        (about.spec.clone(), grounded.problem.digest().to_string()),
        question,
        answer,
        outcome.engine(),
        evidence,
    );
    Ok(IssuedCertificate { certificate, files })
}

fn answer_of(outcome: &Outcome) -> CertifiedAnswer {
    let texts = |values: &[i64]| values.iter().map(ToString::to_string).collect();
    CertifiedAnswer {
        satisfiable: outcome.satisfiable() == Some(true),
        optimum: outcome.best().map(texts),
        solutions: outcome.count().to_string(),
        complete: outcome.is_exhausted(),
        by: outcome.by().map(|by| by.iter().map(|(v, n)| (v.to_string(), n.to_string())).collect()),
        orbits: outcome.orbits().map(|t| t.rows().map(|(s, n)| (s.to_string(), n.to_string())).collect()),
    }
}

struct Issuer<'a> {
    about: &'a CertificateSubject<'a>,
    request: &'a Request,
    outcome: &'a Outcome,
    grounded: &'a GroundedProblem,
}

type Files = Option<(String, String)>;

impl Issuer<'_> {
    fn question(&self) -> Question {
        let (find, limit) = match self.request.query {
            Query::All => (QueryForm::All, None),
            Query::First(k) => (QueryForm::First, Some(k)),
            Query::Count => (QueryForm::Count, None),
            Query::CountBy(()) => (QueryForm::CountBy, None),
        };
        let up_to_symmetry = self.request.up_to_symmetry;
        Question {
            find,
            limit,
            by: self.about.by.clone(),
            up_to_symmetry,
            translations: self.request.translations,
            exchange: self.request.up_to().exchange,
        }
    }

    fn evidence(&self, seen: &SolutionDigest<'_>) -> Result<(CertifiedEvidence, Files), IssueError> {
        let values = self.outcome.best().map(<[i64]>::to_vec).unwrap_or_default();
        if !self.outcome.is_exhausted() {
            if seen.count() > seen.kept().len() as u64 {
                return Err(IssueError::TooMany);
            }
            let solutions = Some(seen.kept().iter().map(|d| board_value(self.about.model, d)).collect());
            let evidence = CertifiedEvidence { solutions, ..CertifiedEvidence::default() };
            // A solution is its own evidence; that none is better needs a proof.
            return match values.is_empty() {
                true => Ok((evidence, None)),
                false => self.prove(evidence, &Denial { values, better: true, listed: Vec::new() }),
            };
        }
        let Some(count) = listable(self.outcome.count(), &self.grounded.problem) else {
            return self.cubes(values);
        };
        let listed = self.list(count)?;
        let boards =
            listed.iter().map(|s| board_value(self.about.model, &self.grounded.diagram(s))).collect();
        let evidence = CertifiedEvidence { solutions: Some(boards), ..CertifiedEvidence::default() };
        self.prove(evidence, &Denial { values, better: false, listed })
    }

    /// A request for all solutions, in any order, without limits on their number, which is known to be small.
    fn all(&self, engine: Option<&str>) -> Request {
        Request {
            query: Query::All,
            up_to_symmetry: false,
            orbits: false,
            describe: false,
            members: false,
            most: None,
            order: Order::Found,
            engine: engine.map(str::to_owned),
            ..rest_of(self.request, self.outcome)
        }
    }

    /// All solutions, which must be `count`.
    fn list(&self, count: u64) -> Result<Vec<Vec<ChoiceId>>, IssueError> {
        let mut digest = SolutionDigest::new(self.about.model, &[], MOST_LISTED as usize + 1);
        let again = run(self.about.model, &self.all(None), &self.about.interrupt, &mut digest)?;
        if again.status() != Status::Complete {
            return Err(IssueError::Stopped);
        }
        if digest.count() != count {
            return Err(IssueError::Disagreement(format!(
                "{} solutions were counted by {}, but {} were found by {}",
                count,
                self.outcome.engine(),
                digest.count(),
                again.engine()
            )));
        }
        let mut kept = digest.kept().to_vec();
        kept.sort();
        let known = |d| self.grounded.choices(d).expect("what was found is made of choices");
        Ok(kept.iter().map(known).collect())
    }

    /// Adds a proof of `denial`, or the reason why there is none and the answer of a second engine.
    fn prove(
        &self,
        mut evidence: CertifiedEvidence,
        denial: &Denial,
    ) -> Result<(CertifiedEvidence, Files), IssueError> {
        let rest = rest_of(self.request, self.outcome);
        let control = Control::new(Arc::clone(&self.about.interrupt), rest.limits);
        let problem = match self.grounded.problem.lowered() {
            Ok(problem) => problem,
            Err(limit) => return self.unproved(evidence, limit.to_string()),
        };
        let job = Job { problem: &problem, ..job(self.grounded, self.request) };
        let why = match refute(&job, denial, &control)? {
            Refutation::Proof(trace) => {
                let formula = formula(&problem, self.about.names, denial);
                let proof = write_trace(&trace);
                let steps = trace.iter().filter(|s| s.0 == crate::proof::DratStep::Add).count();
                evidence.proof = Some(self.proof_file(&problem, denial, (&formula, &proof), steps));
                return Ok((evidence, Some((formula, proof))));
            }
            Refutation::Counterexample(chosen) => {
                let board = board_value(self.about.model, &self.grounded.diagram(&chosen));
                let engine = self.outcome.engine();
                return Err(IssueError::Disagreement(format!(
                    "{engine} missed the solution {board}, which the search for a proof found"
                )));
            }
            Refutation::Stopped(crate::engine::Stop::Interrupted) => return Err(IssueError::Stopped),
            Refutation::Stopped(stop) => stop_reason(stop).to_owned(),
            Refutation::TooLong(most) => format!("the proof would have more than {most} literals"),
        };
        self.unproved(evidence, why)
    }

    /// Adds the reason why there is no proof, and the answer of a second engine.
    fn unproved(
        &self,
        mut evidence: CertifiedEvidence,
        why: String,
    ) -> Result<(CertifiedEvidence, Files), IssueError> {
        evidence.unproved = Some(why);
        evidence.second = self.second()?;
        Ok((evidence, None))
    }

    /// Describes the proof about `problem`, which has no graphs and routes.
    fn proof_file(
        &self,
        problem: &Problem,
        denial: &Denial,
        (formula, proof): (&str, &str),
        steps: usize,
    ) -> ProofFile {
        let name = |file: &str, text: &str| HashedFile { file: file.to_owned(), sha256: sha256(text) };
        let own = clauses(problem).list.len();
        let placement = |c: ChoiceId| {
            let diagram = self.grounded.diagram(&[c]);
            placement_value(self.about.model, &diagram.placements()[0])
        };
        ProofFile {
            denies: denied(denial),
            formula: name(&self.about.files.0, formula),
            proof: name(&self.about.files.1, proof),
            clauses: (denying(problem, denial).list.len(), own),
            steps,
            variables: problem.choice_ids().map(placement).collect(),
        }
    }

    fn second(&self) -> Result<Option<SecondRun>, IssueError> {
        let seen = SolutionDigest::new(self.about.model, &[], 0);
        // Solutions are listed in the certificate; numbers are enough here.
        let request = match self.request.query {
            Query::All => Request { query: Query::Count, ..self.request.clone() },
            _ => self.request.clone(),
        };
        match cross_check(self.about.model, &request, &self.about.interrupt, self.outcome, &seen)? {
            CrossCheck::Agrees { engine, method, on, .. } => {
                Ok(Some(SecondRun { engine: engine.to_owned(), method: method.to_owned(), agrees_on: on }))
            }
            CrossCheck::Differs { engine, what } => {
                Err(IssueError::Disagreement(format!("{engine} disagrees: {what}")))
            }
            CrossCheck::Stopped { .. } | CrossCheck::Nobody(_) => Ok(None),
        }
    }
}
