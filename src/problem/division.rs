//! Divides a problem into its parts, each a problem in itself. One pass sorts the contents of the whole into buckets by
//! part, so the work grows with the size of the problem, not with the number of parts.

use super::{
    ChoiceId, Choices, Clique, Conflicts, Connectivity, Definition, Graph, GraphId, LinePiece, Linear, Lit,
    Matching, Objective, Origin, Permutation, Problem, ProblemParts, Route, Switch, Var,
};

/// Number of parts between two checks of `go_on`.
const OFTEN: usize = 64;

#[derive(Clone, Debug)]
pub struct ProblemPart {
    /// The part as a separate problem. Constants of the objectives belong to the first part only. If a link was left out,
    /// an additional sum bounds the part's contribution to it.
    pub problem: Problem,
    /// For each choice of the part, the choice of the whole.
    pub choices: Vec<ChoiceId>,
    /// An earlier part that a symmetry of the whole maps to this one.
    pub image_of: Option<usize>,
}

/// A problem and the destination of each of its variables.
pub(super) struct Division<'a> {
    whole: &'a Problem,
    /// Part of each variable.
    part_of: &'a [usize],
    /// Number of each variable within its part.
    number: Vec<u32>,
    /// Index of the linear constraint over all parts that is left out.
    link: Option<usize>,
    buckets: Vec<Bucket>,
}

/// Contents of one part, by index in the whole.
#[derive(Default)]
struct Bucket {
    choices: Vec<ChoiceId>,
    definitions: Vec<usize>,
    cliques: Vec<usize>,
    bicliques: Vec<usize>,
    clauses: Vec<usize>,
    linears: Vec<usize>,
    matchings: Vec<usize>,
    graphs: Vec<usize>,
    connectivities: Vec<usize>,
    routes: Vec<usize>,
    /// Terms of each objective, numbered as in the part.
    objectives: Vec<Vec<(i64, Lit)>>,
    /// Terms of `by`, or of the link.
    by: Vec<(i64, Lit)>,
}

impl Bucket {
    /// Returns the number of a graph within the part.
    fn graph(&self, graph: GraphId) -> GraphId {
        let at = self.graphs.binary_search(&graph.index());
        GraphId(at.expect("a part has the graphs of its constraints") as u32)
    }
}

impl<'a> Division<'a> {
    /// Divides `whole` by `part_of`; no constraint except the link may span several parts.
    pub(super) fn new(whole: &'a Problem, part_of: &'a [usize], link: Option<usize>) -> Self {
        let count = part_of.iter().max().map_or(0, |m| m + 1);
        let empty = || Bucket { objectives: vec![Vec::new(); whole.objectives.len()], ..Bucket::default() };
        let mut division = Self {
            whole,
            part_of,
            number: vec![0; part_of.len()],
            link,
            buckets: (0..count).map(|_| empty()).collect(),
        };
        division.sort_variables();
        division.sort_constraints();
        division
    }

    fn sort_variables(&mut self) {
        for choice in self.whole.choice_ids() {
            let bucket = &mut self.buckets[self.part_of[choice.index()]];
            self.number[choice.index()] = bucket.choices.len() as u32;
            bucket.choices.push(choice);
        }
        for d in 0..self.whole.definitions.len() {
            let var = self.whole.defined(d).index();
            let bucket = &mut self.buckets[self.part_of[var]];
            self.number[var] = (bucket.choices.len() + bucket.definitions.len()) as u32;
            bucket.definitions.push(d);
            if let Definition::Linked { graph, .. } = self.whole.definitions[d] {
                bucket.graphs.push(graph.index());
            }
        }
    }

    /// Sorts the constraints and the terms of the objectives into the buckets. Constraints without variables belong to the
    /// first part.
    fn sort_constraints(&mut self) {
        let ProblemParts {
            board: _,
            kinds: _,
            choices: _,
            definitions: _,
            graphs,
            cliques,
            conflicts: _,
            bicliques,
            tight: _,
            clauses,
            linears,
            matchings,
            connectivities,
            routes,
            objectives,
            by,
            group: _,
        } = &**self.whole;
        let part = |v: Option<usize>| v.map_or(0, |v| self.part_of[v]);
        for (i, clique) in cliques.iter().enumerate() {
            self.buckets[part(clique.choices.first().map(|c| c.index()))].cliques.push(i);
        }
        for (i, (left, right)) in bicliques.iter().enumerate() {
            let mut parts: Vec<usize> = left.iter().chain(right).map(|c| part(Some(c.index()))).collect();
            parts.sort_unstable();
            parts.dedup();
            parts.into_iter().for_each(|p| self.buckets[p].bicliques.push(i));
        }
        for (i, (lits, _)) in clauses.iter().enumerate() {
            self.buckets[part(lits.first().map(|l| l.var().index()))].clauses.push(i);
        }
        for (i, linear) in linears.iter().enumerate().filter(|(i, _)| Some(*i) != self.link) {
            let first = linear.terms.first().map(|t| t.1).or(linear.guard);
            self.buckets[part(first.map(|l| l.var().index()))].linears.push(i);
        }
        for (i, matching) in matchings.iter().enumerate() {
            let first = matching.left.first().or(matching.right.first());
            self.buckets[part(first.map(|c| c.index()))].matchings.push(i);
        }
        for (i, connectivity) in connectivities.iter().enumerate() {
            let at = connectivity.graph.index();
            let first = graphs[at].lits().chain(connectivity.guard).next();
            let bucket = &mut self.buckets[part(first.map(|l| l.var().index()))];
            bucket.connectivities.push(i);
            bucket.graphs.push(at);
        }
        for (i, route) in routes.iter().enumerate() {
            let first = route.pieces.iter().find_map(|p| p.placed.lit());
            self.buckets[part(first.map(|l| l.var().index()))].routes.push(i);
        }
        for bucket in &mut self.buckets {
            bucket.graphs.sort_unstable();
            bucket.graphs.dedup();
        }
        for (i, objective) in objectives.iter().enumerate() {
            self.sort_terms(&objective.terms, |bucket| &mut bucket.objectives[i]);
        }
        match self.link {
            Some(link) => self.sort_terms(&linears[link].terms, |bucket| &mut bucket.by),
            None => by.iter().for_each(|by| self.sort_terms(&by.terms, |bucket| &mut bucket.by)),
        }
    }

    fn sort_terms(&mut self, terms: &[(i64, Lit)], list: impl Fn(&mut Bucket) -> &mut Vec<(i64, Lit)>) {
        for &(weight, lit) in terms {
            let term = (weight, self.lit(lit));
            list(&mut self.buckets[self.part_of[lit.var().index()]]).push(term);
        }
    }

    /// Builds all parts; `None` if stopped by `go_on`.
    pub(super) fn parts(mut self, go_on: &dyn Fn() -> bool) -> Option<Vec<ProblemPart>> {
        let shares = self.link.map(|link| Shares::new(&self.whole.linears[link], &self.buckets));
        let mut parts = Vec::with_capacity(self.buckets.len());
        for p in 0..self.buckets.len() {
            if p.is_multiple_of(OFTEN) && !go_on() {
                return None;
            }
            let bucket = std::mem::take(&mut self.buckets[p]);
            let share = shares.as_ref().and_then(|s| s.of(&bucket.by));
            let problem = self.problem(p, &bucket, share);
            parts.push(ProblemPart { problem, choices: bucket.choices, image_of: None });
        }
        Some(parts)
    }

    fn choice(&self, c: ChoiceId) -> ChoiceId {
        ChoiceId(self.number[c.index()])
    }

    fn choices(&self, choices: &[ChoiceId]) -> Vec<ChoiceId> {
        choices.iter().map(|&c| self.choice(c)).collect()
    }

    fn lit(&self, l: Lit) -> Lit {
        let positive = Lit::positive(Var(self.number[l.var().index()]));
        if l.is_positive() { positive } else { !positive }
    }

    fn terms(&self, terms: &[(i64, Lit)]) -> Vec<(i64, Lit)> {
        terms.iter().map(|&(w, l)| (w, self.lit(l))).collect()
    }

    fn definition(&self, d: &Definition, bucket: &Bucket) -> Definition {
        let lits = |lits: &[Lit]| lits.iter().map(|&l| self.lit(l)).collect();
        match d {
            Definition::All(l) => Definition::All(lits(l)),
            Definition::Any(l) => Definition::Any(lits(l)),
            Definition::AtLeast(terms, bound) => Definition::AtLeast(self.terms(terms), *bound),
            &Definition::Linked { graph, from, to } => {
                Definition::Linked { graph: bucket.graph(graph), from, to }
            }
        }
    }

    fn clique(&self, &Clique { ref choices, exactly, origin }: &Clique) -> Clique {
        Clique { choices: self.choices(choices), exactly, origin }
    }

    fn clause(&self, (lits, origin): &(Vec<Lit>, Origin)) -> (Vec<Lit>, Origin) {
        (lits.iter().map(|&l| self.lit(l)).collect(), *origin)
    }

    fn linear(&self, &Linear { ref terms, lo, hi, guard, origin }: &Linear) -> Linear {
        Linear { terms: self.terms(terms), lo, hi, guard: guard.map(|g| self.lit(g)), origin }
    }

    fn matching(&self, &Matching { ref left, ref right, ref edges, origin }: &Matching) -> Matching {
        let edge = |e: &(ChoiceId, ChoiceId, Option<Lit>)| {
            (self.choice(e.0), self.choice(e.1), e.2.map(|l| self.lit(l)))
        };
        Matching {
            left: self.choices(left),
            right: self.choices(right),
            edges: edges.iter().map(edge).collect(),
            origin,
        }
    }

    fn switch(&self, switch: Switch) -> Switch {
        switch.map(|l| Ok(self.lit(l)))
    }

    fn graph(&self, Graph { vertices, edges }: &Graph) -> Graph {
        Graph { vertices: vertices.iter().map(|&s| self.switch(s)).collect(), edges: edges.clone() }
    }

    fn connectivity(&self, c: &Connectivity, bucket: &Bucket) -> Connectivity {
        let (graph, guard) = (bucket.graph(c.graph), c.guard.map(|g| self.lit(g)));
        Connectivity { graph, guard, ..*c }
    }

    fn route(&self, route: &Route) -> Route {
        let piece = |p: &LinePiece| LinePiece { placed: self.switch(p.placed), ..p.clone() };
        let pieces = route.pieces.iter().map(piece).collect();
        Route { pieces, links: route.links.clone(), ..*route }
    }

    fn conflicts(&self, conflicts: &Conflicts, choices: &[ChoiceId]) -> Conflicts {
        let pairs = |c: &ChoiceId| {
            let own = self.choice(*c);
            conflicts[c.index()].iter().map(move |&d| (own, self.choice(d)))
        };
        let pairs: Vec<(ChoiceId, ChoiceId)> = choices.iter().flat_map(pairs).collect();
        Conflicts::of_pairs(choices.len(), &pairs)
    }

    /// Builds part `p`, with the constraint `share` that the link leaves to it.
    fn problem(&self, p: usize, bucket: &Bucket, share: Option<Linear>) -> Problem {
        let ProblemParts {
            board,
            kinds,
            choices,
            definitions,
            graphs,
            cliques,
            conflicts,
            bicliques,
            tight: _,
            clauses,
            linears,
            matchings,
            connectivities,
            routes,
            objectives,
            by,
            group,
        } = &**self.whole;
        let mut own = Choices::with_capacity(bucket.choices.len());
        bucket.choices.iter().map(|&c| choices.get(c)).for_each(|c| own.push(c.kind, c.cells));
        let here = |side: &[ChoiceId]| -> Vec<ChoiceId> {
            side.iter().filter(|c| self.part_of[c.index()] == p).map(|&c| self.choice(c)).collect()
        };
        let sides = |&i: &usize| (here(&bicliques[i].0), here(&bicliques[i].1));
        let full = |(a, b): &(Vec<ChoiceId>, Vec<ChoiceId>)| !a.is_empty() && !b.is_empty();
        // Constants belong to the first part.
        let constant = |c: i64| if p == 0 { c } else { 0 };
        let objective = |o: &Objective, terms: &[(i64, Lit)]| Objective {
            maximize: o.maximize,
            terms: terms.to_vec(),
            constant: constant(o.constant),
        };
        let value_of_link = || Objective { maximize: false, terms: bucket.by.clone(), constant: 0 };
        Problem::new(ProblemParts {
            board: board.clone(),
            kinds: *kinds,
            choices: own,
            definitions: bucket
                .definitions
                .iter()
                .map(|&d| self.definition(&definitions[d], bucket))
                .collect(),
            graphs: bucket.graphs.iter().map(|&g| self.graph(&graphs[g])).collect(),
            cliques: bucket.cliques.iter().map(|&i| self.clique(&cliques[i])).collect(),
            conflicts: self.conflicts(conflicts, &bucket.choices),
            bicliques: bucket.bicliques.iter().map(sides).filter(full).collect(),
            tight: None,
            clauses: bucket.clauses.iter().map(|&i| self.clause(&clauses[i])).collect(),
            linears: bucket.linears.iter().map(|&i| self.linear(&linears[i])).chain(share).collect(),
            matchings: bucket.matchings.iter().map(|&i| self.matching(&matchings[i])).collect(),
            connectivities: bucket
                .connectivities
                .iter()
                .map(|&i| self.connectivity(&connectivities[i], bucket))
                .collect(),
            routes: bucket.routes.iter().map(|&i| self.route(&routes[i])).collect(),
            objectives: objectives.iter().zip(&bucket.objectives).map(|(o, t)| objective(o, t)).collect(),
            by: match self.link {
                Some(_) => Some(value_of_link()),
                None => by.as_ref().map(|by| objective(by, &bucket.by)),
            },
            group: self.group(group, p, &bucket.choices),
        })
    }

    /// Returns the symmetries in `group` that preserve the part, without duplicates.
    fn group(&self, group: &[Permutation], p: usize, choices: &[ChoiceId]) -> Vec<Permutation> {
        let mut kept: Vec<Permutation> = Vec::new();
        for g in group {
            if choices.iter().all(|c| self.part_of[g[c.index()].index()] == p) {
                let own: Permutation = choices.iter().map(|c| self.choice(g[c.index()])).collect();
                if !kept.contains(&own) {
                    kept.push(own);
                }
            }
        }
        kept
    }
}

/// Bounds that the link leaves to each part: the other parts must still be able to meet the link's bounds.
struct Shares<'s> {
    link: &'s Linear,
    /// Least and greatest value of all parts together.
    least: i128,
    most: i128,
}

impl<'s> Shares<'s> {
    fn new(link: &'s Linear, buckets: &[Bucket]) -> Self {
        let (mut least, mut most) = (0, 0);
        for (low, high) in buckets.iter().map(|b| range(&b.by)) {
            least += low;
            most += high;
        }
        Self { link, least, most }
    }

    /// Returns the constraint on a part with these terms, if it excludes anything.
    fn of(&self, terms: &[(i64, Lit)]) -> Option<Linear> {
        let (low, high) = range(terms);
        // A bound outside the part's range does not bind.
        let lo = i128::from(self.link.lo) - (self.most - high);
        let hi = i128::from(self.link.hi) - (self.least - low);
        let (binds_below, binds_above) = (lo > low, hi < high);
        if terms.is_empty() || !(binds_below || binds_above) {
            return None;
        }
        let within = |bound: i128| bound.clamp(low - 1, high + 1) as i64;
        Some(Linear {
            terms: terms.to_vec(),
            lo: if binds_below { within(lo) } else { i64::MIN },
            hi: if binds_above { within(hi) } else { i64::MAX },
            guard: None,
            origin: self.link.origin,
        })
    }
}

/// Returns the least and greatest value of these terms.
fn range(terms: &[(i64, Lit)]) -> (i128, i128) {
    let side = |sign: i64| terms.iter().map(|t| t.0).filter(|w| w.signum() == sign).map(i128::from).sum();
    (side(-1), side(1))
}

#[cfg(test)]
mod tests {
    use super::super::samples;
    use std::time::{Duration, Instant};

    #[test]
    fn each_part_keeps_the_bound_that_the_link_leaves_it() {
        let mut counted = samples::peaceful(5, 5, &samples::rider(1, 1));
        samples::count(&mut counted, 0, 0, 3);
        let split = counted.split().expect("linked by the count");
        for part in &split.parts {
            let share: Vec<(i64, i64)> = part.problem.linears.iter().map(|s| (s.lo, s.hi)).collect();
            assert_eq!(share, [(i64::MIN, 3)], "{} choices", part.choices.len());
        }
        // Of 25 choices all but three: of 13 at least ten, of 12 at least nine.
        let mut many = samples::free(5, 5, 1);
        samples::count(&mut many, 0, 22, 25);
        let split = many.split().expect("linked by the count");
        for part in &split.parts {
            let size = part.choices.len() as i64;
            let least: Vec<i64> = part.problem.linears.iter().map(|s| s.lo).collect();
            assert_eq!(least, if size > 3 { vec![size - 3] } else { vec![] }, "{size} choices");
        }
    }

    #[test]
    fn many_parts_take_little_longer_than_few() {
        let mut free = samples::free(300, 300, 1);
        samples::count(&mut free, 0, 300, 300);
        let begun = Instant::now();
        let split = free.split().expect("linked by the count");
        assert!(split.parts.len() > 7_000);
        assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
        assert_eq!(split.parts.iter().map(|p| p.choices.len()).sum::<usize>(), 90_000);
        assert!(free.split_while(&|| false).is_none());
    }
}
