//! Faults of rules, queries and expectations.

use super::{Told, Written, plural};
use crate::model::check::ModelError as E;

pub(super) fn tell(error: &E, written: &Written<'_>) -> Option<Told> {
    Some(match error {
        E::NeedsCell { word, .. } => needs_cell(word),
        E::EmptyIsNoPiece { .. } => {
            Told::new("`empty` is no piece: it neither attacks nor is attacked", "a piece is needed here")
        }
        E::TwoCells { first, .. } => Told::new("a rule can run over one cell at a time", "the second cell")
            .also(*first, "the first cell"),
        E::LayerVariable { layer, declared, .. } => {
            Told::new(format!("regions of `{layer}` cannot be named by a variable"), "a variable")
                .also(*declared, "the layer")
                .help(format!("write `each {layer}:`"))
        }
        E::VariableScope { name, declared, .. } => {
            Told::new(format!("`each {name}` would run over a variable"), "name a kind, a family or a layer")
                .also(*declared, "the variable")
        }
        E::ListLength { rows, expected, found, .. } => {
            let (name, word) = if *rows { ("rows", "row") } else { ("columns", "column") };
            let entries = if *found == 1 { "entry" } else { "entries" };
            Told::new(
                format!("the board has {}, the list of `{name}:` {found}", plural(*expected, word)),
                format!("{found} {entries}"),
            )
            .help("write `_` where there is no clue")
        }
        E::BetweenOne { .. } => Told::new("`between` needs two sides or more", "one side only")
            .help("write `no attacks between white, black`, or `no attacks among …` for one"),
        E::BetweenShared { kind, first, .. } => {
            Told::new(format!("`{kind}` stands on both sides of `between`"), "on this side")
                .also(*first, "and on this one")
                .help("for attacks within a side too, write `no attacks among …`")
        }
        E::NotASymmetry { span } => {
            let name = written.at(*span).unwrap_or("this");
            Told::new(format!("the board has no symmetry `{name}`"), "not on this board")
        }
        E::FindNone { number, .. } => Told::new(format!("`find {number}` asks for nothing"), "at least 1")
            .help("to count only, write `find number`"),
        E::EmptyRange { from, to, .. } => {
            Told::new(format!("there is no value from {from} to {to}"), "ends before it begins")
        }
        E::ListWithoutFor { .. } => Told::new("a list of expected values needs a `for`", "values of what?")
            .help("add `for n in 1..8` at the end"),
        E::ExpectLength { expected, found, .. } => Told::new(
            format!("`for` has {}, the list {found}", plural(*expected, "value")),
            format!("{} here", plural(*found, "value")),
        ),
        E::TupleLength { expected, found, .. } => Told::new(
            format!("{} expected here, not {found}", plural(*expected, "number")),
            format!("{} here", plural(*found, "number")),
        )
        .help("several numbers in parentheses are for several objectives: `optimum = (5, 7)`"),
        E::NoObjective { .. } => {
            Told::new("the spec has no objective, so it has no optimum", "no `maximize`, no `minimize`")
                .help("add a line such as `maximize count piece`")
        }
        _ => return None,
    })
}

fn needs_cell(word: &str) -> Told {
    Told::new(
        format!("`{word}` speaks of one cell, and this rule names none"),
        if word == "within" { "within reach of which cell?" } else { "attackers of which cell?" },
    )
    .help("put a scope before it: `each cell:`, `each empty cell:`, `each piece:`, `each clue c:`")
}
