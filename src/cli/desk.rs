//! The desk for a spec on the command line: its demands under the limits, the board in progress, and steps as reports show
//! them.

use super::board_file::BoardFile;
use super::exit::{Exit, Failure};
use super::interrupt;
use super::load::LoadedSpec;
use super::options::TimeArgs;
use super::streams::Streams;
use crate::desk::{Conflict, DemandTable, DeskFault, Position, Step};
use crate::diag::escape_json;
use crate::engine::{Control, Hooks, Stop};
use crate::host::Host;
use crate::model::{Diagram, KindId, KindSet, Model, Placement};
use crate::problem::ChoiceId;
use crate::report::{CaptionedBoard, Note, StepContents, StepTeller, VectorAxis, step_notes};
use serde_json::{Value, json};
use std::path::Path;

/// Creates the control of a command with a time limit, which an interrupt stops.
pub(super) fn control(limit: &TimeArgs) -> Result<Control, Failure> {
    let hooks = Hooks { host: Host::native(), ..Hooks::default() };
    Ok(Control::with(hooks, interrupt::flag(), limit.limits()?))
}

/// Reads the board in progress at `path`. Marks of empty cells are not used: steps explain themselves by pieces.
pub(super) fn read_board(
    path: &Path,
    model: &Model,
    loaded: &mut LoadedSpec,
    streams: &mut Streams<'_>,
) -> Result<Diagram, Failure> {
    let file = BoardFile { path, by: VectorAxis::Column, one_based: false };
    Ok(file.read(model, loaded, streams)?.diagram)
}

/// Returns the choices of the pieces of a board, or a failure that names a piece which cannot stand there.
pub(super) fn pieces(model: &Model, table: &DemandTable, board: &Diagram) -> Result<Vec<ChoiceId>, Failure> {
    if let Some(choices) = table.choices.choices(board) {
        return Ok(choices);
    }
    let is_impossible = |p: &&Placement| table.choices.choices(&Diagram::new([(*p).clone()])).is_none();
    let piece = board.placements().iter().find(is_impossible).expect("some piece is no choice");
    Err(Failure::Usage(format!("{} cannot stand on this board", model.placement_words(piece))))
}

/// Reports a fault: a limit, an interrupt, or what is too large.
pub(super) fn stopped(fault: &DeskFault, streams: &mut Streams<'_>) -> Result<Exit, Failure> {
    let DeskFault::Stopped(stop) = fault else { return Err(Failure::Usage(fault.to_string())) };
    writeln!(streams.err, "{fault}: the question is open")?;
    Ok(match stop {
        Stop::Interrupted => Exit::Interrupted,
        _ => Exit::Limit,
    })
}

/// Returns the teller of steps for a loaded spec.
pub(super) fn teller<'a>(loaded: &'a LoadedSpec, model: &'a Model) -> StepTeller<'a> {
    StepTeller::new(model, &loaded.document.sources, loaded.document.spec.root())
}

/// Returns a step as reports show it.
pub(super) fn contents(table: &DemandTable, step: &Step) -> StepContents {
    let (because, conclusions) = table.contents(step);
    StepContents { because, conclusions }
}

/// Returns why a board cannot be completed, as a sentence or as an object.
pub(super) fn conflict_text(
    teller: &StepTeller<'_>,
    table: &DemandTable,
    conflict: &Conflict,
    as_json: bool,
) -> String {
    let words = conflict_words(teller, table, conflict);
    if !as_json {
        return format!("this board cannot be completed: {words}\n");
    }
    let because: Vec<_> = conflict.because.iter().map(|&d| teller.demand_value(table.demand(d))).collect();
    let pieces = conflict.pieces.iter().map(|&c| (table.placement(c), true));
    let pieces: Vec<_> = pieces.map(|p| teller.conclusion_value(&p)).collect();
    format!("{}\n", escape_json(&json!({ "conflict": because, "pieces": pieces, "text": words })))
}

/// Returns the reasons of a step and its conclusions as data.
pub(super) fn step_values(
    teller: &StepTeller<'_>,
    table: &DemandTable,
    step: &Step,
) -> (Vec<Value>, Vec<Value>) {
    let contents = contents(table, step);
    let because = contents.because.iter().map(|&d| teller.demand_value(d)).collect();
    (because, contents.conclusions.iter().map(|c| teller.conclusion_value(c)).collect())
}

/// Returns the board with a step: before it, with the pieces that it places, its cells marked, and those of its reason.
pub(super) fn marked_board(
    model: &Model,
    table: &DemandTable,
    step: &Step,
    before: &Position,
    caption: String,
) -> (CaptionedBoard, Vec<Note>) {
    let diagram = table.diagram_with(step, before);
    let (reason, (_, conclusions)) = (table.reason_cells(step, before), table.contents(step));
    let notes = step_notes(model, &diagram, &reason, &conclusions);
    (CaptionedBoard { diagram, caption }, notes)
}

fn conflict_words(teller: &StepTeller<'_>, table: &DemandTable, conflict: &Conflict) -> String {
    let because: Vec<_> = conflict.because.iter().map(|&d| table.demand(d)).collect();
    let pieces: Vec<_> = conflict.pieces.iter().map(|&c| (table.placement(c), true)).collect();
    teller.conflict(&because, &pieces)
}

/// Returns the kinds that may still stand on each cell; `None` for a wall.
pub(super) fn open_kinds(model: &Model, table: &DemandTable, position: &Position) -> Vec<Option<KindSet>> {
    let mut open: Vec<Option<Vec<KindId>>> =
        model.board.cells().map(|c| (!model.board.is_wall(c)).then(Vec::new)).collect();
    let problem = &table.choices.problem;
    for (id, choice) in problem.choice_ids().zip(problem.choices.iter()) {
        if position.get(id) == Some(false) {
            continue;
        }
        for cell in choice.cells {
            if let Some(kinds) = &mut open[cell.index()] {
                kinds.push(KindId(choice.kind));
            }
        }
    }
    open.into_iter().map(|kinds| kinds.map(KindSet::new)).collect()
}
