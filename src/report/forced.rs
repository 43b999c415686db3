//! Forced and possible cells as text: a board, or with numbers one for each kind, and the answer in words.
//!
//! A forced piece has its usual face. Elsewhere the kinds that may stand on the cell are in parentheses, `.` if these are all
//! kinds and `x` if there are none; `?` marks what a limit left undecided.

use super::closing::{closing_line, optimum, standing};
use super::drawing::{Face, faces, framed, marks};
use super::mark::{DisplayStyle, Hue, Mark};
use super::route_faces::route_symbol;
use crate::engine::Occurrence;
use crate::geometry::CellId;
use crate::model::Model;
use crate::run::{ForcedCells, ForcedEntry, Occupant, Status};

/// Occupants of one cell: its kinds and routes, without line pieces.
#[derive(Debug)]
pub(super) struct CellOccupants<'a> {
    pub forced: Option<Occupant>,
    /// Occupants that stand there in some solutions, or may.
    pub possible: Vec<&'a ForcedEntry>,
    /// True if all kinds and routes are possible.
    pub is_free: bool,
    pub is_undecided: bool,
}

impl<'a> CellOccupants<'a> {
    /// Returns the occupants of `cell`; `None` for a wall.
    pub fn of(model: &Model, cells: &'a ForcedCells, cell: CellId) -> Option<Self> {
        let all: Vec<&ForcedEntry> =
            cells.of_cell(cell).iter().filter(|e| !is_line_piece(model, e)).collect();
        if model.board.is_wall(cell) {
            return None;
        }
        let forced = all.iter().find(|e| e.occurrence == Occurrence::All).map(|e| e.occupant);
        let is_possible = |e: &&&ForcedEntry| matches!(e.occurrence, Occurrence::Some | Occurrence::Open);
        let possible: Vec<&ForcedEntry> = all.iter().filter(is_possible).copied().collect();
        let is_undecided = possible.iter().any(|e| e.occurrence == Occurrence::Open);
        Some(Self { forced, is_free: possible.len() == all.len() && !all.is_empty(), possible, is_undecided })
    }
}

/// Returns true for a piece of a route, which stands for a part of it.
fn is_line_piece(model: &Model, entry: &ForcedEntry) -> bool {
    matches!(entry.occupant, Occupant::Kind(kind) if model.kind(kind).line.is_some())
}

/// The character of an occupant.
pub(super) fn symbol(model: &Model, occupant: Occupant) -> char {
    match occupant {
        Occupant::Kind(kind) => model.kind(kind).symbol,
        Occupant::Route(route) => route_symbol(model, route),
    }
}

/// Draws the board with the forced pieces and the possible ones, and the meaning of its marks; with numbers, a board of
/// numbers for each kind and each route.
pub fn draw_forced(model: &Model, cells: &ForcedCells, look: DisplayStyle) -> Vec<String> {
    if cells.is_counted() { numbers(model, cells, look) } else { occurrences(model, cells, look) }
}

fn occurrences(model: &Model, cells: &ForcedCells, look: DisplayStyle) -> Vec<String> {
    let (mut legend, faces) = ([false; 4], faces(model, cells.forced(), Face::Letter));
    let mut texts = marks(model, cells.forced(), &faces, look);
    for cell in model.board.open_cells() {
        let Some(occupants) = CellOccupants::of(model, cells, cell) else { continue };
        let text = match (occupants.forced, occupants.possible.as_slice()) {
            // Its face is there, unless it is a part of a tile, or of a route, that is not known as a whole.
            (Some(_), _) if cells.forced().at(cell).is_some() => continue,
            (Some(occupant), _) => symbol(model, occupant).to_string(),
            // A clue says more than that nothing stands on it.
            (None, []) if model.clues.iter().any(|c| c.0 == cell) => continue,
            (None, []) => mark(&mut legend, 0, "x".to_owned()),
            _ if occupants.is_free && occupants.is_undecided => mark(&mut legend, 3, "?".to_owned()),
            _ if occupants.is_free => mark(&mut legend, 1, ".".to_owned()),
            (None, possible) => {
                let symbols: String = possible.iter().map(|e| symbol(model, e.occupant)).collect();
                legend[3] |= occupants.is_undecided;
                let doubt = if occupants.is_undecided { "?" } else { "" };
                mark(&mut legend, 2, format!("({symbols}{doubt})"))
            }
        };
        let hue = occupants.forced.is_none().then_some(Hue::Faint);
        texts[cell.index()] = Mark::colored(text, hue, look);
    }
    let mut lines = framed(model, &texts, look);
    let meanings = ["x  nothing", ".  any kind", "( )  these kinds", "?  not decided"];
    let used: Vec<&str> = meanings.into_iter().zip(legend).filter(|m| m.1).map(|m| m.0).collect();
    if !used.is_empty() {
        lines.extend([String::new(), used.join("    ")]);
    }
    lines
}

/// Returns `text` and notes that the legend explains it.
fn mark(legend: &mut [bool; 4], meaning: usize, text: String) -> String {
    legend[meaning] = true;
    text
}

fn numbers(model: &Model, cells: &ForcedCells, look: DisplayStyle) -> Vec<String> {
    let mut occupants: Vec<Occupant> = Vec::new();
    for entry in cells.entries().iter().filter(|e| !is_line_piece(model, e)) {
        // The entries of the first cell name all of them.
        if occupants.contains(&entry.occupant) {
            break;
        }
        occupants.push(entry.occupant);
    }
    let walls = |cell| if model.board.is_wall(cell) { '#' } else { '?' };
    let mut lines = Vec::new();
    for &occupant in &occupants {
        if !lines.is_empty() {
            lines.push(String::new());
        }
        if occupants.len() > 1 {
            lines.push(format!("{}:", occupant.name(model)));
        }
        let mut texts: Vec<Mark> = model.board.cells().map(|c| Mark::plain(walls(c))).collect();
        for entry in cells.entries().iter().filter(|e| e.occupant == occupant) {
            if let Some(count) = &entry.count {
                let hue = (entry.occurrence == Occurrence::None).then_some(Hue::Faint);
                texts[entry.cell.index()] = Mark::colored(count.to_string(), hue, look);
            }
        }
        lines.extend(framed(model, &texts, look));
    }
    lines
}

/// Returns a summary such as `12 cells forced, 80 impossible, 8 free, at least 4 solutions, complete, 0.01 s`.
pub fn forced_line(model: &Model, cells: &ForcedCells) -> String {
    let outcome = cells.outcome();
    if outcome.satisfiable() != Some(true) {
        return closing_line(outcome);
    }
    let (mut forced, mut impossible, mut free, mut undecided) = (0, 0, 0, 0);
    for cell in model.board.open_cells() {
        let Some(occupants) = CellOccupants::of(model, cells, cell) else { continue };
        let number = match occupants.forced {
            Some(_) => &mut forced,
            None if occupants.is_undecided => &mut undecided,
            None if occupants.possible.is_empty() => &mut impossible,
            None => &mut free,
        };
        *number += 1;
    }
    let plural = if forced == 1 { "" } else { "s" };
    let mut parts = vec![
        format!("{forced} cell{plural} forced"),
        format!("{impossible} impossible"),
        format!("{free} free"),
    ];
    parts.extend((undecided > 0).then(|| format!("{undecided} not decided")));
    let count = outcome.count();
    if *count != 0_u32.into() {
        let at_least = if outcome.is_exhausted() { "" } else { "at least " };
        let plural = if *count == 1_u32.into() { "" } else { "s" };
        parts.push(format!("{at_least}{count} solution{plural}"));
    }
    parts.extend(optimum(outcome));
    parts.push(if outcome.status() == Status::Complete { "complete".to_owned() } else { standing(outcome) });
    parts.push(format!("{:.2} s", outcome.took().as_secs_f64()));
    parts.join(", ")
}
