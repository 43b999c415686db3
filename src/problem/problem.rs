//! The problem, which clingo calls a ground program.

use super::demand::{DemandBound, Demands};
use super::exchangeable::ExchangeableKinds;
use super::{
    Assignment, ChoiceId, Choices, Clique, Conflicts, Connectivity, Definition, Exclusions, Graph, Linear,
    Lit, Matching, Objective, Origin, Route, TightBound, Var,
};
use crate::geometry::Board;
use std::sync::{Arc, OnceLock};

/// Image of each choice under a symmetry.
pub type Permutation = Vec<ChoiceId>;

/// Contents of a problem: plain data, whose invariants [`Problem::new`] checks.
#[derive(Clone, Debug)]
pub struct ProblemParts {
    /// Board of the choices.
    pub board: Arc<Board>,
    pub kinds: usize,
    /// Possible placements, in the order of [`ChoiceId`]. Their kinds are below `kinds`, their cells are on the board.
    pub choices: Choices,
    /// Variables determined by the choices; definition `i` has number `choices.len() + i`.
    pub definitions: Vec<Definition>,
    /// Graphs to which definitions and constraints refer.
    pub graphs: Vec<Graph>,
    /// Clique constraints. In a grounded problem, none is contained in another that implies it.
    pub cliques: Vec<Clique>,
    /// For each choice, the choices it excludes; sorted, symmetric. A choice that excludes itself can never be placed. In a
    /// grounded problem, choices that share a clique are left out.
    pub conflicts: Conflicts,
    /// Complete bipartite parts of `conflicts`, if the grounding knows them. They are redundant, for engines that can use
    /// them (two armies on a line).
    pub bicliques: Vec<(Vec<ChoiceId>, Vec<ChoiceId>)>,
    /// A bound that a sum in `linears` states, if the grounding knows more about it. Redundant, for [`Problem::at_bound`].
    pub tight: Option<TightBound>,
    /// Clauses: at least one literal of each is true. Literals may repeat.
    pub clauses: Vec<(Vec<Lit>, Origin)>,
    pub linears: Vec<Linear>,
    pub matchings: Vec<Matching>,
    pub connectivities: Vec<Connectivity>,
    pub routes: Vec<Route>,
    /// Objectives, the most important first.
    pub objectives: Vec<Objective>,
    /// Expression of `find number by`, as an objective without direction.
    pub by: Option<Objective>,
    /// Symmetry group of the spec as permutations of choices, the identity first; closed.
    pub group: Vec<Permutation>,
}

/// A grounded puzzle. A *solution* is a set of choices that satisfies every clique, conflict, clause, linear
/// constraint, matching, connectivity and route.
///
/// Its contents are those of [`ProblemParts`], with their invariants: they can be read, but changed only by building
/// another problem.
#[derive(Clone, Debug)]
pub struct Problem {
    parts: ProblemParts,
    pub(super) derived: Derived,
}

/// Problems and graphs that follow from the contents, computed at the first call.
#[derive(Clone, Debug, Default)]
pub(super) struct Derived {
    exclusions: OnceLock<Arc<Exclusions>>,
    /// See [`Problem::cliques_of_pairs`].
    pub(super) cliques_of_pairs: OnceLock<CliquesOfPairs>,
    /// See [`Problem::folded`].
    pub(super) folded: OnceLock<Option<Arc<ReducedProblem>>>,
    /// See [`Problem::explicit`].
    pub(super) explicit: OnceLock<Option<Arc<ReducedProblem>>>,
    /// See [`Problem::chained`].
    pub(super) chained: OnceLock<Option<Arc<Problem>>>,
    /// See [`Problem::at_bound`].
    pub(super) at_bound: OnceLock<Option<Arc<ProblemAtBound>>>,
    /// See [`Problem::demands`].
    pub(super) demands: OnceLock<Option<Arc<Demands>>>,
    /// See [`Problem::fewest`].
    pub(super) fewest: OnceLock<Option<Arc<DemandBound>>>,
    /// See [`Problem::pinned`].
    pub(super) pinned: OnceLock<Option<Arc<PinnedProblem>>>,
}

/// The cliques of a problem's pairs, and how many neighbors were examined to find them.
#[derive(Clone, Debug)]
pub(super) struct CliquesOfPairs {
    pub(super) found: Arc<[Vec<ChoiceId>]>,
    pub(super) looks: usize,
}

/// A problem with other choices whose solutions are those of another.
#[derive(Clone, Debug)]
pub struct ReducedProblem {
    pub problem: Problem,
    /// For each choice of `problem`, the original choices that it stands for, ascending.
    pub(super) members: Vec<Vec<ChoiceId>>,
    /// Original choices that hold in addition.
    pub(super) placed: Vec<ChoiceId>,
}

impl ReducedProblem {
    /// Returns the original solution for `chosen`, a solution of the reduced problem; ascending.
    pub fn solution(&self, chosen: &[ChoiceId]) -> Vec<ChoiceId> {
        let members = chosen.iter().flat_map(|c| &self.members[c.index()]);
        let mut original: Vec<ChoiceId> = members.chain(&self.placed).copied().collect();
        original.sort_unstable();
        original
    }
}

/// The solutions of a problem that attain a bound on its first objective.
#[derive(Clone, Debug)]
pub struct ProblemAtBound {
    /// The problem of finding them, with the objectives after the first.
    pub reduced: ReducedProblem,
    /// The bound.
    pub value: i64,
    /// See [`ProblemAtBound::worse`].
    pub(super) worse: OnceLock<Option<Arc<Self>>>,
}

/// The solutions with exchangeable kinds in one order on some cells, all different. Every other order has as many.
#[derive(Clone, Debug)]
pub struct PinnedProblem {
    pub(super) reduced: ReducedProblem,
    pub(super) kinds: Arc<ExchangeableKinds>,
    /// The pinned choices, those of the first kinds.
    pub(super) placed: Vec<ChoiceId>,
    /// Number of orders.
    pub(super) weight: u64,
}

impl std::ops::Deref for Problem {
    type Target = ProblemParts;

    fn deref(&self) -> &ProblemParts {
        &self.parts
    }
}

impl Assignment {
    /// Creates the assignment in which exactly `chosen` are placed. Linear in the size of the definitions.
    pub fn new(problem: &Problem, chosen: &[ChoiceId]) -> Self {
        Self::evaluate(problem.choices.len(), &problem.definitions, &problem.graphs, chosen)
    }
}

impl ProblemParts {
    /// Number of variables: choices and definitions.
    pub fn var_count(&self) -> usize {
        self.choices.len() + self.definitions.len()
    }

    /// Returns the variable of definition `index`.
    pub fn defined(&self, index: usize) -> Var {
        Var((self.choices.len() + index) as u32)
    }

    /// Returns the choice of a variable, unless it is defined.
    pub fn choice_of(&self, var: Var) -> Option<ChoiceId> {
        (var.index() < self.choices.len()).then_some(ChoiceId(var.0))
    }

    /// Upper bound on the total length of the lists of [`Exclusions`].
    pub fn exclusion_bound(&self) -> usize {
        let square = |clique: &[ChoiceId]| clique.len().saturating_mul(clique.len());
        let cliques = self.cliques.iter().map(|q| square(&q.choices)).fold(0, usize::saturating_add);
        cliques.saturating_add(self.conflicts.entries())
    }

    /// Iterates over all choices in order.
    pub fn choice_ids(&self) -> impl Iterator<Item = ChoiceId> + use<> {
        (0..self.choices.len() as u32).map(ChoiceId)
    }
}

impl Problem {
    /// Creates the problem with these contents. Linear in their size.
    ///
    /// # Panics
    /// Panics if an invariant of the contents is broken, which is a fault of the code that built them.
    pub fn new(parts: ProblemParts) -> Self {
        parts.check();
        Self { parts, derived: Derived::default() }
    }

    /// Returns the contents, for code that builds another problem from them.
    pub fn into_parts(self) -> ProblemParts {
        self.parts
    }

    /// Changes the contents and checks their invariants again.
    ///
    /// # Panics
    /// As [`Problem::new`].
    pub fn edit(&mut self, change: impl FnOnce(&mut ProblemParts)) {
        change(&mut self.parts);
        self.derived = Derived::default();
        self.parts.check();
    }

    /// Returns the graph of exclusions, built at the first call. Check [`ProblemParts::exclusion_bound`] before: on a large
    /// board the graph may not fit in memory.
    pub fn exclusions(&self) -> &Arc<Exclusions> {
        let exclusions = &self.derived.exclusions;
        exclusions.get_or_init(|| Arc::new(Exclusions::new(&self.cliques, &self.conflicts)))
    }

    /// Returns true if the set `chosen` is a solution, by each constraint's naive definition.
    pub fn holds(&self, chosen: &[ChoiceId]) -> bool {
        // Definitions are part of the assignment, bicliques of the conflicts, and the tight bound of the sums.
        let ProblemParts {
            board: _,
            kinds: _,
            choices: _,
            definitions: _,
            graphs,
            cliques,
            conflicts,
            bicliques: _,
            tight: _,
            clauses,
            linears,
            matchings,
            connectivities,
            routes,
            objectives: _,
            by: _,
            group: _,
        } = &self.parts;
        let a = Assignment::new(self, chosen);
        let apart = |c: &ChoiceId| conflicts[c.index()].iter().all(|d| !a.lit(d.lit()));
        cliques.iter().all(|q| q.holds(&a))
            && chosen.iter().all(apart)
            && clauses.iter().all(|(lits, _)| lits.iter().any(|&l| a.lit(l)))
            && linears.iter().all(|l| l.holds(&a))
            && matchings.iter().all(|m| m.holds(&a))
            && connectivities.iter().all(|c| c.holds(graphs, &a))
            && routes.iter().all(|r| r.holds(&a))
    }

    /// Returns the values of the objectives for the solution `chosen`.
    pub fn objective_values(&self, chosen: &[ChoiceId]) -> Vec<i64> {
        let a = Assignment::new(self, chosen);
        self.objectives.iter().map(|o| o.value(&a)).collect()
    }
}
