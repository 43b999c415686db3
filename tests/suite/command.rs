//! Helpers that run the command as a user would.

use super::specs::project;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::time::{Duration, Instant};

/// Runs the command in the project's folder and returns its output.
pub fn puzzle(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_puzzle"))
        .current_dir(project())
        .args(args)
        .output()
        .expect("the command runs")
}

/// Runs the command like [`puzzle`], with `input` as its standard input.
pub fn puzzle_reading(args: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_puzzle"))
        .current_dir(project())
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command runs");
    // A command that does not read may have ended already.
    let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
    child.wait_with_output().expect("an end")
}

/// Waits at most `most` for a command to end; kills it and fails the test if it takes longer.
pub fn end_within(most: Duration, child: &mut Child) -> ExitStatus {
    let begun = Instant::now();
    loop {
        if let Some(status) = child.try_wait().expect("the status can be read") {
            return status;
        }
        if begun.elapsed() >= most {
            child.kill().expect("it can be killed");
            panic!("still running after {most:?}");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Creates an empty folder for `test`, inside the folder for the tests of `file`.
pub fn folder(file: &str, test: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(file).join(test);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}
