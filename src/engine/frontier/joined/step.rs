//! The decision of a site: how each of its fillings changes a state.

use super::layered::DEAD;
use super::layout::BitField;
use super::state::{FULL, RouteBytes, State};
use crate::problem::ChoiceId;
use std::ops::Range;

/// Change of the state of a constraint.
#[derive(Clone, Copy, Debug)]
pub(super) struct SumOp {
    pub field: BitField,
    /// Start of its row: by state before, the state after.
    pub row: u32,
}

/// Remainder of the earlier links of a site: which of them are used, up to those that leave the same fillings. Where a
/// site has one vertex, its byte tells how many are used, and the field only tells what else matters.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SiteClass {
    /// Byte of the single vertex.
    pub counted: Option<u32>,
    pub field: BitField,
    /// Number of values of the field.
    pub stride: u32,
}

impl SiteClass {
    #[inline]
    fn index<const W: usize>(&self, state: &State<W>) -> u32 {
        let used = match self.counted.map(|at| state.byte(at)) {
            None | Some(0) => 0,
            Some(FULL) => 2,
            Some(_) => 1,
        };
        used * self.stride + state.get(self.field) as u32
    }
}

/// A link to a later site, or within the site.
#[derive(Clone, Copy, Debug)]
pub(super) struct LinkOp {
    pub route: u32,
    /// Bytes of its vertices.
    pub from: u32,
    pub to: u32,
    /// The class of the later site, and where its rows begin for an unused and a used link.
    pub later: Option<(SiteClass, [u32; 2])>,
}

/// A vertex of a graph at this site.
#[derive(Clone, Debug)]
pub(super) struct VertexOp {
    pub at: u32,
    /// Bytes of its earlier neighbours.
    pub earlier: Range<u32>,
}

/// The vertices of a graph at this site.
#[derive(Clone, Debug)]
pub(super) struct GroupOp {
    /// First byte and number of bytes of the graph.
    pub bytes: (u32, u32),
    /// Number of groups that are complete, up to `cap`.
    pub closed: BitField,
    pub cap: u64,
    /// True if more groups than `cap` are too many.
    pub is_bounded: bool,
    pub vertices: Vec<VertexOp>,
    /// Bit of the first of them in the effects.
    pub first_bit: u32,
    /// Bytes of the vertices without later neighbours.
    pub leaving: Vec<u32>,
}

/// Properties that some fillings of a site have in common.
#[derive(Clone, Debug)]
pub(super) struct SiteEffect {
    pub number: u32,
    /// Number of the fillings.
    pub times: u64,
    pub ops: Range<u32>,
    /// Links that are used.
    pub links: u64,
    /// Vertices at which a route ends.
    pub ends: u64,
    /// Vertices of graphs that are on.
    pub on: u64,
    /// Amount that it adds to the number to maximize.
    pub goal: u64,
    /// Amount that it adds to the value to count by.
    pub by: u64,
}

/// A filling of a site, for finding a solution again.
#[derive(Clone, Debug)]
pub(super) struct EffectFilling {
    pub chosen: Vec<ChoiceId>,
    /// Earlier links that it uses.
    pub early: u64,
    /// Number of its effect.
    pub effect: u32,
}

/// The decision of a site.
#[derive(Debug)]
pub(super) struct SiteStep {
    pub class: SiteClass,
    /// By class: its effects.
    pub classes: Vec<Range<u32>>,
    pub effects: Vec<SiteEffect>,
    pub ops: Vec<SumOp>,
    /// Rows of the constraints and classes.
    pub rows: Vec<u16>,
    pub links: Vec<LinkOp>,
    /// Routes and bytes of the vertices of routes.
    pub vertices: Vec<(u32, u32)>,
    pub groups: Vec<GroupOp>,
    /// Bytes of earlier neighbours.
    pub neighbours: Vec<u32>,
    pub fillings: Vec<EffectFilling>,
    /// By earlier link: the time of its other end, and its number among the links of that site.
    pub early: Vec<(u32, u32)>,
}

impl SiteStep {
    /// Returns the effects that agree with the earlier links of `state`.
    #[inline]
    pub fn effects<const W: usize>(&self, state: &State<W>) -> &[SiteEffect] {
        let range = &self.classes[self.class.index(state) as usize];
        &self.effects[range.start as usize..range.end as usize]
    }

    /// Returns the state after this effect, if it may have a completion.
    #[inline]
    pub fn apply<const W: usize>(
        &self,
        mut state: State<W>,
        effect: &SiteEffect,
        routes: &[RouteBytes],
        time: u32,
    ) -> Option<State<W>> {
        for op in &self.ops[effect.ops.start as usize..effect.ops.end as usize] {
            let next = self.rows[op.row as usize + state.get(op.field) as usize];
            if next == DEAD {
                return None;
            }
            state.set(op.field, next.into());
        }
        let drawn = self.draw(&mut state, effect, routes, time);
        (drawn && self.groups.iter().all(|group| self.regroup(&mut state, effect, group))).then_some(state)
    }

    /// Uses the links, and leaves the vertices of routes.
    #[inline]
    fn draw<const W: usize>(
        &self,
        state: &mut State<W>,
        effect: &SiteEffect,
        routes: &[RouteBytes],
        time: u32,
    ) -> bool {
        for (i, link) in self.links.iter().enumerate() {
            let is_used = effect.links >> i & 1 == 1;
            if let Some((class, rows)) = &link.later {
                let row = rows[usize::from(is_used)];
                let next = self.rows[(row + class.index(state)) as usize];
                if next == DEAD {
                    return false;
                }
                if class.field.mask != 0 {
                    state.set(class.field, next.into());
                }
            }
            if is_used {
                let route = &routes[link.route as usize];
                if state.get(route.complete) == 1 || !state.link(route, link.from, link.to, time) {
                    return false;
                }
            }
        }
        for (i, &(route, at)) in self.vertices.iter().enumerate() {
            if effect.ends >> i & 1 == 1 && !state.end(&routes[route as usize], at, time) {
                return false;
            }
        }
        for &(_, at) in &self.vertices {
            state.set_byte(at, 0);
        }
        if self.class.field.mask != 0 {
            state.set(self.class.field, 0);
        }
        true
    }

    /// Switches vertices of a graph on, and leaves those without later neighbours.
    #[inline]
    fn regroup<const W: usize>(&self, state: &mut State<W>, effect: &SiteEffect, group: &GroupOp) -> bool {
        for (bit, vertex) in (group.first_bit..).zip(&group.vertices) {
            if effect.on >> bit & 1 == 1 {
                let earlier = vertex.earlier.start as usize..vertex.earlier.end as usize;
                state.switch_on(group.bytes, vertex.at, &self.neighbours[earlier]);
            }
        }
        let mut closed = state.get(group.closed);
        for &at in &group.leaving {
            if state.leave(group.bytes, at) {
                if closed == group.cap && group.is_bounded {
                    return false;
                }
                closed = group.cap.min(closed + 1);
            }
        }
        if group.cap > 0 {
            state.set(group.closed, closed);
        }
        !(group.is_bounded && closed == group.cap) || state.are_clear(group.bytes)
    }
}
