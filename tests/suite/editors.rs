//! The grammar for editors is generated from the words of the language and shades every spec as the lexer does.
//! `UPDATE_EDITORS=1` regenerates it.

use super::specs::{files_below, project};
use nauck::syntax::highlight::{Shade, shades};
use nauck::syntax::{PLACE_STATEMENTS, RESERVED, STATEMENTS};
use regex::Regex;
use serde_json::{Value, json};
use std::fs;
use std::ops::Range;
use std::path::PathBuf;

/// Shades with their names in editors and their patterns. The earliest match wins; among equals, the first pattern.
fn patterns() -> Vec<(Shade, &'static str, Pattern)> {
    let name = no_reserved_word() + "[A-Za-z]";
    let set = format!(r" +(?:\{{|(?:empty|piece)\b|{name})");
    let line = format!(r" +(?:(?:row|column|region)\b|{name})");
    let places = "antidiagonal|border|cells|clues|column|corners|diagonal|region|row";
    let place = format!(r" +(?:\(|(?:{places})\b|{name})");
    let own_follower = ["intended", "rules", "vary"];
    let words: Vec<&str> = PLACE_STATEMENTS.iter().copied().filter(|w| !own_follower.contains(w)).collect();
    let begin = format!(r"^\s*({})\b(?= +(?:\{{|(?:empty|piece)\b|{name}))", words.join("|"));
    vec![
        (Shade::Comment, "comment.line.number-sign.puz", Pattern::Match("#.*".into())),
        (Shade::Text, "string.quoted.triple.puz", Pattern::Between("\"\"\"")),
        (Shade::Text, "string.quoted.double.puz", Pattern::Match("\"[^\"]*\"".into())),
        (Shade::Number, "constant.numeric.puz", Pattern::Match(r"\b[0-9]+(?:x[0-9]+){0,2}\b".into())),
        (
            Shade::Statement,
            "keyword.control.puz",
            Pattern::First(format!(r"^\s*({})\b", STATEMENTS.join("|"))),
        ),
        (Shade::Statement, "keyword.control.puz", Pattern::First(begin)),
        (
            Shade::Statement,
            "keyword.control.puz",
            Pattern::First(r"^\s*(vary)\b(?= +(?:givens|clues|regions|walls)\b)".into()),
        ),
        (Shade::Statement, "keyword.control.puz", Pattern::First("^\\s*(intended|rules)\\b(?= +\")".into())),
        (Shade::Word, "keyword.other.puz", Pattern::Match(format!(r"\b(?:{})\b", RESERVED.join("|")))),
        (Shade::Word, "keyword.other.puz", Pattern::between("", r"\b(?:leaper|rider)", r"\[")),
        (Shade::Word, "keyword.other.puz", Pattern::between("givens ", r"fen\b", "")),
        (
            Shade::Word,
            "keyword.other.puz",
            Pattern::between("", r"\b(?:connected|distinct|first|links|sum|visible)\b", &set),
        ),
        (Shade::Word, "keyword.other.puz", Pattern::between("", r"\bgroups?\b", r" of\b")),
        (Shade::Word, "keyword.other.puz", Pattern::between("group ", r"of\b", "")),
        (Shade::Word, "keyword.other.puz", Pattern::between("groups ", r"of\b", "")),
        (Shade::Word, "keyword.other.puz", Pattern::between("straight ", r"line\b", "[:,]")),
        (Shade::Word, "keyword.other.puz", Pattern::between("", r"\bown\b", &line)),
        (Shade::Word, "keyword.other.puz", Pattern::between("", r"\bruns\b", r" of\b")),
        (Shade::Word, "keyword.other.puz", Pattern::between("runs ", r"of\b", "")),
        (Shade::Word, "keyword.other.puz", Pattern::between("givens ", r"of\b", "")),
        (Shade::Word, "keyword.other.puz", Pattern::between("regions ", r"sizes\b", r" +[A-Za-z(]")),
        (Shade::Word, "keyword.other.puz", Pattern::between("", r"\bsizes\b", r" +[0-9]")),
        (Shade::Word, "keyword.other.puz", Pattern::between("from ", r"(?:left|right|top|bottom)\b", ":")),
        (Shade::Word, "keyword.other.puz", Pattern::between("= ", r"(?:rectangles|polyominoes)\b", "")),
        (Shade::Word, "keyword.other.puz", Pattern::between("through ", r"every\b", r" cell\b")),
        (Shade::Word, "keyword.other.puz", Pattern::between("", r"\bend\b", &format!(" +{name}"))),
        // Behind the cell or the moves of a route, not as the name of a layer.
        (Shade::Word, "keyword.other.puz", Pattern::between("", r"\bavoiding\b", &place)),
        (
            Shade::Word,
            "keyword.other.puz",
            Pattern::Behind(&[") ", "l "], r"\b(?:behind|lame|outward|over|then)\b"),
        ),
        (Shade::Word, "keyword.other.puz", Pattern::Behind(&["over ", "hind "], r"\bone\b")),
        (Shade::Word, "keyword.other.puz", Pattern::Behind(&["and ", " to "], r"\bexchange\b")),
        (Shade::Name, "variable.other.puz", Pattern::Match(r"\b[A-Za-z_]\w*\b".into())),
        (Shade::Sign, "keyword.operator.puz", Pattern::Match(r"\.\.|!=|<=|>=|[-+*/%=<>]".into())),
    ]
}

enum Pattern {
    /// A match within a line.
    Match(String),
    /// A match within a line, directly after a text and before a match of another pattern.
    Within(&'static str, &'static str, String),
    /// A match within a line, directly after one of these strings of equal length.
    Behind(&'static [&'static str], &'static str),
    /// The first group of a match at the start of a line.
    First(String),
    /// Everything between two such quotes, across lines.
    Between(&'static str),
}

impl Pattern {
    fn between(before: &'static str, text: &'static str, after: &str) -> Self {
        Self::Within(before, text, after.to_owned())
    }
}

fn grammar() -> Value {
    let rules = patterns().into_iter().map(|(_, name, pattern)| match pattern {
        Pattern::Match(regex) => json!({ "name": name, "match": regex }),
        Pattern::Within(before, regex, after) => {
            let behind = if before.is_empty() { String::new() } else { format!("(?<={before})") };
            let ahead = if after.is_empty() { String::new() } else { format!("(?={after})") };
            json!({ "name": name, "match": format!("{behind}{regex}{ahead}") })
        }
        Pattern::Behind(before, regex) => {
            let before: Vec<String> = before.iter().map(|b| regex::escape(b)).collect();
            json!({ "name": name, "match": format!("(?<={}){regex}", before.join("|")) })
        }
        Pattern::First(regex) => json!({ "match": regex, "captures": { "1": { "name": name } } }),
        Pattern::Between(quotes) => json!({ "name": name, "begin": quotes, "end": quotes }),
    });
    json!({
        "$schema": "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json",
        "name": "Puzzle spec",
        "scopeName": "source.puz",
        "fileTypes": ["puz", "nauck"],
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
    assert!(text == wanted, "the editor grammar is out of date; regenerate it with UPDATE_EDITORS=1");
}

#[test]
fn the_extension_names_files_that_are_there() {
    let package: Value = serde_json::from_str(&written("package.json").1).expect("JSON");
    let language = &package["contributes"]["languages"][0];
    let grammar = &package["contributes"]["grammars"][0];
    assert_eq!(language["extensions"], json!([".puz", ".nauck"]));
    assert_eq!(grammar["scopeName"], "source.puz");
    assert_eq!(package["version"], env!("CARGO_PKG_VERSION"));
    for file in [&language["configuration"], &grammar["path"]] {
        let name = file.as_str().expect("a name");
        let text = written(name).1;
        assert!(serde_json::from_str::<Value>(&text).is_ok(), "{name}");
    }
}

/// Vim has patterns of its own, simpler than those of the extension; the words are the same.
#[test]
fn vim_knows_the_words() {
    let path = project().join("editors/vim/syntax/puz.vim");
    let text = fs::read_to_string(path).expect("the syntax file");
    for words in [RESERVED.join(r"\|"), STATEMENTS.join(r"\|"), PLACE_STATEMENTS.join(r"\|")] {
        assert!(text.contains(&words), "the words for Vim are out of date:\n{words}");
    }
}

/// A compiled pattern. The regex crate has no look-around, so the context is checked separately.
enum Compiled {
    /// A match within a line.
    Match(Regex),
    /// A match directly after a text and before a match.
    Within(&'static str, Regex, Ahead),
    /// A match directly after one of these strings.
    Behind(&'static [&'static str], Regex),
    /// The first group of a match, before a match.
    First(Regex, Ahead),
    Between(&'static str),
}

/// Follower of a word: a match that does not begin at a reserved word where the pattern says so.
struct Ahead {
    pattern: Regex,
    reserved: Regex,
    /// True if a name may follow, and no other word that is reserved than those that the pattern lists.
    names: bool,
}

/// The part of a pattern that refuses reserved words.
fn no_reserved_word() -> String {
    format!(r"(?!(?:{})\b)", RESERVED.join("|"))
}

impl Ahead {
    fn new(pattern: &str) -> Self {
        let refused = no_reserved_word();
        let regex = |text: &str| Regex::new(text).expect("a pattern");
        Self {
            pattern: regex(&format!("^(?:{})", pattern.replace(&refused, "(?P<name>)"))),
            reserved: regex(&format!(r"^(?:{})\b", RESERVED.join("|"))),
            names: pattern.contains(&refused),
        }
    }

    fn follows(&self, rest: &str) -> bool {
        let Some(found) = self.pattern.captures(rest) else { return false };
        let name = if self.names { found.name("name") } else { None };
        name.is_none_or(|name| !self.reserved.is_match(&rest[name.start()..]))
    }
}

impl Compiled {
    fn new(pattern: Pattern) -> Self {
        let regex = |text: &str| Regex::new(text).expect("a pattern");
        match pattern {
            Pattern::Match(text) => Self::Match(regex(&text)),
            Pattern::Within(before, text, after) => Self::Within(before, regex(text), Ahead::new(&after)),
            Pattern::Behind(before, text) => Self::Behind(before, regex(text)),
            Pattern::First(text) => {
                let (text, after) =
                    text.split_once("(?=").map_or((&*text, ""), |(t, a)| (t, &a[..a.len() - 1]));
                Self::First(regex(text), Ahead::new(after))
            }
            Pattern::Between(quotes) => Self::Between(quotes),
        }
    }

    /// Start and shaded range of the first match at or after `at` in the line `start..end`; quotes may extend beyond it.
    fn find(&self, text: &str, (start, end): (usize, usize), at: usize) -> Option<(usize, Range<usize>)> {
        // Searches the whole line, since `\b` and `^` depend on the text before `at`.
        let line = &text[start..end];
        let plain = |regex: &Regex| {
            let found = regex.find_at(line, at - start)?;
            Some(start + found.start()..start + found.end())
        };
        match self {
            Self::Match(regex) => plain(regex).map(|range| (range.start, range)),
            Self::Within(before, regex, after) => {
                let range = plain(regex)?;
                let fits = text[..range.start].ends_with(before) && after.follows(&text[range.end..end]);
                fits.then_some((range.start, range))
            }
            Self::Behind(before, regex) => {
                let range = plain(regex)?;
                let stands = before.iter().any(|b| text[..range.start].ends_with(b));
                stands.then_some((range.start, range))
            }
            Self::First(regex, after) => {
                let found = regex.captures_at(line, at - start)?;
                let (all, word) = (found.get(0)?, found.get(1)?);
                let fits = after.follows(&line[word.end()..]);
                fits.then_some((start + all.start(), start + word.start()..start + word.end()))
            }
            Self::Between(quotes) => {
                let open = at + text[at..end].find(quotes)?;
                let inside = open + quotes.len();
                let close = text[inside..].find(quotes).map_or(text.len(), |e| inside + e + quotes.len());
                Some((open, open..close))
            }
        }
    }
}

/// Shades that an editor finds, without plain text.
fn seen_by_editor(text: &str) -> Vec<(Shade, String)> {
    let compiled: Vec<(Shade, Compiled)> =
        patterns().into_iter().map(|(shade, _, pattern)| (shade, Compiled::new(pattern))).collect();
    let mut found = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let start = text[..at].rfind('\n').map_or(0, |i| i + 1);
        let end = text[at..].find('\n').map_or(text.len(), |i| at + i);
        let all = compiled.iter().filter_map(|(shade, c)| Some((*shade, c.find(text, (start, end), at)?)));
        // `min_by_key` takes the first pattern among matches with the same start.
        match all.min_by_key(|(_, found)| found.0) {
            Some((shade, (_, range))) => {
                found.push((shade, text[range.clone()].to_owned()));
                at = range.end;
            }
            None => at = end + 1,
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
