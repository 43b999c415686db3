//! Errors in rules, queries and expectations.

use super::{SourceText, Wording, plural};
use crate::model::check::ModelError as E;

pub(super) fn tell(error: &E, written: &SourceText<'_>) -> Option<Wording> {
    Some(match error {
        E::NeedsCell { word, .. } => needs_cell(word),
        E::EmptyIsNoPiece { .. } => {
            Wording::new("`empty` is not a piece: it neither attacks nor is attacked", "expected pieces")
        }
        E::TwoCells { first, .. } => {
            Wording::new("a rule can have only one scope over cells", "second cell scope")
                .also(*first, "first cell scope")
        }
        E::LayerVariable { layer, declared, .. } => {
            Wording::new(format!("`each {layer}` takes no variable"), "unexpected variable")
                .also(*declared, "the layer")
                .help(format!("write `each {layer}:`"))
        }
        E::VariableScope { name, declared, .. } => Wording::new(
            format!("`{name}` is a variable and cannot be a scope"),
            "expected a kind, a family or a layer",
        )
        .also(*declared, "the variable"),
        E::ListLength { rows, expected, found, .. } => {
            let (name, word) = if *rows { ("rows", "row") } else { ("columns", "column") };
            let entries = if *found == 1 { "entry" } else { "entries" };
            Wording::new(
                format!("the board has {}, but the list of `{name}:` has {found}", plural(*expected, word)),
                format!("{found} {entries}"),
            )
            .help("write `_` where there is no clue")
        }
        E::BetweenOne { .. } => Wording::new("`between` needs at least two sides", "only one side")
            .help("write `no attacks between white, black`, or `no attacks among …` for a single side"),
        E::BetweenShared { kind, first, .. } => {
            Wording::new(format!("`{kind}` is on both sides of `between`"), "on this side")
                .also(*first, "and on this one")
                .help("to forbid attacks within a side as well, write `no attacks among …`")
        }
        E::NotASymmetry { span } => {
            let name = written.at(*span).unwrap_or("this");
            Wording::new(format!("the board has no symmetry `{name}`"), "not on this board")
        }
        E::FindNone { number, .. } => {
            Wording::new(format!("`find {number}` asks for no solutions"), "must be at least 1")
                .help("to count only, write `find number`")
        }
        E::EmptyRange { from, to, .. } => {
            Wording::new(format!("the range {from}..{to} is empty"), "ends before it begins")
        }
        E::ListWithoutFor { .. } => Wording::new("a list of expected values needs a `for`", "missing `for`")
            .help("add `for n in 1..8` at the end"),
        E::ExpectLength { expected, found, .. } => Wording::new(
            format!("`for` has {}, but the list has {found}", plural(*expected, "value")),
            format!("{} here", plural(*found, "value")),
        ),
        E::TupleLength { expected, found, .. } => Wording::new(
            format!("expected {}, found {found}", plural(*expected, "number")),
            format!("{} here", plural(*found, "number")),
        )
        .help("write one number per objective, such as `optimum = (5, 7)` for two"),
        E::NoObjective { .. } => {
            Wording::new("the spec has no objective, so it has no optimum", "no `maximize` or `minimize`")
                .help("add a line such as `maximize count piece`")
        }
        _ => return None,
    })
}

fn needs_cell(word: &str) -> Wording {
    Wording::new(
        format!("`{word}` refers to a cell, but this rule has none"),
        if word == "within" { "within reach of which cell?" } else { "attackers of which cell?" },
    )
    .help("add a scope before it: `each cell:`, `each empty cell:`, `each piece:`, `each clue c:`")
}
