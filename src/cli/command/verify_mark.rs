//! `puzzle verify --mark`: one board, finished or not, marked as a teacher would.
//!
//! A finished board is right if the judge finds no violation. On any other board the mistakes are the parts of rules that no
//! further piece can mend; if there are none, a search for a solution with these pieces says whether the board can still be
//! completed. Only its answer is reported as proved: a search stopped by the time limit leaves the question open.

use crate::cli::board_file::BoardFile;
use crate::cli::diagnose::DiagnosticFormat;
use crate::cli::exit::{Exit, Failure};
use crate::cli::expectations::Pair;
use crate::cli::load;
use crate::cli::options::{ReadArgs, TimeArgs, named};
use crate::cli::streams::Streams;
use crate::cli::{interrupt, sweep};
use crate::diag::{escape, escape_json};
use crate::geometry::CellId;
use crate::host::Host;
use crate::model::{
    Diagram, Fact, Mistake, Model, Placement, Shapes, fillable_cells, judge, mistakes, objective_values,
};
use crate::prose::{StatementWords, mistake_words, rule_words, statement_words};
use crate::report::{DrawnBoard, VectorAxis};
use crate::run::{self, Query, Request};
use crate::text::Span;
use clap::Args;
use serde_json::{Value, json};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Time for the question whether a board can be completed.
const TIME: Duration = Duration::from_secs(5);

/// Options of marking.
#[derive(Debug, Args)]
pub(in crate::cli) struct MarkArgs {
    /// With --mark: say only how many mistakes there are
    #[arg(long, requires = "mark")]
    pub no_spoilers: bool,
    /// With --mark: print a JSON object
    #[arg(long, requires = "mark")]
    pub json: bool,
    /// With --mark: count the entries of a vector from 1
    #[arg(long, requires = "mark")]
    pub one_based: bool,
    /// With --mark: index a vector by column or by row
    #[arg(long, value_parser = named(VectorAxis::ALL), default_value = "column", requires = "mark")]
    pub by: VectorAxis,
    #[command(flatten)]
    pub limit: TimeArgs,
}

/// The files of a marking, and how to read them.
pub(super) struct MarkedFiles<'a> {
    pub spec: &'a Path,
    pub board: &'a Path,
    pub params: &'a [String],
    pub read: &'a ReadArgs,
}

/// The finding about a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    /// Finished, and every rule holds.
    Right,
    /// Some rule cannot hold any more.
    Wrong,
    /// Unfinished, and no solution has all its pieces.
    Stuck,
    /// Unfinished; true if some solution is proved to have all its pieces.
    Unfinished { completable: bool },
}

/// A marked board.
struct Marked<'a> {
    model: &'a Model,
    diagram: Diagram,
    mistakes: Vec<Mistake>,
    verdict: Verdict,
    words: Vec<StatementWords>,
    /// Number of cells on which a piece may still come.
    open: usize,
}

pub(super) fn mark(
    marked: &MarkedFiles<'_>,
    args: &MarkArgs,
    quiet: bool,
    streams: &mut Streams<'_>,
) -> Result<Exit, Failure> {
    let mut loaded = load::read(marked.spec, marked.read.allow_outside, None, DiagnosticFormat::Text)?;
    let setting = sweep::one_setting(marked.params, &loaded.document.spec.parameter_names())?;
    let model = loaded.model(&setting, streams)?;
    let file = BoardFile { path: marked.board, by: args.by, one_based: args.one_based };
    let board = file.read(&model, &mut loaded, streams)?;
    let board = with_givens(&model, board);
    let open = fillable_cells(&model, &board.diagram, &board.empty);
    let interrupt = interrupt::flag();
    let broken = mistakes(&model, &board.diagram, &open);
    let verdict = if judge(&model, &board.diagram).is_empty() {
        Verdict::Right
    } else if !broken.is_empty() {
        Verdict::Wrong
    } else {
        match completion(&model, &board, args, &interrupt)? {
            Some(false) => Verdict::Stuck,
            found => Verdict::Unfinished { completable: found.is_some() },
        }
    };
    let words = statement_words(&loaded.document.spec, &model);
    let diagram = board.diagram;
    let mistakes = if verdict == Verdict::Right { Vec::new() } else { broken };
    let marked = Marked { model: &model, diagram, mistakes, verdict, words, open: open.len() };
    if args.json {
        writeln!(streams.out, "{}", escape_json(&marked.json(args.no_spoilers)))?;
    } else {
        for line in marked.lines(args.no_spoilers, quiet) {
            writeln!(streams.out, "{}", escape(&line))?;
        }
    }
    Ok(match verdict {
        Verdict::Unfinished { .. } if interrupt.load(Ordering::Relaxed) => Exit::Interrupted,
        Verdict::Right => Exit::Done,
        Verdict::Wrong | Verdict::Stuck => Exit::Failed,
        Verdict::Unfinished { .. } => Exit::Limit,
    })
}

/// Adds the given pieces on cells that the board leaves blank.
fn with_givens(model: &Model, board: DrawnBoard) -> DrawnBoard {
    let mut placements = board.diagram.placements().to_vec();
    let occupied = model.occupied(&board.diagram);
    for fact in &model.facts {
        if let Fact::Holds(cell, kind, _) = *fact
            && model.kind(kind).shapes == Shapes::Point
            && !occupied.contains(cell)
            && !board.empty.contains(&cell)
        {
            placements.push(Placement::point(kind, cell));
        }
    }
    DrawnBoard { diagram: Diagram::new(placements), empty: board.empty }
}

/// Returns true if some solution has all these pieces, false if none has; `None` if the time did not suffice.
fn completion(
    model: &Model,
    board: &DrawnBoard,
    args: &MarkArgs,
    interrupt: &Arc<AtomicBool>,
) -> Result<Option<bool>, Failure> {
    let mut wanted = model.clone();
    // Any solution will do, whatever its value.
    wanted.objectives.clear();
    let here = wanted.kinds.first().map_or_else(|| Span::new(crate::text::SourceId(0), 0, 0), |k| k.span);
    let known: Vec<CellId> = model
        .facts
        .iter()
        .map(|fact| match *fact {
            Fact::Holds(cell, ..) | Fact::Empty(cell, _) => cell,
        })
        .collect();
    let cells = board.diagram.placements().iter().flat_map(|p| p.cells.iter().map(|&c| (c, p.kind)));
    let placed = cells.filter(|(c, _)| !known.contains(c)).map(|(c, kind)| Fact::Holds(c, kind, here));
    let empty = board.empty.iter().filter(|c| !known.contains(c)).map(|&c| Fact::Empty(c, here));
    wanted.facts.extend(placed.chain(empty));
    let mut request =
        Request { query: Query::First(1), up_to_symmetry: false, orbits: false, ..Request::of(&wanted) };
    request.host = Host::native();
    request.limits = args.limit.limits()?;
    request.limits.time.get_or_insert(TIME);
    let mut seen = Pair::default();
    let outcome = run::run(&wanted, &request, interrupt, &mut seen)?;
    match seen.boards() {
        [] => Ok(outcome.is_exhausted().then_some(false)),
        // A tile on the same cells may lie there in another way.
        [found, ..] => {
            let has = |p: &Placement| found.placements().contains(p);
            Ok(board.diagram.placements().iter().all(has).then_some(true))
        }
    }
}

impl Marked<'_> {
    fn lines(&self, no_spoilers: bool, quiet: bool) -> Vec<String> {
        let mut lines = Vec::new();
        let count = match self.mistakes.len() {
            1 => "1 mistake".to_owned(),
            n => format!("{n} mistakes"),
        };
        let cells = if self.open == 1 {
            "1 cell is open".to_owned()
        } else {
            format!("{} cells are open", self.open)
        };
        match self.verdict {
            Verdict::Right if quiet => {}
            Verdict::Right => lines.push(format!("right: every rule holds{}", self.value())),
            Verdict::Wrong => {
                lines.push(format!("wrong: {count}"));
                if !no_spoilers {
                    lines
                        .extend(self.mistakes.iter().map(|m| format!("  {}", mistake_words(&self.words, m))));
                }
            }
            Verdict::Stuck => lines.push(format!(
                "wrong: no rule is broken so far ({cells}), but no solution has all these pieces"
            )),
            Verdict::Unfinished { completable } => {
                let end = if completable {
                    "the board can still be completed"
                } else {
                    "whether the board can be completed is not known"
                };
                lines.push(format!("unfinished: no rule is broken so far ({cells}), and {end}"));
            }
        }
        lines
    }

    /// Returns the value of the objective; only a search can show that it is the best.
    fn value(&self) -> String {
        if self.model.objectives.is_empty() {
            return String::new();
        }
        let values = objective_values(self.model, &self.diagram);
        let values: Vec<String> = values.iter().map(ToString::to_string).collect();
        format!("; value {}; optimality is not checked", values.join(", "))
    }

    fn json(&self, no_spoilers: bool) -> Value {
        let (verdict, completable) = match self.verdict {
            Verdict::Right => ("right", Some(true)),
            Verdict::Wrong => ("wrong", Some(false)),
            Verdict::Stuck => ("stuck", Some(false)),
            Verdict::Unfinished { completable } => ("unfinished", completable.then_some(true)),
        };
        let mut object = json!({
            "verdict": verdict,
            "completable": completable,
            "open": self.open,
            "mistakes": self.mistakes.len(),
        });
        if !self.model.objectives.is_empty() && self.verdict == Verdict::Right {
            object["values"] = objective_values(self.model, &self.diagram).into();
        }
        if !no_spoilers {
            let one = |m: &Mistake| json!({ "place": m.place, "rule": rule_words(&self.words, m), "found": m.message });
            object["details"] = self.mistakes.iter().map(one).collect();
        }
        object
    }
}
