//! What is said of a checkpoint when a run ends.

use super::exit::Failure;
use super::shell::argument;
use super::streams::Streams;
use super::sweep;
use crate::diag::escape;
use crate::model::check::Overrides;
use crate::run::{Kept, Written};
use std::fs;
use std::path::Path;

/// Makes the folder for the checkpoints of a sweep, or sees that there is one to go on with.
pub(super) fn prepare_folder(written: &Written) -> Result<(), Failure> {
    let refused = |path: &Path, why: &str| Err(Failure::Usage(format!("`{}` {why}", path.display())));
    match written {
        Written::Begun(path) if path.exists() => {
            refused(path, "already exists; use `--resume` to continue it")
        }
        Written::Begun(path) => {
            fs::create_dir(path).or_else(|e| refused(path, &format!("cannot be created: {e}")))
        }
        Written::Resumed(path) if path.is_dir() => Ok(()),
        Written::Resumed(path) if path.exists() => {
            refused(path, "is the checkpoint of a single run, not of a sweep")
        }
        Written::Resumed(path) => refused(path, "does not exist; use `--checkpoint` to start a checkpoint"),
        Written::Not | Written::Gathered(_) => Ok(()),
    }
}

/// Where the run of this setting is written down, of a sweep that is written into the folder `written`.
pub(super) fn in_folder(written: &Written, setting: &Overrides) -> Written {
    let file = |folder: &Path| folder.join(format!("{}.checkpoint", sweep::file_stem(setting)));
    match written {
        Written::Begun(folder) => Written::Begun(file(folder)),
        Written::Resumed(folder) if file(folder).exists() => Written::Resumed(file(folder)),
        // The sweep had not come so far.
        Written::Resumed(folder) => Written::Begun(file(folder)),
        other => other.clone(),
    }
}

/// Tells how far a run got in the checkpoint at `path`, where something is left to do or was not written.
pub(super) fn tell(kept: &Kept, path: &Path, streams: &mut Streams<'_>) -> Result<(), Failure> {
    let shown = path.display().to_string();
    let shown = escape(&shown);
    if let Some(why) = &kept.unwritten {
        writeln!(
            streams.err,
            "the checkpoint `{shown}` is incomplete: {}; --resume repeats the parts that it lacks",
            escape(why)
        )?;
    }
    if kept.missing > 0 {
        let done = kept.cubes - kept.missing;
        writeln!(
            streams.err,
            "checkpoint: {done} of {} parts done; to resume, run the same command with `--resume {}`",
            kept.cubes,
            escape(&argument(path))
        )?;
    }
    Ok(())
}
