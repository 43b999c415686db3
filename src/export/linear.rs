//! Common parts of the linear formats: the program with names, and a single objective.
//!
//! Several objectives, in order of importance, become one: each value is weighted by one more than the whole range of those
//! after it, so that an optimum of the sum is an optimum of the first, among these one of the second, and so on. If the
//! weights would grow too large, the format refuses.

use super::names::{self, ExportNames};
use super::refusal::{ExportRefusal, RefusalPlace};
use crate::engine::{Form, Program, objective_forms};
use crate::problem::Problem;
use rustc_hash::FxHashSet;

/// A linear program with names.
pub(super) struct NamedProgram {
    pub(super) program: Program,
    /// Names of the variables.
    pub(super) variables: Vec<String>,
    /// Names of the rows.
    rows: Vec<String>,
    /// The objective; empty if there is none.
    pub(super) objective: Form,
    /// True if it is maximized.
    pub(super) maximize: bool,
    /// Lines of the heading, without comment marks.
    pub(super) legend: Vec<String>,
}

impl NamedProgram {
    /// Creates the program of `problem`; the weights of each row and of the objective add up to at most `most`.
    pub(super) fn new(problem: &Problem, names: &ExportNames, most: i64) -> Result<Self, ExportRefusal> {
        let program = Program::new(problem, most)?;
        let mut variables = names::variables(problem, names);
        let mut taken: FxHashSet<String> = variables.iter().cloned().collect();
        for &pair in &program.edges {
            let name = names::edge(&variables, pair);
            variables.push(names::fresh(&name, &mut taken));
        }
        let mut legend = names.legend(problem);
        let (objective, maximize) = objective(problem, names, most, &mut legend)?;
        Ok(Self { rows: row_names(&program), program, variables, objective, maximize, legend })
    }

    /// The rows with one relation each: a row with two bounds becomes two.
    pub(super) fn bounds(&self) -> Vec<LinearRow<'_>> {
        let mut all = Vec::new();
        for (row, name) in self.program.rows.iter().zip(&self.rows) {
            let mut one = |suffix: &str, relation: RowRelation, right: i64| {
                all.push(LinearRow { name: format!("{name}{suffix}"), relation, right, terms: &row.terms });
            };
            match (row.lo, row.hi) {
                (lo, hi) if lo == hi => one("", RowRelation::Equal, lo),
                (i64::MIN, hi) => one("", RowRelation::AtMost, hi),
                (lo, i64::MAX) => one("", RowRelation::AtLeast, lo),
                (lo, hi) => {
                    one("_low", RowRelation::AtLeast, lo);
                    one("_high", RowRelation::AtMost, hi);
                }
            }
        }
        all
    }
}

/// A row with one relation.
pub(super) struct LinearRow<'a> {
    pub(super) name: String,
    pub(super) relation: RowRelation,
    pub(super) right: i64,
    pub(super) terms: &'a [(u32, i64)],
}

/// Relation of a row to its right-hand side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RowRelation {
    Equal,
    AtMost,
    AtLeast,
}

/// Names of the rows: their source, numbered.
fn row_names(program: &Program) -> Vec<String> {
    let mut number = std::collections::BTreeMap::new();
    let name = |source| {
        let n: &mut usize = number.entry(source).or_default();
        *n += 1;
        format!("{}_{n}", ExportNames::source(source))
    };
    program.rows.iter().map(|r| r.source).map(name).collect()
}

fn objective(
    problem: &Problem,
    names: &ExportNames,
    most: i64,
    legend: &mut Vec<String>,
) -> Result<(Form, bool), ExportRefusal> {
    let maximize = problem.objectives.first().is_some_and(|o| o.maximize);
    let forms = objective_forms(problem, most)?;
    if forms.len() < 2 {
        legend.extend(names.objectives.iter().map(|o| format!("objective: {o}")));
        let none = || Form { terms: Vec::new(), offset: 0 };
        return Ok((forms.into_iter().next().unwrap_or_else(none), maximize));
    }
    let weights = weights(problem, &forms, most)?;
    let mut terms = Vec::new();
    let mut constant = 0_i128;
    for (i, (form, weight)) in forms.iter().zip(&weights).enumerate() {
        for &(variable, w) in &form.terms {
            let w = w.checked_mul(*weight).ok_or_else(|| too_large(i))?;
            terms.push((w, crate::problem::Lit::positive(crate::problem::Var(variable))));
        }
        constant += i128::from(form.offset) * i128::from(*weight);
        let text = names.objectives.get(i).map_or("", |o| o);
        legend.push(format!("objective {}, weight {weight}: {text}", i + 1));
    }
    legend.push(TOGETHER.into());
    let constant = i64::try_from(constant).map_err(|_| too_large(0))?;
    Ok((Form::new(&terms, constant, most).map_err(|_| too_large(0))?, maximize))
}

/// The heading for several objectives that became one.
pub(super) const TOGETHER: &str =
    "the objective is the weighted sum of these; the weights give the first precedence over the second";

fn too_large(objective: usize) -> ExportRefusal {
    ExportRefusal::new(
        "the objectives together have weights that are too large",
        RefusalPlace::Objective(objective),
    )
}

/// The weights that combine several objectives, in the direction of the first.
pub(super) fn weights(problem: &Problem, forms: &[Form], most: i64) -> Result<Vec<i64>, ExportRefusal> {
    let mut weights = vec![1_i128; forms.len()];
    for i in (1..forms.len()).rev() {
        let (least, greatest) = forms[i].range();
        weights[i - 1] = weights[i].saturating_mul(i128::from(greatest) - i128::from(least) + 1);
    }
    let first = problem.objectives.first().is_some_and(|o| o.maximize);
    let signed = |(i, weight): (usize, i128)| {
        let signed = if problem.objectives[i].maximize == first { weight } else { -weight };
        i64::try_from(signed).ok().filter(|w| w.abs() <= most).ok_or_else(|| too_large(i))
    };
    weights.into_iter().enumerate().map(signed).collect()
}

/// The terms as `+ 2 x - y`, one string for each.
pub(super) fn terms(list: &[(u32, i64)], variables: &[String]) -> Vec<String> {
    let term = |&(v, w): &(u32, i64)| {
        let sign = if w < 0 { "-" } else { "+" };
        let name = &variables[v as usize];
        if w.abs() == 1 { format!("{sign} {name}") } else { format!("{sign} {} {name}", w.unsigned_abs()) }
    };
    list.iter().map(term).collect()
}

/// Wraps words into lines of about a hundred characters; every line but the first is indented.
pub(super) fn wrapped(words: &[String], text: &mut String) {
    const WIDTH: usize = 100;
    let mut length = 0;
    for word in words {
        if length > 0 && length + word.len() > WIDTH {
            text.push_str("\n   ");
            length = 0;
        }
        text.push(' ');
        text.push_str(word);
        length += word.len() + 1;
    }
}
