//! Lints on `no attacks` with pieces that have no moves: statements under which nothing attacks, and pieces meant to block
//! (or to be attacked) that are guarded like any other.
//!
//! Plain `no attacks` keeps every occupied cell unattacked, so a stone between two rooks does not help: both attack it.
//! Three situations are certain to have no solution: more riders than lines, attackers required by a rule, and a stone
//! given where a given piece attacks it.

use super::statements::{Statements, expects_none};
use super::{GuardConflict, Lint, LintKind};
use crate::geometry::{CellId, CellSet, Mode, Movement, Ray, Vector};
use crate::model::{
    Diagram, Fact, Guard, Instance, KindId, KindSet, Model, Placement, Relation, Rule, RuleBody, Shapes,
    Term, Unit,
};
use crate::syntax::ast::{NoAttacks, StatementKind};
use crate::text::Span;
use std::sync::Arc;

/// Limit on the work: cells times directions or rules.
const MAX_WORK: usize = 1_000_000;

pub(super) fn find(statements: &Statements<'_>, model: &Model) -> Vec<Lint> {
    let mut found = Vec::new();
    for rule in &model.rules {
        let RuleBody::NoAttacks(pairs) = &rule.body else { continue };
        let is_idle = |kind: KindId| model.kind(kind).movement.is_empty();
        // Line pieces attack nothing, so a rule about routes alone has no pairs.
        if !model.kinds.is_empty() && pairs.iter().all(|&(attacker, _)| is_idle(attacker)) {
            found.push(LintKind::NothingAttacks.at(rule.span));
        } else if is_plain(rule, statements) && !expects_none(model) {
            found.extend(guarded(rule.span, model));
        }
    }
    found
}

fn is_plain(rule: &Rule, statements: &Statements<'_>) -> bool {
    let statement = statements.get(&rule.span).map(|s| &s.kind);
    matches!(statement, Some(StatementKind::NoAttacks(NoAttacks::All)))
}

/// Returns the fault of plain `no attacks` at `span` that comes from guarding pieces without moves.
fn guarded(span: Span, model: &Model) -> Option<Lint> {
    let (idle, moving): (Vec<KindId>, Vec<KindId>) = (0..model.kinds.len())
        .map(|k| KindId(k as u16))
        .partition(|&kind| model.kind(kind).movement.is_empty());
    if idle.is_empty() || moving.is_empty() {
        return None;
    }
    let names = |kinds: &[KindId]| -> Vec<Arc<str>> {
        let mut names: Vec<Arc<str>> = kinds.iter().map(|&kind| model.told_name(kind).clone()).collect();
        names.dedup();
        names
    };
    let (why, other) =
        too_many_riders(model).or_else(|| wants_attackers(model, &idle)).or_else(|| given(model, &idle))?;
    let (names, attackers) = (names(&idle), names(&moving));
    Some(LintKind::GuardedBlocker { names, attackers, why, other }.at(span))
}

/// Finds a rule that requires more riders in one direction than there are lines in that direction. Two riders never share a
/// line without walls: whatever is next to one of them, on the side of the other, is attacked.
fn too_many_riders(model: &Model) -> Option<(GuardConflict, Span)> {
    let mut work = 0;
    for direction in directions(model) {
        let riders = KindSet::new((0..model.kinds.len()).map(|k| KindId(k as u16)).filter(|&kind| {
            let kind = model.kind(kind);
            kind.shapes == Shapes::Point && rides(&kind.movement, direction)
        }));
        work += model.board.len();
        if work > MAX_WORK {
            return None;
        }
        let lines = lines(model, direction);
        for rule in &model.rules {
            let RuleBody::Compare(instances) = &rule.body else { continue };
            for instance in instances {
                let Some((wanted, kinds, cells)) = at_least(instance) else { continue };
                work += cells.len() + 1;
                if work > MAX_WORK {
                    return None;
                }
                if !kinds.iter().all(|kind| riders.contains(kind)) {
                    continue;
                }
                let mut met: Vec<u32> = cells.iter().map(|cell| lines[cell.index()]).collect();
                met.sort_unstable();
                met.dedup();
                let lines = met.iter().filter(|&&line| line != WALL).count();
                if wanted > lines as i64 {
                    return Some((GuardConflict::Lines { lines, wanted }, rule.span));
                }
            }
        }
    }
    None
}

/// Returns the minimum count that an unconditional comparison requires, with its kinds and cells, if it counts a single
/// term of pieces.
fn at_least(instance: &Instance) -> Option<(i64, &KindSet, &CellSet)> {
    let [(factor, Term::Count { unit: Unit::Pieces, what, cells, reach: None, filter: None })] =
        instance.left.terms.as_slice()
    else {
        return None;
    };
    if instance.guard.is_some() || what.empty || factor.abs() != 1 {
        return None;
    }
    let value = instance.left.constant.checked_mul(-factor)?;
    let wanted = match (instance.relation, factor) {
        (Relation::Eq, _) | (Relation::Ge, 1) | (Relation::Le, -1) => value,
        (Relation::Gt, 1) | (Relation::Lt, -1) => value.checked_add(1)?,
        _ => return None,
    };
    Some((wanted, &what.kinds, cells))
}

/// Returns the directions of unlimited rides, one of each pair of opposites.
fn directions(model: &Model) -> Vec<Vector> {
    let rays = model.kinds.iter().flat_map(|kind| kind.movement.rays());
    let mut all: Vec<Vector> = rays.filter(|ray| is_ride(ray)).map(|ray| ray.step.max(-ray.step)).collect();
    all.sort_unstable();
    all.dedup();
    all
}

fn is_ride(ray: &Ray) -> bool {
    matches!(ray.mode, Mode::Plain | Mode::Through) && ray.from == 1 && ray.to.is_none()
}

fn rides(movement: &Movement, direction: Vector) -> bool {
    movement.rays().iter().any(|ray| is_ride(ray) && (ray.step == direction || ray.step == -direction))
}

/// Marks a wall in place of a line number.
const WALL: u32 = u32::MAX;

/// Returns the line of each cell in `direction`: the open cells connected by such steps.
fn lines(model: &Model, direction: Vector) -> Vec<u32> {
    let board = &model.board;
    let mut lines = vec![WALL; board.len()];
    let mut next = 0;
    for cell in board.open_cells() {
        if lines[cell.index()] != WALL {
            continue;
        }
        for step in [direction, -direction] {
            let mut at = Some(cell);
            while let Some(cell) = at.filter(|&c: &CellId| !board.is_wall(c)) {
                if lines[cell.index()] == next && step == direction {
                    break;
                }
                lines[cell.index()] = next;
                at = board.step(cell, step).filter(|c| lines[c.index()] == WALL);
            }
        }
        next += 1;
    }
    lines
}

/// Finds a rule that requires attackers of pieces without moves that are given or required.
fn wants_attackers(model: &Model, idle: &[KindId]) -> Option<(GuardConflict, Span)> {
    for rule in &model.rules {
        let RuleBody::Compare(instances) = &rule.body else { continue };
        let unattackable = |instance: &Instance| {
            let only = |(_, term): &(i64, Term)| matches!(term, Term::Attackers { .. });
            !instance.left.terms.is_empty()
                && instance.left.terms.iter().all(only)
                && !instance.relation.holds(instance.left.constant, 0)
        };
        let mut refused: Option<KindSet> = None;
        let mut cells = CellSet::empty(model.board.len());
        for instance in instances {
            match &instance.guard {
                Some(Guard::Occupied(cell, kinds)) if unattackable(instance) => {
                    cells.insert(*cell);
                    let kinds = KindSet::new(kinds.iter().filter(|kind| idle.contains(kind)));
                    if !kinds.is_empty() {
                        refused = Some(kinds);
                    }
                }
                _ => {
                    refused = None;
                    break;
                }
            }
        }
        // If the piece may stand elsewhere, there may be a solution.
        let everywhere = model.board.open_cells().all(|cell| cells.contains(cell));
        if everywhere && refused.is_some_and(|kinds| kinds.iter().any(|kind| is_needed(model, kind))) {
            return Some((GuardConflict::AttackersWanted, rule.span));
        }
    }
    None
}

/// Returns true if a piece of this kind is given or required.
fn is_needed(model: &Model, kind: KindId) -> bool {
    let given = |fact: &Fact| matches!(*fact, Fact::Holds(_, given, _) if given == kind);
    let wanted = |instance: &Instance| {
        at_least(instance).is_some_and(|(wanted, kinds, _)| wanted >= 1 && kinds.iter().eq([kind]))
    };
    model.facts.iter().any(given)
        || model.rules.iter().any(|rule| match &rule.body {
            RuleBody::Compare(instances) => instances.iter().any(wanted),
            _ => false,
        })
}

/// Finds a given piece without moves that a given leaper or rider attacks. Any piece placed between them would be attacked
/// instead.
fn given(model: &Model, idle: &[KindId]) -> Option<(GuardConflict, Span)> {
    let holds = |fact: &Fact| match *fact {
        Fact::Holds(cell, kind, span) => Some((cell, kind, span)),
        Fact::Empty(..) => None,
    };
    let pieces: Vec<(CellId, KindId, Span)> = model.facts.iter().filter_map(holds).collect();
    let points = pieces.iter().all(|(_, kind, _)| model.kind(*kind).shapes == Shapes::Point);
    let reach = model.board.shape().extent();
    if !points || pieces.len().saturating_mul((reach.0 + reach.1 + reach.2) as usize * 8) > MAX_WORK {
        return None;
    }
    let diagram = Diagram::new(pieces.iter().map(|&(cell, kind, _)| Placement::point(kind, cell)));
    let occupied = model.occupied(&diagram);
    let mut attacked = CellSet::empty(model.board.len());
    for (cell, kind, _) in &pieces {
        let rays = model.kind(*kind).movement.rays().iter().copied();
        let plain = Movement::new(rays.filter(|ray| is_ride(ray) || *ray == Ray::leap(ray.step)), false);
        plain.visit_attacked(&model.board, *cell, &occupied, &mut |cell| {
            attacked.insert(cell);
        });
    }
    let hit = pieces.iter().find(|(cell, kind, _)| idle.contains(kind) && attacked.contains(*cell));
    hit.map(|&(_, _, span)| (GuardConflict::Given, span))
}
