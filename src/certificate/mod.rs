//! Certificates: evidence that lets another program check an answer.
//!
//! A certificate ([`Certificate`]) is a JSON document with the texts of the spec and their hash, the question, the answer
//! and the evidence. The evidence is, as far as available:
//!
//! - all solutions, or the requested ones; if there are too many, for each option of a line (a *cube*) the number of
//!   solutions and the sum of their hashes ([`SolutionDigest`]);
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

pub use digest::SolutionDigest;
pub use document::{
    Certificate, CertifiedAnswer, CertifiedCube, CertifiedEvidence, HashedFile, ProofFile, QueryForm,
    Question, RefutedClaim, SecondRun, read,
};
pub use hash::sha256;
pub use issue::{CertificateSubject, IssueError, IssuedCertificate, MOST_LISTED, issue};
pub use second::{CrossCheck, cross_check};
pub use spec_text::{SpecFile, SpecText, fingerprint};
pub use verify::{CertificateFault, Contents, Verification, verify};
