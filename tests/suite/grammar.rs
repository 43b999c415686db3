//! Syntax of the language: accepted texts, rejected texts and their diagnostics.
//!
//! `tests/grammar/accepted` holds texts without errors; `tests/grammar/rejected` holds texts, each with a file of the
//! diagnostics it must give. `UPDATE_GRAMMAR=1` regenerates those files.

use nauck::diag::{Diagnostic, RenderStyle, from_syntax, render};
use nauck::syntax::lexer::tokens;
use nauck::syntax::{RESERVED, STATEMENTS, SyntaxError, ast::File, parse};
use nauck::text::{Source, SourceId, Sources};
use std::path::{Path, PathBuf};

fn texts(folder: &str) -> Vec<(PathBuf, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/grammar").join(folder);
    let mut all: Vec<(PathBuf, String)> = std::fs::read_dir(folder)
        .expect("the corpus is there")
        .map(|entry| entry.expect("the corpus can be listed").path())
        .filter(|path| path.extension().is_some_and(|e| e == "puz"))
        .map(|path| (path.clone(), std::fs::read_to_string(&path).expect("a text can be read")))
        .collect();
    all.sort();
    assert!(!all.is_empty());
    all
}

fn read(text: &str) -> (File, Vec<SyntaxError>) {
    parse(SourceId(0), text)
}

fn show(name: &str, text: &str, errors: &[SyntaxError]) -> String {
    let mut sources = Sources::new();
    sources.add(Source { name: name.into(), text: text.into() });
    let all: Vec<Diagnostic> = errors.iter().map(|e| from_syntax(e, &sources)).collect();
    render(&all, &sources, RenderStyle { color: false, unicode: false, width: 80 })
}

#[test]
fn accepted_texts_have_no_fault() {
    for (path, text) in texts("accepted") {
        let (file, errors) = read(&text);
        assert!(errors.is_empty(), "{}", show(&path.display().to_string(), &text, &errors));
        assert!(!file.statements.is_empty());
    }
}

#[test]
fn rejected_texts_give_their_diagnostics() {
    for (path, text) in texts("rejected") {
        let name = path.file_name().expect("a file has a name").to_string_lossy();
        let (_, errors) = read(&text);
        assert!(!errors.is_empty(), "{name} is accepted");
        let shown = show(&name, &text, &errors);
        assert!(shown.chars().all(|c| c == '\n' || !c.is_control()), "{name}");
        let wanted = path.with_extension("txt");
        if std::env::var_os("UPDATE_GRAMMAR").is_some() {
            std::fs::write(&wanted, &shown).expect("the diagnostics can be written");
        }
        let wanted = std::fs::read_to_string(&wanted).unwrap_or_default();
        assert!(shown == wanted, "{name} gives\n{shown}\ninstead of\n{wanted}");
    }
}

/// Syntax trees of all constructs, statement by statement, without spans.
#[test]
fn each_form_gives_its_tree() {
    let (path, text) =
        texts("accepted").into_iter().find(|t| t.0.ends_with("forms.puz")).expect("the forms are there");
    let shown: String = read(&text)
        .0
        .statements
        .iter()
        .map(|s| format!("{}\n    {}\n", &text[s.span.range()], plain(&format!("{:?}", s.kind))))
        .collect();
    let wanted = path.with_extension("txt");
    if std::env::var_os("UPDATE_GRAMMAR").is_some() {
        std::fs::write(&wanted, &shown).expect("the trees can be written");
    }
    let wanted = std::fs::read_to_string(&wanted).expect("the trees are there");
    for (shown, wanted) in shown.lines().zip(wanted.lines()) {
        assert_eq!(shown, wanted);
    }
    assert_eq!(shown, wanted);
}

/// A debug print of a tree without spans and the wrappers that carry them.
fn plain(debug: &str) -> String {
    let mut out = debug.to_owned();
    while let Some(start) = out.find("Span {") {
        let end = start + out[start..].find('}').expect("a span is closed") + 1;
        let from = out[..start]
            .trim_end_matches("values_span: ")
            .trim_end_matches("span: ")
            .trim_end_matches(", ")
            .len();
        out.replace_range(from..end, "");
    }
    for (open, close) in
        [("Spanned { node: ", " }"), ("Expr { kind: ", " }"), ("Some(", ")"), ("KindRef { name: ", " }")]
    {
        while let Some(start) = out.find(open) {
            let end = start + closing(&out[start..]);
            let inside =
                out[start + open.len()..end].trim_end_matches(close.trim_start_matches(')')).to_owned();
            out.replace_range(start..=end, &inside);
        }
    }
    out.replace("Statement", "")
}

/// Position of the bracket that closes the first bracket of `text`.
fn closing(text: &str) -> usize {
    let (mut depth, mut quoted) = (0, false);
    for (i, c) in text.char_indices() {
        quoted ^= c == '"' || c == '\'';
        match c {
            '(' | '[' | '{' if !quoted => depth += 1,
            ')' | ']' | '}' if !quoted => {
                depth -= 1;
                if depth == 0 {
                    return i;
                }
            }
            _ => {}
        }
    }
    panic!("{text} is not closed")
}

#[test]
fn faults_are_sorted_and_lie_in_the_text() {
    for (path, text) in texts("rejected") {
        let (_, errors) = read(&text);
        assert!(errors.is_sorted_by_key(|e| e.span.start), "{}", path.display());
        for error in &errors {
            assert!(text.get(error.span.range()).is_some(), "{}: {error:?}", path.display());
        }
    }
}

/// A faulty statement inserted before any statement of the corpus gives one error and affects no other statement.
#[test]
fn a_fault_hides_no_other_statement() {
    for (path, text) in texts("accepted") {
        let (file, _) = read(&text);
        for fault in [
            "bord 8 x 8",
            "count queen = (n + 1",
            "no \"attacks",
            "givens \"\"\"\n..",
            "expect solutions = [1",
        ] {
            for at in file.statements.iter().map(|s| s.span.start as usize) {
                let faulty = format!("{}{fault}\n{}", &text[..at], &text[at..]);
                let (rest, errors) = read(&faulty);
                let lost = file.statements.len() - rest.statements.len();
                assert_eq!(lost, 0, "{}: {fault:?} before {:?}", path.display(), &text[at..at + 20]);
                assert_eq!(errors.len(), 1, "{fault:?} before {:?}", &text[at..at + 20]);
            }
        }
    }
}

#[test]
fn tokens_are_the_text_and_statements_end_with_tokens() {
    for (path, text) in texts("accepted").into_iter().chain(texts("rejected")) {
        let all = tokens(&text);
        let again: String = all.iter().map(|t| t.text(&text)).collect();
        assert_eq!(again, text, "{}", path.display());
        for statement in read(&text).0.statements {
            assert!(all.iter().any(|t| t.start == statement.span.start));
            assert!(all.iter().any(|t| t.end == statement.span.end));
        }
    }
}

#[test]
fn reserved_words_cannot_be_declared() {
    for word in RESERVED {
        let (_, errors) = read(&format!("param {word} = 1"));
        assert!(!errors.is_empty(), "{word}");
        // A reserved word may be the beginning of a name.
        let (_, errors) = read(&format!("param {word}_1 = 1\nparam {word}a = {word}_1"));
        assert!(errors.is_empty(), "{word}");
    }
    assert!(STATEMENTS.iter().all(|w| RESERVED.contains(w)));
    assert!(RESERVED.is_sorted());
}

#[test]
fn the_printed_grammar_names_every_word() {
    let page = include_str!("../../docs/grammar.md");
    for word in RESERVED {
        assert!(page.contains(&format!("\"{word}\"")), "docs/grammar.md lacks {word}");
    }
    // The page lists exactly the reserved words.
    let list = page.split("<!-- reserved -->").nth(1).expect("the page marks its list");
    let printed: Vec<&str> = list.split('`').skip(1).step_by(2).collect();
    assert_eq!(printed, RESERVED);
}

#[test]
fn every_terminal_of_the_grammar_is_documented() {
    let grammar = include_str!("../../grammar/puz.pest");
    let lines: Vec<&str> = grammar.lines().collect();
    for pair in lines.windows(2) {
        if pair[1].contains(" = @{") || pair[1].contains(" = _{") {
            assert!(pair[0].starts_with("///"), "{}", pair[1]);
        }
        // A literal in a rule that is not a terminal would be reported at the start of that rule.
        let terminal = pair[1].contains(" = @{") || pair[1].contains(" = _{") || pair[1].starts_with("     ");
        assert!(terminal || pair[1].starts_with('/') || !pair[1].contains('"'), "{}", pair[1]);
    }
}

#[test]
fn large_and_deep_texts_are_refused() {
    for text in [
        "(".repeat(10_000_000),
        "(".repeat(900_000),
        "count a = ".to_owned() + &"-".repeat(900_000),
        "walls cells where ".to_owned() + &"not ".repeat(200_000),
        "count a = ".to_owned() + &"1+".repeat(400_000),
        "\"".repeat(900_001),
        "\"\"\"\n".repeat(200_001),
        "use a\n".repeat(30_000),
        "[".repeat(64) + &"{".repeat(64) + "\n",
        "\u{e9}".repeat(400_000),
    ] {
        let (_, errors) = read(&text);
        assert!(!errors.is_empty() && errors.len() < 300, "{:.20}", text);
        assert!(show("big", &text, &errors).len() < 300_000);
    }
}

#[test]
fn the_deepest_texts_that_are_allowed() {
    let nested = |open: &str, inner: &str, close: &str, n: usize| open.repeat(n) + inner + &close.repeat(n);
    for text in [
        format!("count a = {}", nested("(", "n", ")", 64)),
        format!("walls cells where {}", nested("(", "x > 1", ")", 64)),
        format!("walls cells where {}", nested("not (", "x > 1", ")", 64)),
        format!(
            "place a at {}",
            nested("(count a in (", "1, 2), 1)", ", 1), 1)", 31).replace(", 1), 1), ", ", ")
        ),
        format!("count a = {}", "1 + ".repeat(990) + "1"),
        format!("expect solutions = [{}1] for n in 1..2", "1, ".repeat(40_000)),
    ] {
        let (file, _) = read(&text);
        drop(file.clone());
        drop(format!("{file:?}"));
    }
    assert!(read(&format!("count a = {}", nested("(", "n", ")", 64))).1.is_empty());
    assert!(read(&format!("count a = {}", nested("min(1, ", "n", ")", 64))).1.is_empty());
    assert!(read(&format!("walls cells where {}", nested("not (", "x > 1", ")", 64))).1.is_empty());
    assert!(read(&format!("count a in ({}, 1) = 2", nested("count a in (", "1", ", 1)", 62))).1.is_empty());
}

mod random {
    use super::*;
    use proptest::prelude::*;

    /// Words and signs of the language in any order.
    fn soup() -> impl Strategy<Value = String> {
        let signs = [
            "(", ")", "[", "]", "{", "}", ",", ":", "..", "+", "-", "=", "<=", "\n", " ", "\"", "\"\"\"\n",
            "1", "a1", "A", "é", "#",
        ];
        let pieces: Vec<&'static str> = RESERVED.iter().copied().chain(signs).chain(["queen", "n"]).collect();
        prop::collection::vec(prop::sample::select(pieces), 0..40).prop_map(|all| all.join(" "))
    }

    fn survives(text: &str) {
        let (file, errors) = read(text);
        for error in &errors {
            assert!(text.get(error.span.range()).is_some());
        }
        for statement in &file.statements {
            assert!(text.get(statement.span.range()).is_some_and(|t| t.trim() == t && !t.is_empty()));
        }
        show("random", text, &errors);
        let again: String = tokens(text).iter().map(|t| t.text(text)).collect();
        assert_eq!(again, text);
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

        #[test]
        fn any_text_is_read_or_refused(text in any::<String>()) {
            survives(&text);
        }

        #[test]
        fn any_words_are_read_or_refused(text in soup()) {
            survives(&text);
        }

        /// A text of the corpus with something cut out or put in.
        #[test]
        fn any_edit_is_read_or_refused(at in 0.0..1.0f64, cut in 0..30usize, put in soup()) {
            for (_, text) in texts("accepted") {
                let start = (0..=(at * text.len() as f64) as usize).rev().find(|&i| text.is_char_boundary(i)).unwrap_or(0);
                let end = (start + cut..=text.len()).find(|&i| text.is_char_boundary(i)).unwrap_or(text.len());
                survives(&format!("{}{}{}", &text[..start], put.chars().take(9).collect::<String>(), &text[end..]));
            }
        }
    }
}
