//! One lint as data: kinds and spans, no text.

use crate::text::Span;
use num_bigint::BigInt;
use std::sync::Arc;

/// Reason why a spec with guarded pieces without moves has no solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guarded {
    /// More riders are required than there are lines; nothing may stand between two of them.
    Lines {
        /// Number of lines on which they can stand.
        lines: usize,
        /// Number of riders required.
        wanted: i64,
    },
    /// A rule requires attackers of the piece.
    AttackersWanted,
    /// The piece is given where a given piece attacks it.
    Given,
}

/// A legal but suspicious part of a spec.
#[derive(Clone, Debug, PartialEq)]
pub enum Lint {
    /// An unused parameter.
    UnusedParameter {
        /// Name of the parameter.
        name: Arc<str>,
        /// Span of the declaration.
        span: Span,
    },
    /// A kind or family that no rule, given or other piece uses.
    UnusedPiece {
        /// Name of the kind or family.
        name: Arc<str>,
        /// Span of the declaration.
        span: Span,
    },
    /// A region layer that no rule uses.
    UnusedRegions {
        /// Name of the layer.
        layer: Arc<str>,
        /// Span of the declaration.
        span: Span,
    },
    /// Clue cells whose numbers no rule reads.
    UnusedClues {
        /// Span of `clues are …`.
        span: Span,
    },
    /// A region whose cells can hold no piece.
    RegionWithoutCell {
        /// Name of the region.
        name: Arc<str>,
        /// Name of its layer.
        layer: Arc<str>,
        /// Span of one of its cells.
        span: Span,
    },
    /// A comparison that no filled board satisfies.
    NeverHolds {
        /// Least possible value.
        least: i128,
        /// Greatest possible value.
        most: i128,
        /// Required value: exact, minimum or maximum; with `!=`, the forbidden value.
        wanted: i128,
        /// Span of the comparison, or of an entry of a list.
        span: Span,
        /// Span of the counted expression, if it is compared with a number.
        counted: Option<Span>,
    },
    /// A rule whose scopes contain no place.
    NoPlace {
        /// Span of the scopes.
        span: Span,
    },
    /// A rule that counts over no cells.
    EmptyArea {
        /// Span of the location or the scopes.
        span: Span,
    },
    /// A rule that fails in places without cells, so the spec has no solution.
    EmptyPlace {
        /// Number of places without cells in which the rule fails.
        empty: usize,
        /// Number of places of the rule.
        places: usize,
        /// Span of the scopes, or of an entry of a list.
        span: Span,
    },
    /// `no attacks` over kinds that attack nothing.
    NothingAttacks {
        /// Span of the statement.
        span: Span,
    },
    /// A piece without moves that `no attacks` guards like any other, although another rule or given requires it to be
    /// attacked.
    GuardedBlocker {
        /// Pieces without moves.
        names: Vec<Arc<str>>,
        /// Pieces with moves.
        attackers: Vec<Arc<str>>,
        /// Reason why there is no solution.
        why: Guarded,
        /// Span of the `no attacks` statement.
        span: Span,
        /// Span of the rule or given that contradicts it.
        other: Span,
    },
    /// A rule that repeats another.
    SaidTwice {
        /// Span of the later rule.
        span: Span,
        /// Span of the earlier rule.
        other: Span,
    },
    /// A rule that another rule implies.
    Looser {
        /// Span of the implied rule.
        span: Span,
        /// Span of the stronger rule.
        other: Span,
    },
    /// An expectation that is decided without a search.
    IdleExpectation {
        /// True if the expectation always holds, false if it never does.
        holds: bool,
        /// Span of the expectation.
        span: Span,
    },
    /// Two contradictory expectations.
    ExpectationsClash {
        /// Span of the later expectation.
        span: Span,
        /// Span of the earlier expectation.
        other: Span,
        /// Minimum number of solutions by one expectation, and maximum by the other.
        bounds: (BigInt, BigInt),
    },
}

impl Lint {
    /// Returns the span of the lint.
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
