//! A problem written out as the bytes that its digest is of.

use super::Digest;
use crate::geometry::{Board, Shape};
use crate::problem::{
    Choice, Clique, Connectivity, Cube, Definition, Graph, Linear, Lit, Matching, Objective, Problem,
    ProblemParts, Route, Switch,
};
use sha2::{Digest as _, Sha256};

/// Version of the serialization.
const FORM: &[u8] = b"nauck problem 1\n";
/// Version of the serialization of cubes.
const CUBES_FORM: &[u8] = b"nauck cubes 1\n";
/// Bytes hashed at a time.
const PIECE: usize = 1 << 16;

impl Problem {
    /// Computes the digest. Linear in the size of the problem: about a second per 500 MB.
    pub fn digest(&self) -> Digest {
        let ProblemParts {
            board,
            kinds,
            choices,
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
            objectives,
            by,
            group,
        } = &**self;
        let mut out = DigestWriter::new(FORM);
        out.board(board);
        out.number(*kinds as u64);
        out.list(choices.iter(), |out, Choice { kind, cells }| {
            out.id(u32::from(kind));
            out.list(cells.iter(), |out, cell| out.id(cell.0));
        });
        out.list(definitions.iter(), DigestWriter::definition);
        out.list(cliques.iter(), DigestWriter::clique);
        out.list(conflicts.iter(), |out, others| out.list(others.iter(), |out, other| out.id(other.0)));
        out.list(clauses.iter(), |out, (lits, _)| out.lits(lits));
        out.list(linears.iter(), DigestWriter::linear);
        out.list(matchings.iter(), DigestWriter::matching);
        // Without graphs and routes the serialization is that of the first version.
        if !graphs.is_empty() || !routes.is_empty() {
            out.bytes(b"g");
            out.list(graphs.iter(), DigestWriter::graph);
            out.list(connectivities.iter(), DigestWriter::connectivity);
            out.list(routes.iter(), DigestWriter::route);
        }
        out.list(objectives.iter(), DigestWriter::objective);
        out.list(by.iter(), DigestWriter::objective);
        out.list(group.iter(), |out, map| out.list(map.iter(), |out, choice| out.id(choice.0)));
        out.finish()
    }
}

/// Computes the digest of a numbered list of cubes.
pub fn cubes_digest(cubes: &[Cube]) -> Digest {
    let mut out = DigestWriter::new(CUBES_FORM);
    out.list(cubes.iter(), |out, cube| {
        out.list(cube.placed.iter(), |out, choice| out.id(choice.0));
        out.list(cube.dropped.iter(), |out, choice| out.id(choice.0));
        out.number(cube.weight);
    });
    out.finish()
}

/// Serializes a problem into the hash.
struct DigestWriter {
    hash: Sha256,
    piece: Vec<u8>,
}

impl DigestWriter {
    fn new(form: &[u8]) -> Self {
        let mut piece = Vec::with_capacity(PIECE + 8);
        piece.extend_from_slice(form);
        Self { hash: Sha256::new(), piece }
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.piece.extend_from_slice(bytes);
        if self.piece.len() >= PIECE {
            self.hash.update(&self.piece);
            self.piece.clear();
        }
    }

    fn finish(mut self) -> Digest {
        self.hash.update(&self.piece);
        Digest(self.hash.finalize().into())
    }

    fn id(&mut self, id: u32) {
        self.bytes(&id.to_le_bytes());
    }

    fn number(&mut self, number: u64) {
        self.bytes(&number.to_le_bytes());
    }

    fn value(&mut self, value: i64) {
        self.bytes(&value.to_le_bytes());
    }

    fn flag(&mut self, flag: bool) {
        self.bytes(&[u8::from(flag)]);
    }

    fn list<T>(&mut self, items: impl ExactSizeIterator<Item = T>, mut write: impl FnMut(&mut Self, T)) {
        self.number(items.len() as u64);
        items.for_each(|item| write(self, item));
    }

    fn board(&mut self, board: &Board) {
        match board.shape() {
            Shape::Box { width, height, depth, wrap_x, wrap_y } => {
                self.bytes(b"b");
                [width, height, depth].into_iter().for_each(|n| self.id(n));
                [wrap_x, wrap_y].into_iter().for_each(|f| self.flag(f));
            }
            Shape::Hex { edge } => {
                self.bytes(b"h");
                self.id(edge);
            }
        }
        board.cells().for_each(|cell| self.flag(board.is_wall(cell)));
    }

    fn lit(&mut self, lit: Lit) {
        self.number(lit.code() as u64);
    }

    fn lits(&mut self, lits: &[Lit]) {
        self.list(lits.iter(), |out, &lit| out.lit(lit));
    }

    fn terms(&mut self, terms: &[(i64, Lit)]) {
        self.list(terms.iter(), |out, &(weight, lit)| {
            out.value(weight);
            out.lit(lit);
        });
    }

    fn definition(&mut self, definition: &Definition) {
        match definition {
            Definition::All(lits) => {
                self.bytes(b"a");
                self.lits(lits);
            }
            Definition::Any(lits) => {
                self.bytes(b"o");
                self.lits(lits);
            }
            Definition::AtLeast(terms, bound) => {
                self.bytes(b"l");
                self.terms(terms);
                self.value(*bound);
            }
            &Definition::Linked { graph, from, to } => {
                self.bytes(b"g");
                [graph.0, from, to].into_iter().for_each(|n| self.id(n));
            }
        }
    }

    fn switch(&mut self, switch: Switch) {
        match switch {
            Switch::Off => self.bytes(b"0"),
            Switch::On => self.bytes(b"1"),
            Switch::If(lit) => {
                self.bytes(b"?");
                self.lit(lit);
            }
        }
    }

    fn edges(&mut self, edges: &[(u32, u32)]) {
        self.list(edges.iter(), |out, &(a, b)| {
            out.id(a);
            out.id(b);
        });
    }

    fn graph(&mut self, Graph { vertices, edges }: &Graph) {
        self.list(vertices.iter(), |out, &switch| out.switch(switch));
        self.edges(edges);
    }

    fn connectivity(&mut self, Connectivity { graph, lo, hi, guard, origin: _ }: &Connectivity) {
        [graph.0, *lo, *hi].into_iter().for_each(|n| self.id(n));
        self.list(guard.iter(), |out, &guard| out.lit(guard));
    }

    fn route(&mut self, Route { closed, vertices, links, pieces, origin: _ }: &Route) {
        self.flag(*closed);
        self.id(*vertices);
        self.edges(links);
        self.list(pieces.iter(), |out, piece| {
            out.switch(piece.placed);
            out.id(piece.vertex);
            out.list(piece.links.iter(), |out, &link| out.id(link));
        });
    }

    fn clique(&mut self, Clique { choices, exactly, origin: _ }: &Clique) {
        self.flag(*exactly);
        self.list(choices.iter(), |out, choice| out.id(choice.0));
    }

    fn linear(&mut self, Linear { terms, lo, hi, guard, origin: _ }: &Linear) {
        self.terms(terms);
        self.value(*lo);
        self.value(*hi);
        self.list(guard.iter(), |out, &guard| out.lit(guard));
    }

    fn matching(&mut self, Matching { left, right, edges, origin: _ }: &Matching) {
        for side in [left, right] {
            self.list(side.iter(), |out, choice| out.id(choice.0));
        }
        self.list(edges.iter(), |out, (left, right, lit)| {
            out.id(left.0);
            out.id(right.0);
            out.list(lit.iter(), |out, &lit| out.lit(lit));
        });
    }

    fn objective(&mut self, Objective { maximize, terms, constant }: &Objective) {
        self.flag(*maximize);
        self.terms(terms);
        self.value(*constant);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::CellId;
    use crate::problem::{ChoiceId, Choices, GraphId, LinePiece, Origin, samples};
    use std::sync::Arc;

    #[test]
    fn it_is_the_published_function_and_does_not_move() {
        let out = DigestWriter { hash: Sha256::new(), piece: b"abc".to_vec() };
        let abc = "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(out.finish().to_string(), abc, "FIPS 180-4's own example");
        let queens = samples::queens(8).digest();
        assert_eq!(queens, samples::queens(8).digest());
        let known = "sha256:e9551342b87e05bb0d32665c2b280e4c03c92560529334d0ee84ca48a4dcb777";
        assert_eq!(queens.to_string(), known, "if this moves on purpose, `FORM` changes its number");
    }

    fn route(closed: bool, lit: Lit) -> Route {
        let placed = Switch::If(lit);
        let pieces = vec![LinePiece { placed, vertex: 0, links: [0].into_iter().collect() }];
        Route { closed, vertices: 2, links: vec![(0, 1)], pieces, origin: Origin::BOARD }
    }

    /// Every change of meaning changes the digest, and all these digests differ.
    #[test]
    fn no_change_goes_unseen() {
        let first = samples::most_queens_knights(4);
        let lit = ChoiceId(0).lit();
        let changes: &[fn(&mut ProblemParts, Lit)] = &[
            |_, _| {},
            |p, _| Arc::make_mut(&mut p.board).add_wall(CellId(3)),
            |p, _| p.board = Arc::new(Board::new(Shape::rectangle(2, 8))),
            |p, _| p.kinds += 1,
            |p, _| {
                let mut choices = Choices::default();
                p.choices.iter().for_each(|c| choices.push(1 - c.kind, c.cells));
                p.choices = choices;
            },
            |p, l| p.definitions.push(Definition::All([l].into_iter().collect())),
            |p, l| p.definitions.push(Definition::Any([l].into_iter().collect())),
            |p, l| p.definitions.push(Definition::AtLeast(vec![(1, l)], 1)),
            |p, l| p.definitions.push(Definition::AtLeast(vec![(1, l)], 2)),
            |p, _| p.cliques[0].exactly ^= true,
            |p, _| p.cliques[0].choices.truncate(1),
            |p, _| p.conflicts = crate::problem::Conflicts::none(p.choices.len()),
            |p, l| p.clauses.push((vec![l], Origin::BOARD)),
            |p, l| p.clauses.push((vec![!l], Origin::BOARD)),
            |p, _| p.linears.clear(),
            |p, l| p.linears[0].guard = Some(l),
            |p, _| p.linears[0].lo -= 1,
            |p, _| p.linears[0].hi += 1,
            |p, _| p.objectives[0].maximize ^= true,
            |p, _| p.objectives[0].constant += 1,
            |p, _| p.by = p.objectives.first().cloned(),
            |p, _| p.group.push(p.choice_ids().collect()),
            |p, _| {
                let empty = Matching { left: vec![], right: vec![], edges: vec![], origin: Origin::BOARD };
                p.matchings.push(empty);
            },
            |p, _| p.graphs.push(Graph { vertices: vec![Switch::On; 2], edges: vec![(0, 1)] }),
            |p, l| p.graphs.push(Graph { vertices: vec![Switch::If(l); 2], edges: vec![(0, 1)] }),
            |p, _| p.graphs.push(Graph { vertices: vec![Switch::On; 2], edges: vec![] }),
            |p, l| {
                p.graphs.push(Graph { vertices: vec![Switch::If(l)], edges: vec![] });
                p.definitions.push(Definition::Linked { graph: GraphId(0), from: 0, to: 0 });
            },
            |p, l| {
                p.graphs.push(Graph { vertices: vec![Switch::If(l)], edges: vec![] });
                let (graph, guard, origin) = (GraphId(0), None, Origin::BOARD);
                p.connectivities.push(Connectivity { graph, lo: 0, hi: 1, guard, origin });
            },
            |p, l| p.routes.push(route(true, l)),
            |p, l| p.routes.push(route(false, l)),
            |p, l| p.routes.push(route(true, !l)),
        ];
        let mut seen: Vec<Digest> = Vec::new();
        for (i, change) in changes.iter().enumerate() {
            let mut problem = first.clone();
            problem.edit(|p| change(p, lit));
            let digest = problem.digest();
            assert!(!seen.contains(&digest), "change {i}");
            seen.push(digest);
        }
        let mut same = first.clone();
        same.edit(|p| p.cliques[0].origin = Origin(77));
        assert_eq!(same.digest(), first.digest(), "where a constraint comes from is no part of it");
    }
}
