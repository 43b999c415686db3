//! What one cube came to, as it is written down.

use crate::engine::Run;
use crate::problem::ChoiceId;
use num_bigint::BigUint;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The whole answer for one cube.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Record {
    /// Which cube, by its number in the list.
    pub cube: usize,
    /// Who found it.
    pub engine: String,
    /// How many solutions the cube has; with objectives, how many have `best`.
    #[serde(with = "decimal")]
    pub count: BigUint,
    /// For each value, how many solutions.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub by: BTreeMap<i64, Decimal>,
    /// The best values in the cube.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub best: Option<Vec<i64>>,
    /// The solutions in terms of the whole, where they were asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub solutions: Vec<Vec<ChoiceId>>,
    /// Search nodes.
    pub nodes: u64,
}

/// A number of any length, written as a string of digits.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub(super) struct Decimal(#[serde(with = "decimal")] pub BigUint);

mod decimal {
    use num_bigint::BigUint;
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    /// Longer numbers are refused: no count of solutions has as many digits.
    const DIGITS: usize = 100_000;

    pub fn serialize<S: Serializer>(number: &BigUint, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&number.to_string())
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<BigUint, D::Error> {
        let text = String::deserialize(from)?;
        let digits = text.len() <= DIGITS && !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        let number = digits.then(|| BigUint::parse_bytes(text.as_bytes(), 10)).flatten();
        number.ok_or_else(|| D::Error::custom("a number of decimal digits is expected"))
    }
}

impl Record {
    /// The record of a cube without solutions.
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

    /// The record of a run that answers what was asked in full; `None` of one that was stopped.
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
