//! Compares pictures drawn by a browser with the PNG that the program draws itself. Needs Chromium; `tests/browser/run`
//! looks for it and runs these tests.

use super::specs::project;
use resvg::tiny_skia::Pixmap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Browser named in `PUZZLE_CHROMIUM`; `chromium` by default.
fn browser() -> String {
    std::env::var("PUZZLE_CHROMIUM").unwrap_or_else(|_| "chromium".to_owned())
}

fn folder() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("browser");
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

fn puzzle(args: &[&str], to: &Path) {
    let output = Command::new(env!("CARGO_BIN_EXE_puzzle"))
        .current_dir(project())
        .args(args)
        .arg("-o")
        .arg(to)
        .output()
        .expect("the command runs");
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
}

/// Screenshot of a file in a browser window of this size, two pixels per unit.
fn shot(file: &Path, width: u32, height: u32) -> Pixmap {
    let to = file.with_extension("shot.png");
    let output = Command::new(browser())
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"])
        .arg("--force-device-scale-factor=2")
        .arg(format!("--window-size={width},{height}"))
        .arg(format!("--screenshot={}", to.display()))
        .arg(format!("file://{}", file.display()))
        .output()
        .expect("the browser runs");
    let said = String::from_utf8_lossy(&output.stderr);
    let bytes = fs::read(&to).unwrap_or_else(|e| panic!("no screenshot: {e}\n{said}"));
    Pixmap::decode_png(&bytes).expect("PNG")
}

/// Fraction of pixels that differ clearly.
fn difference(a: &Pixmap, b: &Pixmap) -> f64 {
    let (width, height) = (a.width().min(b.width()), a.height().min(b.height()));
    let mut differing = 0u32;
    for y in 0..height {
        for x in 0..width {
            let (p, q) = (a.pixel(x, y).expect("inside"), b.pixel(x, y).expect("inside"));
            let far = |p: u8, q: u8| p.abs_diff(q) > 80;
            differing +=
                u32::from(far(p.red(), q.red()) || far(p.green(), q.green()) || far(p.blue(), q.blue()));
        }
    }
    f64::from(differing) / f64::from(width * height)
}

#[test]
#[ignore = "needs Chromium"]
fn a_browser_draws_the_same_pictures() {
    let cases: [(&str, &[&str]); 6] = [
        ("queens", &["run", "examples/queens.puz", "--limit", "2"]),
        ("star", &["run", "examples/genres/star_battle.puz"]),
        ("akari", &["run", "examples/genres/light_up.puz"]),
        ("sudoku", &["show", "examples/genres/sudoku.puz"]),
        ("hexagon", &["show", "tests/cli/files/hexagon.puz"]),
        ("pieces", &["pieces", "--betza", "NN"]),
    ];
    for (name, args) in cases {
        let (svg, png) = (folder().join(format!("{name}.svg")), folder().join(format!("{name}.png")));
        puzzle(&[args, &["--format", "svg"]].concat(), &svg);
        puzzle(&[args, &["--format", "png"]].concat(), &png);
        let own = Pixmap::decode_png(&fs::read(&png).expect("a file")).expect("PNG");
        let seen = shot(&svg, own.width() / 2, own.height() / 2);
        let apart = difference(&own, &seen);
        assert!(apart < 0.005, "{name}: {apart} of the pixels differ");
    }
}

#[test]
#[ignore = "needs Chromium"]
fn a_browser_shows_pages() {
    let cases: [(&str, &[&str]); 3] = [
        ("run", &["run", "examples/queens_knights.puz", "--orbits", "--format", "html"]),
        ("show", &["show", "examples/genres/tents.puz", "--format", "html"]),
        ("pieces", &["pieces", "knight", "--format", "html"]),
    ];
    for (name, args) in cases {
        let page = folder().join(format!("{name}.html"));
        puzzle(args, &page);
        let seen = shot(&page, 900, 1200);
        let colored =
            seen.pixels().iter().filter(|p| (p.red(), p.green(), p.blue()) != (255, 255, 255)).count();
        assert!(colored > 20_000, "{name}: {colored} pixels are not white");
    }
}

/// Document of a page after its script has run; the console has no error.
fn document(file: &Path, place: &str) -> String {
    let output = Command::new(browser())
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr", "--dump-dom"])
        .arg(format!("file://{}{place}", file.display()))
        .output()
        .expect("the browser runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!said.contains("CONSOLE"), "{}: {said}", file.display());
    String::from_utf8(output.stdout).expect("text")
}

#[test]
#[ignore = "needs Chromium"]
fn a_browser_plays_a_search() {
    let page = folder().join("trace.html");
    puzzle(&["trace", "examples/queens.puz", "--order", "rows"], &page);
    let shown = document(&page, "#324");
    for expected in
        ["<dd id=\"placed\">113</dd>", "<dd id=\"back\">105</dd>", "324. a solution", "step 324 of 324"]
    {
        assert!(shown.contains(expected), "{expected}");
    }
    assert_eq!(shown.matches("class=\"piece on\"").count(), 8);
    assert_eq!(shown.matches("class=\"node gone\"").count(), 106, "105 nodes and the legend");
    let steps = folder().join("steps.html");
    puzzle(&["steps", "examples/genres/star_battle.puz"], &steps);
    assert!(document(&steps, "#1").contains("cell concluded"));
}
