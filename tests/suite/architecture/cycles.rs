//! No cycles between the files and folders of one module, and no long files, except those in the two lists beside this
//! file. They only shrink: `UPDATE_ARCHITECTURE=1 cargo test --test suite architecture` deletes what no longer applies.

use super::super::source::{Module, Tree};
use super::super::specs::{files_below, project};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// Lines of a file, above which it is split.
const LONGEST: usize = 500;

/// For each module, its files and folders that use others, with a place for each.
type Uses = BTreeMap<Vec<String>, BTreeMap<String, BTreeMap<String, String>>>;

fn uses_between_siblings(tree: &Tree) -> Uses {
    let mut uses = Uses::new();
    for module in tree.production() {
        for path in &module.paths {
            let written = tree.absolute(module, path);
            if let Some((depth, used)) = sibling(tree, module, &written) {
                let place = format!("{}:{}", module.file, module.line(path.start));
                let of = uses.entry(module.path[..depth].to_vec()).or_default();
                of.entry(module.path[depth].clone()).or_default().entry(used).or_insert(place);
            }
        }
    }
    uses
}

/// The other child of a module around `module` that the path leads into, with the depth of the module around both.
fn sibling(tree: &Tree, module: &Module, written: &[String]) -> Option<(usize, String)> {
    let inner = written.strip_prefix(&["crate".to_owned()][..])?;
    let depth = module.path.iter().zip(inner).take_while(|(a, b)| a == b).count();
    let is_child = |path: &[String]| path.len() > depth && tree.module(&path[..=depth]).is_some();
    if depth == module.path.len() {
        return None;
    }
    if is_child(inner) {
        return Some((depth, inner[depth].clone()));
    }
    // A name that the module around both re-exports.
    let definition = tree.definition(written);
    let inner = definition.strip_prefix(&["crate".to_owned()][..])?;
    let same = inner.starts_with(&module.path[..depth]) && is_child(inner);
    same.then(|| inner[depth].clone())
        .filter(|child| *child != module.path[depth])
        .map(|child| (depth, child))
}

/// Names that `from` leads to.
fn reachable<'a>(uses: &'a BTreeMap<String, BTreeMap<String, String>>, from: &'a str) -> BTreeSet<&'a str> {
    let (mut found, mut open) = (BTreeSet::new(), vec![from]);
    while let Some(name) = open.pop() {
        for next in uses.get(name).into_iter().flat_map(BTreeMap::keys) {
            if found.insert(next.as_str()) {
                open.push(next);
            }
        }
    }
    found
}

/// Sets of names of which each leads to each other.
fn cycles(uses: &BTreeMap<String, BTreeMap<String, String>>) -> BTreeSet<BTreeSet<&str>> {
    let reach: BTreeMap<&str, BTreeSet<&str>> =
        uses.keys().map(|name| (name.as_str(), reachable(uses, name))).collect();
    let on_cycle = reach.iter().filter(|(name, to)| to.contains(*name));
    let back = |name: &&str, other: &str| reach.get(other).is_some_and(|to| to.contains(name));
    on_cycle.map(|(name, to)| to.iter().copied().filter(|other| back(name, other)).collect()).collect()
}

/// Exception to a rule of this file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Exception {
    Cycle { module: String, members: BTreeSet<String> },
    Long { file: String },
}

impl Exception {
    fn parse(line: &str) -> Self {
        match line.split_once(": ") {
            Some((module, members)) => Self::Cycle {
                module: module.to_owned(),
                members: members.split(' ').map(str::to_owned).collect(),
            },
            None => Self::Long { file: line.to_owned() },
        }
    }

    fn show(&self) -> String {
        match self {
            Self::Cycle { module, members } => {
                format!("{module}: {}", members.iter().cloned().collect::<Vec<_>>().join(" "))
            }
            Self::Long { file } => file.clone(),
        }
    }

    /// Returns true if this exception, or what is left of it, is permitted by another.
    fn is_part_of(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Cycle { module, members }, Self::Cycle { module: around, members: all }) => {
                module == around && members.is_subset(all)
            }
            _ => self == other,
        }
    }
}

fn current_cycles(tree: &Tree) -> Vec<(Exception, String)> {
    let mut found = Vec::new();
    for (module, uses) in &uses_between_siblings(tree) {
        for cycle in cycles(uses) {
            let places = cycle.iter().flat_map(|from| {
                let used = uses[*from].iter().filter(|(to, _)| cycle.contains(to.as_str()));
                used.map(move |(to, place)| format!("  {from} -> {to} at {place}"))
            });
            let places = places.collect::<Vec<_>>().join("\n");
            let members = cycle.iter().map(|name| (*name).to_owned()).collect();
            let module = [&["src".to_owned()], &module[..]].concat().join("/");
            found.push((Exception::Cycle { module, members }, places));
        }
    }
    found
}

fn current_long_files() -> Vec<(Exception, String)> {
    let folders = ["src", "tests", "benches", "examples", "fuzz/properties", "fuzz/fuzz_targets"];
    let files = folders.iter().flat_map(|folder| files_below(&project().join(folder), "rs"));
    let long = files.filter_map(|path| {
        let lines = fs::read_to_string(&path).expect("a readable file").lines().count();
        let file = path.strip_prefix(project()).unwrap_or(&path).to_string_lossy().replace('\\', "/");
        (lines > LONGEST).then(|| (Exception::Long { file }, format!("  {lines} lines")))
    });
    long.collect()
}

/// Compares what is found with the part of `file` that a rule is about, and deletes from it what no longer applies.
fn compare(found: &[(Exception, String)], file: &Path) -> Result<(), String> {
    let text = fs::read_to_string(file).expect("a readable file");
    let known: Vec<Exception> = text.lines().map(Exception::parse).collect();
    let permitted = |e: &Exception| known.iter().any(|k| e.is_part_of(k));
    let show = |(e, places): &(Exception, String)| format!("{}\n{places}", e.show());
    let new: Vec<String> = found.iter().filter(|(e, _)| !permitted(e)).map(show).collect();
    if !new.is_empty() {
        return Err(format!("new cycles or long files:\n{}", new.join("\n")));
    }
    let left: String = found.iter().map(|(e, _)| format!("{}\n", e.show())).collect();
    if std::env::var_os("UPDATE_ARCHITECTURE").is_some() {
        fs::write(file, left).expect("a writable file");
    } else if left != text {
        return Err(format!(
            "{} only lists what is left, which is now (UPDATE_ARCHITECTURE=1 writes it):\n{left}",
            file.display()
        ));
    }
    Ok(())
}

#[test]
fn no_cycles_between_siblings() {
    let file = project().join("tests/suite/architecture/cycles.txt");
    compare(&current_cycles(&Tree::read()), &file).unwrap_or_else(|fault| panic!("{fault}"));
}

#[test]
fn files_are_short() {
    let file = project().join("tests/suite/architecture/long_files.txt");
    compare(&current_long_files(), &file).unwrap_or_else(|fault| panic!("{fault}"));
}

#[test]
fn cycles_are_found() {
    let edges =
        [("a", "b"), ("b", "c"), ("c", "a"), ("c", "d"), ("d", "e"), ("f", "g"), ("g", "f"), ("h", "a")];
    let mut uses = BTreeMap::<String, BTreeMap<String, String>>::new();
    for (from, to) in edges {
        uses.entry(from.to_owned()).or_default().insert(to.to_owned(), String::new());
    }
    let found: Vec<Vec<&str>> = cycles(&uses).into_iter().map(|c| c.into_iter().collect()).collect();
    assert_eq!(found, [vec!["a", "b", "c"], vec!["f", "g"]]);
}
