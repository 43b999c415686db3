//! The format of the document, described by `docs/schema/certificate.schema.json`. Numbers that may be large are decimal
//! text.

use super::hash::sha256;
use super::spec_text::SpecText;
use crate::model::UpTo;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Version of the format.
const VERSION: u32 = 2;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    /// Version of the format, 2.
    pub certificate: u32,
    /// Program that wrote it, and its version.
    pub program: String,
    pub spec: SpecText,
    /// The digest of the problem that the spec means ([`Problem::digest`](crate::problem::Problem::digest)).
    pub problem: String,
    pub question: Question,
    pub answer: CertifiedAnswer,
    /// The engine that answered.
    pub engine: String,
    /// The evidence for the answer.
    pub evidence: CertifiedEvidence,
    /// The hash of all of the above ([`Certificate::own_digest`]), which reveals an edited field. It does not protect against
    /// forgery: a forger can compute it too.
    #[serde(default)]
    pub digest: String,
}

impl Certificate {
    /// Creates a certificate of the current version from these parts.
    pub(super) fn new(
        (spec, problem): (SpecText, String),
        question: Question,
        answer: CertifiedAnswer,
        engine: &str,
        evidence: CertifiedEvidence,
    ) -> Self {
        let program = format!("{} {}", env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"));
        let mut certificate = Self {
            certificate: VERSION,
            program,
            spec,
            problem,
            question,
            answer,
            engine: engine.to_owned(),
            evidence,
            digest: String::new(),
        };
        certificate.digest = certificate.own_digest();
        certificate
    }

    /// The SHA-256 of the document without `digest`: compact JSON, the keys in the order of the schema.
    pub fn own_digest(&self) -> String {
        let mut value = self.value();
        value.as_object_mut().expect("a structure is an object").shift_remove("digest");
        sha256(&value.to_string())
    }

    fn value(&self) -> Value {
        serde_json::to_value(self).expect("plain data are JSON")
    }

    /// Returns the document as text: a value that fits on a line is on one line.
    pub fn text(&self) -> String {
        let value = self.value();
        let mut text = String::new();
        laid_out(&value, 0, &mut text);
        text.push('\n');
        text
    }
}

/// Values shorter than this are not broken into lines.
const WIDTH: usize = 110;

fn laid_out(value: &Value, indent: usize, text: &mut String) {
    let flat = value.to_string();
    let parts: Vec<(String, &Value)> = match value {
        Value::Array(all) => all.iter().map(|v| (String::new(), v)).collect(),
        Value::Object(all) => {
            all.iter().map(|(k, v)| (format!("{}: ", Value::from(k.as_str())), v)).collect()
        }
        _ => Vec::new(),
    };
    if parts.is_empty() || (indent > 0 && indent + flat.len() <= WIDTH) {
        return text.push_str(&flat);
    }
    let (open, close) = if value.is_array() { ('[', ']') } else { ('{', '}') };
    text.push(open);
    for (i, (key, part)) in parts.iter().enumerate() {
        text.push_str(if i == 0 { "\n" } else { ",\n" });
        text.push_str(&" ".repeat(indent + 2));
        text.push_str(key);
        laid_out(part, indent + 2, text);
    }
    text.push('\n');
    text.push_str(&" ".repeat(indent));
    text.push(close);
}

/// Reads a certificate.
///
/// # Errors
/// A clause that says why the text is not a certificate.
pub fn read(text: &str) -> Result<Certificate, String> {
    let value: Value = serde_json::from_str(text).map_err(|e| e.to_string())?;
    match value.get("certificate").and_then(Value::as_u64) {
        Some(v) if v == u64::from(VERSION) => {}
        Some(other) => return Err(format!("it has version {other}; this program reads version {VERSION}")),
        None => return Err("it has no key `certificate`".to_owned()),
    }
    serde_json::from_value(value).map_err(|e| e.to_string())
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum QueryForm {
    All,
    /// The first solutions, up to a limit.
    First,
    /// The number of solutions.
    Count,
    /// The number of solutions for each value of an expression.
    CountBy,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Question {
    pub find: QueryForm,
    /// Number of solutions, for `first`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u64>,
    /// The expression to count by, from the command line; if there is none, that of the spec.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// True if one solution is taken for each orbit.
    pub up_to_symmetry: bool,
    /// True if orbits include translations.
    pub translations: bool,
    /// True if orbits include exchanges.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub exchange: bool,
}

impl Question {
    /// Returns the transformations that orbits are under, besides the symmetries of the board.
    pub fn up_to(&self) -> UpTo {
        UpTo { translation: self.translations, exchange: self.exchange }
    }
}

/// The answer. With an objective it is about the best solutions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CertifiedAnswer {
    /// True if there is a solution.
    pub satisfiable: bool,
    /// The best values of the objectives, the most important first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub optimum: Option<Vec<String>>,
    /// The number of solutions found.
    pub solutions: String,
    /// True if these are all solutions.
    pub complete: bool,
    /// Pairs of value and number of solutions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<Vec<(String, String)>>,
    /// Pairs of orbit size and number of orbits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub orbits: Option<Vec<(String, String)>>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CertifiedEvidence {
    /// The solutions: all, if the answer is complete, otherwise those found. Each placement is its kind and its cells.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solutions: Option<Vec<Value>>,
    /// If there are too many to list: their numbers by cube.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cubes: Option<Vec<CertifiedCube>>,
    /// A proof that there are no others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proof: Option<ProofFile>,
    /// Why there is no proof, if one would be needed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unproved: Option<String>,
    /// The answer of a second engine.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub second: Option<SecondRun>,
}

/// The solutions with one option of a line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CertifiedCube {
    /// The placement they have; `null` for solutions with none of the options.
    pub with: Option<Value>,
    pub solutions: String,
    /// The sum of their hashes, if all were enumerated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sha256_sum: Option<String>,
}

/// The claim that a proof refutes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RefutedClaim {
    /// There is a solution.
    All,
    /// There is a solution better than the optimum.
    Better,
    /// There is a solution that is not listed; with an objective, also one that is better.
    Others,
}

/// A proof, in files beside the certificate.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProofFile {
    /// The claim it refutes.
    pub denies: RefutedClaim,
    /// The clauses in DIMACS format: first those that the spec is exported as, then those that state the refuted claim.
    pub formula: HashedFile,
    /// Their refutation in DRAT format (every step by unit propagation).
    pub proof: HashedFile,
    /// Number of clauses, and of those from the spec.
    pub clauses: (usize, usize),
    /// Number of clauses that the proof derives.
    pub steps: usize,
    /// By variable, from 1: its placement. Further variables are defined by clauses.
    pub variables: Vec<Value>,
}

/// A file and its hash.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HashedFile {
    /// Its name, in the folder of the certificate.
    pub file: String,
    /// The SHA-256 of its bytes.
    pub sha256: String,
}

/// A second engine that gave the same answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SecondRun {
    /// Name of the engine.
    pub engine: String,
    /// Its method, which differs from that of the first engine.
    pub method: String,
    /// The claims on which both agree.
    pub agrees_on: Vec<String>,
}
