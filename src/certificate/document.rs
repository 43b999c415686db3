//! The document as it is written and read: `docs/schema/certificate.schema.json` describes it. Numbers that may be large
//! are decimal text.

use super::sha256;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The version of the form.
const VERSION: u32 = 2;

/// A certificate.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    /// The version of the form, 2.
    pub certificate: u32,
    /// The program that wrote it and its version.
    pub program: String,
    /// What was solved.
    pub spec: SpecText,
    /// The digest of the problem that the spec means ([`Problem::digest`](crate::problem::Problem::digest)).
    pub problem: String,
    /// What was asked.
    pub question: Question,
    /// What was answered.
    pub answer: Answer,
    /// Who answered.
    pub engine: String,
    /// Why it is so.
    pub evidence: Evidence,
    /// The hash of all of the above ([`Certificate::own_digest`]), which shows an edited field. Whoever forges a
    /// certificate can forge it too.
    #[serde(default)]
    pub digest: String,
}

impl Certificate {
    /// One of these parts, of the present form.
    pub(super) fn new(
        (spec, problem): (SpecText, String),
        question: Question,
        answer: Answer,
        engine: &str,
        evidence: Evidence,
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

    /// The document as text: what fits a line is on one line.
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
/// A clause about why the text is none.
pub fn read(text: &str) -> Result<Certificate, String> {
    let value: Value = serde_json::from_str(text).map_err(|e| e.to_string())?;
    match value.get("certificate").and_then(Value::as_u64) {
        Some(v) if v == u64::from(VERSION) => {}
        Some(other) => return Err(format!("it has the form {other}; this program reads form {VERSION}")),
        None => return Err("it has no key `certificate`".to_owned()),
    }
    serde_json::from_value(value).map_err(|e| e.to_string())
}

/// The texts of a spec and the values of its parameters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpecText {
    /// The file that was named first, then what it includes, in the order in which they are read.
    pub texts: Vec<Text>,
    /// Every parameter and its value.
    pub params: Vec<(String, i64)>,
    /// The hash of all that; see [`fingerprint`](super::fingerprint).
    pub sha256: String,
}

/// A text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Text {
    /// Under which name it was read.
    pub name: String,
    /// All of it.
    pub text: String,
}

/// How much is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Find {
    /// All solutions.
    All,
    /// So many.
    First,
    /// Their number.
    Count,
    /// Their number by the value of an expression.
    CountBy,
}

/// The question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Question {
    /// How much.
    pub find: Find,
    /// How many, for the first so many.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u64>,
    /// The expression of the command line whose values are told apart; where there is none, that of the spec is meant.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// Whether one solution is taken for each orbit.
    pub up_to_symmetry: bool,
    /// Whether orbits are those under translations too.
    pub translations: bool,
}

/// The answer. With an objective it is about the best solutions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Answer {
    /// Whether there is a solution.
    pub satisfiable: bool,
    /// The best values of the objectives, the most important first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub optimum: Option<Vec<String>>,
    /// The number of solutions found.
    pub solutions: String,
    /// Whether those are all.
    pub complete: bool,
    /// Value and number of solutions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<Vec<(String, String)>>,
    /// Size and number of orbits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub orbits: Option<Vec<(String, String)>>,
}

/// The evidence.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Evidence {
    /// The solutions: all, where the answer is complete; else those that were found. Per placement its kind and its cells.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solutions: Option<Vec<Value>>,
    /// Where they are too many to be listed: how they lie in cubes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cubes: Option<Vec<Cube>>,
    /// A proof that there are no others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proof: Option<ProofFile>,
    /// Why there is none, where one would be needed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unproved: Option<String>,
    /// What a second engine says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub second: Option<SecondRun>,
}

/// The solutions with one option of a line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cube {
    /// The placement that they have; `null` for those with none of the others'.
    pub with: Option<Value>,
    /// How many.
    pub solutions: String,
    /// The sum of their hashes, where they were all met.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sha256_sum: Option<String>,
}

/// Of which solutions a proof says that there are none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Denied {
    /// Of all.
    All,
    /// Of those that are better than the optimum.
    Better,
    /// Of those that are not listed; with an objective, of those that are better as well.
    Others,
}

/// A proof, in files beside the certificate.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProofFile {
    /// What it proves.
    pub denies: Denied,
    /// The clauses, in the format DIMACS: first those that the spec is exported as, then those that leave what is denied.
    pub formula: Proved,
    /// Their refutation, in the format DRAT (every step by unit propagation).
    pub proof: Proved,
    /// How many clauses there are, and how many of them are the spec's own.
    pub clauses: (usize, usize),
    /// Clauses that the proof derives.
    pub steps: usize,
    /// By variable, from 1: the placement that it stands for. Variables beyond are defined by clauses.
    pub variables: Vec<Value>,
}

/// A file and its hash.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Proved {
    /// Its name, in the folder of the certificate.
    pub file: String,
    /// The SHA-256 of its bytes.
    pub sha256: String,
}

/// A second engine's answer, which is the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SecondRun {
    /// Which engine.
    pub engine: String,
    /// By what method it works; the first works by another.
    pub method: String,
    /// On what both agree.
    pub agrees_on: Vec<String>,
}
