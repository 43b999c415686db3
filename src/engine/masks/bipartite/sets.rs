//! All optimal solutions, as the minimum cuts of a network that is full.
//!
//! Lemma (J. Picard and M. Queyranne, Mathematical Programming Study 13, 1980): a cut is minimum if and only if no arc with
//! room leaves the side of the source. So the side of the source contains what the source reaches along arcs with room,
//! nothing that reaches the sink, and with each vertex what that reaches. The remaining vertices are grouped into *parts*,
//! the strongly connected components: each is on one side as a whole, and it *needs* other parts to be on the side of the
//! source if it is. Every choice of parts that contains what each of its parts needs is one optimal solution.

use super::flow::Network;
use super::graph::ConflictGraph;
use super::parts::components;
use crate::engine::{Control, Stop};
use crate::problem::ChoiceId;

/// The optimal solutions.
pub(super) struct OptimalSets {
    /// Choices in all of them.
    common: Vec<ChoiceId>,
    /// In an order in which each part comes after those that it needs.
    pub(super) parts: Vec<Part>,
}

/// Vertices that are on one side of every minimum cut together.
pub(super) struct Part {
    /// Choices taken if the part is on the side of the source, and if it is not.
    taken: [Vec<ChoiceId>; 2],
    /// Parts that it needs, by their indices.
    pub(super) needs: Vec<usize>,
}

impl OptimalSets {
    /// Fills the network of `graph`, and returns the minimum cuts and the number of paths of the flow.
    ///
    /// # Errors
    /// If the control stops the search.
    pub(super) fn of(graph: &ConflictGraph, control: &Control) -> Result<(Self, u64), Stop> {
        let (network, paths) = graph.full_network(control)?;
        Ok((Self::new(graph, &network), paths))
    }

    /// Reads the minimum cuts off the full network of `graph`.
    fn new(graph: &ConflictGraph, network: &Network) -> Self {
        let (source, sink) = graph.ends();
        let after_source = reached(network.size(), source, |v| network.followers(v));
        let before_sink = reached(network.size(), sink, |v| network.leaders(v));
        let vertices = graph.choices.len();
        let is_free = |v: usize| v < vertices && !after_source[v] && !before_sink[v];
        let settled = (0..vertices).filter(|&v| !is_free(v) && graph.is_left[v] == after_source[v]);
        let mut common: Vec<ChoiceId> = graph.placed.clone();
        common.extend(settled.map(|v| graph.choices[v]));
        let follow = |v: usize| network.followers(v).filter(|&w| is_free(w)).collect::<Vec<usize>>();
        let members = components(vertices, is_free, follow);
        let mut part_of = vec![usize::MAX; vertices];
        members.iter().enumerate().for_each(|(i, part)| part.iter().for_each(|&v| part_of[v] = i));
        let part = |(i, members): (usize, &Vec<usize>)| {
            let side = |left: bool| {
                let on_side = members.iter().filter(|&&v| graph.is_left[v] == left);
                on_side.map(|&v| graph.choices[v]).collect()
            };
            let needed = members.iter().flat_map(|&v| follow(v)).map(|w| part_of[w]);
            let mut needs: Vec<usize> = needed.filter(|&j| j != i).collect();
            needs.sort_unstable();
            needs.dedup();
            Part { taken: [side(true), side(false)], needs }
        };
        let parts = members.iter().enumerate().map(part).collect();
        Self { common, parts }
    }

    /// Returns the optimal solution with these parts on the side of the source.
    pub(super) fn solution(&self, inside: &[bool]) -> Vec<ChoiceId> {
        let mut chosen = self.common.clone();
        for (part, &inside) in self.parts.iter().zip(inside) {
            chosen.extend_from_slice(&part.taken[usize::from(!inside)]);
        }
        chosen.sort_unstable();
        chosen
    }

    /// Replaces the parts inside by those of the next solution, in an order that begins with none. Returns false after the
    /// last solution. Every step leads to a solution, since a part needs only earlier ones.
    pub(super) fn advance(&self, inside: &mut [bool]) -> bool {
        let can_enter = |i: &usize| !inside[*i] && self.parts[*i].needs.iter().all(|&j| inside[j]);
        let Some(next) = (0..inside.len()).rev().find(can_enter) else { return false };
        inside[next] = true;
        inside[next + 1..].fill(false);
        true
    }

    /// First choice of part `i`.
    pub(super) fn first_choice(&self, i: usize) -> Option<ChoiceId> {
        self.parts[i].taken.iter().flatten().min().copied()
    }
}

/// Returns, by vertex, true if it is reached from `start`.
fn reached<I: Iterator<Item = usize>>(size: usize, start: usize, follow: impl Fn(usize) -> I) -> Vec<bool> {
    let mut is_reached = vec![false; size];
    is_reached[start] = true;
    let mut stack = vec![start];
    while let Some(v) = stack.pop() {
        for w in follow(v) {
            if !std::mem::replace(&mut is_reached[w], true) {
                stack.push(w);
            }
        }
    }
    is_reached
}
