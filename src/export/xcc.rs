//! Exact cover in the format of D. Knuth's programs (The Art of Computer Programming 4B, 7.2.2.1; `dlx2`): a line of items,
//! the primary ones, then `|` and the secondary ones; then a line for each option with its items. A line that begins with
//! `|` is a comment; each option is preceded by one that names the choice.
//!
//! An exactly-one line is a primary item; an at-most-one line and a clique of conflicting choices are secondary items. An
//! option without a primary item would never be taken, so a choice on no primary line gets its own item with a second option
//! that stands for its absence: the covers are then exactly the solutions. A cover cannot express anything else (at least
//! one, exactly three, weights, conditions).
//!
//! Names of items have at most eight characters, the limit of `dlx2`.

use super::names::{ExportNames, fresh};
use super::refusal::{ExportRefusal, RefusalPlace};
use crate::engine::{Program, ProgramRow, RowSource};
use crate::geometry::CellId;
use crate::problem::{ChoiceId, Origin, Problem};
use rustc_hash::FxHashSet;
use std::fmt::Write;

const WRITES: &str = "writing to a string does not fail";

/// Longer names are not read.
const MOST_CHARACTERS: usize = 8;

struct XccItem {
    name: String,
    choices: Vec<u32>,
}

#[derive(Default)]
struct XccProblem {
    primary: Vec<XccItem>,
    secondary: Vec<XccItem>,
    /// Choices that are in no cover.
    banned: FxHashSet<u32>,
    taken: FxHashSet<String>,
}

pub(super) fn write(problem: &Problem, names: &ExportNames) -> Result<String, ExportRefusal> {
    let program = Program::new(problem, 1 << 60)?;
    let mut cover = XccProblem::default();
    for row in &program.rows {
        cover.row(problem, row)?;
    }
    if program.broken {
        cover.item("never".into(), Vec::new(), true);
    }
    Ok(cover.text(problem, names))
}

impl XccProblem {
    fn item(&mut self, name: String, choices: Vec<u32>, primary: bool) {
        let short = if name.len() > MOST_CHARACTERS {
            format!("i{}", self.primary.len() + self.secondary.len() + 1)
        } else {
            name
        };
        let name = fresh(&short, &mut self.taken);
        let to = if primary { &mut self.primary } else { &mut self.secondary };
        to.push(XccItem { name, choices });
    }

    /// Adds the item for a row.
    fn row(&mut self, problem: &Problem, row: &ProgramRow) -> Result<(), ExportRefusal> {
        let place = match row.source {
            RowSource::Statement(origin) => RefusalPlace::Statement(origin),
            RowSource::Pairs | RowSource::Definition(_) => RefusalPlace::Whole,
        };
        if row.terms.iter().any(|t| t.0 as usize >= problem.choices.len()) {
            return Err(ExportRefusal::new("a rule depends on more than the placements", place));
        }
        let Some((least, most)) = range(row) else {
            return Err(ExportRefusal::new("an exact cover has no weights and no implications", place));
        };
        let choices: Vec<u32> = row.terms.iter().map(|t| t.0).collect();
        match (least, most) {
            (least, most) if least > most => self.item("never".into(), Vec::new(), true),
            (_, 0) => self.banned.extend(choices),
            (1, 1) => self.item(item_name(problem, row, &choices, self.primary.len()), choices, true),
            (0, 1) => self.item(item_name(problem, row, &choices, self.secondary.len()), choices, false),
            (0, all) if all >= choices.len() as i64 => {}
            (least, most) => {
                let number = match choices.len() as i64 {
                    all if most >= all => format!("at least {least} of {all}"),
                    all if least == 0 => format!("at most {most} of {all}"),
                    all if least == most => format!("{least} of {all}"),
                    all => format!("{least} to {most} of {all}"),
                };
                return Err(ExportRefusal::new(
                    format!("{number} are required, but a cover has exactly one or at most one"),
                    place,
                ));
            }
        }
        Ok(())
    }

    fn text(mut self, problem: &Problem, names: &ExportNames) -> String {
        let mut items: Vec<Vec<&str>> = vec![Vec::new(); problem.choices.len()];
        let mut covered = vec![false; problem.choices.len()];
        for c in self.primary.iter().flat_map(|i| &i.choices) {
            covered[*c as usize] = true;
        }
        let open = |c: u32| !self.banned.contains(&c);
        let loose: Vec<u32> =
            problem.choice_ids().map(|c| c.0).filter(|&c| open(c) && !covered[c as usize]).collect();
        // A line of items that begins with the bar would be a comment.
        let nothing = self.primary.is_empty() && loose.is_empty();
        let own: Vec<String> =
            loose.iter().map(|c| format!("o{}", c + 1)).map(|n| fresh(&n, &mut self.taken)).collect();
        for item in self.primary.iter().chain(&self.secondary) {
            item.choices.iter().for_each(|&c| items[c as usize].push(&item.name));
        }
        let mut text = String::new();
        for line in names.legend(problem) {
            writeln!(text, "| {line}").expect(WRITES);
        }
        let mut heads: Vec<&str> = self.primary.iter().map(|i| &*i.name).collect();
        heads.extend(own.iter().map(String::as_str));
        heads.extend(nothing.then_some("nothing"));
        text.push_str(&heads.join(" "));
        if !self.secondary.is_empty() {
            let secondary: Vec<&str> = self.secondary.iter().map(|i| &*i.name).collect();
            write!(text, " | {}", secondary.join(" ")).expect(WRITES);
        }
        text.push('\n');
        let names = names.choices(problem);
        for c in problem.choice_ids().map(|c| c.0).filter(|&c| open(c)) {
            let at = loose.binary_search(&c).ok();
            let mut option = items[c as usize].clone();
            option.splice(0..0, at.map(|i| own[i].as_str()));
            writeln!(text, "| {}\n{}", names[c as usize], option.join(" ")).expect(WRITES);
            if let Some(i) = at {
                writeln!(text, "| not {}\n{}", names[c as usize], own[i]).expect(WRITES);
            }
        }
        text.push_str(if nothing { "nothing\n" } else { "" });
        text
    }
}

/// Bounds on the number of a row's variables that are true; `None` if it has weights.
fn range(row: &ProgramRow) -> Option<(i64, i64)> {
    let sign = row.terms.first().map_or(1, |t| t.1.signum());
    if row.terms.iter().any(|t| t.1 != sign) {
        return None;
    }
    let turned = |bound: i64| match bound {
        i64::MIN => i64::MAX,
        i64::MAX => i64::MIN,
        other => -other,
    };
    let (lo, hi) = if sign > 0 { (row.lo, row.hi) } else { (turned(row.hi), turned(row.lo)) };
    Some((lo.max(0), hi.min(row.terms.len() as i64)))
}

/// A line of the board is named after its cell, others after their source.
fn item_name(problem: &Problem, row: &ProgramRow, choices: &[u32], number: usize) -> String {
    match row.source {
        RowSource::Statement(Origin::BOARD) => match common_cell(problem, choices) {
            Some(cell) => problem.board.cell_name(cell),
            None => format!("b{}", number + 1),
        },
        RowSource::Pairs => format!("p{}", number + 1),
        source => format!("{}.{}", ExportNames::source(source), number + 1),
    }
}

/// The only cell that all these choices cover.
fn common_cell(problem: &Problem, choices: &[u32]) -> Option<CellId> {
    let cells = |c: &u32| problem.choices.cells(ChoiceId(*c));
    let (first, rest) = choices.split_first()?;
    let mut common = cells(first).iter().filter(|cell| rest.iter().all(|c| cells(c).contains(cell)));
    common.next().copied().filter(|_| common.next().is_none())
}
