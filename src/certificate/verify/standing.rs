//! The unproved claims of an answer. The certificate must give a reason for them.

use super::{CertificateFault, Verifier, fault};
use crate::certificate::second::{CLAIMS, families};
use crate::certificate::{RefutedClaim, SecondRun};
use crate::engine::engine_named;

impl Verifier<'_> {
    /// Collects the unproved claims. `listed`: true if the solutions are listed.
    pub(super) fn standing(&mut self, listed: bool) -> Result<(), CertificateFault> {
        let claims = self.claims(listed);
        match (claims.first(), &self.evidence().unproved) {
            (Some(claim), None) => {
                return fault(
                    "evidence",
                    format!("it has neither a proof that {claim} nor a reason why there is none"),
                );
            }
            (None, Some(_)) => return fault("evidence.unproved", "everything is proved"),
            _ => {}
        }
        let who = self.witnesses();
        self.verified.unproved = claims.iter().map(|claim| format!("{claim} ({who})")).collect();
        Ok(())
    }

    /// The claims without proof, a clause each.
    fn claims(&self, listed: bool) -> Vec<&'static str> {
        let answer = &self.certificate.answer;
        let denies = self.evidence().proof.as_ref().map(|p| p.denies);
        let mut claims = Vec::new();
        if !listed {
            claims.push("the number of solutions in each cube is correct");
            claims.extend(answer.by.is_some().then_some("the number of solutions for each value is correct"));
            claims.extend(answer.orbits.is_some().then_some("the numbers of orbits are correct"));
            claims.extend(answer.optimum.is_some().then_some("the solutions have this value"));
        } else if answer.complete && !matches!(denies, Some(RefutedClaim::All | RefutedClaim::Others)) {
            claims.push(if answer.satisfiable {
                "there is no other solution"
            } else {
                "there is no solution"
            });
        }
        if answer.optimum.is_some() && denies.is_none() {
            claims.push("there is no better solution");
        }
        claims
    }

    /// The engines that support the unproved claims.
    fn witnesses(&self) -> String {
        let first = &self.certificate.engine;
        match &self.evidence().second {
            Some(second) => {
                format!("found by {first}, confirmed by {} with {}", second.engine, second.method)
            }
            None => format!("found by {first}, not confirmed by a second engine"),
        }
    }

    /// Checks that the second engine exists, is needed, uses another method than the first, and agrees on known claims.
    pub(super) fn second(&self) -> Result<(), CertificateFault> {
        let Some(SecondRun { engine, method, agrees_on }) = &self.evidence().second else { return Ok(()) };
        if self.evidence().unproved.is_none() {
            return fault("evidence.second", "a second engine is not needed, since everything is proved");
        }
        // An engine that this program was built without cannot be looked up.
        if let Some(known) = engine_named(engine) {
            if known.family().name() != method {
                let message = format!("the method of {engine} is {}", known.family().name());
                return fault("evidence.second.method", message);
            }
            if families(&self.certificate.engine).contains(&known.family()) {
                return fault(
                    "evidence.second.engine",
                    format!("{engine} uses the same method as {}", self.certificate.engine),
                );
            }
        } else if !OPTIONAL.contains(&engine.as_str()) {
            return fault("evidence.second.engine", "there is no such engine");
        }
        match agrees_on.iter().all(|claim| CLAIMS.contains(&claim.as_str())) && !agrees_on.is_empty() {
            true => Ok(()),
            false => fault("evidence.second.agrees_on", "this is not a claim on which engines can agree"),
        }
    }
}

/// Engines that the program can be built without.
const OPTIONAL: [&str; 2] = ["highs", "cadical"];
