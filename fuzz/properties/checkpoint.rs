//! Checkpoints for `puzzle run --resume`: the run resumes from the file or refuses it, whatever the file holds.

use nauck::Puzzle;
use nauck::model::Model;
use nauck::run::{Checkpoint, Discard, Ledger, Query, Request, run_written};
use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;
use std::sync::OnceLock;

/// Spec of the resumed run: a small problem with several cubes.
const SPEC: &str = "board 4 x 4\nuse queen\nno attacks\ncount queen = 4\n";

fn model() -> &'static Model {
    static MODEL: OnceLock<Model> = OnceLock::new();
    MODEL.get_or_init(|| Puzzle::parse(SPEC).unwrap_or_else(|e| panic!("{e}")).model().clone())
}

/// Checks the property for a byte and the lines of a checkpoint. If the byte is even, each line gets its checksum and
/// counts as complete; if it is odd, the file is just these bytes.
pub fn holds(data: &[u8]) {
    let Some((&form, lines)) = data.split_first() else { return };
    let file = if form % 2 == 0 { summed(&String::from_utf8_lossy(lines)) } else { lines.to_vec() };
    let path = place();
    fs::write(&path, &file).expect("a file can be written");
    if let Ok((header, done)) = Ledger::glance(&path) {
        assert!(done.len() <= lines.len() && header.own().len() <= lines.len());
    }
    let query = if form & 2 == 0 { Query::Count } else { Query::All };
    let request = Request { query, threads: 1, ..Request::of(model()) };
    // A checkpoint can be forged, so its numbers are not checked; the suite tests that true ones survive.
    let _ = run_written(
        model(),
        &request,
        &Default::default(),
        None,
        &Checkpoint::Resume(path.clone()),
        &mut Discard,
    );
    fs::remove_file(&path).expect("it is still there");
}

/// Puts its checksum before every line.
fn summed(lines: &str) -> Vec<u8> {
    let mut file = String::new();
    for line in lines.lines() {
        writeln!(file, "{:08x} {line}", crc32fast::hash(line.as_bytes()))
            .expect("writing to a string does not fail");
    }
    file.into_bytes()
}

/// A file of this thread's own.
fn place() -> PathBuf {
    let name = format!("nauck-checkpoint-{}-{:?}", std::process::id(), std::thread::current().id());
    std::env::temp_dir().join(name)
}
