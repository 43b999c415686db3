//! A worksheet: the puzzle on one page and its answer on the next.

use super::page::{document, figure};
use super::picture::{CaptionedBoard, Picture, escaped};
use crate::model::{Diagram, Model};
use num_bigint::BigUint;

const STYLE: &str = "\
@page { margin: 18mm; }
body { font-family: sans-serif; color: #000; background: #fff; margin: 2em auto; max-width: 46em; padding: 0 1em; }
h1 { font-size: 1.6em; margin-bottom: 0.2em; } .name { text-align: right; margin: 0; color: #444; }
.rules p { margin: 0.3em 0; }
figure { margin: 1.2em auto; text-align: center; break-inside: avoid; }
figure svg { width: 100%; max-width: 34em; height: auto; max-height: 200mm; }
.pieces svg { max-width: 11em; } .pieces { display: flex; flex-wrap: wrap; gap: 1em; justify-content: center; }
.puzzle + .puzzle { break-before: page; page-break-before: always; }
.answer { break-before: page; page-break-before: always; border-top: 1px dashed #999; margin-top: 3em; padding-top: 1em; }
@media print { body { margin: 0; max-width: none; } .answer { border: none; margin: 0; padding: 0; } }
";

/// Contents of a worksheet besides the boards.
#[derive(Clone, Debug, Default)]
pub struct Worksheet {
    pub title: String,
    /// The rules in words, a paragraph each.
    pub rules: Vec<String>,
    /// Solutions shown as the answer.
    pub answers: Vec<Diagram>,
    /// Number of all solutions, if known.
    pub total: Option<BigUint>,
}

/// A worksheet as sections of a document.
#[derive(Clone, Debug)]
pub struct Sheet {
    title: String,
    puzzle: String,
    answer: String,
}

/// Returns the document of these sheets: first the puzzles, a page each, then the answers.
pub fn worksheets(sheets: &[Sheet]) -> String {
    let titles: Vec<&str> = sheets.iter().map(|s| s.title.as_str()).collect();
    let puzzles = sheets.iter().map(|s| s.puzzle.as_str());
    let body: String = puzzles.chain(sheets.iter().map(|s| s.answer.as_str())).collect();
    document(&titles.join(", "), STYLE, &body)
}

impl Worksheet {
    /// Lays out the puzzle and its answer.
    pub fn laid_out(&self, model: &Model) -> Sheet {
        let title = escaped(&self.title);
        let rules: String = self.rules.iter().map(|r| format!("<p>{}</p>\n", escaped(r))).collect();
        let mut puzzle = format!(
            "<section class=\"puzzle\">\n<p class=\"name\">Name: ______________________</p>\n<h1>{title}</h1>\n\
             <div class=\"rules\">\n{rules}</div>\n"
        );
        puzzle.push_str(&figure(&Picture::of_position(model), ""));
        puzzle.push_str("</section>\n");
        let standing = escaped(&self.standing());
        let mut answer = format!("<section class=\"answer\">\n<h1>{title}: answer</h1>\n<p>{standing}</p>\n");
        for diagram in &self.answers {
            let board = CaptionedBoard { diagram: diagram.clone(), caption: String::new() };
            answer.push_str(&figure(&Picture::of_boards(model, &[board], None, false), ""));
        }
        answer.push_str("</section>\n");
        Sheet { title: self.title.clone(), puzzle, answer }
    }

    /// A sentence about the number of solutions, and how many of them are shown.
    fn standing(&self) -> String {
        let shown = self.answers.len();
        match &self.total {
            Some(total) if *total == BigUint::ZERO => "There is no solution.".to_owned(),
            Some(total) if *total == BigUint::from(1u32) => "There is just one solution.".to_owned(),
            Some(total) if *total == BigUint::from(shown) => format!("There are {total} solutions:"),
            Some(total) => format!("There are {total} solutions, of which this is one."),
            None if shown == 0 => "No solution was found.".to_owned(),
            None => "This is one solution; there may be more.".to_owned(),
        }
    }
}
