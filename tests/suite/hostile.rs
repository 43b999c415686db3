//! Hostile input: each gets a diagnostic that names the limit, and specs can include only regular files below their own
//! folder. `tests/reliability/hostile.py` measures the time this takes.

use super::cli::on_a_terminal;
#[cfg(unix)]
use super::command;
use super::specs::project;
use nauck::Puzzle;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const LARGE: &str = "board 1000 x 1000\nuse queen, king\n";

fn codes(text: &str) -> Vec<(&'static str, String)> {
    match Puzzle::parse(text) {
        Ok(_) => Vec::new(),
        Err(faults) => faults.diagnostics().iter().map(|d| (d.code, d.message.clone())).collect(),
    }
}

fn leaps(count: usize) -> String {
    (1..=count).map(|i| format!("({i}, {})", i + 1)).collect::<Vec<_>>().join(", ")
}

#[test]
fn limits_of_what_is_written_out() {
    let moves = |n: usize| format!("board 8 x 8\npiece a = leap {}\n", leaps(n));
    let within = format!("{}each cell: count a within a = 1\n", moves(9000).replace("8 x 8", "90 x 90"));
    let sums = format!("{}piece b = {}king\n", moves(9000), "a + ".repeat(900));
    let family = format!("board 8 x 8\npieces a[1..900] = leap {}\n", leaps(9000));
    let kinds = "board 3 x 3\npieces a[1..900] = king\n".to_owned();
    let wide = "pieces a[1..900] = none\nboard 990 x 990\n";
    for (what, text, code, words) in [
        (
            "notation",
            format!("board 8 x 8\npiece a = betza \"{}\"\n", "N".repeat(10_001)),
            "spec::notation",
            "10000 bytes",
        ),
        (
            "sets",
            format!("{LARGE}each row, each column: count queen = 1\n"),
            "spec::sets_too_large",
            "128 MiB",
        ),
        ("rules", format!("{LARGE}each cell: attackers = 1\n"), "spec::sets_too_large", "128 MiB"),
        ("reach", within, "spec::sets_too_large", "128 MiB"),
        ("moves of a family", family, "spec::sets_too_large", "128 MiB"),
        ("moves of moves", sums, "spec::too_many", "1000000"),
        (
            "pairs of kinds",
            format!("{kinds}{}", "no attacks\n".repeat(100)),
            "spec::lines_too_long",
            "50000000",
        ),
        ("regions", format!("{LARGE}{}", layers(90)), "spec::sets_too_large", "128 MiB"),
        (
            "givens",
            format!("{LARGE}{}", "keep empty cells where x > 0\n".repeat(20)),
            "spec::lines_too_long",
            "steps",
        ),
        ("rows", format!("{LARGE}{}", "keep empty row 1\n".repeat(60)), "spec::lines_too_long", "steps"),
        (
            "cells",
            format!("{LARGE}{}", "walls (1, 1)..(900, 900)\n".repeat(70)),
            "spec::lines_too_long",
            "steps",
        ),
        (
            "pictures",
            format!("{wide}givens \"\"\"\n{}\"\"\"\n", row('~', 990).repeat(990)),
            "spec::too_many",
            "200",
        ),
        (
            "settings",
            format!("param n = 8\n{LARGE}{}", "expect none for n in 1..90000\n".repeat(50)),
            "spec::lines_too_long",
            "steps",
        ),
        (
            "faults of givens",
            format!("{LARGE}walls cells where y < 9\nplace king at cells where y < 9\n"),
            "spec::too_many",
            "errors: the limit is 200",
        ),
    ] {
        let found = codes(&text);
        assert!(found.len() <= 401, "{what}: {}", found.len());
        let is_it = |(c, message): &(&str, String)| code.is_empty() || *c == code && message.contains(words);
        assert!(found.iter().any(is_it), "{what}: {:?}", &found[..found.len().min(3)]);
    }
}

/// Sound specs whose problems are too large are refused before memory is allocated for them.
#[test]
fn problems_that_are_too_large() {
    let tile = format!("board 900 x 900\ntile a \"\"\"\n{}\"\"\"\ncount a = 1\n", row('#', 450).repeat(450));
    for (text, words) in [
        ("board 990 x 990\npieces a[1..900] = king\nno attacks\n".to_owned(), "placing the pieces"),
        (
            "board 60 x 60\npieces a[1..300] = king\nno attacks\n".to_owned(),
            "the pairs that exclude each other",
        ),
        (tile, "the cells under all tiles"),
    ] {
        let puzzle = Puzzle::parse(&text).unwrap_or_else(|faults| panic!("{faults}"));
        let fault = puzzle.count().expect_err("a limit").to_string();
        assert!(fault.contains(words) && fault.contains("more than the limit"), "{fault}");
    }
}

fn row(c: char, width: usize) -> String {
    let mut row: String = std::iter::repeat_n(c, width).collect();
    row.push('\n');
    row
}

fn layers(count: usize) -> String {
    let mut text = String::new();
    for i in 0..count {
        writeln!(text, "regions r{i} = blocks 2 x 2").expect("writing to a string does not fail");
    }
    text
}

fn folder(name: &str) -> PathBuf {
    command::folder("hostile", name)
}

/// Exit status and output.
fn puzzle(folder: &Path, args: &[&str]) -> (Option<i32>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_puzzle"));
    let output = command.current_dir(folder).args(args).stdin(Stdio::null()).output().expect("it runs");
    let said = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8(said).expect("text"))
}

#[cfg(unix)]
#[test]
fn includes_are_files_beside_the_spec() {
    use std::os::unix::fs::symlink;
    let outer = folder("includes");
    let folder = outer.join("inner");
    fs::create_dir(&folder).expect("a folder");
    fs::create_dir(folder.join("folder")).expect("a folder");
    fs::write(outer.join("outside.puz"), "use king\n").expect("a file");
    symlink("../outside.puz", folder.join("out.puz")).expect("a link");
    symlink("circle.puz", folder.join("circle.puz")).expect("a link");
    symlink("/dev/zero", folder.join("zero.puz")).expect("a link");
    fs::write(folder.join("bytes.puz"), b"# \xff\n").expect("a file");
    fs::File::create(folder.join("large.puz")).expect("a file").set_len(10 << 30).expect("a sparse file");
    let made = Command::new("mkfifo").arg(folder.join("pipe.puz")).status();
    let pipe = made.is_ok_and(|status| status.success());
    let table = [
        ("../outside.puz", "outside the folder"),
        ("/etc/passwd", "outside the folder"),
        ("/dev/zero", "outside the folder"),
        ("out.puz", "outside the folder"),
        ("zero.puz", "outside the folder"),
        ("circle.puz", "spec::include_failed"),
        ("folder", "not a regular file"),
        ("pipe.puz", if pipe { "not a regular file" } else { "spec::include_failed" }),
        ("bytes.puz", "UTF-8"),
        ("large.puz", "larger than 1000000 bytes"),
        ("a\u{202e}b", "a\\u{202e}b"),
        ("", "spec::include_failed"),
    ];
    for (path, words) in table {
        fs::write(folder.join("a.puz"), format!("board 2 x 2\ninclude \"{path}\"\n")).expect("a file");
        let (code, said) = puzzle(&folder, &["check", "a.puz"]);
        assert_eq!(code, Some(2), "{path}: {said}");
        let flat = said.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(flat.contains(words), "{path}: {said}");
        assert!(!said.contains('\u{202e}'), "{said}");
    }
    fs::write(folder.join("a.puz"), "board 2 x 2\ninclude \"/dev/zero\"\n").expect("a file");
    let (code, said) = puzzle(&folder, &["check", "--allow-outside", "a.puz"]);
    assert!(code == Some(2) && said.contains("not a regular file"), "{said}");
}

/// Control characters in a spec are shown as their codes on a terminal.
#[cfg(unix)]
#[test]
fn a_terminal_obeys_nothing_that_a_spec_holds() {
    let folder = folder("terminal");
    let text = "puzzle \"a\u{1b}[31m\u{202e}b\"\nboard 3 x 3  # \u{202e}\u{1b}[31m\nuse rook\nno attacks\ncount rook = 3\n";
    let path = folder.join("a\u{202e}b.puz");
    fs::write(&path, text).expect("a file");
    fs::write(folder.join("wrong.puz"), text.replace("rook", "ro\u{202e}ok")).expect("a file");
    fs::write(folder.join("loose.puz"), text.replace("  #", " #")).expect("a file");
    let named = format!("'{}'", path.display());
    for args in [
        "check",
        "highlight",
        "explain",
        "run",
        "run --json",
        "run --count",
        "run --format csv",
        "run --format svg",
        "run --format tikz",
        "run --format html",
        "show",
        "test",
        "export --to cnf",
        "export --to lp",
        "export --to mzn",
        "trace",
        "trace --format html",
        "hint",
        "steps",
        "grade",
        "fmt --check",
        "fmt - <",
    ] {
        let line = format!("{args} {named} --color never");
        let line = if args.ends_with('<') { format!("fmt --color never - < {named}") } else { line };
        let Some(said) = on_a_terminal(&line, &[("TERM", "dumb")]) else {
            println!("`script` is not installed: nothing was tested on a terminal");
            return;
        };
        assert!(!said.contains('\u{202e}') && !said.contains('\u{1b}'), "{args}: {said:?}");
    }
    for args in ["check", "check --json", "fmt --check", "run", "verify"] {
        let (wrong, folder) = (folder.join("wrong.puz"), folder.display());
        let line = match args {
            "verify" => format!("verify '{}' no_such_file", wrong.display()),
            _ => format!("{args} '{folder}' '{}'", wrong.display()),
        };
        let said = on_a_terminal(&line, &[("TERM", "dumb")]).expect("as before");
        assert!(!said.contains('\u{202e}') && !said.contains('\u{1b}'), "{args}: {said:?}");
    }
}

#[test]
fn so_many_diagnostics_are_told_and_no_more() {
    let folder = folder("many");
    // Each unused parameter gives one lint.
    let unused: String = (0..700).map(|i| format!("param p{i} = {i}\n")).collect();
    fs::write(folder.join("a.puz"), format!("{unused}board 2 x 2\nuse king\nno attacks\n")).expect("a file");
    let (code, said) = puzzle(&folder, &["check", "a.puz"]);
    assert_eq!(code, Some(0));
    assert_eq!(said.matches("lint::unused_parameter").count(), 400);
    assert!(
        said.contains("cli::more") && said.contains("300 more messages are not shown; the limit is 400"),
        "{said}"
    );
    let (_, said) = puzzle(&folder, &["check", "--json", "a.puz"]);
    let last = said.lines().rfind(|l| l.starts_with('{')).expect("an object");
    let object: serde_json::Value = serde_json::from_str(last).expect("an object");
    assert_eq!((&object["code"], &object["severity"]), (&"cli::more".into(), &"advice".into()));
}

#[test]
fn solutions_without_end_are_refused() {
    let folder = folder("solutions");
    fs::copy(project().join("examples/queens.puz"), folder.join("a.puz")).expect("a copy");
    for (what, text, words) in [
        ("depth", format!("{{\"x\":{}", "[".repeat(100_000)), "nested deeper than the limit of 64"),
        ("text", format!("{{\"board\":\"{}\"}}", "a".repeat(200_000)), "longer than the limit of 100000"),
        ("pieces", format!("{{\"board\":[{}", "[\"queen\",\"a1\"],".repeat(100)), "cannot hold more pieces"),
        ("words", "Qa1 ".repeat(100), "cannot hold more pieces"),
        ("name", "\u{202e}\u{1b}[31m".to_owned(), "\\u{202e}"),
    ] {
        fs::write(folder.join("s.json"), text).expect("a file");
        let (code, said) = puzzle(&folder, &["verify", "a.puz", "s.json"]);
        assert_eq!(code, Some(2), "{what}: {said:.300}");
        assert!(said.contains(words) && said.len() < 1000, "{what}: {said:.300}");
    }
}

/// Value of a constant such as `1_000` or `4 << 20`.
fn number(text: &str) -> u64 {
    let plain = |part: &str| part.trim().replace('_', "").parse::<u64>().expect("a number");
    text.split_once("<<").map_or_else(|| plain(text), |(a, b)| plain(a) << plain(b))
}

fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// The table of limits in the documentation matches the constants in the source.
#[test]
fn every_limit_is_in_the_table() {
    let page = fs::read_to_string(project().join("docs/reliability.md")).expect("a page");
    let mut limits = 0;
    for file in [
        "syntax/limits.rs",
        "model/check/limits.rs",
        "notation/reader.rs",
        "report/solutions/json.rs",
        "report/solutions/read.rs",
        "cli/sweep.rs",
        "cli/diagnose.rs",
    ] {
        let text = fs::read_to_string(project().join("src").join(file)).expect("text");
        for line in text.lines().filter(|l| l.contains("const MAX_") && !l.contains("MAX_WORDS")) {
            let (name, value) = line.split_once(" = ").expect("a constant");
            let name = name.split("const ").nth(1).and_then(|n| n.split(':').next()).expect("a name");
            let row = format!("| `{name}` | {} |", grouped(number(value.trim_end_matches(';'))));
            assert!(page.contains(&row), "docs/reliability.md lacks {row}");
            limits += 1;
        }
    }
    assert_eq!(page.matches("| `MAX_").count(), limits);
}
