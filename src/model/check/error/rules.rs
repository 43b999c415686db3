//! Errors in rules, queries and expectations.

use crate::text::Span;
use std::sync::Arc;

/// An error in a rule, a query or an expectation.
#[derive(Clone, Debug, PartialEq)]
pub enum RuleError {
    /// `attackers` or `within` in a rule without a cell.
    NeedsCell { word: &'static str },
    /// `empty` where pieces are required.
    EmptyIsNoPiece,
    /// A scope over cells together with `each group of`.
    CellsAndGroups {
        /// Span of the scope over cells.
        cells: Span,
    },
    /// A scope behind `each group of`.
    GroupsNotLast {
        /// Span of the scope behind it.
        next: Span,
    },
    /// An expression that has no meaning in a group.
    NotInGroup { word: &'static str },
    /// `from` or `to` in a loop.
    LoopEnd { word: &'static str },
    /// A path with both ends on one cell.
    EqualEnds {
        /// Span of the first end.
        first: Span,
    },
    /// Two scopes over cells.
    TwoCells {
        /// Span of the first.
        first: Span,
    },
    /// A variable after a layer's name.
    LayerVariable {
        layer: Arc<str>,
        /// Span of the layer's declaration.
        declared: Span,
    },
    /// A variable used as a scope.
    VariableScope {
        name: Arc<str>,
        /// Span of the variable.
        declared: Span,
    },
    /// A list of clues whose length differs from the number of lines.
    ListLength {
        /// True for `rows:`, false for `columns:`.
        rows: bool,
        /// Expected number of entries.
        expected: usize,
        /// Actual number of entries.
        found: usize,
    },
    /// A list for regions that names one twice.
    RegionTwice {
        region: Arc<str>,
        /// Span of the first.
        first: Span,
    },
    /// A length of a run that is not positive, or a `0` among other lengths.
    RunLength { length: i64 },
    /// An alternative value that is not known before the search.
    CountedAlternative,
    /// An alternative value after something other than a single `=`.
    AlternativeWithoutEquals {
        /// Span of the comparison before it.
        comparison: Span,
    },
    /// A kind without a value in a sum.
    NoValue { kind: Arc<str> },
    /// A range of values after a scope over something other than a family.
    RangeWithoutFamily { name: Arc<str> },
    /// `no attacks between` with a single set.
    BetweenOne,
    /// `no attacks between` with sets that share a kind.
    BetweenShared {
        kind: Arc<str>,
        /// Span of the earlier set.
        first: Span,
    },
    /// A symmetry that the board lacks.
    NotASymmetry,
    /// `find` with a number less than 1.
    FindNone { number: i64 },
    /// An empty range of a `for`.
    EmptyRange { from: i64, to: i64 },
    /// A list of expected values without `for`.
    ListWithoutFor,
    /// A list of expected values whose length differs from its `for`.
    ExpectLength {
        /// Expected number of entries.
        expected: usize,
        /// Actual number of entries.
        found: usize,
    },
    /// An expected value with too many or too few numbers.
    TupleLength {
        /// Expected number of numbers.
        expected: usize,
        /// Actual number of numbers.
        found: usize,
    },
    /// `vary` of something that the spec does not have.
    NothingToVary { what: &'static str },
    /// `vary regions` without a name, where there are several layers.
    WhichRegions { layers: Vec<Arc<str>> },
    /// A number of walls, or of cells of a region, that the board cannot have.
    VariedNumber { what: &'static str, number: i64, most: i64 },
    /// An expected optimum without an objective.
    NoObjective,
}
