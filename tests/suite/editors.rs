//! The grammar for editors is made from the language's own words, and says of every spec what the lexer says. With
//! `UPDATE_EDITORS=1` it is written anew.

use super::specs::{files_below, project};
use nauck::syntax::highlight::{Shade, shades};
use nauck::syntax::{RESERVED, STATEMENTS};
use regex::Regex;
use serde_json::{Value, json};
use std::fs;
use std::path::PathBuf;

/// What an editor calls each shade; the first pattern that matches at the first place is taken.
fn patterns() -> Vec<(Shade, &'static str, Pattern)> {
    let all = |words: Vec<&str>| format!(r"\b(?:{})\b", words.join("|"));
    let others = RESERVED.iter().filter(|w| !STATEMENTS.contains(w)).copied().collect();
    vec![
        (Shade::Comment, "comment.line.number-sign.puz", Pattern::Match("#.*".into())),
        (Shade::Text, "string.quoted.triple.puz", Pattern::Between("\"\"\"")),
        (Shade::Text, "string.quoted.double.puz", Pattern::Match("\"[^\"]*\"".into())),
        (Shade::Number, "constant.numeric.puz", Pattern::Match(r"\b[0-9]+(?:x[0-9]+){0,2}\b".into())),
        (Shade::Statement, "keyword.control.puz", Pattern::Match(all(STATEMENTS.to_vec()))),
        (Shade::Word, "keyword.other.puz", Pattern::Match(all(others))),
        (Shade::Word, "keyword.other.puz", Pattern::Match(r"\b(?:leaper|rider)(?=\[)".into())),
        (Shade::Name, "variable.other.puz", Pattern::Match(r"\b[A-Za-z_]\w*\b".into())),
        (Shade::Sign, "keyword.operator.puz", Pattern::Match(r"\.\.|!=|<=|>=|[-+*/%=<>]".into())),
    ]
}

enum Pattern {
    /// Within a line.
    Match(String),
    /// From this to this, over lines.
    Between(&'static str),
}

fn grammar() -> Value {
    let rules = patterns().into_iter().map(|(_, name, pattern)| match pattern {
        Pattern::Match(regex) => json!({ "name": name, "match": regex }),
        Pattern::Between(quotes) => json!({ "name": name, "begin": quotes, "end": quotes }),
    });
    json!({
        "$schema": "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json",
        "name": "Puzzle spec",
        "scopeName": "source.puz",
        "fileTypes": ["puz"],
        "patterns": rules.collect::<Vec<_>>(),
    })
}

fn written(name: &str) -> (PathBuf, String) {
    let path = project().join("editors/vscode").join(name);
    let text = fs::read_to_string(&path).unwrap_or_default();
    (path, text)
}

#[test]
fn the_grammar_is_made_from_the_words() {
    let wanted = serde_json::to_string_pretty(&grammar()).expect("JSON") + "\n";
    let (path, text) = written("syntaxes/puz.tmLanguage.json");
    if std::env::var_os("UPDATE_EDITORS").is_some() {
        fs::write(&path, &wanted).expect("the grammar can be written");
        return;
    }
    assert!(text == wanted, "the grammar is not that of the language: UPDATE_EDITORS=1");
}

#[test]
fn the_extension_names_files_that_are_there() {
    let package: Value = serde_json::from_str(&written("package.json").1).expect("JSON");
    let language = &package["contributes"]["languages"][0];
    let grammar = &package["contributes"]["grammars"][0];
    assert_eq!(language["extensions"], json!([".puz"]));
    assert_eq!(grammar["scopeName"], "source.puz");
    assert_eq!(package["version"], env!("CARGO_PKG_VERSION"));
    for file in [&language["configuration"], &grammar["path"]] {
        let name = file.as_str().expect("a name");
        let text = written(name).1;
        assert!(serde_json::from_str::<Value>(&text).is_ok(), "{name}");
    }
}

/// The shades as an editor finds them, the plain ones left out.
fn seen_by_editor(text: &str) -> Vec<(Shade, String)> {
    // The look-ahead of the one pattern that has it is done by hand: the crate has none.
    let compiled: Vec<(Shade, Option<Regex>, &'static str)> = patterns()
        .into_iter()
        .map(|(shade, _, pattern)| match pattern {
            Pattern::Match(regex) => {
                (shade, Some(Regex::new(&regex.replace(r"(?=\[)", "")).expect("a pattern")), "")
            }
            Pattern::Between(quotes) => (shade, None, quotes),
        })
        .collect();
    let mut found = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let line_end = text[at..].find('\n').map_or(text.len(), |i| at + i);
        let mut first: Option<(usize, usize, Shade)> = None;
        for (shade, regex, quotes) in &compiled {
            let here = match regex {
                // The text before a place counts for `\b`.
                Some(regex) => {
                    let of_names = *shade == Shade::Word && regex.as_str().contains("leaper");
                    let start = text[..at].rfind('\n').map_or(0, |i| i + 1);
                    let line = &text[start..line_end];
                    regex
                        .find_at(line, at - start)
                        .map(|m| (start + m.start(), start + m.end()))
                        .filter(|m| !of_names || text[m.1..].starts_with('['))
                }
                None => text[at..line_end].find(quotes).map(|i| {
                    let start = at + i;
                    let inside = start + quotes.len();
                    (start, text[inside..].find(quotes).map_or(text.len(), |e| inside + e + quotes.len()))
                }),
            };
            if let Some((start, end)) = here
                && first.is_none_or(|f| start < f.0)
            {
                first = Some((start, end, *shade));
            }
        }
        match first {
            Some((start, end, shade)) => {
                found.push((shade, text[start..end].to_owned()));
                at = end;
            }
            None => at = line_end + 1,
        }
    }
    found
}

#[test]
fn an_editor_sees_what_the_lexer_sees() {
    let mut seen = 0;
    for folder in ["examples", "tests/specs", "src/cli/starters"] {
        for path in files_below(&project().join(folder), "puz") {
            let text = fs::read_to_string(&path).expect("text");
            let wanted: Vec<(Shade, String)> = shades(&text)
                .into_iter()
                .filter(|(shade, _)| *shade != Shade::Plain)
                .map(|(shade, part)| (shade, part.trim_end_matches('\r').to_owned()))
                .collect();
            assert_eq!(seen_by_editor(&text), wanted, "{}", path.display());
            seen += wanted.len();
        }
    }
    assert!(seen > 3000, "{seen}");
}
