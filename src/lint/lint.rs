//! One lint as data: kinds and spans, no text.

use crate::text::Span;
use num_bigint::BigInt;
use std::sync::Arc;

/// Reason why a spec with guarded pieces without moves has no solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GuardConflict {
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
pub struct Lint {
    pub span: Span,
    pub kind: LintKind,
}

/// Kind of a lint.
#[derive(Clone, Debug, PartialEq)]
pub enum LintKind {
    UnusedParameter {
        /// Name of the parameter.
        name: Arc<str>,
    },
    /// A kind or family that no rule, given or other piece uses.
    UnusedPiece {
        /// Name of the kind or family.
        name: Arc<str>,
    },
    /// A region layer that no rule uses.
    UnusedRegions {
        /// Name of the layer.
        layer: Arc<str>,
    },
    /// Clue cells whose numbers no rule reads.
    UnusedClues,
    /// A region whose cells can hold no piece.
    RegionWithoutCell {
        /// Name of the region.
        name: Arc<str>,
        /// Name of its layer.
        layer: Arc<str>,
    },
    /// A comparison that no filled board satisfies.
    NeverHolds {
        least: i128,
        most: i128,
        /// Required value: exact, minimum or maximum; with `!=`, the forbidden value.
        wanted: i128,
        /// Span of the counted expression, if it is compared with a number.
        counted: Option<Span>,
    },
    /// A rule whose scopes contain no place.
    NoPlace {
        /// True if no member of a family lies in the range of the only scope.
        in_range: bool,
    },
    /// A rule that counts over no cells.
    EmptyArea,
    /// A rule that fails in places without cells, so the spec has no solution.
    EmptyPlace {
        /// Number of places without cells in which the rule fails.
        empty: usize,
        /// Number of places of the rule.
        places: usize,
        /// Names of those without cells, if they are lines of the board.
        names: Vec<String>,
    },
    /// A piece without moves that is counted with a number close to that of its givens.
    GivenAndCounted {
        name: Arc<str>,
        given: usize,
        /// Number that the rule requires.
        wanted: i64,
    },
    /// A list that counts tiles in each row or column instead of cells.
    CountedTiles,
    /// A rule for each row and each column in one, which speaks of the cells where they meet.
    CrossedLines,
    /// Lists of rows and columns that ask for different numbers in all.
    TotalsDiffer {
        /// Span of the earlier list.
        other: Span,
        /// Totals of the earlier and of this list.
        totals: (i64, i64),
    },
    /// `no attacks` over kinds that attack nothing.
    NothingAttacks,
    /// A piece without moves that `no attacks` guards like any other, although another rule or given requires it to be
    /// attacked.
    GuardedBlocker {
        names: Vec<Arc<str>>,
        attackers: Vec<Arc<str>>,
        /// Reason why there is no solution.
        why: GuardConflict,
        /// Span of the rule or given that contradicts it.
        other: Span,
    },
    /// A rule that repeats another.
    SaidTwice {
        /// Span of the earlier rule.
        other: Span,
    },
    /// A rule that another rule implies.
    Looser {
        /// Span of the stronger rule.
        other: Span,
    },
    /// An expectation that is decided without a search.
    IdleExpectation {
        /// True if the expectation always holds, false if it never does.
        holds: bool,
    },
    ExpectationsClash {
        /// Span of the earlier expectation.
        other: Span,
        /// Minimum number of solutions by one expectation, and maximum by the other.
        bounds: (BigInt, BigInt),
    },
}

impl LintKind {
    /// Returns the lint at this span.
    pub(super) fn at(self, span: Span) -> Lint {
        Lint { span, kind: self }
    }
}
