//! Literal evaluation of the rules on a filled board. This defines the meaning of a spec. The judge reads a [`Model`] and a
//! [`Diagram`], traces the moves of every piece on the board, and shares no code with grounding and the engines, so it checks
//! their answers independently.
//!
//! Read this file first, then [`filled`], the board indexed by cell, which also counts, sums, and reads runs and views along
//! lines; [`structure`] has the requirements before any rule, [`groups`] the connected sets of cells, [`routes`] the loops and
//! paths, [`pairing`] the matchings, [`words`] the descriptions, and [`open`] the kinds that could still be added. [`mark`]
//! finds the mistakes of an unfinished board, on [`bounds`] of its terms.
//!
//! Attacks are traced from the pieces (see [`filled`]), never looked up by pairs of cells. The cost is about the number of
//! cells that the pieces attack plus the number of instances of the rules.

mod bounds;
mod filled;
mod groups;
mod mark;
mod open;
mod pairing;
mod routes;
mod structure;
mod words;

pub use mark::{Mistake, fillable_cells, mistakes};
pub use open::open_kinds;
pub use words::Violation;

use super::{Diagram, GroupRule, LinearExpr, Model, Placement, Relation, Rule, RuleBody};
use crate::geometry::SymmetryKind;
use filled::FilledBoard;

/// Number of violations of one rule that are described.
const SPELLED_OUT: usize = 3;

/// Returns everything that `diagram` breaks, one violation per rule or given; empty for a solution. If the diagram has
/// malformed pieces (off the board, of unknown kinds, on no cells), only these are reported.
pub fn judge(model: &Model, diagram: &Diagram) -> Vec<Violation> {
    let unplaceable = structure::unplaceable(model, diagram);
    if !unplaceable.is_empty() {
        return unplaceable;
    }
    let mut filled = FilledBoard::new(model, diagram);
    let mut violations = structure::placement_violations(&filled);
    violations.extend(structure::fact_violations(&filled));
    for rule in &model.rules {
        let (breaches, total) = breaches(&mut filled, rule);
        if total > 0 {
            let message = words::joined(&breaches, total);
            violations.push(Violation { span: Some(rule.span), message });
        }
    }
    violations
}

/// Returns the value of `linear` on `diagram`, saturated to 64 bits.
pub fn value(model: &Model, diagram: &Diagram, linear: &LinearExpr) -> i64 {
    clamped(FilledBoard::new(model, diagram).value(linear))
}

/// Returns the values of the model's objectives on `diagram`, optimal or not.
pub fn objective_values(model: &Model, diagram: &Diagram) -> Vec<i64> {
    let mut filled = FilledBoard::new(model, diagram);
    model.objectives.iter().map(|o| clamped(filled.value(&o.value))).collect()
}

/// Returns the number of pieces of `diagram` that attack each cell; 0 for walls. A piece that attacks a cell in several ways
/// counts once.
pub fn attacker_counts(model: &Model, diagram: &Diagram) -> Vec<u64> {
    let (mut filled, by) = (FilledBoard::new(model, diagram), model.all_kinds());
    model.board.cells().map(|on| filled.attackers(&by, on)).collect()
}

fn clamped(value: i128) -> i64 {
    value.clamp(i64::MIN.into(), i64::MAX.into()) as i64
}

/// Returns descriptions of the first few violations of a rule, and the number of all its violations.
fn breaches(filled: &mut FilledBoard<'_>, rule: &Rule) -> (Vec<String>, usize) {
    match &rule.body {
        RuleBody::Compare(instances) => described(filled, instances, FilledBoard::holds, words::instance),
        RuleBody::Either(all) => described(filled, all, FilledBoard::holds_either, words::either),
        RuleBody::Runs(all) => described(filled, all, |f, r| f.runs(r) == r.lengths, words::runs),
        RuleBody::NoAttacks(pairs) => {
            let attacks = filled.forbidden_attacks(pairs);
            let told = attacks.iter().take(SPELLED_OUT).map(|&(a, b)| words::attack(filled, a, b)).collect();
            (told, attacks.len())
        }
        RuleBody::Pair { from, to, moves } => match pairing::fault(filled, from, to, moves) {
            Some(fault) => (vec![fault], 1),
            None => (Vec::new(), 0),
        },
        RuleBody::Symmetric(kinds) => {
            let broken: Vec<String> = kinds.iter().filter_map(|&k| asymmetry(filled, k)).collect();
            let total = broken.len();
            (broken, total)
        }
        RuleBody::EachGroup(all) => group_breaches(filled, all),
        RuleBody::Route(route) => match filled.route_fault(*route) {
            Some(fault) => (vec![fault], 1),
            None => (Vec::new(), 0),
        },
    }
}

/// Returns descriptions of the first few groups in which a rule does not hold, and the number of all of them.
fn group_breaches(filled: &mut FilledBoard<'_>, rules: &[GroupRule]) -> (Vec<String>, usize) {
    let (mut told, mut total) = (Vec::new(), 0);
    for rule in rules {
        for group in filled.breaking_groups(rule) {
            if total < SPELLED_OUT {
                told.push(words::group(filled, rule, &group));
            }
            total += 1;
        }
    }
    (told, total)
}

/// Returns descriptions of the first few of these parts of a rule that do not hold, and their number.
fn described<'f, P>(
    filled: &mut FilledBoard<'f>,
    parts: &[P],
    mut holds: impl FnMut(&mut FilledBoard<'f>, &P) -> bool,
    mut describe: impl FnMut(&mut FilledBoard<'f>, &P) -> String,
) -> (Vec<String>, usize) {
    let (mut told, mut total) = (Vec::new(), 0);
    for part in parts {
        if !holds(filled, part) {
            if total < SPELLED_OUT {
                told.push(describe(filled, part));
            }
            total += 1;
        }
    }
    (told, total)
}

/// Evaluates `left RELATION right`.
fn compares(left: i128, relation: Relation, right: i64) -> bool {
    let right = i128::from(right);
    match relation {
        Relation::Eq => left == right,
        Relation::Ne => left != right,
        Relation::Lt => left < right,
        Relation::Le => left <= right,
        Relation::Gt => left > right,
        Relation::Ge => left >= right,
    }
}

/// Describes a piece without its image; `None` if the diagram is symmetric.
fn asymmetry(filled: &FilledBoard<'_>, kind: SymmetryKind) -> Option<String> {
    let Some(symmetry) = filled.model.board.symmetry(kind) else {
        return Some(format!("the board has no {kind}"));
    };
    let lost = filled.pieces.iter().find(|piece| {
        filled.model_image(piece, &symmetry).is_none_or(|image| {
            let order = |p: &Placement| p.cells.cmp(&image.cells).then(p.kind.cmp(&image.kind));
            filled.pieces.binary_search_by(order).is_err()
        })
    })?;
    Some(format!("the {kind} of {} is missing", words::piece(filled.model, lost)))
}

#[cfg(test)]
mod line_tests;
#[cfg(test)]
mod mark_tests;
#[cfg(test)]
mod tests;
