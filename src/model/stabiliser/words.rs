//! Elements of a group with exchanges, in words.

use super::exchange::{ExchangeGroup, Factor, GroupElement};
use crate::geometry::Board;
use crate::model::{KindId, Model};

impl ExchangeGroup {
    /// Returns what an element exchanges, by cycles: `columns (a b) and kinds (white black)`.
    pub fn words(&self, model: &Model, element: &GroupElement) -> String {
        let mut parts: Vec<String> = Vec::new();
        for axis in 0..3 {
            let cycles: Vec<String> = self
                .factors
                .iter()
                .zip(&element.moves)
                .filter_map(|(factor, moves)| match factor {
                    Factor::Lines(class) if class.axis == axis => {
                        let name = |at: usize| line_name(axis, class.lines[at]);
                        Some(cycles(moves, &name))
                    }
                    _ => None,
                })
                .flatten()
                .collect();
            if !cycles.is_empty() {
                parts.push(format!("{} {}", ["columns", "rows", "layers"][axis], cycles.concat()));
            }
        }
        let (_, kinds) = self.images(model, element);
        let is_line = |k: usize| model.kind(KindId(k as u16)).line.is_some();
        let moves: Vec<usize> =
            kinds.iter().enumerate().map(|(k, image)| if is_line(k) { k } else { image.index() }).collect();
        let name = |k: usize| model.kind(KindId(k as u16)).name.to_string();
        let cycles = cycles(&moves, &name);
        if !cycles.is_empty() {
            parts.push(format!("kinds {}", cycles.concat()));
        }
        parts.join(" and ")
    }
}

fn line_name(axis: usize, line: i32) -> String {
    match axis {
        0 => Board::column_name(line as u32 - 1),
        1 => line.to_string(),
        _ => Board::column_name(line as u32 - 1).to_uppercase(),
    }
}

/// Returns the cycles of a permutation that move something.
fn cycles(images: &[usize], name: &dyn Fn(usize) -> String) -> Vec<String> {
    let mut seen = vec![false; images.len()];
    let mut cycles = Vec::new();
    for first in 0..images.len() {
        let mut cycle = Vec::new();
        let mut at = first;
        while !std::mem::replace(&mut seen[at], true) {
            cycle.push(name(at));
            at = images[at];
        }
        if cycle.len() > 1 {
            cycles.push(format!("({})", cycle.join(" ")));
        }
    }
    cycles
}
