//! Writing a certificate: what evidence an answer can have is gathered after it, by further searches.
//!
//! A complete list of no more than [`MOST_LISTED`] solutions is written out and proved to be complete; the proof denies in
//! one go that there is another solution and (with an objective) a better one. Longer lists are summed up by cubes, twice,
//! by engines of different families. Where one solution of the best is wanted, the proof denies better ones only. The proof
//! is searched by clause learning without breaking symmetry, since a formula with symmetry breaking is no longer the
//! spec's; six queens and six knights on the chessboard take it some two thousand conflicts, so nothing more is needed there.
//! Where the proof passes a limit, a second engine is asked.

use super::digest::{Sum, cube_placements};
use super::document::*;
use super::second::{CrossCheck, cross_check, independent, rest_of};
use super::{Digest, sha256};
use crate::engine::{Control, Denial, EngineError, Refutation, clauses, denying, refute};
use crate::export::{Names, write_denial};
use crate::ground::{Grounded, ground};
use crate::model::{Model, Placement};
use crate::problem::{ChoiceId, Objective};
use crate::proof::write_trace;
use crate::report::{board_value, placement_value, stop_reason};
use crate::run::{Order, Outcome, Request, RunError, Status, Wanted, job, run, tabulate};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// More solutions than this are not listed.
pub const MOST_LISTED: u64 = 10_000;
/// Lists of which no other solution is to be found cost a literal for each choice and solution; no more than this.
const MOST_LITERALS: u64 = 20_000_000;
/// Up to so many solutions are all met again to add up their hashes; beyond they are only counted.
const MOST_HASHED: u64 = 5_000_000;

/// What a certificate is about.
pub struct About<'a> {
    /// The model that was solved.
    pub model: &'a Model,
    /// What things are called.
    pub names: &'a Names,
    /// The texts, parameters and their hash.
    pub spec: SpecText,
    /// The expression that the command line asked to count by.
    pub by: Option<String>,
    /// Name of the formula's and of the proof's file.
    pub files: (String, String),
    /// Ends the searches, once set.
    pub interrupt: Arc<AtomicBool>,
}

/// A certificate, and the contents of the files beside it.
#[derive(Clone, Debug)]
pub struct Issued {
    /// The document.
    pub certificate: Certificate,
    /// Formula and proof, where there is a proof.
    pub files: Option<(String, String)>,
}

/// Why there is no certificate.
#[derive(Debug, thiserror::Error)]
pub enum Unissued {
    /// The run was stopped.
    #[error("the answer is not complete")]
    Incomplete,
    /// The search for its evidence was stopped.
    #[error("it was stopped before its evidence was gathered")]
    Stopped,
    /// So many solutions were asked for that they cannot be listed.
    #[error("a certificate lists at most {MOST_LISTED} solutions; ask for fewer, or for all")]
    TooMany,
    /// A search failed.
    #[error(transparent)]
    Run(#[from] RunError),
    /// Two engines do not agree: a bug.
    #[error("{0}")]
    Disagreement(String),
}

impl From<EngineError> for Unissued {
    fn from(error: EngineError) -> Self {
        Self::Run(error.into())
    }
}

impl From<crate::ground::TooLarge> for Unissued {
    fn from(error: crate::ground::TooLarge) -> Self {
        Self::Run(error.into())
    }
}

/// The certificate of `outcome`, which answers `request`. `seen`: the solutions that were shown.
///
/// # Errors
/// Where the answer is not complete, where too many solutions are asked for, and for faults of the program.
pub fn issue(
    about: About<'_>,
    request: &Request,
    outcome: &Outcome,
    seen: &Digest<'_>,
) -> Result<Issued, Unissued> {
    if outcome.status() != Status::Complete {
        return Err(Unissued::Incomplete);
    }
    let grounded = ground(about.model, request.translations)?;
    let issuer = Issuer { about: &about, request, outcome, grounded: &grounded };
    let (evidence, files) = issuer.evidence(seen)?;
    let question = issuer.question();
    let mut answer = answer_of(outcome);
    if let (false, Some(found)) = (answer.complete, &evidence.solutions) {
        // Up to symmetry more were met than were asked for, and how many depends on the order.
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
    Ok(Issued { certificate, files })
}

/// The answer as a certificate says it.
fn answer_of(outcome: &Outcome) -> Answer {
    let texts = |values: &[i64]| values.iter().map(ToString::to_string).collect();
    Answer {
        satisfiable: outcome.satisfiable() == Some(true),
        optimum: outcome.best().map(texts),
        solutions: outcome.count().to_string(),
        complete: outcome.is_exhausted(),
        by: outcome.by().map(|by| by.iter().map(|(v, n)| (v.to_string(), n.to_string())).collect()),
        orbits: outcome.orbits().map(|t| t.rows().map(|(s, n)| (s.to_string(), n.to_string())).collect()),
    }
}

struct Issuer<'a> {
    about: &'a About<'a>,
    request: &'a Request,
    outcome: &'a Outcome,
    grounded: &'a Grounded,
}

/// By cube: how many solutions, and the sum of their hashes where it is known.
type Sums = Vec<(String, Option<String>)>;

/// Formula and proof as texts.
type Files = Option<(String, String)>;

impl Issuer<'_> {
    fn question(&self) -> Question {
        let (find, limit) = match self.request.wanted {
            Wanted::All => (Find::All, None),
            Wanted::First(k) => (Find::First, Some(k)),
            Wanted::Count => (Find::Count, None),
            Wanted::CountBy => (Find::CountBy, None),
        };
        let up_to_symmetry = self.request.up_to_symmetry;
        Question {
            find,
            limit,
            by: self.about.by.clone(),
            up_to_symmetry,
            translations: self.request.translations,
        }
    }

    fn evidence(&self, seen: &Digest<'_>) -> Result<(Evidence, Files), Unissued> {
        let values = self.outcome.best().map(<[i64]>::to_vec).unwrap_or_default();
        if !self.outcome.is_exhausted() {
            if seen.count() > seen.kept().len() as u64 {
                return Err(Unissued::TooMany);
            }
            let solutions = Some(seen.kept().iter().map(|d| board_value(self.about.model, d)).collect());
            let evidence = Evidence { solutions, ..Evidence::default() };
            // A solution speaks for itself, that none is better does not.
            return match values.is_empty() {
                true => Ok((evidence, None)),
                false => self.prove(evidence, &Denial { values, better: true, listed: Vec::new() }),
            };
        }
        let choices = self.grounded.problem.choices.len() as u64;
        let count = u64::try_from(self.outcome.count()).ok();
        let Some(count) = count.filter(|&n| n <= MOST_LISTED && n * choices <= MOST_LITERALS) else {
            return self.cubes(values);
        };
        let listed = self.list(count)?;
        let boards =
            listed.iter().map(|s| board_value(self.about.model, &self.grounded.diagram(s))).collect();
        let evidence = Evidence { solutions: Some(boards), ..Evidence::default() };
        self.prove(evidence, &Denial { values, better: false, listed })
    }

    /// Without limits of its own, since what was found is known to be little; all solutions, in any order.
    fn all(&self, engine: Option<&str>) -> Request {
        Request {
            wanted: Wanted::All,
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

    /// All solutions, `count` of them.
    fn list(&self, count: u64) -> Result<Vec<Vec<ChoiceId>>, Unissued> {
        let mut digest = Digest::new(self.about.model, &[], MOST_LISTED as usize + 1);
        let again = run(self.about.model, &self.all(None), &self.about.interrupt, &mut digest)?;
        if again.status() != Status::Complete {
            return Err(Unissued::Stopped);
        }
        if digest.count() != count {
            return Err(Unissued::Disagreement(format!(
                "{} solutions were counted by {} and {} found by {}",
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

    /// Adds a proof of `denial`, or why there is none and what a second engine says.
    fn prove(&self, mut evidence: Evidence, denial: &Denial) -> Result<(Evidence, Files), Unissued> {
        let rest = rest_of(self.request, self.outcome);
        let control = Control::new(Arc::clone(&self.about.interrupt), rest.limits);
        let job = job(&self.grounded.problem, self.request);
        let why = match refute(&job, denial, &control)? {
            Refutation::Proof(trace) => {
                let formula = formula(&self.grounded.problem, self.about.names, denial);
                let proof = write_trace(&trace);
                let steps = trace.iter().filter(|s| s.0 == crate::proof::Step::Add).count();
                evidence.proof = Some(self.proof_file(denial, &formula, &proof, steps));
                return Ok((evidence, Some((formula, proof))));
            }
            Refutation::Counterexample(chosen) => {
                let board = board_value(self.about.model, &self.grounded.diagram(&chosen));
                let engine = self.outcome.engine();
                return Err(Unissued::Disagreement(format!(
                    "{engine} does not know the solution {board}, which is found when its answer is denied"
                )));
            }
            Refutation::Stopped(crate::engine::Stop::Interrupted) => return Err(Unissued::Stopped),
            Refutation::Stopped(stop) => stop_reason(stop).to_owned(),
            Refutation::TooLong(most) => format!("the proof would have more than {most} literals"),
        };
        evidence.unproved = Some(why);
        evidence.second = self.second()?;
        Ok((evidence, None))
    }

    fn proof_file(&self, denial: &Denial, formula: &str, proof: &str, steps: usize) -> ProofFile {
        let problem = &self.grounded.problem;
        let name = |file: &str, text: &str| Proved { file: file.to_owned(), sha256: sha256(text) };
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

    fn second(&self) -> Result<Option<SecondRun>, Unissued> {
        let seen = Digest::new(self.about.model, &[], 0);
        // Solutions are listed in the certificate; numbers are enough here.
        let request = match self.request.wanted {
            Wanted::All => Request { wanted: Wanted::Count, ..self.request.clone() },
            _ => self.request.clone(),
        };
        match cross_check(self.about.model, &request, &self.about.interrupt, self.outcome, &seen)? {
            CrossCheck::Agrees { engine, method, on, .. } => {
                Ok(Some(SecondRun { engine: engine.to_owned(), method: method.to_owned(), agrees_on: on }))
            }
            CrossCheck::Differs { engine, what } => {
                Err(Unissued::Disagreement(format!("{engine} does not agree: {what}")))
            }
            CrossCheck::Stopped { .. } | CrossCheck::Nobody(_) => Ok(None),
        }
    }

    /// Many solutions: their sums by cube, by two engines; and a proof that none is better, where that is a question.
    fn cubes(&self, values: Vec<i64>) -> Result<(Evidence, Files), Unissued> {
        let problem = &self.grounded.problem;
        let plain = crate::engine::Job { ask: crate::engine::Ask::CountBy, ..job(problem, self.request) };
        let cubes = cube_placements(self.grounded);
        let first = self.sums(&cubes, None)?.ok_or(Unissued::Stopped)?;
        let mut second = None;
        let mut unproved = format!("there are more than {MOST_LISTED} solutions to be denied");
        match independent(&plain, self.outcome.engine()) {
            Err(reasons) => unproved.push_str(&format!("; no second engine takes it: {reasons}")),
            Ok(offers) => {
                let engine = offers[0].engine;
                match self.sums(&cubes, Some(engine.name()))? {
                    None => unproved
                        .push_str(&format!("; {} was stopped before it had counted them", engine.name())),
                    Some(again) if again == first => {
                        second = Some(SecondRun {
                            engine: engine.name().to_owned(),
                            method: engine.family().name().to_owned(),
                            agrees_on: vec!["the number of solutions in each cube".to_owned()],
                        });
                    }
                    Some(_) => {
                        let (a, b) = (self.outcome.engine(), engine.name());
                        return Err(Unissued::Disagreement(format!(
                            "{a} and {b} do not agree on the solutions in cubes"
                        )));
                    }
                }
            }
        }
        let withs = cubes.iter().map(|p| Some(placement_value(self.about.model, p))).chain([None]);
        let cubes =
            withs.zip(first).map(|(with, (solutions, sha256_sum))| Cube { with, solutions, sha256_sum });
        let evidence = Evidence {
            cubes: Some(cubes.collect()),
            unproved: Some(unproved),
            second,
            ..Evidence::default()
        };
        if values.is_empty() {
            return Ok((evidence, None));
        }
        let unproved = evidence.unproved.clone();
        let second = evidence.second.clone();
        let (evidence, files) = self.prove(evidence, &Denial { values, better: true, listed: Vec::new() })?;
        Ok((Evidence { unproved, second: second.or(evidence.second.clone()), ..evidence }, files))
    }

    /// By cube the number of solutions and, where they are not too many, the sum of their hashes; `None` where a limit came.
    fn sums(&self, cubes: &[Placement], engine: Option<&str>) -> Result<Option<Sums>, Unissued> {
        let request = self.all(engine);
        if *self.outcome.count() <= MOST_HASHED.into() {
            let mut digest = Digest::new(self.about.model, cubes, 0);
            let again = run(self.about.model, &request, &self.about.interrupt, &mut digest)?;
            let told = |s: &Sum| (s.count.to_string(), Some(s.hash()));
            let whole = again.status() == Status::Complete;
            return self.whole(whole.then(|| digest.sums().iter().map(told).collect()));
        }
        let mut problem = self.grounded.problem.clone();
        let line =
            self.grounded.choices(&crate::model::Diagram::new(cubes.iter().cloned())).unwrap_or_default();
        let terms = line.iter().zip(1..).map(|(c, i)| (i, c.lit())).collect();
        problem.by = Some(Objective { maximize: true, terms, constant: 0 });
        // Numbers by cube are not the same under the spec's symmetries.
        problem.group.truncate(1);
        let control = Control::new(Arc::clone(&self.about.interrupt), request.limits);
        let (run, _) = tabulate(&problem, &request, &control)?;
        if run.end != crate::engine::End::Complete {
            return Ok(None);
        }
        let number = |i: i64| run.by.get(&i).map_or_else(|| "0".to_owned(), ToString::to_string);
        let last = cubes.len() as i64;
        self.whole(Some((1..=last).chain([0]).map(|i| (number(i), None)).collect()))
    }

    /// The sums, which must come to what was answered.
    fn whole(&self, sums: Option<Sums>) -> Result<Option<Sums>, Unissued> {
        let Some(sums) = sums else { return Ok(None) };
        let total: num_bigint::BigUint =
            sums.iter().filter_map(|s| s.0.parse::<num_bigint::BigUint>().ok()).sum();
        if total == *self.outcome.count() {
            return Ok(Some(sums));
        }
        let (engine, count) = (self.outcome.engine(), self.outcome.count());
        Err(Unissued::Disagreement(format!("{engine} counted {count} solutions, and the cubes have {total}")))
    }
}

fn denied(denial: &Denial) -> Denied {
    match (denial.better, denial.listed.is_empty()) {
        (true, _) => Denied::Better,
        (false, true) => Denied::All,
        (false, false) => Denied::Others,
    }
}

/// The text of the formula that leaves what is denied.
pub(super) fn formula(problem: &crate::problem::Problem, names: &Names, denial: &Denial) -> String {
    let values: Vec<String> = denial.values.iter().map(ToString::to_string).collect();
    let own = clauses(problem).list.len();
    let remarks = match denied(denial) {
        Denied::All => Vec::new(),
        Denied::Better => vec![format!(
            "clauses 1 to {own} are the spec's; those behind them ask for a better value than {}",
            values.join(", ")
        )],
        Denied::Others if values.is_empty() => vec![format!(
            "clauses 1 to {own} are the spec's; each of those behind them forbids one of {} solutions",
            denial.listed.len()
        )],
        Denied::Others => vec![format!(
            "clauses 1 to {own} are the spec's; those behind them ask for the value {} or a better one and forbid {} solutions",
            values.join(", "),
            denial.listed.len()
        )],
    };
    write_denial(problem, names, denial, &remarks)
}
