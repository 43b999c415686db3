//! A board with texts in its cells, labeled for reading off cell names: files and ranks on rectangles, the same for each
//! layer of a box, slanted columns and their row numbers on hexagons.

use super::layout::{Row, TextLayout};
use super::mark::{DisplayStyle, Mark};
use super::route_faces::{LEFT, RIGHT};
use crate::geometry::{Board, Shape};
use std::iter::repeat_n;

/// Draws the board with an aligned mark in each cell and labels; without spaces if lines are too narrow for them.
pub(super) fn sheet(board: &Board, marks: &[Mark], look: DisplayStyle) -> Vec<String> {
    match board.shape() {
        Shape::Hex { edge } => hexagon(board, marks, edge),
        Shape::Box { .. } => {
            let wide = boxes(board, marks, true);
            if wide.iter().all(|l| look.has_room_for(l.1)) {
                return lines(wide);
            }
            lines(boxes(board, marks, false))
        }
    }
}

/// A line and its number of visible characters.
type SheetLine = (String, usize);

fn lines(lines: Vec<SheetLine>) -> Vec<String> {
    let trimmed = |(mut line, _): SheetLine| {
        line.truncate(line.trim_end().len());
        line
    };
    lines.into_iter().map(trimmed).collect()
}

/// Draws layers below each other, each with its letter if there are several. `wide`: cells are separated by spaces and
/// file names are horizontal; otherwise file names are vertical.
fn boxes(board: &Board, marks: &[Mark], wide: bool) -> Vec<SheetLine> {
    let layout = TextLayout::new(board);
    let margin = layout.rows.iter().map(|r| r.label.len()).max().unwrap_or(0);
    let files: Vec<Mark> = layout.files.iter().map(|f| Mark::plain(f.clone())).collect();
    let widths = marks.iter().map(Mark::width);
    let names = files.iter().map(Mark::width).max().unwrap_or(1);
    let width = widths.max().unwrap_or(1).max(if wide { names } else { 1 });
    // A single character is centered in a cell as wide as a bracketed mark.
    let put = |line: &mut String, mark: &Mark| {
        let taken = mark.width();
        let right = if width == 3 && taken == 1 { 1 } else { 0 };
        let left = width.saturating_sub(right + taken) + usize::from(wide);
        mark.append_beside(LEFT, left, line);
        mark.append_to(line);
        mark.append_beside(RIGHT, right, line);
    };
    let seen = margin + 1 + files.len() * (width + usize::from(wide));
    let row_of = |label: &str, marks: &mut dyn Iterator<Item = &Mark>| {
        let mut line = String::with_capacity(seen);
        line.extend(repeat_n(' ', margin - label.len()));
        line.extend([label, " "]);
        marks.for_each(|mark| put(&mut line, mark));
        line
    };
    let feet: Vec<SheetLine> = if wide {
        vec![(row_of("", &mut files.iter()), seen)]
    } else {
        let letter = |i: usize| {
            let letters = layout.files.iter().map(|f| f.chars().nth(i).unwrap_or(' '));
            let cells = letters.map(|c| format!("{:>width$}", c)).collect::<String>();
            (format!("{:margin$} {cells}", ""), seen)
        };
        (0..names).map(letter).collect()
    };
    let mut lines = Vec::new();
    for (i, row) in layout.rows.iter().enumerate() {
        if row.starts_layer && board.shape().is_spatial() {
            if i > 0 {
                lines.extend(feet.clone());
                lines.push((String::new(), 0));
            }
            lines.push((format!("layer {}", layer_letter(board, row)), 0));
        }
        let mut cells = row.cells.iter().map(|c| &marks[c.index()]);
        lines.push((row_of(&row.label, &mut cells), seen));
    }
    lines.extend(feet);
    lines
}

/// The letter with which cell names in this row's layer begin.
pub(super) fn layer_letter(board: &Board, row: &Row) -> String {
    let z = row.cells.first().map_or(1, |&c| board.coordinate(c).z);
    Board::column_name(u32::try_from(z - 1).unwrap_or(0)).to_uppercase()
}

/// Marks by the position of their ends.
struct Canvas {
    placed: Vec<(usize, i32, Mark)>,
}

impl Canvas {
    fn put(&mut self, line: usize, end: i32, mark: Mark) {
        self.placed.push((line, end, mark));
    }

    fn lines(mut self) -> Vec<String> {
        let start = |(_, end, mark): &(usize, i32, Mark)| end - mark.width() as i32;
        let least = self.placed.iter().map(start).min().unwrap_or(0);
        self.placed.sort_by_key(|p| (p.0, p.1));
        let mut lines: Vec<SheetLine> = Vec::new();
        for place in &self.placed {
            lines.resize(lines.len().max(place.0 + 1), SheetLine::default());
            let (line, seen) = &mut lines[place.0];
            let gap = ((start(place) - least) as usize).saturating_sub(*seen);
            line.extend(repeat_n(' ', gap));
            place.2.append_to(line);
            *seen += gap + place.2.width();
        }
        self::lines(lines)
    }
}

/// Columns slant from the top right to their names at the foot. A line of equal numbers begins at the left edge, falls to the
/// middle column and continues level, so its number stands at both ends if these lie on the rim.
fn hexagon(board: &Board, marks: &[Mark], edge: u32) -> Vec<String> {
    let e = edge as i32 - 1;
    let columns = (0..2 * edge - 1).map(|c| Board::column_name(c).len());
    let width = columns.chain(marks.iter().map(Mark::width)).max().unwrap_or(1) as i32;
    // A row is shifted by half a cell against the next one, so the distance of two cells is even.
    let pitch = (width + 2) / 2 * 2;
    let half = pitch / 2;
    let centred = |mark: Mark| if width == 3 && mark.width() == 1 { mark.then(" ") } else { mark };
    let mut canvas = Canvas { placed: Vec::new() };
    let line_of = |y: i32| (e - y) as usize;
    for cell in board.cells() {
        let v = board.coordinate(cell);
        canvas.put(line_of(v.y), (2 * v.x + v.y) * half, centred(marks[cell.index()].clone()));
    }
    for x in -e..=e {
        let below = (-e).max(-e - x) - 1;
        let name = centred(Mark::plain(Board::column_name((x + e) as u32)));
        canvas.put(line_of(below), (2 * x + below) * half, name);
    }
    for y in -e..=e {
        let (first, last) = ((-e).max(-e - y), e.min(e - y));
        if y >= 0 {
            let number = centred(Mark::plain((y + 1).to_string()));
            canvas.put(line_of(y), (2 * (first - 1) + y) * half, number);
        }
        let number = (y + e + 1).to_string();
        let end = (2 * last + y) * half + 1 + number.len() as i32 + i32::from(width == 3);
        canvas.put(line_of(y), end, Mark::plain(number));
    }
    canvas.lines()
}
