//! Steps as a self-contained page for a screen in front of a class: the board, the words, the counts, the search tree, and
//! buttons. `page.css` and `page.js` become part of it, so it works without a network.
//!
//! The board is drawn once; every piece that occurs is a hidden group that the script shows. Of the marks of the cells, a
//! step has only those that changed.

use super::frame::StepFrame;
use crate::geometry::CellId;
use crate::model::{KindSet, Model, Placement};
use crate::report::picture::{Stage, escaped};
use serde_json::{Value, json};
use std::collections::BTreeMap;

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");
const CONTROLS: &str = include_str!("controls.html");

/// Most kinds whose symbols fit a cell.
const MOST_SYMBOLS: usize = 16;

/// Contents of a page of steps.
#[derive(Debug)]
pub struct StepPage<'a> {
    pub model: &'a Model,
    pub title: &'a str,
    /// A sentence about the method.
    pub about: &'a str,
    /// The end in words.
    pub ending: String,
    pub frames: &'a [StepFrame],
}

/// The search tree beside the board, and the counts at each step.
#[derive(Debug)]
pub struct PageTree {
    /// Placements, and those taken back.
    pub counts: Vec<(usize, usize)>,
    pub nodes: Value,
    /// Sentence about what the tree leaves out; empty if nothing.
    pub note: String,
}

impl StepPage<'_> {
    /// Returns the page; a recorded search has a tree.
    pub fn to_html(&self, tree: Option<&PageTree>) -> String {
        let stage = Stage::new(self.model);
        let mut marks = Marks::new(self.model);
        let (mut pieces, mut drawn) = (Vec::new(), BTreeMap::new());
        let mut before = vec![0; self.model.board.len()];
        let mut steps = Vec::new();
        for (i, frame) in self.frames.iter().enumerate() {
            let now = marks.of(frame);
            let changed = now.iter().zip(&before).enumerate().filter(|(_, (now, before))| now != before);
            let changed: Vec<usize> = changed.flat_map(|(cell, (&now, _))| [cell, now]).collect();
            let placed = frame.diagram.placements().iter().filter(|p| !stage.is_given(p));
            let placed: Vec<usize> = placed.map(|p| number(p, &mut drawn, &mut pieces)).collect();
            let cells = |cells: &[CellId]| cells.iter().map(|c| c.index()).collect::<Vec<_>>();
            let counts = tree.map(|t| t.counts[i]);
            steps.push(json!([
                frame.words,
                changed,
                placed,
                cells(&frame.concluded),
                cells(&frame.reasons),
                counts
            ]));
            before = now;
        }
        let centers: Vec<_> = self.model.board.cells().map(|c| stage.center(c)).collect();
        let data = json!({
            "steps": steps, "marks": marks.texts, "centers": centers, "nodes": tree.map(|t| &t.nodes),
        });
        self.document(&self.board(&stage, &pieces), &data, tree)
    }

    fn board(&self, stage: &Stage<'_>, pieces: &[Placement]) -> String {
        let cells: String = self
            .model
            .board
            .cells()
            .map(|c| format!("<path class=\"cell\" d=\"{}\"/>", stage.outline(c)))
            .collect();
        let pieces: String =
            pieces.iter().map(|p| format!("<g class=\"piece\">{}</g>\n", stage.piece(p))).collect();
        format!(
            "<svg id=\"board\" viewBox=\"{}\" role=\"img\" aria-labelledby=\"words\">\n{}<g id=\"cells\">{cells}</g>\n\
             <g id=\"texts\"></g>\n<g id=\"pieces\">\n{pieces}</g>\n</svg>\n",
            stage.view_box(),
            stage.ground()
        )
    }

    fn document(&self, board: &str, data: &Value, tree: Option<&PageTree>) -> String {
        // In a script, a less-than sign could end it or begin a comment.
        let data = data.to_string().replace('<', "\\u003c");
        let title = escaped(self.title);
        let beside = tree.map_or_else(String::new, |tree| {
            format!(
                "<dl id=\"counts\"><div><dt>placements</dt><dd id=\"placed\">0</dd></div>\
                 <div><dt>taken back</dt><dd id=\"back\">0</dd></div></dl>\n\
                 <div id=\"box\" tabindex=\"0\" role=\"group\" aria-label=\"search tree\"><svg id=\"tree\" role=\"img\" \
                 aria-label=\"search tree\"></svg></div>\n<p id=\"note\">{}</p>\n",
                escaped(&tree.note)
            )
        });
        let kind = if tree.is_some() { "search" } else { "way" };
        format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta name=\"color-scheme\" content=\"light dark\">\n<title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n\
             <body class=\"{kind}\">\n<header><h1>{title}</h1><p>{}</p></header>\n<main>\n<figure>{board}</figure>\n\
             <section>\n<p id=\"words\" aria-live=\"polite\"></p>\n{beside}</section>\n</main>\n{CONTROLS}\
             <p id=\"ending\">{}</p>\n<script>\nconst data = {data};\n{SCRIPT}</script>\n</body>\n</html>\n",
            escaped(self.about),
            escaped(&self.ending)
        )
    }
}

/// Returns the number of a piece on the page.
fn number(piece: &Placement, drawn: &mut BTreeMap<Placement, usize>, pieces: &mut Vec<Placement>) -> usize {
    *drawn.entry(piece.clone()).or_insert_with(|| {
        pieces.push(piece.clone());
        pieces.len() - 1
    })
}

/// The marks of cells: 0 for none, 1 for a cell where nothing can stand, others for the symbols of what can.
struct Marks<'a> {
    model: &'a Model,
    texts: Vec<String>,
    numbers: BTreeMap<String, usize>,
}

impl<'a> Marks<'a> {
    fn new(model: &'a Model) -> Self {
        Self { model, texts: vec![String::new(), "×".to_owned()], numbers: BTreeMap::new() }
    }

    fn of(&mut self, frame: &StepFrame) -> Vec<usize> {
        let mut marks: Vec<usize> =
            frame.open.iter().map(|kinds| kinds.as_ref().map_or(0, |kinds| self.mark(kinds))).collect();
        for cell in frame.diagram.placements().iter().flat_map(|p| &p.cells) {
            marks[cell.index()] = 0;
        }
        marks
    }

    fn mark(&mut self, kinds: &KindSet) -> usize {
        if kinds.is_empty() {
            return 1;
        }
        let all = &self.model.kinds;
        if kinds.len() == all.len() || all.len() > MOST_SYMBOLS || all.iter().any(|k| k.line.is_some()) {
            return 0;
        }
        let text: String = kinds.iter().map(|k| self.model.kind(k).symbol).collect();
        let texts = &mut self.texts;
        *self.numbers.entry(text).or_insert_with_key(|text| {
            texts.push(text.clone());
            texts.len() - 1
        })
    }
}
