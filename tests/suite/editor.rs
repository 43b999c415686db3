//! The language service of the library: answers at every place of every example, whole and cut off, and what it answers.

use super::fuzz::properties::editor::answers_everywhere;
use super::specs::{files_below, project};
use nauck::editor::{Completion, NameClass, SpecDocument};
use nauck::text::LoadError;
use nauck::{Loader, NoFiles, Source};
use std::fs;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Files by name, for includes.
struct Files(&'static [(&'static str, &'static str)]);

impl Loader for Files {
    fn load(&self, path: &str, _: &str) -> Result<Source, LoadError> {
        let found = self.0.iter().find(|(name, _)| *name == path).ok_or(LoadError::Missing)?;
        Ok(Source { name: path.into(), text: found.1.into() })
    }
}

fn spec(text: &str) -> SpecDocument {
    with_files(text, &NoFiles)
}

fn with_files(text: &str, loader: &dyn Loader) -> SpecDocument {
    SpecDocument::read(Source { name: "main.puz".into(), text: text.into() }, loader)
}

/// Text without its cursor `|`, and the place of the cursor.
fn cursor(text: &str) -> (String, usize) {
    let at = text.find('|').expect("a cursor");
    (text.replacen('|', "", 1), at)
}

fn completions(text: &str) -> Vec<Completion> {
    let (text, at) = cursor(text);
    spec(&text).completions(at)
}

fn labels(text: &str) -> Vec<String> {
    completions(text).into_iter().map(|c| c.label).collect()
}

#[test]
fn every_prefix_of_every_example_has_answers() {
    let texts: Vec<String> = files_below(&project().join("examples"), "puz")
        .iter()
        .map(|path| fs::read_to_string(path).expect("an example"))
        .collect();
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(text) = texts.get(next.fetch_add(1, Ordering::Relaxed)) {
                    (0..=text.len())
                        .filter(|&end| text.is_char_boundary(end))
                        .for_each(|end| answers_at_end(&text[..end]));
                }
            });
        }
    });
    assert!(texts.len() > 100);
}

fn answers_at_end(text: &str) {
    let (prefix, end) = (spec(text), text.len());
    prefix.completions(end);
    prefix.diagnostics();
    let root = prefix.sources().iter().next().expect("a text").0;
    prefix.hover(root, end);
    prefix.references(root, end);
}

#[test]
fn some_prefixes_of_all_examples_have_answers_everywhere() {
    let mut sampled = 0;
    for path in files_below(&project().join("examples"), "puz") {
        let text = fs::read_to_string(&path).expect("an example");
        // Ends of lines, and some characters beside them.
        let ends: Vec<usize> = text.match_indices('\n').map(|(i, _)| i).collect();
        for (i, &end) in ends.iter().enumerate().filter(|(i, _)| i % 7 == 3) {
            let cut = (0..=end - i % 5 * usize::from(end > 5)).rev().find(|&c| text.is_char_boundary(c));
            answers_everywhere(&spec(&text[..cut.expect("a boundary")]), 4);
            sampled += 1;
        }
    }
    assert!(sampled > 100, "{sampled}");
}

#[test]
fn completion_follows_the_grammar() {
    let has = |text: &str, wanted: &[&str], unwanted: &[&str]| {
        let found = labels(text);
        for word in wanted {
            assert!(found.iter().any(|l| l == word), "no `{word}` at `{text}`: {found:?}");
        }
        for word in unwanted {
            assert!(!found.iter().any(|l| l == word), "`{word}` at `{text}`: {found:?}");
        }
    };
    let head = "board 8 x 8\nparam n = 3\nuse queen\nregions box = blocks 2 x 2\npiece crab = king\n";
    has("|", &["board", "use", "expect"], &["within", "queen"]);
    has("board 8 x 8\nco|", &["count", "columns", "connected"], &["within"]);
    has(&format!("{head}count |"), &["queen", "crab", "piece", "empty"], &["n", "board"]);
    has(&format!("{head}count queen |"), &["in", "within", "where"], &["queen", "board"]);
    has(&format!("{head}count queen = |"), &["n", "count", "max"], &["board"]);
    has(&format!("{head}each |"), &["row", "cell", "box", "straight line"], &["board"]);
    has(&format!("{head}count queen within |"), &["knight", "crab", "stay", "leap"], &["n"]);
    has(&format!("{head}in |"), &["row", "border", "box", "cells where"], &["queen"]);
    has("use |", &["knight", "nightrider"], &["board"]);
    has("expect |", &["unique", "solutions"], &["board"]);
    has("symmetric under |", &["half turn", "mirror left-right"], &["board"]);
    has("board 8 x 8 |", &["wrap", "x"], &["board"]);
    // Nothing within a comment or a text.
    has("# bo|", &[], &["board"]);
    has("puzzle \"bo|", &[], &["board"]);
    let board = completions("bo|").into_iter().find(|c| c.label == "board").expect("board");
    assert_eq!(board.snippet, Some("board ${1:8} x ${2:8}"));
}

#[test]
fn fixes_are_the_text_that_the_help_names() {
    for (text, fixed) in [
        ("board 8 x 8\nuse quean\nno attacks", "board 8 x 8\nuse queen\nno attacks"),
        ("bord 8 x 8 # wide\nuse king\nno attacks", "board 8 x 8 # wide\nuse king\nno attacks"),
        ("board 8 x 8\nuse king\n  count king 3", "board 8 x 8\nuse king\n  count king = 3"),
        ("board 8 x 8\nno attacks\nplace rook at a1", "board 8 x 8\nno attacks\nuse rook\nplace rook at a1"),
        ("board 8 x 8\nuse king\ncount king = k", "board 8 x 8\nuse king\nparam k = 8\ncount king = k"),
        (
            "use king\nno attacks\nplace king at a1\nmaximise count king\nboard 3 x 3",
            "use king\nno attacks\nplace king at a1\nmaximize count king\nboard 3 x 3",
        ),
    ] {
        let spec = spec(text);
        let all: Vec<String> = spec
            .diagnostics()
            .iter()
            .flat_map(|d| spec.fixes(d))
            .map(|fix| {
                let mut new = text.to_owned();
                new.replace_range(fix.edit.span.range(), &fix.edit.text);
                new
            })
            .collect();
        assert!(all.iter().any(|new| new == fixed), "{text}\n{:?}\n{all:#?}", spec.diagnostics());
    }
}

#[test]
fn every_help_that_can_be_pasted_is_an_edit() {
    let (mut edits, mut others) = (0, Vec::new());
    for folder in ["tests/diagnostics", "tests/grammar/rejected"] {
        for path in files_below(&project().join(folder), "puz") {
            let text = fs::read_to_string(&path).expect("a text");
            let spec = spec(&text);
            for diagnostic in spec.diagnostics().iter().take(3) {
                let help = diagnostic.help.as_deref().unwrap_or_default();
                let plain = ["write `", "did you mean `", "add the line `", "remove `"];
                if plain.iter().any(|start| help.starts_with(start)) && !help.contains('…') {
                    match spec.fixes(diagnostic).is_empty() {
                        false => edits += 1,
                        true => others.push(format!("{}: {}: {help}", path.display(), diagnostic.message)),
                    }
                }
            }
        }
    }
    assert!(edits > 25 && others.is_empty(), "{edits} edits; no edit for:\n{}", others.join("\n"));
}

#[test]
fn names_are_found_and_renamed_through_includes() {
    let files = Files(&[
        ("pieces.puz", "piece crab \"C\" = betza \"ffN\"\nparam n = 3\n"),
        ("library.puz", "param n = 7\npiece lion \"L\" = king\npiece wolf = lion\n"),
    ]);
    let main = "board 4 x 4\ninclude \"pieces.puz\"\nuse lion from \"library.puz\"\ncount crab = n\nplace crab at a1\ncount lion = 1\n";
    let spec = with_files(main, &files);
    assert!(spec.diagnostics().is_empty(), "{:?}", spec.diagnostics());
    let root = spec.sources().iter().next().expect("a text").0;
    let name = |span: nauck::text::Span| {
        let source = spec.sources().get(span.source);
        (source.name.to_string(), source.text[span.range()].to_owned())
    };
    let at = |word: &str| main.find(word).expect("a word");
    let crab = spec.references(root, at("crab = n"));
    assert_eq!(crab.len(), 3, "{crab:?}");
    let definition = spec.definition(root, at("crab at")).expect("a definition");
    assert_eq!(name(definition), ("pieces.puz".to_owned(), "crab".to_owned()));
    // Each library has parameters of its own.
    assert_eq!(spec.references(root, at("n\nplace")).len(), 2);
    let lion = spec.rename(root, at("lion = 1"), "puma").expect("edits");
    assert_eq!(lion.len(), 4, "{lion:?}");
    let file = spec.definition(root, at("pieces.puz")).expect("a file");
    assert_eq!((name(file).0, file.start), ("pieces.puz".to_owned(), 0));
    for (place, new, why) in [
        ("crab = n", "n", "declared already"),
        ("crab = n", "board", "word of the language"),
        ("crab = n", "Crab", "not a name"),
        ("board", "x1", "no declared name"),
    ] {
        let refused = spec.rename(root, at(place), new).expect_err("a refusal");
        assert!(refused.contains(why), "{refused}");
    }
}

#[test]
fn variables_belong_to_their_statement() {
    let text = "board 4 x 4\nuse rook, king\neach kind k: count k = 2\neach kind k: count k <= 3\nparam r = 1\nregions \"\"\"\nAABB\nAABB\nCCDD\nCCDD\n\"\"\"\neach region r2: count rook in region r2 <= 4\n";
    let spec = spec(text);
    let root = spec.sources().iter().next().expect("a text").0;
    assert_eq!(spec.references(root, text.find("k: count k = 2").expect("k")).len(), 2);
    let classes: Vec<NameClass> = spec.symbols().filter(|s| s.name == "k").map(|s| s.class).collect();
    assert_eq!(classes, [NameClass::Variable; 2]);
}

#[test]
fn hovers_draw_moves_and_explain_words() {
    let text = "param n = 6\nboard n x n\nuse knight\npiece crab \"C\" = betza \"ffN\"\neach knight: count knight within king = n\n";
    let spec = spec(text);
    let root = spec.sources().iter().next().expect("a text").0;
    let said = |word: &str| {
        let hover = spec.hover(root, text.find(word).expect("a word")).unwrap_or_else(|| panic!("{word}"));
        hover.markdown
    };
    assert!(said("crab").contains("Betza fN") && said("crab").contains("x . x"), "{}", said("crab"));
    assert!(said("knight within").contains("Betza N"));
    assert!(said("king =").contains("Betza K"));
    assert!(said("n\n").contains("`n` is 6"));
    assert!(said("\"ffN\"").contains("x . x"));
    assert!(said("within").starts_with("**within**"));
}

#[test]
fn folds_and_questions() {
    let text = "# one\n# two\nboard \"\"\"\n..\n..\n\"\"\"\nuse king\nfind all\nexpect solutions = 1\n";
    let spec = spec(text);
    let part = |span: &nauck::text::Span| text[span.range()].to_owned();
    let folds: Vec<String> = spec.folds().iter().map(part).collect();
    assert_eq!(folds, ["# one\n# two", "board \"\"\"\n..\n..\n\"\"\""]);
    assert_eq!(spec.questions().iter().map(part).collect::<Vec<_>>(), ["find all", "expect solutions = 1"]);
}
