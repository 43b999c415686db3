//! `puzzle import`: published puzzles become specs in the standard layout that are sound and have one solution.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

const URLS: [&str; 7] = [
    "fillomino/6/6/h4j53g2k5233k2g14j3h",
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

/// A Sudoku with one part of every kind that its solution allows; row 1 is 1 2 3 4.
const VARIANT: &str = r#"{"size":4,"title":"All at \"once\"","grid":[[{},{},{},{}],[{},{},{"value":1,"given":true},{}],
    [{},{},{},{}],[{},{},{},{}]],"thermometer":[{"lines":[["R1C1","R1C2","R1C3","R1C4"]]}],
    "killercage":[{"cells":["R2C1","R3C1"],"value":"5"}],"arrow":[{"cells":["R2C2"],"lines":[["R2C2","R2C1","R3C2"]]}],
    "xv":[{"cells":["R3C1","R2C1"],"value":"V"}],"ratio":[{"cells":["R1C1","R1C2"]}],
    "difference":[{"cells":["R3C3","R3C4"]}],"odd":[{"cell":"R1C1"}],"even":[{"cell":"R2C2"}],
    "quadruple":[{"cells":["R2C2","R2C3","R3C2","R3C3"],"values":[1,1,4]}],"minimum":[{"cell":"R3C2"}],
    "maximum":[{"cell":"R2C2"}],"palindrome":[{"lines":[["R2C3","R3C2"]]}],
    "clone":[{"cells":["R1C1"],"cloneCells":["R2C3"]}],"betweenline":[{"lines":[["R1C1","R1C2","R1C4"]]}],
    "littlekillersum":[{"cell":"R0C3","cells":["R1C2","R2C1"],"value":"5"}],"disjointgroups":true}"#;

#[test]
fn a_variant_of_sudoku_has_its_solution() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let (json, spec) = (folder.join("variant.json"), folder.join("variant.puz"));
    fs::write(&json, VARIANT).expect("a file");
    let (json, spec) = (json.to_str().expect("a name"), spec.to_str().expect("a name"));
    assert!(puzzle(&["import", json, "-o", spec]).status.success());
    assert!(puzzle(&["fmt", "--check", spec]).status.success());
    assert!(puzzle(&["test", spec]).status.success());
    let board = puzzle(&["run", spec, "--format", "coords", "-q"]);
    assert_eq!(
        String::from_utf8_lossy(&board.stdout).trim(),
        "1a4 3a3 2a2 4a1 2b4 4b3 1b2 3b1 3c4 1c3 4c2 2c1 4d4 2d3 3d2 1d1",
        "{board:?}"
    );
}
