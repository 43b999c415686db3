//! One round of grounding: every rule over the remaining choices.

use super::Unground;
use super::cancel::CancelCallback;
use super::choices::IndexedChoices;
use super::draft::{CliqueFamily, Draft};
use super::forbidden;
use super::graphs::{GroupGraph, Links};
use super::sight::Sights;
use super::tidy;
use super::truth::Definitions;
use crate::model::{Fact, Groups, Model, RouteId, RuleBody};
use crate::problem::{ChoiceId, CountConstraints, Objective, Origin, ProblemParts};
use rustc_hash::FxHashMap;
use std::rc::Rc;
use std::sync::Arc;

/// State of a round.
pub(super) struct Grounder<'a> {
    pub model: &'a Model,
    /// True if every cell must be filled (Lemma E).
    pub full: bool,
    pub choices: IndexedChoices,
    /// True if the choices have the numbers of the board's cells.
    pub cells_are_choices: bool,
    /// For each kind, true if it has a choice.
    pub present: Vec<bool>,
    pub defs: Definitions,
    pub sights: Sights,
    pub draft: Draft,
    /// Graphs of groups built so far.
    pub graphs: FxHashMap<Groups, Rc<GroupGraph>>,
    /// Links of routes found so far.
    pub links: FxHashMap<RouteId, Rc<Links>>,
    pub lemmas: Vec<String>,
    pub cancel: &'a CancelCallback<'a>,
}

impl<'a> Grounder<'a> {
    pub fn new(model: &'a Model, choices: IndexedChoices, cancel: &'a CancelCallback<'a>) -> Self {
        let count = choices.list.len();
        Self {
            model,
            full: false,
            cells_are_choices: choices.are_cells(),
            present: choices.present(model.kinds.len()),
            choices,
            defs: Definitions::new(count),
            sights: Sights::new(model.board.len()),
            draft: Draft::default(),
            graphs: FxHashMap::default(),
            links: FxHashMap::default(),
            lemmas: Vec::new(),
            cancel,
        }
    }

    /// Checks the limits, and that the grounding is still wanted.
    pub fn check(&self) -> Result<(), Unground> {
        self.draft.check()?;
        self.defs.check()?;
        self.cancel.check()
    }

    /// Records a lemma, without duplicates.
    pub fn note(&mut self, lemma: String) {
        if !self.lemmas.contains(&lemma) {
            self.lemmas.push(lemma);
        }
    }

    /// Returns the contents of the problem (the group still empty), the lemmas used, and choices that are in no solution.
    pub fn ground(mut self) -> Result<(ProblemParts, Vec<String>, Vec<ChoiceId>), Unground> {
        self.check()?;
        self.cells()?;
        self.facts()?;
        let forbidden = forbidden::attacks(self.model, self.cancel)?;
        self.no_attacks(forbidden)?;
        for (i, rule) in self.model.rules.iter().enumerate() {
            let origin = Origin(i as u32);
            match &rule.body {
                RuleBody::NoAttacks(_) => {}
                RuleBody::Compare(instances) => self.compare(instances, origin)?,
                RuleBody::Either(all) => self.either(all, origin)?,
                RuleBody::Runs(all) => {
                    for runs in all {
                        self.line_runs(runs, origin);
                        self.check()?;
                    }
                }
                RuleBody::Pair { from, to, moves } => self.pair(from, to, moves, origin)?,
                RuleBody::Symmetric(kinds) => self.symmetric(kinds, origin),
                RuleBody::EachGroup(rules) => {
                    for rule in rules {
                        self.each_group(rule, origin)?;
                    }
                }
                RuleBody::Route(route) => self.route(*route, origin),
            }
            self.check()?;
        }
        self.attack_degrees();
        let mut objectives = Vec::new();
        for objective in &self.model.objectives {
            objectives.push(self.objective(objective.maximize, &objective.value)?);
        }
        let by = match &self.model.find.query {
            crate::model::Query::CountBy(value) => Some(self.objective(false, value)?),
            _ => None,
        };
        self.check()?;
        let full = self.full_lines();
        if full > 0 {
            self.note(format!("pigeonhole: the count requires exactly one piece on each of {full} lines"));
        }
        let exact = CountConstraints {
            choices: self.choices.list.len(),
            cliques: &mut self.draft.cliques,
            linears: &mut self.draft.linears,
            clauses: &mut self.draft.clauses,
        }
        .fill();
        if exact > 0 {
            self.note(format!("capacities: {exact} sets must be as full as their bounds allow"));
        }
        let board = Arc::new(self.model.board.clone());
        let tidy = tidy::problem(
            board,
            self.model.kinds.len(),
            self.choices,
            self.defs,
            self.draft,
            (objectives, by),
            self.cancel,
        )?;
        Ok((tidy.parts, self.lemmas, tidy.impossible))
    }

    /// Allows at most one piece on a cell; requires one if every cell must be filled.
    fn cells(&mut self) -> Result<(), Unground> {
        if self.cells_are_choices && !self.full {
            let singles = self.choices.ids().collect();
            self.draft.families.push(CliqueFamily { cliques: Vec::new(), singles, disjoint: true });
            return Ok(());
        }
        let mut family = CliqueFamily { disjoint: self.choices.list.all_points(), ..CliqueFamily::default() };
        for cell in self.model.board.open_cells() {
            self.check()?;
            let covering = self.choices.covering(cell);
            match covering {
                [] => {}
                [single] => family.singles.push(*single),
                several => {
                    family.cliques.extend(self.draft.clique(several.to_vec(), self.full, Origin::BOARD));
                }
            }
            if self.full && covering.len() < 2 {
                self.draft.clause(covering.iter().map(|c| c.lit()).collect(), Origin::BOARD);
            }
        }
        self.draft.families.push(family);
        Ok(())
    }

    /// Adds clauses for pieces that the facts require. (Excluded placements are not choices.)
    fn facts(&mut self) -> Result<(), Unground> {
        for (i, fact) in self.model.facts.iter().enumerate() {
            self.check()?;
            if let Fact::Holds(cell, ..) = *fact {
                // Choices of other kinds do not cover the cell, and it is already an at-most-one line.
                let lits = self.choices.covering(cell).iter().map(|c| c.lit()).collect();
                self.draft.clause(lits, Origin((self.model.rules.len() + i) as u32));
            }
        }
        Ok(())
    }

    fn objective(&mut self, maximize: bool, value: &crate::model::LinearExpr) -> Result<Objective, Unground> {
        let sum = self.linear(value)?;
        Ok(Objective { maximize, terms: sum.terms, constant: sum.constant })
    }
}
