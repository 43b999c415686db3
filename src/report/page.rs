//! A self-contained HTML page: the result in words, the boards, tables, and the spec.

use super::picture::{Picture, escaped};
use crate::model::Model;

/// Class of a piece of the spec's text, for coloring.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    Plain,
    Remark,
    Word,
    Number,
    Text,
}

/// Contents of a page.
#[derive(Clone, Debug, Default)]
pub struct Page {
    pub title: String,
    /// First lines of the page.
    pub lines: Vec<String>,
    /// Pictures and their captions.
    pub pictures: Vec<(Picture, String)>,
    pub tables: Vec<PageTable>,
    /// The text of the spec, in pieces.
    pub spec: Vec<(Ink, String)>,
}

/// A table with a heading.
#[derive(Clone, Debug)]
pub struct PageTable {
    pub title: &'static str,
    pub heads: Vec<&'static str>,
    pub rows: Vec<Vec<String>>,
}

const STYLE: &str = "\
body { font-family: sans-serif; color: #222; background: #fff; margin: 2em auto; max-width: 80em; padding: 0 1em; }
h1 { font-size: 1.6em; } h2 { font-size: 1.15em; margin-top: 1.6em; }
p.said { margin: 0.2em 0; }
.boards { display: flex; flex-wrap: wrap; gap: 1.5em; align-items: flex-start; }
figure { margin: 0; max-width: 100%; text-align: center; break-inside: avoid; }
figure svg { max-width: 100%; height: auto; }
figcaption { font-size: 0.9em; max-width: 26em; margin: 0.3em auto 0; }
table { border-collapse: collapse; } th, td { text-align: right; padding: 0.15em 0.9em; border-bottom: 1px solid #ddd; }
th:first-child, td:first-child { text-align: left; }
pre { background: #f6f6f3; padding: 1em; overflow-x: auto; line-height: 1.35; }
.remark { color: #666; } .word { color: #0a5a8a; font-weight: bold; } .number { color: #9a4a00; } .text { color: #00694d; }
";

pub(super) fn document(title: &str, style: &str, body: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{}</title>\n\
         <style>\n{style}</style>\n</head>\n<body>\n{body}</body>\n</html>\n",
        escaped(title)
    )
}

pub(super) fn figure(picture: &Picture, caption: &str) -> String {
    let words = if caption.is_empty() {
        String::new()
    } else {
        format!("<figcaption>{}</figcaption>", escaped(caption))
    };
    format!("<figure>{}{words}</figure>\n", picture.to_svg().trim_end())
}

impl Page {
    /// Creates an empty page about a model.
    pub fn about(model: &Model, file: &str) -> Self {
        Self { title: model.title.as_deref().unwrap_or(file).to_owned(), ..Self::default() }
    }

    pub fn to_html(&self) -> String {
        let mut body = format!("<h1>{}</h1>\n", escaped(&self.title));
        for line in &self.lines {
            body.push_str(&format!("<p class=\"said\">{}</p>\n", escaped(line)));
        }
        if !self.pictures.is_empty() {
            body.push_str("<div class=\"boards\">\n");
            body.extend(self.pictures.iter().map(|(picture, caption)| figure(picture, caption)));
            body.push_str("</div>\n");
        }
        body.extend(self.tables.iter().map(table));
        if !self.spec.is_empty() {
            let piece = |(ink, text): &(Ink, String)| {
                let class = match ink {
                    Ink::Plain => return escaped_lines(text),
                    Ink::Remark => "remark",
                    Ink::Word => "word",
                    Ink::Number => "number",
                    Ink::Text => "text",
                };
                format!("<span class=\"{class}\">{}</span>", escaped_lines(text))
            };
            let spec: String = self.spec.iter().map(piece).collect();
            body.push_str(&format!("<h2>The spec</h2>\n<pre>{spec}</pre>\n"));
        }
        document(&self.title, STYLE, &body)
    }
}

fn table(table: &PageTable) -> String {
    let row = |tag: &str, texts: &mut dyn Iterator<Item = &str>| {
        let cells: String = texts.map(|t| format!("<{tag}>{}</{tag}>", escaped(t))).collect();
        format!("<tr>{cells}</tr>\n")
    };
    let heads = row("th", &mut table.heads.iter().copied());
    let rows: String = table.rows.iter().map(|r| row("td", &mut r.iter().map(String::as_str))).collect();
    format!("<h2>{}</h2>\n<table>\n{heads}{rows}</table>\n", escaped(table.title))
}

/// Escapes text of several lines and keeps its tabs and line breaks.
fn escaped_lines(text: &str) -> String {
    text.split('\n')
        .map(|line| line.trim_end_matches('\r').split('\t').map(escaped).collect::<Vec<_>>().join("    "))
        .collect::<Vec<_>>()
        .join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_of_a_spec_is_taken_for_markup() {
        let page = Page {
            title: "<b>&".to_owned(),
            lines: vec!["a < b\u{202e}".to_owned()],
            spec: vec![(Ink::Remark, "# </pre><script>\n\tx".to_owned())],
            tables: vec![PageTable { title: "T", heads: vec!["a"], rows: vec![vec!["<i>".to_owned()]] }],
            ..Page::default()
        };
        let html = page.to_html();
        assert!(html.contains("<h1>&lt;b&gt;&amp;</h1>") && html.contains("a &lt; b\\u{202e}"), "{html}");
        assert!(
            html.contains("# &lt;/pre&gt;&lt;script&gt;\n    x</span>") && html.contains("<td>&lt;i&gt;")
        );
    }
}
