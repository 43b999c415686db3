//! Clues as text: drawings of the layers of clues and weights and of the sums of cages, the order of cells, and the numbers of
//! runs and views around the board.

use super::clues::{Step, cages, link_clues, margins, step, thermometer};
use super::layout::TextLayout;
use super::mark::{DisplayStyle, Mark};
use super::sheet::sheet;
use crate::geometry::{CellId, CellSet, Shape};
use crate::model::{Model, RuleBody};

/// Returns drawings and lines with the clues that a drawing of the board does not show.
pub(super) fn clue_lines(model: &Model, look: DisplayStyle) -> Vec<String> {
    let mut lines = Vec::new();
    for layer in &model.clue_layers {
        drawing(&mut lines, model, &layer.name, layer.clues.iter().copied(), look);
    }
    for layer in &model.weights {
        let weights = model.board.open_cells().map(|cell| (cell, layer.of[cell.index()]));
        drawing(&mut lines, model, &layer.name, weights.filter(|w| w.1 != 0), look);
    }
    sums(&mut lines, model, look);
    links(&mut lines, model, look);
    lines.extend(orders(model));
    lines
}

/// A drawing with a number in some of the cells.
fn drawing(
    lines: &mut Vec<String>,
    model: &Model,
    name: &str,
    numbers: impl Iterator<Item = (CellId, i64)>,
    look: DisplayStyle,
) {
    let empty = |cell| Mark::plain(if model.board.is_wall(cell) { '#' } else { '.' });
    let mut marks: Vec<Mark> = model.board.cells().map(empty).collect();
    numbers.for_each(|(cell, number)| marks[cell.index()].set_text(number.to_string()));
    lines.extend([String::new(), format!("{name}:")]);
    lines.extend(sheet(&model.board, &marks, look));
}

/// The sums of cages that no layer of clues shows.
fn sums(lines: &mut Vec<String>, model: &Model, look: DisplayStyle) {
    let shown = |cells: &CellSet, sum: i64| {
        let mut clues = model.clue_layers.iter().flat_map(|layer| &layer.clues).chain(&model.clues);
        clues.any(|&(cell, clue)| clue == sum && cells.contains(cell))
    };
    let cages = cages(model);
    let hidden = cages.iter().filter(|(cells, sum)| !shown(cells, *sum)).map(|(cells, sum)| (cells, *sum));
    numbered(lines, model, ("sum", hidden.collect()), look);
}

/// The numbers of links of a route in squares of two by two cells.
fn links(lines: &mut Vec<String>, model: &Model, look: DisplayStyle) {
    numbered(lines, model, ("links", link_clues(model)), look);
}

/// Draws the number of each area in its first cell; a second number for a cell follows as text.
fn numbered(
    lines: &mut Vec<String>,
    model: &Model,
    (word, areas): (&str, Vec<(&CellSet, i64)>),
    look: DisplayStyle,
) {
    let mut firsts: Vec<(CellId, i64)> = Vec::new();
    let mut others = Vec::new();
    for (cells, number) in areas {
        match cells.iter().min_by_key(|&c| order(model, c)) {
            Some(first) if firsts.iter().all(|f| f.0 != first) => firsts.push((first, number)),
            _ => others.push(format!("{word} {number}: {}", names(model, cells.iter()))),
        }
    }
    if !firsts.is_empty() {
        let title = format!("{}s", word.trim_end_matches('s'));
        drawing(lines, model, &title, firsts.into_iter(), look);
    }
    lines.extend(others);
}

/// Orders cells as they are read: by layers, from the top, from the left.
fn order(model: &Model, cell: CellId) -> (i32, i32, i32) {
    let v = model.board.coordinate(cell);
    (v.z, -v.y, v.x)
}

/// The comparisons of single cells, each chain on a line.
fn orders(model: &Model) -> Vec<String> {
    let mut lines = Vec::new();
    let sign = |step: &Step| if step.strict { " < " } else { " <= " };
    let name = |cell| model.board.cell_name(cell).to_string();
    for rule in &model.rules {
        let RuleBody::Compare(instances) = &rule.body else { continue };
        let steps: Vec<Step> = instances.iter().filter_map(|i| step(model, i)).collect();
        match thermometer(&steps, instances.len()) {
            Some(cells) => {
                lines.push(cells.iter().map(|&c| name(c)).collect::<Vec<_>>().join(sign(&steps[0])))
            }
            None => lines.extend(steps.iter().map(|s| name(s.from) + sign(s) + &name(s.to))),
        }
    }
    if !lines.is_empty() {
        lines.insert(0, String::new());
    }
    lines
}

fn names(model: &Model, cells: impl Iterator<Item = CellId>) -> String {
    cells.map(|c| model.board.cell_name(c).to_string()).collect::<Vec<_>>().join(" ")
}

/// Numbers around a flat board.
#[derive(Default)]
struct Margins {
    left: Vec<String>,
    right: Vec<String>,
    top: Vec<Vec<String>>,
    bottom: Vec<Vec<String>>,
}

/// Draws a flat board with the numbers of runs and views around it; `None` if there are none, or no room for them.
pub(super) fn with_margins(model: &Model, marks: &[Mark], look: DisplayStyle) -> Option<Vec<String>> {
    let Shape::Box { width, height, depth: 1, .. } = model.board.shape() else { return None };
    let numbers = margins(model);
    if numbers.is_empty() {
        return None;
    }
    let (width, height) = (width as usize, height as usize);
    let mut around = Margins {
        left: vec![String::new(); height],
        right: vec![String::new(); height],
        top: vec![Vec::new(); width],
        bottom: vec![Vec::new(); width],
    };
    for (line, numbers) in numbers {
        let (first, last) = (model.board.coordinate(*line.first()?), model.board.coordinate(*line.last()?));
        let (row, column) = (height - first.y as usize, first.x as usize - 1);
        match (first.y == last.y, first.x <= last.x, first.y >= last.y) {
            (true, true, _) => append(&mut around.left[row], &numbers),
            (true, false, _) => append(&mut around.right[row], &numbers),
            (false, _, true) => around.top[column].extend(numbers),
            (false, _, false) => around.bottom[column].extend(numbers),
        }
    }
    let lines = around.lines(model, marks);
    lines.iter().all(|l| look.has_room_for(l.1)).then(|| lines.into_iter().map(|l| l.0).collect())
}

fn append(text: &mut String, numbers: &[String]) {
    if !text.is_empty() {
        text.push(' ');
    }
    text.push_str(&numbers.join(" "));
}

impl Margins {
    /// Lines with their numbers of visible characters.
    fn lines(&self, model: &Model, marks: &[Mark]) -> Vec<(String, usize)> {
        let layout = TextLayout::new(&model.board);
        let stacked = self.top.iter().chain(&self.bottom).flatten().map(|n| n.chars().count());
        let names = layout.files.iter().map(String::len);
        let cell = stacked.chain(names).chain(marks.iter().map(Mark::width)).max().unwrap_or(1);
        let ranks = layout.rows.iter().map(|r| r.label.len()).max().unwrap_or(0);
        let before = self.left.iter().map(|l| l.chars().count()).max().unwrap_or(0);
        let gap = if before > 0 { 2 } else { 0 };
        let indent = before + gap + ranks + 1;
        let texts = |texts: Vec<&str>| {
            let cells: String = texts.iter().map(|text| format!(" {text:>cell$}")).collect();
            (format!("{:indent$}{cells}", "").trim_end().to_owned(), indent + texts.len() * (cell + 1))
        };
        let mut lines = Vec::new();
        let high = self.top.iter().map(Vec::len).max().unwrap_or(0);
        for i in 0..high {
            // The lowest number stands next to the board.
            let at = |stack: &Vec<String>| (i + stack.len()).checked_sub(high);
            lines.push(texts(self.top.iter().map(|s| at(s).map_or("", |at| &*s[at])).collect()));
        }
        for (row, (left, right)) in layout.rows.iter().zip(self.left.iter().zip(&self.right)) {
            let mut line = format!("{left:>before$}{:gap$}{:>ranks$} ", "", row.label);
            for mark in row.cells.iter().map(|c| &marks[c.index()]) {
                line.push_str(&" ".repeat(1 + cell - mark.width()));
                mark.append_to(&mut line);
            }
            let behind = if right.is_empty() { String::new() } else { format!("  {right}") };
            lines.push((line + &behind, indent + row.cells.len() * (cell + 1) + behind.chars().count()));
        }
        lines.push(texts(layout.files.iter().map(|f| &**f).collect()));
        let low = self.bottom.iter().map(Vec::len).max().unwrap_or(0);
        for i in 0..low {
            lines.push(texts(self.bottom.iter().map(|s| s.get(i).map_or("", |n| &**n)).collect()));
        }
        lines
    }
}
