//! The demands of a model over common choices, each grounded alone.

use super::fault::DeskFault;
use super::step::{DemandId, Step};
use crate::engine::{Clauses, Control, clauses};
use crate::ground::{GroundedProblem, TooLarge, ground_while};
use crate::model::{Fact, KindId, Model, Placement, Shapes, UpTo};
use crate::problem::{ChoiceId, Origin, Problem};
use crate::run::{Demand, bare, by_place, demands};

/// Limit on pairs of placements that share a cell.
const MAX_EXCLUSIONS: u64 = 20_000_000;

/// The demands of a model. Givens on single cells are none of them: they are on the board from the start.
pub struct DemandTable {
    /// Choices of the board without rules and givens, to which all numbers refer.
    pub choices: GroundedProblem,
    /// All demands, the easiest to see first.
    list: Vec<DemandClauses>,
    /// For each choice, the demands that are about it.
    about: Vec<Vec<DemandId>>,
}

/// A demand with its clauses.
pub(super) struct DemandClauses {
    pub demand: Demand,
    /// Common choices that it is about, ascending.
    pub scope: Vec<ChoiceId>,
    /// Its clauses; the first variables are those of `scope`.
    pub clauses: Clauses,
}

impl DemandTable {
    /// Grounds every demand of the model.
    ///
    /// # Errors
    /// If the model has an objective, a limit is exceeded, or the control stops it.
    pub fn new(model: &Model, control: &Control) -> Result<Self, DeskFault> {
        if !model.objectives.is_empty() {
            return Err(DeskFault::Objective);
        }
        let bare = bare(model);
        let choices = ground_alone(&bare, control)?;
        let needed = choices.problem.exclusion_bound() as u64;
        if needed > MAX_EXCLUSIONS {
            return Err(TooLarge { what: "the overlaps of placements", needed, limit: MAX_EXCLUSIONS }.into());
        }
        let mut list = Vec::new();
        for demand in by_place(model, &demands(model)) {
            if is_on_board(model, demand) {
                continue;
            }
            control.check(1)?;
            let alone = demand.alone(&bare, model);
            let mut problem = ground_alone(&alone, control)?.problem;
            let images = images(&problem, &choices.problem);
            // The board is always there.
            problem.edit(|parts| parts.cliques.retain(|q| q.exactly || q.origin != Origin::BOARD));
            let lowered = problem.lowered()?;
            let all = clauses(&lowered);
            let (scope, clauses) = scoped(&all, &images, choices.problem.choices.len());
            list.push(DemandClauses { demand, scope, clauses });
        }
        list.sort_by_key(|d| d.scope.len());
        let mut about = vec![Vec::new(); choices.problem.choices.len()];
        for (i, demand) in list.iter().enumerate() {
            for choice in &demand.scope {
                about[choice.index()].push(DemandId(i as u32));
            }
        }
        Ok(Self { choices, list, about })
    }

    /// Returns a choice as a placement.
    pub fn placement(&self, choice: ChoiceId) -> Placement {
        let choice = self.choices.problem.choices.get(choice);
        Placement { kind: KindId(choice.kind), cells: choice.cells.into() }
    }

    /// Returns the demands of a step, and its placements with true for those that must hold.
    pub fn contents(&self, step: &Step) -> (Vec<Demand>, Vec<(Placement, bool)>) {
        let conclusions = step.conclusions.iter().map(|c| (self.placement(c.choice), c.must));
        (step.because.iter().map(|&d| self.demand(d)).collect(), conclusions.collect())
    }

    /// Number of demands.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Returns true if the model demands nothing.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Returns the demand with this number.
    pub fn demand(&self, id: DemandId) -> Demand {
        self.list[id.index()].demand
    }

    /// Iterates over the numbers of all demands.
    pub fn ids(&self) -> impl Iterator<Item = DemandId> + use<> {
        (0..self.list.len() as u32).map(DemandId)
    }

    pub(super) fn get(&self, id: DemandId) -> &DemandClauses {
        &self.list[id.index()]
    }

    /// Returns the demands that are about a choice, ascending.
    pub(super) fn about(&self, choice: ChoiceId) -> &[DemandId] {
        &self.about[choice.index()]
    }

    /// Returns the other choices that share a cell with `choice`, ascending.
    pub(super) fn overlapping(&self, choice: ChoiceId) -> impl Iterator<Item = ChoiceId> + '_ {
        self.choices.problem.exclusions()[choice.index()].iter().map(|&c| ChoiceId(c))
    }

    /// Number of common choices.
    pub(super) fn width(&self) -> usize {
        self.choices.problem.choices.len()
    }
}

impl DemandClauses {
    /// Returns the choices in scope that are not known, and what the clauses say about them.
    pub(super) fn left_open(
        &self,
        known_value: impl Fn(ChoiceId) -> Option<bool>,
    ) -> (Vec<ChoiceId>, Clauses) {
        let own = self.scope.len();
        let mut open = Vec::new();
        // For each choice in scope, its number among the open ones, from 1, or its value.
        let mut standing = Vec::with_capacity(own);
        for &choice in &self.scope {
            let known = known_value(choice);
            if known.is_none() {
                open.push(choice);
            }
            standing.push(known.map_or(Ok(open.len() as i32), Err));
        }
        let shift = own as i32 - open.len() as i32;
        let mut list = Vec::new();
        'clauses: for clause in &self.clauses.list {
            let mut left = Vec::with_capacity(clause.len());
            for &number in clause {
                match standing.get(number.unsigned_abs() as usize - 1) {
                    Some(Ok(open)) => left.push(number.signum() * open),
                    Some(Err(value)) if *value == (number > 0) => continue 'clauses,
                    Some(Err(_)) => {}
                    None => left.push(number.signum() * (number.abs() - shift)),
                }
            }
            list.push(left);
        }
        (open, Clauses { variables: self.clauses.variables - shift as u32, list })
    }
}

/// Returns true if the demand is a given that the board shows from the start: a piece on a single cell, or an empty cell. A
/// given tile may lie in several ways.
fn is_on_board(model: &Model, demand: Demand) -> bool {
    let Demand::Given(fact) = demand else { return false };
    match model.facts[fact] {
        Fact::Empty(..) => true,
        Fact::Holds(_, kind, _) => model.kind(kind).shapes == Shapes::Point,
    }
}

pub(super) fn ground_alone(model: &Model, control: &Control) -> Result<GroundedProblem, DeskFault> {
    ground_while(model, UpTo::default(), &|| control.over().is_none())
        .map_err(|e| DeskFault::of(e, control.over()))
}

/// Returns the number of each choice of `problem` among those of `all`.
pub(super) fn images(problem: &Problem, all: &Problem) -> Vec<ChoiceId> {
    let mut images = Vec::with_capacity(problem.choices.len());
    for choice in problem.choices.iter() {
        let key = (choice.cells[0], choice.kind, choice.cells);
        let image = all.choices.position_by(|c| (c.cells[0], c.kind, c.cells).cmp(&key));
        images.push(image.expect("rules and givens only leave choices out"));
    }
    images
}

/// Returns the choices that occur in the clauses or are left out, and the clauses about them.
fn scoped(all: &Clauses, images: &[ChoiceId], width: usize) -> (Vec<ChoiceId>, Clauses) {
    let mut is_in = vec![true; width];
    images.iter().for_each(|c| is_in[c.index()] = false);
    let left_out: Vec<ChoiceId> = (0..width as u32).map(ChoiceId).filter(|c| is_in[c.index()]).collect();
    let own = |number: i32| images.get(number.unsigned_abs() as usize - 1);
    all.list.iter().flatten().filter_map(|&n| own(n)).for_each(|c| is_in[c.index()] = true);
    let scope: Vec<ChoiceId> = (0..width as u32).map(ChoiceId).filter(|c| is_in[c.index()]).collect();
    let number_in_scope = |choice: &ChoiceId| scope.partition_point(|c| c < choice) as i32 + 1;
    let renumbered = |&number: &i32| match own(number) {
        Some(choice) => number.signum() * number_in_scope(choice),
        None => number.signum() * (number.abs() - images.len() as i32 + scope.len() as i32),
    };
    let mut list: Vec<Vec<i32>> = all.list.iter().map(|c| c.iter().map(renumbered).collect()).collect();
    list.extend(left_out.iter().map(|choice| vec![-number_in_scope(choice)]));
    let variables = all.variables.max(images.len() as u32) - images.len() as u32 + scope.len() as u32;
    (scope, Clauses { variables, list })
}
