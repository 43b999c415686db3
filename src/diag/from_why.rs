//! Explanation of an unsolvable spec, with a label on each rule, clue and given involved.

use super::{Diagnostic, Label, Severity};
use crate::model::{Fact, Model};
use crate::run::{Demand, Why};
use crate::text::Span;
use std::collections::BTreeMap;

/// Returns the diagnostic for `why`, which was found for `model`.
pub fn from_why(why: &Why, model: &Model) -> Diagnostic {
    let several = why.demands.len() > 1;
    let mut message = match why.demands.len() {
        1 => "this cannot hold".to_owned(),
        n => format!("these {n} cannot hold together"),
    };
    if !why.irreducible {
        message.push_str("; some may be unnecessary: stopped before a minimal set was proved");
    } else if several {
        message.push_str("; without any one of them there is a solution");
    }
    Diagnostic {
        code: "run::no_solution",
        severity: Severity::Advice,
        message,
        labels: labels(why, model),
        help: None,
    }
}

/// Returns one label per span, in source order.
fn labels(why: &Why, model: &Model) -> Vec<Label> {
    let mut words: BTreeMap<Span, Vec<String>> = BTreeMap::new();
    for &demand in &why.demands {
        let text = match demand {
            Demand::Rule(_) => "this rule".to_owned(),
            Demand::Clue(..) => "this clue".to_owned(),
            Demand::Given(fact) => given(model, &model.facts[fact]),
        };
        let at = words.entry(demand.span(model)).or_default();
        if !at.contains(&text) {
            at.push(text);
        }
        if let Demand::Clue(rule, mark) = demand {
            let rule = model.rules[rule].span;
            let within = rule.source == mark.source && rule.start <= mark.start && mark.end <= rule.end;
            if !within {
                words.entry(rule).or_insert_with(|| vec!["the rule for these clues".to_owned()]);
            }
        }
    }
    words.into_iter().map(|(span, words)| Label { span, text: words.join(", ") }).collect()
}

fn given(model: &Model, fact: &Fact) -> String {
    match fact {
        Fact::Holds(cell, kind, _) => {
            format!("{} on {} is given", model.kind(*kind).name, model.board.cell_name(*cell))
        }
        Fact::Empty(cell, _) => format!("{} must be empty", model.board.cell_name(*cell)),
    }
}
