//! The parts of a spec that `puzzle make` chooses.

use super::expression::{Expr, Name, PieceSet};
use super::rule::SymmetryName;
use crate::text::Spanned;

/// The part after `vary`.
#[derive(Clone, Debug, PartialEq)]
pub enum Varied {
    /// `givens of digit symmetric under half turn`
    Givens {
        /// Pieces that may be given; all pieces if omitted.
        of: Option<PieceSet>,
        /// Symmetries of the set of cells with a given.
        pattern: Vec<Spanned<SymmetryName>>,
    },
    /// `clues total`: those of one layer, or all clues.
    Clues(Option<Name>),
    /// `regions cage sizes 3..5`
    Regions {
        /// Layer of regions; the only one if omitted.
        layer: Option<Name>,
        /// Range of the number of cells of a region.
        sizes: Option<(Expr, Expr)>,
        /// True if regions need not be connected.
        scattered: bool,
    },
    /// `walls 12`; as many as are needed if omitted.
    Walls(Option<Expr>),
}
