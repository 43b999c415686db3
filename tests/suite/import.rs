//! `puzzle import`: published puzzles become specs in the standard layout that are sound and have one solution.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

const URLS: [&str; 6] = [
    "kurodoko/5/5/i7g5l2l2g4i",
    "lightup/6/6/nekcakbl",
    "nurikabe/5/5/g5k2o1k3g",
    "shikaku/6/6/j3g56h6t6h23g5j",
    "slither/5/5/cbcbcddad",
    "sudoku/4/4/g1k23k3g",
];

fn puzzle(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_puzzle")).args(args).output().expect("the command runs")
}

#[test]
fn imported_puzzles_are_sound_and_have_one_solution() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("import");
    fs::create_dir_all(&folder).expect("a folder");
    for (at, url) in URLS.iter().enumerate() {
        let path = folder.join(format!("{at}.puz"));
        let path = path.to_str().expect("a name in UTF-8");
        let link = format!("https://puzz.link/p?{url}");
        assert!(puzzle(&["import", &link, "-o", path]).status.success(), "{url}");
        assert!(puzzle(&["fmt", "--check", path]).status.success(), "{url}");
        assert!(puzzle(&["test", path]).status.success(), "{url}");
        let checked = puzzle(&["check", path]);
        assert!(checked.status.success() && checked.stderr.is_empty(), "{url}: {checked:?}");
    }
}

#[test]
fn a_file_may_hold_the_url() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("import.url");
    let link = format!("https://puzz.link/p?{}", URLS[0]);
    fs::write(&path, format!("{link}\n")).expect("a file");
    let path = path.to_str().expect("a name in UTF-8");
    let from_file = puzzle(&["import", path]);
    assert!(from_file.status.success() && !from_file.stdout.is_empty());
    assert_eq!(from_file.stdout, puzzle(&["import", &link]).stdout);
}
