//! The literal rules: what a filled board breaks. This is the one meaning of a spec. It reads a [`Model`] and a
//! [`Diagram`], moves every piece over the board as it stands, and shares nothing with grounding and the
//! engines, so that every answer of theirs can be checked by code that did not find it.
//!
//! Attacks are walked from the pieces (see [`filled`]), never looked up by pairs of cells: judging costs about the
//! cells that the pieces see and the instances that the rules were written out to.

mod filled;
mod open;
mod pairing;
mod structure;
mod words;

pub use open::open_kinds;

use super::{Diagram, Instance, Linear, Model, Rule, RuleBody, Term};
use crate::geometry::SymmetryKind;
use crate::text::Span;
use filled::Filled;

/// How many breaches of one rule are spelled out.
const SPELLED_OUT: usize = 3;

/// A rule that a diagram breaks.
#[derive(Clone, Debug, PartialEq)]
pub struct Violation {
    /// The rule or given; `None` for what the board itself asks.
    pub span: Option<Span>,
    /// What is wrong, a sentence naming cells.
    pub message: String,
}

/// Everything that `diagram` breaks, one violation a rule or given; empty for a solution. A diagram with pieces
/// that cannot stand there at all (off the board, of unknown kinds, on no cells) is judged no further.
pub fn judge(model: &Model, diagram: &Diagram) -> Vec<Violation> {
    let unplaceable = structure::unplaceable(model, diagram);
    if !unplaceable.is_empty() {
        return unplaceable;
    }
    let mut filled = Filled::new(model, diagram);
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

/// The value of `linear` on `diagram`; beyond 64 bits the nearest number that fits.
pub fn value(model: &Model, diagram: &Diagram, linear: &Linear) -> i64 {
    clamped(Filled::new(model, diagram).value(linear))
}

/// The values of the model's objectives (and nothing about whether they are best).
pub fn objective_values(model: &Model, diagram: &Diagram) -> Vec<i64> {
    let mut filled = Filled::new(model, diagram);
    model.objectives.iter().map(|o| clamped(filled.value(&o.value))).collect()
}

/// By cell: how many pieces of `diagram` attack it, a piece once, however many ways it does; 0 for walls.
pub fn attacker_counts(model: &Model, diagram: &Diagram) -> Vec<u64> {
    let (mut filled, by) = (Filled::new(model, diagram), model.all_kinds());
    model.board.cells().map(|on| filled.term(&Term::Attackers { by: by.clone(), on })).collect()
}

fn clamped(value: i128) -> i64 {
    value.clamp(i64::MIN.into(), i64::MAX.into()) as i64
}

/// The first few ways in which a rule is broken, in words, and how many there are.
fn breaches(filled: &mut Filled<'_>, rule: &Rule) -> (Vec<String>, usize) {
    match &rule.body {
        RuleBody::Compare(instances) => compare_breaches(filled, instances),
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
    }
}

fn compare_breaches(filled: &mut Filled<'_>, instances: &[Instance]) -> (Vec<String>, usize) {
    let (mut told, mut total) = (Vec::new(), 0);
    for instance in instances {
        if !filled.holds(instance) {
            if total < SPELLED_OUT {
                told.push(words::instance(filled, instance));
            }
            total += 1;
        }
    }
    (told, total)
}

/// How the diagram differs from its image.
fn asymmetry(filled: &Filled<'_>, kind: SymmetryKind) -> Option<String> {
    let Some(symmetry) = filled.model.board.symmetry(kind) else {
        return Some(format!("the board has no {kind}"));
    };
    let lost = filled.pieces.iter().find(|piece| {
        let image = filled.model_image(piece, &symmetry);
        filled.pieces.binary_search_by(|p| p.cells.cmp(&image.cells).then(p.kind.cmp(&image.kind))).is_err()
    })?;
    Some(format!("the {kind} of {} is missing", words::piece(filled.model, lost)))
}

#[cfg(test)]
mod tests;
