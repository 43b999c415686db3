//! Rules about the source as a whole: which module uses which, where each crate and each side effect may occur, cycles, and
//! the size of files. The rules about modules are the table in `ARCHITECTURE.md`.

mod cycles;
mod features;
mod table;

use super::source::{Module, Path, Tree};
use super::specs::{files_below, project};
use std::fs;
use table::modules_and_what_they_may_use;

/// Anywhere in the crate.
const ANYWHERE: &[&str] = &["src"];

/// Crates with the only modules that may use them.
const CRATE_USERS: &[(&str, &[&str])] = &[
    ("axum", &["src/cli/command/studio"]),
    ("batsat", &["src/engine/sat"]),
    ("cadical", &["src/engine/sat"]),
    ("clap", &["src/cli"]),
    ("clap_complete", &["src/cli"]),
    ("clap_mangen", &["src/cli"]),
    ("cpu_time", &["src/run/usage"]),
    ("crc32fast", &["src/run/ledger"]),
    ("ctrlc", &["src/cli"]),
    ("data_encoding", &["src/foreign/penpa"]),
    ("epaint_default_fonts", &["src/report/picture/letters"]),
    ("fixedbitset", ANYWHERE),
    ("futures_core", &["src/cli/command/studio"]),
    ("getrandom", &["src/cli/command/studio"]),
    ("good_lp", &["src/engine/milp/microlp"]),
    ("indexmap", ANYWHERE),
    ("indicatif", &["src/cli/progress"]),
    ("libloading", &["src/engine/milp/library"]),
    ("logos", &["src/syntax/lexer", "src/notation/lexer"]),
    ("lsp_server", &["src/cli/command/lsp"]),
    ("lsp_types", &["src/cli/command/lsp"]),
    ("lz_str", &["src/foreign/fpuzzles"]),
    ("memory_stats", &["src/run/memory"]),
    ("microlp", &["src/engine/milp/microlp"]),
    ("miette", &["src/diag/render"]),
    ("miniz_oxide", &["src/foreign/penpa", "src/report/picture/pdf"]),
    ("num_bigint", ANYWHERE),
    ("num_integer", &["src/cli/recurrence"]),
    ("pdf_writer", &["src/report/picture/pdf"]),
    ("pest", &["src/syntax/parser"]),
    ("pest_derive", &["src/syntax/parser"]),
    ("resvg", &["src/report/picture/png"]),
    ("rustc_hash", ANYWHERE),
    ("rustsat", &["src/engine/sat"]),
    ("serde", &["src/certificate", "src/cli", "src/page", "src/problem", "src/report", "src/run"]),
    (
        "serde_json",
        &[
            "src/certificate",
            "src/cli",
            "src/diag",
            "src/foreign/fpuzzles",
            "src/foreign/penpa",
            "src/page",
            "src/report",
            "src/run",
        ],
    ),
    ("sha2", &["src/certificate", "src/problem/digest"]),
    ("smallvec", ANYWHERE),
    ("terminal_size", &["src/cli"]),
    ("thiserror", ANYWHERE),
    ("tokio", &["src/cli/command/studio"]),
    ("ttf_parser", &["src/report/picture/letters"]),
];

/// Side effects, as a path or a macro, with the only modules that may have them.
const EFFECT_USERS: &[(&str, &[&str])] = &[
    ("dbg!", &[]),
    ("eprint!", &[]),
    ("eprintln!", &[]),
    ("print!", &[]),
    ("println!", &[]),
    ("std::env", &["src/cli"]),
    ("std::fs", &["src/cli", "src/run/ledger", "src/run/memory"]),
    ("std::io::stderr", &["src/cli"]),
    ("std::io::stdin", &["src/cli"]),
    ("std::io::stdout", &["src/cli"]),
    ("std::net", &[]),
    ("std::process", &["src/cli", "src/main"]),
    ("std::thread", &["src/cli", "src/host", "src/run/ledger", "src/run/memory"]),
    ("std::time::Instant", &["src/cli", "src/host", "src/run/ledger"]),
    ("std::time::SystemTime", &[]),
];

/// Modules whose names are side effects, so that no file may import all of them.
const EFFECTFUL: &[&str] = &["std", "std::io", "std::time"];

/// Returns true if the file is one of these modules or in one.
fn is_below(file: &str, modules: &[&str]) -> bool {
    let rest = |module: &&str| file.strip_prefix(*module).is_some_and(|r| r == ".rs" || r.starts_with('/'));
    modules.iter().any(rest)
}

/// Returns true if the path is this one or leads into it; a macro may be named with its module.
fn is_or_below(path: &str, effect: &str) -> bool {
    let rest = path.strip_prefix(effect).is_some_and(|r| r.is_empty() || r.starts_with("::"));
    rest || effect.ends_with('!') && path.ends_with(&format!("::{effect}"))
}

/// Path in a module, with its absolute form.
struct Use<'t> {
    module: &'t Module,
    written: &'t Path,
    path: Vec<String>,
}

impl Use<'_> {
    /// Place and path, for a message.
    fn show(&self) -> String {
        let line = self.module.line(self.written.start);
        format!("{}:{line}: {}", self.module.file, self.path.join("::"))
    }

    /// Returns true for an import of all names.
    fn is_glob(&self) -> bool {
        self.written.name.as_deref() == Some("*")
    }
}

/// Every path outside test code.
fn uses(tree: &Tree) -> Vec<Use<'_>> {
    let of = |module| {
        let use_of = move |written| Use { module, written, path: tree.absolute(module, written) };
        module.paths.iter().map(use_of)
    };
    tree.production().flat_map(of).collect()
}

fn assert_none(faults: &[String], what: &str) {
    assert!(faults.is_empty(), "{what}:\n{}", faults.join("\n"));
}

#[test]
fn every_file_belongs_to_a_module() {
    let tree = Tree::read();
    let known: Vec<_> = tree.modules().map(|m| project().join(&m.file)).collect();
    let files = files_below(&project().join("src"), "rs");
    let lost: Vec<String> =
        files.iter().filter(|f| !known.contains(f)).map(|f| f.display().to_string()).collect();
    assert_none(&lost, "files of no module");
}

#[test]
fn modules_use_what_the_table_allows() {
    let tree = Tree::read();
    let table = modules_and_what_they_may_use();
    let mut faults = Vec::new();
    for used in uses(&tree).iter().filter(|u| !u.module.path.is_empty() && u.module.path[0] != "main") {
        let own = &used.module.path[0];
        let may = table.get(own).unwrap_or_else(|| panic!("`{own}` is not in the table of ARCHITECTURE.md"));
        // What the root re-exports counts as used in its own module.
        let is_module = used.path.len() > 1 && tree.module(&used.path[1..2]).is_some();
        let path = if is_module { used.path.clone() } else { tree.definition(&used.path) };
        if path[0] == "crate" && path.len() > 1 && path[1] != *own && !may.contains(&path[1]) {
            faults.push(used.show());
        }
    }
    assert_none(&faults, "dependencies that the table in ARCHITECTURE.md does not allow");
}

#[test]
fn the_table_names_every_module() {
    let tree = Tree::read();
    let top: Vec<&String> =
        tree.production().filter(|m| m.path.len() == 1 && m.path[0] != "main").map(|m| &m.path[0]).collect();
    let table = modules_and_what_they_may_use();
    assert_eq!(table.keys().collect::<Vec<_>>(), top);
}

#[test]
fn crates_are_used_where_they_belong() {
    let tree = Tree::read();
    let users = |name: &str| CRATE_USERS.iter().find(|(known, _)| *known == name).map(|(_, users)| *users);
    let unknown = tree.crates().iter().filter(|name| users(name).is_none());
    let mut faults: Vec<String> = unknown.map(|name| format!("CRATE_USERS does not name `{name}`")).collect();
    let all = uses(&tree);
    let misplaced = |u: &&Use<'_>| users(&u.path[0]).is_some_and(|users| !is_below(&u.module.file, users));
    faults.extend(all.iter().filter(misplaced).map(Use::show));
    assert_none(&faults, "crates used outside their files");
}

#[test]
fn side_effects_stay_in_their_files() {
    let tree = Tree::read();
    let mut faults = Vec::new();
    for used in uses(&tree) {
        let path = used.path.join("::");
        let mut effects = EFFECT_USERS.iter().filter(|(effect, _)| is_or_below(&path, effect));
        let misplaced = effects.any(|(_, users)| !is_below(&used.module.file, users));
        if misplaced || used.is_glob() && EFFECTFUL.contains(&path.as_str()) {
            faults.push(used.show());
        }
    }
    assert_none(&faults, "side effects in a pure module");
}

/// A module that moves takes its row along.
#[test]
fn users_exist_and_use() {
    let tree = Tree::read();
    let all: Vec<(&Module, String)> = uses(&tree).iter().map(|u| (u.module, u.path.join("::"))).collect();
    let is_used = |name: &str, user: &str| {
        all.iter().any(|(module, path)| is_or_below(path, name) && is_below(&module.file, &[user]))
    };
    let rows = CRATE_USERS.iter().filter(|(_, users)| *users != ANYWHERE).chain(EFFECT_USERS);
    let pairs = rows.flat_map(|(name, users)| users.iter().map(move |user| (name, user)));
    let idle = pairs.filter(|(name, user)| !is_used(name, user));
    let idle: Vec<String> = idle.map(|(name, user)| format!("{user}: {name}")).collect();
    assert_none(&idle, "rows of CRATE_USERS and EFFECT_USERS that no longer apply");
}

/// Only one file, tests included, contains `unsafe`. It is behind a feature, its module docs argue for its soundness, and
/// each block has a safety comment.
#[test]
fn one_file_is_unsafe() {
    const FILE: &str = "src/engine/milp/library.rs";
    let manifest = fs::read_to_string(project().join("Cargo.toml")).expect("a manifest");
    assert!(manifest.contains("[lints.rust]\nunsafe_code = \"deny\"\n"));
    let tree = Tree::read();
    let is_unsafe = |m: &&Module| {
        super::source::tokens(&m.text).iter().any(|t| matches!(t.text, "unsafe" | "unsafe_code"))
    };
    let found: Vec<&Module> = tree.modules().filter(is_unsafe).collect();
    assert_eq!(found.iter().map(|m| m.file.as_str()).collect::<Vec<_>>(), [FILE]);
    let text = &found[0].text;
    let (essay, _) = text.split_once("#![allow(unsafe_code").expect("the file allows unsafe code");
    assert!(essay.contains("Soundness."));
    let lines: Vec<&str> = text.lines().collect();
    let code = |line: &str| line.split("//").next().unwrap_or_default().to_owned();
    for (i, line) in lines.iter().enumerate().filter(|(_, l)| code(l).contains("unsafe {")) {
        // A statement may begin a few lines before its block.
        let argued = lines[i.saturating_sub(3)..i].iter().any(|l| l.contains("// SAFETY: "));
        assert!(argued, "{FILE}:{}: `{}` has no SAFETY comment", i + 1, line.trim());
    }
    let parent = fs::read_to_string(project().join("src/engine/milp/mod.rs")).expect("a readable file");
    assert!(parent.contains("#[cfg(feature = \"highs\")]\nmod library;"));
}

#[test]
fn no_marker_is_left_behind() {
    let markers = ["todo!(", "unimplemented!(", "FIXME", "TODO", "XXX"];
    let tree = Tree::read();
    let marked = |m: &Module| {
        let found: Vec<&str> = markers.into_iter().filter(|marker| m.text.contains(marker)).collect();
        (!found.is_empty()).then(|| format!("{}: {found:?}", m.file))
    };
    assert_none(&tree.modules().filter_map(marked).collect::<Vec<_>>(), "markers");
}
