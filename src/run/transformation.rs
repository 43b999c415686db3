//! Elements of the group of a spec, by name.

use crate::geometry::SymmetryKind;

/// A symmetry of the board, and then an exchange of lines and kinds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transformation {
    pub symmetry: SymmetryKind,
    /// The exchange in words, such as `kinds (white black)`; empty if nothing is exchanged.
    pub exchange: String,
}

impl Transformation {
    /// Returns true if nothing changes.
    pub fn is_identity(&self) -> bool {
        self.symmetry == SymmetryKind::Identity && self.exchange.is_empty()
    }
}

impl From<SymmetryKind> for Transformation {
    fn from(symmetry: SymmetryKind) -> Self {
        Self { symmetry, exchange: String::new() }
    }
}

impl std::fmt::Display for Transformation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.symmetry, self.exchange.as_str()) {
            (symmetry, "") => symmetry.fmt(f),
            (SymmetryKind::Identity, exchange) => f.write_str(exchange),
            (symmetry, exchange) => write!(f, "{symmetry} with {exchange}"),
        }
    }
}
