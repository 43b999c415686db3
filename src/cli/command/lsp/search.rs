//! Commands that search. Each runs on a thread of its own, reports its progress, and can be cancelled.

use crate::api::Puzzle;
use crate::diag::{RenderStyle, from_why, render};
use crate::engine::{Limits, ProgressCallback, Snapshot};
use crate::model::{Diagram, Model};
use crate::query::Query;
use crate::report::{CaptionedBoard, DisplayStyle, Face, Picture, closing_line, draw, draw_position};
use crate::run::{self, PresentedSolution, Request, Show};
use crate::text::Sources;
use serde_json::{Value, json};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SearchCommand {
    Solve,
    Count,
    Why,
    Draw,
}

impl SearchCommand {
    pub const ALL: [Self; 4] = [Self::Solve, Self::Count, Self::Why, Self::Draw];

    /// Title of its lens.
    pub fn title(self) -> &'static str {
        match self {
            Self::Solve => "Solve",
            Self::Count => "Count",
            Self::Why => "Why",
            Self::Draw => "Draw",
        }
    }

    /// Name in the protocol.
    pub fn name(self) -> &'static str {
        match self {
            Self::Solve => "puzzle.solve",
            Self::Count => "puzzle.count",
            Self::Why => "puzzle.why",
            Self::Draw => "puzzle.draw",
        }
    }

    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|command| command.name() == name)
    }
}

/// A search for a puzzle with the default parameters.
pub(super) struct Search {
    pub command: SearchCommand,
    pub puzzle: Puzzle,
    pub sources: Sources,
    /// Time limit.
    pub time: Duration,
    /// Set to stop it.
    pub stop: Arc<AtomicBool>,
}

/// Result of a search.
pub(super) struct Found {
    /// One sentence, with the limit used.
    pub message: String,
    /// A board or an explanation as text; may be empty.
    pub text: String,
    /// The board as SVG, if there is one.
    pub svg: Option<String>,
}

impl Found {
    pub fn to_json(&self) -> Value {
        json!({ "message": self.message, "text": self.text, "svg": self.svg })
    }
}

impl Search {
    /// Runs the search; `progress` is called several times a second.
    ///
    /// # Errors
    /// A sentence, if the problem is too large.
    pub fn run(&self, progress: impl Fn(&Snapshot) + Send + Sync + 'static) -> Result<Found, String> {
        let model = self.puzzle.model();
        let request = Request {
            limits: Limits { time: Some(self.time), ..Limits::default() },
            progress: Some(ProgressCallback::new(progress)),
            ..self.puzzle.request()
        };
        match self.command {
            SearchCommand::Draw => Ok(Found {
                message: "the board as it is given; nothing was searched".to_owned(),
                text: draw_position(model, DisplayStyle::default()).join("\n"),
                svg: Some(Picture::of_position(model).to_svg()),
            }),
            SearchCommand::Count => self.answer(model, &Request { query: Query::Count, ..request }),
            SearchCommand::Solve => self.answer(model, &Request { query: Query::First(1), ..request }),
            SearchCommand::Why => self.explain(model, &request),
        }
    }

    fn limit(&self) -> String {
        format!("limit {} s", self.time.as_secs_f64())
    }

    fn answer(&self, model: &Model, request: &Request) -> Result<Found, String> {
        let mut first = FirstBoard(None);
        let outcome = run::run(model, request, &self.stop, &mut first).map_err(|e| e.to_string())?;
        let message = format!("{} ({})", closing_line(&outcome), self.limit());
        let Some(diagram) = first.0 else { return Ok(Found { message, text: String::new(), svg: None }) };
        let text = draw(model, &diagram, Face::Letter, DisplayStyle::default()).join("\n");
        let board = CaptionedBoard { diagram, caption: String::new() };
        Ok(Found { message, text, svg: Some(Picture::of_boards(model, &[board], None, false).to_svg()) })
    }

    fn explain(&self, model: &Model, request: &Request) -> Result<Found, String> {
        let mut first = FirstBoard(None);
        let one = Request { query: Query::First(1), ..request.clone() };
        let outcome = run::run(model, &one, &self.stop, &mut first).map_err(|e| e.to_string())?;
        let told = |words: &str| Found {
            message: format!("{words} ({})", self.limit()),
            text: String::new(),
            svg: None,
        };
        match outcome.satisfiable() {
            Some(true) => Ok(told("a solution exists, so the rules do not conflict")),
            None => Ok(told("stopped before it was known if a solution exists")),
            Some(false) => {
                let why = run::why(model, request, &self.stop).map_err(|e| e.to_string())?;
                let diagnostic = from_why(&why, model);
                let style = RenderStyle { color: false, unicode: true, width: 80 };
                let text = render(std::slice::from_ref(&diagnostic), &self.sources, style);
                Ok(Found { text, ..told(&format!("no solution: {}", diagnostic.message)) })
            }
        }
    }
}

/// Keeps the first board.
struct FirstBoard(Option<Diagram>);

impl Show for FirstBoard {
    fn solution(&mut self, shown: &PresentedSolution) -> ControlFlow<()> {
        self.0.get_or_insert_with(|| shown.diagram.clone());
        ControlFlow::Continue(())
    }
}
