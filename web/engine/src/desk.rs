//! Steps that a person can take, and the marking of a board by them.

use crate::World;
use crate::board::{drawn, first_board, placed};
use crate::question::Question;
use crate::spec::LoadedSpec;
use nauck::Limits;
use nauck::desk::{DemandTable, DeskFault, Position, Start, Step, Stepper, next_hint};
use nauck::engine::{Control, Hooks};
use nauck::model::{Diagram, Model, Placement, judge};
use nauck::problem::ChoiceId;
use nauck::report::{StepContents, StepTeller};
use serde_json::{Value, json};
use std::sync::Arc;

/// Maximum number of broken rules that a mark names.
const MAX_NAMED: usize = 12;

/// A spec on the desk.
struct Desk<'a> {
    model: &'a Model,
    table: DemandTable,
    teller: StepTeller<'a>,
    control: &'a Control,
}

fn control(question: &Question, world: World) -> Control {
    let hooks = Hooks { host: world.host(), ..Hooks::default() };
    Control::with(hooks, Arc::default(), Limits { time: question.time(), ..Limits::default() })
}

impl<'a> Desk<'a> {
    fn new(loaded: &'a LoadedSpec, model: &'a Model, control: &'a Control) -> Result<Self, DeskFault> {
        let teller = StepTeller::new(model, &loaded.document.sources, loaded.document.spec.root());
        Ok(Self { model, table: DemandTable::new(model, control)?, teller, control })
    }

    /// Starts from these pieces. `Err`: the words why the board cannot be completed, and the pieces that say so.
    fn start(&self, pieces: &[ChoiceId]) -> Result<Result<Stepper<'_>, (String, Vec<Placement>)>, DeskFault> {
        Ok(match Stepper::start(self.model, &self.table, pieces, self.control)? {
            Start::Steps(stepper) => Ok(*stepper),
            Start::Conflict(conflict) => {
                let because: Vec<_> = conflict.because.iter().map(|&d| self.table.demand(d)).collect();
                let pieces: Vec<_> =
                    conflict.pieces.iter().map(|&c| (self.table.placement(c), true)).collect();
                let words = self.teller.conflict(&because, &pieces);
                Err((words, pieces.into_iter().map(|piece| piece.0).collect()))
            }
        })
    }

    /// Returns the pieces as choices, or one that cannot stand on the board.
    fn choices(&self, pieces: &[Placement]) -> Result<Vec<ChoiceId>, Placement> {
        let all = |pieces: &[Placement]| self.table.choices.choices(&Diagram::new(pieces.iter().cloned()));
        let is_impossible = |p: &&Placement| all(std::slice::from_ref(*p)).is_none();
        match pieces.iter().find(is_impossible) {
            Some(piece) => Err(piece.clone()),
            None => Ok(all(pieces).unwrap_or_default()),
        }
    }

    fn words(&self, step: &Step, position: &Position) -> String {
        let (because, conclusions) = self.table.contents(step);
        self.teller.words(&StepContents { because, conclusions }, &position.diagram(&self.table))
    }

    /// Returns the board with the cells of a step marked.
    fn drawn(&self, step: &Step, position: &Position) -> Result<Value, String> {
        let placements: Vec<Placement> =
            step.conclusions.iter().map(|c| self.table.placement(c.choice)).collect();
        drawn(self.model, &position.diagram(&self.table), &marked(self.model, &placements))
    }
}

fn marked(model: &Model, placements: &[Placement]) -> Vec<bool> {
    let mut marked = vec![false; model.board.len()];
    for cell in placements.iter().flat_map(|p| &p.cells) {
        marked[cell.index()] = true;
    }
    marked
}

fn sentence(fault: &DeskFault) -> String {
    match fault {
        DeskFault::Stopped(_) => format!("{fault}: the question is open"),
        _ => fault.to_string(),
    }
}

fn cannot_stand(model: &Model, piece: &Placement) -> String {
    format!("{} cannot stand on this board", model.placement_words(piece))
}

/// Shows the next step from the placed pieces.
pub(crate) fn hint(
    loaded: &LoadedSpec,
    model: &Model,
    question: &Question,
    world: World,
) -> Result<Value, String> {
    let control = control(question, world);
    let desk = Desk::new(loaded, model, &control).map_err(|fault| sentence(&fault))?;
    let pieces = desk.choices(&placed(model, question)).map_err(|piece| cannot_stand(model, &piece))?;
    let stepper = match desk.start(&pieces).map_err(|fault| sentence(&fault))? {
        Ok(stepper) => stepper,
        Err((words, _)) => {
            return Ok(json!({ "lines": [format!("this board cannot be completed: {words}")] }));
        }
    };
    let hint = next_hint(stepper, &desk.table, &control).map_err(|stop| sentence(&stop.into()))?;
    let Some(hint) = hint else { return Ok(json!({ "lines": ["nothing is forced"] })) };
    let mut lines = vec![desk.words(&hint.step, &hint.position)];
    let demands = hint.step.because.iter().map(|&d| desk.table.demand(d));
    lines.extend(demands.map(|demand| format!("  {}", desk.teller.explained(demand))));
    if !hint.before.is_empty() {
        lines.push("seen before:".to_owned());
        lines.extend(hint.before.iter().map(|step| format!("  {}", desk.words(step, &hint.position))));
    }
    Ok(json!({ "lines": lines, "drawn": desk.drawn(&hint.step, &hint.position)? }))
}

/// Tells every step from the placed pieces to the solution.
pub(crate) fn steps(
    loaded: &LoadedSpec,
    model: &Model,
    question: &Question,
    world: World,
) -> Result<Value, String> {
    let control = control(question, world);
    let desk = Desk::new(loaded, model, &control).map_err(|fault| sentence(&fault))?;
    let pieces = desk.choices(&placed(model, question)).map_err(|piece| cannot_stand(model, &piece))?;
    let mut stepper = match desk.start(&pieces).map_err(|fault| sentence(&fault))? {
        Ok(stepper) => stepper,
        Err((words, _)) => {
            return Ok(json!({ "lines": [format!("this board cannot be completed: {words}")] }));
        }
    };
    let mut number = 0;
    loop {
        let before = stepper.position().clone();
        let step = stepper.next_step().map_err(|stop| sentence(&stop.into()))?;
        let Some(step) = step else { break };
        number += 1;
        world.tell(&json!({
            "step": { "words": desk.words(&step, &before), "drawn": desk.drawn(&step, stepper.position())? },
        }));
    }
    let ending = match (number, stepper.is_unique()) {
        (0, false) => "nothing is forced",
        (_, true) => "solved",
        (_, false) => "nothing more is forced: there are several solutions",
    };
    Ok(json!({ "lines": [ending] }))
}

/// Compares a board with the rules: the placed pieces, or a whole board as text.
pub(crate) fn mark(
    loaded: &LoadedSpec,
    model: &Model,
    question: &Question,
    world: World,
) -> Result<Value, String> {
    let placed = placed(model, question);
    let own = match question.board_text.trim() {
        "" => placed,
        text => first_board(model, text)?.placements().to_vec(),
    };
    let whole = crate::board::with_givens(model, &own);
    let violations = judge(model, &whole);
    let picture = |pieces: &[Placement]| drawn(model, &whole, &marked(model, pieces));
    if violations.is_empty() {
        let lines = match model.objectives.is_empty() {
            true => vec!["correct: every rule is satisfied"],
            false => vec!["every rule is satisfied", "optimality is not checked"],
        };
        return Ok(json!({ "verdict": "correct", "lines": lines, "drawn": picture(&[])? }));
    }
    let broken = |heading: &str| -> Vec<String> {
        let named = violations.iter().take(MAX_NAMED).map(|violation| {
            let place = violation.span.map(|span| format!(" ({})", loaded.place(span)));
            format!("  {}{}", violation.message, place.unwrap_or_default())
        });
        std::iter::once(heading.to_owned()).chain(named).collect()
    };
    let control = control(question, world);
    let desk = match Desk::new(loaded, model, &control) {
        Ok(desk) => desk,
        Err(_) => {
            return Ok(
                json!({ "verdict": "open", "lines": broken("not satisfied yet:"), "drawn": picture(&[])? }),
            );
        }
    };
    let (words, wrong) = match desk.choices(&own) {
        Err(piece) => (cannot_stand(model, &piece), vec![piece]),
        Ok(choices) => match desk.start(&choices) {
            Ok(Ok(_)) => {
                let lines = broken("no mistake so far: this board can be completed; not satisfied yet:");
                return Ok(json!({ "verdict": "open", "lines": lines, "drawn": picture(&[])? }));
            }
            Ok(Err(conflict)) => conflict,
            Err(fault) => {
                let lines = broken(&format!("{}; not satisfied yet:", sentence(&fault)));
                return Ok(json!({ "verdict": "open", "lines": lines, "drawn": picture(&[])? }));
            }
        },
    };
    let lines = [format!("this board cannot be completed: {words}")];
    Ok(json!({ "verdict": "wrong", "lines": lines, "drawn": picture(&wrong)? }))
}
