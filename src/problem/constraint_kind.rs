//! Kinds of constraint: engines and formats take some of them and decline the others.

use super::{Definition, Problem, ProblemParts};

/// Kind of constraint, as far as engines and formats distinguish them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ConstraintKind {
    /// A variable determined by the choices.
    Definition,
    /// At most one of a set of choices.
    AtMostOne,
    /// Exactly one of a set of choices.
    ExactlyOne,
    /// A pair of choices that exclude each other.
    Conflict,
    /// At least one of a set of literals.
    Clause,
    /// Bounds on a sum.
    Linear,
    /// Bounds on a sum that apply if a literal is true.
    GuardedLinear,
    /// The most important objective.
    Objective,
    SecondObjective,
    /// The expression of `find number by`.
    NumberBy,
    Matching,
    /// A variable that says if two cells are in one group.
    Linked,
    /// Bounds on the number of groups.
    Connected,
    Route,
}

impl ConstraintKind {
    /// Every kind, in the order in which a refusal names them.
    pub const ALL: [Self; 14] = [
        Self::Definition,
        Self::AtMostOne,
        Self::ExactlyOne,
        Self::Conflict,
        Self::Clause,
        Self::Linear,
        Self::GuardedLinear,
        Self::Objective,
        Self::SecondObjective,
        Self::NumberBy,
        Self::Matching,
        Self::Linked,
        Self::Connected,
        Self::Route,
    ];

    /// Words for constraints of this kind.
    pub fn plural(self) -> &'static str {
        match self {
            Self::Definition => "derived facts (lines of sight, attack counts)",
            Self::AtMostOne | Self::ExactlyOne => "cliques",
            Self::Conflict => "conflicts",
            Self::Clause => "clauses",
            Self::Linear => "sums",
            Self::GuardedLinear => "sums under a condition",
            Self::Objective => "objectives",
            Self::SecondObjective => "second objectives",
            Self::NumberBy => "tables by value",
            Self::Matching => "matchings",
            Self::Linked => "sizes and contents of groups",
            Self::Connected => "numbers of groups",
            Self::Route => "routes",
        }
    }
}

/// Set of kinds of constraint.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ConstraintKinds(u16);

impl ConstraintKinds {
    /// Creates the set of these kinds.
    pub const fn of(kinds: &[ConstraintKind]) -> Self {
        let mut bits = 0;
        let mut i = 0;
        while i < kinds.len() {
            bits |= 1 << kinds[i] as u16;
            i += 1;
        }
        Self(bits)
    }

    /// Returns true if `kind` is in the set.
    pub const fn contains(self, kind: ConstraintKind) -> bool {
        self.0 >> kind as u16 & 1 == 1
    }

    /// Returns the kinds that are not in `others`.
    #[must_use]
    pub const fn without(self, others: Self) -> Self {
        Self(self.0 & !others.0)
    }

    /// Iterates over the kinds, in the order of [`ConstraintKind::ALL`].
    pub fn iter(self) -> impl Iterator<Item = ConstraintKind> {
        ConstraintKind::ALL.into_iter().filter(move |&kind| self.contains(kind))
    }

    fn insert_if(&mut self, present: bool, kind: ConstraintKind) {
        self.0 |= u16::from(present) << kind as u16;
    }
}

impl Problem {
    /// Returns the kinds of constraint that occur. Linear in the number of cliques and linear constraints.
    pub fn constraint_kinds(&self) -> ConstraintKinds {
        let ProblemParts {
            board: _,
            kinds: _,
            choices: _,
            definitions,
            graphs: _,
            cliques,
            conflicts,
            bicliques: _,
            tight: _,
            clauses,
            linears,
            matchings,
            connectivities,
            routes,
            objectives,
            by,
            group: _,
        } = &**self;
        let mut found = ConstraintKinds::default();
        let linked = |d: &Definition| matches!(d, Definition::Linked { .. });
        found.insert_if(definitions.iter().any(|d| !linked(d)), ConstraintKind::Definition);
        found.insert_if(definitions.iter().any(linked), ConstraintKind::Linked);
        found.insert_if(!connectivities.is_empty(), ConstraintKind::Connected);
        found.insert_if(!routes.is_empty(), ConstraintKind::Route);
        found.insert_if(cliques.iter().any(|q| !q.exactly), ConstraintKind::AtMostOne);
        found.insert_if(cliques.iter().any(|q| q.exactly), ConstraintKind::ExactlyOne);
        found.insert_if(!conflicts.is_empty(), ConstraintKind::Conflict);
        found.insert_if(!clauses.is_empty(), ConstraintKind::Clause);
        found.insert_if(linears.iter().any(|l| l.guard.is_none()), ConstraintKind::Linear);
        found.insert_if(linears.iter().any(|l| l.guard.is_some()), ConstraintKind::GuardedLinear);
        found.insert_if(!objectives.is_empty(), ConstraintKind::Objective);
        found.insert_if(objectives.len() > 1, ConstraintKind::SecondObjective);
        found.insert_if(by.is_some(), ConstraintKind::NumberBy);
        found.insert_if(!matchings.is_empty(), ConstraintKind::Matching);
        found
    }
}

#[cfg(test)]
mod tests {
    use super::super::{
        ChoiceId, Clique, Connectivity, Graph, GraphId, Linear, Matching, Objective, Origin, Route, Switch,
        samples,
    };
    use super::*;
    use ConstraintKind as K;

    type Change = fn(&mut ProblemParts);

    fn clique(exactly: bool) -> Clique {
        Clique { choices: vec![ChoiceId(0)], exactly, origin: Origin(0) }
    }

    fn linear(guard: Option<ChoiceId>) -> Linear {
        Linear { terms: Vec::new(), lo: 0, hi: 0, guard: guard.map(ChoiceId::lit), origin: Origin(0) }
    }

    fn objective() -> Objective {
        Objective { maximize: true, terms: Vec::new(), constant: 0 }
    }

    #[test]
    fn every_kind_is_reported() {
        let cases: &[(Change, &[K])] = &[
            (|_| {}, &[]),
            (|p| p.definitions.push(Definition::All(Default::default())), &[K::Definition]),
            (|p| p.cliques.push(clique(false)), &[K::AtMostOne]),
            (|p| p.cliques.push(clique(true)), &[K::ExactlyOne]),
            (|p| p.conflicts.add([(ChoiceId(0), ChoiceId(1))]), &[K::Conflict]),
            (|p| p.clauses.push((Vec::new(), Origin(0))), &[K::Clause]),
            (|p| p.linears.push(linear(None)), &[K::Linear]),
            (|p| p.linears.push(linear(Some(ChoiceId(1)))), &[K::GuardedLinear]),
            (|p| p.objectives.push(objective()), &[K::Objective]),
            (|p| p.objectives.extend([objective(), objective()]), &[K::Objective, K::SecondObjective]),
            (|p| p.by = Some(objective()), &[K::NumberBy]),
            (
                |p| {
                    let (left, right, edges) = Default::default();
                    p.matchings.push(Matching { left, right, edges, origin: Origin(0) });
                },
                &[K::Matching],
            ),
            (
                |p| {
                    p.graphs.push(Graph { vertices: vec![Switch::On], edges: Vec::new() });
                    p.definitions.push(Definition::Linked { graph: GraphId(0), from: 0, to: 0 });
                },
                &[K::Linked],
            ),
            (
                |p| {
                    p.graphs.push(Graph::default());
                    let (graph, guard, origin) = (GraphId(0), None, Origin(0));
                    p.connectivities.push(Connectivity { graph, lo: 0, hi: 1, guard, origin });
                },
                &[K::Connected],
            ),
            (
                |p| {
                    let (links, pieces) = Default::default();
                    p.routes.push(Route { closed: true, vertices: 0, links, pieces, origin: Origin(0) });
                },
                &[K::Route],
            ),
        ];
        for (change, kinds) in cases {
            let mut problem = samples::free(2, 1, 1);
            problem.edit(change);
            assert_eq!(problem.constraint_kinds(), ConstraintKinds::of(kinds));
            assert_eq!(problem.constraint_kinds().iter().collect::<Vec<_>>(), *kinds);
        }
        let reported: Vec<K> = K::ALL.into_iter().filter(|k| cases.iter().any(|c| c.1.contains(k))).collect();
        assert_eq!(reported, K::ALL);
    }

    #[test]
    fn sets_of_kinds() {
        let both = ConstraintKinds::of(&[K::Clause, K::Matching]);
        assert!(both.contains(K::Clause) && !both.contains(K::Linear));
        assert_eq!(
            both.without(ConstraintKinds::of(&[K::Clause, K::Linear])),
            ConstraintKinds::of(&[K::Matching])
        );
    }
}
