//! Clues in the expanded rules of a model: cages with their sums, inequalities, thermometers, and the numbers of runs and views.
//! Pictures and text show them alike, whichever statement they come from.

use crate::geometry::{CellId, CellSet, Vector};
use crate::model::{Instance, LinearExpr, Model, Relation, Rule, RuleBody, Term, Unit, View};

/// Returns the lines with numbers of runs or views, each in the direction in which it is read, and the numbers.
pub(super) fn margins(model: &Model) -> Vec<(&[CellId], Vec<String>)> {
    let mut found = Vec::new();
    for rule in &model.rules {
        match &rule.body {
            RuleBody::Runs(lines) => found.extend(lines.iter().map(|runs| {
                let numbers = match &runs.lengths[..] {
                    [] => vec!["0".to_owned()],
                    lengths => lengths.iter().map(u32::to_string).collect(),
                };
                (&*runs.line, numbers)
            })),
            RuleBody::Compare(instances) => {
                for instance in instances {
                    if let [(1, Term::View { line, view, .. })] = instance.left.terms.as_slice() {
                        let number = -instance.left.constant;
                        let text = match (instance.relation, view) {
                            (Relation::Eq, View::Visible | View::First) => number.to_string(),
                            (relation, _) => format!("{}{number}", symbol(relation)),
                        };
                        found.push((&**line, vec![text]));
                    }
                }
            }
            _ => {}
        }
    }
    found
}

/// Sets of cells with the sum that a rule requires of them, if they are neither rows nor columns.
pub(super) fn cages(model: &Model) -> Vec<(CellSet, i64)> {
    let lines = [model.board.rows(), model.board.columns()].concat().into_iter();
    let lines: Vec<CellSet> = lines.map(|line| CellSet::of(model.board.len(), line)).collect();
    let mut found: Vec<(CellSet, i64)> = Vec::new();
    for instance in model.rules.iter().flat_map(instances) {
        if instance.guard.is_some() || instance.relation != Relation::Eq {
            continue;
        }
        let Some((1, cells)) = sum_of_values(model, &instance.left) else { continue };
        let is_line = lines.contains(cells);
        let cage = (cells.clone(), -instance.left.constant);
        if cells.len() > 1 && !is_line && !found.contains(&cage) {
            found.push(cage);
        }
    }
    found
}

/// Returns squares of two by two cells (or parts of them) with the number of links that a rule requires among them, as in
/// Slitherlink on a board of corners.
pub(super) fn link_clues(model: &Model) -> Vec<(&CellSet, i64)> {
    let near = |a: Vector, b: Vector| (a.x - b.x).abs() <= 1 && (a.y - b.y).abs() <= 1 && a.z == b.z;
    let mut found = Vec::new();
    for Instance { guard, left, relation } in model.rules.iter().flat_map(instances) {
        let (None, Relation::Eq, [(1, Term::Links { cells, .. })]) = (guard, relation, &left.terms[..])
        else {
            continue;
        };
        // Large sets have distant cells, and are recognized by the first ones.
        let places: Vec<Vector> = cells.iter().take(5).map(|c| model.board.coordinate(c)).collect();
        if places.len() <= 4 && places.iter().all(|&a| places.iter().all(|&b| near(a, b))) {
            found.push((&**cells, -left.constant));
        }
    }
    found
}

fn instances(rule: &Rule) -> &[Instance] {
    match &rule.body {
        RuleBody::Compare(instances) => instances,
        _ => &[],
    }
}

/// Returns the sign and the cells of a sum of values over one set of cells.
fn sum_of_values<'m>(model: &Model, left: &'m LinearExpr) -> Option<(i64, &'m CellSet)> {
    let mut found: Option<(i64, &CellSet)> = None;
    for (factor, term) in &left.terms {
        let (sign, cells) = valued(model, *factor, term)?;
        match found {
            None => found = Some((sign, cells)),
            Some(known) if known == (sign, cells) => {}
            Some(_) => return None,
        }
    }
    found.filter(|_| left.terms.len() > 1)
}

/// Returns the sign and the cells of a count whose factor is the value of its kinds, up to the sign.
fn valued<'m>(model: &Model, factor: i64, term: &'m Term) -> Option<(i64, &'m CellSet)> {
    let Term::Count { unit: Unit::Pieces, what, cells, reach: None, filter: None } = term else {
        return None;
    };
    let value = |k| model.kind(k).family.map(|f| f.1);
    let is = |wanted: i64| !what.empty && what.kinds.iter().all(|k| value(k) == Some(wanted));
    let sign = if is(factor) { 1 } else { -1 };
    (sign == 1 || is(-factor)).then_some((sign, &**cells))
}

/// A comparison of the values on two neighboring cells: `from < to`, or `from <= to`.
pub(super) struct Step {
    pub from: CellId,
    pub to: CellId,
    pub strict: bool,
}

pub(super) fn step(model: &Model, instance: &Instance) -> Option<Step> {
    if instance.guard.is_some() || instance.left.constant != 0 {
        return None;
    }
    let (mut plus, mut minus): (Vec<_>, Vec<_>) = (Vec::new(), Vec::new());
    for (factor, term) in &instance.left.terms {
        let (sign, cells) = valued(model, *factor, term)?;
        if sign == 1 { plus.push(cells) } else { minus.push(cells) }
    }
    let only = |sets: &[&CellSet]| {
        let cell = sets.first()?.iter().next()?;
        sets.iter().all(|s| s.len() == 1 && s.contains(cell)).then_some(cell)
    };
    let (a, b) = (only(&plus)?, only(&minus)?);
    let (from, to, strict) = match instance.relation {
        Relation::Lt => (a, b, true),
        Relation::Le => (a, b, false),
        Relation::Gt => (b, a, true),
        Relation::Ge => (b, a, false),
        Relation::Eq | Relation::Ne => return None,
    };
    Some(Step { from, to, strict })
}

/// Returns the cells of a chain of two or more steps, all of which are one statement.
pub(super) fn thermometer(steps: &[Step], all: usize) -> Option<Vec<CellId>> {
    let joined = steps.windows(2).all(|w| w[0].to == w[1].from && w[0].strict == w[1].strict);
    let is_chain = steps.len() >= 2 && steps.len() == all && joined;
    let first = steps.first().filter(|_| is_chain)?;
    Some(std::iter::once(first.from).chain(steps.iter().map(|s| s.to)).collect())
}

fn symbol(relation: Relation) -> &'static str {
    match relation {
        Relation::Eq => "",
        Relation::Ne => "≠",
        Relation::Lt => "<",
        Relation::Le => "≤",
        Relation::Gt => ">",
        Relation::Ge => "≥",
    }
}
