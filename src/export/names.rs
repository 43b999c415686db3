//! Names of a problem's variables that every format accepts: letters, digits and `_`, all distinct, and none that could be
//! read as a number (`e5`) or as a keyword of a format.

use crate::engine::RowSource;
use crate::problem::{Choice, ChoiceId, Origin, Problem, ProblemParts};
use rustc_hash::FxHashSet;

/// Maximum number of cells in a name.
const MOST_CELLS: usize = 6;

/// Names of the parts of a model.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExportNames {
    /// Lines that describe the model.
    pub heading: Vec<String>,
    pub kinds: Vec<String>,
    /// By [`Origin`]: the statement with its position, one line each.
    pub statements: Vec<String>,
    /// By objective: the statement.
    pub objectives: Vec<String>,
}

impl ExportNames {
    /// By choice: its kind and the cells it covers, as in `queen_d4`.
    pub(super) fn choices(&self, problem: &Problem) -> Vec<String> {
        let mut taken = FxHashSet::default();
        problem.choices.iter().map(|c| fresh(&self.choice(problem, &c), &mut taken)).collect()
    }

    fn choice(&self, problem: &Problem, choice: &Choice<'_>) -> String {
        let kind = self.kinds.get(usize::from(choice.kind)).map_or("piece", |k| k);
        let cells = choice.cells.iter().take(MOST_CELLS).map(|&c| problem.board.cell_name(c));
        let name = plain(&format!("{kind}_{}", cells.collect::<Vec<_>>().join("_")));
        // Some readers take a name that begins like a number in scientific notation for a number.
        let mut start = name.chars();
        let like_number = start.next() == Some('e') && start.next().is_some_and(|c| c.is_ascii_digit());
        if like_number { format!("p_{name}") } else { name }
    }

    /// The source of a row in one word: `s3` is the third statement.
    pub(super) fn source(source: RowSource) -> String {
        match source {
            RowSource::Statement(Origin::BOARD) => "board".to_owned(),
            RowSource::Statement(origin) => format!("s{}", origin.0 + 1),
            RowSource::Pairs => "apart".to_owned(),
            RowSource::Definition(i) => definition(i as usize),
        }
    }

    /// The heading, and the statement for each `s` number that occurs in `problem`; without comment marks.
    pub(super) fn legend(&self, problem: &Problem) -> Vec<String> {
        let mut lines = self.heading.clone();
        for origin in origins(problem) {
            if let Some(statement) = self.statements.get(origin.0 as usize) {
                lines.push(format!("{}: {statement}", Self::source(RowSource::Statement(origin))));
            }
        }
        lines
    }
}

/// The variable of definition `index`, from 0.
pub(super) fn definition(index: usize) -> String {
    format!("def_{}", index + 1)
}

/// Names of all variables of `problem`: choices, then definitions.
pub(super) fn variables(problem: &Problem, names: &ExportNames) -> Vec<String> {
    let mut all = names.choices(problem);
    all.extend((0..problem.definitions.len()).map(definition));
    all
}

pub(super) fn edge(choices: &[String], (left, right): (ChoiceId, ChoiceId)) -> String {
    format!("edge_{}_{}", choices[left.index()], choices[right.index()])
}

/// Returns `name`, with a number appended if it is taken.
pub(super) fn fresh(name: &str, taken: &mut FxHashSet<String>) -> String {
    let mut own = name.to_owned();
    let mut number = 1;
    while !taken.insert(own.clone()) {
        number += 1;
        own = format!("{name}_{number}");
    }
    own
}

/// Reduces a name to letters, digits and `_`.
fn plain(name: &str) -> String {
    let text = name.replace(']', "");
    text.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect()
}

/// The statements that are sources of constraints, the board first, then in their order.
pub(super) fn origins(problem: &Problem) -> Vec<Origin> {
    let ProblemParts {
        board: _,
        kinds: _,
        choices: _,
        definitions: _,
        graphs: _,
        cliques,
        conflicts: _,
        bicliques: _,
        tight: _,
        clauses,
        linears,
        matchings,
        connectivities,
        routes,
        objectives: _,
        by: _,
        group: _,
    } = &**problem;
    let mut all: Vec<Origin> = cliques.iter().map(|q| q.origin).collect();
    all.extend(clauses.iter().map(|c| c.1));
    all.extend(linears.iter().map(|l| l.origin));
    all.extend(matchings.iter().map(|m| m.origin));
    all.extend(connectivities.iter().map(|c| c.origin));
    all.extend(routes.iter().map(|r| r.origin));
    all.sort_unstable_by_key(|&o| (o != Origin::BOARD, o));
    all.dedup();
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_plain_and_none_is_given_twice() {
        assert_eq!(plain("digit[3]_d4"), "digit_3_d4");
        let mut taken = FxHashSet::default();
        let all: Vec<String> = ["a_b1", "a_b1", "a_b1_2", "a_b1"].map(|n| fresh(n, &mut taken)).to_vec();
        assert_eq!(all, ["a_b1", "a_b1_2", "a_b1_2_2", "a_b1_3"]);
    }
}
