//! Explanation of an unsolvable spec, with a label on each rule, clue and given involved.

use super::{Diagnostic, Label, Severity};
use crate::model::{Fact, Model, RuleBody};
use crate::run::{Demand, Why};
use crate::text::Span;
use std::collections::BTreeMap;

/// Maximum number of places that the label of a rule names.
const MOST_PLACES: usize = 8;

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
    let mut placed: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for &demand in &why.demands {
        let text = match demand {
            Demand::Place(rule, place) => {
                placed.entry(rule).or_default().push(place);
                continue;
            }
            Demand::Rule(rule) => rule_words(model, rule),
            Demand::Clue(rule, mark) => clue_words(model, rule, mark),
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
    for (rule, places) in placed {
        words.entry(model.rules[rule].span).or_default().push(placed_words(model, rule, &places));
    }
    words.into_iter().map(|(span, words)| Label { span, text: words.join(", ") }).collect()
}

/// Names a rule. A `loop` or `path` consists of several: that the route is there, and one for each of its clauses.
fn rule_words(model: &Model, rule: usize) -> String {
    let rule = &model.rules[rule];
    match &rule.body {
        RuleBody::Route(route) => format!("the route {}", model.route(*route).name),
        RuleBody::Compare(instances) if model.rules.iter().any(|other| other.has_clause(rule)) => {
            match instances.first().and_then(|i| model.given_line(i)) {
                Some(line) => format!("its end at {}", model.board.cell_name(line.cell)),
                None => "its cells".to_owned(),
            }
        }
        _ => "this rule".to_owned(),
    }
}

/// Names the places of a rule.
fn placed_words(model: &Model, rule: usize, places: &[usize]) -> String {
    let rule = &model.rules[rule];
    let names = places.iter().filter_map(|&place| model.place_words(&rule.places[place].place));
    let names: Vec<String> = names.collect();
    match names.len() {
        0 => "this rule".to_owned(),
        few if few <= MOST_PLACES => format!("this rule for {}", names.join("; ")),
        many => {
            format!("this rule for {}; and {} more", names[..MOST_PLACES].join("; "), many - MOST_PLACES)
        }
    }
}

/// Names the part of a rule about one clue, or a given piece of a route.
fn clue_words(model: &Model, rule: usize, mark: Span) -> String {
    let rule = &model.rules[rule];
    let RuleBody::Compare(instances) = &rule.body else { return "this clue".to_owned() };
    let mut marked = instances.iter().zip(&rule.marks).filter(|(_, at)| **at == mark);
    match marked.next().and_then(|(instance, _)| model.given_line(instance)) {
        Some(line) => {
            let (route, cell) = (&model.route(line.route).name, model.board.cell_name(line.cell));
            format!("{route} on {cell} is given")
        }
        None => "this clue".to_owned(),
    }
}

fn given(model: &Model, fact: &Fact) -> String {
    match fact {
        Fact::Holds(cell, kind, _) => {
            format!("{} on {} is given", model.kind_words(*kind), model.board.cell_name(*cell))
        }
        Fact::Empty(cell, _) => format!("{} must be empty", model.board.cell_name(*cell)),
    }
}
