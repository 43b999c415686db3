//! Demands: the parts of a spec that can be left out by themselves.

use crate::model::{Fact, Find, Model, Place, Rule};
use crate::query::Query;
use crate::text::Span;
use std::collections::BTreeSet;

/// A part of a spec that can be left out by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Demand {
    /// The rule with this index in the model.
    Rule(usize),
    /// The part of the rule with this index that was expanded for the place with this index in [`Rule::places`].
    Place(usize, usize),
    /// The part of the rule with this index that is about the clue with this mark.
    Clue(usize, Span),
    /// The fact with this index in the model.
    Given(usize),
}

impl Demand {
    /// Returns the place of the demand in the text.
    pub fn span(self, model: &Model) -> Span {
        match self {
            Self::Rule(rule) | Self::Place(rule, _) => model.rules[rule].span,
            Self::Clue(_, mark) => mark,
            Self::Given(fact) => match model.facts[fact] {
                Fact::Holds(_, _, span) | Fact::Empty(_, span) => span,
            },
        }
    }

    /// Returns the place on the board for which a part of a rule was expanded.
    pub fn place(self, model: &Model) -> Option<&Place> {
        match self {
            Self::Place(rule, place) => Some(&model.rules[rule].places[place].place),
            Self::Clue(rule, mark) => {
                let rule = &model.rules[rule];
                let part = rule.marks.iter().position(|&m| m == mark)?;
                rule.places.iter().find(|at| at.end > part).map(|at| &at.place)
            }
            Self::Rule(rule) => match &model.rules[rule].places[..] {
                [only] => Some(&only.place),
                _ => None,
            },
            Self::Given(_) => None,
        }
    }

    /// Returns the model with only this demand, given the `bare` one.
    pub fn alone(self, bare: &Model, model: &Model) -> Model {
        let mut alone = bare.clone();
        match self {
            Self::Given(fact) => alone.facts.push(model.facts[fact]),
            of_rule => alone.rules.extend(of_rule.rule(model)),
        }
        alone
    }

    /// Returns the rule that demands only this; `None` for a given, and for a part that demands nothing.
    fn rule(self, model: &Model) -> Option<Rule> {
        match self {
            Self::Rule(rule) => Some(model.rules[rule].clone()),
            Self::Place(rule, place) => {
                let rule = &model.rules[rule];
                let parts = rule.parts_at(place);
                rule.only(&|part| parts.contains(&part))
            }
            Self::Clue(rule, mark) => {
                let rule = &model.rules[rule];
                rule.only(&|part| rule.marks[part] == mark)
            }
            Self::Given(_) => None,
        }
    }
}

/// Returns every demand of a model: its rules (those about clues, clue by clue), then its facts.
pub fn demands(model: &Model) -> Vec<Demand> {
    let mut all = Vec::new();
    for (i, rule) in model.rules.iter().enumerate() {
        if rule.marks.is_empty() {
            all.push(Demand::Rule(i));
        } else {
            let marks: BTreeSet<Span> = rule.marks.iter().copied().collect();
            all.extend(marks.into_iter().map(|mark| Demand::Clue(i, mark)));
        }
    }
    all.extend((0..model.facts.len()).map(Demand::Given));
    all
}

/// Returns the demands, each rule that was expanded for several places divided into these.
pub fn by_place(model: &Model, demands: &[Demand]) -> Vec<Demand> {
    let mut all = Vec::new();
    for &demand in demands {
        match demand {
            Demand::Rule(rule) if model.rules[rule].places.len() > 1 => {
                let places = 0..model.rules[rule].places.len();
                let demanding = places.filter(|&place| !model.rules[rule].parts_at(place).is_empty());
                all.extend(demanding.map(|place| Demand::Place(rule, place)));
            }
            whole => all.push(whole),
        }
    }
    all
}

/// Returns the model with only the demands `kept`, which must be sorted, and without objectives, question and expectations.
pub fn only(model: &Model, kept: &[Demand]) -> Model {
    let mut less = bare(model);
    let has = |demand: Demand| kept.binary_search(&demand).is_ok();
    for (i, rule) in model.rules.iter().enumerate() {
        if !rule.marks.is_empty() {
            less.rules.extend(rule.only(&|part| has(Demand::Clue(i, rule.marks[part]))));
        } else if has(Demand::Rule(i)) {
            less.rules.push(rule.clone());
        } else {
            let first = kept.partition_point(|&demand| demand < Demand::Place(i, 0));
            let places = kept[first..].iter().map_while(|&demand| match demand {
                Demand::Place(rule, place) if rule == i => Some(model.rules[rule].parts_at(place)),
                _ => None,
            });
            let parts: BTreeSet<usize> = places.flatten().collect();
            less.rules.extend(rule.only(&|part| parts.contains(&part)));
        }
    }
    let facts = model.facts.iter().enumerate().filter(|(i, _)| has(Demand::Given(*i)));
    less.facts = facts.map(|(_, fact)| *fact).collect();
    less
}

/// Returns the model with only the demands `kept`, each as a separate rule, in their order; givens come last.
pub(super) fn apart(model: &Model, kept: &[Demand]) -> Model {
    let mut less = bare(model);
    for &demand in kept {
        match demand {
            Demand::Given(i) => less.facts.push(model.facts[i]),
            of_rule => less.rules.extend(of_rule.rule(model)),
        }
    }
    less
}

/// Returns the model without rules, givens, objectives, question and expectations.
pub fn bare(model: &Model) -> Model {
    Model {
        rules: Vec::new(),
        facts: Vec::new(),
        objectives: Vec::new(),
        expects: Vec::new(),
        find: Find { query: Query::First(1), up_to: None },
        ..model.clone()
    }
}
