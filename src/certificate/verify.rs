//! Checking a certificate. No engine runs: solutions are judged by the rules, numbers are counted again, the formula is
//! written again from the spec and compared, and the proof is checked by unit propagation.
//!
//! What cannot be checked so is named: that the clauses say what the rules say (the same encoding serves the engine `sat`,
//! and the project's tests hold it against the rules), and what rests on the word of two engines alone.

mod proof;

use super::{Certificate, Denied, Evidence, Find, fingerprint};
use crate::export::Names;
use crate::ground::{Grounded, ground};
use crate::model::{Ask, Diagram, Model, judge, objective_values, value};
use crate::report::parse_board;
use crate::run::Orbits;
use num_bigint::BigUint;
use std::collections::{BTreeMap, BTreeSet};

/// The files beside a certificate, as far as they are there.
#[derive(Clone, Copy, Debug, Default)]
pub struct Contents<'a> {
    /// The formula.
    pub formula: Option<&'a str>,
    /// The proof.
    pub proof: Option<&'a str>,
}

/// What was checked, and what was not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verified {
    /// What holds, a clause each.
    pub checked: Vec<String>,
    /// What is believed, a clause each.
    pub trusted: Vec<String>,
    /// Whether all of the answer follows from what was checked and from the clauses being the spec's.
    pub proved: bool,
}

/// What is wrong with a certificate.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Fault {
    /// The key of the document that it is about, with dots.
    pub key: &'static str,
    /// What differs, a clause.
    pub message: String,
    /// Whether it is the proof that does not hold.
    pub of_proof: bool,
}

fn fault<T>(key: &'static str, message: impl Into<String>) -> Result<T, Fault> {
    Err(Fault { key, message: message.into(), of_proof: false })
}

/// Checks `certificate`, whose spec gives `model` and `names`.
///
/// # Errors
/// The first thing that does not hold.
pub fn verify(
    certificate: &Certificate,
    model: &Model,
    names: &Names,
    contents: Contents<'_>,
) -> Result<Verified, Fault> {
    let found = fingerprint(&certificate.spec);
    if found != certificate.spec.sha256 {
        return fault("spec.sha256", format!("the texts and parameters have the hash {found}"));
    }
    let params: Vec<(String, i64)> = model.params.iter().map(|(n, v)| (n.to_string(), *v)).collect();
    if params != certificate.spec.params {
        return fault("spec.params", "these are not the parameters of the spec".to_owned());
    }
    let grounded = ground(model, certificate.question.translations).map_err(|e| Fault {
        key: "spec.texts",
        message: e.to_string(),
        of_proof: false,
    })?;
    let digest = grounded.problem.digest().to_string();
    if digest != certificate.problem {
        let program = &certificate.program;
        let message =
            format!("by this program the spec means the problem {digest}; {program} wrote the certificate");
        return fault("problem", message);
    }
    let mut verifier =
        Verifier { certificate, model, names, grounded: &grounded, verified: Verified::default() };
    verifier.checked(
        "the texts and parameters of the spec have the hash that is named, and mean the problem that is",
    );
    let listed = verifier.solutions()?;
    verifier.cubes()?;
    verifier.proof(listed.as_deref(), contents)?;
    verifier.standing(listed.is_some());
    Ok(verifier.verified)
}

struct Verifier<'a> {
    certificate: &'a Certificate,
    model: &'a Model,
    names: &'a Names,
    grounded: &'a Grounded,
    verified: Verified,
}

impl Verifier<'_> {
    fn checked(&mut self, what: impl Into<String>) {
        self.verified.checked.push(what.into());
    }

    fn evidence(&self) -> &Evidence {
        &self.certificate.evidence
    }

    /// The values of the optimum.
    fn optimum(&self) -> Result<Vec<i64>, Fault> {
        let texts = self.certificate.answer.optimum.iter().flatten();
        let values = texts.map(|t| t.parse::<i64>().ok()).collect::<Option<Vec<i64>>>();
        match values {
            Some(values)
                if values.is_empty()
                    == (self.model.objectives.is_empty() || !self.certificate.answer.satisfiable) =>
            {
                Ok(values)
            }
            _ => fault("answer.optimum", "this is no value for each objective of the spec"),
        }
    }

    /// Judges the solutions, and compares their numbers with the answer; gives them back, where there is a list.
    fn solutions(&mut self) -> Result<Option<Vec<Diagram>>, Fault> {
        let Some(boards) = &self.evidence().solutions else {
            return match self.certificate.answer.complete && self.evidence().cubes.is_some() {
                true => Ok(None),
                false => fault("evidence", "there are neither solutions nor cubes"),
            };
        };
        let optimum = self.optimum()?;
        let mut diagrams = Vec::new();
        for (i, board) in boards.iter().enumerate() {
            let at = |words: String| Fault {
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
        let all = diagrams.len();
        let mut distinct = diagrams.clone();
        distinct.sort();
        distinct.dedup();
        if distinct.len() != all {
            return fault(
                "evidence.solutions",
                format!("{} of the solutions are there twice", all - distinct.len()),
            );
        }
        self.numbers(&distinct)?;
        let best = if optimum.is_empty() {
            String::new()
        } else {
            format!(", and have the value {}", told(&optimum))
        };
        self.checked(match all {
            0 => "no solution is listed".to_owned(),
            _ => format!("{} keep every rule, differ from each other{best}", plural(all, "solution")),
        });
        Ok(Some(diagrams))
    }

    /// The numbers that the answer gives, counted again from its solutions.
    fn numbers(&mut self, diagrams: &[Diagram]) -> Result<(), Fault> {
        let answer = &self.certificate.answer;
        if answer.solutions != diagrams.len().to_string() {
            return fault(
                "answer.solutions",
                format!("the answer says {}, and {} are listed", answer.solutions, diagrams.len()),
            );
        }
        if answer.satisfiable == diagrams.is_empty() {
            return fault("answer.satisfiable", "the solutions that are listed say the opposite");
        }
        let question = &self.certificate.question;
        if !answer.complete && (question.find != Find::First || question.limit.is_none()) {
            return fault(
                "answer.complete",
                "only of the first so many solutions is an incomplete list an answer",
            );
        }
        if answer.complete {
            return self.tables(diagrams);
        }
        match question.limit {
            Some(limit) if limit != diagrams.len() as u64 => {
                fault("question.limit", format!("{limit} are asked for, and {} are listed", diagrams.len()))
            }
            _ if question.up_to_symmetry => self.apart(diagrams),
            _ => Ok(()),
        }
    }

    /// No symmetry maps one of these to another.
    fn apart(&self, diagrams: &[Diagram]) -> Result<(), Fault> {
        let orbits = Orbits::new(&self.grounded.problem.group);
        let least = |d| self.grounded.choices(d).and_then(|chosen| orbits.images(&chosen).into_iter().min());
        let distinct: BTreeSet<_> = diagrams.iter().map(least).collect();
        match distinct.len() == diagrams.len() {
            true => Ok(()),
            false => fault("evidence.solutions", "two of the solutions are the same up to symmetry"),
        }
    }

    /// Orbits and values of a complete list.
    fn tables(&mut self, diagrams: &[Diagram]) -> Result<(), Fault> {
        let (answer, question) = (&self.certificate.answer, &self.certificate.question);
        let mut orbits = Orbits::new(&self.grounded.problem.group);
        let (mut sizes, mut by) = (BTreeMap::<usize, u64>::new(), BTreeMap::<i64, u64>::new());
        for (i, diagram) in diagrams.iter().enumerate() {
            let Some(chosen) = self.grounded.choices(diagram) else {
                return fault(
                    "evidence.solutions",
                    format!("solution {}: it is none of the clauses'", i + 1),
                );
            };
            let size = orbits.size_if_canonical(&chosen);
            size.into_iter().for_each(|size| *sizes.entry(size).or_default() += 1);
            if let (Ask::NumberBy(linear), true) =
                (&self.model.question.ask, size.is_some() || !question.up_to_symmetry)
            {
                *by.entry(value(self.model, diagram, linear)).or_default() += 1;
            }
        }
        let whole: u64 = sizes.iter().map(|(&size, n)| size as u64 * n).sum();
        if whole != diagrams.len() as u64 {
            let listed = diagrams.len();
            return fault(
                "evidence.solutions",
                format!("the orbits of the solutions have {whole} members, and {listed} are listed"),
            );
        }
        let rows = |(a, b): (String, String)| (a, b);
        let sizes: Vec<_> = sizes.iter().rev().map(|(s, n)| rows((s.to_string(), n.to_string()))).collect();
        if let Some(said) = answer.orbits.as_ref().filter(|said| **said != sizes) {
            return fault(
                "answer.orbits",
                format!("the answer says {}, the solutions make {}", table(said), table(&sizes)),
            );
        }
        let by: Vec<_> = by.iter().map(|(v, n)| rows((v.to_string(), n.to_string()))).collect();
        if (question.find == Find::CountBy) != answer.by.is_some() {
            return fault("answer.by", "a table belongs to a question about one");
        }
        if let Some(said) = answer.by.as_ref().filter(|said| **said != by) {
            return fault(
                "answer.by",
                format!("the answer says {}, the solutions make {}", table(said), table(&by)),
            );
        }
        Ok(())
    }

    /// The sums by cube come to the answer.
    fn cubes(&mut self) -> Result<(), Fault> {
        let Some(cubes) = &self.evidence().cubes else { return Ok(()) };
        let number = |text: &str| text.parse::<BigUint>().ok();
        let total: Option<BigUint> = cubes.iter().map(|c| number(&c.solutions)).sum();
        let answer = &self.certificate.answer;
        if total.is_none() || total != number(&answer.solutions) {
            let total = total.map_or_else(|| "no number".to_owned(), |t| t.to_string());
            return fault(
                "evidence.cubes",
                format!("the cubes come to {total}, the answer says {}", answer.solutions),
            );
        }
        if !answer.complete || answer.satisfiable != (total > Some(BigUint::ZERO)) {
            return fault("answer", "it does not fit the number of solutions in the cubes");
        }
        let expected = super::digest::cube_placements(self.grounded);
        let withs: Vec<_> = expected
            .iter()
            .map(|p| Some(crate::report::placement_value(self.model, p)))
            .chain([None])
            .collect();
        if withs.iter().ne(cubes.iter().map(|c| &c.with)) {
            return fault("evidence.cubes", "these are not the cubes of the spec");
        }
        let parts = plural(cubes.len(), "cube");
        self.checked(format!("the solutions in {parts} come to {}", answer.solutions));
        Ok(())
    }

    /// Whether everything was shown, and what rests on engines.
    fn standing(&mut self, listed: bool) {
        let answer = &self.certificate.answer;
        let denies = self.evidence().proof.as_ref().map(|p| p.denies);
        let optimal = answer.optimum.is_none() || denies.is_some();
        let complete = !answer.complete || (listed && matches!(denies, Some(Denied::All | Denied::Others)));
        self.verified.proved = optimal && complete;
        if self.verified.proved {
            return;
        }
        let first = &self.certificate.engine;
        let who = match &self.evidence().second {
            Some(second) => format!("{first} and {}, which works by {},", second.engine, second.method),
            None => format!("{first}, and no second engine,"),
        };
        let what = match (optimal, complete) {
            (false, _) if answer.complete => "nothing is better and nothing else is as good",
            (false, _) => "nothing is better",
            _ if !listed => "there are so many solutions in these cubes",
            _ if answer.satisfiable => "there are no other solutions",
            _ => "there is no solution",
        };
        self.verified.trusted.push(format!("{who} found that {what}"));
    }
}

fn told(values: &[i64]) -> String {
    values.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

fn table(rows: &[(String, String)]) -> String {
    rows.iter().map(|(a, b)| format!("{b} of {a}")).collect::<Vec<_>>().join(", ")
}

fn plural(n: usize, noun: &str) -> String {
    format!("{n} {noun}{}", if n == 1 { "" } else { "s" })
}
