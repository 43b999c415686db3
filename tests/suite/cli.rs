//! Transcripts of the command as a user sees them (`tests/cli`), and tests that need a process: interrupts, closed pipes,
//! files that are not specs, and the transcripts in the README.

use super::specs::{project, spec_of};
use nauck::engine::Stop;
use nauck::model::Diagram;
use nauck::run::{Order, PresentedSolution, Query, Request, Show, Status, run};
use nauck::text::NoFiles;
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

#[test]
fn transcripts() {
    trycmd::TestCases::new().case("tests/cli/*.trycmd");
}

fn puzzle() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_puzzle"));
    command.current_dir(project());
    command
}

fn output(args: &[&str]) -> Output {
    puzzle().args(args).output().expect("the command runs")
}

/// Starts a run that streams solutions practically without end; returns once its first line has arrived.
#[cfg(unix)]
fn endless() -> (std::process::Child, BufReader<std::process::ChildStdout>) {
    let mut child = puzzle()
        .args(["run", "tests/specs/queens.puz", "-p", "n=20", "--all", "--stream", "--format", "coords"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command runs");
    let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut line = String::new();
    out.read_line(&mut line).expect("a line");
    assert!(line.starts_with('Q'), "{line}");
    (child, out)
}

fn said(child: &mut std::process::Child) -> String {
    let mut text = String::new();
    child.stderr.take().expect("a pipe").read_to_string(&mut text).expect("text");
    text
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_a_run_in_good_order() {
    let (mut child, mut out) = endless();
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill");
    assert!(sent.success());
    let mut rest = Vec::new();
    out.read_to_end(&mut rest).expect("the rest");
    let words = said(&mut child);
    assert_eq!(child.wait().expect("an end").code(), Some(130), "{words}");
    assert!(words.contains("interrupted"), "{words}");
    assert!(rest.ends_with(b"\n"));
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_is_quiet() {
    let (mut child, out) = endless();
    drop(out);
    let words = said(&mut child);
    assert_eq!((child.wait().expect("an end").code(), words.as_str()), (Some(0), ""));
}

/// Output of the command on a terminal with these environment variables; `None` without `script`, which provides one.
#[cfg(unix)]
pub fn on_a_terminal(args: &str, settings: &[(&str, &str)]) -> Option<String> {
    let line = format!("{} {args}", env!("CARGO_BIN_EXE_puzzle"));
    let mut command = Command::new("script");
    command.current_dir(project()).args(["-qec", &line, "/dev/null"]).stdin(Stdio::null());
    for name in ["NO_COLOR", "COLUMNS", "TERM"] {
        command.env_remove(name);
    }
    command.envs(settings.iter().copied());
    Some(String::from_utf8_lossy(&command.output().ok()?.stdout).into_owned())
}

#[cfg(unix)]
#[test]
fn a_terminal_gets_colours_and_lines_that_fit_unless_it_wants_none() {
    let run = "run tests/specs/queens.puz -p n=20 --first -q --threads 1";
    let Some(coloured) = on_a_terminal(run, &[("TERM", "xterm")]) else {
        println!("`script` is not installed: nothing was tested on a terminal");
        return;
    };
    assert!(coloured.contains("\u{1b}["), "{coloured}");
    for plain in [vec![("TERM", "dumb")], vec![("TERM", "xterm"), ("NO_COLOR", "1")]] {
        let said = on_a_terminal(run, &plain).expect("as before");
        assert!(said.contains('Q') && !said.contains('\u{1b}'), "{plain:?}: {said}");
    }
    let narrow = on_a_terminal(run, &[("TERM", "dumb"), ("COLUMNS", "24")]).expect("as before");
    assert!(narrow.contains('Q') && narrow.lines().all(|l| l.trim_end().chars().count() <= 24), "{narrow}");
}

/// Sets the flag at the first board, and is slow.
struct Slow(Arc<AtomicBool>);

impl Show for Slow {
    fn solution(&mut self, _: &PresentedSolution) -> ControlFlow<()> {
        self.0.store(true, Ordering::Relaxed);
        std::thread::sleep(Duration::from_millis(600));
        ControlFlow::Continue(())
    }
}

#[test]
fn an_interrupt_cuts_short_what_is_shown() {
    let text = "board 6 x 6\nuse queen\nno attacks\ncount queen = 6\n";
    let spec = spec_of(text, "test", &NoFiles).expect("sound");
    let (model, _) = spec.model(&Vec::new()).expect("sound");
    let flag = Arc::new(AtomicBool::new(false));
    let request = Request::of(&model);
    let outcome = run(&model, &request, &flag, &mut Slow(Arc::clone(&flag))).expect("an outcome");
    // The first board sets the flag, the second outlasts the grace period; two are left out, but all four are counted.
    assert_eq!((outcome.shown(), outcome.left_out()), (2, 2));
    assert_eq!((outcome.status(), outcome.count()), (Status::Interrupted, &4u32.into()));
}

#[test]
fn the_end_of_the_time_cuts_short_what_is_shown() {
    let text = "board 6 x 6\nuse queen\nno attacks\ncount queen = 6\n";
    let spec = spec_of(text, "test", &NoFiles).expect("sound");
    let (model, _) = spec.model(&Vec::new()).expect("sound");
    let mut request = Request::of(&model);
    request.limits.time = Some(Duration::from_millis(300));
    let outcome = run(&model, &request, &Arc::default(), &mut Slow(Arc::default())).expect("an outcome");
    // The first board outlasts the time limit, so at most one more is shown.
    assert!((1..=2).contains(&outcome.shown()), "{}", outcome.shown());
    assert_eq!(outcome.shown() + outcome.left_out(), 4);
    assert_eq!((outcome.status(), outcome.count()), (Status::Limit(Stop::Time), &4u32.into()));
}

/// Asserts that boards arrive in canonical order.
#[derive(Default)]
struct Ascending(Option<Diagram>);

impl Show for Ascending {
    fn solution(&mut self, shown: &PresentedSolution) -> ControlFlow<()> {
        let last = self.0.replace(shown.diagram.clone());
        assert!(last.as_ref() < Some(&shown.diagram), "{last:?} before {:?}", shown.diagram);
        ControlFlow::Continue(())
    }
}

#[test]
fn many_boards_come_in_order() {
    let spec = spec_of("board 4 x 4\npiece stone = none\n", "test", &NoFiles).expect("sound");
    let (model, _) = spec.model(&Vec::new()).expect("sound");
    let request = Request { query: Query::All, order: Order::Sorted, ..Request::of(&model) };
    let outcome = run(&model, &request, &Arc::default(), &mut Ascending::default()).expect("an outcome");
    assert_eq!((outcome.shown(), outcome.count()), (65_536, &65_536u32.into()));
}

/// Writes a file with these bytes and returns its path.
fn file(name: &str, bytes: &[u8]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cli");
    fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join(name);
    fs::write(&path, bytes).expect("a file");
    path
}

#[test]
fn files_that_are_no_specs_are_refused() {
    let large = vec![b'#'; 10 << 20];
    let cases: [(PathBuf, &str); 5] = [
        (file("not_utf8.puz", b"board 8 x 8\n\xff\n"), "is not UTF-8 text (byte 12)"),
        (file("empty.puz", b"\n"), "is empty"),
        (file("large.puz", &large), "is larger than the limit"),
        (Path::new(env!("CARGO_TARGET_TMPDIR")).join("cli"), "is a folder"),
        (Path::new(env!("CARGO_TARGET_TMPDIR")).join("none.puz"), "there is no file"),
    ];
    for (path, words) in &cases {
        let path = path.to_str().expect("a name in UTF-8");
        // `check` and `run` accept folders.
        let is_folder = Path::new(path).is_dir();
        let commands = ["explain", "show", "pieces", "check", "run"];
        for command in &commands[..if is_folder { 3 } else { 5 }] {
            let output = output(&[command, path]);
            let said = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(2), "{command} {path}: {said}");
            assert!(said.starts_with("error: ") && said.contains(words), "{command} {path}: {said}");
            assert!(output.stdout.is_empty(), "{command} {path}");
        }
        if is_folder {
            continue;
        }
        let output = output(&["run", "--json", path]);
        let object: serde_json::Value = serde_json::from_slice(&output.stderr).expect("an object");
        assert!(object["message"].as_str().expect("words").contains(words), "{object}");
    }
}

/// Code blocks of a document that are marked `mark`.
fn blocks(text: &str, mark: &str) -> Vec<String> {
    let opening = format!("```{mark}\n");
    let inside = |rest: &str| rest.split("\n```").next().unwrap_or_default().to_owned();
    text.split(&opening).skip(1).map(inside).collect()
}

/// The transcripts are compared without their exit statuses, which the README does not show.
#[test]
fn the_readme_shows_what_the_command_says() {
    let readme = fs::read_to_string(project().join("README.md")).expect("the README");
    let transcripts = ["readme.trycmd", "readme_mistakes.trycmd"]
        .map(|name| fs::read_to_string(project().join("tests/cli").join(name)).expect("a transcript"))
        .map(|text| {
            text.lines().filter(|l| !l.starts_with("? ")).map(|l| format!("{l}\n")).collect::<String>()
        });
    let shown = blocks(&readme, "console");
    assert!(shown.len() >= 3, "{} transcripts", shown.len());
    for block in shown {
        assert!(transcripts.iter().any(|t| t.contains(&block)), "not in any transcript:\n{block}");
    }
}

#[test]
fn commands_of_the_readme_work() {
    let readme = fs::read_to_string(project().join("README.md")).expect("the README");
    let lines = blocks(&readme, "sh").join("\n");
    let mut run = 0;
    // `puzzle test` runs all examples, which are tested elsewhere.
    for line in lines.lines().filter(|l| l.starts_with("puzzle ") && !l.starts_with("puzzle test")) {
        let words: Vec<&str> = line.split(" #").next().unwrap_or_default().split_whitespace().collect();
        let output = output(&words[1..]);
        assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
        run += 1;
    }
    assert!(run >= 5, "{run} commands");
}
