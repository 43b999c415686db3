//! Worksheets: puzzles on pages to print, and pages with their answers.
//!
//! A sheet is laid out on paper by `sheet_pages`, for SVG and PDF; as HTML the browser lays out the same parts, so that its text can
//! be copied and read aloud.

use super::page::document;
use super::picture::{Picture, escaped};
use super::sheet_layout::{
    SheetLayout, Worksheet, answers_per_page, answers_title, grid, heading, numbered, shared_rules,
};
use super::sheet_pages::pages;

/// A format of worksheets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SheetFormat {
    Html,
    /// All pages below each other, or one file for each
    Svg,
    Pdf,
}

impl SheetFormat {
    /// Every format with its name and a description.
    pub const ALL: &[(Self, &str, &str)] = &[
        (Self::Html, "html", "A self-contained HTML page, printed as pages"),
        (Self::Svg, "svg", "All pages below each other; with `{}` in the name of the file, a file for each"),
        (Self::Pdf, "pdf", "A PDF document"),
    ];

    /// Returns the format that the extension of a file name stands for.
    pub fn of_extension(extension: &str) -> Option<Self> {
        match extension {
            "html" | "htm" => Some(Self::Html),
            "svg" => Some(Self::Svg),
            "pdf" => Some(Self::Pdf),
            _ => None,
        }
    }
}

/// A worksheet in its format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SheetDocument {
    /// One document.
    Whole(Vec<u8>),
    /// A document for each page.
    Pages(Vec<String>),
}

/// Lays out a sheet. With `apart`, pages of SVG are documents of their own.
pub fn worksheet(
    sheets: &[Worksheet],
    layout: &SheetLayout,
    format: SheetFormat,
    apart: bool,
) -> SheetDocument {
    let pages = || pages(sheets, layout);
    match format {
        SheetFormat::Html => SheetDocument::Whole(html(sheets, layout).into_bytes()),
        SheetFormat::Svg if apart => SheetDocument::Pages(pages().iter().map(Picture::to_svg).collect()),
        SheetFormat::Svg => SheetDocument::Whole(Picture::stacked(&pages()).to_svg().into_bytes()),
        SheetFormat::Pdf => SheetDocument::Whole(Picture::to_pdf(&heading(sheets, layout), &pages())),
    }
}

const STYLE: &str = "\
body { font-family: sans-serif; color: #000; background: #fff; margin: 0; }
.page { box-sizing: border-box; width: var(--width); height: var(--height); padding: 14mm; margin: 0 auto; display: flex;
  flex-direction: column; break-after: page; overflow: hidden; }
.page:last-child { break-after: auto; }
header { display: flex; justify-content: space-between; align-items: baseline; gap: 2em; }
h1 { font-size: 16pt; margin: 0 0 2mm; overflow-wrap: anywhere; } h2 { font-size: 12pt; margin: 0 0 1mm; overflow-wrap: anywhere; }
.name { white-space: nowrap; color: #444; margin: 0; }
.rules p, .standing { margin: 0.2em 0; } .page { font-size: 10pt; } .few { font-size: 11pt; } .many { font-size: 8pt; }
.grid { flex: 1; min-height: 0; display: grid; gap: 6mm; margin-top: 3mm; }
article { display: flex; flex-direction: column; min-height: 0; min-width: 0; }
figure { flex: 1; min-height: 0; margin: 2mm 0 0; display: flex; justify-content: center;
  align-items: flex-start; gap: 4mm; }
figure svg { max-width: 100%; max-height: 100%; min-height: 0; min-width: 0; height: auto; flex: 0 1 auto; }
@media screen { body { background: #ddd; } .page { background: #fff; margin: 8mm auto; } }
";

fn html(sheets: &[Worksheet], layout: &SheetLayout) -> String {
    let (width, height) = layout.paper.size();
    let style = format!(
        "@page {{ size: {}; margin: 0; }}\n:root {{ --width: {width}pt; --height: {height}pt; }}\n{STYLE}",
        layout.paper.name()
    );
    let mut body = String::new();
    let size = match layout.per_page {
        1 => "few",
        2..=4 => "middle",
        _ => "many",
    };
    let mut number = 0;
    for part in sheets.chunks(layout.per_page.max(1)) {
        let shared = shared_rules(part, layout);
        let grid = html_grid(layout.per_page);
        body.push_str(&format!(
            "<section class=\"puzzle page {size}\">\n{}",
            html_head(layout.title.as_deref(), true)
        ));
        body.push_str(&shared.map_or(String::new(), paragraphs));
        body.push_str(&grid);
        for sheet in part {
            number += 1;
            let rules =
                if layout.rules && shared.is_none() { paragraphs(&sheet.rules) } else { String::new() };
            let title = escaped(&numbered(sheet, number, sheets.len()));
            let board = sheet.board.to_svg();
            body.push_str(&format!(
                "<article>\n<h2>{title}</h2>\n{rules}<figure>{board}</figure>\n</article>\n"
            ));
        }
        body.push_str("</div>\n</section>\n");
    }
    if layout.answers {
        body.push_str(&html_answers(sheets, layout));
    }
    document(&heading(sheets, layout), &style, &body)
}

fn html_answers(sheets: &[Worksheet], layout: &SheetLayout) -> String {
    let mut body = String::new();
    let per_page = answers_per_page(layout);
    let mut number = 0;
    for part in sheets.chunks(per_page) {
        let head = html_head(Some(&answers_title(layout)), false);
        let grid = html_grid(per_page);
        body.push_str(&format!("<section class=\"answer page\">\n{head}{grid}"));
        for sheet in part {
            number += 1;
            let title = escaped(&numbered(sheet, number, sheets.len()));
            let boards: String = sheet.answers.iter().map(Picture::to_svg).collect();
            let standing = escaped(&sheet.standing);
            body.push_str(&format!(
                "<article>\n<h2>{title}</h2>\n<p class=\"standing\">{standing}</p>\n<figure>{boards}</figure>\n</article>\n"
            ));
        }
        body.push_str("</div>\n</section>\n");
    }
    body
}

fn html_head(title: Option<&str>, named: bool) -> String {
    let title = title.map_or(String::new(), |t| format!("<h1>{}</h1>", escaped(t)));
    let name = if named { "<p class=\"name\">Name: ______________________</p>" } else { "" };
    format!("<header>{}{name}</header>\n", if title.is_empty() { "<span></span>".to_owned() } else { title })
}

fn html_grid(per_page: usize) -> String {
    let (columns, rows) = grid(per_page);
    format!(
        "<div class=\"grid\" style=\"grid-template-columns: repeat({columns}, minmax(0, 1fr)); \
         grid-template-rows: repeat({rows}, minmax(0, 1fr))\">\n"
    )
}

fn paragraphs(rules: &[String]) -> String {
    let all: String = rules.iter().map(|r| format!("<p>{}</p>\n", escaped(r))).collect();
    format!("<div class=\"rules\">\n{all}</div>\n")
}
