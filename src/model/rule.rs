//! Rules, written out: a scope has become one [`Instance`] for each place, a name has become a set of kinds
//! or cells, a chain has become several instances.

use super::{KindId, KindSet};
use crate::geometry::{CellId, CellSet, Movement, SymmetryKind};
use crate::text::Span;
use std::sync::Arc;

pub use crate::syntax::ast::Relation;

/// One statement of the spec that restricts the solutions.
#[derive(Clone, Debug, PartialEq)]
pub struct Rule {
    /// What must hold.
    pub body: RuleBody,
    /// The statement.
    pub span: Span,
    /// By comparison, where the statement speaks of single clues: the clue, a cell in the board's picture or an entry of
    /// the list. Empty for other rules.
    pub marks: Vec<Span>,
}

/// What a rule says.
#[derive(Clone, Debug, PartialEq)]
pub enum RuleBody {
    /// All of these comparisons.
    Compare(Vec<Instance>),
    /// For none of these ordered pairs (attacker, attacked) does a piece of the one kind attack a cell that a
    /// piece of the other covers. Sorted.
    NoAttacks(Vec<(KindId, KindId)>),
    /// A one-to-one matching exists that uses up all pieces of `from` and all of `to`, each of `from` reaching
    /// its partner by `moves` (over the filled board).
    Pair {
        /// Those that reach.
        from: KindSet,
        /// Those that are reached.
        to: KindSet,
        /// By these moves.
        moves: Movement,
    },
    /// The solution is its own image under these symmetries of the board.
    Symmetric(Vec<SymmetryKind>),
}

/// `guard ⇒ left RELATION 0`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Instance {
    /// Where it holds only on a condition.
    pub guard: Option<Guard>,
    /// Everything moved to the left.
    pub left: Linear,
    /// How it compares with 0.
    pub relation: Relation,
}

/// A condition on one cell.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Guard {
    /// Nothing stands on the cell (which is no wall).
    Empty(CellId),
    /// A piece of one of these kinds covers the cell.
    Occupied(CellId, KindSet),
}

/// A sum of terms with integer coefficients, and a constant.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Linear {
    /// Coefficient and term; coefficients may be 0 and terms repeated.
    pub terms: Vec<(i64, Term)>,
    /// The constant.
    pub constant: i64,
}

/// Something counted on a filled board.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Term {
    /// `count P …`, `cells P …`: pieces (or the cells they cover) in `cells`; where there is a `reach`, only
    /// what lies in cells it reaches; where there is a filter, only what passes it.
    Count {
        /// Pieces, or cells covered by them.
        unit: Unit,
        /// Of what.
        what: What,
        /// In these cells. Shared, since a row's set serves many rules.
        cells: Arc<CellSet>,
        /// Only in cells reached so.
        reach: Option<Reach>,
        /// Only those on whose cell (a tile: on any of whose cells) this holds.
        filter: Option<Filter>,
    },
    /// How many pieces of `by` attack the cell `on`.
    Attackers {
        /// The attackers.
        by: KindSet,
        /// The cell.
        on: CellId,
    },
    /// How many ordered pairs (piece of `by`, piece of `on` with a cell it attacks).
    Attacks {
        /// The attackers.
        by: KindSet,
        /// The attacked.
        on: KindSet,
    },
}

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Unit {
    /// Pieces, a tile once.
    Pieces,
    /// Cells.
    Cells,
}

/// Which things count.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct What {
    /// Pieces of these kinds.
    pub kinds: KindSet,
    /// Cells with nothing on them (walls never).
    pub empty: bool,
}

/// `within M`: the cells that a piece with these moves on `from` would attack, pieces blocking.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Reach {
    /// Where it would stand.
    pub from: CellId,
    /// Its moves.
    pub moves: Movement,
}

/// `where attackers Q RELATION value`
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Filter {
    /// Whose attacks count.
    pub by: KindSet,
    /// How the number compares.
    pub relation: Relation,
    /// With what.
    pub value: i64,
}
