//! Running the command as a user would: what the suite's tests share.

use super::specs::project;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::time::{Duration, Instant};

/// What the command does in the project's folder.
pub fn puzzle(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_puzzle"))
        .current_dir(project())
        .args(args)
        .output()
        .expect("the command runs")
}

/// The same, with this for its standard input.
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

/// Waits for the end of a command, `most` at most: one that goes on beyond that is ended and fails the test.
pub fn end_within(most: Duration, child: &mut Child) -> ExitStatus {
    let begun = Instant::now();
    loop {
        if let Some(status) = child.try_wait().expect("its state can be had") {
            return status;
        }
        if begun.elapsed() >= most {
            child.kill().expect("it ends");
            panic!("still running after {most:?}");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// An empty folder of a test's own, below one of the tests of a file.
pub fn folder(file: &str, test: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(file).join(test);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}
