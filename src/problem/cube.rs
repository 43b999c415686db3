//! Cubes: parts of a problem's solutions, each a problem in itself (cube and conquer: M. Heule, O. Kullmann, S. Wieringa
//! and A. Biere, HVC 2011). An engine sees a cube as a smaller problem.

use super::substitution::{Replacement, Substitution};
use super::{ChoiceId, Choices, Lit, Origin, Permutation, Problem};

/// The solutions that contain some choices and lack others.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cube {
    /// Choices that are placed, ascending.
    #[serde(rename = "p", default, skip_serializing_if = "Vec::is_empty")]
    pub placed: Vec<ChoiceId>,
    /// Choices that are not placed, ascending; those excluded by the placed ones may be omitted.
    #[serde(rename = "d", default, skip_serializing_if = "Vec::is_empty")]
    pub dropped: Vec<ChoiceId>,
    /// Number of cubes represented: the images under symmetries, including the cube itself.
    #[serde(rename = "w", default = "one", skip_serializing_if = "is_one")]
    pub weight: u64,
}

fn one() -> u64 {
    1
}

fn is_one(weight: &u64) -> bool {
    *weight == 1
}

impl Cube {
    /// Returns the cube of all solutions.
    pub fn whole() -> Self {
        Self { placed: Vec::new(), dropped: Vec::new(), weight: 1 }
    }
}

/// A cube as a separate problem.
#[derive(Clone, Debug)]
pub struct RestrictedProblem {
    /// The problem. Its group is the stabilizer of the cube.
    pub problem: Problem,
    /// For each choice of `problem`, the choice of the whole; ascending.
    choices: Vec<ChoiceId>,
    /// Choices placed in addition.
    placed: Vec<ChoiceId>,
}

impl RestrictedProblem {
    /// Returns the choice of the whole for `choice` of the part.
    pub fn original(&self, choice: ChoiceId) -> ChoiceId {
        self.choices[choice.index()]
    }

    /// Returns the choice of the part for `choice` of the whole; `None` if its value is fixed.
    pub fn own(&self, choice: ChoiceId) -> Option<ChoiceId> {
        self.choices.binary_search(&choice).ok().map(|at| ChoiceId(at as u32))
    }

    /// Returns the solution of the whole for `chosen`, a solution of the part; ascending.
    pub fn solution(&self, chosen: &[ChoiceId]) -> Vec<ChoiceId> {
        let mut whole = self.placed.clone();
        whole.extend(chosen.iter().map(|&c| self.original(c)));
        whole.sort_unstable();
        whole
    }
}

impl Problem {
    /// Restricts the problem to `cube`. Returns `None` if the cube contradicts itself: two of its choices exclude each
    /// other, or one is both placed and dropped.
    pub fn within(&self, cube: &Cube) -> Option<RestrictedProblem> {
        let fate = Fate::new(self, cube)?;
        if self.matchings.is_empty() {
            return Some(fate.substituted(self, cube));
        }
        // Matchings refer to placed choices, so every choice stays and unit clauses fix the values.
        let mut parts = self.clone().into_parts();
        let unit = |lit: Lit| (vec![lit], Origin::BOARD);
        parts.clauses.extend(cube.placed.iter().map(|c| unit(c.lit())));
        parts.clauses.extend(cube.dropped.iter().map(|c| unit(!c.lit())));
        parts.group.retain(|g| fate.is_kept_by(g));
        Some(RestrictedProblem {
            problem: Self::new(parts),
            choices: self.choice_ids().collect(),
            placed: Vec::new(),
        })
    }
}

/// For each choice: placed, not placed, or open.
struct Fate(Vec<Option<bool>>);

impl Fate {
    fn new(problem: &Problem, cube: &Cube) -> Option<Self> {
        let mut fate = vec![None; problem.choices.len()];
        for c in &cube.placed {
            fate[c.index()] = Some(true);
        }
        let mut drop = |c: ChoiceId| {
            let free = fate[c.index()] != Some(true);
            fate[c.index()] = if free { Some(false) } else { Some(true) };
            free
        };
        let mut consistent = cube.dropped.iter().all(|&c| drop(c));
        for &c in &cube.placed {
            consistent &= problem.conflicts[c.index()].iter().all(|&d| drop(d));
        }
        for clique in &problem.cliques {
            for &c in cube.placed.iter().filter(|c| clique.choices.binary_search(c).is_ok()) {
                consistent &= clique.choices.iter().filter(|&&d| d != c).all(|&d| drop(d));
            }
        }
        consistent.then_some(Self(fate))
    }

    /// Returns true if `g` maps the cube to itself.
    fn is_kept_by(&self, g: &Permutation) -> bool {
        self.0.iter().zip(g).all(|(fate, image)| *fate == self.0[image.index()])
    }

    fn substituted(&self, whole: &Problem, cube: &Cube) -> RestrictedProblem {
        let mut own = Choices::default();
        let mut kept = Vec::new();
        let mut value = Vec::with_capacity(self.0.len());
        for (choice, fate) in whole.choice_ids().zip(&self.0) {
            value.push(match fate {
                Some(true) => Replacement::True,
                Some(false) => Replacement::False,
                None => Replacement::Kept(ChoiceId(kept.len() as u32)),
            });
            if fate.is_none() {
                kept.push(choice);
                let choice = whole.choices.get(choice);
                own.push(choice.kind, choice.cells);
            }
        }
        let image = |g: &Permutation| -> Permutation {
            let own = |c: &ChoiceId| match value[g[c.index()].index()] {
                Replacement::Kept(own) => own,
                _ => unreachable!("a symmetry of the cube keeps what is open"),
            };
            kept.iter().map(own).collect()
        };
        let mut group: Vec<Permutation> = Vec::new();
        for g in whole.group.iter().filter(|g| self.is_kept_by(g)) {
            let image = image(g);
            if !group.contains(&image) {
                group.push(image);
            }
        }
        let problem = Substitution { whole, value, choices: own }.build(group, Vec::new());
        RestrictedProblem { problem: Problem::new(problem), choices: kept, placed: cube.placed.clone() }
    }
}
