//! Expanded rules: one [`Instance`] for each place of a scope and each relation of a chain; names replaced by sets of kinds
//! or cells.

use super::{CellContents, Groups, KindId, KindSet, PlacedParts, RouteId};
use crate::geometry::{CellId, CellSet, Movement, SymmetryKind};
use crate::text::Span;
use std::ops::Range;
use std::sync::Arc;

pub use crate::syntax::ast::{Relation, View};

/// Statement of the spec that restricts the solutions.
#[derive(Clone, Debug, PartialEq)]
pub struct Rule {
    /// Condition on the solutions.
    pub body: RuleBody,
    /// Span of the statement.
    pub span: Span,
    /// Span of the clue of each comparison, if the rule concerns single clues: a cell of the board picture or an entry of
    /// the list. Empty for other rules.
    pub marks: Vec<Span>,
    /// Places for which the parts of the rule were expanded, in the order of the parts. Empty if the rule has no parts or its
    /// places are unknown.
    pub places: Vec<PlacedParts>,
}

impl Rule {
    /// Creates a rule that is about no single clues and no places.
    pub fn whole(body: RuleBody, span: Span) -> Self {
        Self { body, span, marks: Vec::new(), places: Vec::new() }
    }

    /// Returns the numbers of the parts that were expanded for a place.
    pub fn parts_at(&self, place: usize) -> Range<usize> {
        let start = place.checked_sub(1).map_or(0, |before| self.places[before].end);
        start..self.places[place].end
    }

    /// Returns the rule with only these parts, without their places; `None` if none is left.
    pub fn only(&self, keep: &dyn Fn(usize) -> bool) -> Option<Self> {
        let body = match &self.body {
            RuleBody::Compare(all) => RuleBody::Compare(kept(all, keep)?),
            RuleBody::Either(all) => RuleBody::Either(kept(all, keep)?),
            RuleBody::Runs(all) => RuleBody::Runs(kept(all, keep)?),
            RuleBody::EachGroup(all) => RuleBody::EachGroup(kept(all, keep)?),
            RuleBody::NoAttacks(_) | RuleBody::Pair { .. } | RuleBody::Symmetric(_) | RuleBody::Route(_) => {
                return None;
            }
        };
        let marks = kept(&self.marks, keep).unwrap_or_default();
        Some(Self { marks, ..Self::whole(body, self.span) })
    }

    /// Returns true if this rule says that a route is there, and `other` is a clause of its statement, such as `from a1`.
    pub fn has_clause(&self, other: &Self) -> bool {
        let (whole, part) = (self.span, other.span);
        let is_part = whole.source == part.source && whole.start < part.start && part.end <= whole.end;
        matches!(self.body, RuleBody::Route(_)) && is_part
    }
}

/// Returns the parts whose numbers are accepted, if any.
fn kept<P: Clone>(parts: &[P], keep: &dyn Fn(usize) -> bool) -> Option<Vec<P>> {
    let kept: Vec<P> = (0..).zip(parts).filter(|(i, _)| keep(*i)).map(|(_, part)| part.clone()).collect();
    (!kept.is_empty()).then_some(kept)
}

/// Condition of a rule.
#[derive(Clone, Debug, PartialEq)]
pub enum RuleBody {
    /// All of these comparisons hold.
    Compare(Vec<Instance>),
    /// In each of these, at least one alternative holds.
    Either(Vec<Disjunction>),
    /// Each of these lines has exactly these runs.
    Runs(Vec<LineRuns>),
    /// For each of these ordered pairs (attacker, attacked), no piece of the first kind attacks a cell covered by a piece of
    /// the second. Sorted.
    NoAttacks(Vec<(KindId, KindId)>),
    /// There is a perfect matching of the pieces of `from` with the pieces of `to`, in which each piece of `from` reaches its
    /// partner by `moves` on the filled board.
    Pair {
        /// Kinds of the pieces that reach.
        from: KindSet,
        /// Kinds of the pieces that are reached.
        to: KindSet,
        /// Moves from a piece to its partner.
        moves: Movement,
    },
    /// The solution is invariant under these symmetries of the board.
    Symmetric(Vec<SymmetryKind>),
    /// In every group of each of these, the condition holds.
    EachGroup(Vec<GroupRule>),
    /// The line pieces of the route form exactly one route in one piece: each leads only to cells with a piece of the route that
    /// leads back, and there are at least two of them in a path, three in a loop.
    Route(RouteId),
}

/// `guard ⇒ left RELATION 0`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Instance {
    /// Condition under which the comparison must hold, if any.
    pub guard: Option<Guard>,
    /// Left side minus right side.
    pub left: LinearExpr,
    /// Relation of `left` to 0.
    pub relation: Relation,
}

/// `guard ⇒ one of the alternatives`, each of which is a chain of comparisons that all hold.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Disjunction {
    /// Condition under which an alternative must hold, if any.
    pub guard: Option<Guard>,
    /// Alternatives, each a list of sums with their relations to 0.
    pub alternatives: Vec<Vec<(LinearExpr, Relation)>>,
}

/// In every group, the condition holds with the cells of each term cut down to those of the group. Its terms are counts without
/// reach, groups and links; it has no guard.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GroupRule {
    pub groups: Groups,
    pub condition: Disjunction,
}

/// The maximal runs of cells of a line that are covered by `what` have these lengths, in order.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LineRuns {
    /// Cells of the line in order, walls included, which end runs.
    pub line: Arc<[CellId]>,
    pub what: CellContents,
    pub lengths: Vec<u32>,
}

/// Condition on one cell.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Guard {
    /// The cell is empty and not a wall.
    Empty(CellId),
    /// A piece of one of these kinds covers the cell.
    Occupied(CellId, KindSet),
}

/// Sum of terms with integer coefficients and a constant.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LinearExpr {
    /// Coefficients and terms; coefficients may be 0 and terms may repeat.
    pub terms: Vec<(i64, Term)>,
    pub constant: i64,
}

/// Count on a filled board.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Term {
    /// `count P …`, `cells P …`: number of pieces in `cells`, or of cells they cover, restricted by `reach` and `filter`.
    Count {
        /// Unit of the count.
        unit: Unit,
        what: CellContents,
        /// Cells in which to count. Shared, since many rules use the same set.
        cells: Arc<CellSet>,
        /// Restriction to the cells reached by these moves.
        reach: Option<Reach>,
        /// Restriction to things on whose cell (for a tile, any of whose cells) the filter holds.
        filter: Option<Filter>,
    },
    /// Number of pieces of `by` that attack the cell `on`.
    Attackers {
        /// Kinds of the attackers.
        by: KindSet,
        on: CellId,
    },
    /// Number of ordered pairs of a piece of `by` and a piece of `on` that it attacks.
    Attacks {
        /// Kinds of the attackers.
        by: KindSet,
        /// Kinds of the attacked pieces.
        on: KindSet,
    },
    /// Number of pieces of these kinds with a value above all before them on the line, or the value of the first.
    View {
        view: View,
        /// Cells of the line in the order in which they are seen.
        line: Arc<[CellId]>,
        /// Kinds with values.
        kinds: KindSet,
    },
    /// `groups of P by M`: number of groups.
    Groups(Groups),
    /// `group of P by M`: number of cells of the group that holds the cell; 0 if the cell is not covered by P.
    GroupSize { groups: Groups, of: CellId },
    /// `links R`: number of links of the route with both ends in the cells: pairs of cells whose pieces lead to each other.
    Links { route: RouteId, cells: Arc<CellSet> },
}

/// Unit of a count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Unit {
    /// Pieces; a tile counts once.
    Pieces,
    /// Cells that the pieces cover.
    Cells,
}

/// Cells reached from a cell.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Reach {
    /// `within M`: the cells that a piece with these moves on `from` would attack; pieces block.
    Moves { from: CellId, moves: Movement },
    /// `within R`: the cells linked with `from` by one of these routes. A link joins two cells whose pieces lead to each other.
    Routes {
        from: CellId,
        /// Sorted; several for a family.
        routes: Vec<RouteId>,
    },
}

impl Reach {
    /// Returns the start of the moves or links.
    pub fn from(&self) -> CellId {
        match self {
            Self::Moves { from, .. } | Self::Routes { from, .. } => *from,
        }
    }
}

/// `where attackers Q RELATION value`
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Filter {
    /// Kinds of the attackers.
    pub by: KindSet,
    /// Relation of the number of attackers to `value`.
    pub relation: Relation,
    pub value: i64,
}
