//! Routes: a used link is used at both ends, and all used links form one way.
//!
//! Method: *areas* are the components of the links that are not off. All vertices that are on are in one area. A closed route
//! stays in one block (it passes a separating vertex only once), and uses no bridge; an open one has its ends on either
//! side of what separates. Links that are on form *chains*; a link between the ends of one closes it, which an open route never
//! does, and a closed one only if nothing else is on.

use super::Variables;
use super::finding::{Findings, Premises, State};
use super::forest::{Adjacency, Forest, NONE};
use super::region::{Separator, size};
use crate::engine::sat::cnf::{Bit, Cnf};
use crate::engine::sat::encode::Encoding;
use crate::engine::sat::linear::NormalForm;
use crate::engine::sat::take_clauses::TakeClauses;
use crate::problem::{Route, Switch};
use rustsat::types::Lit;
use std::ops::Range;

pub(super) struct RouteWatch {
    closed: bool,
    links: Vec<(u32, u32)>,
    near: Adjacency,
    /// By vertex: true if a piece stands on it.
    vertices: Vec<Bit>,
    /// By link: true if it is used.
    used: Vec<Bit>,
    /// By vertex: its pieces with one link.
    ends: Vec<Vec<Bit>>,
    known: Known,
    separator: Separator,
}

/// Knowledge of each literal.
#[derive(Default)]
struct Known {
    vertices: Vec<State>,
    links: Vec<State>,
    areas: Forest,
    /// By place: numbers of vertices before it that are on, and that may be ends.
    ons: Vec<u32>,
    ends: Vec<u32>,
    /// By vertex: one further along its chain.
    chains: Vec<u32>,
    /// By vertex, while the way along a chain is sought: the link to the one before.
    before: Vec<u32>,
    stack: Vec<u32>,
}

impl RouteWatch {
    /// Adds the clauses about single vertices and links.
    pub(super) fn new<S: TakeClauses>(route: &Route, encoding: &mut Encoding<S>) -> Self {
        let vertices = route.vertices as usize;
        let (mut here, mut ends) = (vec![Vec::new(); vertices], vec![Vec::new(); vertices]);
        let mut sides = vec![[Vec::new(), Vec::new()]; route.links.len()];
        for piece in &route.pieces {
            let placed = super::bit(piece.placed);
            if placed == Bit::Known(false) {
                continue;
            }
            here[piece.vertex as usize].push(placed);
            for &link in &piece.links {
                sides[link as usize][usize::from(route.links[link as usize].1 == piece.vertex)].push(placed);
            }
            if piece.links.len() == 1 {
                ends[piece.vertex as usize].push(placed);
            }
        }
        here.iter().for_each(|pieces| at_most_one(pieces, &mut encoding.cnf));
        let number = if route.closed { 0 } else { 2 };
        let single = route.pieces.iter().filter(|p| p.links.len() == 1).map(|p| p.placed);
        exactly(number, single, encoding);
        let cnf = &mut encoding.cnf;
        let vertices: Vec<Bit> = here.iter().map(|pieces| any(pieces, cnf)).collect();
        cnf.imply(&[], &vertices);
        let used = sides.iter().map(|[x, y]| {
            let used = any(x, cnf);
            equal(used, y, cnf);
            used
        });
        Self {
            closed: route.closed,
            used: used.collect(),
            links: route.links.clone(),
            near: Adjacency::new(vertices.len(), &route.links),
            vertices,
            ends,
            known: Known::default(),
            separator: Separator::default(),
        }
    }

    /// Adds the variables on which the constraint depends.
    pub(super) fn variables(&self, to: &mut Variables) {
        self.vertices.iter().chain(&self.used).chain(self.ends.iter().flatten()).for_each(|&b| to.bit(b));
    }

    pub(super) fn examine(&mut self, value: &impl Fn(Lit) -> State, found: &mut Findings) {
        let Some(start) = self.read(value) else { return };
        if !self.one_area(start, found) {
            return;
        }
        let places = self.known.areas.tree(0);
        for place in places.start + 1..places.end {
            let node = self.known.areas.nodes[place as usize];
            if node.low < node.parent {
                continue;
            }
            let bridge = (node.low > node.parent).then_some(node.edge);
            let cut = self.known.areas.nodes[node.parent as usize].vertex;
            if self.closed {
                self.closed_cut(start, cut, place..node.end, bridge, found);
            } else {
                self.open_cut(start, cut, place..node.end, bridge, found);
            }
        }
        self.cycles(start, found);
    }

    /// Reads what is known and finds the areas, first that of a vertex that is on, which is returned.
    fn read(&mut self, value: &impl Fn(Lit) -> State) -> Option<u32> {
        let Self { vertices, used, ends, near, known, .. } = self;
        let Known { vertices: here, links, areas, ons, ends: may_end, .. } = known;
        here.clear();
        here.extend(vertices.iter().map(|&b| super::state(b, value)));
        links.clear();
        links.extend(used.iter().map(|&b| super::state(b, value)));
        let start = here.iter().position(|&s| s == State::On)? as u32;
        areas.clear(here.len());
        let passes =
            |to: u32, link: u32| links[link as usize] != State::Off && here[to as usize] != State::Off;
        areas.grow(start, near, passes);
        for wanted in [State::On, State::Open] {
            (0..here.len() as u32)
                .filter(|&v| here[v as usize] == wanted)
                .for_each(|v| areas.grow(v, near, passes));
        }
        ons.clear();
        may_end.clear();
        ons.push(0);
        may_end.push(0);
        for (place, node) in areas.nodes.iter().enumerate() {
            let v = node.vertex as usize;
            ons.push(ons[place] + u32::from(here[v] == State::On));
            let end = ends[v].iter().any(|&b| super::state(b, value) != State::Off);
            may_end.push(may_end[place] + u32::from(end));
        }
        Some(start)
    }

    fn ons(&self, places: &Range<u32>) -> u32 {
        self.known.ons[places.end as usize] - self.known.ons[places.start as usize]
    }

    fn may_end(&self, places: &Range<u32>) -> u32 {
        self.known.ends[places.end as usize] - self.known.ends[places.start as usize]
    }

    /// Adds to the premises that a vertex is on.
    fn on(&self, v: u32, found: &mut Findings) {
        found.premise(super::literal(self.vertices[v as usize]));
    }

    /// Adds to the premises that one of these vertices is on.
    fn one_on(&self, places: Range<u32>, found: &mut Findings) {
        let on = self.known.areas.vertices(places).find(|&v| self.known.vertices[v as usize] == State::On);
        on.into_iter().for_each(|v| self.on(v, found));
    }

    /// Adds to the premises that the links between these places and the rest, without those of `cut` and `except`, are off.
    fn separate(
        &mut self,
        places: Range<u32>,
        cut: Option<u32>,
        target: Option<u32>,
        except: Option<u32>,
        found: &mut Findings,
    ) {
        let Self { near, known, separator, used, .. } = self;
        separator.edges(near, known.areas.vertices(places), cut, target);
        let others = separator.found.iter().filter(|&&l| Some(l) != except);
        others.for_each(|&l| found.premise(super::literal(!used[l as usize])));
    }

    /// Adds to the premises that no vertex at these places is an end.
    fn no_ends(&self, places: Range<u32>, found: &mut Findings) {
        for v in self.known.areas.vertices(places) {
            self.ends[v as usize].iter().for_each(|&b| found.premise(super::literal(!b)));
        }
    }

    /// Concludes that the vertices at these places are off.
    fn all_off(&self, places: Range<u32>, premises: Premises, found: &mut Findings) {
        for v in self.known.areas.vertices(places) {
            found.imply(premises, super::literal(!self.vertices[v as usize]));
        }
    }

    /// All vertices that are on are in the first area, that of `start`; all others are off. Returns false after a
    /// contradiction.
    fn one_area(&mut self, start: u32, found: &mut Findings) -> bool {
        let mut one = true;
        let first = self.known.areas.tree(0);
        for area in 1..self.known.areas.roots.len() {
            let places = self.known.areas.tree(area);
            let root = self.known.areas.nodes[places.start as usize].vertex;
            let on = self.known.vertices[root as usize] == State::On;
            let mark = found.mark();
            self.separate(places.clone(), None, Some(start), None, found);
            if on {
                let middle = found.mark();
                self.separate(first.clone(), None, Some(root), None, found);
                found.keep_shorter(mark, middle);
                self.on(root, found);
            }
            self.on(start, found);
            let premises = found.since(mark);
            if on {
                one = false;
                found.imply(premises, None);
            } else {
                self.all_off(places, premises, found);
            }
        }
        one
    }

    /// A closed route passes `cut` once, so it does not go on both sides of it, and uses no bridge.
    fn closed_cut(
        &mut self,
        start: u32,
        cut: u32,
        places: Range<u32>,
        bridge: Option<u32>,
        found: &mut Findings,
    ) {
        let whole = self.known.areas.tree(0);
        if let Some(bridge) = bridge.filter(|&b| self.known.links[b as usize] != State::Off) {
            // A cycle crosses the separator twice or never.
            let mark = found.mark();
            self.separate(places.clone(), None, None, Some(bridge), found);
            found.imply(found.since(mark), super::literal(!self.used[bridge as usize]));
        }
        let inside = self.ons(&places);
        let outside = self.ons(&whole) - inside - u32::from(self.known.vertices[cut as usize] == State::On);
        if outside == 0 {
            // Then the cut is the start, or every vertex that is on is inside, which the root is not.
            return;
        }
        let mark = found.mark();
        let target = self.outside(start, cut, &places);
        self.separate(places.clone(), Some(cut), Some(target), None, found);
        self.on(target, found);
        if inside > 0 {
            self.one_on(places, found);
            found.imply(found.since(mark), None);
        } else {
            self.all_off(places, found.since(mark), found);
        }
    }

    /// Returns a vertex of the first area that is on, and neither `cut` nor at these places: the start, if it will do.
    fn outside(&self, start: u32, cut: u32, places: &Range<u32>) -> u32 {
        if start != cut {
            return start;
        }
        let area = &self.known.areas;
        let others = area.tree(0).filter(|p| !places.contains(p)).map(|p| area.nodes[p as usize].vertex);
        let mut on = others.filter(|&v| v != cut && self.known.vertices[v as usize] == State::On);
        on.next().unwrap_or(start)
    }

    /// An open route crosses what separates two of its vertices, and has an end in every part that it enters through one
    /// vertex.
    fn open_cut(
        &mut self,
        start: u32,
        cut: u32,
        places: Range<u32>,
        bridge: Option<u32>,
        found: &mut Findings,
    ) {
        let whole = self.known.areas.tree(0);
        let inside = self.ons(&places);
        let outside = self.ons(&whole) - inside - u32::from(self.known.vertices[cut as usize] == State::On);
        if inside > 0 && outside > 0 && self.known.vertices[cut as usize] == State::Open {
            let mark = found.mark();
            let target = self.outside(start, cut, &places);
            self.separate(places.clone(), Some(cut), Some(target), None, found);
            self.one_on(places.clone(), found);
            self.on(target, found);
            found.imply(found.since(mark), super::literal(self.vertices[cut as usize]));
        }
        // The start is not inside, since it is the root.
        if let Some(bridge) = bridge.filter(|&b| inside > 0 && self.known.links[b as usize] == State::Open) {
            let mark = found.mark();
            self.separate(places.clone(), None, Some(start), Some(bridge), found);
            self.one_on(places.clone(), found);
            self.on(start, found);
            found.imply(found.since(mark), super::literal(self.used[bridge as usize]));
        }
        if self.may_end(&places) == 0 {
            let mark = found.mark();
            self.separate(places.clone(), Some(cut), None, None, found);
            self.no_ends(places.clone(), found);
            self.all_off(places.clone(), found.since(mark), found);
        }
        self.no_end_outside(cut, places, found);
    }

    /// If neither the other places of the first area nor the other areas have an end, they are off.
    fn no_end_outside(&mut self, cut: u32, places: Range<u32>, found: &mut Findings) {
        let all = self.known.areas.nodes.len() as u32;
        let at_cut = self.known.areas.places[cut as usize];
        let others = [0..at_cut, at_cut + 1..places.start, places.end..all];
        let alone = size(&(0..all)) == size(&places) + 1;
        if alone || others.iter().any(|o| self.may_end(o) > 0) {
            return;
        }
        let mark = found.mark();
        self.separate(places, Some(cut), None, None, found);
        let whole = others.clone();
        whole.into_iter().for_each(|o| self.no_ends(o, found));
        // Vertices that are off have no place, but they had ends.
        let off = (0..self.vertices.len()).filter(|&v| self.known.areas.places[v] == NONE);
        off.for_each(|v| self.ends[v].iter().for_each(|&b| found.premise(super::literal(!b))));
        let premises = found.since(mark);
        others.into_iter().for_each(|o| self.all_off(o, premises, found));
    }

    /// A link that joins the ends of a chain is off, unless it completes a closed route.
    fn cycles(&mut self, start: u32, found: &mut Findings) {
        let Self { links, known, .. } = self;
        let Known { links: states, chains, .. } = known;
        chains.clear();
        chains.extend(0..self.vertices.len() as u32);
        let mut whole = true;
        for (&(x, y), _) in links.iter().zip(&*states).filter(|(_, s)| **s == State::On) {
            let (x, y) = (root(chains, x), root(chains, y));
            whole &= x != y;
            chains[x as usize] = y;
        }
        if !whole {
            // A cycle is complete; the areas and the numbers of ends tell if it is all.
            return;
        }
        for link in 0..self.links.len() {
            let (x, y) = self.links[link];
            let Known { links: states, chains, vertices, .. } = &mut self.known;
            if states[link] != State::Open || root(chains, x) != root(chains, y) {
                continue;
            }
            let chain = root(chains, x);
            let mut other = None;
            if self.closed {
                let on = |v: &u32| vertices[*v as usize] == State::On;
                let candidates = std::iter::once(start).chain(0..vertices.len() as u32).filter(on);
                other = candidates.into_iter().find(|&v| root(chains, v) != chain);
                if other.is_none() {
                    continue;
                }
            }
            let mark = found.mark();
            other.into_iter().for_each(|v| self.on(v, found));
            self.along_chain(x, y, found);
            found.imply(found.since(mark), super::literal(!self.used[link]));
        }
    }

    /// Adds to the premises the links of a chain between two of its vertices.
    fn along_chain(&mut self, from: u32, to: u32, found: &mut Findings) {
        let Self { near, known, used, links, .. } = self;
        let Known { links: states, before, stack, .. } = known;
        before.clear();
        before.resize(near.vertices(), NONE);
        stack.clear();
        stack.push(from);
        while let Some(v) = stack.pop().filter(|&v| v != to) {
            for &(w, link) in near.of(v) {
                let new = w != from && before[w as usize] == NONE;
                if new && states[link as usize] == State::On {
                    before[w as usize] = link;
                    stack.push(w);
                }
            }
        }
        let mut v = to;
        while v != from {
            let link = before[v as usize];
            found.premise(super::literal(used[link as usize]));
            let (x, y) = links[link as usize];
            v = if v == x { y } else { x };
        }
    }
}

fn root(chains: &mut [u32], mut v: u32) -> u32 {
    while chains[v as usize] != v {
        chains[v as usize] = chains[chains[v as usize] as usize];
        v = chains[v as usize];
    }
    v
}

/// Returns a bit equivalent to "one of these is true".
fn any<S: TakeClauses>(bits: &[Bit], cnf: &mut Cnf<S>) -> Bit {
    match *bits {
        [] => Bit::Known(false),
        [bit] => bit,
        _ if bits.contains(&Bit::Known(true)) => Bit::Known(true),
        _ => {
            let gate = cnf.fresh();
            bits.iter().for_each(|&b| cnf.imply(&[], &[!b, Bit::Lit(gate)]));
            cnf.imply(&[gate], bits);
            Bit::Lit(gate)
        }
    }
}

/// Requires that `used` is true if and only if one of these is.
fn equal<S: TakeClauses>(used: Bit, side: &[Bit], cnf: &mut Cnf<S>) {
    side.iter().for_each(|&b| cnf.imply(&[], &[!b, used]));
    let mut clause = side.to_vec();
    clause.push(!used);
    cnf.imply(&[], &clause);
}

/// Requires that at most one of these is true. A literal that occurs twice is false.
fn at_most_one<S: TakeClauses>(bits: &[Bit], cnf: &mut Cnf<S>) {
    let mut lits: Vec<Lit> = bits.iter().filter_map(|&b| super::literal(b)).collect();
    match bits.len() - lits.len() {
        0 => {}
        1 => return lits.iter().for_each(|&l| cnf.add(&[!l])),
        _ => return cnf.add(&[]),
    }
    lits.sort_unstable();
    lits.windows(2).filter(|w| w[0] == w[1]).for_each(|w| cnf.add(&[!w[0]]));
    lits.dedup();
    cnf.at_most_one(&lits);
}

/// Requires that exactly that many of these are on.
fn exactly<S: TakeClauses>(number: i128, of: impl Iterator<Item = Switch>, encoding: &mut Encoding<S>) {
    let (lits, fixed): (Vec<_>, Vec<_>) = of.partition(|s| s.lit().is_some());
    let open = number - fixed.iter().filter(|s| **s == Switch::On).count() as i128;
    let terms: Vec<(i64, crate::problem::Lit)> = lits.iter().filter_map(|s| Some((1, s.lit()?))).collect();
    let form = NormalForm::new(&terms);
    let (low, high) = (encoding.at_least(&form, open), encoding.at_least(&form, open + 1));
    encoding.cnf.imply(&[], &[low]);
    encoding.cnf.imply(&[], &[!high]);
}
