//! `puzzle rules`: every spec of the project has words, in whole sentences, the same at every call; a spec's own words win and
//! change nothing else.

use super::specs::{files_below, project};
use nauck::model::check::Spec;
use nauck::model::{Model, UpTo};
use nauck::prose::{rules_in_words, statement_words};
use nauck::text::{LoadError, Loader, Source, Sources};
use std::fs;
use std::path::{Path, PathBuf};

/// Loads the files beside a spec.
struct Beside(PathBuf);

impl Loader for Beside {
    fn load(&self, path: &str, _: &str) -> Result<Source, LoadError> {
        let file = self.0.join(path);
        let text = fs::read_to_string(&file).map_err(|_| LoadError::Missing)?;
        Ok(Source { name: file.to_string_lossy().as_ref().into(), text: text.as_str().into() })
    }
}

/// The spec of a text and its model; `None` if it is a part or not sound.
fn model_of(text: &str, folder: &Path) -> Option<(Spec, Model)> {
    let mut sources = Sources::new();
    let root = sources.add(Source { name: "spec".into(), text: text.into() });
    let (spec, syntax, faults) = Spec::read(&mut sources, root, &Beside(folder.to_owned()));
    if !syntax.is_empty() || !faults.is_empty() || spec.is_part() {
        return None;
    }
    let model = spec.model(&Vec::new()).ok()?.0;
    Some((spec, model))
}

#[test]
fn every_spec_has_whole_sentences() {
    let mut told = 0;
    for folder in ["examples", "tests/specs"] {
        for file in files_below(&project().join(folder), "puz") {
            let text = fs::read_to_string(&file).expect("a spec");
            let folder = file.parent().expect("a folder");
            let Some((spec, model)) = model_of(&text, folder) else { continue };
            let words = rules_in_words(&spec, &model);
            assert_eq!(words, rules_in_words(&spec, &model), "{}", file.display());
            assert!(!words.is_empty() || model.rules.is_empty(), "{}", file.display());
            for sentence in words.iter().chain(statement_words(&spec, &model).iter().map(|s| &s.sentence)) {
                let shown = format!("{}: {sentence}", file.display());
                assert!(sentence.ends_with(['.', '?']), "{shown}");
                assert!(sentence.chars().next().is_some_and(|c| !c.is_lowercase()), "{shown}");
                for debris in ["  ", "_", "{", "}", "[", "]", " ,", "..", "the the", "None", "Some("] {
                    assert!(!sentence.contains(debris), "{shown}");
                }
            }
            // Whatever the judge may report is said by some statement.
            let spoken = statement_words(&spec, &model);
            for rule in &model.rules {
                let holds = |s: &&nauck::prose::StatementWords| {
                    s.span.source == rule.span.source
                        && s.span.start <= rule.span.start
                        && rule.span.end <= s.span.end
                };
                assert!(spoken.iter().any(|s| holds(&s)), "{}: a rule without words", file.display());
            }
            told += 1;
        }
    }
    assert!(told > 100, "{told} specs");
}

#[test]
fn own_words_win_and_change_nothing_else() {
    let text = "board 4 x 4\nuse queen\nno attacks\ncount queen = 4\n";
    let own = format!(
        "rules \"Peace.\"\n{text}rules \"Four of them: \u{201c}queens\u{201d} & <more>.\"\nrules \" \"\n"
    );
    let (plain, worded) = (model_of(text, Path::new(".")), model_of(&own, Path::new(".")));
    let (Some((_, plain)), Some((spec, worded))) = (plain, worded) else { panic!("both are sound") };
    assert_eq!(rules_in_words(&spec, &worded), ["Peace.", "Four of them: \u{201c}queens\u{201d} & <more>."]);
    let digest = |model: &Model| {
        let grounded = nauck::ground::ground(model, UpTo::default()).expect("small");
        grounded.problem.digest()
    };
    assert_eq!(digest(&plain), digest(&worded));
    assert_eq!(plain.rules.len(), worded.rules.len());
}

#[test]
fn a_parameter_is_said_by_its_value() {
    let text = "param n = 4 in 1..9\nboard n x n\nuse rook\nno attacks\ncount rook = n\n";
    let (spec, _) = model_of(text, Path::new(".")).expect("sound");
    let model = spec.model(&vec![("n".into(), 7)]).expect("sound").0;
    assert_eq!(
        rules_in_words(&spec, &model),
        ["Place rooks on the board.", "No two rooks attack each other.", "There are exactly seven rooks."]
    );
}
