//! Pictures that the command writes: each format of a small board is compared with a stored picture (`UPDATE_PICTURES=1`
//! regenerates them; inspect the result). Also tests the elements that an SVG may use, and output files.

use super::command::{self, puzzle};
use super::specs::project;
use resvg::tiny_skia::Pixmap;
use std::fs;
use std::path::PathBuf;

fn text(args: &[&str]) -> String {
    let output = puzzle(args);
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

/// The text without what varies between runs: engine, nodes, threads and times.
fn timeless(text: &str) -> String {
    let varies = |line: &&str| {
        ["engine", "nodes", "threads", "seconds"]
            .iter()
            .find(|n| line.starts_with(&format!("<tr><td>{n}</td>")))
            .copied()
    };
    let line = |line: &str| match (line.find("complete, "), varies(&line)) {
        (Some(at), _) if line.ends_with(" s</p>") => format!("{}complete, … s</p>", &line[..at]),
        (_, Some(name)) => format!("<tr><td>{name}</td><td>…</td></tr>"),
        _ => line.to_owned(),
    };
    text.lines().map(line).map(|l| l + "\n").collect()
}

#[test]
fn every_format_is_as_stored() {
    let small = "tests/pictures/small.puz";
    let routes = "tests/pictures/routes.puz";
    let [slitherlink, masyu, fillomino] =
        ["slitherlink", "masyu", "fillomino"].map(|name| format!("examples/genres/{name}.puz"));
    let cases: [(&str, &[&str]); 15] = [
        // The picture of the README.
        (
            "../../docs/queens_knights.svg",
            &["run", "examples/queens_knights.puz", "-q", "--up-to-symmetry", "--format", "svg"],
        ),
        ("run.svg", &["run", small, "-q", "--format", "svg"]),
        ("run.tex", &["run", small, "-q", "--format", "tikz"]),
        ("run.html", &["run", small, "-q", "--format", "html", "--threads", "1"]),
        ("run.txt", &["run", small, "-q"]),
        ("show.svg", &["show", small, "--format", "svg"]),
        ("place.svg", &["show", small, "--format", "svg", "--place", "K@a1"]),
        ("wazir.svg", &["pieces", "wazir", "--format", "svg"]),
        ("routes.svg", &["run", routes, "-q", "--limit", "1", "--numbers", "--format", "svg"]),
        ("slitherlink.svg", &["run", &slitherlink, "-q", "--format", "svg"]),
        ("masyu.svg", &["run", &masyu, "-q", "--format", "svg"]),
        ("fillomino.svg", &["run", &fillomino, "-q", "--format", "svg"]),
        ("slitherlink_clues.svg", &["show", &slitherlink, "--format", "svg"]),
        ("fillomino_clues.svg", &["show", &fillomino, "--format", "svg"]),
        ("orbits.svg", &["run", small, "-q", "--orbits", "--format", "svg"]),
    ];
    let mut changed = Vec::new();
    for (name, args) in cases {
        let path = project().join("tests/pictures").join(name);
        let now = timeless(&text(args));
        if std::env::var_os("UPDATE_PICTURES").is_some() {
            fs::write(&path, &now).expect("a file");
        } else if fs::read_to_string(&path).unwrap_or_default() != now {
            changed.push(name);
        }
    }
    assert!(
        changed.is_empty(),
        "these differ from the stored pictures: {changed:?}; regenerate with UPDATE_PICTURES=1"
    );
}

#[test]
fn a_picture_in_pixels_has_the_size_of_the_others() {
    let output = puzzle(&["run", "tests/pictures/small.puz", "-q", "--format", "png"]);
    let picture = Pixmap::decode_png(&output.stdout).expect("PNG");
    let svg = text(&["run", "tests/pictures/small.puz", "-q", "--format", "svg"]);
    let size = format!("width=\"{}\" height=\"{}\"", picture.width() / 2, picture.height() / 2);
    assert!(svg.contains(&size), "{size}");
    let colors: std::collections::BTreeSet<[u8; 3]> =
        picture.pixels().iter().map(|p| [p.red(), p.green(), p.blue()]).collect();
    assert!(colors.len() > 20, "{} colors", colors.len());
}

/// Simple viewers support only basic elements and presentation attributes.
#[test]
fn pictures_are_plain() {
    let runs: [&[&str]; 7] = [
        &["run", "examples/queens.puz", "--orbits", "--format", "svg"],
        &["run", "examples/genres/pentominoes.puz", "--first", "--format", "svg"],
        &["run", "examples/genres/battleships.puz", "--format", "svg"],
        &["run", "tests/cli/files/box.puz", "--format", "svg"],
        &["show", "examples/genres/star_battle.puz", "--format", "svg"],
        &["show", "examples/chess/k_queens_torus.puz", "--format", "svg"],
        &["pieces", "--format", "svg"],
    ];
    let attributes = [
        "xmlns",
        "width",
        "height",
        "viewBox",
        "role",
        "d",
        "fill",
        "stroke",
        "stroke-width",
        "stroke-linejoin",
        "stroke-linecap",
        "stroke-dasharray",
    ];
    for args in runs {
        let svg = text(args);
        for tag in svg.split('<').skip(1) {
            let head = tag.split('>').next().unwrap_or_default().trim_end_matches('/');
            let name = head.split_whitespace().next().unwrap_or_default();
            assert!(["svg", "/svg", "title", "/title", "rect", "path"].contains(&name), "{args:?}: <{name}>");
            let parts: Vec<&str> = head.split("=\"").collect();
            let names = parts[..parts.len() - 1].iter();
            for attribute in names.filter_map(|part| part.split_whitespace().last()) {
                assert!(attributes.contains(&attribute), "{args:?}: {attribute}");
            }
        }
    }
}

fn folder(name: &str) -> PathBuf {
    command::folder("pictures", name)
}

#[test]
fn files_are_whole_and_one_a_solution_where_that_is_wanted() {
    let folder = folder("files");
    let each = folder.join("board{}.png");
    let one = folder.join("all.png");
    for path in [&each, &one] {
        let path = path.to_str().expect("a name in UTF-8");
        let output =
            puzzle(&["run", "examples/queens.puz", "-p", "n=6", "-q", "--format", "png", "-o", path]);
        assert!(output.status.success() && output.stdout.is_empty());
    }
    let mut names: Vec<String> = fs::read_dir(&folder)
        .expect("a folder")
        .map(|e| e.expect("an entry").file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    assert_eq!(names, ["all.png", "board1.png", "board2.png", "board3.png", "board4.png"]);
    for name in &names {
        Pixmap::decode_png(&fs::read(folder.join(name)).expect("a file")).expect("PNG");
    }
}

/// Without `--format`, the extension of the file decides.
#[test]
fn an_extension_names_the_format() {
    let folder = folder("extensions");
    let begins = |name: &str| {
        let bytes = fs::read(folder.join(name)).expect("a file");
        String::from_utf8_lossy(&bytes[..bytes.len().min(40)]).into_owned()
    };
    let starts = [
        ("a.svg", "<svg"),
        ("a.png", "\u{fffd}PNG"),
        ("a.HTML", "<!DOCTYPE html>"),
        ("a.tex", "\\documentclass"),
        ("a.json", "{\"schema\":1"),
        ("a.txt", "4 "),
    ];
    let commands: [(&[&str], usize); 4] = [
        (&["run", "examples/queens.puz", "-p", "n=4", "-q"], 6),
        (&["show", "examples/queens.puz", "-p", "n=4"], 4),
        (&["pieces", "king"], 4),
        (&["trace", "examples/queens.puz", "-p", "n=4"], 0),
    ];
    for (command, formats) in commands {
        for (name, start) in &starts[..formats] {
            let path = folder.join(name);
            let args = [command, &["-o", path.to_str().expect("a name in UTF-8")]].concat();
            let done = puzzle(&args);
            assert!(done.status.success(), "{args:?}: {}", String::from_utf8_lossy(&done.stderr));
            assert!(begins(name).starts_with(start), "{args:?}: {}", begins(name));
        }
    }
    let page = folder.join("trace.html");
    assert!(
        puzzle(&["trace", "examples/queens.puz", "-p", "n=4", "-o", page.to_str().expect("a name")])
            .status
            .success()
    );
    assert!(begins("trace.html").starts_with("<!DOCTYPE html>"));
}

#[test]
fn a_file_that_cannot_be_written_is_said() {
    let path = folder("none").join("missing").join("a{}.svg");
    let path = path.to_str().expect("a name in UTF-8");
    for path in [path.to_owned(), path.replace("{}", "")] {
        for args in [
            vec!["run", "tests/pictures/small.puz", "--format", "svg", "-o", &path],
            vec!["run", "tests/pictures/small.puz", "--worksheet", &path],
            vec!["show", "tests/pictures/small.puz", "-o", &path],
            vec!["pieces", "king", "--format", "png", "-o", &path],
        ] {
            let output = puzzle(&args);
            let said = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(2), "{args:?}: {said}");
            assert!(said.starts_with("error: `") && said.contains("cannot be written"), "{args:?}: {said}");
        }
    }
}

#[test]
fn a_worksheet_has_a_puzzle_and_an_answer() {
    let path = folder("worksheet").join("tents.html");
    let name = path.to_str().expect("a name in UTF-8");
    let output = puzzle(&["run", "examples/genres/tents.puz", "-q", "--worksheet", name]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let html = fs::read_to_string(path).expect("a file");
    assert_eq!((html.matches("<svg").count(), html.matches("<section class=\"answer ").count()), (2, 1));
    for words in ["<h2>Tents</h2>", "The tents and the trees form pairs", "There is just one solution."] {
        assert!(html.contains(words), "{words}");
    }
    // The puzzle shows no tents, so it has fewer paths than the answer.
    let (puzzle, answer) = html.split_once("class=\"answer ").expect("two parts");
    assert!(puzzle.matches("<path").count() < answer.matches("<path").count());
}

#[test]
fn sheets_have_pages_of_several_puzzles() {
    let folder = folder("sheets");
    let file = |name: &str| folder.join(name).to_str().expect("a name in UTF-8").to_owned();
    let specs =
        ["examples/genres/sudoku.puz", "examples/genres/star_battle.puz", "tests/cli/files/own_words.puz"];
    let sheet = |options: &[&str]| {
        let args: Vec<&str> = ["sheet"].iter().chain(&specs).chain(options).copied().collect();
        let output = puzzle(&args);
        assert!(output.status.success(), "{options:?}: {}", String::from_utf8_lossy(&output.stderr));
    };
    let (pdf, html, apart) = (file("sheet.pdf"), file("sheet.html"), file("page{}.svg"));
    sheet(&["--per-page", "2", "--answers", "--paper", "letter", "-o", &pdf]);
    let text = String::from_utf8_lossy(&fs::read(&pdf).expect("a file")).into_owned();
    // Two pages of puzzles and one of answers.
    assert!(
        text.starts_with("%PDF-") && text.matches("/MediaBox [0 0 612 792]").count() == 3,
        "{}",
        text.len()
    );
    sheet(&["--per-page", "4", "--title", "A <b> & \"c\"", "-o", &html]);
    let text = fs::read_to_string(&html).expect("a file");
    assert!(
        text.contains("<h1>A &lt;b&gt; &amp; &quot;c&quot;</h1>") && text.contains("&lt;left out&gt; &amp; "),
        "{text}"
    );
    assert_eq!((text.matches("<svg").count(), text.matches("class=\"answer ").count()), (3, 0));
    sheet(&["--no-rules", "--no-labels", "--no-tint", "-o", &apart]);
    let pages: Vec<String> =
        (1..=3).map(|i| fs::read_to_string(apart.replace("{}", &i.to_string())).expect("a page")).collect();
    assert!(pages.iter().all(|page| page.starts_with("<svg") && page.contains("width=\"595\"")));
    // The sizes of boards and their labels differ, but the same sheet is the same file.
    sheet(&["--no-rules", "--no-labels", "--no-tint", "-o", &apart]);
    assert_eq!(fs::read_to_string(apart.replace("{}", "2")).expect("a page"), pages[1]);
    assert!(!pages[1].contains("#d9ebf5") && !folder.join("page4.svg").exists());
}
