//! All parts of a release have the version of this crate, and the changelog describes it.

use std::fs;

const VERSION: &str = env!("CARGO_PKG_VERSION");

fn text(path: &str) -> String {
    fs::read_to_string(path).unwrap_or_else(|e| panic!("{path}: {e}"))
}

#[test]
fn manifests_agree() {
    for path in ["python/Cargo.toml", "web/engine/Cargo.toml"] {
        let version = text(path).lines().find_map(|l| l.strip_prefix("version = ").map(str::to_owned));
        assert_eq!(version, Some(format!("\"{VERSION}\"")), "{path}");
    }
    for path in ["editors/vscode/package.json", "editors/vscode/package-lock.json"] {
        let package: serde_json::Value = serde_json::from_str(&text(path)).expect(path);
        assert_eq!(package["version"], VERSION, "{path}");
        let locked = &package["packages"][""]["version"];
        assert!(locked.is_null() || locked == VERSION, "{path}");
    }
}

#[test]
fn lock_files_agree() {
    for path in ["Cargo.lock", "python/Cargo.lock", "web/engine/Cargo.lock", "fuzz/Cargo.lock"] {
        let locked = format!("name = \"nauck\"\nversion = \"{VERSION}\"\n");
        assert!(text(path).contains(&locked), "{path} has another version of nauck");
    }
}

#[test]
fn the_files_of_the_readme_have_the_version() {
    let readme = text("README.md");
    let named: Vec<&str> = readme
        .split(['`', ' '])
        .filter(|word| word.starts_with("nauck-0.") || word.starts_with("nauck_0."))
        .collect();
    assert!(named.len() >= 8 && named.iter().all(|name| name[6..].starts_with(VERSION)), "{named:?}");
}

#[test]
fn the_changelog_describes_the_version() {
    let changelog = text("CHANGELOG.md");
    let newest = changelog.lines().find_map(|line| line.strip_prefix("## "));
    assert_eq!(newest.and_then(|line| line.split(' ').next()), Some(VERSION));
}
