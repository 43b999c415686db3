//! The library without features meets the outer world only through the host that it is given.

use crate::suite::specs::project;
use regex::Regex;
use std::fs;

/// The only file that may name a clock or threads without features.
const HOST: &str = "src/host.rs";

/// Files that are compiled without any feature: those that `mod` lines reach from the root, except behind a feature or for
/// tests.
fn files_without_features() -> Vec<String> {
    let line = Regex::new(r"(?m)((?:^ *#\[.*\]\n)*)^ *(?:pub(?:\([a-z ]+\))? )?mod (\w+);").expect("a regex");
    let mut files = vec!["src/lib.rs".to_owned()];
    let mut next = 0;
    while let Some(file) = files.get(next).cloned() {
        next += 1;
        let text = fs::read_to_string(project().join(&file)).expect("a readable file");
        let folder = match file.strip_suffix("/mod.rs") {
            Some(folder) => folder,
            None if file == "src/lib.rs" => "src",
            None => file.trim_end_matches(".rs"),
        };
        for module in line.captures_iter(&text) {
            if module[1].contains("cfg(feature") || module[1].contains("cfg(test)") {
                continue;
            }
            let flat = format!("{folder}/{}.rs", &module[2]);
            let is_flat = project().join(&flat).exists();
            files.push(if is_flat { flat } else { format!("{folder}/{}/mod.rs", &module[2]) });
        }
    }
    files
}

/// The source before the first test module, without comments.
fn production(text: &str) -> String {
    let end = text.find("#[cfg(test)]\nmod ").unwrap_or(text.len());
    text[..end].lines().map(|line| line.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join("\n")
}

#[test]
fn the_library_without_features_has_no_outer_world() {
    let outer =
        Regex::new(r"std::(?:env|fs|net|process|thread)\b|\b(?:Instant|SystemTime)\b").expect("a regex");
    let files = files_without_features();
    assert!(files.len() > 150 && files.iter().any(|f| f == HOST), "{} files", files.len());
    assert!(!files.iter().any(|f| f.starts_with("src/cli/")));
    let mut faults = Vec::new();
    for file in files.iter().filter(|f| *f != HOST) {
        let text = fs::read_to_string(project().join(file)).expect("a readable file");
        let found = outer.find_iter(&production(&text)).map(|m| m.as_str().to_owned()).collect::<Vec<_>>();
        faults.extend(found.iter().map(|what| format!("{file} uses {what}")));
    }
    assert!(faults.is_empty(), "compiled without features:\n{}", faults.join("\n"));
}
