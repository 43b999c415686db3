//! Checks that question and answer fit each other and the spec.

use super::{CertificateFault, Verifier, fault, integer, natural};
use crate::certificate::QueryForm;
use crate::model::Query;
use num_bigint::BigUint;

impl Verifier<'_> {
    /// Checks that the question can be asked of the spec and that the answer has its form.
    pub(super) fn question(&self) -> Result<(), CertificateFault> {
        let (question, answer) = (&self.certificate.question, &self.certificate.answer);
        let is_first = question.find == QueryForm::First;
        if question.limit.is_some_and(|limit| limit > 0) != is_first || question.limit.is_some() != is_first {
            return fault(
                "question.limit",
                "only a question about the first solutions has a limit, which is at least 1",
            );
        }
        let is_table = question.find == QueryForm::CountBy;
        if is_table && !matches!(self.model.find.query, Query::CountBy(_)) {
            return fault("question.find", "the spec has no expression to count by");
        }
        if question.by.is_some() && !is_table {
            return fault("question.by", "only a question about numbers by value has an expression");
        }
        if !answer.complete && !is_first {
            return fault(
                "answer.complete",
                "an incomplete list answers only a question about the first solutions",
            );
        }
        if answer.by.is_some() != is_table {
            return fault("answer.by", "an answer has a table exactly if the question asks for one");
        }
        let asks_orbits = answer.complete && question.up_to_symmetry;
        if (asks_orbits && answer.orbits.is_none()) || (!answer.complete && answer.orbits.is_some()) {
            return fault("answer.orbits", "orbits belong to a complete answer up to symmetry");
        }
        self.optimum()?;
        self.totals()
    }

    /// Checks that the number of solutions agrees with the rest of the answer.
    fn totals(&self) -> Result<(), CertificateFault> {
        let (question, answer) = (&self.certificate.question, &self.certificate.answer);
        let Some(solutions) = natural(&answer.solutions) else {
            return fault("answer.solutions", "this is not a number");
        };
        if answer.satisfiable == (solutions == BigUint::ZERO) {
            return fault("answer.satisfiable", "this contradicts the number of solutions");
        }
        let mut classes = solutions.clone();
        if let Some(rows) = &answer.orbits {
            let (orbits, members) = self.orbits(rows)?;
            if members != solutions {
                let message = format!("the orbits have {members} members, the answer says {solutions}");
                return fault("answer.orbits", message);
            }
            classes = orbits;
        }
        if let Some(rows) = &answer.by {
            let shown = if question.up_to_symmetry { &classes } else { &solutions };
            let keys: Option<Vec<i64>> = rows.iter().map(|(value, _)| integer(value)).collect();
            if !keys.is_some_and(|keys| keys.is_sorted_by(|a, b| a < b)) {
                return fault("answer.by", "its values are not ascending numbers");
            }
            let total: Option<BigUint> = rows.iter().map(|(_, n)| natural(n)).sum();
            if total.as_ref() != Some(shown) {
                return fault("answer.by", format!("its numbers do not add up to {shown}"));
            }
        }
        match question.limit {
            Some(limit) if answer.complete && classes >= limit.into() => fault(
                "question.limit",
                format!("{limit} are requested, so an answer with {classes} is not known to be complete"),
            ),
            _ => Ok(()),
        }
    }

    /// Numbers of orbits and of members in a table.
    fn orbits(&self, rows: &[(String, String)]) -> Result<(BigUint, BigUint), CertificateFault> {
        let order = self.grounded.orbit_group().len();
        let (mut orbits, mut members, mut last) = (BigUint::ZERO, BigUint::ZERO, usize::MAX);
        for (size, number) in rows {
            let size = integer(size).and_then(|n| usize::try_from(n).ok());
            let size = size.filter(|&n| n > 0 && n < last && order.is_multiple_of(n));
            let (Some(size), Some(number)) = (size, natural(number)) else {
                return fault(
                    "answer.orbits",
                    "these are not possible sizes and numbers of orbits of the spec's symmetries",
                );
            };
            last = size;
            members += &number * size;
            orbits += number;
        }
        Ok((orbits, members))
    }
}
