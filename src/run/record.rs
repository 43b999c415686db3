//! The stored result of one cube.

use crate::engine::Run;
use crate::problem::ChoiceId;
use num_bigint::BigUint;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The complete answer for one cube.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Record {
    /// Index of the cube in the header's list.
    pub cube: usize,
    /// The engine that found it.
    pub engine: String,
    /// Number of solutions in the cube; with objectives, number of those with the values `best`.
    #[serde(with = "decimal")]
    pub count: BigUint,
    /// Number of solutions for each value.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub by: BTreeMap<i64, Decimal>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub best: Option<Vec<i64>>,
    /// The solutions in terms of the whole problem, if they were requested.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub solutions: Vec<Vec<ChoiceId>>,
    pub nodes: u64,
}

/// A nonnegative integer of any length, stored as a string of digits.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub(super) struct Decimal(#[serde(with = "decimal")] pub BigUint);

mod decimal {
    use num_bigint::BigUint;
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    /// Longest number accepted: no count of solutions has more digits.
    const DIGITS: usize = 100_000;

    pub fn serialize<S: Serializer>(number: &BigUint, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&number.to_string())
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<BigUint, D::Error> {
        let text = String::deserialize(from)?;
        let digits = text.len() <= DIGITS && !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        let number = digits.then(|| BigUint::parse_bytes(text.as_bytes(), 10)).flatten();
        number.ok_or_else(|| D::Error::custom("expected a number in decimal digits"))
    }
}

impl Record {
    pub fn empty(cube: usize) -> Self {
        Self {
            cube,
            engine: String::new(),
            count: BigUint::ZERO,
            by: BTreeMap::new(),
            best: None,
            solutions: Vec::new(),
            nodes: 0,
        }
    }

    /// Returns the record of a run that answers the question in full; `None` if the run was stopped.
    pub fn of(cube: usize, engine: String, run: &Run, solutions: &[Vec<ChoiceId>]) -> Option<Self> {
        let answered = run.end.is_complete() && (run.best.is_none() || run.optimal.is_some());
        answered.then(|| Self {
            cube,
            engine,
            count: run.count.clone(),
            by: run.by.iter().map(|(v, n)| (*v, Decimal(n.clone()))).collect(),
            best: run.best.clone(),
            solutions: solutions.to_vec(),
            nodes: run.stats.nodes,
        })
    }
}
