//! Prose: phrases that plain English does without, and documentation that starts with its subject.

use super::specs::{files_below, project};
use std::fs;
use std::path::{Path, PathBuf};

/// Phrases that have a plainer form everywhere, in lower case.
const BANNED: &[&str] = &[
    "so many",
    "work off",
    "works off",
    "gone on with",
    "goes on with",
    "whoever",
    "keep every rule",
    "keeps every rule",
    "says a puzzle",
    "hangs together",
    "hang together",
    "it came to",
    "more comes of it",
    "stands twice",
    "stand twice",
    "one layout",
    "is had",
    "can be had",
    "for ever",
];

/// First words that put a question before the subject of a documentation comment.
const OPENERS: &[&str] = &["What ", "Whether ", "Where ", "How ", "Who "];

fn texts() -> Vec<PathBuf> {
    let folders = ["src", "docs", "examples", "grammar", "tests/suite", "tests/cli", "benches", "editors"];
    let pages = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"];
    let endings = ["rs", "md", "puz", "pest", "trycmd"];
    let below = |folder| endings.iter().flat_map(move |e| files_below(&project().join(folder), e));
    folders.into_iter().flat_map(below).chain(pages.iter().map(|page| project().join(page))).collect()
}

/// Fails with a list of `places` if there are any.
fn none(places: &[String]) {
    assert!(places.is_empty(), "{} places:\n{}", places.len(), places.join("\n"));
}

fn name(path: &Path) -> String {
    path.strip_prefix(project()).unwrap_or(path).display().to_string()
}

#[test]
fn no_banned_phrase_is_used() {
    let mut places = Vec::new();
    for path in texts().iter().filter(|p| !p.ends_with("prose.rs")) {
        // A phrase may be broken over two lines of a comment.
        let text = fs::read_to_string(path).expect("a text").to_lowercase();
        let lines: Vec<&str> =
            text.lines().map(|l| l.trim().trim_start_matches(['/', '!', '#', ' '])).collect();
        for (number, line) in lines.iter().enumerate() {
            let next = lines.get(number + 1).copied().unwrap_or_default();
            let joined = format!("{line} {next}");
            let begins = |at: usize| at < line.len() && !joined[..at].ends_with(char::is_alphanumeric);
            let ends = |end: usize| !joined[end..].starts_with(char::is_alphanumeric);
            let found = |phrase: &&&str| {
                joined.match_indices(**phrase).any(|(at, _)| begins(at) && ends(at + phrase.len()))
            };
            places.extend(BANNED.iter().filter(found).map(|p| format!("{}:{}: {p}", name(path), number + 1)));
        }
    }
    none(&places);
}

#[test]
fn documentation_starts_with_its_subject() {
    let mut places = Vec::new();
    for path in texts().iter().filter(|p| p.extension().is_some_and(|e| e == "rs")) {
        let text = fs::read_to_string(path).expect("a text");
        let mut previous = "";
        for (number, line) in text.lines().map(str::trim).enumerate() {
            let words = line.strip_prefix("/// ").or_else(|| line.strip_prefix("//! "));
            let is_first = !previous.starts_with("///") && !previous.starts_with("//!");
            if let Some(words) = words.filter(|w| is_first && OPENERS.iter().any(|o| w.starts_with(o))) {
                places.push(format!("{}:{}: {words}", name(path), number + 1));
            }
            previous = line;
        }
    }
    none(&places);
}
