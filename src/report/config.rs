//! Configs: each cell has a letter for the set of kinds that it may still hold (R. Hui, Vector 21.3).
//!
//! `.` all kinds; `x` none; a symbol in lower case only that kind; a symbol a placed piece. With three or more kinds there
//! are other sets: these get the remaining letters, which a legend explains. All pieces of a route count as one kind, with
//! the name of the route.

use super::grid::bare;
use super::picture::{CellShade, Note};
use super::route_faces::line_face;
use crate::geometry::CellId;
use crate::model::{Diagram, KindId, KindSet, Model, RouteId};
use std::collections::{BTreeMap, BTreeSet};

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
            let kind = model.kind(placement.kind);
            faces[cell.index()] = kind.line.as_ref().map_or(kind.symbol, |line| line_face(model, line));
        }
    }
    (bare(&model.board, &faces), letters.legend())
}

/// Returns the config by cell, for a picture, and its legend. Each cell has a letter (none if all kinds are possible) and is
/// shaded if some kinds are not possible.
pub fn config_notes(model: &Model, diagram: &Diagram, open: &[Option<KindSet>]) -> (Vec<Note>, Vec<String>) {
    let mut letters = Letters::new(model);
    let note = |cell: CellId| match &open[cell.index()] {
        Some(kinds) if letters.of(kinds) != '.' => {
            // With one kind the shade is enough.
            let letter = letters.of(kinds);
            let shade = if kinds.is_empty() { CellShade::All } else { CellShade::Some };
            Note { letter: if letters.all.len() == 1 { ' ' } else { letter }, shade }
        }
        _ => Note { letter: ' ', shade: CellShade::None },
    };
    let notes = model.board.cells().map(note).collect();
    let mut legend = letters.legend();
    // In text, two kinds have well-known letters and need no legend; under a picture there is always one.
    if legend.is_empty() && letters.all.len() > 1 && !diagram.placements().is_empty() {
        legend = letters.lines();
        legend.insert(0, "x  none".to_owned());
    }
    (notes, legend)
}

/// Item that may stand on a cell: a kind, or some piece of a route.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Content {
    Kind(KindId),
    Route(RouteId),
}

/// The letters of sets of contents. All pieces of a route count as one.
struct Letters<'a> {
    model: &'a Model,
    all: BTreeSet<Content>,
    given: BTreeMap<BTreeSet<Content>, char>,
}

impl<'a> Letters<'a> {
    fn new(model: &'a Model) -> Self {
        let all = contents(model, (0..model.kinds.len()).map(|k| KindId(k as u16)));
        Self { model, all, given: BTreeMap::new() }
    }

    fn of(&mut self, kinds: &KindSet) -> char {
        let contents = contents(self.model, kinds.iter());
        if contents.len() == self.all.len() {
            return '.';
        }
        if contents.is_empty() {
            return 'x';
        }
        if let Some(&letter) = self.given.get(&contents) {
            return letter;
        }
        let only = contents.iter().next().filter(|_| contents.len() == 1);
        let letter = only.and_then(|&c| self.own_letter(c)).or_else(|| self.free_letter()).unwrap_or('?');
        self.given.insert(contents, letter);
        letter
    }

    /// The symbol of a kind, or the first letter of a route's name.
    fn symbol(&self, content: Content) -> char {
        match content {
            Content::Kind(kind) => self.model.kind(kind).symbol,
            Content::Route(route) => {
                let route = self.model.route(route);
                let first = route.name.chars().next().unwrap_or('?');
                route.symbol.unwrap_or_else(|| first.to_ascii_uppercase())
            }
        }
    }

    /// The symbol in lower case, if that is an unused letter.
    fn own_letter(&self, content: Content) -> Option<char> {
        let symbol = self.symbol(content);
        let lower = symbol.to_lowercase().next()?;
        let fit = lower != symbol && lower != 'x' && !self.is_taken(lower);
        fit.then_some(lower)
    }

    fn is_taken(&self, letter: char) -> bool {
        self.given.values().any(|&l| l == letter) || self.all.iter().any(|&c| self.symbol(c) == letter)
    }

    /// An unused letter that is not a symbol in lower case.
    fn free_letter(&self) -> Option<char> {
        let lower = |letter| self.all.iter().any(|&c| self.own_lower(c) == letter);
        ('a'..='z').find(|&l| l != 'x' && !lower(l) && !self.is_taken(l))
    }

    fn legend(&self) -> Vec<String> {
        let plain = |contents: &BTreeSet<Content>, letter: char| {
            contents.iter().next().is_some_and(|&c| contents.len() == 1 && self.own_lower(c) == letter)
        };
        if self.all.len() < 3 && self.given.iter().all(|(k, &l)| plain(k, l)) {
            return Vec::new();
        }
        let ends = [".  any kind".to_owned(), "x  none".to_owned()];
        ends.into_iter().chain(self.lines()).collect()
    }

    /// The meaning of each letter in use, by letter.
    fn lines(&self) -> Vec<String> {
        let line = |(contents, letter): (&BTreeSet<Content>, &char)| {
            let names: Vec<&str> = contents.iter().map(|&c| self.name(c)).collect();
            let only = if names.len() == 1 { "only " } else { "" };
            (*letter, format!("{letter}  {only}{}", names.join(", ")))
        };
        let mut lines: Vec<(char, String)> = self.given.iter().map(line).collect();
        lines.sort();
        lines.into_iter().map(|(_, l)| l).collect()
    }

    fn name(&self, content: Content) -> &str {
        match content {
            Content::Kind(kind) => &self.model.kind(kind).name,
            Content::Route(route) => &self.model.route(route).name,
        }
    }

    fn own_lower(&self, content: Content) -> char {
        let symbol = self.symbol(content);
        symbol.to_lowercase().next().unwrap_or(symbol)
    }
}

fn contents(model: &Model, kinds: impl Iterator<Item = KindId>) -> BTreeSet<Content> {
    let content =
        |k: KindId| model.kind(k).line.as_ref().map_or(Content::Kind(k), |l| Content::Route(l.route));
    kinds.map(content).collect()
}
