//! Certificates: what lets another program check an answer.
//!
//! A certificate ([`Certificate`]) is a JSON document: the texts of the spec and a hash of them, what was asked, what was
//! answered, and the evidence. Evidence is, as far as it can be had:
//!
//! - all solutions, or those that were asked for; where they are too many, for each option of a line (a *cube*) how many
//!   there are and the sum of their hashes ([`Digest`]);
//! - a proof that there are no others, or none that are better: clauses in the format DIMACS that the answer denies, and
//!   their refutation in the format DRAT ([`crate::proof`]), beside the certificate;
//! - where there is no proof, what a second engine of another family says ([`second`]).
//!
//! [`issue`] writes one, [`verify`] checks one against nothing but the rules, the clauses that the spec is exported as and
//! the checker of proofs: no engine runs. What then still rests on trust is said.

mod claims;
mod digest;
mod document;
mod fingerprint;
mod formula;
mod issue;
mod second;
mod verify;

pub use digest::Digest;
pub use document::{
    Answer, Certificate, Cube, Denied, Evidence, Find, ProofFile, Proved, Question, SecondRun, SpecText,
    Text, read,
};
pub use fingerprint::{fingerprint, sha256};
pub use issue::{About, Issued, MOST_LISTED, Unissued, issue};
pub use second::{CrossCheck, compared, cross_check};
pub use verify::{Contents, Fault, Verified, verify};
