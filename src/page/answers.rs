//! Answers of a search: solutions as they are found, numbers, orbits, forced cells, and the reason why there is no solution.

use super::World;
use super::question::{Act, Question};
use super::spec::LoadedSpec;
use super::utf16::Utf16;
use crate::diag::from_why;
use crate::model::{Diagram, Expected, Model};
use crate::report::{
    DisplayStyle, board_value, by_table, closing_line, coords, draw_forced, draw_rivals, exchange_lines,
    forced_line, object, picture_of_forced,
};
use crate::run::{self, Orbit, Outcome, PresentedSolution, Show, run as run_request};
use crate::{Order, ProgressCallback, Query, Request, Snapshot};
use serde_json::{Value, json};
use std::ops::ControlFlow;
use std::sync::Arc;

/// Maximum number of solutions that the page can browse.
const MAX_SHOWN: u64 = 1_000;

/// Width in columns of two boards as text.
const RIVALS_WIDTH: usize = 80;

fn request(model: &Model, question: &Question, world: &World<'_>) -> Request {
    let mut request = world.request(model, question);
    let tell = Arc::clone(&world.tell);
    request.progress = Some(ProgressCallback::new(move |now| tell(&progress(now).to_string())));
    match question.act {
        Act::Count => request.query = Query::Count,
        Act::Orbits => {
            request.up_to_symmetry |= shows_boards(&request);
            (request.orbits, request.describe) = (true, true);
        }
        _ => {}
    }
    (request.most, request.order) = (Some(MAX_SHOWN), Order::Found);
    request
}

/// Returns true if the answer shows boards.
fn shows_boards(request: &Request) -> bool {
    matches!(request.query, Query::All | Query::First(_))
}

fn progress(now: &Snapshot) -> Value {
    json!({ "progress": {
        "engine": now.engine, "nodes": now.nodes, "solutions": now.solutions, "parts": now.cubes,
        "best": now.best, "stage": now.stage,
    } })
}

/// Passes solutions on.
struct Teller<'a> {
    model: &'a Model,
    world: &'a World<'a>,
    /// The first two solutions.
    two: Vec<Diagram>,
}

impl Teller<'_> {
    /// Draws two solutions of a spec that expects one.
    fn rivals(&self) -> Option<Vec<String>> {
        let expects_one = self.model.expects.iter().any(|e| e.what == Expected::Unique);
        match &self.two[..] {
            [first, second] if expects_one => Some(draw_rivals(self.model, [first, second], RIVALS_WIDTH)),
            _ => None,
        }
    }
}

impl Show for Teller<'_> {
    fn solution(&mut self, shown: &PresentedSolution) -> ControlFlow<()> {
        let orbit = |orbit: &Orbit| json!({ "size": orbit.size });
        self.world.tell(&json!({
            "solution": board_value(self.model, &shown.diagram),
            "words": coords(self.model, &shown.diagram),
            "orbit": shown.orbit.as_ref().map(orbit),
        }));
        if self.two.len() < 2 {
            self.two.push(shown.diagram.clone());
        }
        ControlFlow::Continue(())
    }
}

/// Solves, counts, or lists orbits.
pub(super) fn run(
    loaded: &LoadedSpec,
    model: &Model,
    question: &Question,
    world: &World<'_>,
) -> Result<Value, String> {
    let request = request(model, question, world);
    let mut teller = Teller { model, world, two: Vec::new() };
    let outcome =
        run_request(model, &request, &world.stop, &mut teller).map_err(|error| error.to_string())?;
    let lines = summary(model, &request, &outcome, question.act);
    let name = loaded.document.sources.get(loaded.document.spec.root()).name.to_string();
    Ok(json!({
        "lines": lines,
        "text": teller.rivals(),
        "none": outcome.satisfiable() == Some(false),
        "json": object(model, &name, &outcome, None).to_string(),
    }))
}

/// Returns the lines that the command prints after the solutions.
fn summary(model: &Model, request: &Request, outcome: &Outcome, act: Act) -> Vec<String> {
    let mut lines = by_table(outcome);
    if let Some(table) = outcome.orbits().filter(|_| act == Act::Orbits) {
        lines.push(table.to_string());
    }
    if request.up_to_symmetry {
        lines.extend(exchange_lines(model, request.exchange));
    }
    if shows_boards(request) && outcome.shown() == MAX_SHOWN && *outcome.count() > MAX_SHOWN.into() {
        lines.push(format!("the first {MAX_SHOWN} can be browsed"));
    }
    lines.push(closing_line(outcome));
    lines
}

/// Shows what stands on each cell in all, some or no solutions.
pub(super) fn forced_cells(model: &Model, question: &Question, world: &World<'_>) -> Result<Value, String> {
    let request = request(model, question, world);
    let cells = run::forced(model, &request, false, &world.stop, None).map_err(|e| e.to_string())?;
    let is_drawn = cells.outcome().satisfiable() == Some(true) && !super::board::cells(model).is_empty();
    Ok(json!({
        "lines": [forced_line(model, &cells)],
        "text": draw_forced(model, &cells, DisplayStyle::default()),
        "svg": is_drawn.then(|| picture_of_forced(model, &cells, "").to_svg()),
        "none": cells.outcome().satisfiable() == Some(false),
    }))
}

/// Shows the rules that conflict if there is no solution.
pub(super) fn why_none(
    loaded: &LoadedSpec,
    model: &Model,
    question: &Question,
    world: &World<'_>,
) -> Result<Value, String> {
    let mut request = request(model, question, world);
    (request.query, request.most) = (Query::First(1), Some(0));
    let outcome = run_request(model, &request, &world.stop, &mut run::Discard).map_err(|e| e.to_string())?;
    let line = match outcome.satisfiable() {
        Some(false) => {
            let why = run::why(model, &request, &world.stop).map_err(|error| error.to_string())?;
            let found = from_why(&why, model);
            let root = &loaded.document.sources.get(loaded.document.spec.root()).text;
            let lines: Vec<String> = std::iter::once(found.message.clone())
                .chain(found.labels.iter().map(|l| format!("{}: {}", loaded.place(l.span), l.text)))
                .collect();
            return Ok(json!({ "lines": lines, "why": loaded.value(&found, &Utf16::new(root)) }));
        }
        Some(true) => "a solution exists, so the rules do not conflict".to_owned(),
        None => closing_line(&outcome),
    };
    Ok(json!({ "lines": [line] }))
}
