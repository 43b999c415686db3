//! A search step by step: as text, or as a page with buttons (`page`). Both show the same frames: a sentence and a config,
//! in which each cell has a letter for its possible contents.

mod page;

pub use page::trace_page;

use super::config::draw_config;
use crate::geometry::{CellId, Shape};
use crate::ground::GroundedProblem;
use crate::model::{KindId, KindSet, Model, Placement};
use crate::problem::ChoiceId;
use crate::run::{Event, Need, Standing, Trace, TraceStep};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceFrame {
    /// The event in words.
    pub words: String,
    /// The board, a line a row.
    pub board: Vec<String>,
    /// The meaning of its letters, if needed.
    pub legend: Vec<String>,
}

/// Returns the frames of `trace`, a search over the problem of `grounded`.
pub fn frames(model: &Model, grounded: &GroundedProblem, trace: &Trace) -> Vec<TraceFrame> {
    let teller = Teller { model, grounded };
    trace.steps.iter().enumerate().map(|(i, step)| teller.frame(i, step)).collect()
}

/// Returns the frames as text, in sequence.
pub fn trace_lines(frames: &[TraceFrame]) -> Vec<String> {
    let mut lines = Vec::new();
    for frame in frames {
        lines.push(frame.words.clone());
        lines.extend(frame.board.iter().chain(&frame.legend).cloned());
        lines.push(String::new());
    }
    lines
}

struct Teller<'a> {
    model: &'a Model,
    grounded: &'a GroundedProblem,
}

impl Teller<'_> {
    fn frame(&self, number: usize, step: &TraceStep) -> TraceFrame {
        let model = self.model;
        let placed: Vec<ChoiceId> = self.with(step, Standing::Placed);
        let mut open: Vec<Option<Vec<KindId>>> =
            model.board.cells().map(|c| (!model.board.is_wall(c)).then(Vec::new)).collect();
        for choice in self.with(step, Standing::Open) {
            let choice = self.grounded.problem.choices.get(choice);
            for cell in choice.cells {
                if let Some(kinds) = &mut open[cell.index()] {
                    kinds.push(KindId(choice.kind));
                }
            }
        }
        let open: Vec<Option<KindSet>> = open.into_iter().map(|k| k.map(KindSet::new)).collect();
        let (board, legend) = draw_config(model, &self.grounded.diagram(&placed), &open);
        TraceFrame { words: format!("{number}. {}", self.words(step)), board, legend }
    }

    fn with(&self, step: &TraceStep, standing: Standing) -> Vec<ChoiceId> {
        let all = self.grounded.problem.choice_ids();
        all.filter(|c| step.standing[c.index()] == standing).collect()
    }

    fn words(&self, step: &TraceStep) -> String {
        match &step.event {
            Event::Start => "the initial board".to_owned(),
            Event::Place(choice, None) => format!("try {}", self.choice(*choice)),
            Event::Place(choice, Some(need)) => {
                format!("{}: place {}", self.left(need), self.choice(*choice))
            }
            Event::Stuck(need) => format!("{}: back", self.left(need)),
            Event::Broken => "this breaks a rule: back".to_owned(),
            Event::NoBetter => "no better solution is possible here: back".to_owned(),
            Event::Back(choice) => format!("take back {}, and rule it out here", self.choice(*choice)),
            Event::Solution(values) if values.is_empty() => "a solution".to_owned(),
            Event::Solution(values) => {
                let values: Vec<String> = values.iter().map(ToString::to_string).collect();
                format!("a solution with {}, the best so far", values.join(", "))
            }
            Event::Exhausted => "everything has been tried".to_owned(),
        }
    }

    fn choice(&self, choice: ChoiceId) -> String {
        let choice = self.grounded.problem.choices.get(choice);
        let cells = choice.cells.iter().copied().collect();
        self.model.placement_words(&Placement { kind: KindId(choice.kind), cells })
    }

    /// Formats a need such as `column d has 2 places left`.
    fn left(&self, need: &Need) -> String {
        let left = match need.open {
            0 => "no place left".to_owned(),
            1 => "one place left".to_owned(),
            n => format!("{n} places left"),
        };
        format!("{} has {left}", self.part(need))
    }

    /// The row, column or cell that contains all choices of a need, or a rule in general.
    fn part(&self, need: &Need) -> String {
        let board = &self.model.board;
        let choices = need.of.iter().map(|&c| self.grounded.problem.choices.get(c));
        let shared =
            |cell: &CellId| need.of.iter().all(|&c| self.grounded.problem.choices.cells(c).contains(cell));
        if let Some(first) = choices.clone().next()
            && let Some(cell) = first.cells.iter().find(|c| shared(c))
        {
            return format!("cell {}", board.cell_name(*cell));
        }
        let Shape::Box { depth: 1, .. } = board.shape() else { return "a rule".to_owned() };
        let mut places = choices.flat_map(|c| c.cells).map(|&c| board.coordinate(c));
        let Some(first) = places.next() else { return "a rule".to_owned() };
        let (mut row, mut column) = (true, true);
        for place in places {
            row &= place.y == first.y;
            column &= place.x == first.x;
        }
        match (row, column) {
            (true, false) => format!("row {}", first.y),
            (false, true) => format!("column {}", crate::geometry::Board::column_name(first.x as u32 - 1)),
            _ => "a rule".to_owned(),
        }
    }
}
