//! Grounds groups: the graph of the cells that some contents cover, and sums over the group of a cell.
//!
//! A bound on the number of groups becomes a constraint on the graph. All else is written with the definition "these two cells
//! are in one group".

use super::Unground;
use super::affine::{Affine, bounds};
use super::draft::{ConstraintCondition, Draft};
use super::graphs::GroupGraph;
use super::grounder::Grounder;
use super::terms::CountScope;
use super::truth::Truth;
use crate::geometry::{CellId, CellSet};
use crate::model::{
    CellContents, Disjunction, GroupRule, Groups, Instance, LinearExpr, Relation, RouteId, Term, Unit,
};
use crate::problem::{Connectivity, Graph, Origin, Switch};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Group of a vertex, within which a condition is grounded.
#[derive(Clone, Copy)]
struct GroupOf<'g> {
    graph: &'g GroupGraph,
    groups: &'g Groups,
    vertex: u32,
}

impl Grounder<'_> {
    /// Returns the graph of these groups.
    pub(super) fn group_graph(&mut self, groups: &Groups) -> Rc<GroupGraph> {
        if let Some(known) = self.graphs.get(groups) {
            return known.clone();
        }
        let (mut cells, mut on) = (Vec::new(), Vec::new());
        for cell in groups.cells.iter().filter(|&c| !self.model.board.is_wall(c)) {
            let here = self.covered(cell, &groups.what);
            if here != Truth::False {
                cells.push(cell);
                on.push(here);
            }
        }
        let graph = Rc::new(self.graph(groups, cells, on));
        self.graphs.insert(groups.clone(), graph.clone());
        graph
    }

    /// Adds a graph with these vertices and the edges between them.
    fn graph(&mut self, groups: &Groups, cells: Vec<CellId>, on: Vec<Truth>) -> GroupGraph {
        let vertex: FxHashMap<CellId, u32> = cells.iter().copied().zip(0..).collect();
        let ends = |(a, b): (CellId, CellId)| Some((*vertex.get(&a)?, *vertex.get(&b)?));
        let edges = groups.edges(&self.model.board).into_iter().filter_map(ends).collect();
        let switch = |t: &Truth| match *t {
            Truth::True => Switch::On,
            Truth::False => Switch::Off,
            Truth::Lit(lit) => Switch::If(lit),
        };
        let graph = Graph { vertices: on.iter().map(switch).collect(), edges };
        let neighbours = graph.neighbours();
        let id = self.draft.graph(graph);
        GroupGraph { id, cells, on, neighbours }
    }

    /// Returns the condition that two vertices are in one group.
    fn linked(&mut self, graph: &GroupGraph, from: u32, to: u32) -> Truth {
        if from == to { graph.on[from as usize] } else { self.defs.linked(graph.id, from, to) }
    }

    /// Grounds a bound on a number of groups, or a comparison of the size of a group with a number; `None` if the comparison
    /// has another form.
    pub(super) fn group_bound(
        &mut self,
        instance: &Instance,
        condition: &ConstraintCondition,
        origin: Origin,
    ) -> Option<Result<(), Unground>> {
        let mut terms = instance.left.terms.iter().filter(|t| t.0 != 0);
        let (&(weight, ref term), None) = (terms.next()?, terms.next()) else { return None };
        match term {
            Term::Groups(groups) => {
                let (lo, hi) = quotient(weight, instance.left.constant, instance.relation)?;
                let graph = self.group_graph(groups);
                self.number_of_groups(&graph, (lo, hi), condition, origin);
                Some(Ok(()))
            }
            Term::GroupSize { groups, of } => {
                let graph = self.group_graph(groups);
                let mut sum = Affine::default();
                sum.add(instance.left.constant, Truth::True);
                if let Some(vertex) = graph.vertex(*of) {
                    let steps = decisive(weight, instance.left.constant);
                    self.group_size(weight, &graph, vertex, Some(steps), &mut sum);
                }
                Some(self.compared(sum, instance.relation, condition, origin))
            }
            _ => None,
        }
    }

    /// Bounds the number of groups, both ends included.
    fn number_of_groups(
        &mut self,
        graph: &GroupGraph,
        (lo, hi): (i128, i128),
        condition: &ConstraintCondition,
        origin: Origin,
    ) {
        let most = graph.cells.len() as i128;
        if lo > hi || hi < 0 || lo > most {
            return self.draft.clause_if(condition, &[], origin);
        }
        if lo <= 0 && hi >= most {
            return;
        }
        let hi = if hi >= most { u32::MAX } else { hi as u32 };
        let Some(guard) = Draft::guard(condition, &mut self.defs) else { return };
        self.draft.connectivities.push(Connectivity {
            graph: graph.id,
            lo: lo.max(0) as u32,
            hi,
            guard,
            origin,
        });
    }

    /// Adds the number of groups, each counted at its first vertex.
    pub(super) fn groups(&mut self, weight: i64, groups: &Groups, sum: &mut Affine) {
        let graph = self.group_graph(groups);
        self.groups_of_graph(weight, &graph, sum);
    }

    fn groups_of_graph(&mut self, weight: i64, graph: &GroupGraph, sum: &mut Affine) {
        for v in 0..graph.cells.len() as u32 {
            let mut first = vec![graph.on[v as usize]];
            for u in 0..v {
                first.push(!self.linked(graph, u, v));
            }
            sum.add(weight, self.defs.all(first));
            if self.check().is_err() {
                return;
            }
        }
    }

    /// Adds the size of the group of a cell.
    pub(super) fn size_of_group(&mut self, weight: i64, groups: &Groups, of: CellId, sum: &mut Affine) {
        let graph = self.group_graph(groups);
        if let Some(vertex) = graph.vertex(of) {
            self.group_size(weight, &graph, vertex, None, sum);
        }
    }

    /// Adds the number of vertices in the group of `vertex` that are at most `steps` steps away.
    fn group_size(
        &mut self,
        weight: i64,
        graph: &GroupGraph,
        vertex: u32,
        steps: Option<u64>,
        sum: &mut Affine,
    ) {
        for to in graph.within(vertex, steps) {
            let linked = self.linked(graph, vertex, to);
            sum.add(weight, linked);
        }
    }

    /// Requires `sum RELATION 0` under a condition.
    fn compared(
        &mut self,
        sum: Affine,
        relation: Relation,
        condition: &ConstraintCondition,
        origin: Origin,
    ) -> Result<(), Unground> {
        let sum = sum.normal()?;
        match bounds(relation) {
            Some(bounds) => drop(self.draft.bound(sum, bounds, condition, origin, &mut self.defs)),
            None => self.differs(&sum, condition, origin),
        }
        self.check()
    }

    /// Grounds a rule about each group: for every vertex, if it is on, the condition holds in its group.
    pub(super) fn each_group(&mut self, rule: &GroupRule, origin: Origin) -> Result<(), Unground> {
        let graph = self.group_graph(&rule.groups);
        for vertex in 0..graph.cells.len() as u32 {
            let condition = match graph.on[vertex as usize] {
                Truth::True => ConstraintCondition::Always,
                Truth::False => continue,
                Truth::Lit(lit) => ConstraintCondition::When(vec![lit]),
            };
            let group = GroupOf { graph: &graph, groups: &rule.groups, vertex };
            self.condition_in(group, &rule.condition, &condition, origin)?;
            self.check()?;
        }
        Ok(())
    }

    fn condition_in(
        &mut self,
        group: GroupOf<'_>,
        holds: &Disjunction,
        condition: &ConstraintCondition,
        origin: Origin,
    ) -> Result<(), Unground> {
        if let [chain] = &holds.alternatives[..] {
            for (left, relation) in chain {
                if let Some((weight, inner)) = only_groups(left)
                    && let Some(limits) = quotient(weight, left.constant, *relation)
                {
                    let inner = self.inner_graph(group, inner);
                    self.number_of_groups(&inner, limits, condition, origin);
                } else {
                    let sum = self.sum_in(group, left)?;
                    self.compared(sum, *relation, condition, origin)?;
                }
            }
            return Ok(());
        }
        let mut any = Vec::with_capacity(holds.alternatives.len());
        for chain in &holds.alternatives {
            let mut all = Vec::with_capacity(chain.len());
            for (left, relation) in chain {
                let sum = self.sum_in(group, left)?.normal()?;
                all.push(self.compares(&sum, *relation, 0));
            }
            any.push(self.defs.all(all));
        }
        let any = self.defs.any(any);
        self.require(any, condition, origin);
        Ok(())
    }

    /// Returns an expression with the cells of its terms cut down to a group.
    fn sum_in(&mut self, group: GroupOf<'_>, linear: &LinearExpr) -> Result<Affine, Unground> {
        let steps = self.decisive_steps(group.groups, linear);
        let mut sum = Affine::default();
        sum.add(linear.constant, Truth::True);
        for (weight, term) in linear.terms.iter().filter(|t| t.0 != 0) {
            match term {
                Term::Count { unit, what, cells, filter, reach: _ } => {
                    let members = self.members(group, cells, steps);
                    if filter.is_none() && self.counts_cells(*unit) && includes(what, &group.groups.what) {
                        members.into_values().for_each(|member| sum.add(*weight, member));
                    } else {
                        let scope = CountScope { cells, reached: Some(members), filter: filter.as_ref() };
                        self.count(*weight, *unit, what, &scope, &mut sum);
                    }
                }
                Term::Groups(inner) => {
                    let inner = self.inner_graph(group, inner);
                    self.groups_of_graph(*weight, &inner, &mut sum);
                }
                Term::Links { route, cells } => self.links_in(*weight, group, *route, cells, &mut sum),
                // No other term speaks of the cells of a set.
                Term::GroupSize { .. }
                | Term::Attackers { .. }
                | Term::Attacks { .. }
                | Term::View { .. } => {
                    self.add_term(*weight, term, &mut sum);
                }
            }
            self.check()?;
        }
        Ok(sum)
    }

    /// Returns, for each of `cells` that can be in the group, the condition that it is.
    fn members(
        &mut self,
        group: GroupOf<'_>,
        cells: &CellSet,
        steps: Option<u64>,
    ) -> FxHashMap<CellId, Truth> {
        let GroupOf { graph, vertex, .. } = group;
        // A few cells are better sources of connections than every vertex.
        let few = cells.len() * 2 < graph.cells.len();
        let mut members = FxHashMap::default();
        for to in graph.within(vertex, steps) {
            let cell = graph.cells[to as usize];
            if cells.contains(cell) {
                let (a, b) = if few { (to, vertex) } else { (vertex.min(to), vertex.max(to)) };
                members.insert(cell, self.linked(graph, a, b));
            }
        }
        members
    }

    /// Returns the graph of the groups of `inner` within a group.
    fn inner_graph(&mut self, group: GroupOf<'_>, inner: &Groups) -> GroupGraph {
        let members = self.members(group, &inner.cells, None);
        let (mut cells, mut on) = (Vec::new(), Vec::new());
        for cell in inner.cells.iter() {
            let Some(&member) = members.get(&cell) else { continue };
            let covered = self.covered(cell, &inner.what);
            let here = self.defs.all([member, covered]);
            if here != Truth::False {
                cells.push(cell);
                on.push(here);
            }
        }
        self.graph(inner, cells, on)
    }

    fn links_in(
        &mut self,
        weight: i64,
        group: GroupOf<'_>,
        route: RouteId,
        cells: &CellSet,
        sum: &mut Affine,
    ) {
        let members = self.members(group, cells, None);
        for (a, b, link) in self.links_of(route) {
            if let (Some(&a), Some(&b)) = (members.get(&a), members.get(&b)) {
                sum.add(weight, self.defs.all([a, b, link]));
            }
        }
    }

    /// Returns the number of steps from a member of a group beyond which its other members do not change a comparison of this
    /// expression with 0; `None` if all may.
    ///
    /// **Lemma G.** Let every cell of a group add a positive weight w to the expression, and let `w · k + constant > 0`
    /// (or `< 0`, for negative weights) decide the comparison. Then only the members at most k steps away in the graph of all
    /// cells that can be covered matter. Proof: a group with at most k members is connected, so all of them are that near.
    /// A group with more has a connected part of k + 1 members around the cell, all at most k steps away; so the restricted
    /// sum is beyond the constant as the whole sum is.
    fn decisive_steps(&self, groups: &Groups, linear: &LinearExpr) -> Option<u64> {
        let mut terms = linear.terms.iter().filter(|t| t.0 != 0);
        let (&(weight, ref term), None) = (terms.next()?, terms.next()) else { return None };
        let Term::Count { unit, what, cells, reach: None, filter: None } = term else { return None };
        let all = self.counts_cells(*unit)
            && includes(what, &groups.what)
            && groups.cells.iter().all(|c| cells.contains(c));
        all.then(|| decisive(weight, linear.constant))
    }
}

impl Grounder<'_> {
    /// Returns true if a count in this unit counts every covered cell.
    fn counts_cells(&self, unit: Unit) -> bool {
        unit == Unit::Cells || self.choices.list.all_points()
    }
}

/// Returns true if everything in `part` is in `whole`.
fn includes(whole: &CellContents, part: &CellContents) -> bool {
    (whole.empty || !part.empty) && part.kinds.iter().all(|k| whole.kinds.contains(k))
}

/// Returns the least k with `|weight| · k ≥ |constant|`, plus one: a sum of more members is beyond the constant.
fn decisive(weight: i64, constant: i64) -> u64 {
    constant.unsigned_abs().div_ceil(weight.unsigned_abs()) + 1
}

fn only_groups(linear: &LinearExpr) -> Option<(i64, &Groups)> {
    let mut terms = linear.terms.iter().filter(|t| t.0 != 0);
    match (terms.next(), terms.next()) {
        (Some((weight, Term::Groups(groups))), None) => Some((*weight, groups)),
        _ => None,
    }
}

/// Returns the bounds of `n` in `weight · n + constant RELATION 0`, both ends included; `None` for `!=`.
fn quotient(weight: i64, constant: i64, relation: Relation) -> Option<(i128, i128)> {
    let (lo, hi) = bounds(relation)?;
    let (weight, constant) = (i128::from(weight), i128::from(constant));
    let (lo, hi) = (lo - constant, hi - constant);
    let (lo, hi) = if weight < 0 { (-hi, -lo) } else { (lo, hi) };
    let weight = weight.abs();
    Some((-(-lo).div_euclid(weight), hi.div_euclid(weight)))
}
