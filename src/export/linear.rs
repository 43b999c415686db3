//! What the linear formats share: the program with names, and one objective.
//!
//! Several objectives, in order of importance, become one: the value of each is weighted by one more than the whole
//! range of those after it, so that the best of the sum is the best of the first, and of the second among these, and
//! so on. Where the weights would grow too large the format refuses.

use super::names::{self, Names};
use super::{Place, Refusal};
use crate::engine::{Form, Program, objective_forms};
use crate::problem::Problem;
use rustc_hash::FxHashSet;

/// A program, ready to be written.
pub(super) struct Linear {
    pub(super) program: Program,
    /// By variable.
    pub(super) variables: Vec<String>,
    /// By row.
    pub(super) rows: Vec<String>,
    /// What is to be made large or small; nothing, where there is no objective.
    pub(super) objective: Form,
    /// Whether it is to be made large.
    pub(super) maximize: bool,
    /// Lines about it all, without marks of comment.
    pub(super) legend: Vec<String>,
}

impl Linear {
    /// The program of `problem`, whose rows and objective have weights that come to no more than `most` together.
    pub(super) fn new(problem: &Problem, names: &Names, most: i64) -> Result<Self, Refusal> {
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
}

/// Each row by what it comes from, numbered.
fn row_names(program: &Program) -> Vec<String> {
    let mut number = std::collections::BTreeMap::new();
    let name = |source| {
        let n: &mut usize = number.entry(source).or_default();
        *n += 1;
        format!("{}_{n}", Names::source(source))
    };
    program.rows.iter().map(|r| r.source).map(name).collect()
}

fn objective(
    problem: &Problem,
    names: &Names,
    most: i64,
    legend: &mut Vec<String>,
) -> Result<(Form, bool), Refusal> {
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

/// Said where several objectives became one.
pub(super) const TOGETHER: &str =
    "the objective is the sum of these with their weights, so that the first decides before the second";

fn too_large(objective: usize) -> Refusal {
    Refusal::new("the objectives together have weights that are too large", Place::Objective(objective))
}

/// The weights that make one objective of several, in the direction of the first.
pub(super) fn weights(problem: &Problem, forms: &[Form], most: i64) -> Result<Vec<i64>, Refusal> {
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

/// The terms as `+ 2 x - y`, each a word or three of a line.
pub(super) fn terms(list: &[(u32, i64)], variables: &[String]) -> Vec<String> {
    let term = |&(v, w): &(u32, i64)| {
        let sign = if w < 0 { "-" } else { "+" };
        let name = &variables[v as usize];
        if w.abs() == 1 { format!("{sign} {name}") } else { format!("{sign} {} {name}", w.unsigned_abs()) }
    };
    list.iter().map(term).collect()
}

/// Words put into lines of at most about a hundred characters; every line but the first is indented.
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
