//! Expansion of rules, objectives and the query.

use super::class::Class;
use super::compiler::Compiler;
use super::error::{NameError, RuleError};
use super::expander::{RequirementExpander, instance_bytes};
use super::expressions::{CountNode, ExprNode, PieceSetNode, Variables};
use super::faults::ModelFaults;
use super::linear::{RulePlace, SetCache};
use super::lists::{ClueList, RunList};
use super::numbers::Numbers;
use super::requirements::{ComparisonNode, RequirementNode};
use crate::geometry::{Shape, SymmetryKind};
use crate::model::{self, Guard, Instance, KindId, KindSet, Objective, Rule, RuleBody};
use crate::query::Query;
use crate::syntax::ast::{
    Axis, Expr, ExprKind, Find, Moves, NoAttacks, PieceSet, Relation, Requirement, Scope, Side, Statement,
    StatementKind, SymmetryName,
};
use crate::text::{Span, Spanned};
use std::sync::Arc;

/// Expanded statements about pieces.
pub(super) struct Demands {
    pub(super) rules: Vec<Rule>,
    pub(super) objectives: Vec<Objective>,
    pub(super) find: model::Find,
}

impl Compiler<'_, '_> {
    /// Expands every rule, objective and query of these statements.
    pub(super) fn demands(&mut self, statements: &[Statement], faults: &mut ModelFaults) -> Demands {
        let mut rules = Vec::new();
        let mut objectives = Vec::new();
        let mut find: Option<(Option<model::Find>, Span)> = None;
        for statement in statements {
            let span = statement.span;
            match &statement.kind {
                StatementKind::Objective { maximize, expr } => {
                    if let Some(value) = self.whole_board(expr, faults) {
                        objectives.push(Objective { maximize: *maximize, value, span });
                    }
                }
                StatementKind::Find(written) => match find {
                    Some((_, first)) => faults.push(NameError::Twice { statement: "find", first }.at(span)),
                    None => find = Some((self.question(written, faults), span)),
                },
                StatementKind::Route(route) => rules.extend(self.route_rules(route, span, faults)),
                _ => {
                    rules.extend(self.rule(&statement.kind, span, faults));
                }
            }
        }
        let find = find.and_then(|f| f.0).unwrap_or(model::Find { query: Query::All, up_to: None });
        Demands { rules, objectives, find }
    }

    fn whole_board(&mut self, expr: &Expr, faults: &mut ModelFaults) -> Option<crate::model::LinearExpr> {
        let node = self.expression(expr, &Variables::default(), faults)?;
        self.linear(&node, expr.span, &RulePlace::BOARD, &mut SetCache::default(), faults)
    }

    fn rule(&mut self, kind: &StatementKind, span: Span, faults: &mut ModelFaults) -> Option<Rule> {
        let body = match kind {
            StatementKind::Rule { scopes, requirement } => {
                return self.scoped(scopes, requirement, span, faults);
            }
            StatementKind::ClueList { along, expr, relation, values, values_span } => {
                let list =
                    ClueList { along: along.node, relation: relation.node, values, span: *values_span };
                return self.clue_list(&list, expr, span, faults);
            }
            StatementKind::Runs { along, what, values, values_span } => {
                let list = RunList { along: along.node, values, span: *values_span };
                return self.run_list(&list, what, span, faults);
            }
            StatementKind::SideList { side, view, what, relation, values, values_span } => {
                let along = match side.node {
                    Side::Left | Side::Right => Axis::Rows,
                    Side::Top | Side::Bottom => Axis::Columns,
                };
                let list = ClueList { along, relation: relation.node, values, span: *values_span };
                return self.side_list(&list, side.node, *view, what, span, faults);
            }
            StatementKind::RegionList { layer, expr, relation, values } => {
                return self.region_list(layer, expr, relation.node, values, span, faults);
            }
            StatementKind::NoAttacks(which) => self.no_attacks(which, span, faults),
            StatementKind::Pair { from, to, moves } => self.pair(from, to, moves, faults),
            StatementKind::Symmetric(names) => self.symmetries(names, faults).map(RuleBody::Symmetric),
            _ => None,
        };
        body.map(|body| Rule::whole(body, span))
    }

    fn scoped(
        &mut self,
        written: &[Spanned<Scope>],
        requirement: &Requirement,
        span: Span,
        faults: &mut ModelFaults,
    ) -> Option<Rule> {
        let (scopes, sound) = self.scopes(written, faults);
        let requirement = self.requirement(requirement, &scopes.variables, faults);
        let requirement = requirement.filter(|_| sound)?;
        let mut writer = RequirementExpander::new(&requirement, &scopes);
        match &scopes.areas {
            None => writer.cells(self, None, span, faults)?,
            Some(areas) => {
                for area in areas {
                    writer.cells(self, Some(area), span, faults)?;
                }
            }
        }
        let body = match requirement {
            _ if scopes.groups.is_some() => RuleBody::EachGroup(writer.group_rules),
            RequirementNode::Either(_) => RuleBody::Either(writer.disjunctions),
            RequirementNode::Compare(_) | RequirementNode::Distinct(_) | RequirementNode::Connected(_) => {
                RuleBody::Compare(writer.instances)
            }
        };
        Some(Rule { body, span, marks: writer.marks, places: writer.places })
    }

    /// Requires at most one piece of each kind of the set.
    pub(super) fn distinct(
        &mut self,
        set: &PieceSetNode,
        place: &RulePlace<'_>,
        guard: Option<&Guard>,
        (cache, span): (&mut SetCache, Span),
        into: &mut Vec<Instance>,
        faults: &mut ModelFaults,
    ) -> Option<()> {
        for kind in self.kinds_at(set, place, faults)?.iter() {
            let what = PieceSetNode { fixed: vec![kind], ..PieceSetNode::default() };
            let unit = model::Unit::Pieces;
            let count = ExprNode::Count(Box::new(CountNode {
                unit,
                what,
                area: None,
                within: None,
                filter: None,
                span,
            }));
            let (parts, relations) = (vec![(count, span), (ExprNode::Constant(1), span)], vec![Relation::Le]);
            self.spend_instances(1, span, faults)?;
            self.instances(&ComparisonNode { parts, relations }, place, guard, cache, into, faults)?;
        }
        Some(())
    }

    pub(super) fn instances(
        &mut self,
        comparison: &ComparisonNode,
        place: &RulePlace<'_>,
        guard: Option<&Guard>,
        cache: &mut SetCache,
        into: &mut Vec<Instance>,
        faults: &mut ModelFaults,
    ) -> Option<()> {
        let mut left: Option<(crate::model::LinearExpr, Span)> = None;
        for (i, (node, span)) in comparison.parts.iter().enumerate() {
            let value = self.linear(node, *span, place, cache, faults)?;
            let Some((before, start)) = left.take() else {
                left = Some((value, *span));
                continue;
            };
            let is_last = i + 1 == comparison.parts.len();
            left = (!is_last).then(|| (value.clone(), *span));
            let difference = self.difference(before, value, start.to(*span), faults)?;
            let relation = comparison.relations[i - 1];
            faults.spend_bytes(instance_bytes(guard, &difference), start.to(*span))?;
            into.push(Instance { guard: guard.cloned(), left: difference, relation });
        }
        Some(())
    }

    fn no_attacks(&mut self, which: &NoAttacks, span: Span, faults: &mut ModelFaults) -> Option<RuleBody> {
        let all = KindSet::all(self.army.kinds.len());
        let declared = KindSet::new(self.army.declared_kinds());
        let most = (all.len() as u64).pow(2);
        faults.spend_steps(most, span)?;
        let mut pairs: Vec<(KindId, KindId)> = match which {
            NoAttacks::All => product(&all, &all).collect(),
            NoAttacks::WithinKinds => declared.iter().map(|k| (k, k)).collect(),
            NoAttacks::Among(sets) => {
                let sets = self.kind_sets(sets, faults)?;
                let union = KindSet::new(sets.iter().flat_map(KindSet::iter));
                product(&union, &union).collect()
            }
            NoAttacks::Between(written) => {
                let sets = self.kind_sets(written, faults)?;
                if sets.len() < 2 {
                    return faults.none(RuleError::BetweenOne.at(span));
                }
                let mut pairs = Vec::new();
                for (i, a) in sets.iter().enumerate() {
                    for (j, b) in sets.iter().enumerate().filter(|&(j, _)| j != i) {
                        if let Some(shared) = a.iter().find(|&k| b.contains(k)) {
                            let kind = self.army.told_name(shared);
                            let (first, span) = (written[i.min(j)].span(), written[i.max(j)].span());
                            return faults.none(RuleError::BetweenShared { kind, first }.at(span));
                        }
                        pairs.extend(product(a, b));
                    }
                }
                pairs
            }
        };
        // Line pieces attack nothing.
        pairs.retain(|(attacker, _)| declared.contains(*attacker));
        pairs.sort_unstable();
        pairs.dedup();
        faults.spend_bytes((pairs.len() * size_of::<(KindId, KindId)>()) as u64, span)?;
        Some(RuleBody::NoAttacks(pairs))
    }

    fn kind_sets(&mut self, written: &[PieceSet], faults: &mut ModelFaults) -> Option<Vec<KindSet>> {
        let sets: Vec<Option<KindSet>> = written.iter().map(|s| self.kind_set(s, faults)).collect();
        sets.into_iter().collect()
    }

    fn pair(
        &mut self,
        from: &PieceSet,
        to: &PieceSet,
        moves: &Moves,
        faults: &mut ModelFaults,
    ) -> Option<RuleBody> {
        let (from, to) = (self.kind_set(from, faults), self.kind_set(to, faults));
        let moves = self.army.reach(moves, faults);
        Some(RuleBody::Pair { from: from?, to: to?, moves: moves? })
    }

    pub(super) fn symmetries(
        &self,
        names: &[Spanned<SymmetryName>],
        faults: &mut ModelFaults,
    ) -> Option<Vec<SymmetryKind>> {
        if !self.site.sound {
            return None;
        }
        let mut kinds = Vec::new();
        let mut sound = true;
        for name in names {
            if has_symmetry(self.site.board.shape(), name.node) {
                kinds.push(symmetry_kind(name.node));
            } else {
                sound = false;
                faults.push(RuleError::NotASymmetry.at(name.span));
            }
        }
        sound.then_some(kinds)
    }

    fn question(&mut self, find: &Find, faults: &mut ModelFaults) -> Option<model::Find> {
        let query = match &find.query {
            Query::All => Query::All,
            Query::Count => Query::Count,
            Query::CountBy(expr) => Query::CountBy(self.whole_board(expr, faults)?),
            Query::First(Expr { kind: ExprKind::Name(name), span }) if self.names.get(name).is_none() => {
                let words = [Arc::from("all"), Arc::from("number")];
                return faults.none(self.names.misuse(name, &[Class::Parameter], &words).at(*span));
            }
            Query::First(expr) => {
                let number = Numbers::new(self.names, self.params).of(expr, faults)?;
                match u64::try_from(number) {
                    Ok(number) if number > 0 => Query::First(number),
                    _ => return faults.none(RuleError::FindNone { number }.at(expr.span)),
                }
            }
        };
        Some(model::Find { query, up_to: find.up_to.as_ref().map(|u| u.node) })
    }
}

fn product<'s>(a: &'s KindSet, b: &'s KindSet) -> impl Iterator<Item = (KindId, KindId)> + 's {
    a.iter().flat_map(|x| b.iter().map(move |y| (x, y)))
}

fn symmetry_kind(name: SymmetryName) -> SymmetryKind {
    match name {
        SymmetryName::HalfTurn => SymmetryKind::Rotation(180),
        SymmetryName::QuarterTurn => SymmetryKind::Rotation(90),
        SymmetryName::MirrorLeftRight => SymmetryKind::MirrorLeftRight,
        SymmetryName::MirrorTopBottom => SymmetryKind::MirrorTopBottom,
        SymmetryName::MirrorDiagonal => SymmetryKind::MirrorDiagonal,
        SymmetryName::MirrorAntidiagonal => SymmetryKind::MirrorAntidiagonal,
    }
}

/// Returns true if an empty board of this shape has the symmetry.
fn has_symmetry(shape: Shape, name: SymmetryName) -> bool {
    match shape {
        Shape::Hex { .. } => name == SymmetryName::HalfTurn,
        Shape::Box { depth, .. } if depth > 1 => false,
        Shape::Box { width, height, wrap_x, wrap_y, .. } => match name {
            SymmetryName::HalfTurn | SymmetryName::MirrorLeftRight | SymmetryName::MirrorTopBottom => true,
            SymmetryName::QuarterTurn | SymmetryName::MirrorDiagonal | SymmetryName::MirrorAntidiagonal => {
                width == height && wrap_x == wrap_y
            }
        },
    }
}
