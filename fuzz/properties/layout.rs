//! The formatter: it formats a text without syntax errors and refuses any other. Formatting keeps statements, their order
//! and comments, and is idempotent.

use super::text::Files;
use nauck::model::check::{ModelError, Overrides, Spec};
use nauck::model::{Fact, Model};
use nauck::syntax::ast::File;
use nauck::syntax::format::format as lay_out;
use nauck::syntax::lexer::{TokenKind, tokens};
use nauck::syntax::parse;
use nauck::text::{SourceId, Sources};

/// Checks the property for the text of a file.
pub fn holds(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    assert_eq!(lay_out(SourceId(0), &text).is_ok(), is_sound(&text), "{text}");
    if is_sound(&text) {
        keeps(&text);
        mean_the_same(&spec(&text), &spec(&laid(&text)), &text);
    }
}

fn spec(text: &str) -> Spec {
    let (files, mut sources) = (Files(vec![text]), Sources::new());
    let root = sources.add(files.source(0));
    Spec::read(&mut sources, root, &files).0
}

/// Formats a text.
pub fn laid(text: &str) -> String {
    lay_out(SourceId(0), text).unwrap_or_else(|e| panic!("{e:?}\n{text}"))
}

/// Returns true if the text has no syntax error.
pub fn is_sound(text: &str) -> bool {
    parse(SourceId(0), text).1.is_empty()
}

/// A debug print without spans.
fn plain(debug: &str) -> String {
    let mut out = String::with_capacity(debug.len());
    let mut rest = debug;
    while let Some(at) = rest.find("Span {") {
        out.push_str(&rest[..at]);
        let end = rest[at..].find('}').expect("a span is closed");
        rest = &rest[at + end + 1..];
    }
    out + rest
}

/// Debug print of the syntax tree without positions; keeps the characters of pictures.
fn tree(text: &str) -> String {
    let (File { statements }, faults) = parse(SourceId(0), text);
    assert_eq!(faults, [], "{text}");
    let mut shown = plain(&std::format!("{statements:?}"));
    // Each character of a picture carries its byte position: ('#', 12).
    while let Some(at) = shown.find("', ").filter(|_| shown.contains("cells: [(")) {
        let end = shown[at..].find(')').expect("a pair is closed");
        shown.replace_range(at + 1..at + end, "");
    }
    shown
}

fn comments(text: &str) -> Vec<&str> {
    let all = tokens(text);
    let comments = all.iter().filter(|t| t.kind == TokenKind::Comment);
    comments.map(|t| t.text(text).trim_end()).collect::<Vec<_>>()
}

/// Checks that formatting is idempotent and keeps the tree and the comments.
pub fn keeps(text: &str) {
    let once = laid(text);
    assert_eq!(laid(&once), once, "formatting is not idempotent");
    assert_eq!(tree(&once), tree(text));
    assert_eq!(comments(&once), comments(text));
    // Only lines of pictures may end in blanks; a picture's first line may begin after the quotes.
    let behind = |line: &str, quote: usize| text.contains(&line[quote..]);
    let written =
        |line: &str| text.contains(line) || line.rfind('"').is_some_and(|quote| behind(line, quote));
    assert!(once.lines().all(|line| line.trim_end() == line || written(line)), "{once}");
}

/// Asserts that both specs have the same model for their default parameters, or the same errors.
pub fn mean_the_same(before: &Spec, after: &Spec, name: &str) {
    let (a, b) = match (before.model(&Overrides::new()), after.model(&Overrides::new())) {
        (Ok((a, _)), Ok((b, _))) => (a, b),
        (Err(a), Err(b)) => {
            let words = |faults: &[ModelError]| plain(&std::format!("{faults:?}"));
            assert_eq!(words(&a), words(&b), "{name}");
            return;
        }
        (a, b) => panic!("{name}: {} and {}", a.is_ok(), b.is_ok()),
    };
    let board = |m: &Model| (m.board.shape(), m.board.walls().clone(), m.board.len());
    assert!(board(&a) == board(&b), "{name}: boards");
    let plain_parts = |m: &Model| {
        let facts: Vec<Fact> = m.facts.clone();
        plain(&std::format!(
            "{:?}",
            (&m.title, &m.params, &m.layers, &m.kinds, &m.families, m.clue_mode, &m.clues, facts)
        ))
    };
    assert_eq!(plain_parts(&a), plain_parts(&b), "{name}");
    assert!(a.rules.iter().map(|r| &r.body).eq(b.rules.iter().map(|r| &r.body)), "{name}: rules");
    let goals = |m: &Model| m.objectives.iter().map(|o| (o.maximize, o.value.clone())).collect::<Vec<_>>();
    assert!(goals(&a) == goals(&b) && a.find == b.find, "{name}: questions");
    assert!(a.expects.iter().map(|e| &e.what).eq(b.expects.iter().map(|e| &e.what)), "{name}: expectations");
}
