//! The digest of a problem: one short text by which two runs know that they work on the same thing. A checkpoint, a plan
//! of shards, a certificate and the figures of a run all name it.
//!
//! It is the SHA-256 (FIPS 180-4) of the problem written out as bytes: the board, every choice, constraint and objective
//! and the symmetry group, in the order in which they stand, numbers little-endian, every list with its length before it
//! and every form with a tag, so that no two problems are written alike. So it speaks of the spec with its parameters as
//! they were set; comments, layout, titles, names of kinds and the query are no part of it. What is derived or only says
//! where a constraint comes from ([`Origin`](super::Origin), `bicliques`) is left out. Statements in another order may
//! ground to another numbering and so to another digest, as may another version of the program: equal digests mean equal
//! problems, other digests need not mean other puzzles.

#[cfg(feature = "certificates")]
mod writer;

use std::fmt;

/// The SHA-256 of a problem, shown as `sha256:` and 64 hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Digest([u8; 32]);

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("sha256:")?;
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}
