//! Steps in words: the demands that force something, and the placements that they force or exclude.
//!
//! A demand that counts pieces of one kind at one place is put as a person would put it ("row 4 has one cell left for its second
//! star: f4"); every other by the name of its place and the line of its statement.

use crate::diag::escape;
use crate::geometry::{CellId, CellSet};
use crate::model::{CellContents, Diagram, Fact, KindId, Model, Placement, Relation, RuleBody, Term, Unit};
use crate::run::{Demand, by_place, demands};
use crate::text::{SourceId, Sources, Span};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// Longest statement that stands for its rule in a sentence, in characters.
const MOST_QUOTED: usize = 60;

/// A step as data.
#[derive(Clone, Debug)]
pub struct StepContents {
    pub because: Vec<Demand>,
    /// Placements, and true for those that must hold.
    pub conclusions: Vec<(Placement, bool)>,
}

/// Puts the steps of a model in words.
#[derive(Clone, Debug)]
pub struct StepTeller<'a> {
    model: &'a Model,
    sources: &'a Sources,
    /// Source whose lines need no file name.
    root: SourceId,
    /// Names of places at which several rules demand something, so that the line must be named too.
    shared: BTreeSet<String>,
}

impl<'a> StepTeller<'a> {
    /// Creates the teller for a model from these sources, of which `root` is the main one.
    pub fn new(model: &'a Model, sources: &'a Sources, root: SourceId) -> Self {
        let mut teller = Self { model, sources, root, shared: BTreeSet::new() };
        let mut of: BTreeMap<String, Span> = BTreeMap::new();
        for demand in by_place(model, &demands(model)) {
            let rule = match demand {
                Demand::Rule(rule) | Demand::Place(rule, _) | Demand::Clue(rule, _) => rule,
                Demand::Given(_) => continue,
            };
            let (name, span) = (teller.name(demand), model.rules[rule].span);
            if of.insert(name.clone(), span).is_some_and(|other| other != span) {
                teller.shared.insert(name);
            }
        }
        teller
    }

    /// Returns the step as a sentence, for a board with these pieces.
    pub fn words(&self, step: &StepContents, pieces: &Diagram) -> String {
        let concluded = || self.conclusions(&step.conclusions);
        match step.because[..] {
            [] => format!("the board allows nothing else: {}", concluded()),
            [demand] => {
                let name = self.located(demand);
                match self.counted(demand, step, pieces) {
                    Some(words) => format!("{name} {words}"),
                    None => format!("{name}: {}", concluded()),
                }
            }
            _ => format!("{} force together: {}", self.listed(&step.because), concluded()),
        }
    }

    /// Says why a board cannot be completed: these demands and pieces exclude each other, with the givens.
    pub fn conflict(&self, because: &[Demand], pieces: &[(Placement, bool)]) -> String {
        let pieces = (!pieces.is_empty()).then(|| self.conclusions(pieces));
        match (because.is_empty(), pieces) {
            (true, None) => "two givens exclude each other".to_owned(),
            (true, Some(pieces)) => format!("pieces or givens exclude each other: {pieces}"),
            (false, None) => format!("{} cannot hold with the givens", self.listed(because)),
            (false, Some(pieces)) => format!("{} cannot hold with {pieces}", self.listed(because)),
        }
    }

    /// Returns the names of demands, joined with `and`.
    pub fn listed(&self, demands: &[Demand]) -> String {
        let mut names: Vec<String> = demands.iter().map(|&d| self.located(d)).collect();
        let last = names.pop().unwrap_or_default();
        if names.is_empty() { last } else { format!("{} and {last}", names.join(", ")) }
    }

    /// Names a demand, with its line where several rules demand something at the same place: `row 4 (line 5)`.
    fn located(&self, demand: Demand) -> String {
        let name = self.name(demand);
        match self.shared.contains(&name) {
            true => format!("{name} ({})", self.line(demand.span(self.model))),
            false => name,
        }
    }

    /// Returns a demand with its statement: `row 4 (line 5): each row: count star = 2`.
    pub fn explained(&self, demand: Demand) -> String {
        let line = self.line(demand.span(self.model));
        match demand {
            Demand::Rule(_) if self.place(demand).is_none() => format!("{line}: {}", self.statement(demand)),
            _ => format!("{} ({line}): {}", self.name(demand), self.statement(demand)),
        }
    }

    /// Returns the line of a span, with its file if that is another than the main one.
    fn line(&self, span: Span) -> String {
        let source = self.sources.get(span.source);
        let line = source.position(span.start as usize).line;
        if span.source == self.root {
            return format!("line {line}");
        }
        let file = source.name.rsplit(['/', '\\']).next().unwrap_or(&source.name);
        format!("{}, line {line}", escape(file))
    }

    /// Names a demand by its place, or by its statement if it has none.
    fn name(&self, demand: Demand) -> String {
        let place = self.place(demand);
        match demand {
            Demand::Given(fact) => match self.model.facts[fact] {
                Fact::Holds(cell, kind, _) => {
                    format!(
                        "the given {} on {}",
                        self.model.kind_words(kind),
                        self.model.board.cell_name(cell)
                    )
                }
                Fact::Empty(cell, _) => format!("the empty cell {}", self.model.board.cell_name(cell)),
            },
            Demand::Clue(_, mark) => match place {
                Some(place) => format!("the clue {} of {place}", self.text(mark)),
                None => format!("the clue {}", self.text(mark)),
            },
            Demand::Rule(_) | Demand::Place(..) => {
                place.unwrap_or_else(|| format!("`{}`", self.text(demand.span(self.model))))
            }
        }
    }

    /// Names the place of a demand.
    pub fn place(&self, demand: Demand) -> Option<String> {
        self.model.place_words(demand.place(self.model)?)
    }

    /// Returns the text of a span on one line, shortened if it is long.
    fn text(&self, span: Span) -> String {
        let text = &self.sources.get(span.source).text[span.range()];
        let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
        if line.chars().count() <= MOST_QUOTED {
            return escape(&line).into_owned();
        }
        let short: String = line.chars().take(MOST_QUOTED - 1).collect();
        format!("{}…", escape(short.trim_end()))
    }

    /// Returns the statement of a demand; for a clue, that of its rule.
    pub fn statement(&self, demand: Demand) -> String {
        match demand {
            Demand::Clue(rule, _) => self.text(self.model.rules[rule].span),
            other => self.text(other.span(self.model)),
        }
    }

    /// Returns the line and the statement of a demand: `line 5: each row: count star = 2`.
    pub fn statement_line(&self, demand: Demand) -> String {
        let span = match demand {
            Demand::Clue(rule, _) => self.model.rules[rule].span,
            other => other.span(self.model),
        };
        format!("{}: {}", self.line(span), self.text(span))
    }

    /// Returns a demand as a JSON value.
    pub fn demand_value(&self, demand: Demand) -> Value {
        let span = demand.span(self.model);
        let source = self.sources.get(span.source);
        json!({
            "statement": self.statement(demand),
            "file": &*source.name,
            "line": source.position(span.start as usize).line,
            "place": self.place(demand),
        })
    }

    /// Returns a conclusion as the members of a JSON object.
    pub fn conclusion_value(&self, (placement, must): &(Placement, bool)) -> Value {
        let name = |c: &CellId| self.model.board.cell_name(*c);
        let value = if *must { "must" } else { "cannot" };
        let kind = self.model.kind_words(placement.kind);
        match &placement.cells[..] {
            [cell] => json!({ "cell": name(cell), "kind": kind, "value": value }),
            cells => json!({
                "cell": name(&cells[0]),
                "cells": cells.iter().map(name).collect::<Vec<_>>(),
                "kind": kind,
                "value": value,
            }),
        }
    }

    /// Lists conclusions: `star on f4; no star on a4, b4`.
    pub fn conclusions(&self, all: &[(Placement, bool)]) -> String {
        let mut by_kind: BTreeMap<(bool, KindId), Vec<String>> = BTreeMap::new();
        for (placement, must) in all {
            by_kind.entry((!must, placement.kind)).or_default().push(self.cells(placement));
        }
        let mut parts = Vec::new();
        let mut excluded: BTreeMap<Vec<String>, Vec<String>> = BTreeMap::new();
        for ((is_excluded, kind), cells) in by_kind {
            let kind = self.model.kind_words(kind);
            if is_excluded {
                excluded.entry(cells).or_default().push(kind);
            } else {
                parts.push(format!("{kind} on {}", cells.join(", ")));
            }
        }
        for (cells, kinds) in excluded {
            parts.push(format!("no {} on {}", kinds.join(", "), cells.join(", ")));
        }
        parts.join("; ")
    }

    fn cells(&self, placement: &Placement) -> String {
        let name = |c: &CellId| self.model.board.cell_name(*c);
        match &self.model.kind(placement.kind).line {
            Some(_) => {
                let words = self.model.placement_words(placement);
                words.split_once(" on ").map_or(words.clone(), |(_, cells)| cells.to_owned())
            }
            None => placement.cells.iter().map(name).collect::<Vec<_>>().join(" "),
        }
    }

    /// Puts the step of a demand that counts pieces as a person would; `None` if it is no such demand.
    fn counted(&self, demand: Demand, step: &StepContents, pieces: &Diagram) -> Option<String> {
        let (what, cells, relation, number) = self.count(demand)?;
        let is_counted =
            |p: &Placement| what.kinds.contains(p.kind) && p.cells.iter().any(|&c| cells.contains(c));
        if !step.conclusions.iter().all(|(p, _)| is_counted(p)) {
            return None;
        }
        let there = pieces.placements().iter().filter(|p| is_counted(p)).count() as i64;
        let kinds: Vec<KindId> = what.kinds.iter().collect();
        let noun = match kinds[..] {
            [kind] => self.model.kind_words(kind),
            _ => "piece".to_owned(),
        };
        let placed: Vec<&Placement> = step.conclusions.iter().filter(|c| c.1).map(|c| &c.0).collect();
        let listed = placed.iter().map(|p| self.cells(p)).collect::<Vec<_>>().join(", ");
        let needs = matches!(relation, Relation::Eq | Relation::Ge);
        if needs && placed.len() as i64 == number - there && placed.len() == step.conclusions.len() {
            if let ([only], 1, true) = (&placed[..], cells.len(), kinds.len() > 1) {
                return Some(format!("can hold only {}", self.model.kind_words(only.kind)));
            }
            return Some(match (&placed[..], number) {
                ([_], 1) => format!("has one cell left for its {noun}: {listed}"),
                ([_], _) => format!("has one cell left for its {} {noun}: {listed}", ordinal(number)),
                (all, _) => format!("needs {} more {noun} and has {0} cells left: {listed}", all.len()),
            });
        }
        if matches!(relation, Relation::Eq | Relation::Le) && placed.is_empty() && there == number {
            let concluded = self.conclusions(&step.conclusions);
            return Some(match number {
                0 => format!("has no {noun}: {concluded}"),
                1 => format!("has its {noun}: {concluded}"),
                _ => format!("has all its {number} of {noun}: {concluded}"),
            });
        }
        None
    }

    /// Returns the pieces, the cells, the relation and the number of a demand that compares the number of pieces with a constant.
    fn count(&self, demand: Demand) -> Option<(&CellContents, &CellSet, Relation, i64)> {
        let (rule, parts) = match demand {
            Demand::Place(rule, place) => (&self.model.rules[rule], self.model.rules[rule].parts_at(place)),
            Demand::Rule(rule) => (&self.model.rules[rule], 0..usize::MAX),
            Demand::Clue(rule, mark) => {
                let rule = &self.model.rules[rule];
                let first = rule.marks.iter().position(|&m| m == mark)?;
                (rule, first..first + rule.marks[first..].iter().take_while(|&&m| m == mark).count())
            }
            Demand::Given(_) => return None,
        };
        let RuleBody::Compare(instances) = &rule.body else { return None };
        let [instance] = &instances[parts.start..parts.end.min(instances.len())] else { return None };
        let [(1, Term::Count { unit: Unit::Pieces, what, cells, reach: None, filter: None })] =
            &instance.left.terms[..]
        else {
            return None;
        };
        let plain = instance.guard.is_none() && !what.empty;
        plain.then_some((what, &**cells, instance.relation, -instance.left.constant))
    }
}

/// Returns `second`, `third`, …
fn ordinal(number: i64) -> String {
    match number {
        2 => "second".to_owned(),
        3 => "third".to_owned(),
        4 => "fourth".to_owned(),
        5 => "fifth".to_owned(),
        _ => "last".to_owned(),
    }
}
