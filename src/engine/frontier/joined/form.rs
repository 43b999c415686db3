//! A problem in the form of this method: sites in order, their steps, and the layout of the state.

use super::classes::{EffectClasses, LinkClasses};
use super::drawing::{Drawn, SiteDrawing};
use super::groups::GroupGraph;
use super::layout::{BitField, Interval, bits, place_bytes, place_fields};
use super::parts::Parts;
use super::sites::Filling;
use super::state::{MOST_BYTES, RouteBytes, WORDS};
use super::step::{EffectFilling, GroupOp, LinkOp, SiteClass, SiteStep, VertexOp};
use super::weights::{SiteGoal, SiteWeights};
use crate::problem::Problem;
use std::collections::BTreeMap;

/// A problem in the form of this method.
#[derive(Debug)]
pub(super) struct JoinedForm {
    pub steps: Vec<SiteStep>,
    pub routes: Vec<RouteBytes>,
    /// Fields of the last state, with the least values they must have.
    pub wanted: Vec<(BitField, u64)>,
    /// Number of words of a state.
    pub words: usize,
    /// By number of sites decided: weight of what is open.
    pub open: Vec<u32>,
    /// Function to count by.
    pub by: Option<SiteWeights>,
    pub goal: Option<SiteGoal>,
}

impl JoinedForm {
    /// Creates the form; `None` if the problem trivially has no solution.
    ///
    /// # Errors
    /// The reason why it has none.
    pub fn new(problem: &Problem, counts_by: bool) -> Result<Option<Self>, String> {
        let Some(parts) = Parts::new(problem, counts_by)? else { return Ok(None) };
        Layout::new(&parts)?.form(parts)
    }
}

/// Positions of everything in the state.
struct Layout {
    sums: Vec<BitField>,
    /// Field of the class of each site.
    classes: Vec<SiteClass>,
    links: Vec<LinkClasses>,
    effects: Vec<EffectClasses>,
    complete: Vec<BitField>,
    closed: Vec<BitField>,
    /// By route, by vertex.
    vertices: Vec<BTreeMap<u32, u32>>,
    /// By graph, by vertex.
    members: Vec<Vec<u32>>,
    /// First bytes and numbers of bytes, of routes and graphs.
    route_bytes: Vec<(u32, u32)>,
    graph_bytes: Vec<(u32, u32)>,
    bits: u32,
    open: Vec<u32>,
}

impl Layout {
    fn new(parts: &Parts<'_>) -> Result<Self, String> {
        let steps = parts.sites.all.len();
        let last = steps as u32;
        let mut fields: Vec<(Interval, u32)> = Vec::new();
        for sum in &parts.sums {
            let (first, last) = (sum.parts[0].time, sum.parts[sum.parts.len() - 1].time);
            let most = sum.automaton.states.iter().map(Vec::len).max().unwrap_or(1) as u64 - 1;
            fields.push(((first, last), bits(most)));
        }
        let effects: Vec<EffectClasses> = (0..steps).map(|t| EffectClasses::new(parts, t)).collect();
        let mut links = Vec::with_capacity(steps);
        for (t, effects) in effects.iter().enumerate() {
            let classes = LinkClasses::new(parts, t, effects)?;
            let first = parts.drawings[t].early.first().map_or(t as u32, |l| l.time);
            fields.push(((first, t as u32), bits(u64::from(classes.stride) - 1)));
            links.push(classes);
        }
        fields.extend(parts.problem.routes.iter().map(|_| ((0, last), 1)));
        fields.extend(parts.graphs.iter().map(|g| ((0, last), bits(g.cap()))));
        if fields.iter().any(|f| f.1 > 16) {
            return Err("a constraint takes too many different values along the frontier".to_owned());
        }
        let (places, field_bits) = place_fields(&fields);
        let mut open = vec![0; steps + 1];
        let mut count = |&((first, last), weight): &(Interval, u32)| {
            (first..last).for_each(|t| open[t as usize + 1] += weight);
        };
        fields.iter().filter(|f| f.0.1 < last).for_each(&mut count);
        let mut next = field_bits.div_ceil(8);
        let mut place = |spans: &[Interval]| {
            spans.iter().map(|&span| (span, 2)).for_each(|span| count(&span));
            let (places, bytes) = place_bytes(spans);
            let first = next;
            next += bytes;
            (places.into_iter().map(|p| first + p).collect::<Vec<u32>>(), (first, bytes))
        };
        let (mut vertices, mut route_bytes) = (Vec::new(), Vec::new());
        for spans in route_spans(parts) {
            let (numbers, spans): (Vec<u32>, Vec<Interval>) = spans.into_iter().unzip();
            let (places, bytes) = place(&spans);
            vertices.push(numbers.into_iter().zip(places).collect());
            route_bytes.push(bytes);
        }
        let (mut members, mut graph_bytes) = (Vec::new(), Vec::new());
        for graph in &parts.graphs {
            let (places, bytes) = place(&graph_spans(graph));
            members.push(places);
            graph_bytes.push(bytes);
        }
        if next > MOST_BYTES {
            return Err(format!("the frontier would take {next} bytes, more than {MOST_BYTES}"));
        }
        let (sums, rest) = places.split_at(parts.sums.len());
        let (classes, rest) = rest.split_at(steps);
        let (complete, closed) = rest.split_at(parts.problem.routes.len());
        let classes = classes.iter().zip(&links).enumerate().map(|(t, (&field, links))| {
            let vertex = parts.drawings[t].vertices.first().filter(|_| links.is_counted);
            let counted = vertex.map(|&(r, v)| BTreeMap::clone(&vertices[r as usize])[&v]);
            SiteClass { counted, field, stride: links.stride }
        });
        Ok(Self {
            sums: sums.to_vec(),
            classes: classes.collect(),
            links,
            effects,
            complete: complete.to_vec(),
            closed: closed.to_vec(),
            vertices,
            members,
            route_bytes,
            graph_bytes,
            bits: 8 * next,
            open,
        })
    }

    fn form(self, mut parts: Parts<'_>) -> Result<Option<JoinedForm>, String> {
        let routes = parts.problem.routes.iter().enumerate().map(|(r, route)| {
            let (first, count) = self.route_bytes[r];
            let (complete, earliest) = (self.complete[r], earliest(&parts, r));
            RouteBytes { closed: route.closed, first, count, complete, earliest }
        });
        let routes = routes.collect();
        let complete = self.complete.iter().map(|&field| (field, 1));
        let closed = self.closed.iter().zip(&parts.graphs).map(|(&field, graph)| (field, graph.lo));
        let wanted = complete.chain(closed).collect();
        if parts.graphs.iter().any(|g| g.lo > g.cap()) {
            return Ok(None);
        }
        let steps: Vec<SiteStep> = (0..parts.sites.all.len()).map(|t| self.step(&parts, t)).collect();
        let words = WORDS.iter().copied().find(|&w| 64 * w as u32 >= self.bits).unwrap_or(WORDS[0]);
        let (by, goal) = (parts.by.take(), parts.goal.take());
        Ok(Some(JoinedForm { steps, routes, wanted, words, open: self.open, by, goal }))
    }

    fn step(&self, parts: &Parts<'_>, t: usize) -> SiteStep {
        let (drawing, effects) = (&parts.drawings[t], &self.effects[t]);
        let byte = |r: u32, v: u32| self.vertices[r as usize][&v];
        let mut step = SiteStep {
            class: self.classes[t],
            classes: self.links[t].effects.iter().map(|e| e.start as u32..e.end as u32).collect(),
            effects: Vec::new(),
            ops: Vec::new(),
            rows: Vec::new(),
            links: Vec::new(),
            vertices: drawing.vertices.iter().map(|&(r, v)| (r, byte(r, v))).collect(),
            groups: self.groups(parts, t),
            neighbours: Vec::new(),
            fillings: Vec::new(),
            early: drawing.early.iter().map(|l| (l.time, late_number(parts, l))).collect(),
        };
        let mut ranges = Vec::new();
        for effect in &effects.all {
            let start = step.ops.len() as u32;
            self.sum_ops(parts, effect, t as u32, &mut step);
            ranges.push(start..step.ops.len() as u32);
        }
        for &(number, times) in &self.links[t].listed {
            let effect = &effects.all[number as usize];
            step.effects.push(effect.compiled(number, times, ranges[number as usize].clone()));
        }
        for link in &drawing.late {
            let later = (!drawing.is_within(link)).then(|| {
                let classes = &self.links[link.time as usize];
                let level = early_number(parts, link);
                let rows = [0, 1].map(|letter: usize| {
                    let start = step.rows.len() as u32;
                    step.rows.extend(&classes.rows[level][letter]);
                    start
                });
                (self.classes[link.time as usize], rows)
            });
            let (from, to) = (byte(link.route, link.here), byte(link.route, link.there));
            step.links.push(LinkOp { route: link.route, from, to, later });
        }
        self.neighbours(parts, t, &mut step);
        let filling = |(filling, (drawn, &effect)): (&Filling, (&Drawn, &u32))| EffectFilling {
            chosen: filling.chosen.clone(),
            early: drawn.early,
            effect,
        };
        let own = parts.sites.all[t].fillings.iter();
        step.fillings = own.zip(parts.drawn[t].iter().zip(&effects.of)).map(filling).collect();
        step
    }

    /// Adds the changes of constraints by an effect, without those that change nothing.
    fn sum_ops(&self, parts: &Parts<'_>, effect: &super::classes::EffectKey, t: u32, step: &mut SiteStep) {
        for &(sum, letter) in &effect.letters {
            let automaton = &parts.sums[sum as usize];
            let level = automaton.parts.iter().position(|p| p.time == t).unwrap_or_default();
            let row = &automaton.automaton.rows[level][usize::from(letter)];
            let is_identity = (0..).zip(row).all(|(code, &to)| code == to);
            if !is_identity {
                let start = step.rows.len() as u32;
                step.rows.extend(row);
                step.ops.push(super::step::SumOp { field: self.sums[sum as usize], row: start });
            }
        }
    }

    /// Creates the changes of groups at a site; [`Self::neighbours`] completes them.
    fn groups(&self, parts: &Parts<'_>, t: usize) -> Vec<GroupOp> {
        let mut first_bit = 0;
        let mut groups = Vec::new();
        for (g, graph) in parts.graphs.iter().enumerate() {
            let here = graph.vertices.iter().zip(&self.members[g]).filter(|(v, _)| v.site == t as u32);
            let vertices: Vec<VertexOp> = here.map(|(_, &at)| VertexOp { at, earlier: 0..0 }).collect();
            let spans = graph_spans(graph);
            let leaving = spans.iter().zip(&self.members[g]).filter(|(s, _)| s.1 == t as u32);
            let leaving: Vec<u32> = leaving.map(|(_, &at)| at).collect();
            let bit = first_bit;
            first_bit += vertices.len() as u32;
            if !(vertices.is_empty() && leaving.is_empty()) {
                let (bytes, closed) = (self.graph_bytes[g], self.closed[g]);
                let (cap, is_bounded) = (graph.cap(), graph.hi.is_some());
                groups.push(GroupOp { bytes, closed, cap, is_bounded, vertices, first_bit: bit, leaving });
            }
        }
        groups
    }

    fn neighbours(&self, parts: &Parts<'_>, t: usize, step: &mut SiteStep) {
        let mut group = 0;
        for (graph, members) in parts.graphs.iter().zip(&self.members) {
            let spans = graph_spans(graph);
            let here: Vec<usize> =
                (0..members.len()).filter(|&v| graph.vertices[v].site == t as u32).collect();
            if here.is_empty() && spans.iter().all(|s| s.1 != t as u32) {
                continue;
            }
            for (i, &v) in here.iter().enumerate() {
                let start = step.neighbours.len() as u32;
                let order = |w: usize| (graph.vertices[w].site, w);
                let earlier = graph.neighbours[v].iter().filter(|&&w| order(w as usize) < order(v));
                step.neighbours.extend(earlier.map(|&w| members[w as usize]));
                step.groups[group].vertices[i].earlier = start..step.neighbours.len() as u32;
            }
            group += 1;
        }
    }
}

/// Returns the number of a link among the later ones of the site at its other end.
fn late_number(parts: &Parts<'_>, link: &super::drawing::SiteLink) -> u32 {
    let late = &parts.drawings[link.time as usize].late;
    late.iter().position(|l| (l.route, l.link) == (link.route, link.link)).unwrap_or_default() as u32
}

/// Returns the number of a link among the earlier ones of the site at its other end.
fn early_number(parts: &Parts<'_>, link: &super::drawing::SiteLink) -> usize {
    let early = &parts.drawings[link.time as usize].early;
    early.iter().position(|l| (l.route, l.link) == (link.route, link.link)).unwrap_or_default()
}

/// Returns, by route, its vertices and when each is open.
fn route_spans(parts: &Parts<'_>) -> Vec<Vec<(u32, Interval)>> {
    let mut spans: Vec<Vec<(u32, Interval)>> = parts.problem.routes.iter().map(|_| Vec::new()).collect();
    for (t, drawing) in parts.drawings.iter().enumerate() {
        for &(r, v) in &drawing.vertices {
            spans[r as usize].push((v, (first_time(drawing, (r, v), t), t as u32)));
        }
    }
    spans
}

/// Returns the time of the first link of a vertex of the site at time `t`, or that time.
fn first_time(drawing: &SiteDrawing, (r, v): (u32, u32), t: usize) -> u32 {
    let own = drawing.early.iter().find(|l| (l.route, l.here) == (r, v));
    own.map_or(t as u32, |l| l.time)
}

/// Returns the time before which the route cannot be complete.
fn earliest(parts: &Parts<'_>, r: usize) -> u32 {
    let mut earliest = 0;
    for (t, drawing) in parts.drawings.iter().enumerate() {
        for (i, &(route, v)) in drawing.vertices.iter().enumerate() {
            let visits = |drawn: &Drawn| {
                let late = (0..drawing.late.len()).filter(|l| drawn.late >> l & 1 == 1);
                drawn.used[i] > 0
                    || late
                        .map(|l| &drawing.late[l])
                        .any(|l| l.route == route && (l.here == v || (drawing.is_within(l) && l.there == v)))
            };
            if route as usize == r && parts.drawn[t].iter().all(visits) {
                earliest = earliest.max(first_time(drawing, (route, v), t));
            }
        }
    }
    earliest
}

/// Returns, by vertex of a graph, the times of its site and of its last neighbour.
fn graph_spans(graph: &GroupGraph) -> Vec<Interval> {
    let span = |(vertex, near): (&super::groups::GroupVertex, &Vec<u32>)| {
        let last = near.iter().map(|&w| graph.vertices[w as usize].site).max();
        (vertex.site, last.unwrap_or(0).max(vertex.site))
    };
    graph.vertices.iter().zip(&graph.neighbours).map(span).collect()
}
