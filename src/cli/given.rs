//! `--given`: given pieces as a vector, in the form of `--format vector`. Entry i is the row of the piece in column i (or the
//! column of the piece in row i), `-1` or `_` if it is open; a shorter vector is a prefix.

use super::exit::Failure;
use super::load::LoadedSpec;
use super::streams::Streams;
use crate::diag::{Diagnostic, Label, Severity};
use crate::geometry::{Board, CellId};
use crate::ground::ground;
use crate::model::{Fact, KindId, Model, Shapes, UpTo};
use crate::problem::{ChoiceId, Problem};
use crate::report::VectorAxis;
use crate::text::{SourceId, Span};

/// A vector from the command line, and its source for messages.
pub(super) struct GivenVector {
    vector: String,
    source: SourceId,
    by: VectorAxis,
    one_based: bool,
}

/// An error in a part of a vector.
struct VectorFault {
    start: usize,
    end: usize,
    message: String,
    help: Option<String>,
}

impl GivenVector {
    /// Adds the vector as typed to the texts of `loaded`.
    pub fn new(vector: &str, by: VectorAxis, one_based: bool, loaded: &mut LoadedSpec) -> Self {
        let source = loaded.add_command_line(vector);
        Self { vector: vector.to_owned(), source, by, one_based }
    }

    /// Adds the pieces to `model`, or reports an error.
    pub fn place(
        &self,
        model: &mut Model,
        loaded: &LoadedSpec,
        streams: &mut Streams<'_>,
    ) -> Result<(), Failure> {
        let Err(fault) = place(model, self) else {
            // The expectations are about the puzzle without these pieces.
            model.expects.clear();
            return Ok(());
        };
        let span = Span::new(self.source, fault.start, fault.end);
        let diagnostic = Diagnostic {
            code: "run::given",
            severity: Severity::Error,
            message: fault.message,
            labels: vec![Label { span, text: "in the given vector".to_owned() }],
            help: fault.help,
        };
        loaded.tell(&[diagnostic], streams)?;
        Err(Failure::Diagnosed)
    }

    fn fault(&self, text: &str, message: String, help: &str) -> VectorFault {
        let (start, end) = self.range(text);
        VectorFault { start, end, message, help: (!help.is_empty()).then(|| help.to_owned()) }
    }

    /// Range of `text`, a slice of the vector, within it.
    fn range(&self, text: &str) -> (usize, usize) {
        let start = text.as_ptr() as usize - self.vector.as_ptr() as usize;
        (start, start + text.len())
    }
}

fn place(model: &mut Model, given: &GivenVector) -> Result<(), VectorFault> {
    let GivenVector { by, one_based, .. } = *given;
    fits(model, given)?;
    let (width, height, _) = model.board.shape().extent();
    let (lines, places) = if by == VectorAxis::Column { (width, height) } else { (height, width) };
    let entries = entries(given)?;
    if let Some((text, _)) = entries.get(lines as usize) {
        let noun = if by == VectorAxis::Column { "columns" } else { "rows" };
        let message = format!("the vector has {} entries; the board has {lines} {noun}", entries.len());
        return Err(given.fault(text, message, "a shorter vector is a prefix; `_` leaves an entry open"));
    }
    for (line, (text, entry)) in (0..).zip(entries) {
        let Some(entry) = entry else { continue };
        let first = i64::from(one_based);
        let at = entry.checked_sub(first).and_then(|at| u32::try_from(at).ok()).filter(|&at| at < places);
        let Some(at) = at else {
            let last = i64::from(places) - 1 + first;
            let help = format!("entries go from {first} to {last}; `-1` and `_` leave one open");
            return Err(given.fault(text, format!("`{text}` is not on the board"), &help));
        };
        let (column, row) = if by == VectorAxis::Column { (line, at) } else { (at, line) };
        let name = format!("{}{}", Board::column_name(column), height - row);
        let cell = model.board.cell_named(&name).expect("a cell of the rectangle");
        give(model, cell, &name, given, text)?;
    }
    Ok(())
}

/// Checks that a vector can describe this spec: a rectangle, one kind on single cells, at most one piece per line.
fn fits(model: &Model, given: &GivenVector) -> Result<(), VectorFault> {
    let words = if model.kinds.len() != 1 {
        format!("the spec has {} kinds of pieces, but a vector does not name the kind", model.kinds.len())
    } else if model.board.shape().is_hex() || model.board.shape().is_spatial() {
        "the board is not a rectangle, so a vector cannot name its cells".to_owned()
    } else if model.kinds[0].shapes != Shapes::Point {
        "its pieces cover several cells, but a vector names one".to_owned()
    } else if let Some(line) = shared_line(model, given)? {
        format!("{line} may hold several pieces, but a vector has one entry for it")
    } else {
        return Ok(());
    };
    let kind = model.kinds.first().map_or("queen", |kind| &*kind.name);
    let help = format!("give the pieces in the spec: `place {kind} at a1`");
    Err(given.fault(&given.vector, words, &help))
}

/// Finds a column (row) in which the rules do not exclude a second piece.
fn shared_line(model: &Model, given: &GivenVector) -> Result<Option<String>, VectorFault> {
    let by = given.by;
    let grounded =
        ground(model, UpTo::default()).map_err(|e| given.fault(&given.vector, e.to_string(), ""))?;
    let problem = &grounded.problem;
    let (width, height, _) = model.board.shape().extent();
    let lines = if by == VectorAxis::Column { width } else { height };
    let mut choices: Vec<Vec<ChoiceId>> = vec![Vec::new(); lines as usize];
    for (id, choice) in problem.choice_ids().zip(problem.choices.iter()) {
        let at = model.board.coordinate(choice.cells[0]);
        let line = if by == VectorAxis::Column { at.x - 1 } else { i64::from(height) as i32 - at.y };
        choices[line as usize].push(id);
    }
    let shared = choices.iter().position(|line| !holds_one(problem, line));
    Ok(shared.map(|i| match by {
        VectorAxis::Column => format!("column {}", Board::column_name(i as u32)),
        VectorAxis::Row => format!("row {}", height - i as u32),
    }))
}

/// Returns true if these choices exclude each other pairwise.
fn holds_one(problem: &Problem, choices: &[ChoiceId]) -> bool {
    let together = |all: &[ChoiceId]| choices.iter().all(|c| all.binary_search(c).is_ok());
    let apart = |(i, a): (usize, &ChoiceId)| {
        choices[i + 1..].iter().all(|b| {
            let both = |line: &[ChoiceId]| [a, b].iter().all(|c| line.binary_search(c).is_ok());
            problem.conflicts[a.index()].binary_search(b).is_ok()
                || problem.cliques.iter().any(|l| both(&l.choices))
        })
    };
    problem.cliques.iter().any(|l| together(&l.choices)) || choices.iter().enumerate().all(apart)
}

/// Parses the entries, each with its text; open entries have no number.
fn entries(given: &GivenVector) -> Result<Vec<(&str, Option<i64>)>, VectorFault> {
    const FORM: &str = "write a vector such as `2,-1,1` or `[2, _, 1]`";
    let whole = given.vector.trim();
    let inner = match (whole.strip_prefix('['), whole.strip_suffix(']')) {
        (Some(_), Some(_)) if whole.len() >= 2 => &whole[1..whole.len() - 1],
        (None, None) => whole,
        _ => return Err(given.fault(whole, "unmatched bracket".to_owned(), FORM)),
    };
    if inner.trim().is_empty() {
        return Ok(Vec::new());
    }
    let entry = |text| match text {
        "_" | "-1" => Ok((text, None)),
        _ => match text.parse() {
            Ok(number) => Ok((text, Some(number))),
            Err(_) => Err(given.fault(text, format!("`{text}` is not a number"), FORM)),
        },
    };
    inner.split(',').map(str::trim).map(entry).collect()
}

/// Adds the fact that a piece is on `cell`, from the entry `text`.
fn give(
    model: &mut Model,
    cell: CellId,
    name: &str,
    given: &GivenVector,
    text: &str,
) -> Result<(), VectorFault> {
    let refuse = |why: &str| Err(given.fault(text, format!("{name} {why}"), "`_` leaves the entry open"));
    if model.board.is_wall(cell) {
        return refuse("is a wall");
    }
    let there = model.facts.iter().find_map(|fact| match *fact {
        Fact::Holds(at, ..) if at == cell => Some(true),
        Fact::Empty(at, _) if at == cell => Some(false),
        _ => None,
    });
    let (start, end) = given.range(text);
    match there {
        Some(true) => {}
        Some(false) => return refuse("is empty according to the spec"),
        None => model.facts.push(Fact::Holds(cell, KindId(0), Span::new(given.source, start, end))),
    }
    Ok(())
}
