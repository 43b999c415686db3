//! Dependencies between modules, read from the source: the modules that each may use, and where each crate may be used.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// For each module, the modules it may use. Any other dependency is forbidden.
const MAY_USE: &[(&str, &[&str])] = &[
    ("text", &[]),
    ("query", &[]),
    ("geometry", &[]),
    ("syntax", &["query", "text"]),
    ("notation", &["geometry", "text"]),
    ("model", &["text", "query", "syntax", "notation", "geometry"]),
    ("lint", &["model", "syntax", "geometry", "text"]),
    ("problem", &["geometry"]),
    ("proof", &[]),
    ("engine", &["problem", "proof", "geometry", "query"]),
    ("ground", &["model", "problem", "geometry", "text"]),
    ("export", &["engine", "problem", "geometry"]),
    ("plan", &["engine", "problem"]),
    ("run", &["plan", "engine", "ground", "model", "problem", "geometry", "query", "text", "syntax"]),
    ("diag", &["text", "syntax", "notation", "model", "lint", "ground", "engine", "plan", "run"]),
    (
        "report",
        &["run", "plan", "engine", "ground", "model", "problem", "geometry", "notation", "text", "diag"],
    ),
    ("certificate", &["report", "run", "plan", "export", "engine", "ground", "model", "problem", "proof"]),
    ("api", &["report", "run", "model", "syntax", "text", "diag"]),
    (
        "cli",
        &[
            "api",
            "certificate",
            "report",
            "run",
            "export",
            "plan",
            "engine",
            "ground",
            "model",
            "problem",
            "geometry",
            "notation",
            "syntax",
            "text",
            "diag",
            "lint",
        ],
    ),
];

/// Crates with the only files that may use them.
const DOORS: &[(&str, &[&str])] = &[
    ("pest", &["src/syntax/parser.rs", "src/syntax/parser/"]),
    ("pest_derive", &["src/syntax/parser.rs", "src/syntax/parser/"]),
    ("logos", &["src/syntax/lexer.rs", "src/notation/lexer.rs"]),
    ("miette", &["src/diag/render.rs", "src/diag/render/"]),
    ("good_lp", &["src/engine/milp/microlp.rs"]),
    ("microlp", &["src/engine/milp/microlp.rs"]),
    ("libloading", &["src/engine/milp/library.rs"]),
    ("batsat", &["src/engine/sat/"]),
    ("cadical", &["src/engine/sat/"]),
    ("rustsat", &["src/engine/sat/"]),
    ("rustsat_batsat", &["src/engine/sat/"]),
    ("resvg", &["src/report/picture/png.rs"]),
    ("ttf_parser", &["src/report/picture/letters.rs"]),
    ("epaint_default_fonts", &["src/report/picture/letters.rs"]),
    ("terminal_size", &["src/cli/"]),
    ("clap", &["src/cli/"]),
    ("clap_complete", &["src/cli/"]),
    ("clap_mangen", &["src/cli/"]),
    ("ctrlc", &["src/cli/"]),
    ("indicatif", &["src/cli/progress.rs"]),
    ("memory_stats", &["src/run/memory.rs"]),
    ("cpu_time", &["src/run/usage.rs"]),
    ("sha2", &["src/problem/digest/", "src/certificate/"]),
];

/// Side effects that only `OUTER_ROOMS` may have.
const OUTER_WORLD: &[&str] =
    &["std::fs", "std::env", "std::io::stdin", "println!", "eprintln!", "Instant::now", "SystemTime"];
const OUTER_ROOMS: &[&str] = &["src/cli/", "src/run/", "src/engine/control.rs", "src/main.rs"];

struct File {
    path: String,
    /// Source before the first in-file test module, comments removed.
    code: String,
}

fn sources() -> Vec<File> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    let mut folders = vec![root.join("src")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a readable folder") {
            let path: PathBuf = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "rs") {
                let text = fs::read_to_string(&path).expect("a readable file");
                let name =
                    path.strip_prefix(root).expect("below the root").to_string_lossy().replace('\\', "/");
                files.push(File { path: name, code: production(&text) });
            }
        }
    }
    files.sort_by(|a, b| a.path.cmp(&b.path));
    files
}

fn production(text: &str) -> String {
    let end = text.find("#[cfg(test)]\nmod ").unwrap_or(text.len());
    text[..end].lines().map(|line| line.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join("\n")
}

fn is_test_only(path: &str) -> bool {
    path.ends_with("/tests.rs")
        || path.contains("/tests/")
        || path.ends_with("/samples.rs")
        || path.contains("/conformance")
}

#[test]
fn arrows_run_one_way() {
    let allowed: BTreeMap<&str, &[&str]> = MAY_USE.iter().copied().collect();
    let mut faults = Vec::new();
    for file in sources().iter().filter(|f| !is_test_only(&f.path)) {
        let mut parts = file.path.split('/').skip(1);
        let Some(room) = parts.next().filter(|p| !p.ends_with(".rs")) else { continue };
        let may = allowed.get(room).unwrap_or_else(|| panic!("unknown module `{room}`; add it to MAY_USE"));
        for other in allowed.keys().filter(|o| **o != room && !may.contains(o)) {
            for form in [format!("crate::{other}::"), format!("crate::{{{other}::")] {
                if file.code.contains(&form) {
                    faults.push(format!("{} uses `{form}`", file.path));
                }
            }
        }
    }
    assert!(faults.is_empty(), "forbidden dependencies between modules:\n{}", faults.join("\n"));
}

#[test]
fn crates_stay_behind_their_doors() {
    let mut faults = Vec::new();
    for file in sources() {
        for (krate, doors) in DOORS {
            let uses = [format!("use {krate}::"), format!("{krate}::")];
            let named = file.code.lines().any(|line| {
                uses.iter().any(|u| {
                    line.match_indices(u.as_str()).any(|(i, _)| {
                        !line[..i].ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == ':')
                    })
                })
            });
            if named && !doors.iter().any(|d| file.path.starts_with(d)) {
                faults.push(format!("{} uses {krate}", file.path));
            }
        }
    }
    assert!(faults.is_empty(), "crates used outside their files:\n{}", faults.join("\n"));
}

#[test]
fn the_pure_phases_do_not_touch_the_outer_world() {
    let mut faults = Vec::new();
    for file in sources() {
        if is_test_only(&file.path) || OUTER_ROOMS.iter().any(|room| file.path.starts_with(room)) {
            continue;
        }
        for word in OUTER_WORLD.iter().filter(|w| file.code.contains(**w)) {
            faults.push(format!("{} uses {word}", file.path));
        }
    }
    assert!(faults.is_empty(), "side effects in a pure module:\n{}", faults.join("\n"));
}

/// Returns true if the line contains the word `unsafe` outside a comment.
fn says_unsafe(line: &str) -> bool {
    let code = line.split("//").next().unwrap_or_default();
    code.split(|c: char| !(c.is_alphanumeric() || c == '_')).any(|word| word == "unsafe")
}

/// Only one file, tests included, contains `unsafe`. It is behind a feature, its module docs argue for its soundness, and
/// each block has a safety comment.
#[test]
fn one_file_is_unsafe() {
    const FILE: &str = "src/engine/milp/library.rs";
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let manifest = fs::read_to_string(root.join("Cargo.toml")).expect("a manifest");
    assert!(manifest.contains("[lints.rust]\nunsafe_code = \"deny\"\n"));
    let mut found = Vec::new();
    for file in sources() {
        let text = fs::read_to_string(root.join(&file.path)).expect("a readable file");
        if text.lines().any(|line| says_unsafe(line) || line.contains("(unsafe_code")) {
            found.push(file.path);
        }
    }
    assert_eq!(found, [FILE]);
    let text = fs::read_to_string(root.join(FILE)).expect("a readable file");
    let (essay, _) = text.split_once("#![allow(unsafe_code").expect("the file allows unsafe code");
    assert!(essay.contains("Soundness."));
    let lines: Vec<&str> = text.lines().collect();
    for (i, line) in lines.iter().enumerate().filter(|(_, l)| says_unsafe(l) && l.contains("unsafe {")) {
        // A statement may begin a few lines before its block.
        let argued = lines[i.saturating_sub(3)..i].iter().any(|l| l.contains("// SAFETY: "));
        assert!(argued, "{FILE}:{}: `{}` has no SAFETY comment", i + 1, line.trim());
    }
    let parent = fs::read_to_string(root.join("src/engine/milp/mod.rs")).expect("a readable file");
    assert!(parent.contains("#[cfg(feature = \"highs\")]\nmod library;"));
}

#[test]
fn no_marker_is_left_behind() {
    let markers = ["todo!(", "unimplemented!(", "FIXME", "dbg!("];
    let mut faults = Vec::new();
    for file in sources() {
        for marker in markers.iter().filter(|m| file.code.contains(**m)) {
            faults.push(format!("{}: {marker}", file.path));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn files_stay_readable() {
    let long: Vec<String> = sources()
        .iter()
        .filter(|f| f.code.lines().count() > 800)
        .map(|f| format!("{} has {} lines", f.path, f.code.lines().count()))
        .collect();
    assert!(long.is_empty(), "split these files:\n{}", long.join("\n"));
}
