//! The tree of modules, read from `src/lib.rs` on, and the absolute form of each path.

use super::super::specs::project;
use super::items::{is_for_tests, items, without_tests};
use super::tokens::{Token, tokens};
use super::uses::{Path, paths};
use std::collections::BTreeMap;
use std::fs;

/// Longest chain of imports that is followed.
const LONGEST_CHAIN: u32 = 16;

/// Module in a file of its own.
#[derive(Debug)]
pub struct Module {
    /// File, such as `src/engine/masks/mod.rs`.
    pub file: String,
    /// Names from the root, such as `engine`, `masks`. The program's `main.rs` is `main`.
    pub path: Vec<String>,
    pub text: String,
    /// True if it, or a module around it, is compiled for tests only.
    pub is_for_tests: bool,
    /// Paths as written, without those in test code.
    pub paths: Vec<Path>,
    /// Names that it defines.
    defined: Vec<String>,
}

impl Module {
    fn read(file: String, path: Vec<String>, is_for_tests: bool) -> Self {
        let text = fs::read_to_string(project().join(&file)).expect("a module has a file");
        Self::new(file, path, text.replace("\r\n", "\n"), is_for_tests)
    }

    fn new(file: String, path: Vec<String>, text: String, is_for_tests: bool) -> Self {
        let mut module = Self { file, path, text, is_for_tests, paths: Vec::new(), defined: Vec::new() };
        let tokens = module.tokens();
        let paths = paths(&tokens);
        let defined = items(&tokens).iter().filter_map(|i| i.name().map(str::to_owned)).collect();
        (module.paths, module.defined) = (paths, defined);
        module
    }

    /// Tokens of the module; without test code, unless all of it is that.
    pub fn tokens(&self) -> Vec<Token<'_>> {
        let all = tokens(&self.text);
        if self.is_for_tests { all } else { without_tests(&all) }
    }

    /// Number of the line that contains this byte.
    pub fn line(&self, byte: usize) -> usize {
        self.text[..byte].lines().count().max(1)
    }

    fn import(&self, name: &str) -> Option<&Path> {
        self.paths.iter().find(|p| p.name.as_deref() == Some(name))
    }

    /// Modules in files of their own that this one declares.
    fn declared(&self) -> Vec<(String, bool)> {
        let tokens = tokens(&self.text);
        let items = items(&tokens);
        let files =
            items.iter().filter(|i| i.keyword() == "mod" && i.tokens.last().is_some_and(|t| t.text == ";"));
        files.filter_map(|i| Some((i.name()?.to_owned(), is_for_tests(i.attributes)))).collect()
    }
}

/// All modules of the crate, by path.
pub struct Tree {
    modules: BTreeMap<Vec<String>, Module>,
    crates: Vec<String>,
}

impl Tree {
    /// Reads the library and the program.
    pub fn read() -> Self {
        let mut modules = BTreeMap::new();
        let program = Module::read("src/main.rs".to_owned(), vec!["main".to_owned()], false);
        modules.insert(program.path.clone(), program);
        let mut open = vec![Module::read("src/lib.rs".to_owned(), Vec::new(), false)];
        while let Some(module) = open.pop() {
            for (name, for_tests) in module.declared() {
                let path = [&module.path[..], &[name]].concat();
                let stem = format!("src/{}", path.join("/"));
                let folder = format!("{stem}/mod.rs");
                let is_folder = project().join(&folder).exists();
                let file = if is_folder { folder } else { format!("{stem}.rs") };
                open.push(Module::read(file, path, for_tests || module.is_for_tests));
            }
            modules.insert(module.path.clone(), module);
        }
        let manifest = fs::read_to_string(project().join("Cargo.toml")).expect("a manifest");
        Self { modules, crates: dependencies(&manifest) }
    }

    /// Names under which code uses the dependencies.
    pub fn crates(&self) -> &[String] {
        &self.crates
    }

    /// Modules in the order of their paths.
    pub fn modules(&self) -> impl Iterator<Item = &Module> {
        self.modules.values()
    }

    /// Modules without those that are for tests only.
    pub fn production(&self) -> impl Iterator<Item = &Module> {
        self.modules().filter(|m| !m.is_for_tests)
    }

    /// Returns the module of this path from the root.
    pub fn module(&self, path: &[String]) -> Option<&Module> {
        self.modules.get(path)
    }

    /// Absolute form of a path in `module`: from `crate`, or from the name of a crate. Names of the prelude, of variables and
    /// of type parameters stay as they are.
    pub fn absolute(&self, module: &Module, path: &Path) -> Vec<String> {
        self.follow(module, path, LONGEST_CHAIN)
    }

    fn follow(&self, module: &Module, path: &Path, fuel: u32) -> Vec<String> {
        let (first, rest) = (path.segments[0].as_str(), &path.segments[1..]);
        let root = || vec!["crate".to_owned()];
        let around = [&root()[..], &module.path, &path.within].concat();
        // In a `use`, an imported function does not hide a crate of the same name.
        let is_crate = path.name.is_some() && self.crates.iter().any(|c| c == first);
        let import = module.import(first).filter(|i| i.segments[0] != first && fuel > 0 && !is_crate);
        let child = [&module.path[..], &[first.to_owned()]].concat();
        let base = match (first, first.strip_prefix("::"), import) {
            ("crate", ..) => root(),
            ("self", ..) => around,
            ("super", ..) => {
                let up = path.segments.iter().take_while(|s| *s == "super").count();
                let kept = around[..around.len().saturating_sub(up).max(1)].to_vec();
                return [kept, path.segments[up..].to_vec()].concat();
            }
            (_, Some(external), _) => vec![external.to_owned()],
            (.., Some(import)) => self.follow(module, import, fuel - 1),
            _ if self.modules.contains_key(&child) || module.defined.iter().any(|d| d == first) => {
                [root(), child].concat()
            }
            _ => vec![first.to_owned()],
        };
        [base, rest.to_vec()].concat()
    }

    /// Path of the definition that an absolute path leads to through re-exports, as far as these name it.
    pub fn definition(&self, absolute: &[String]) -> Vec<String> {
        self.through(absolute, LONGEST_CHAIN)
    }

    fn through(&self, absolute: &[String], fuel: u32) -> Vec<String> {
        if absolute.first().is_none_or(|first| first != "crate") || fuel == 0 {
            return absolute.to_vec();
        }
        for at in 1..absolute.len() {
            if self.modules.contains_key(&absolute[1..=at]) {
                continue;
            }
            let Some(module) = self.modules.get(&absolute[1..at]) else { break };
            let Some(import) = module.import(&absolute[at]) else { break };
            let base = self.absolute(module, import);
            let next = [&base, &absolute[at + 1..]].concat();
            return if next == absolute { next } else { self.through(&next, fuel - 1) };
        }
        absolute.to_vec()
    }
}

/// Names under which code uses the dependencies of a manifest.
fn dependencies(manifest: &str) -> Vec<String> {
    let (_, rest) = manifest.split_once("\n[dependencies]\n").expect("dependencies");
    let section = rest.split("\n[").next().unwrap_or(rest);
    let name = |line: &str| line.split_once(" = ").map(|(name, _)| name.replace('-', "_"));
    section.lines().filter(|line| !line.starts_with('#')).filter_map(name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(path: &str) -> Vec<String> {
        path.split("::").filter(|name| !name.is_empty()).map(str::to_owned).collect()
    }

    fn tree(texts: &[(&str, &str)]) -> Tree {
        let module = |(path, text): &(&str, &str)| {
            let module = Module::new(format!("{path}.rs"), names(path), (*text).to_owned(), false);
            (module.path.clone(), module)
        };
        Tree { modules: texts.iter().map(module).collect(), crates: vec!["log".to_owned()] }
    }

    #[test]
    fn paths_become_absolute() {
        let tree = tree(&[
            ("", "pub mod a; pub use a::Thing; pub use a::x as other;"),
            ("a", "pub mod x; mod y; pub use x::{Thing, sink as drain};"),
            ("a::x", "pub struct Thing; pub fn sink() {}"),
            (
                "a::y",
                "use super::x; use std::{fs, io::{self, Write as _}}; use crate::Thing; use super::drain;
                 use tool::log; use log::info; mod inner { use super::super::x::Thing; } struct Own;
                 fn f() { io::stdin(); x::sink(); Own::new(); ::log::warn!(); Vec::new(); fs::read(a) }
                 #[cfg(test)] mod tests { use std::env; }",
            ),
        ]);
        let module = tree.module(&names("a::y")).expect("it exists");
        let found: Vec<String> = module.paths.iter().map(|p| tree.absolute(module, p).join("::")).collect();
        for expected in [
            "crate::a::x",
            "std::fs",
            "std::io",
            "std::io::Write",
            "crate::Thing",
            "crate::a::drain",
            "log::info",
            "crate::a::x::Thing",
            "std::io::stdin",
            "crate::a::x::sink",
            "crate::a::y::Own::new",
            "log::warn!",
            "Vec::new",
            "std::fs::read",
        ] {
            assert!(found.iter().any(|f| f == expected), "{expected}: {found:?}");
        }
        assert!(!found.iter().any(|f| f == "std::env"));
        for (path, definition) in [
            ("crate::Thing", "crate::a::x::Thing"),
            ("crate::a::drain", "crate::a::x::sink"),
            ("crate::other::Thing::new", "crate::a::x::Thing::new"),
            ("crate::a::x::Thing", "crate::a::x::Thing"),
            ("std::fs::read", "std::fs::read"),
        ] {
            assert_eq!(tree.definition(&names(path)), names(definition), "{path}");
        }
    }

    #[test]
    fn dependencies_are_read() {
        let manifest = "[package]\nname = \"x\"\n\n[dependencies]\na-b = \"1\"\n# No = name.\nc = { version = \"2\" }\n\n\
                        [dev-dependencies]\nd = \"3\"\n";
        assert_eq!(dependencies(manifest), ["a_b", "c"]);
    }
}
