//! The parts of a worksheet and their layout, whatever its format: paper, puzzles on a page, titles, the rules that puzzles share.

use super::picture::{BoardLook, Picture};
use crate::model::{Diagram, Model};
use num_bigint::BigUint;

/// A size of paper.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Paper {
    A3,
    #[default]
    A4,
    A5,
    Letter,
    Legal,
}

impl Paper {
    /// Every size with its name and a description.
    pub const ALL: &[(Self, &str, &str)] = &[
        (Self::A3, "a3", "297 mm x 420 mm"),
        (Self::A4, "a4", "210 mm x 297 mm"),
        (Self::A5, "a5", "148 mm x 210 mm"),
        (Self::Letter, "letter", "8.5 in x 11 in"),
        (Self::Legal, "legal", "8.5 in x 14 in"),
    ];

    /// Returns width and height in points.
    pub(super) fn size(self) -> (f32, f32) {
        match self {
            Self::A3 => (842.0, 1191.0),
            Self::A4 => (595.0, 842.0),
            Self::A5 => (420.0, 595.0),
            Self::Letter => (612.0, 792.0),
            Self::Legal => (612.0, 1008.0),
        }
    }

    pub(super) fn name(self) -> &'static str {
        Self::ALL.iter().find(|p| p.0 == self).map_or("a4", |p| p.1)
    }
}

/// The layout of a worksheet.
#[derive(Clone, Debug, PartialEq)]
pub struct SheetLayout {
    pub paper: Paper,
    /// Number of puzzles on a page; at least 1.
    pub per_page: usize,
    /// Title at the head of each page; without it, the titles of the puzzles alone.
    pub title: Option<String>,
    /// Names of rows and columns, and tints of regions and squares.
    pub look: BoardLook,
    /// Print the rules.
    pub rules: bool,
    /// Add pages with the answers.
    pub answers: bool,
}

impl Default for SheetLayout {
    fn default() -> Self {
        Self {
            paper: Paper::A4,
            per_page: 1,
            title: None,
            look: BoardLook::default(),
            rules: true,
            answers: true,
        }
    }
}

/// A puzzle of a worksheet: its words, its board and its answer.
#[derive(Clone, Debug)]
pub struct Worksheet {
    pub title: String,
    /// The rules in words, a paragraph each.
    pub rules: Vec<String>,
    pub(super) board: Picture,
    /// Solutions shown as the answer.
    pub(super) answers: Vec<Picture>,
    /// The number of solutions, in words.
    pub(super) standing: String,
}

impl Worksheet {
    /// Draws a puzzle and these solutions; `total` is the number of all solutions, if known.
    pub fn new(
        model: &Model,
        (title, rules): (String, Vec<String>),
        answers: &[Diagram],
        total: Option<&BigUint>,
        look: BoardLook,
    ) -> Self {
        let standing = standing(answers.len(), total);
        let answers = answers.iter().map(|diagram| Picture::of_answer(model, diagram, look)).collect();
        Self { title, rules, board: Picture::of_puzzle(model, look), answers, standing }
    }
}

/// A sentence about the number of solutions, and how many of them are shown.
fn standing(shown: usize, total: Option<&BigUint>) -> String {
    match total {
        Some(total) if *total == BigUint::ZERO => "There is no solution.".to_owned(),
        Some(total) if *total == BigUint::from(1u32) => "There is just one solution.".to_owned(),
        Some(total) if *total == BigUint::from(shown) => format!("There are {total} solutions:"),
        Some(total) => format!("There are {total} solutions, of which this is one."),
        None if shown == 0 => "No solution was found.".to_owned(),
        None => "This is one solution; there may be more.".to_owned(),
    }
}

/// Title of the whole sheet.
pub(super) fn heading(sheets: &[Worksheet], layout: &SheetLayout) -> String {
    let titles = || sheets.iter().map(|s| s.title.as_str()).collect::<Vec<_>>().join(", ");
    layout.title.clone().unwrap_or_else(titles)
}

/// Returns the columns and rows of a page with this number of puzzles.
pub(super) fn grid(per_page: usize) -> (usize, usize) {
    let per_page = per_page.max(1);
    // Pages are higher than wide.
    let columns = (1..=per_page).find(|c| c * (c + 1) >= per_page).unwrap_or(1);
    (columns, per_page.div_ceil(columns))
}

/// Number of answers on a page.
pub(super) fn answers_per_page(layout: &SheetLayout) -> usize {
    if layout.per_page == 1 { 1 } else { layout.per_page.max(6) }
}

/// Returns the rules that all puzzles of a page share, if there are several puzzles.
pub(super) fn shared_rules<'a>(sheets: &'a [Worksheet], layout: &SheetLayout) -> Option<&'a [String]> {
    let (first, rest) = sheets.split_first()?;
    let same = layout.rules && !rest.is_empty() && rest.iter().all(|s| s.rules == first.rules);
    (same && !first.rules.is_empty()).then_some(&first.rules[..])
}

/// Returns a title with its number, if there are several puzzles.
pub(super) fn numbered(sheet: &Worksheet, number: usize, all: usize) -> String {
    if all > 1 { format!("{number}. {}", sheet.title) } else { sheet.title.clone() }
}

/// Returns the title of the pages with answers.
pub(super) fn answers_title(layout: &SheetLayout) -> String {
    layout.title.as_ref().map_or("Answers".to_owned(), |title| format!("{title}: answers"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_divided() {
        let of = |n| grid(n);
        assert_eq!(
            [of(1), of(2), of(3), of(4), of(6), of(9), of(12)],
            [(1, 1), (1, 2), (2, 2), (2, 2), (2, 3), (3, 3), (3, 4)]
        );
    }

    #[test]
    fn the_number_of_solutions_is_said() {
        assert_eq!(standing(1, Some(&BigUint::from(1u32))), "There is just one solution.");
        assert_eq!(standing(1, None), "This is one solution; there may be more.");
        assert_eq!(standing(0, Some(&BigUint::ZERO)), "There is no solution.");
    }
}
