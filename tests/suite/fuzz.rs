//! Runs the properties of the fuzz targets on all stored inputs: the corpora, and the inputs that once broke a property.

#[path = "../../fuzz/properties/lib.rs"]
pub mod properties;

use super::specs::project;
use nauck::syntax::RESERVED;
use properties::TARGETS;
use std::fs;
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};

/// Files of a folder, sorted by name; empty if the folder does not exist.
fn inputs(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    let mut files: Vec<PathBuf> = entries.map(|e| e.expect("an entry").path()).collect();
    files.sort();
    files
}

#[test]
fn kept_inputs_hold() {
    for (name, property) in TARGETS {
        let corpus = inputs(&project().join("fuzz/corpus").join(name));
        assert!(corpus.len() >= 20, "{name} has {} inputs", corpus.len());
        let found = inputs(&project().join("fuzz/regressions").join(name));
        for path in corpus.iter().chain(&found) {
            let data = fs::read(path).expect("an input");
            assert!(catch_unwind(|| property(&data)).is_ok(), "{name} does not hold for {}", path.display());
        }
    }
}

/// Checks the fuzzing dictionary; `UPDATE_FUZZ=1` regenerates it.
#[test]
fn the_dictionary_has_every_word_of_the_language() {
    let quotes = [r#"\""#, r#"\"\"\""#];
    let signs = ["..", "<=", ">=", "!=", "#", r"\x0a", r"\x1f", r"\\", "1.puz"];
    let words = RESERVED
        .iter()
        .copied()
        .chain(["leaper", "rider", "left-right", "top-bottom"])
        .chain(["loop", "path", "every", "avoiding", "connected", "group", "groups", "of", "links", "end"])
        .chain(quotes)
        .chain(signs);
    let text: String = words.map(|word| format!("\"{word}\"\n")).collect();
    let path = project().join("fuzz/puz.dict");
    if std::env::var_os("UPDATE_FUZZ").is_some() {
        fs::write(&path, &text).expect("the words can be written");
    }
    assert_eq!(fs::read_to_string(&path).expect("a dictionary"), text);
}

#[test]
fn every_target_has_its_program() {
    let manifest = fs::read_to_string(project().join("fuzz/Cargo.toml")).expect("a manifest");
    let programs = inputs(&project().join("fuzz/fuzz_targets"));
    assert_eq!(programs.len(), TARGETS.len());
    for (name, _) in TARGETS {
        let path = format!("fuzz_targets/{name}.rs");
        assert!(manifest.contains(&format!("name = \"{name}\"\npath = \"{path}\"")), "{name}");
        let program = fs::read_to_string(project().join("fuzz").join(&path)).expect("a program");
        assert!(program.contains(&format!("properties::{name}::holds(data)")), "{name}");
    }
}
