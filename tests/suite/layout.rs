//! The formatter: it preserves the meaning of all specs of the project and of random ones. The examples and the blocks of
//! documents are formatted; `UPDATE_LAYOUT=1` reformats the blocks of documents.

use super::agreement::tiny;
use super::fuzz::properties::layout::{is_sound, keeps, laid, mean_the_same};
use super::specs::{files_below, project, spec_of};
use nauck::syntax::format::format as lay_out;
use nauck::syntax::lexer::{Token, TokenKind, tokens};
use nauck::text::{LoadError, Loader, NoFiles, Source, SourceId};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use std::fs;
use std::path::PathBuf;

/// Specs of the project and of the shared folder next to it, if there is one.
fn specs() -> Vec<PathBuf> {
    let mut all = Vec::new();
    for folder in [
        "examples",
        "tests/specs",
        "tests/grammar/accepted",
        "tests/cli",
        "src/cli/starters",
        "../shared/specs",
    ] {
        let folder = project().join(folder);
        if folder.is_dir() {
            all.extend(files_below(&folder, "puz"));
        }
    }
    assert!(all.len() > 120, "{}", all.len());
    all
}

struct Beside(PathBuf);

impl Loader for Beside {
    fn load(&self, path: &str, _from: &str) -> Result<Source, LoadError> {
        let text = fs::read_to_string(self.0.join(path)).map_err(|_| LoadError::Missing)?;
        Ok(Source { name: path.into(), text: text.into() })
    }
}

#[test]
fn specs_keep_what_they_say() {
    for path in specs() {
        let text = fs::read_to_string(&path).expect("text");
        if is_sound(&text) {
            keeps(&text);
        }
    }
}

#[test]
fn models_stay_the_same() {
    let mut compared = 0;
    for path in specs() {
        let text = fs::read_to_string(&path).expect("text");
        let loader = Beside(path.parent().expect("a folder").to_owned());
        let Ok(before) = spec_of(&text, "main.puz", &loader) else { continue };
        let after = spec_of(&laid(&text), "main.puz", &loader).expect("sound as before");
        mean_the_same(&before, &after, &path.to_string_lossy());
        compared += 1;
    }
    assert!(compared > 100, "{compared}");
}

#[test]
fn examples_are_laid_out() {
    for folder in ["examples", "src/cli/starters"] {
        for path in files_below(&project().join(folder), "puz") {
            let text = fs::read_to_string(&path).expect("text");
            assert!(laid(&text) == text, "run `puzzle fmt {}`", path.display());
        }
    }
}

#[test]
fn blocks_of_documents_are_laid_out() {
    let mut documents = files_below(&project().join("docs"), "md");
    documents.push(project().join("README.md"));
    for document in documents {
        let text = fs::read_to_string(&document).expect("a document");
        let mut anew = String::new();
        for (i, part) in text.split("```").enumerate() {
            // Every second part is a block, whose first line is its mark.
            let (mark, block) = part.split_once('\n').unwrap_or((part, ""));
            let marked = i % 2 == 1 && (mark.starts_with("puz") || matches!(mark, "wrong" | "right"));
            let block = if marked && is_sound(block) { laid(block) } else { block.to_owned() };
            anew += if i > 0 { "```" } else { "" };
            anew += mark;
            anew += if part.contains('\n') { "\n" } else { "" };
            anew += &block;
        }
        if std::env::var_os("UPDATE_LAYOUT").is_some() {
            fs::write(&document, &anew).expect("a document can be written");
        } else {
            assert!(anew == text, "{} has unformatted blocks; run with UPDATE_LAYOUT=1", document.display());
        }
    }
}

/// The same tokens with different white space and line breaks wherever the grammar allows them.
fn shuffled(text: &str, gaps: &[u8]) -> String {
    let all: Vec<Token> = tokens(text).into_iter().collect();
    let mut gaps = gaps.iter().cycle();
    let mut out = String::new();
    let (mut depth, mut goes_on) = (0usize, false);
    for token in &all {
        let word = token.text(text);
        match token.kind {
            TokenKind::Comment => continue,
            TokenKind::Space => {
                out.push(' ');
                continue;
            }
            TokenKind::Newline => {
                if depth == 0 && !goes_on {
                    out.push_str(if gaps.next() == Some(&0) { " \t\n" } else { "\n" });
                } else {
                    out.push_str("\n  ");
                }
                continue;
            }
            TokenKind::Open | TokenKind::BracketOpen | TokenKind::BraceOpen => depth += 1,
            TokenKind::Close | TokenKind::BracketClose | TokenKind::BraceClose => depth -= 1,
            _ => {}
        }
        out.push_str(word);
        goes_on = matches!(token.kind, TokenKind::Comma | TokenKind::Colon | TokenKind::Relation)
            || token.kind == TokenKind::Operator
            || matches!(word, "and" | "or" | "not");
        let comma = matches!(token.kind, TokenKind::Comma | TokenKind::Colon | TokenKind::Relation);
        if comma || goes_on && word.len() > 1 {
            out.push_str(match gaps.next() {
                Some(0) => "  ",
                Some(1) => "\n   ",
                Some(2) => " \t \n\n     ",
                _ => "",
            });
            out.push_str(if word.len() > 1 { " " } else { "" });
        }
    }
    out
}

fn without_comments(text: &str) -> String {
    let kept = |t: &&Token| t.kind != TokenKind::Comment;
    tokens(text).iter().filter(kept).map(|t| t.text(text)).collect()
}

#[test]
fn line_breaks_and_spaces_do_not_count() {
    let texts: Vec<String> = specs()
        .iter()
        .map(|p| fs::read_to_string(p).expect("text"))
        .filter(|t| t.len() < 5000 && is_sound(t))
        .map(|t| without_comments(&t))
        .collect();
    let mut runner = TestRunner::new_with_rng(
        Config { cases: 60, failure_persistence: None, ..Config::default() },
        TestRng::deterministic_rng(RngAlgorithm::ChaCha),
    );
    let strategy = (0..texts.len(), prop::collection::vec(0u8..6, 1..40));
    let result = runner.run(&strategy, |(i, gaps)| {
        let other = shuffled(&texts[i], &gaps);
        // The formatter keeps the author's blank lines, so they are ignored here.
        let tight = |text: &str| laid(text).replace("\n\n", "\n");
        prop_assert_eq!(tight(&other), tight(&texts[i]));
        Ok(())
    });
    result.unwrap_or_else(|e| panic!("{e}"));
}

#[test]
fn random_specs_keep_what_they_say() {
    let mut runner = TestRunner::new_with_rng(
        Config { cases: 300, failure_persistence: None, ..Config::default() },
        TestRng::deterministic_rng(RngAlgorithm::ChaCha),
    );
    let result = runner.run(&tiny::tiny(), |tiny| {
        let text = tiny.text(&|_| true);
        keeps(&text);
        let read = |text: &str| spec_of(text, "a", &NoFiles).unwrap_or_else(|e| panic!("{e}"));
        mean_the_same(&read(&text), &read(&laid(&text)), &text);
        Ok(())
    });
    result.unwrap_or_else(|e| panic!("{e}"));
}

/// Any edited text is formatted, or refused if it has a syntax error; nothing panics.
#[test]
fn any_edit_is_laid_out_or_refused() {
    let all: Vec<String> = specs().iter().map(|p| fs::read_to_string(p).expect("text")).collect();
    let mut runner = TestRunner::new_with_rng(
        Config { cases: 400, failure_persistence: None, ..Config::default() },
        TestRng::deterministic_rng(RngAlgorithm::ChaCha),
    );
    let bits = prop::sample::select(vec![
        "#", "\"\"\"", "\"", "(", ")", "\n", " ", ",", "x", "-", "é", "\r\n", "\t", "[", "8x8", "# c\n",
    ]);
    let strategy = (0..all.len(), 0.0..1.0f64, 0..20usize, bits);
    let result = runner.run(&strategy, |(i, at, cut, bit)| {
        let text = &all[i];
        let start =
            (0..=(at * text.len() as f64) as usize).rev().find(|&i| text.is_char_boundary(i)).unwrap_or(0);
        let end = (start + cut..=text.len()).find(|&i| text.is_char_boundary(i)).unwrap_or(text.len());
        let edited = std::format!("{}{bit}{}", &text[..start], &text[end..]);
        prop_assert_eq!(lay_out(SourceId(0), &edited).is_ok(), is_sound(&edited));
        if is_sound(&edited) {
            keeps(&edited);
        }
        Ok(())
    });
    result.unwrap_or_else(|e| panic!("{e}"));
}
