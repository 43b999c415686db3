//! Expansion of the requirement of a rule for every place of its scopes.

use super::army::Bound;
use super::compiler::{Area, Compiler};
use super::expressions::ExprNode;
use super::faults::ModelFaults;
use super::linear::{RulePlace, SetCache};
use super::moves::movement_bytes;
use super::requirements::{ComparisonNode, RequirementNode};
use super::scopes::{CellScope, Scopes};
use crate::geometry::CellId;
use crate::model::{
    Disjunction, GroupRule, Groups, Guard, Instance, KindId, KindSet, PlacedParts, Reach, Relation, Term,
};
use crate::text::Span;

/// Memory of an instance, with its lists of kinds and moves.
pub(super) fn instance_bytes(guard: Option<&Guard>, left: &crate::model::LinearExpr) -> u64 {
    let kinds = |set: &KindSet| set.len() * size_of::<KindId>();
    let of_guard = match guard {
        Some(Guard::Occupied(_, set)) => kinds(set),
        Some(Guard::Empty(_)) | None => 0,
    };
    let of_term = |term: &Term| match term {
        Term::Count { what, reach, filter, .. } => {
            kinds(&what.kinds)
                + match reach {
                    None => 0,
                    Some(Reach::Moves { moves, .. }) => movement_bytes(moves) as usize,
                    Some(Reach::Routes { routes, .. }) => size_of_val(&routes[..]),
                }
                + filter.as_ref().map_or(0, |f| kinds(&f.by))
        }
        Term::Attackers { by, .. } => kinds(by),
        Term::Attacks { by, on } => kinds(by) + kinds(on),
        Term::View { line, kinds: set, .. } => line.len() * size_of::<CellId>() + kinds(set),
        Term::Groups(groups) | Term::GroupSize { groups, .. } => group_bytes(groups),
        Term::Links { .. } => 0,
    };
    let terms: usize = left.terms.iter().map(|(_, term)| size_of::<(i64, Term)>() + of_term(term)).sum();
    (size_of::<Instance>() + of_guard + terms) as u64
}

/// Memory of the lists of kinds and moves of groups.
fn group_bytes(groups: &Groups) -> usize {
    groups.what.kinds.len() * size_of::<KindId>() + movement_bytes(&groups.moves) as usize
}

/// Expands what a rule demands for every place of its scopes.
pub(super) struct RequirementExpander<'w> {
    pub(super) instances: Vec<Instance>,
    pub(super) disjunctions: Vec<Disjunction>,
    pub(super) group_rules: Vec<GroupRule>,
    /// For a scope over clues, the clue of each comparison.
    pub(super) marks: Vec<Span>,
    pub(super) places: Vec<PlacedParts>,
    cache: SetCache,
    requirement: &'w RequirementNode,
    scopes: &'w Scopes,
}

impl<'w> RequirementExpander<'w> {
    pub(super) fn new(requirement: &'w RequirementNode, scopes: &'w Scopes) -> Self {
        Self {
            instances: Vec::new(),
            disjunctions: Vec::new(),
            group_rules: Vec::new(),
            marks: Vec::new(),
            places: Vec::new(),
            cache: SetCache::default(),
            requirement,
            scopes,
        }
    }

    pub(super) fn cells(
        &mut self,
        compiler: &mut Compiler<'_, '_>,
        area: Option<&Area>,
        span: Span,
        faults: &mut ModelFaults,
    ) -> Option<()> {
        let inside = |cell: CellId| area.is_none_or(|a| a.raw.contains(cell));
        let variables = &self.scopes.variables.kinds[..];
        let Some(scope) = &self.scopes.cells else {
            let place = RulePlace { area, cell: self.scopes.single, variables, ..RulePlace::BOARD };
            return self.kinds(compiler, &place, None, span, faults);
        };
        let at = |cell| RulePlace { area, cell: Some(cell), narrow: true, variables, clue: None, kinds: &[] };
        if let CellScope::Clues(layer) = scope {
            let site = compiler.site;
            let clues = layer.map_or(&site.clues, |l| &site.clue_layers[l].clues);
            for (i, &(cell, number)) in clues.iter().enumerate().filter(|(_, c)| inside(c.0)) {
                let place = RulePlace { clue: Some(number), ..at(cell) };
                self.kinds(compiler, &place, None, span, faults)?;
                let mark = layer.map(|l| site.clue_layers[l].spans[i]).or_else(|| site.clue_span(cell));
                let mark = mark.expect("every clue was read from a picture");
                self.marks.resize(self.instances.len() + self.disjunctions.len(), mark);
            }
            return Some(());
        }
        let open = compiler.site.open.clone();
        for cell in open.iter().filter(|&c| inside(c)) {
            let guard = match scope {
                CellScope::All | CellScope::Clues(_) => None,
                CellScope::Empty => Some(Guard::Empty(cell)),
                CellScope::Occupied(kinds) => Some(Guard::Occupied(cell, kinds.clone())),
            };
            self.kinds(compiler, &at(cell), guard.as_ref(), span, faults)?;
        }
        Some(())
    }

    /// Expands every choice of kinds for the variables, the last varying fastest.
    pub(super) fn kinds(
        &mut self,
        compiler: &mut Compiler<'_, '_>,
        place: &RulePlace<'_>,
        guard: Option<&Guard>,
        span: Span,
        faults: &mut ModelFaults,
    ) -> Option<()> {
        let lists = &self.scopes.kinds;
        if lists.iter().any(Vec::is_empty) {
            return Some(());
        }
        let mut chosen = vec![0; lists.len()];
        loop {
            let kinds: Vec<Bound> = chosen.iter().zip(lists).map(|(&i, list)| list[i]).collect();
            let place = RulePlace { kinds: &kinds, ..*place };
            self.place(compiler, &place, guard, span, faults)?;
            let end = self.instances.len() + self.disjunctions.len() + self.group_rules.len();
            faults.spend_bytes(size_of::<PlacedParts>() as u64, span)?;
            self.places.push(PlacedParts { place: place.named(), end });
            let Some(next) = (0..lists.len()).rev().find(|&v| chosen[v] + 1 < lists[v].len()) else {
                return Some(());
            };
            chosen[next] += 1;
            chosen[next + 1..].fill(0);
        }
    }

    pub(super) fn place(
        &mut self,
        compiler: &mut Compiler<'_, '_>,
        place: &RulePlace<'_>,
        guard: Option<&Guard>,
        span: Span,
        faults: &mut ModelFaults,
    ) -> Option<()> {
        if let Some(groups) = &self.scopes.groups {
            let groups = compiler.groups_at(groups, place, faults)?;
            faults.spend_bytes((size_of::<GroupRule>() + group_bytes(&groups)) as u64, span)?;
            let condition = self.either(compiler, place, None, span, faults)?;
            self.group_rules.push(GroupRule { groups, condition });
            return Some(());
        }
        match self.requirement {
            RequirementNode::Either(_) => {
                let disjunction = self.either(compiler, place, guard, span, faults)?;
                self.disjunctions.push(disjunction);
                Some(())
            }
            requirement => {
                let mut instances = std::mem::take(&mut self.instances);
                let sound = self.all(compiler, requirement, place, guard, (span, &mut instances), faults);
                self.instances = instances;
                sound
            }
        }
    }

    /// Expands a requirement of which all parts must hold.
    fn all(
        &mut self,
        compiler: &mut Compiler<'_, '_>,
        requirement: &RequirementNode,
        place: &RulePlace<'_>,
        guard: Option<&Guard>,
        (span, into): (Span, &mut Vec<Instance>),
        faults: &mut ModelFaults,
    ) -> Option<()> {
        let cache = &mut self.cache;
        match requirement {
            RequirementNode::Compare(comparison) => {
                compiler.spend_instances(comparison.relations.len() as u64, span, faults)?;
                compiler.instances(comparison, place, guard, cache, into, faults)
            }
            RequirementNode::Distinct(set) => {
                compiler.distinct(set, place, guard, (cache, span), into, faults)
            }
            RequirementNode::Connected(groups) => {
                let count = ExprNode::Groups(Box::new(groups.clone()));
                let parts = vec![(count, span), (ExprNode::Constant(1), span)];
                let comparison = ComparisonNode { parts, relations: vec![Relation::Le] };
                compiler.spend_instances(1, span, faults)?;
                compiler.instances(&comparison, place, guard, cache, into, faults)
            }
            RequirementNode::Either(_) => unreachable!("alternatives are expanded apart"),
        }
    }

    /// Expands a requirement as alternatives; one that is no alternative is the only one.
    fn either(
        &mut self,
        compiler: &mut Compiler<'_, '_>,
        place: &RulePlace<'_>,
        guard: Option<&Guard>,
        span: Span,
        faults: &mut ModelFaults,
    ) -> Option<Disjunction> {
        let mut chains: Vec<Vec<Instance>> = Vec::new();
        match self.requirement {
            RequirementNode::Either(comparisons) => {
                for comparison in comparisons {
                    compiler.spend_instances(comparison.relations.len() as u64, span, faults)?;
                    let mut chain = Vec::new();
                    compiler.instances(comparison, place, None, &mut self.cache, &mut chain, faults)?;
                    chains.push(chain);
                }
            }
            requirement => {
                let mut chain = Vec::new();
                self.all(compiler, requirement, place, None, (span, &mut chain), faults)?;
                chains.push(chain);
            }
        }
        let plain = |chain: Vec<Instance>| chain.into_iter().map(|i| (i.left, i.relation)).collect();
        let alternatives = chains.into_iter().map(plain).collect();
        Some(Disjunction { guard: guard.cloned(), alternatives })
    }
}
