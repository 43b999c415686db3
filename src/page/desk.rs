//! Steps that a person can take, and the marking of a board by them.

use super::World;
use super::board::{drawn, first_board, placed};
use super::question::Question;
use super::spec::LoadedSpec;
use crate::Limits;
use crate::desk::{DemandTable, DeskFault, Position, Start, Step, Stepper, next_hint};
use crate::engine::{Control, Hooks};
use crate::model::{Diagram, Mistake, Model, Placement, fillable_cells, judge, mistakes};
use crate::problem::ChoiceId;
use crate::prose::{mistake_words, statement_words};
use crate::report::{CellShade, Note, StepContents, StepTeller, step_notes};
use serde_json::{Value, json};
use std::sync::Arc;

/// Maximum number of mistakes that a mark names.
const MAX_NAMED: usize = 12;

/// A spec on the desk.
struct Desk<'a> {
    model: &'a Model,
    table: DemandTable,
    teller: StepTeller<'a>,
    control: &'a Control,
}

fn control(question: &Question, world: &World<'_>) -> Control {
    let hooks = Hooks { host: world.host.clone(), ..Hooks::default() };
    Control::with(hooks, Arc::clone(&world.stop), Limits { time: question.time(), ..Limits::default() })
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

    /// Starts from the placed pieces. Inner `Err`: the answer that the board cannot be completed.
    fn begin(&self, question: &Question) -> Result<Result<Stepper<'_>, Value>, String> {
        let placed = placed(self.model, question);
        let pieces = self.choices(&placed).map_err(|piece| cannot_stand(self.model, &piece))?;
        let started = self.start(&pieces).map_err(|fault| sentence(&fault))?;
        Ok(started
            .map_err(|(words, _)| json!({ "lines": [format!("this board cannot be completed: {words}")] })))
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

    /// Returns the board after a step: the cells of its reason, and those it is about.
    fn drawn(&self, step: &Step, before: &Position) -> Result<Value, String> {
        let diagram = self.table.diagram_with(step, before);
        let (reason, (_, conclusions)) = (self.table.reason_cells(step, before), self.table.contents(step));
        drawn(self.model, &diagram, &step_notes(self.model, &diagram, &reason, &conclusions))
    }
}

/// Returns notes that shade the cells of these pieces.
fn marked(model: &Model, placements: &[Placement]) -> Vec<Note> {
    let mut notes = vec![Note { letter: ' ', shade: CellShade::None }; model.board.len()];
    for cell in placements.iter().flat_map(|p| &p.cells) {
        notes[cell.index()].shade = CellShade::Concluded;
    }
    notes
}

/// Returns the pieces on the cells that mistakes name.
fn named_pieces(model: &Model, diagram: &Diagram, mistakes: &[Mistake]) -> Vec<Placement> {
    let words = mistakes.iter().flat_map(|m| m.message.split(|c: char| !c.is_alphanumeric()));
    let cells: Vec<_> = words.filter_map(|word| model.board.cell_named(word)).collect();
    let is_named = |piece: &&Placement| piece.cells.iter().any(|cell| cells.contains(cell));
    diagram.placements().iter().filter(is_named).cloned().collect()
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
pub(super) fn hint(
    loaded: &LoadedSpec,
    model: &Model,
    question: &Question,
    world: &World<'_>,
) -> Result<Value, String> {
    let control = control(question, world);
    let desk = Desk::new(loaded, model, &control).map_err(|fault| sentence(&fault))?;
    let stepper = match desk.begin(question)? {
        Ok(stepper) => stepper,
        Err(told) => return Ok(told),
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
pub(super) fn steps(
    loaded: &LoadedSpec,
    model: &Model,
    question: &Question,
    world: &World<'_>,
) -> Result<Value, String> {
    let control = control(question, world);
    let desk = Desk::new(loaded, model, &control).map_err(|fault| sentence(&fault))?;
    let mut stepper = match desk.begin(question)? {
        Ok(stepper) => stepper,
        Err(told) => return Ok(told),
    };
    let mut number = 0;
    loop {
        let before = stepper.position().clone();
        let step = stepper.next_step().map_err(|stop| sentence(&stop.into()))?;
        let Some(step) = step else { break };
        number += 1;
        world.tell(&json!({
            "step": { "words": desk.words(&step, &before), "drawn": desk.drawn(&step, &before)? },
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
pub(super) fn mark(
    loaded: &LoadedSpec,
    model: &Model,
    question: &Question,
    world: &World<'_>,
) -> Result<Value, String> {
    let placed = placed(model, question);
    let own = match question.board_text.trim() {
        "" => placed,
        text => first_board(model, text)?.placements().to_vec(),
    };
    let whole = super::board::with_givens(model, &own);
    let told = |verdict: &str, lines: Vec<String>, wrong: &[Placement]| {
        Ok(
            json!({ "verdict": verdict, "lines": lines, "drawn": drawn(model, &whole, &marked(model, wrong))? }),
        )
    };
    if judge(model, &whole).is_empty() {
        let mut lines = vec!["correct: every rule holds".to_owned()];
        lines.extend((!model.objectives.is_empty()).then(|| "optimality is not checked".to_owned()));
        return told("correct", lines, &[]);
    }
    let open = fillable_cells(model, &whole, &[]);
    let broken = mistakes(model, &whole, &open);
    if !broken.is_empty() {
        let words = statement_words(&loaded.document.spec, model);
        let named = broken.iter().take(MAX_NAMED).map(|m| format!("  {}", mistake_words(&words, m)));
        let heading =
            format!("wrong: {} {}", broken.len(), if broken.len() == 1 { "mistake" } else { "mistakes" });
        let lines = std::iter::once(heading).chain(named).collect();
        return told("wrong", lines, &named_pieces(model, &whole, &broken));
    }
    let so_far = format!("no rule is broken so far ({} cells are open)", open.len());
    let control = control(question, world);
    let unknown = |fault: &DeskFault| vec![so_far.clone(), format!("  {}", sentence(fault))];
    let desk = match Desk::new(loaded, model, &control) {
        Ok(desk) => desk,
        Err(fault) => return told("open", unknown(&fault), &[]),
    };
    let started = match desk.choices(&own) {
        Err(piece) => Ok(Err((cannot_stand(model, &piece), vec![piece]))),
        Ok(choices) => desk.start(&choices).map(|started| started.map(|_| ())),
    };
    match started {
        Ok(Ok(())) => told("open", vec![format!("{so_far}, and the board can still be completed")], &[]),
        Ok(Err((words, wrong))) => told(
            "wrong",
            vec![format!("wrong: {so_far}, but the board cannot be completed: {words}")],
            &wrong,
        ),
        Err(fault) => told("open", unknown(&fault), &[]),
    }
}
