//! `puzzle highlight`: a spec with syntax highlighting.

use crate::cli::exit::{Exit, Failure};
use crate::cli::files;
use crate::cli::streams::Streams;
use crate::diag::escape;
use crate::syntax::highlight::{Shade, shades};
use clap::{Args, ValueEnum};
use std::fmt::Write as _;
use std::path::PathBuf;

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum HighlightFormat {
    /// ANSI escape codes
    Ansi,
    /// An HTML page
    Html,
}

#[derive(Debug, Args)]
pub(in crate::cli) struct HighlightArgs {
    /// Spec file; `-` for standard input
    pub file: PathBuf,
    /// Use FORMAT (default: ansi on a color terminal, else plain text)
    #[arg(long, value_enum)]
    pub format: Option<HighlightFormat>,
}

pub(in crate::cli) fn highlight(args: &HighlightArgs, streams: &mut Streams<'_>) -> Result<Exit, Failure> {
    let text = files::read_spec(&args.file)?;
    let shown = match args.format {
        Some(HighlightFormat::Html) => page(&args.file.to_string_lossy(), &text),
        Some(HighlightFormat::Ansi) => ansi(&text),
        None if streams.out_color => ansi(&text),
        None => shades(&text).iter().map(|s| visible(s.1)).collect(),
    };
    write!(streams.out, "{shown}")?;
    Ok(Exit::Done)
}

/// Escapes every character that a terminal might interpret, except line breaks and tabs.
pub(super) fn visible(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for part in text.split_inclusive(['\n', '\t']) {
        let inside = part.trim_end_matches(['\n', '\t']);
        out.push_str(&escape(inside.strip_suffix('\r').unwrap_or(inside)));
        out.push_str(&part[inside.len()..]);
    }
    out
}

/// Colors from the terminal's palette, legible on dark and light backgrounds.
fn ansi_code(shade: Shade) -> Option<&'static str> {
    Some(match shade {
        Shade::Plain | Shade::Name => return None,
        Shade::Comment => "2",
        Shade::Statement => "1;34",
        Shade::Word => "34",
        Shade::Number => "36",
        Shade::Text => "32",
        Shade::Sign => "35",
        Shade::Stray => "1;31",
    })
}

fn ansi(text: &str) -> String {
    let mut out = String::new();
    for (shade, part) in shades(text) {
        let Some(code) = ansi_code(shade) else {
            out.push_str(&visible(part));
            continue;
        };
        // End colors at line ends: pagers would carry them over.
        for line in part.split_inclusive('\n') {
            let inside = line.trim_end_matches('\n');
            if !inside.is_empty() {
                write!(out, "\x1b[{code}m{}\x1b[0m", visible(inside))
                    .expect("writing to a string does not fail");
            }
            out.push_str(&line[inside.len()..]);
        }
    }
    out
}

/// CSS class of a shade; see [`STYLE`].
fn html_class(shade: Shade) -> Option<&'static str> {
    Some(match shade {
        Shade::Plain => return None,
        Shade::Comment => "comment",
        Shade::Statement => "statement",
        Shade::Word => "word",
        Shade::Name => "name",
        Shade::Number => "number",
        Shade::Text => "text",
        Shade::Sign => "sign",
        Shade::Stray => "stray",
    })
}

const STYLE: &str = "\
:root { color-scheme: light dark; }
pre { font: 14px/1.45 ui-monospace, monospace; }
.comment { color: light-dark(#6a737d, #8b949e); font-style: italic; }
.statement { color: light-dark(#0b4fae, #79b8ff); font-weight: bold; }
.word { color: light-dark(#0b4fae, #79b8ff); }
.number { color: light-dark(#05636b, #7fdbe4); }
.text { color: light-dark(#22612b, #85e89d); }
.sign { color: light-dark(#7a2f9a, #d2a8ff); }
.stray { color: light-dark(#b31d28, #ff7b72); }";

fn page(name: &str, text: &str) -> String {
    let mut code = String::new();
    for (shade, part) in shades(text) {
        let part = html(part);
        match html_class(shade) {
            None => code.push_str(&part),
            Some(class) => {
                write!(code, "<span class=\"{class}\">{part}</span>")
                    .expect("writing to a string does not fail");
            }
        }
    }
    let title = html(name);
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>{title}</title>\n<style>\n{STYLE}\n</style>\n\
         </head>\n<body>\n<pre><code>{code}</code></pre>\n</body>\n</html>\n"
    )
}

/// Escapes the text for HTML.
fn html(text: &str) -> String {
    visible(text).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_of_the_text_is_obeyed() {
        let text = "# \x1b[31m <b>\u{202e}&\r\nboard \"\"\"\n..\n\"\"\"\n";
        for shown in [ansi(text), page("<a>", text)] {
            assert!(
                !shown.contains("\x1b[31m") && !shown.contains('\u{202e}') && !shown.contains('\r'),
                "{shown}"
            );
            assert!(shown.contains("\\u{1b}"));
        }
        assert!(page("<a>", text).contains("<title>&lt;a&gt;</title>"));
        assert!(page("a", text).contains("&lt;b&gt;"));
    }

    #[test]
    fn a_colour_ends_with_its_line() {
        assert_eq!(
            ansi("board \"\"\"\n.\n\"\"\"\n"),
            "\x1b[1;34mboard\x1b[0m \x1b[32m\"\"\"\x1b[0m\n\x1b[32m.\x1b[0m\n\x1b[32m\"\"\"\x1b[0m\n"
        );
    }
}
