//! Configs: each cell has a letter for the set of kinds that it may still hold (R. Hui, Vector 21.3).
//!
//! `.` all kinds; `x` none; a symbol in lower case only that kind; a symbol a placed piece. With three or more kinds there
//! are other sets: these get the remaining letters, which a legend explains.

use super::grid::bare;
use super::picture::{CellShade, Note};
use crate::geometry::CellId;
use crate::model::{Diagram, KindId, KindSet, Model};
use std::collections::BTreeMap;

/// Returns the lines of the config, and its legend if one is needed.
pub fn draw_config(model: &Model, diagram: &Diagram, open: &[Option<KindSet>]) -> (Vec<String>, Vec<String>) {
    let mut letters = Letters::new(model);
    let mut faces: Vec<char> = model
        .board
        .cells()
        .map(|cell| match &open[cell.index()] {
            Some(kinds) => letters.of(kinds),
            None => '#',
        })
        .collect();
    for placement in diagram.placements() {
        for cell in &placement.cells {
            faces[cell.index()] = model.kind(placement.kind).symbol;
        }
    }
    (bare(&model.board, &faces), letters.legend())
}

/// Returns the config by cell, for a picture, and its legend. Each cell has a letter (none if all kinds are possible) and is
/// shaded if some kinds are not possible.
pub fn config_notes(model: &Model, diagram: &Diagram, open: &[Option<KindSet>]) -> (Vec<Note>, Vec<String>) {
    let mut letters = Letters::new(model);
    let note = |cell: CellId| match &open[cell.index()] {
        Some(kinds) if kinds.len() < model.kinds.len() => {
            // With one kind the shade is enough.
            let letter = letters.of(kinds);
            let shade = if kinds.is_empty() { CellShade::All } else { CellShade::Some };
            Note { letter: if model.kinds.len() == 1 { ' ' } else { letter }, shade }
        }
        _ => Note { letter: ' ', shade: CellShade::None },
    };
    let notes = model.board.cells().map(note).collect();
    let mut legend = letters.legend();
    // In text, two kinds have well-known letters and need no legend; under a picture there is always one.
    if legend.is_empty() && model.kinds.len() > 1 && !diagram.placements().is_empty() {
        legend = letters.lines();
        legend.insert(0, "x  none".to_owned());
    }
    (notes, legend)
}

/// The letters of sets of kinds.
struct Letters<'a> {
    model: &'a Model,
    given: BTreeMap<KindSet, char>,
}

impl<'a> Letters<'a> {
    fn new(model: &'a Model) -> Self {
        Self { model, given: BTreeMap::new() }
    }

    fn of(&mut self, kinds: &KindSet) -> char {
        if kinds.len() == self.model.kinds.len() {
            return '.';
        }
        if kinds.is_empty() {
            return 'x';
        }
        if let Some(&letter) = self.given.get(kinds) {
            return letter;
        }
        let only = kinds.iter().next().filter(|_| kinds.len() == 1);
        let letter = only.and_then(|k| self.own_letter(k)).or_else(|| self.free_letter()).unwrap_or('?');
        self.given.insert(kinds.clone(), letter);
        letter
    }

    /// The symbol in lower case, if that is an unused letter.
    fn own_letter(&self, kind: KindId) -> Option<char> {
        let symbol = self.model.kind(kind).symbol;
        let lower = symbol.to_lowercase().next()?;
        let fit = lower != symbol && lower != 'x' && !self.is_taken(lower);
        fit.then_some(lower)
    }

    fn is_taken(&self, letter: char) -> bool {
        self.given.values().any(|&l| l == letter) || self.model.kinds.iter().any(|k| k.symbol == letter)
    }

    /// An unused letter that is not a kind's symbol in lower case.
    fn free_letter(&self) -> Option<char> {
        let lower = |letter| self.model.kinds.iter().any(|k| k.symbol.to_lowercase().next() == Some(letter));
        ('a'..='z').find(|&l| l != 'x' && !lower(l) && !self.is_taken(l))
    }

    fn legend(&self) -> Vec<String> {
        let plain = |kinds: &KindSet, letter: char| {
            kinds.iter().next().is_some_and(|k| kinds.len() == 1 && self.own_lower(k) == letter)
        };
        if self.model.kinds.len() < 3 && self.given.iter().all(|(k, &l)| plain(k, l)) {
            return Vec::new();
        }
        let ends = [".  any kind".to_owned(), "x  none".to_owned()];
        ends.into_iter().chain(self.lines()).collect()
    }

    /// The meaning of each letter in use, by letter.
    fn lines(&self) -> Vec<String> {
        let line = |(kinds, letter): (&KindSet, &char)| {
            let names: Vec<&str> = kinds.iter().map(|k| &*self.model.kind(k).name).collect();
            let only = if names.len() == 1 { "only " } else { "" };
            (*letter, format!("{letter}  {only}{}", names.join(", ")))
        };
        let mut lines: Vec<(char, String)> = self.given.iter().map(line).collect();
        lines.sort();
        lines.into_iter().map(|(_, l)| l).collect()
    }

    fn own_lower(&self, kind: KindId) -> char {
        let symbol = self.model.kind(kind).symbol;
        symbol.to_lowercase().next().unwrap_or(symbol)
    }
}
