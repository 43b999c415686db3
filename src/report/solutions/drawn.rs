//! A board drawn as text, as `puzzle run` prints it or as someone types it: one row of cells per line, with or without names of
//! files and ranks, blanks and borders. `.`, `_`, `?` and `·` are cells without an answer yet, `-` is a cell left empty.

use super::read::{SolutionFault, fault_in};
use crate::geometry::{Board, CellId, Shape, Vector};
use crate::model::{Course, Diagram, KindId, Model, Placement, RouteId, Shapes};
use crate::report::quote::quoted_word;
use crate::report::route_faces::{JUNCTIONS, arms_of};
use rustc_hash::FxHashMap;

/// Limit on the size of a drawing in bytes; the largest board has room for its cells and their names.
const MOST_BYTES: usize = 1_000_000;

/// A board that may be unfinished.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DrawnBoard {
    pub diagram: Diagram,
    /// Cells that are marked as empty.
    pub empty: Vec<CellId>,
}

/// Contents of a drawn cell.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Shown {
    Open,
    Empty,
    Kind(KindId),
    /// A box-drawing character with these arms.
    Line(u8),
    /// The number of a cell along the only route.
    Step(usize),
}

/// Reads a drawn board.
///
/// # Errors
/// The first line that is no row of the board, or a drawing whose tiles or routes are not clear.
pub fn read_drawn(model: &Model, text: &str) -> Result<DrawnBoard, SolutionFault> {
    let Shape::Box { width, height, depth: 1, .. } = model.board.shape() else {
        return Err(fault_in(
            0,
            "only rectangular boards can be drawn; write coordinates, such as `Qd4 Nb2`",
        ));
    };
    if text.len() > MOST_BYTES {
        return Err(fault_in(0, &format!("a drawing has at most {MOST_BYTES} bytes")));
    }
    let rows = rows(model, text, width as usize, height as usize)?;
    let mut shown = Vec::with_capacity(model.board.len());
    for (cells, (line, words)) in model.board.rows().into_iter().zip(rows) {
        for (cell, word) in cells.into_iter().zip(words) {
            shown.push((cell, meaning(model, cell, &word).map_err(|w| fault_in(line, &w))?));
        }
    }
    board_of(model, shown).map_err(|words| fault_in(0, &words))
}

/// The line and the cells of each row, from the top.
type Rows = Vec<(usize, Vec<String>)>;

fn rows(model: &Model, text: &str, width: usize, height: usize) -> Result<Rows, SolutionFault> {
    let is_line = |c: char| c != ' ' && JUNCTIONS.contains(&c);
    let lined = !model.routes.is_empty() && text.contains(is_line);
    let start = if lined { column_of_first_file(text) } else { None };
    let files: String = (0..width as u32).map(Board::column_name).collect();
    let mut rows: Rows = Vec::new();
    for (i, line) in text.lines().enumerate() {
        let is_border =
            |c: char| JUNCTIONS.contains(&c) || "+|=\u{2551}\u{2550}".contains(c) && !is_symbol(model, c);
        let bare: String = line.chars().filter(|c| !c.is_whitespace()).collect();
        let is_rule = !lined && bare.chars().any(is_border) && bare.chars().all(|c| is_border(c) || c == '-');
        if bare.is_empty() || is_rule {
            continue;
        }
        if rows.len() == height {
            if bare == files {
                continue;
            }
            return Err(fault_in(i, &format!("the board has {height} rows, and this is one more")));
        }
        let label = (height - rows.len()).to_string();
        let cells = match start {
            Some(start) => lined_row(line, start, width),
            None => {
                let kept: String =
                    line.chars().map(|c| if !lined && is_border(c) { ' ' } else { c }).collect();
                plain_row(&kept, &label, width)
            }
        };
        match cells {
            Some(cells) => rows.push((i, cells)),
            None if rows.is_empty() && bare == files => {}
            None => {
                let words = format!("`{}` is no row of {width} cells", quoted_word(line.trim()));
                return Err(fault_in(i, &words));
            }
        }
    }
    if rows.len() < height {
        let words = format!("the drawing has {} rows, the board {height}", rows.len());
        return Err(fault_in(text.lines().count().saturating_sub(1), &words));
    }
    Ok(rows)
}

/// Returns the column of the cells of file `a`, from the names of the files.
fn column_of_first_file(text: &str) -> Option<usize> {
    let names = text.lines().rev().find(|l| !l.trim().is_empty())?;
    let first = names.chars().position(|c| !c.is_whitespace())?;
    names.trim().starts_with('a').then_some(first)
}

/// Returns the cells of a row that are two columns apart.
fn lined_row(line: &str, start: usize, width: usize) -> Option<Vec<String>> {
    let letters: Vec<char> = line.chars().collect();
    let cell = |i: usize| letters.get(start + 2 * i).filter(|c| !c.is_whitespace()).map(char::to_string);
    (0..width).map(cell).collect()
}

/// Returns the cells of a row, separated by blanks or not, with or without its rank in front.
fn plain_row(line: &str, label: &str, width: usize) -> Option<Vec<String>> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let own = |words: &[&str]| -> Option<Vec<String>> {
        if words.len() == width {
            return Some(words.iter().map(|w| (*w).to_owned()).collect());
        }
        let letters: Vec<String> = words.concat().chars().map(String::from).collect();
        (words.len() == 1 && letters.len() == width).then_some(letters)
    };
    match words.split_first() {
        Some((first, rest)) if *first == label && !rest.is_empty() => own(rest).or_else(|| own(&words)),
        _ => own(&words),
    }
}

fn is_symbol(model: &Model, symbol: char) -> bool {
    model.kinds.iter().any(|k| k.line.is_none() && k.symbol == symbol)
}

fn meaning(model: &Model, cell: CellId, word: &str) -> Result<Shown, String> {
    let clue = model.clues.iter().find(|c| c.0 == cell).map(|c| c.1);
    if model.board.is_wall(cell) {
        return Ok(Shown::Open);
    }
    let mut letters = word.chars();
    if let (Some(letter), None) = (letters.next(), letters.next()) {
        let named = |k: &crate::model::Kind| Some(&*k.name) == figure(letter);
        let is_it = |k: &crate::model::Kind| k.line.is_none() && (k.symbol == letter || named(k));
        if let Some(kind) = model.kinds.iter().position(is_it) {
            return Ok(Shown::Kind(KindId(kind as u16)));
        }
        match letter {
            '.' | '_' | '?' | '\u{b7}' => return Ok(Shown::Open),
            '-' | 'x' => return Ok(Shown::Empty),
            _ => {}
        }
        if let Some(arms) = JUNCTIONS.iter().position(|&c| c == letter).filter(|_| !model.routes.is_empty()) {
            return Ok(Shown::Line(arms as u8));
        }
    }
    let number: Option<i64> = word.parse().ok();
    if number.is_some() && number == clue {
        return Ok(Shown::Open);
    }
    if let Some(number) = number {
        let is_it = |k: &crate::model::Kind| k.family.is_some_and(|f| f.1 == number);
        if let Some(kind) = model.kinds.iter().position(is_it) {
            return Ok(Shown::Kind(KindId(kind as u16)));
        }
        if let (Ok(step @ 1..), [_]) = (usize::try_from(number), &model.routes[..]) {
            return Ok(Shown::Step(step));
        }
    }
    let symbols: Vec<String> =
        model.kinds.iter().filter(|k| k.line.is_none()).map(|k| k.symbol.to_string()).collect();
    let known =
        if symbols.is_empty() { String::new() } else { format!("; the pieces are {}", symbols.join(" ")) };
    Err(format!("`{}` on {} is no piece{known}", quoted_word(word), model.board.cell_name(cell)))
}

/// The name of the piece that a chess figure shows.
fn figure(letter: char) -> Option<&'static str> {
    Some(match letter {
        '♔' | '♚' => "king",
        '♕' | '♛' => "queen",
        '♖' | '♜' => "rook",
        '♗' | '♝' => "bishop",
        '♘' | '♞' => "knight",
        '♙' | '♟' => "pawn",
        _ => return None,
    })
}

fn board_of(model: &Model, shown: Vec<(CellId, Shown)>) -> Result<DrawnBoard, String> {
    let mut board = DrawnBoard::default();
    let mut placements = Vec::new();
    let mut tiles: FxHashMap<KindId, Vec<CellId>> = FxHashMap::default();
    let mut steps: Vec<(usize, CellId)> = Vec::new();
    for (cell, what) in shown {
        match what {
            Shown::Open => {}
            Shown::Empty => board.empty.push(cell),
            Shown::Kind(kind) if model.kind(kind).shapes == Shapes::Point => {
                placements.push(Placement::point(kind, cell));
            }
            Shown::Kind(kind) => tiles.entry(kind).or_default().push(cell),
            Shown::Line(arms) => placements.push(Placement::point(line_piece(model, cell, arms)?, cell)),
            Shown::Step(step) => steps.push((step, cell)),
        }
    }
    let mut kinds: Vec<(KindId, Vec<CellId>)> = tiles.into_iter().collect();
    kinds.sort_unstable();
    for (kind, cells) in kinds {
        placements.extend(tile_placements(model, kind, cells)?);
    }
    if !steps.is_empty() {
        placements.extend(route_of(model, steps)?);
    }
    board.diagram = Diagram::new(placements);
    Ok(board)
}

fn line_piece(model: &Model, cell: CellId, arms: u8) -> Result<KindId, String> {
    let name = model.board.cell_name(cell);
    let [route] = &model.routes[..] else {
        return Err(format!(
            "it is not clear to which route {name} belongs; write coordinates, such as `wire:a1-b1`"
        ));
    };
    let fits = |k: &KindId| model.kind(*k).line.as_ref().is_some_and(|line| arms_of(line) == arms);
    route.pieces.iter().find(fits).ok_or_else(|| format!("{} cannot run like this on {name}", route.name))
}

/// Returns the tiles of a kind that cover these cells; each connected set of cells must be one tile.
fn tile_placements(model: &Model, kind: KindId, mut cells: Vec<CellId>) -> Result<Vec<Placement>, String> {
    let mut placements = Vec::new();
    cells.sort_unstable();
    while let Some(first) = cells.first().copied() {
        let mut group = vec![first];
        let mut next = 0;
        while next < group.len() {
            for step in
                [Vector::new(1, 0, 0), Vector::new(-1, 0, 0), Vector::new(0, 1, 0), Vector::new(0, -1, 0)]
            {
                let to =
                    model.board.step(group[next], step).filter(|c| cells.contains(c) && !group.contains(c));
                group.extend(to);
            }
            next += 1;
        }
        cells.retain(|c| !group.contains(c));
        group.sort_unstable();
        placements.push(Placement { kind, cells: group.into_iter().collect() });
    }
    Ok(placements)
}

/// Returns the route whose cells are numbered along the way.
fn route_of(model: &Model, mut steps: Vec<(usize, CellId)>) -> Result<Vec<Placement>, String> {
    steps.sort_unstable();
    if let Some(i) = steps.iter().enumerate().position(|(i, step)| step.0 != i + 1) {
        return Err(format!(
            "the numbers along the way are not consecutive: {} is missing or doubled",
            i + 1
        ));
    }
    let course = Course { route: RouteId(0), cells: steps.into_iter().map(|s| s.1).collect() };
    course
        .placements(model)
        .map_err(|_| format!("the numbers do not follow the moves of {}", model.routes[0].name))
}
