//! `puzzle import`: published puzzles become specs in the standard layout that are sound and have one solution.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

/// Puzzles with one solution; those with a small board are from the tests of pzprjs.
const URLS: [&str; 18] = [
    "fillomino/6/6/h4j53g2k5233k2g14j3h",
    "heyawake/6/6/lll155007rs12222j",
    "hitori/4/4/1114142333214213",
    "kurodoko/5/5/i7g5l2l2g4i",
    "lightup/6/6/nekcakbl",
    "mashu/6/6/1063000i3000",
    "mines/5/5/g2m13l13g0j",
    "nonogram/6/6/12g1111h11112j12g11g21j11g3h",
    "norinori/5/5/cag4ocjo",
    "numlin/5/5/1j2h3m1h2j3",
    "nurikabe/5/5/g5k2o1k3g",
    "shikaku/6/6/j3g56h6t6h23g5j",
    "simpleloop/5/5/sg020",
    "slither/5/5/cbcbcddad",
    "starbattle/6/6/1/4ilbhgdnmhou",
    "sudoku/4/4/g1k23k3g",
    "tents/5/5/2g0h1i1j82323",
    "yajilin/5/5/m32j10",
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

/// Imports a URL, and exports the spec again.
fn there_and_back(url: &str, path: &str) -> String {
    let link = format!("https://puzz.link/p?{url}");
    assert!(puzzle(&["import", &link, "-o", path]).status.success(), "{url}");
    let out = puzzle(&["export", path, "--to", "puzzlink"]);
    let text = String::from_utf8(out.stdout).expect("UTF-8");
    text.trim().strip_prefix("https://puzz.link/p?").unwrap_or_default().to_owned()
}

#[test]
fn imported_puzzles_are_exported_as_the_same_url() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("export");
    fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join("there.puz");
    let path = path.to_str().expect("a name in UTF-8");
    for url in URLS {
        let again = there_and_back(url, path);
        // The tests of pzprjs do not always leave out what could be left out.
        assert_eq!(again, there_and_back(&again, path), "{url}");
        assert_eq!(again.split('/').next(), url.split('/').next(), "{url} as {again}");
    }
}

#[test]
fn penpa_holds_the_same_puzzles() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("penpa");
    fs::create_dir_all(&folder).expect("a folder");
    let (link, path) = (folder.join("link.url"), folder.join("spec.puz"));
    let (link, path) = (link.to_str().expect("UTF-8"), path.to_str().expect("UTF-8"));
    for url in URLS {
        assert!(puzzle(&["import", &format!("p?{url}"), "-o", path]).status.success(), "{url}");
        let out = puzzle(&["export", path, "--to", "penpa", "-o", link]);
        assert!(out.status.success(), "{url}: {out:?}");
        let again = folder.join("again.puz");
        let again = again.to_str().expect("UTF-8");
        assert!(puzzle(&["import", link, "-o", again]).status.success(), "{url}");
        // Regions may have other letters.
        let [first, second] = [path, again].map(|spec| puzzle(&["export", spec, "--to", "puzzlink"]).stdout);
        assert!(!first.is_empty() && first == second, "{url}");
    }
}

/// The examples of the genres that are written.
const EXAMPLES: [&str; 16] = [
    "heyawake",
    "hitori",
    "kurodoko",
    "light_up",
    "masyu",
    "minesweeper",
    "nonogram",
    "numberlink",
    "nurikabe",
    "shikaku",
    "slitherlink",
    "star_battle",
    "star_battle_14x14_1",
    "sudoku",
    "tents",
    "yajilin",
];

#[test]
fn the_examples_are_exported() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("export");
    fs::create_dir_all(&folder).expect("a folder");
    let (link, path) = (folder.join("link.url"), folder.join("again.puz"));
    let (link, path) = (link.to_str().expect("UTF-8"), path.to_str().expect("UTF-8"));
    let mut refused = Vec::new();
    for name in EXAMPLES {
        let example = format!("examples/genres/{name}.puz");
        let out = puzzle(&["export", &example, "--to", "puzzlink", "-o", link]);
        if !out.status.success() {
            refused.push(format!("{name}: {}", String::from_utf8_lossy(&out.stderr)));
            continue;
        }
        assert!(puzzle(&["import", link, "-o", path]).status.success(), "{name}");
        assert!(puzzle(&["test", path]).status.success(), "{name}");
    }
    assert!(refused.is_empty(), "{}", refused.join("\n"));
}

#[test]
fn sudokus_are_exported_to_f_puzzles() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("fpuzzles");
    fs::create_dir_all(&folder).expect("a folder");
    let (link, path) = (folder.join("link.url"), folder.join("again.puz"));
    let (link, path) = (link.to_str().expect("UTF-8"), path.to_str().expect("UTF-8"));
    for name in ["sudoku", "killer", "thermometer"] {
        let example = format!("examples/genres/{name}.puz");
        let out = puzzle(&["export", &example, "--to", "fpuzzles", "-o", link]);
        assert!(out.status.success(), "{name}: {out:?}");
        assert!(puzzle(&["import", link, "-o", path]).status.success(), "{name}");
        assert!(puzzle(&["test", path]).status.success(), "{name}");
    }
    let out = puzzle(&["export", "examples/genres/nurikabe.puz", "--to", "fpuzzles"]);
    assert_eq!(out.status.code(), Some(2), "{out:?}");
}

/// Constraints of f-puzzles that are read, each with a statement that says it.
const CONSTRAINTS: &[(&str, &str)] = &[
    (r#""diagonal+":true,"diagonal-":true"#, "distinct digit"),
    (r#""antiknight":true"#, "= knight"),
    (r#""antiking":true"#, "= king"),
    (r#""antiknight":true,"antiking":true"#, "= knight + king"),
    (r#""killercage":[{"cells":["R1C1","R2C1"],"value":"5"},{"cells":["R5C5","R5C6"]}]"#, "sum digit = 5"),
    (
        r#""extraregion":[{"cells":["R2C2","R2C3","R2C4","R3C2","R3C3","R3C4","R4C2","R4C3","R4C4"]}]"#,
        "distinct",
    ),
    (r#""thermometer":[{"lines":[["R1C1","R1C2","R2C2","R2C3"]]}]"#, "digit at b8 < digit at c8"),
    (r#""arrow":[{"cells":["R1C1"],"lines":[["R1C1","R1C2","R2C3"]]}]"#, "= digit at b9 + digit at c8"),
    (
        r#""littlekillersum":[{"cell":"R0C3","direction":"DR","cells":["R1C4","R2C5","R3C6","R4C7","R5C8","R6C9"],"value":"30"}]"#,
        "sum digit = 30",
    ),
    (
        r#""littlekillersum":[{"cell":"R2C10","direction":"DL","cells":["R3C9","R4C8","R5C7","R6C6","R7C5","R8C4","R9C3"],"value":"40"}]"#,
        "sum digit = 40",
    ),
    (r#""difference":[{"cells":["R1C1","R1C2"]},{"cells":["R5C5","R6C5"],"value":"4"}]"#, "+ 4 or"),
    (r#""ratio":[{"cells":["R1C1","R1C2"]},{"cells":["R5C5","R6C5"],"value":"3"}]"#, "3 * digit"),
    (r#""xv":[{"cells":["R1C1","R1C2"],"value":"V"},{"cells":["R5C5","R6C5"],"value":"X"}]"#, "= 10"),
    (r#""palindrome":[{"lines":[["R1C1","R1C2","R2C3","R3C3"]]}]"#, "digit at a9 = digit at c7"),
    (r#""clone":[{"cells":["R1C1","R1C2"],"cloneCells":["R5C5","R5C6"]}]"#, "digit at a9 = digit at e5"),
    (r#""whispers":[{"lines":[["R1C1","R1C2","R2C3"]]}]"#, ">= digit at c8 + 5"),
    (r#""betweenline":[{"lines":[["R1C1","R1C2","R1C3","R2C4"]]}]"#, "< digit at b9 <"),
    (r#""odd":[{"cell":"R4C4"}],"even":[{"cell":"R4C5"}]"#, "1 or 3 or 5"),
    (r#""minimum":[{"cell":"R1C1"}],"maximum":[{"cell":"R5C5"}]"#, "digit at a9 < digit at b9"),
    (r#""quadruple":[{"cells":["R1C1","R1C2","R2C1","R2C2"],"values":[3,3,1]}]"#, "count digit[3] >= 2"),
    (r#""disjointgroups":true"#, "each spot: distinct digit"),
];

/// The command itself imports what it has written, and refuses it if it does not mean the same.
#[test]
fn every_constraint_of_f_puzzles_is_exported_again() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("constraints");
    fs::create_dir_all(&folder).expect("a folder");
    let (json, spec) = (folder.join("puzzle.json"), folder.join("puzzle.puz"));
    let (json, spec) = (json.to_str().expect("UTF-8"), spec.to_str().expect("UTF-8"));
    let row = format!("[{}]", ["{}"; 9].join(","));
    let mut refused = Vec::new();
    for (part, statement) in CONSTRAINTS {
        fs::write(json, format!("{{\"size\":9,\"grid\":[{}],{part}}}", [row.as_str(); 9].join(",")))
            .expect("a file");
        assert!(puzzle(&["import", json, "-o", spec]).status.success(), "{part}");
        let text = fs::read_to_string(spec).expect("a file");
        assert!(text.contains(statement), "{part}:\n{text}");
        let out = puzzle(&["export", spec, "--to", "fpuzzles"]);
        if !out.status.success() {
            refused.push(format!("{part}: {}", String::from_utf8_lossy(&out.stderr)));
        }
    }
    assert!(refused.is_empty(), "{}", refused.join("\n"));
}

#[test]
fn a_rule_that_no_constraint_of_f_puzzles_is_is_named() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("surplus.puz");
    let sudoku = fs::read_to_string("examples/genres/sudoku_rules.puz").expect("a file");
    for more in
        ["digit at a1 = digit at b1 * 2 + 1", "in a1, b3: sum digit = 7", "digit at a1 + digit at c3 = 10"]
    {
        fs::write(&path, format!("{sudoku}{more}\n")).expect("a file");
        let out = puzzle(&["export", path.to_str().expect("UTF-8"), "--to", "fpuzzles"]);
        assert_eq!(out.status.code(), Some(2), "{more}: {out:?}");
        assert!(String::from_utf8_lossy(&out.stderr).contains(more), "{more}: {out:?}");
    }
}

#[test]
fn what_only_looks_like_a_genre_is_not_exported() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("looks.puz");
    let text = fs::read_to_string("examples/genres/nurikabe_rules.puz").expect("a file");
    let board = "board \"\"\"\n. . 2\n. . .\n3 . .\n\"\"\"\n";
    for (more, status) in [("", 0), ("count mark = 5\n", 2), ("keep empty a3\n", 2), ("walls b2\n", 2)] {
        fs::write(&path, format!("{text}{board}{more}")).expect("a file");
        let out = puzzle(&["export", path.to_str().expect("UTF-8"), "--to", "puzzlink"]);
        assert_eq!(out.status.code(), Some(status), "{more}: {out:?}");
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

/// Imports this, and returns the spec that is written.
fn imported(from: &str) -> String {
    let out = puzzle(&["import", from]);
    assert!(out.status.success(), "{from}: {out:?}");
    String::from_utf8(out.stdout).expect("UTF-8")
}

#[test]
fn positions_are_specs_with_one_solution() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("position.puz");
    for fen in ["8/8/3Q4/8/8/8/8/8", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "10/2P7/10"]
    {
        let spec = imported(fen);
        fs::write(&path, &spec).expect("a file");
        let path = path.to_str().expect("UTF-8");
        assert!(puzzle(&["test", path]).status.success(), "{spec}");
        assert!(puzzle(&["fmt", "--check", path]).status.success(), "{spec}");
    }
    for (fen, why) in [
        ("8/8/3A4/8", "the piece `A` is not supported"),
        ("8/7/8", "the row `7` does not have 8 cells"),
        ("99/99", "the sides are `99`"),
    ] {
        let out = puzzle(&["import", fen]);
        assert!(String::from_utf8_lossy(&out.stderr).contains(why), "{fen}: {out:?}");
    }
}

/// The number of boards on which a piece of an imported part attacks no second one.
fn attacks_of(part: &str, name: &str) -> String {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pieces");
    fs::create_dir_all(&folder).expect("a folder");
    fs::write(folder.join("part.puz"), part).expect("a file");
    let spec = folder.join("spec.puz");
    fs::write(
        &spec,
        format!(
            "board 5 x 5\nuse {name} from \"part.puz\"\nplace {name} at c3\ncount {name} = 2\nattacks = 0\n"
        ),
    )
    .expect("a file");
    let out = puzzle(&["run", spec.to_str().expect("UTF-8"), "--count"]);
    let text = String::from_utf8_lossy(&out.stdout);
    text.split(',').next().unwrap_or_default().to_owned()
}

#[test]
fn custom_pieces_are_a_part_of_captures() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("variants.ini");
    let text =
        "# comment\n[shogun:chess]\ncustomPiece1 = a:mNcK\ncustomPiece2 = c:NW ; more\nstartFen = 8/8\n";
    fs::write(&path, text).expect("a file");
    let part = imported(path.to_str().expect("UTF-8"));
    assert!(part.contains("piece shogun_a \"A\" = betza \"K\"") && part.contains("# mNcK"), "{part}");
    assert!(part.contains("piece shogun_c \"C\" = betza"), "{part}");
    assert_eq!(attacks_of(&part, "shogun_a"), "16 solutions", "a king attacks 8 of 24 cells");
    fs::write(&path, "[x]\ncustomPiece1 = a:t[FR]\n").expect("a file");
    let out = puzzle(&["import", path.to_str().expect("UTF-8")]);
    assert!(
        String::from_utf8_lossy(&out.stderr).contains("the notation `t[FR]` is not supported"),
        "{out:?}"
    );
}

#[test]
fn names_of_popeye_are_pieces() {
    let part = imported("popeye:S,n MA g wa du");
    assert_eq!(attacks_of(&part, "knight"), "16 solutions");
    assert_eq!(attacks_of(&part, "grasshopper"), "24 solutions", "two grasshoppers have no hurdle");
    assert_eq!(attacks_of(&part, "dummy"), "24 solutions");
    let out = puzzle(&["import", "popeye:G RO"]);
    assert!(
        String::from_utf8_lossy(&out.stderr).contains("there is no import for Popeye's piece `RO`"),
        "{out:?}"
    );
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
