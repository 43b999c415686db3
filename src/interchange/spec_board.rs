//! The board of a spec, as the writers of foreign formats see it.

use super::digits::digits;
use super::place::Place;
use crate::api::Puzzle;
use crate::engine::Limits;
use crate::foreign::{Given, SpecBoard};
use crate::geometry::{CellSet, Shape};
use crate::host::Host;
use crate::model::{Fact, Instance, Model, Query, Reach, Relation, RuleBody, Term};
use crate::run::Request;
use std::time::Duration;

/// Time that is spent on the solution of a puzzle, which is left out if it takes longer.
const PATIENCE: Duration = Duration::from_secs(5);

/// Returns the board of a model; `None` if it is no flat board of squares.
pub(super) fn spec_board(model: &Model) -> Option<SpecBoard> {
    let Shape::Box { width, height, depth: 1, wrap_x: false, wrap_y: false } = model.board.shape() else {
        return None;
    };
    let place = Place { board: &model.board, columns: width as usize, rows: height as usize };
    let cells = model.board.len();
    let mut board = SpecBoard {
        columns: place.columns,
        rows: place.rows,
        title: model.title.as_deref().map(str::to_owned),
        walls: vec![false; cells],
        givens: vec![None; cells],
        largest: largest(model),
        ..SpecBoard::default()
    };
    model.board.walls().iter().for_each(|cell| board.walls[place.of(cell)] = true);
    let drawn = (!model.clues.is_empty()).then(|| (String::new(), place.clues(&model.clues)));
    let layers = model.clue_layers.iter().map(|layer| (layer.name.to_string(), place.clues(&layer.clues)));
    board.clues = drawn.into_iter().chain(layers).collect();
    board.regions = model.layers.iter().map(|layer| place.regions(&layer.of)).collect();
    for fact in &model.facts {
        if let Fact::Holds(cell, kind, _) = *fact {
            let kind = model.kind(kind);
            let name = kind.family.map_or_else(|| kind.name.clone(), |(f, _)| model.families[f].name.clone());
            let value = kind.family.map(|family| family.1);
            board.givens[place.of(cell)] = Some(Given { name: name.to_string(), value });
        }
    }
    board.sums = sums(model, &place);
    let digits = digits(model, &place);
    (board.distinct, board.values, board.least) = (digits.distinct, digits.values, digits.least);
    board.attacks = model.rules.iter().any(|rule| matches!(rule.body, RuleBody::NoAttacks(_)));
    board.runs = runs(model, &place);
    let ends = model.routes.iter().filter_map(|route| Some([route.ends[0]?, route.ends[1]?]));
    board.ends = ends.map(|ends| ends.map(|cell| place.of(cell))).collect();
    Some(board)
}

/// The values in the only solution, by rows from the top; `None` if there is another, or if a limit comes first.
pub(super) fn only_solution(spec: &str, host: &Host) -> Option<Vec<i64>> {
    let puzzle = Puzzle::parse(spec).ok()?;
    let limits = Limits { time: Some(PATIENCE), ..Limits::default() };
    let two = Request { query: Query::First(2), limits, host: host.clone(), ..puzzle.request() };
    let answer = puzzle.answer(&two).ok().filter(|answer| answer.is_exhausted())?;
    let [board] = answer.solutions() else { return None };
    let model = puzzle.model();
    let Shape::Box { width, height, .. } = model.board.shape() else { return None };
    let place = Place { board: &model.board, columns: width as usize, rows: height as usize };
    let mut values = vec![0; model.board.len()];
    for placement in board.diagram().placements() {
        let value = model.kind(placement.kind).family?.1;
        placement.cells.iter().for_each(|&cell| values[place.of(cell)] = value);
    }
    Some(values)
}

fn largest(model: &Model) -> u32 {
    let values = model.kinds.iter().filter_map(|kind| kind.family);
    values.filter_map(|(_, value)| u32::try_from(value).ok()).max().unwrap_or(0)
}

/// The rules that compare a sum over cells with a number.
fn sums(model: &Model, place: &Place<'_>) -> Vec<(Vec<usize>, i64)> {
    let of_rule = |body: &RuleBody| match body {
        RuleBody::Compare(all) => all.iter().filter_map(|one| sum(one, place)).collect(),
        _ => Vec::new(),
    };
    model.rules.iter().flat_map(|rule| of_rule(&rule.body)).collect()
}

fn sum(instance: &Instance, place: &Place<'_>) -> Option<(Vec<usize>, i64)> {
    let is_equation = instance.relation == Relation::Eq && instance.guard.is_none();
    let (factor, first) = instance.left.terms.first().filter(|_| is_equation)?;
    let cells = counted(first)?;
    let is_alike = instance.left.terms.iter().all(|(_, term)| counted(term) == Some(cells));
    // The comparison may stand the other way round.
    is_alike.then(|| (place.cells(cells), -instance.left.constant * factor.signum()))
}

/// The cells of a count over a set, without reach.
fn counted(term: &Term) -> Option<&CellSet> {
    match term {
        Term::Count { cells, reach: None::<Reach>, filter: None, .. } | Term::Links { cells, .. } => {
            Some(cells)
        }
        _ => None,
    }
}

fn runs(model: &Model, place: &Place<'_>) -> Vec<(Vec<usize>, Vec<u32>)> {
    let of_rule = |body: &RuleBody| match body {
        RuleBody::Runs(all) => all
            .iter()
            .map(|runs| (runs.line.iter().map(|&cell| place.of(cell)).collect(), runs.lengths.clone()))
            .collect(),
        _ => Vec::new(),
    };
    model.rules.iter().flat_map(|rule| of_rule(&rule.body)).collect()
}
