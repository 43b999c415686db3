//! Splits a problem into a product of parts that no constraint connects (bishops on the two colors of squares). Their
//! numbers of solutions multiply, and their optima add up. One sum over all parts (`count bishop = n`) may remain as a
//! link: then the parts are counted by its value, and the tables are convolved.

use super::division::{Division, ProblemPart};
use super::graph::root;
use super::{Clique, Conflicts, Definition, Graph, Linear, Lit, Permutation, Problem, ProblemParts};

/// Parts with fewer choices than this are merged.
const SMALL: usize = 12;
/// Steps between two checks of `go_on`: together less than a millisecond if they are short.
const OFTEN: usize = 1024;

/// A problem split into parts.
#[derive(Clone, Debug)]
pub struct Split {
    /// The parts, at least two, in the order of their least choices.
    pub parts: Vec<ProblemPart>,
    /// The constraint that spans several parts, if any; `by` of each part is its contribution.
    pub link: Option<Linear>,
}

impl Problem {
    /// Splits the problem; `None` if it is connected or splitting would not help.
    pub fn split(&self) -> Option<Split> {
        self.split_while(&|| true)
    }

    /// Does the same while `go_on` returns true, which is asked every few milliseconds; `None` if stopped.
    pub fn split_while(&self, go_on: &dyn Fn() -> bool) -> Option<Split> {
        if self.clauses.iter().any(|(lits, _)| lits.is_empty()) {
            return None;
        }
        if let Some(split) = self.split_without(None, go_on) {
            return Some(split);
        }
        if !self.objectives.is_empty() || self.by.is_some() {
            return None;
        }
        let loose = |s: &Linear| s.guard.is_none() && s.terms.len() * 2 > self.choices.len();
        let widest = (0..self.linears.len()).filter(|&i| loose(&self.linears[i]));
        self.split_without(Some(widest.max_by_key(|&i| self.linears[i].terms.len())?), go_on)
    }

    /// Returns true if the problem has several independent components.
    pub fn has_components(&self) -> bool {
        self.parts(None, &|| true).is_some()
    }

    fn split_without(&self, link: Option<usize>, go_on: &dyn Fn() -> bool) -> Option<Split> {
        let part_of = self.parts(link, go_on)?;
        let mut parts = Division::new(self, &part_of, link).parts(go_on)?;
        self.find_images(&mut parts, &part_of, link, go_on)?;
        Some(Split { parts, link: link.map(|i| self.linears[i].clone()) })
    }

    /// Finds parts that are images of earlier parts under a symmetry that preserves the link. The earlier part is not
    /// itself an image.
    fn find_images(
        &self,
        parts: &mut [ProblemPart],
        part_of: &[usize],
        link: Option<usize>,
        go_on: &dyn Fn() -> bool,
    ) -> Option<()> {
        let mut keeping = Vec::new();
        for g in &self.group {
            if !go_on() {
                return None;
            }
            if link.is_none_or(|i| self.keeps(g, &self.linears[i])) {
                keeping.push(g);
            }
        }
        for q in 0..parts.len() {
            if q.is_multiple_of(OFTEN) && !go_on() {
                return None;
            }
            if parts[q].image_of.is_some() || has_constants(&parts[q].problem) {
                continue;
            }
            for g in &keeping {
                let from = &parts[q].choices;
                let p = part_of[g[from[0].index()].index()];
                let fits = p > q && parts[p].image_of.is_none() && parts[p].choices.len() == from.len();
                if fits && from.iter().all(|c| part_of[g[c.index()].index()] == p) {
                    parts[p].image_of = Some(q);
                }
            }
        }
        Some(())
    }

    /// Returns true if a symmetry maps a sum to itself.
    fn keeps(&self, g: &Permutation, sum: &Linear) -> bool {
        let mut weights = vec![[0_i64; 2]; self.var_count()];
        for &(weight, lit) in &sum.terms {
            weights[lit.var().index()][usize::from(lit.is_positive())] = weight;
        }
        sum.terms.iter().all(|&(weight, lit)| {
            let v = lit.var().index();
            let image = g.get(v).map_or(v, |c| c.index());
            weights[image][usize::from(lit.is_positive())] == weight
        })
    }

    /// Returns the part of each variable; parts are numbered by their least variables, and small ones merged. `None` for a
    /// single part.
    fn parts(&self, link: Option<usize>, go_on: &dyn Fn() -> bool) -> Option<Vec<usize>> {
        let ProblemParts {
            board: _,
            kinds: _,
            choices: _,
            definitions,
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
        } = &**self;
        let mut sets = DisjointSets::new(self.var_count());
        sets.join_cliques(cliques, go_on)?;
        sets.join_conflicts(conflicts, go_on)?;
        for (i, d) in definitions.iter().enumerate() {
            let own = self.defined(i).index();
            sets.join_all(std::iter::once(own).chain(definition_vars(d, graphs)));
        }
        for (lits, _) in clauses {
            sets.join_all(lits.iter().map(|l| l.var().index()));
        }
        for (_, linear) in linears.iter().enumerate().filter(|(i, _)| Some(*i) != link) {
            if !go_on() {
                return None;
            }
            let lits = linear.terms.iter().map(|t| t.1).chain(linear.guard);
            sets.join_all(lits.map(|l| l.var().index()));
        }
        for m in matchings {
            sets.join_all(m.left.iter().chain(&m.right).map(|c| c.index()));
            let conditions = m.edges.iter().filter_map(|e| e.2).map(|l| l.var().index());
            sets.join_all(m.left.first().map(|c| c.index()).into_iter().chain(conditions));
        }
        let vars =
            |lits: &mut dyn Iterator<Item = Lit>| lits.map(|l| l.var().index()).collect::<Vec<usize>>();
        for c in connectivities {
            sets.join_all(vars(&mut graphs[c.graph.index()].lits().chain(c.guard)).into_iter());
        }
        for r in routes {
            sets.join_all(vars(&mut r.pieces.iter().filter_map(|p| p.placed.lit())).into_iter());
        }
        sets.numbered(&self.decided())
    }

    /// For each choice, returns true if a unit clause fixes its value.
    pub(super) fn decided(&self) -> Vec<bool> {
        let mut decided = vec![false; self.choices.len()];
        for (lits, _) in &self.clauses {
            if let [lit] = lits[..]
                && let Some(choice) = decided.get_mut(lit.var().index())
            {
                *choice = true;
            }
        }
        decided
    }
}

/// Returns true if a constant is part of the values of `part`: its images have other values then.
fn has_constants(part: &Problem) -> bool {
    part.objectives.iter().chain(&part.by).any(|o| o.constant != 0)
}

fn definition_vars<'a>(
    definition: &'a Definition,
    graphs: &'a [Graph],
) -> Box<dyn Iterator<Item = usize> + 'a> {
    match definition {
        Definition::Linked { graph, .. } => Box::new(graphs[graph.index()].lits().map(|l| l.var().index())),
        _ => Box::new(definition.lits().map(|l| l.var().index())),
    }
}

/// Disjoint sets of variables, as a forest.
struct DisjointSets {
    /// Parent of each variable: itself for a root, else a smaller member of its set.
    above: Vec<u32>,
    count: usize,
}

impl DisjointSets {
    fn new(vars: usize) -> Self {
        Self { above: (0..vars as u32).collect(), count: vars }
    }

    fn root(&mut self, v: usize) -> usize {
        root(&mut self.above, v as u32) as usize
    }

    /// Joins two sets and returns the root.
    fn join(&mut self, a: usize, b: usize) -> usize {
        let (a, b) = (self.root(a), self.root(b));
        self.count -= usize::from(a != b);
        self.above[a.max(b)] = a.min(b) as u32;
        a.min(b)
    }

    /// Joins the choices of each clique; `None` if all variables are in one set, or if stopped by `go_on`.
    fn join_cliques(&mut self, cliques: &[Clique], go_on: &dyn Fn() -> bool) -> Option<()> {
        // Neighbors first, then long cliques across: on a connected board, few more are needed.
        let step = |q: &Clique| q.choices.get(1).map_or(0, |second| second.0.abs_diff(q.choices[0].0));
        let mut cliques: Vec<&Clique> = cliques.iter().collect();
        cliques.sort_by_key(|q| (step(q), std::cmp::Reverse(q.choices.len())));
        for (i, clique) in cliques.into_iter().enumerate() {
            if i.is_multiple_of(OFTEN) && !go_on() {
                return None;
            }
            self.join_all(clique.choices.iter().map(|c| c.index()));
            if self.count <= 1 {
                return None;
            }
        }
        Some(())
    }

    /// Joins the choices that exclude each other; `None` if stopped by `go_on`.
    fn join_conflicts(&mut self, conflicts: &Conflicts, go_on: &dyn Fn() -> bool) -> Option<()> {
        for (c, others) in conflicts.iter().enumerate() {
            for d in others {
                self.join(c, d.index());
            }
            if c.is_multiple_of(OFTEN) && !go_on() {
                return None;
            }
        }
        Some(())
    }

    fn join_all(&mut self, mut vars: impl Iterator<Item = usize>) {
        if let Some(first) = vars.next() {
            vars.fold(first, |root, v| self.join(root, v));
        }
    }

    /// Returns the part of each variable; definitions of constants belong to the first. Choices that are `decided` and
    /// otherwise unconnected form one part together, which alone is no reason to split.
    fn numbered(mut self, decided: &[bool]) -> Option<Vec<usize>> {
        let choices = decided.len();
        let mut size = vec![0usize; self.above.len()];
        for v in 0..choices {
            size[self.root(v)] += 1;
        }
        let mut number = vec![usize::MAX; self.above.len()];
        let (mut count, mut open, mut settled) = (0, None, None);
        for root in (0..choices).filter(|&v| size[v] > 0) {
            let is_settled = size[root] == 1 && decided[root];
            let pool = if is_settled { &mut settled } else { &mut open };
            let (part, held) = match *pool {
                Some((part, held)) if size[root] < SMALL && (is_settled || held < SMALL) => (part, held),
                _ => {
                    count += 1;
                    (count - 1, 0)
                }
            };
            if size[root] < SMALL {
                *pool = Some((part, held + size[root]));
            }
            number[root] = part;
        }
        if count <= 1 + usize::from(settled.is_some()) {
            return None;
        }
        let part_of = |v| match number[self.root(v)] {
            usize::MAX => 0,
            part => part,
        };
        Some((0..number.len()).map(part_of).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::super::{ChoiceId, Clique, Objective, Origin, Problem, samples};

    #[test]
    fn bishops_fall_into_two_colours() {
        let bishop = samples::rider(1, 1);
        let split = samples::peaceful(6, 6, &bishop).split().expect("two colours");
        assert_eq!(split.parts.len(), 2);
        assert!(split.link.is_none());
        let mut counted = samples::peaceful(5, 5, &bishop);
        samples::count(&mut counted, 0, 3, 3);
        let split = counted.split().expect("linked by the count");
        assert_eq!(split.parts.iter().map(|p| p.choices.len()).collect::<Vec<_>>(), [13, 12]);
        assert!(split.link.is_some());
        assert!(samples::queens(5).split().is_none());
    }

    /// A constant belongs to one part, so the values of its images would include it again.
    #[test]
    fn a_part_with_a_constant_has_no_images() {
        let mut bishops = samples::peaceful(6, 6, &samples::rider(1, 1));
        let mirror = (0..36).map(|c| ChoiceId(c / 6 * 6 + 5 - c % 6)).collect();
        bishops.edit(|p| p.group.push(mirror));
        let images = |p: &Problem| p.split().expect("two colors").parts[1].image_of;
        assert_eq!(images(&bishops), Some(0));
        let objective = |constant| Objective { maximize: true, terms: Vec::new(), constant };
        for constant in [0, 3] {
            let expected = (constant == 0).then_some(0);
            let mut best = bishops.clone();
            best.edit(|p| p.objectives = vec![objective(constant)]);
            assert_eq!(images(&best), expected);
            let mut by = bishops.clone();
            by.edit(|p| p.by = Some(objective(constant)));
            assert_eq!(images(&by), expected);
        }
    }

    #[test]
    fn what_is_decided_is_no_part_of_its_own() {
        let mut decided = samples::free(6, 6, 1);
        let origin = Origin(0);
        // More than a small part has.
        decided.edit(|p| p.clauses.extend((0..20).map(|c| (vec![ChoiceId(c).lit()], origin))));
        let clique =
            |from, to| Clique { choices: (from..to).map(ChoiceId).collect(), exactly: false, origin };
        decided.edit(|p| p.cliques.push(clique(20, 36)));
        assert!(decided.split().is_none());
        decided.edit(|p| p.cliques = vec![clique(20, 33), clique(33, 36)]);
        let sizes =
            |p: &Problem| p.split().map(|s| s.parts.iter().map(|p| p.choices.len()).collect::<Vec<_>>());
        assert_eq!(sizes(&decided), Some(vec![20, 13, 3]));
    }
}
