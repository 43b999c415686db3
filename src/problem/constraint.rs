//! The closed set of constraints. Each has a naive `holds`: the meaning that every engine is tested against.

use super::{Assignment, ChoiceId, Lit};

/// Which statement of the spec a constraint comes from: an opaque number that whoever grounded the problem
/// can read. `Origin::BOARD` is for what the board itself asks (one piece a cell).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Origin(pub u32);

impl Origin {
    /// The board itself.
    pub const BOARD: Self = Self(u32::MAX);
}

/// A set of choices of which at most one holds, or exactly one: a clique of a graph, an item of an exact
/// cover, a row of a MILP.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Line {
    /// Its choices, sorted.
    pub choices: Vec<ChoiceId>,
    /// Whether one must hold.
    pub exactly: bool,
    /// Where it comes from.
    pub origin: Origin,
}

impl Line {
    /// Whether `a` keeps it.
    pub fn holds(&self, a: &Assignment) -> bool {
        let n = self.choices.iter().filter(|c| a.lit(c.lit())).count();
        n == 1 || (n == 0 && !self.exactly)
    }
}

/// `guard ⇒ lo ≤ Σ weight · literal ≤ hi`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Sum {
    /// Weights (never 0) and literals (no variable twice), sorted by literal.
    pub terms: Vec<(i64, Lit)>,
    /// The least value; `i64::MIN` for none.
    pub lo: i64,
    /// The greatest value; `i64::MAX` for none.
    pub hi: i64,
    /// Where the sum is bound only if this literal is true.
    pub guard: Option<Lit>,
    /// Where it comes from.
    pub origin: Origin,
}

impl Sum {
    /// The value of the sum.
    pub fn value(&self, a: &Assignment) -> i64 {
        a.weigh(&self.terms)
    }

    /// Whether `a` keeps it.
    pub fn holds(&self, a: &Assignment) -> bool {
        self.guard.is_some_and(|g| !a.lit(g)) || (self.lo..=self.hi).contains(&self.value(a))
    }
}

/// A perfect matching must exist between the chosen of `left` and the chosen of `right`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Matching {
    /// One side, sorted.
    pub left: Vec<ChoiceId>,
    /// The other, sorted, disjoint from `left`… unless the spec pairs a kind with itself, in which case each
    /// piece has one partner on either side.
    pub right: Vec<ChoiceId>,
    /// Who may be matched with whom, where the literal (if any) is true.
    pub edges: Vec<(ChoiceId, ChoiceId, Option<Lit>)>,
    /// Where it comes from.
    pub origin: Origin,
}

impl Matching {
    /// Whether `a` keeps it: augmenting paths, one after the other.
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

/// A value to make as large or as small as possible.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Objective {
    /// True to maximize.
    pub maximize: bool,
    /// Weights and literals, as in a [`Sum`].
    pub terms: Vec<(i64, Lit)>,
    /// Added to the sum.
    pub constant: i64,
}

impl Objective {
    /// Its value under `a`.
    pub fn value(&self, a: &Assignment) -> i64 {
        a.weigh(&self.terms) + self.constant
    }
}
