//! The proof of a certificate: its formula must be derived from the spec and the answer, and the proof must refute it.

use super::{CertificateFault, Contents, Verifier, fault, plural};
use crate::certificate::formula::formula;
use crate::certificate::{ProofFile, RefutedClaim, sha256};
use crate::engine::{Denial, clauses as clauses_of};
use crate::model::Diagram;
use crate::problem::{LoweringLimit, Problem};
use crate::proof::{DratStep, check, read_formula, read_trace};
use crate::report::placement_value;

impl Verifier<'_> {
    /// Checks that the formula is the spec's with the negated answer, and that the proof refutes it.
    pub(super) fn proof(
        &mut self,
        listed: Option<&[Diagram]>,
        contents: Contents<'_>,
    ) -> Result<(), CertificateFault> {
        let Some(proof) = &self.certificate.evidence.proof else { return Ok(()) };
        let (Some(clauses), Some(steps)) = (contents.formula, contents.proof) else {
            return fault("evidence.proof", "a file that it names is missing");
        };
        named(proof, clauses, steps)?;
        let denial = self.denial(proof, listed)?;
        let wrong = |error: LoweringLimit| CertificateFault {
            key: "evidence.proof",
            message: error.to_string(),
            of_proof: true,
        };
        let problem = self.grounded.problem.lowered().map_err(wrong)?;
        if formula(&problem, self.names, &denial) != clauses {
            return fault(
                "evidence.proof.formula",
                "these are not the clauses that the spec gives for this answer",
            );
        }
        self.checked(format!(
            "the formula consists of the spec's clauses and the claim to refute: {}",
            words(proof.denies, !denial.values.is_empty())
        ));
        let added = self.refuted(proof, &problem, clauses, steps)?;
        self.checked(format!(
            "the proof refutes the formula in {} by unit propagation",
            plural(added, "step")
        ));
        self.verified.trusted.push("the clauses mean the same as the rules".to_owned());
        Ok(())
    }

    /// Checks that the proof refutes the formula and that both match the certificate; returns the number of derived clauses.
    fn refuted(
        &self,
        proof: &ProofFile,
        problem: &Problem,
        clauses: &str,
        steps: &str,
    ) -> Result<usize, CertificateFault> {
        let wrong = |key, error: String| CertificateFault { key, message: error, of_proof: true };
        let parsed = read_formula(clauses).map_err(|e| wrong("evidence.proof.formula", e.to_string()))?;
        let trace =
            read_trace(steps, parsed.variables).map_err(|e| wrong("evidence.proof.proof", e.to_string()))?;
        check(&parsed, &trace).map_err(|e| wrong("evidence.proof.proof", e.to_string()))?;
        let placement = |c| placement_value(self.model, &self.grounded.diagram(&[c]).placements()[0]);
        if problem.choice_ids().map(placement).ne(proof.variables.iter().cloned()) {
            return fault("evidence.proof.variables", "the variables stand for other placements");
        }
        let added = trace.iter().filter(|s| s.0 == DratStep::Add).count();
        let own = clauses_of(problem).list.len();
        if (added, (parsed.clauses.len(), own)) != (proof.steps, proof.clauses) {
            return fault(
                "evidence.proof",
                "the numbers of clauses and steps differ from those of the files",
            );
        }
        Ok(added)
    }

    /// The claim that the proof refutes, which must fit the answer.
    fn denial(&self, proof: &ProofFile, listed: Option<&[Diagram]>) -> Result<Denial, CertificateFault> {
        let values = self.optimum()?;
        let answer = &self.certificate.answer;
        let choices = |diagrams: &[Diagram]| -> Option<Vec<_>> {
            diagrams.iter().map(|d| self.grounded.choices(d)).collect()
        };
        let denial = match (proof.denies, listed) {
            (RefutedClaim::All, Some([])) if answer.complete => Some(Denial::default()),
            (RefutedClaim::Better, _) if !values.is_empty() => {
                Some(Denial { values, better: true, listed: Vec::new() })
            }
            (RefutedClaim::Others, Some(listed)) if answer.complete && !listed.is_empty() => {
                choices(listed).map(|listed| Denial { values, better: false, listed })
            }
            _ => None,
        };
        denial.map_or_else(
            || fault("evidence.proof.denies", "the proof does not refute a claim that fits this answer"),
            Ok,
        )
    }
}

/// Checks that the files have the hashes in the certificate.
fn named(proof: &ProofFile, clauses: &str, steps: &str) -> Result<(), CertificateFault> {
    for (key, file, text) in
        [("evidence.proof.formula", &proof.formula, clauses), ("evidence.proof.proof", &proof.proof, steps)]
    {
        let found = sha256(text);
        if file.sha256 != found {
            return fault(key, format!("the file `{}` has the hash {found}", file.file));
        }
    }
    Ok(())
}

fn words(denied: RefutedClaim, has_objective: bool) -> &'static str {
    match denied {
        RefutedClaim::All => "there is a solution",
        RefutedClaim::Better => "there is a better solution",
        RefutedClaim::Others if has_objective => "there is a better solution, or another one as good",
        RefutedClaim::Others => "there is another solution",
    }
}
