//! Pages of a worksheet on paper: head, rules, and puzzles in a grid, each board as large as its place allows.

use super::picture::{Paragraph, Picture, PictureSheet, TextSize};
use super::sheet_layout::{
    SheetLayout, Worksheet, answers_per_page, answers_title, grid, numbered, shared_rules,
};

/// Margin of the page and distance between puzzles, in points.
const MARGIN: f32 = 40.0;
const GAP: f32 = 18.0;

/// Returns the pages: the puzzles, then the answers if they are wanted.
pub(super) fn pages(sheets: &[Worksheet], layout: &SheetLayout) -> Vec<Picture> {
    let mut pages = Vec::new();
    for (i, part) in sheets.chunks(layout.per_page.max(1)).enumerate() {
        let shared = shared_rules(part, layout);
        let mut page = Page::new(layout, layout.title.as_deref(), true);
        page.rules(shared.unwrap_or_default());
        let first = i * layout.per_page.max(1);
        page.fill(
            layout.per_page,
            part.iter().enumerate().map(|(j, sheet)| PageItem {
                title: numbered(sheet, first + j + 1, sheets.len()),
                words: if layout.rules && shared.is_none() { &sheet.rules } else { &[] },
                boards: std::slice::from_ref(&sheet.board),
            }),
        );
        pages.push(page.sheet.finish());
    }
    if layout.answers {
        let per_page = answers_per_page(layout);
        for (i, part) in sheets.chunks(per_page).enumerate() {
            let mut page = Page::new(layout, Some(&answers_title(layout)), false);
            page.fill(
                per_page,
                part.iter().enumerate().map(|(j, sheet)| PageItem {
                    title: numbered(sheet, i * per_page + j + 1, sheets.len()),
                    words: std::slice::from_ref(&sheet.standing),
                    boards: &sheet.answers,
                }),
            );
            pages.push(page.sheet.finish());
        }
    }
    pages
}

/// A puzzle on a page.
struct PageItem<'a> {
    title: String,
    words: &'a [String],
    boards: &'a [Picture],
}

struct Page {
    sheet: PictureSheet,
    width: f32,
    height: f32,
    /// Top of the room that is left.
    top: f32,
    text: TextSize,
}

impl Page {
    fn new(layout: &SheetLayout, title: Option<&str>, named: bool) -> Self {
        let (width, height) = layout.paper.size();
        let mut sheet = PictureSheet::new(width, height);
        let mut top = MARGIN;
        let name_room = if named { 190.0 } else { 0.0 };
        if named {
            sheet.name_line(width - MARGIN, top + 8.0);
        }
        if let Some(title) = title {
            let room = width - 2.0 * MARGIN - name_room;
            top += sheet.text(&Paragraph { text: title, size: TextSize::Title }, (MARGIN, top), room) + 4.0;
        } else if named {
            top += 18.0;
        }
        let text = match layout.per_page {
            1 => TextSize::Large,
            2..=4 => TextSize::Medium,
            _ => TextSize::Small,
        };
        Self { sheet, width, height, top: top + 4.0, text }
    }

    /// Writes rules over the whole width.
    fn rules(&mut self, rules: &[String]) {
        for rule in rules {
            let room = self.width - 2.0 * MARGIN;
            self.top += self.sheet.text(&Paragraph { text: rule, size: self.text }, (MARGIN, self.top), room);
        }
        if !rules.is_empty() {
            self.top += 6.0;
        }
    }

    /// Puts puzzles into a grid for this number of them.
    fn fill<'a>(&mut self, number: usize, items: impl Iterator<Item = PageItem<'a>>) {
        let (columns, rows) = grid(number);
        let share = |whole: f32, parts: usize| (whole - GAP * (parts - 1) as f32) / parts as f32;
        let wide = share(self.width - 2.0 * MARGIN, columns);
        let high = share(self.height - MARGIN - self.top, rows);
        for (i, item) in items.enumerate() {
            let left = MARGIN + (i % columns) as f32 * (wide + GAP);
            let top = self.top + (i / columns) as f32 * (high + GAP);
            self.puzzle(&item, (left, top), (wide, high));
        }
    }

    fn puzzle(&mut self, item: &PageItem<'_>, (left, top): (f32, f32), (wide, high): (f32, f32)) {
        let mut at = top;
        at += self.sheet.text(&Paragraph { text: &item.title, size: TextSize::Heading }, (left, at), wide)
            + 2.0;
        for words in item.words {
            at += self.sheet.text(&Paragraph { text: words, size: self.text }, (left, at), wide);
        }
        at += 4.0;
        let room = (top + high - at).max(20.0);
        let share = (wide - 8.0 * (item.boards.len().max(1) - 1) as f32) / item.boards.len().max(1) as f32;
        for (i, board) in item.boards.iter().enumerate() {
            self.sheet.board(board, (left + i as f32 * (share + 8.0), at), (share, room));
        }
    }
}
