//! Search for the permutations of kinds that, after a given symmetry of the board, map the spec to itself.
//!
//! Method: refinement and individualization (B. McKay, Congressus Numerantium 30, 1981). Each kind has a color on either side, as
//! a thing to map and as an image. A color is refined by what the spec says about the kind, as a set of statements in which other
//! kinds appear by their colors alone; an automorphism preserves these sets, so it maps every kind to one of the same color. If
//! several have a color, one of them is mapped to each in turn. At the end, the whole permutation is compared literally, so
//! that the colors only save work.
//!
//! Kinds that may be exchanged one by one are a single node: they are mapped in order, which gives one permutation of each coset.

use super::shape::{effective, image, maps_shapes, normal_shapes};
use super::too_large::ExchangeTooLarge;
use super::written::{EncodedModel, Motion};
use crate::geometry::{Board, Matrix, Symmetry, SymmetryKind};
use crate::model::{KindId, Model};
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};

/// Maximum number of statements that may be mapped during all searches of a spec.
const MAX_MAPPED: u64 = 20_000_000;

/// Colors of the nodes, as things to map and as images.
type Sides = [Vec<u64>; 2];

pub(super) struct KindSearch<'a> {
    model: &'a Model,
    written: &'a EncodedModel<'a>,
    /// Classes of kinds that may be exchanged one by one, including those of one kind. Line pieces have no node.
    nodes: Vec<Vec<KindId>>,
    /// Node of each kind.
    node_of: Vec<Option<usize>>,
    identity: Symmetry,
    /// Number of statements that may still be mapped.
    left: u64,
    found: Vec<Vec<KindId>>,
}

impl<'a> KindSearch<'a> {
    pub fn new(model: &'a Model, written: &'a EncodedModel<'a>, classes: &[Vec<KindId>]) -> Self {
        let has_node = |class: &&Vec<KindId>| model.kind(class[0]).line.is_none();
        let nodes: Vec<Vec<KindId>> = classes.iter().filter(has_node).cloned().collect();
        let mut node_of = vec![None; model.kinds.len()];
        for (node, kinds) in nodes.iter().enumerate() {
            kinds.iter().for_each(|k| node_of[k.index()] = Some(node));
        }
        let cells = model.board.cells().collect();
        let identity = Symmetry { kind: SymmetryKind::Identity, linear: Matrix::IDENTITY, cells };
        Self { model, written, nodes, node_of, identity, left: MAX_MAPPED, found: Vec::new() }
    }

    /// Returns one permutation of each coset that maps the spec to itself after `symmetry`.
    pub fn images(&mut self, symmetry: &Symmetry) -> Result<Vec<Vec<KindId>>, ExchangeTooLarge> {
        let color = |node: &Vec<KindId>, linear: &Matrix| {
            let kind = self.model.kind(node[0]);
            let board = &self.model.board;
            let moves = self.written.asks_attacks_of(node[0]).then(|| image(board, linear, &kind.movement));
            hash(&(node.len(), moves, normal_shapes(board, linear, &kind.shapes)))
        };
        let colors = |linear: &Matrix| self.nodes.iter().map(|node| color(node, linear)).collect();
        let sides = [colors(&symmetry.linear), colors(&Matrix::IDENTITY)];
        self.found.clear();
        self.extend(symmetry, sides)?;
        Ok(std::mem::take(&mut self.found))
    }

    /// Finds the permutations that respect the colors.
    fn extend(&mut self, symmetry: &Symmetry, sides: Sides) -> Result<(), ExchangeTooLarge> {
        let Some(sides) = self.refined(symmetry, sides)? else { return Ok(()) };
        let several = |color: &u64| sides[0].iter().filter(|c| *c == color).count() > 1;
        let Some(from) = (0..self.nodes.len()).find(|&n| several(&sides[0][n])) else {
            return self.compare(symmetry, &sides);
        };
        let color = sides[0][from];
        for to in (0..self.nodes.len()).filter(|&n| sides[1][n] == color) {
            let mut next = sides.clone();
            let own = hash(&(color, "individual"));
            (next[0][from], next[1][to]) = (own, own);
            self.extend(symmetry, next)?;
        }
        Ok(())
    }

    /// Refines the colors until both sides are stable; `None` if the sides differ.
    fn refined(&mut self, symmetry: &Symmetry, mut sides: Sides) -> Result<Option<Sides>, ExchangeTooLarge> {
        loop {
            let palette = palette(&sides[0]);
            if sorted(&sides[0]) != sorted(&sides[1]) {
                return Ok(None);
            }
            if palette.len() == self.nodes.len() {
                return Ok(Some(sides));
            }
            let next = [self.finer(symmetry, &sides[0])?, self.finer(&self.identity.clone(), &sides[1])?];
            let is_stable = self::palette(&next[0]).len() == palette.len();
            sides = next;
            if is_stable && sorted(&sides[0]) == sorted(&sides[1]) {
                return Ok(Some(sides));
            }
        }
    }

    /// Returns the colors of all nodes, refined once.
    fn finer(&mut self, symmetry: &Symmetry, colors: &[u64]) -> Result<Vec<u64>, ExchangeTooLarge> {
        let cost = (self.nodes.len() * self.written.len().max(1)) as u64;
        self.left = self.left.checked_sub(cost).ok_or(ExchangeTooLarge::Search { limit: MAX_MAPPED })?;
        let palette = palette(colors);
        let number = |node: usize| palette.binary_search(&colors[node]).expect("its color is there");
        let lines = self.nodes.len() + 1;
        let kinds = (0..self.node_of.len()).map(|k| KindId(k as u16));
        let all: Vec<KindId> = kinds
            .map(|kind| match self.node_of[kind.index()] {
                Some(node) => KindId(1 + number(node) as u16),
                None => KindId((lines + self.line_image(kind, symmetry).index()) as u16),
            })
            .collect();
        let finer = |node: usize| {
            let mut kinds = all.clone();
            kinds[self.nodes[node][0].index()] = KindId(0);
            let motion = Motion::of_both(self.model, symmetry, kinds);
            hash(&(colors[node], self.written.digest(&motion)))
        };
        Ok((0..self.nodes.len()).map(finer).collect())
    }

    /// Image of a line piece; the piece itself if the symmetry has none, which the comparison finds.
    fn line_image(&self, kind: KindId, symmetry: &Symmetry) -> KindId {
        self.model.kind_image(kind, &symmetry.linear).unwrap_or(kind)
    }

    /// Keeps the permutation that the colors determine if it maps the spec to itself.
    fn compare(&mut self, symmetry: &Symmetry, sides: &Sides) -> Result<(), ExchangeTooLarge> {
        self.left = self
            .left
            .checked_sub(self.written.len() as u64 + 1)
            .ok_or(ExchangeTooLarge::Search { limit: MAX_MAPPED })?;
        let all = (0..self.node_of.len()).map(|k| KindId(k as u16));
        let mut kinds: Vec<KindId> = all.map(|kind| self.line_image(kind, symmetry)).collect();
        for (node, color) in self.nodes.iter().zip(&sides[0]) {
            let to = sides[1].iter().position(|c| c == color).expect("the sides have the same colors");
            for (kind, image) in node.iter().zip(&self.nodes[to]) {
                kinds[kind.index()] = *image;
            }
        }
        let motion = Motion::of_both(self.model, symmetry, kinds.clone());
        if self.keeps_pieces(&symmetry.linear, &kinds) && self.written.is_kept_by(&motion) {
            self.found.push(kinds);
        }
        Ok(())
    }

    /// Returns true if moves in use, shapes and line pieces are mapped to those of the images.
    fn keeps_pieces(&self, linear: &Matrix, kinds: &[KindId]) -> bool {
        let board = &self.model.board;
        let asked = |kind| self.written.asks_attacks_of(kind);
        (0..kinds.len()).map(|k| KindId(k as u16)).all(|id| {
            let (kind, to) = (self.model.kind(id), self.model.kind(kinds[id.index()]));
            let moves = match (asked(id), asked(kinds[id.index()])) {
                (true, true) => moves_alike(board, linear, kind, to),
                (false, false) => true,
                _ => false,
            };
            moves
                && maps_shapes(board, linear, &kind.shapes, &to.shapes)
                && self.model.kind_image(id, linear).is_some()
        })
    }
}

fn moves_alike(board: &Board, linear: &Matrix, from: &crate::model::Kind, to: &crate::model::Kind) -> bool {
    image(board, linear, &from.movement) == Some(effective(board, &to.movement))
}

fn hash(of: &impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    of.hash(&mut hasher);
    hasher.finish()
}

fn sorted(colors: &[u64]) -> Vec<u64> {
    let mut colors = colors.to_vec();
    colors.sort_unstable();
    colors
}

/// The distinct colors, ascending.
fn palette(colors: &[u64]) -> Vec<u64> {
    let mut colors = sorted(colors);
    colors.dedup();
    colors
}
