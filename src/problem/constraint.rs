//! The closed set of constraints. Each has a naive `holds`, the definition that every engine is tested against.

use super::{Assignment, ChoiceId, Graph, GraphId, Lit};

/// Statement of the spec that a constraint comes from: a number that only the grounding can interpret. `Origin::BOARD`
/// marks constraints of the board itself (one piece per cell).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Origin(pub u32);

impl Origin {
    pub const BOARD: Self = Self(u32::MAX);
}

/// Clique constraint: at most one or exactly one of a set of choices. It is a clique of a conflict graph, an item of an
/// exact cover, a row of a MILP.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Clique {
    pub choices: Vec<ChoiceId>,
    /// True if exactly one must hold.
    pub exactly: bool,
    /// Source of the constraint.
    pub origin: Origin,
}

impl Clique {
    /// Returns true if `a` satisfies the constraint.
    pub fn holds(&self, a: &Assignment) -> bool {
        let n = self.choices.iter().filter(|c| a.lit(c.lit())).count();
        n == 1 || (n == 0 && !self.exactly)
    }
}

/// Linear constraint `guard ⇒ lo ≤ Σ weight · literal ≤ hi`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Linear {
    /// Weights (never 0) and literals (each variable at most once), sorted by literal.
    pub terms: Vec<(i64, Lit)>,
    /// Lower bound; `i64::MIN` for none.
    pub lo: i64,
    /// Upper bound, at least the lower one; `i64::MAX` for none.
    pub hi: i64,
    /// Literal that must be true for the bounds to apply.
    pub guard: Option<Lit>,
    /// Source of the constraint.
    pub origin: Origin,
}

impl Linear {
    /// Returns the value of the sum.
    pub fn value(&self, a: &Assignment) -> i64 {
        a.weigh(&self.terms)
    }

    /// Returns true if `a` satisfies the constraint.
    pub fn holds(&self, a: &Assignment) -> bool {
        self.guard.is_some_and(|g| !a.lit(g)) || (self.lo..=self.hi).contains(&self.value(a))
    }
}

/// Requires a perfect matching between the chosen of `left` and the chosen of `right`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Matching {
    pub left: Vec<ChoiceId>,
    /// The other side, sorted. It is disjoint from `left` unless the spec pairs a kind with itself; then each piece has one
    /// partner on either side.
    pub right: Vec<ChoiceId>,
    /// Pairs that may be matched, if the literal (if any) is true.
    pub edges: Vec<(ChoiceId, ChoiceId, Option<Lit>)>,
    /// Source of the constraint.
    pub origin: Origin,
}

impl Matching {
    /// Returns true if `a` satisfies the constraint. Uses augmenting paths.
    pub fn holds(&self, a: &Assignment) -> bool {
        let chosen = |side: &[ChoiceId]| -> Vec<ChoiceId> {
            side.iter().copied().filter(|c| a.lit(c.lit())).collect()
        };
        let (left, right) = (chosen(&self.left), chosen(&self.right));
        if left.len() != right.len() {
            return false;
        }
        let edges: Vec<Vec<usize>> = left
            .iter()
            .map(|l| {
                let open = |e: &&(ChoiceId, ChoiceId, Option<Lit>)| e.0 == *l && e.2.is_none_or(|c| a.lit(c));
                self.edges.iter().filter(open).filter_map(|e| right.binary_search(&e.1).ok()).collect()
            })
            .collect();
        let mut partner = vec![usize::MAX; right.len()];
        (0..left.len()).all(|l| augment(l, &edges, &mut partner, &mut vec![false; right.len()]))
    }
}

fn augment(l: usize, edges: &[Vec<usize>], partner: &mut [usize], seen: &mut [bool]) -> bool {
    edges[l].iter().any(|&r| {
        if std::mem::replace(&mut seen[r], true) {
            return false;
        }
        let free = partner[r] == usize::MAX || augment(partner[r], edges, partner, seen);
        if free {
            partner[r] = l;
        }
        free
    })
}

/// Constraint `guard ⇒ lo ≤ number of groups ≤ hi`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Connectivity {
    pub graph: GraphId,
    pub lo: u32,
    /// Upper bound; `u32::MAX` for none. A connected set has at most one group.
    pub hi: u32,
    /// Literal that must be true for the bounds to apply.
    pub guard: Option<Lit>,
    /// Source of the constraint.
    pub origin: Origin,
}

impl Connectivity {
    /// Returns true if `a` satisfies the constraint.
    pub fn holds(&self, graphs: &[Graph], a: &Assignment) -> bool {
        let number = || {
            let groups = graphs[self.graph.index()].groups(|s| a.switch(s));
            (0..).zip(&groups).filter(|&(v, &least)| least == Some(v)).count() as u32
        };
        self.guard.is_some_and(|g| !a.lit(g)) || (self.lo..=self.hi).contains(&number())
    }
}

/// Value to maximize or minimize.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Objective {
    pub maximize: bool,
    /// Weights and literals, as in a [`Linear`].
    pub terms: Vec<(i64, Lit)>,
    /// Constant added to the sum.
    pub constant: i64,
}

impl Objective {
    /// Returns the value under `a`.
    pub fn value(&self, a: &Assignment) -> i64 {
        a.weigh(&self.terms) + self.constant
    }
}
