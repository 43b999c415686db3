//! The table of modules in `ARCHITECTURE.md`.

use super::super::specs::project;
use std::collections::BTreeMap;
use std::fs;

/// Modules of the table in `ARCHITECTURE.md`, each with the modules that it may use.
pub fn modules_and_what_they_may_use() -> BTreeMap<String, Vec<String>> {
    let text = fs::read_to_string(project().join("ARCHITECTURE.md")).expect("a readable file");
    parse(&text)
}

fn parse(text: &str) -> BTreeMap<String, Vec<String>> {
    let rows: Vec<(String, &str)> = text.lines().filter_map(row).collect();
    let names: Vec<String> = rows.iter().map(|(name, _)| name.clone()).collect();
    let list = |cell: &str| -> Vec<String> { cell.split(", ").map(str::to_owned).collect() };
    let used = |cell: &str| match (cell, cell.strip_prefix("everything except ")) {
        ("–", _) => Vec::new(),
        (_, Some(others)) => {
            let others = list(others);
            names.iter().filter(|n| !others.contains(n)).cloned().collect()
        }
        _ => list(cell),
    };
    let table: BTreeMap<String, Vec<String>> =
        rows.iter().map(|(name, cell)| (name.clone(), used(cell))).collect();
    let unknown = |name: &&String| !names.contains(name);
    let unknown: Vec<&String> = table.values().flatten().filter(unknown).collect();
    assert!(unknown.is_empty(), "ARCHITECTURE.md names unknown modules: {unknown:?}");
    table
}

/// Name of the module in a row of the table, and its last cell.
fn row(line: &str) -> Option<(String, &str)> {
    let (name, rest) = line.strip_prefix("| `src/")?.split_once("` |")?;
    let (_, last) = rest.trim_end().strip_suffix(" |")?.rsplit_once("| ")?;
    Some((name.trim_end_matches(".rs").to_owned(), last))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_read() {
        let text = "| module | contents | may use |\n| --- | --- | --- |\n| `src/a` | letters, `b` | – |\n\
                    | `src/b.rs` | more | a |\n| `src/c` | x | everything except b |\n";
        let table = parse(text);
        let may: Vec<(&str, Vec<&str>)> = table
            .iter()
            .map(|(name, used)| (name.as_str(), used.iter().map(String::as_str).collect()))
            .collect();
        assert_eq!(may, [("a", vec![]), ("b", vec!["a"]), ("c", vec!["a", "c"])]);
    }
}
