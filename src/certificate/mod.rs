//! Certificates: evidence that lets another program check an answer.
//!
//! A certificate ([`Certificate`]) is a JSON document with the texts of the spec and their hash, the question, the answer
//! and the evidence. The evidence is, as far as available:
//!
//! - all solutions, or the requested ones; if there are too many, for each option of a line (a *cube*) the number of
//!   solutions and the sum of their hashes ([`Digest`]);
//! - a proof that there are no others, or no better ones: a formula in DIMACS format that negates the answer, and its
//!   refutation in DRAT format ([`crate::proof`]), in files beside the certificate;
//! - if there is no proof, the answer of a second engine of another family ([`second`]).
//!
//! `issue` writes a certificate. `verify` checks one using only the rules, the clauses that the spec is exported as and
//! the proof checker; no engine runs. It reports what still rests on trust. Both follow the format in `document` and
//! `spec_text`, and derive the same `formula` and `digest` (of `hash`es).

mod digest;
mod document;
mod formula;
mod hash;
mod issue;
mod second;
mod spec_text;
mod verify;

pub use digest::Digest;
pub use document::{
    Answer, Certificate, Cube, Denied, Evidence, ProofFile, Proved, QueryForm, Question, SecondRun, read,
};
pub use hash::sha256;
pub use issue::{About, Issued, MOST_LISTED, Unissued, issue};
pub use second::{CrossCheck, cross_check};
pub use spec_text::{SpecText, Text, fingerprint};
pub use verify::{Contents, Fault, Verified, verify};
