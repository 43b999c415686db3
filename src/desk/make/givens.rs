//! Questions about many sets of givens of one model, in one incremental solver.
//!
//! The model is one problem that is always on, and a given is an assumption. If a set of givens has the one solution S, then
//! every other solution of the set without the given g lacks g. So one search decides if g can be taken away: it assumes the
//! others and the opposite of g. No clause has to say "other than S", and all that the solver learns holds for all puzzles.

use super::error::MakeError;
use super::reduce::reduce;
use super::varied::orbit;
use crate::engine::{Control, PlacedOrNot, SwitchId, SwitchedProblems};
use crate::geometry::{CellId, Symmetry};
use crate::ground::GroundedProblem;
use crate::model::{CellContents, Diagram, KindId, Model, Shapes};
use crate::problem::ChoiceId;
use crate::random::Random;

/// A model whose givens vary.
pub struct GivenProblem {
    grounded: GroundedProblem,
    solver: SwitchedProblems,
    model: SwitchId,
    /// Choices that cover each cell.
    covering: Vec<Vec<ChoiceId>>,
}

/// Number of placements that are drawn at random; the search completes them.
const DRAWN: usize = 24;
/// Number of draws.
const DRAWS: usize = 60;

/// A given, as a conjunction of placements.
pub struct GivenItem {
    pub cell: CellId,
    /// `None` for an empty cell.
    pub kind: Option<KindId>,
    literals: Vec<PlacedOrNot>,
}

impl GivenItem {
    /// Returns the placements of which it is the conjunction.
    pub fn literals(&self) -> &[PlacedOrNot] {
        &self.literals
    }
}

impl GivenProblem {
    /// Writes the problem of a model as clauses; `None` if it has objectives or is too large for them.
    pub fn new(model: &Model, grounded: GroundedProblem, control: &Control, seed: u64) -> Option<Self> {
        if !model.objectives.is_empty() {
            return None;
        }
        let mut solver = SwitchedProblems::new(grounded.problem.choices.len(), control, seed);
        let images: Vec<ChoiceId> = grounded.problem.choice_ids().collect();
        let switch = solver.add(&grounded.problem, &images).ok()?;
        let mut covering = vec![Vec::new(); model.board.len()];
        for &choice in &images {
            for cell in grounded.problem.choices.cells(choice) {
                covering[cell.index()].push(choice);
            }
        }
        Some(Self { grounded, solver, model: switch, covering })
    }

    /// Returns a solution, not uniformly drawn; `None` if there is none.
    ///
    /// # Errors
    /// If a limit or an interrupt stops the search.
    pub fn solution(&mut self, random: &mut Random) -> Result<Option<Diagram>, MakeError> {
        let mut assumed: Vec<PlacedOrNot> = Vec::new();
        if !self.solver.solve(&[self.model], &[])? {
            return Ok(None);
        }
        let mut solution = self.solver.solution();
        let choices = self.grounded.problem.choices.len();
        for _ in 0..DRAWS {
            if assumed.len() == DRAWN || choices == 0 {
                break;
            }
            assumed.push((ChoiceId(random.below(choices) as u32), true));
            if self.solver.solve(&[self.model], &assumed)? {
                solution = self.solver.solution();
            } else {
                assumed.pop();
            }
        }
        Ok(Some(self.grounded.diagram(&solution)))
    }

    /// Returns a solution other than `solution`, if there is one.
    ///
    /// # Errors
    /// If a limit or an interrupt stops the search.
    pub fn rival(&mut self, solution: &Diagram) -> Result<Option<Diagram>, MakeError> {
        self.other(solution, &[])
    }

    /// Returns a solution other than `solution` that agrees with `assumed`, if there is one.
    ///
    /// # Errors
    /// If a limit or an interrupt stops the search.
    pub fn other(
        &mut self,
        solution: &Diagram,
        assumed: &[PlacedOrNot],
    ) -> Result<Option<Diagram>, MakeError> {
        let Some(chosen) = self.grounded.choices(solution) else { return Ok(None) };
        let differs: Vec<PlacedOrNot> = self
            .grounded
            .problem
            .choice_ids()
            .map(|choice| (choice, chosen.binary_search(&choice).is_err()))
            .collect();
        let differs = self.solver.require_while_on(&differs);
        let found = self.solver.solve(&[self.model, differs], assumed)?;
        Ok(found.then(|| self.grounded.diagram(&self.solver.solution())))
    }

    /// Returns the givens that `solution` offers, each with its pattern.
    pub fn items(&self, model: &Model, solution: &Diagram, of: &CellContents) -> Vec<GivenItem> {
        let kinds = solution.kinds_by_cell(model.board.len());
        let item = |cell: CellId| {
            let kind = kinds[cell.index()];
            let offered = kind.map_or(of.empty, |k| of.kinds.contains(k));
            let covering = &self.covering[cell.index()];
            let literals = match kind {
                // A kind that covers one cell has one choice there.
                Some(kind) => {
                    let is_it = |c: &&ChoiceId| self.grounded.problem.choices.kind(**c) == kind.0;
                    covering.iter().filter(is_it).map(|&c| (c, true)).collect()
                }
                None => covering.iter().map(|&c| (c, false)).collect(),
            };
            offered.then_some(GivenItem { cell, kind, literals })
        };
        model.board.open_cells().filter_map(item).collect()
    }

    /// Returns for a minimal set of these givens of `solution` with one solution, or a second solution that has all of them.
    pub(super) fn minimal(
        &mut self,
        model: &Model,
        solution: &Diagram,
        items: &[GivenItem],
        pattern: &[Symmetry],
        random: &mut Random,
    ) -> Result<Result<Vec<bool>, Diagram>, MakeError> {
        let all: Vec<PlacedOrNot> = items.iter().flat_map(|i| i.literals.iter().copied()).collect();
        if let Some(rival) = self.other(solution, &all)? {
            return Ok(Err(rival));
        }
        let cells: Vec<CellId> = items.iter().map(|i| i.cell).collect();
        let groups = groups(model, &cells, pattern);
        let mut assumed: Vec<PlacedOrNot> = Vec::new();
        let mut still_unique = |stays: &[bool], group: &[usize]| {
            assumed.clear();
            let kept = items.iter().zip(stays).filter(|(_, stays)| **stays);
            assumed.extend(kept.flat_map(|(item, _)| item.literals.iter().copied()));
            for &(choice, placed) in group.iter().flat_map(|&i| &items[i].literals) {
                assumed.push((choice, !placed));
                if self.solver.solve(&[self.model], &assumed)? {
                    return Ok(false);
                }
                assumed.pop();
            }
            Ok(true)
        };
        reduce(items.len(), groups, random, &mut still_unique).map(Ok)
    }
}

/// Returns true if the fast questions apply to these givens: their kinds cover one cell each.
pub(super) fn is_simple(model: &Model, of: &CellContents) -> bool {
    let simple = |k: KindId| model.kind(k).line.is_none() && model.kind(k).shapes == Shapes::Point;
    of.kinds.iter().all(simple)
}

/// Groups the items on these cells that are taken away together, so that the pattern stays symmetric.
pub(super) fn groups(model: &Model, cells: &[CellId], pattern: &[Symmetry]) -> Vec<Vec<usize>> {
    let mut index = vec![None; model.board.len()];
    cells.iter().enumerate().for_each(|(i, c)| index[c.index()] = Some(i));
    let mut groups = Vec::new();
    for &cell in cells {
        let mut group: Vec<usize> =
            orbit(&model.board, pattern, cell).into_iter().filter_map(|c| index[c.index()].take()).collect();
        group.sort_unstable();
        if !group.is_empty() {
            groups.push(group);
        }
    }
    groups
}
