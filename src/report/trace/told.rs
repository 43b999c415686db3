//! A search in words, as data and as pictures: every form shows the same frames and the same counts.

use super::frame::StepFrame;
use super::page::{PageTree, StepPage};
use super::tree::{BranchEnd, SearchTree};
use crate::geometry::{CellId, Shape};
use crate::ground::GroundedProblem;
use crate::model::{KindId, KindSet, Model, Placement};
use crate::problem::ChoiceId;
use crate::report::boards::placement_value;
use crate::report::config::config_notes;
use crate::report::picture::{CaptionedBoard, CellShade, Picture};
use crate::run::{Event, Need, SearchOrder, Standing, Trace, TraceStep};
use serde_json::{Value, json};

/// A traced search with what it takes to show it.
#[derive(Clone, Copy, Debug)]
pub struct ToldTrace<'a> {
    pub model: &'a Model,
    pub grounded: &'a GroundedProblem,
    pub trace: &'a Trace,
    pub order: SearchOrder,
}

impl ToldTrace<'_> {
    /// Returns the counts after a step: `113 placements, 105 taken back`.
    pub fn counts(step: &TraceStep) -> String {
        let unit = if step.placed == 1 { "placement" } else { "placements" };
        format!("{} {unit}, {} taken back", step.placed, step.taken_back)
    }

    /// Returns the end of the trace in words, with its counts.
    pub fn ending(&self) -> String {
        let steps = self.trace.steps.len();
        let Some(last) = self.trace.steps.last() else { return "no step".to_owned() };
        let counts = Self::counts(last);
        let is_found = self.trace.steps.iter().any(|s| matches!(s.event, Event::Solution(_)));
        match (self.trace.complete, is_found) {
            (false, _) => format!("stopped after {steps} steps: {counts}"),
            (true, false) => format!("no solution exists, {steps} steps: {counts}"),
            (true, true) => format!("{steps} steps: {counts}"),
        }
    }

    /// Returns all frames as text, and the counts.
    pub fn text(&self) -> String {
        let frames = (0..self.trace.steps.len()).map(|i| self.step_text(i));
        frames.chain([self.ending() + "\n"]).collect::<Vec<_>>().join("\n")
    }

    /// Returns one frame as text.
    pub fn step_text(&self, number: usize) -> String {
        self.frame(number).lines(self.model).iter().map(|line| format!("{line}\n")).collect()
    }

    /// Returns one step as a picture, with its counts in the caption.
    pub fn picture(&self, number: usize) -> Picture {
        let frame = self.frame(number);
        let (mut notes, legend) = config_notes(self.model, &frame.diagram, &frame.open);
        for placement in frame.diagram.placements() {
            placement.cells.iter().for_each(|c| notes[c.index()].shade = CellShade::None);
        }
        frame.concluded.iter().for_each(|c| notes[c.index()].shade = CellShade::Concluded);
        let mut caption = format!("{} ({})", frame.words, Self::counts(&self.trace.steps[number]));
        legend.iter().for_each(|line| caption.push_str(&format!("; {line}")));
        Picture::of_noted_boards(self.model, &[(CaptionedBoard { diagram: frame.diagram, caption }, notes)])
    }

    /// Returns the trace as one object.
    pub fn json(&self) -> Value {
        let steps = self.trace.steps.iter().enumerate().map(|(i, step)| {
            let placed = self.grounded.diagram(&step.choices());
            let pieces = placed.placements().iter().map(|p| placement_value(self.model, p));
            json!({
                "event": event_name(&step.event),
                "text": self.words(step),
                "placements": step.placed,
                "taken_back": step.taken_back,
                "pieces": pieces.collect::<Vec<_>>(),
                "number": i,
            })
        });
        let last = self.trace.steps.last();
        json!({
            "puzzle": self.model.title.as_deref(),
            "order": self.order_name(),
            "complete": self.trace.complete,
            "placements": last.map_or(0, |s| s.placed),
            "taken_back": last.map_or(0, |s| s.taken_back),
            "steps": steps.collect::<Vec<_>>(),
            "text": self.ending(),
        })
    }

    /// Returns the trace as a page for a screen.
    pub fn page(&self, title: &str) -> String {
        let order = match self.order {
            SearchOrder::Rows => "Row by row, first free place; back where none is left.",
            SearchOrder::Fewest => "Where the fewest places are left, first; back where none is left.",
        };
        let frames: Vec<StepFrame> = (0..self.trace.steps.len()).map(|i| self.frame(i)).collect();
        let counts = self.trace.steps.iter().map(|s| (s.placed, s.taken_back)).collect();
        let page =
            StepPage { model: self.model, title, about: order, ending: self.ending(), frames: &frames };
        page.to_html(Some(&PageTree { counts, nodes: self.nodes(), note: self.tree_note() }))
    }

    fn order_name(&self) -> &'static str {
        match self.order {
            SearchOrder::Rows => "rows",
            SearchOrder::Fewest => "fewest",
        }
    }

    /// The nodes of the tree: parent, steps of the placement and of taking it back (-1 for none), step and kind of the end
    /// of its branch, number of places that were excluded before, words.
    fn nodes(&self) -> Value {
        let step = |at: Option<usize>| at.map_or(Value::from(-1), Value::from);
        let tree = SearchTree::new(self.trace);
        let node = |n: &super::tree::TreeNode| {
            let end = match n.end.map(|e| e.0) {
                None => "",
                Some(BranchEnd::Dead) => "dead",
                Some(BranchEnd::Bound) => "bound",
                Some(BranchEnd::Solution) => "solution",
            };
            let words = n.choice.map_or_else(|| "the initial board".to_owned(), |c| self.choice(c));
            json!([n.parent, n.placed, step(n.taken_back), step(n.end.map(|e| e.1)), end, n.pruned, words])
        };
        tree.nodes.iter().map(node).collect()
    }

    /// Says what the tree leaves out.
    fn tree_note(&self) -> String {
        let tree = SearchTree::new(self.trace);
        let mut note = String::new();
        if tree.drawn() < tree.all {
            note = format!("The tree shows the first {} of {} placements. ", tree.drawn(), tree.all);
        }
        if !self.trace.complete {
            let steps = self.trace.steps.len();
            note.push_str(&format!("The trace was cut after {steps} steps; the search is not finished."));
        }
        note.trim_end().to_owned()
    }

    fn frame(&self, number: usize) -> StepFrame {
        let (model, step) = (self.model, &self.trace.steps[number]);
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
        let concluded = match step.event {
            Event::Place(choice, _) | Event::Back(choice) => {
                self.grounded.problem.choices.cells(choice).to_vec()
            }
            _ => Vec::new(),
        };
        let diagram = self.grounded.diagram(&step.choices());
        StepFrame {
            words: format!("{number}. {}", self.words(step)),
            diagram,
            open,
            concluded,
            reasons: self.stuck_cells(&step.event),
        }
    }

    /// The cells of a need that has no place left.
    fn stuck_cells(&self, event: &Event) -> Vec<CellId> {
        let Event::Stuck(need) = event else { return Vec::new() };
        let mut cells: Vec<CellId> =
            need.of.iter().flat_map(|&c| self.grounded.problem.choices.cells(c)).copied().collect();
        cells.sort_unstable();
        cells.dedup();
        cells
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

fn event_name(event: &Event) -> &'static str {
    match event {
        Event::Start => "start",
        Event::Place(_, Some(_)) => "place",
        Event::Place(_, None) => "try",
        Event::Stuck(_) => "stuck",
        Event::Broken => "broken",
        Event::NoBetter => "no better",
        Event::Back(_) => "back",
        Event::Solution(_) => "solution",
        Event::Exhausted => "exhausted",
    }
}
