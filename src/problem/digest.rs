//! Digest of a problem: a short text by which two runs can check that they work on the same problem. Checkpoints, shard
//! plans, certificates and run statistics all include it.
//!
//! It is the SHA-256 (FIPS 180-4) of the problem serialized as bytes: the board, every choice, constraint and objective and
//! the symmetry group, in order, with little-endian numbers, a length before every list and a tag for every variant, so
//! different problems never serialize alike. The digest depends on the spec and its parameter values; comments, layout,
//! titles, names of kinds and the query are not included. Derived data and data that only names the source of a constraint
//! ([`Origin`](super::Origin), `bicliques`, `tight`) are omitted. Reordered statements may ground to another numbering and so to
//! another digest, as may another version of the program: equal digests mean equal problems, but different digests need not
//! mean different puzzles.

#[cfg(feature = "certificates")]
mod writer;
#[cfg(feature = "certificates")]
pub use writer::cubes_digest;

use std::fmt;

/// SHA-256 of a problem, displayed as `sha256:` and 64 hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Digest([u8; 32]);

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("sha256:")?;
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}
