//! One lint: data and places, no words.

use crate::text::Span;
use num_bigint::BigInt;
use std::sync::Arc;

/// Why a spec has no solution as long as a piece without moves may not be attacked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guarded {
    /// More riders are asked for than there are lines, as nothing may stand between two of them.
    Lines {
        /// The lines on which they can stand.
        lines: usize,
        /// How many pieces are asked for.
        wanted: i64,
    },
    /// A rule asks for attackers of the piece.
    AttackersWanted,
    /// The piece is given where a given piece attacks it.
    Given,
}

/// Something legal but suspicious.
#[derive(Clone, Debug, PartialEq)]
pub enum Lint {
    /// A parameter that nothing uses.
    UnusedParameter {
        /// Its name.
        name: Arc<str>,
        /// Where it is declared.
        span: Span,
    },
    /// A kind or family that no rule, given or other piece speaks of.
    UnusedPiece {
        /// Its name.
        name: Arc<str>,
        /// Where it is declared.
        span: Span,
    },
    /// A layer of regions that no rule speaks of.
    UnusedRegions {
        /// The layer.
        layer: Arc<str>,
        /// Where it is declared.
        span: Span,
    },
    /// Clue cells whose numbers no rule reads.
    UnusedClues {
        /// The statement `clues are …`.
        span: Span,
    },
    /// A region on whose cells nothing can stand.
    RegionWithoutCell {
        /// The region.
        name: Arc<str>,
        /// Its layer.
        layer: Arc<str>,
        /// A cell of it.
        span: Span,
    },
    /// A comparison that no filled board keeps.
    NeverHolds {
        /// What is compared comes to this at least.
        least: i128,
        /// And to this at most.
        most: i128,
        /// What is asked for: exactly, at least or at most (with `!=`, what must not be).
        wanted: i128,
        /// The comparison, or an entry of a list.
        span: Span,
        /// What is counted, where the comparison is of one side with a number.
        counted: Option<Span>,
    },
    /// A rule whose scopes hold no place.
    NoPlace {
        /// The scopes.
        span: Span,
    },
    /// A rule that counts on no cell at all.
    EmptyArea {
        /// The location or the scopes.
        span: Span,
    },
    /// A rule that fails in places which have no cell, so that the spec has no solution.
    EmptyPlace {
        /// Places of the rule without a cell, in which it fails.
        empty: usize,
        /// Places of the rule.
        places: usize,
        /// The scopes, or an entry of a list.
        span: Span,
    },
    /// `no attacks` of kinds that attack nothing.
    NothingAttacks {
        /// The statement.
        span: Span,
    },
    /// A piece without moves that `no attacks` guards like any other, where something else can hold only if it may be
    /// attacked.
    GuardedBlocker {
        /// The pieces without moves.
        names: Vec<Arc<str>>,
        /// The pieces with moves.
        attackers: Vec<Arc<str>>,
        /// Why there is no solution.
        why: Guarded,
        /// The statement `no attacks`.
        span: Span,
        /// The rule or given that cannot hold beside it.
        other: Span,
    },
    /// A rule that says what another one says.
    SaidTwice {
        /// The later.
        span: Span,
        /// The earlier.
        other: Span,
    },
    /// A rule that follows from another one.
    Looser {
        /// The one that follows.
        span: Span,
        /// The one that says more.
        other: Span,
    },
    /// An expectation that is decided before anything is searched.
    IdleExpectation {
        /// Whether it holds.
        holds: bool,
        /// The expectation.
        span: Span,
    },
    /// Two expectations that cannot both hold.
    ExpectationsClash {
        /// The later.
        span: Span,
        /// The earlier.
        other: Span,
        /// The number of solutions is at least this for the one, and at most that for the other.
        bounds: (BigInt, BigInt),
    },
}

impl Lint {
    /// The characters it is about.
    pub fn span(&self) -> Span {
        match self {
            Self::UnusedParameter { span, .. }
            | Self::UnusedPiece { span, .. }
            | Self::UnusedRegions { span, .. }
            | Self::UnusedClues { span }
            | Self::RegionWithoutCell { span, .. }
            | Self::NeverHolds { span, .. }
            | Self::NoPlace { span }
            | Self::EmptyArea { span }
            | Self::EmptyPlace { span, .. }
            | Self::NothingAttacks { span }
            | Self::GuardedBlocker { span, .. }
            | Self::SaidTwice { span, .. }
            | Self::Looser { span, .. }
            | Self::IdleExpectation { span, .. }
            | Self::ExpectationsClash { span, .. } => *span,
        }
    }
}
