//! Smallest sets of givens and clues to drop or change, for a spec without solutions.

use super::change::{Change, MAX_BRANCHES, REPAIRS, Repair, ranked};
use super::intended::rewritten;
use super::parts::Part;
use crate::desk::hitting::{HittingLimits, smallest_hitting_set};
use crate::desk::make::{MakeError, Rival, Script, Workbench};
use crate::engine::{PlacedOrNot, SwitchId, SwitchedProblems};
use crate::model::Model;
use crate::problem::ChoiceId;
use crate::random::Random;
use crate::run::{Demand, only};
use rustc_hash::FxHashMap;

/// Limits of the search for parts to drop.
const LIMITS: HittingLimits = HittingLimits { members: 4, branches: MAX_BRANCHES };

/// Each part as a problem of its own, with the rules as one.
struct SwitchedParts {
    solver: SwitchedProblems,
    rules: SwitchId,
    parts: Vec<SwitchId>,
}

impl SwitchedParts {
    fn new(
        model: &Model,
        rules: &[Demand],
        parts: &[Part],
        bench: &Workbench<'_>,
    ) -> Result<Self, MakeError> {
        let board = bench.ground(&only(model, &[]))?;
        let choices = &board.problem.choices;
        let key = |problem: &crate::problem::Problem, c: ChoiceId| {
            (problem.choices.kind(c), problem.choices.cells(c).to_vec())
        };
        let number: FxHashMap<_, ChoiceId> =
            board.problem.choice_ids().map(|c| (key(&board.problem, c), c)).collect();
        let mut solver = SwitchedProblems::new(choices.len(), bench.control(), 0);
        let mut add = |demands: &[Demand]| -> Result<SwitchId, MakeError> {
            let problem = bench.ground(&only(model, demands))?.problem;
            let images: Option<Vec<ChoiceId>> =
                problem.choice_ids().map(|c| number.get(&key(&problem, c)).copied()).collect();
            let images = images.ok_or_else(|| unfit("a rule has placements that the board lacks"))?;
            solver.add(&problem, &images).map_err(|limit| unfit(&limit.to_string()))
        };
        let rules = add(rules)?;
        let parts = parts.iter().map(|p| add(&p.demands)).collect::<Result<_, _>>()?;
        Ok(Self { solver, rules, parts })
    }

    /// Returns a contradiction of the rules with these parts, as indices of parts; `None` if there is a solution.
    fn contradiction(&mut self, on: &[usize]) -> Result<Option<Vec<usize>>, MakeError> {
        let mut switches = vec![self.rules];
        switches.extend(on.iter().map(|&i| self.parts[i]));
        let none: &[PlacedOrNot] = &[];
        if self.solver.solve(&switches, none)? {
            return Ok(None);
        }
        let (core, _) = self.solver.core();
        let part = |s: &SwitchId| self.parts.iter().position(|p| p == s);
        Ok(Some(core.iter().filter_map(part).collect()))
    }
}

fn unfit(words: &str) -> MakeError {
    MakeError::Unwritable(words.to_owned())
}

/// Returns the smallest repairs.
pub(super) fn corrections(
    script: &Script,
    model: &Model,
    bench: &Workbench<'_>,
) -> Result<Vec<Repair>, MakeError> {
    let (rules, parts) = (Part::rules(model), Part::all(model));
    let mut switched = SwitchedParts::new(model, &rules, &parts, bench)?;
    let (mut cores, mut found): (Vec<Vec<usize>>, Vec<Vec<usize>>) = (Vec::new(), Vec::new());
    let mut repairs = Vec::new();
    while repairs.len() < REPAIRS {
        let Some(dropped) = smallest_hitting_set(&cores, &found, LIMITS) else { break };
        if found.first().is_some_and(|f| f.len() < dropped.len()) {
            break;
        }
        bench.stage(format!("trying to drop {}", dropped.len()));
        let on: Vec<usize> = (0..parts.len()).filter(|i| !dropped.contains(i)).collect();
        match switched.contradiction(&on)? {
            // The rules contradict each other by themselves.
            Some(core) if core.is_empty() => break,
            Some(core) => cores.push(core),
            None => {
                let kept = Part::with(&rules, on.iter().map(|&i| &parts[i]));
                let mut less = only(model, &kept);
                less.objectives = model.objectives.clone();
                let gone: Vec<&Part> = dropped.iter().map(|&i| &parts[i]).collect();
                repairs.extend(repair_of(script, model, &less, &gone, bench)?);
                found.push(dropped);
            }
        }
    }
    Ok(ranked(repairs))
}

/// The repair that drops these parts; if one solution is left, it says what to write in their place.
fn repair_of(
    script: &Script,
    model: &Model,
    less: &Model,
    gone: &[&Part],
    bench: &Workbench<'_>,
) -> Result<Option<Repair>, MakeError> {
    let Some(solution) = bench.solution(less, &mut Random::new(0))? else { return Ok(None) };
    let unique = matches!(bench.rival(less, &solution)?, Rival::None);
    let change = |part: &&Part| -> Result<Change, MakeError> {
        let written = if unique { rewritten(script, model, bench, part, &solution)? } else { None };
        Ok(written.map_or(Change::Drop(part.span), |text| Change::Write { at: part.span, text }))
    };
    let changes = gone.iter().map(change).collect::<Result<_, _>>()?;
    Ok(Some(Repair { changes, unique }))
}
