//! The invariants of a problem, on which engines rely. A broken one is a fault of the code that built the problem, never of
//! a spec. All checks are linear in the size of the problem; the symmetry of conflicts, of which a large board has millions,
//! and the injectivity of permutations are checked in debug builds only.

use super::{
    ChoiceId, Choices, Clique, Conflicts, Connectivity, Definition, Graph, Linear, Lit, Matching, Objective,
    Permutation, ProblemParts, Route, TightBound,
};
use crate::geometry::Board;
use std::fmt::Arguments;

impl ProblemParts {
    /// Checks the invariants that the documentation of the contents states.
    ///
    /// # Panics
    /// Panics if one is broken.
    pub(super) fn check(&self) {
        let Self {
            board,
            kinds,
            choices,
            definitions,
            graphs,
            cliques,
            conflicts,
            bicliques,
            tight,
            clauses,
            linears,
            matchings,
            connectivities,
            routes,
            objectives,
            by,
            group,
        } = self;
        check_choices(choices, *kinds, board);
        let range = Range { choices: choices.len(), vars: self.var_count() };
        graphs.iter().enumerate().for_each(|(i, g)| range.graph(i, g));
        definitions.iter().enumerate().for_each(|(i, d)| range.definition(i, d, graphs));
        cliques.iter().enumerate().for_each(|(i, q)| range.clique(i, q));
        range.conflicts(conflicts);
        for (i, side) in bicliques.iter().enumerate().flat_map(|(i, (left, right))| [(i, left), (i, right)]) {
            side.iter().for_each(|&c| range.choice(c, format_args!("biclique {i}")));
        }
        for set in tight.iter().flat_map(TightBound::sets) {
            assert!(!set.is_empty() && set.is_sorted(), "tight bound: a set is empty or not sorted");
            set.iter().for_each(|&c| range.choice(c, format_args!("tight bound")));
        }
        for (i, (lits, _)) in clauses.iter().enumerate() {
            lits.iter().for_each(|&l| range.lit(l, format_args!("clause {i}")));
        }
        linears.iter().enumerate().for_each(|(i, l)| range.linear(i, l));
        matchings.iter().enumerate().for_each(|(i, m)| range.matching(i, m));
        connectivities.iter().enumerate().for_each(|(i, c)| range.connectivity(i, c, graphs.len()));
        routes.iter().enumerate().for_each(|(i, r)| range.route(i, r));
        for (i, Objective { maximize: _, terms, constant: _ }) in objectives.iter().chain(by).enumerate() {
            range.terms(terms, format_args!("objective {i}"));
        }
        range.group(group);
    }
}

fn check_choices(choices: &Choices, kinds: usize, board: &Board) {
    for (i, choice) in choices.iter().enumerate() {
        assert!(usize::from(choice.kind) < kinds, "choice {i}: it has kind {} of {kinds}", choice.kind);
        assert!(choice.cells.is_sorted(), "choice {i}: its cells are not sorted");
        let on_board = choice.cells.last().is_none_or(|c| c.index() < board.len());
        assert!(on_board, "choice {i}: it covers a cell outside the board");
    }
}

fn check_edges(edges: &[(u32, u32)], vertices: usize, what: Arguments<'_>) {
    assert!(edges.is_sorted_by(|a, b| a < b), "{what}: its edges are not in order, or one is repeated");
    assert!(edges.iter().all(|e| e.0 < e.1), "{what}: an edge does not name its smaller end first");
    let on_graph = edges.iter().all(|e| (e.1 as usize) < vertices);
    assert!(on_graph, "{what}: an edge has no vertex at its end");
}

/// Numbers that a constraint may refer to.
#[derive(Clone, Copy)]
struct Range {
    choices: usize,
    vars: usize,
}

impl Range {
    fn choice(self, choice: ChoiceId, what: Arguments<'_>) {
        assert!(choice.index() < self.choices, "{what}: there is no choice {}", choice.0);
    }

    fn lit(self, lit: Lit, what: Arguments<'_>) {
        assert!(lit.var().index() < self.vars, "{what}: there is no variable {}", lit.var().0);
    }

    /// A set of choices.
    fn set(self, set: &[ChoiceId], what: Arguments<'_>) {
        assert!(set.is_sorted_by(|a, b| a < b), "{what}: its choices are not in order, or one is repeated");
        set.last().iter().for_each(|&&c| self.choice(c, what));
    }

    fn terms(self, terms: &[(i64, Lit)], what: Arguments<'_>) {
        assert!(terms.iter().all(|t| t.0 != 0), "{what}: it has a weight of 0");
        let in_order = terms.is_sorted_by(|a, b| a.1.var() < b.1.var());
        assert!(in_order, "{what}: its literals are not in order, or a variable is repeated");
        terms.last().iter().for_each(|t| self.lit(t.1, what));
    }

    /// A definition refers only to choices and to earlier definitions.
    fn definition(self, number: usize, definition: &Definition, graphs: &[Graph]) {
        let earlier = Self { vars: self.choices + number, ..self };
        let what = format_args!("definition {number}");
        match definition {
            Definition::All(lits) | Definition::Any(lits) => lits.iter().for_each(|&l| earlier.lit(l, what)),
            Definition::AtLeast(terms, _) => earlier.terms(terms, what),
            Definition::Linked { graph, from, to } => {
                let graph = graphs
                    .get(graph.index())
                    .unwrap_or_else(|| panic!("{what}: there is no graph {}", graph.0));
                graph.lits().for_each(|l| earlier.lit(l, what));
                let known = (*from.max(to) as usize) < graph.vertices.len();
                assert!(known, "{what}: its graph has no vertex {}", from.max(to));
            }
        }
    }

    fn clique(self, number: usize, Clique { choices, exactly: _, origin: _ }: &Clique) {
        self.set(choices, format_args!("clique {number}"));
    }

    fn conflicts(self, conflicts: &Conflicts) {
        assert!(
            conflicts.choices() == self.choices,
            "the conflicts are those of {} choices",
            conflicts.choices()
        );
        debug_assert!(conflicts.are_symmetric(), "the conflicts are not sorted or not symmetric");
    }

    fn linear(self, number: usize, Linear { terms, lo, hi, guard, origin: _ }: &Linear) {
        let what = format_args!("linear constraint {number}");
        self.terms(terms, what);
        assert!(lo <= hi, "{what}: its bounds {lo} and {hi} are in the wrong order");
        guard.iter().for_each(|&g| self.lit(g, what));
    }

    fn matching(self, number: usize, Matching { left, right, edges, origin: _ }: &Matching) {
        let what = format_args!("matching {number}");
        self.set(left, what);
        self.set(right, what);
        for &(a, b, condition) in edges {
            self.choice(a, what);
            self.choice(b, what);
            condition.iter().for_each(|&l| self.lit(l, what));
        }
    }

    fn graph(self, number: usize, Graph { vertices, edges }: &Graph) {
        let what = format_args!("graph {number}");
        vertices.iter().filter_map(|s| s.lit()).for_each(|l| self.lit(l, what));
        check_edges(edges, vertices.len(), what);
    }

    fn connectivity(self, number: usize, connectivity: &Connectivity, graphs: usize) {
        let Connectivity { graph, lo, hi, guard, origin: _ } = connectivity;
        let what = format_args!("connectivity {number}");
        assert!(graph.index() < graphs, "{what}: there is no graph {}", graph.0);
        assert!(lo <= hi, "{what}: its bounds {lo} and {hi} are in the wrong order");
        guard.iter().for_each(|&g| self.lit(g, what));
    }

    fn route(self, number: usize, Route { closed: _, vertices, links, pieces, origin: _ }: &Route) {
        let what = format_args!("route {number}");
        check_edges(links, *vertices as usize, what);
        for piece in pieces {
            piece.placed.lit().iter().for_each(|&l| self.lit(l, what));
            let at =
                |&l: &u32| links.get(l as usize).is_some_and(|e| e.0 == piece.vertex || e.1 == piece.vertex);
            assert!(piece.links.iter().all(at), "{what}: a piece uses a link that is not at its vertex");
            assert!(matches!(piece.links.len(), 1 | 2), "{what}: a piece has {} links", piece.links.len());
            let twice = piece.links.len() == 2 && piece.links[0] == piece.links[1];
            assert!(!twice, "{what}: a piece uses a link twice");
        }
    }

    fn group(self, group: &[Permutation]) {
        assert!(!group.is_empty(), "the group has no identity");
        assert!(group[0].iter().zip(0..).all(|(c, i)| c.0 == i), "the first permutation is not the identity");
        for (i, permutation) in group.iter().enumerate() {
            let length = permutation.len();
            assert!(
                length == self.choices,
                "permutation {i}: it has {length} images of {} choices",
                self.choices
            );
            debug_assert!(self.is_permutation(permutation), "permutation {i}: an image is repeated");
        }
    }

    fn is_permutation(self, images: &[ChoiceId]) -> bool {
        let mut seen = vec![false; self.choices];
        images.iter().all(|c| !std::mem::replace(&mut seen[c.index()], true))
    }
}

#[cfg(test)]
mod tests {
    use super::super::{LinePiece, Origin, Problem, Switch, samples};
    use super::*;

    type Change = fn(&mut ProblemParts);

    /// Returns the message of the panic when the contents of a small problem are changed like this.
    fn fault(change: Change) -> String {
        let mut parts = samples::most_queens_knights(3).into_parts();
        change(&mut parts);
        let panic = std::panic::catch_unwind(|| Problem::new(parts)).expect_err("a broken invariant");
        match panic.downcast::<String>() {
            Ok(message) => *message,
            Err(panic) => (*panic.downcast::<&str>().expect("a message")).to_owned(),
        }
    }

    /// Returns a route along two links with one piece, on its first vertex.
    fn drawn(links: &[u32]) -> Route {
        let piece = LinePiece { placed: Switch::On, vertex: 0, links: links.into() };
        let links = vec![(0, 1), (1, 2)];
        Route { closed: true, vertices: 3, links, pieces: vec![piece], origin: Origin(0) }
    }

    fn occupied(set: Vec<ChoiceId>) -> TightBound {
        TightBound { most: 1, occupied: vec![set], single: Vec::new() }
    }

    #[test]
    fn what_is_broken_is_named() {
        let cases: &[(Change, &str)] = &[
            (|p| p.kinds = 1, "choice 1: it has kind 1 of 1"),
            (
                |p| p.cliques[2].choices.reverse(),
                "clique 2: its choices are not in order, or one is repeated",
            ),
            (|p| p.cliques[0].choices.push(ChoiceId(18)), "clique 0: there is no choice 18"),
            (|p| p.conflicts = Conflicts::none(17), "the conflicts are those of 17 choices"),
            (|p| p.bicliques.push((vec![ChoiceId(18)], vec![])), "biclique 0: there is no choice 18"),
            (|p| p.tight = Some(occupied(vec![ChoiceId(18)])), "tight bound: there is no choice 18"),
            (|p| p.tight = Some(occupied(vec![])), "tight bound: a set is empty or not sorted"),
            (|p| p.clauses.push((vec![ChoiceId(18).lit()], Origin(0))), "clause 0: there is no variable 18"),
            (|p| p.linears[0].terms[3].0 = 0, "linear constraint 0: it has a weight of 0"),
            (
                |p| p.linears[0].terms.swap(0, 1),
                "linear constraint 0: its literals are not in order, or a variable is repeated",
            ),
            (
                |p| p.linears[0].terms[1].1 = !ChoiceId(0).lit(),
                "linear constraint 0: its literals are not in order, or a variable is repeated",
            ),
            (|p| p.linears[0].lo = 1, "linear constraint 0: its bounds 1 and 0 are in the wrong order"),
            (
                |p| p.linears[0].guard = Some(ChoiceId(20).lit()),
                "linear constraint 0: there is no variable 20",
            ),
            (|p| p.objectives[0].terms[0].0 = 0, "objective 0: it has a weight of 0"),
            (
                |p| p.definitions.push(Definition::All([ChoiceId(18).lit()].into_iter().collect())),
                "definition 0: there is no variable 18",
            ),
            (|p| p.group.clear(), "the group has no identity"),
            (|p| p.group[0].swap(0, 1), "the first permutation is not the identity"),
            (|p| p.group.push(vec![]), "permutation 1: it has 0 images of 18 choices"),
            (|p| p.routes.push(drawn(&[])), "route 0: a piece has 0 links"),
            (|p| p.routes.push(drawn(&[1])), "route 0: a piece uses a link that is not at its vertex"),
            (|p| p.routes.push(drawn(&[0, 0])), "route 0: a piece uses a link twice"),
        ];
        for (change, message) in cases {
            assert_eq!(fault(*change), *message);
        }
    }
}
