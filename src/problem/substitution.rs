//! Replaces choices by other choices or by constants throughout a problem. Quotients and cubes are built with it.

use super::terms::LinearForm;
use super::{
    ChoiceId, Choices, Clique, Conflicts, Connectivity, Definition, Graph, LinePiece, Linear, Lit, Matching,
    Objective, Operands, Permutation, Problem, ProblemParts, Route, Switch, Var,
};
use std::collections::BTreeSet;

/// Replacement of a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Replacement {
    /// Placed. All choices that it excludes must be `False`.
    True,
    False,
    /// Replaced by this choice; several may share one replacement.
    Kept(ChoiceId),
}

/// Substitution of choices in a problem.
pub(super) struct Substitution<'a> {
    pub whole: &'a Problem,
    /// Replacement of each choice of the whole.
    pub value: Vec<Replacement>,
    /// Choices of the result.
    pub choices: Choices,
}

impl Substitution<'_> {
    fn kept(&self, c: ChoiceId) -> Option<ChoiceId> {
        if let Replacement::Kept(own) = self.value[c.index()] { Some(own) } else { None }
    }

    /// Returns the replacement of the literal; `Err(value)` if it is constant.
    fn lit(&self, lit: Lit) -> Result<Lit, bool> {
        let var = lit.var().index();
        let positive = if var < self.whole.choices.len() {
            match self.value[var] {
                Replacement::Kept(own) => own.lit(),
                Replacement::True => return Err(lit.is_positive()),
                Replacement::False => return Err(!lit.is_positive()),
            }
        } else {
            Lit::positive(Var((self.choices.len() + var - self.whole.choices.len()) as u32))
        };
        Ok(if lit.is_positive() { positive } else { !positive })
    }

    /// Returns the weights merged by variable, and the constant from constant literals and merged negations.
    fn terms(&self, terms: &[(i64, Lit)]) -> (Vec<(i64, Lit)>, i64) {
        let mut form = LinearForm::default();
        terms.iter().for_each(|&(weight, lit)| form.add(weight, self.lit(lit)));
        form.terms()
    }

    fn definition(&self, definition: &Definition) -> Definition {
        let constant = |value: bool| {
            if value { Definition::All(Operands::new()) } else { Definition::Any(Operands::new()) }
        };
        let images = |lits: &[Lit], neutral: bool| -> Result<Operands, bool> {
            let mut kept = BTreeSet::new();
            for &l in lits {
                match self.lit(l) {
                    Ok(l) => drop(kept.insert(l)),
                    Err(value) if value == neutral => {}
                    Err(value) => return Err(value),
                }
            }
            Ok(kept.into_iter().collect())
        };
        match definition {
            Definition::All(lits) => images(lits, true).map_or_else(constant, Definition::All),
            Definition::Any(lits) => images(lits, false).map_or_else(constant, Definition::Any),
            Definition::AtLeast(terms, bound) => {
                let (terms, constant) = self.terms(terms);
                Definition::AtLeast(terms, bound - constant)
            }
            Definition::Linked { .. } => definition.clone(),
        }
    }

    /// Returns the clique over the kept choices; `None` if one of its choices holds or nothing remains to constrain.
    fn clique(&self, &Clique { ref choices, exactly, origin }: &Clique) -> Option<Clique> {
        if choices.iter().any(|c| self.value[c.index()] == Replacement::True) {
            return None;
        }
        let choices = self.side(choices);
        (exactly || choices.len() > 1).then_some(Clique { choices, exactly, origin })
    }

    /// Returns the kept choices of a set, sorted.
    fn side(&self, choices: &[ChoiceId]) -> Vec<ChoiceId> {
        let mut kept: Vec<ChoiceId> = choices.iter().filter_map(|&c| self.kept(c)).collect();
        kept.sort_unstable();
        kept.dedup();
        kept
    }

    fn clause(&self, lits: &[Lit]) -> Option<Vec<Lit>> {
        let mut kept = BTreeSet::new();
        for &l in lits {
            match self.lit(l) {
                Ok(l) if kept.contains(&!l) => return None,
                Ok(l) => drop(kept.insert(l)),
                Err(true) => return None,
                Err(false) => {}
            }
        }
        Some(kept.into_iter().collect())
    }

    fn linear(&self, &Linear { ref terms, lo, hi, guard, origin }: &Linear) -> Option<Linear> {
        let guard = match guard.map(|g| self.lit(g)) {
            Some(Err(false)) => return None,
            Some(Ok(g)) => Some(g),
            None | Some(Err(true)) => None,
        };
        let (terms, constant) = self.terms(terms);
        let shifted = |bound: i64, open: i64| if bound == open { open } else { bound - constant };
        Some(Linear { terms, lo: shifted(lo, i64::MIN), hi: shifted(hi, i64::MAX), guard, origin })
    }

    fn switch(&self, switch: Switch) -> Switch {
        switch.map(|l| self.lit(l))
    }

    fn graph(&self, Graph { vertices, edges }: &Graph) -> Graph {
        Graph { vertices: vertices.iter().map(|&s| self.switch(s)).collect(), edges: edges.clone() }
    }

    fn connectivity(&self, connectivity: &Connectivity) -> Option<Connectivity> {
        let guard = match connectivity.guard.map(|g| self.lit(g)) {
            Some(Err(false)) => return None,
            Some(Ok(g)) => Some(g),
            None | Some(Err(true)) => None,
        };
        Some(Connectivity { guard, ..connectivity.clone() })
    }

    fn route(&self, route: &Route) -> Route {
        let piece = |p: &LinePiece| LinePiece { placed: self.switch(p.placed), ..p.clone() };
        let mut pieces: Vec<LinePiece> = route.pieces.iter().map(piece).collect();
        pieces.retain(|p| p.placed != Switch::Off);
        Route { pieces, links: route.links.clone(), ..*route }
    }

    fn objective(&self, &Objective { maximize, ref terms, constant }: &Objective) -> Objective {
        let (terms, shift) = self.terms(terms);
        Objective { maximize, terms, constant: constant + shift }
    }

    fn cliques(&self, cliques: &[Clique]) -> Vec<Clique> {
        let mut kept: Vec<Clique> = cliques.iter().filter_map(|q| self.clique(q)).collect();
        kept.sort();
        kept.dedup_by(|a, b| a.choices == b.choices && a.exactly == b.exactly);
        kept
    }

    fn conflicts(&self, conflicts: &Conflicts) -> Conflicts {
        let mut pairs = Vec::new();
        for (c, others) in conflicts.iter().enumerate() {
            let Some(a) = self.kept(ChoiceId(c as u32)) else { continue };
            pairs.extend(others.iter().filter_map(|&d| Some((a, self.kept(d)?))));
        }
        Conflicts::of_pairs(self.choices.len(), &pairs)
    }

    /// Builds the problem of the kept choices, without bicliques and tight bound. Its group and its matchings are given: a substitution
    /// alone does not determine them.
    pub fn build(self, group: Vec<Permutation>, matchings: Vec<Matching>) -> ProblemParts {
        let ProblemParts {
            board,
            kinds,
            choices: _,
            definitions,
            graphs,
            cliques,
            conflicts,
            bicliques: _,
            tight: _,
            clauses,
            linears,
            matchings: _,
            connectivities,
            routes,
            objectives,
            by,
            group: _,
        } = &**self.whole;
        let clause = |(lits, origin): &(Vec<Lit>, _)| Some((self.clause(lits)?, *origin));
        ProblemParts {
            board: board.clone(),
            kinds: *kinds,
            definitions: definitions.iter().map(|d| self.definition(d)).collect(),
            graphs: graphs.iter().map(|g| self.graph(g)).collect(),
            cliques: self.cliques(cliques),
            conflicts: self.conflicts(conflicts),
            bicliques: Vec::new(),
            tight: None,
            clauses: clauses.iter().filter_map(clause).collect(),
            linears: linears.iter().filter_map(|l| self.linear(l)).collect(),
            matchings,
            connectivities: connectivities.iter().filter_map(|c| self.connectivity(c)).collect(),
            routes: routes.iter().map(|r| self.route(r)).collect(),
            objectives: objectives.iter().map(|o| self.objective(o)).collect(),
            by: by.as_ref().map(|o| self.objective(o)),
            group,
            choices: self.choices,
        }
    }
}
