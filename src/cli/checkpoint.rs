//! Checkpoints: folders for sweeps, and the report at the end of a run.

use super::exit::Failure;
use super::shell::argument;
use super::streams::Streams;
use super::sweep;
use crate::diag::escape;
use crate::model::check::Overrides;
use crate::run::{Checkpoint, Outcome};
use std::fs;
use std::path::{Path, PathBuf};

/// Creates the folder for the checkpoints of a sweep, or checks that it exists for `--resume`.
pub(super) fn prepare_folder(written: &Checkpoint) -> Result<(), Failure> {
    let refused = |path: &Path, why: &str| Err(Failure::Usage(format!("`{}` {why}", path.display())));
    match written {
        Checkpoint::New(path) if path.exists() => {
            refused(path, "already exists; use `--resume` to continue it")
        }
        Checkpoint::New(path) => {
            fs::create_dir(path).or_else(|e| refused(path, &format!("cannot be created: {e}")))
        }
        Checkpoint::Resume(path) if path.is_dir() => Ok(()),
        Checkpoint::Resume(path) if path.exists() => {
            refused(path, "is the checkpoint of a single run, not of a sweep")
        }
        Checkpoint::Resume(path) => refused(path, "does not exist; use `--checkpoint` to start a checkpoint"),
        Checkpoint::Off | Checkpoint::Merge(_) => Ok(()),
    }
}

/// Checkpoint of this setting, for a sweep whose checkpoints are in the folder `written`.
pub(super) fn in_folder(written: &Checkpoint, setting: &Overrides) -> Checkpoint {
    let file = |folder: &Path| folder.join(format!("{}.checkpoint", sweep::file_stem(setting)));
    match written {
        Checkpoint::New(folder) => Checkpoint::New(file(folder)),
        Checkpoint::Resume(folder) if file(folder).exists() => Checkpoint::Resume(file(folder)),
        // The sweep did not reach this setting.
        Checkpoint::Resume(folder) => Checkpoint::New(file(folder)),
        other => other.clone(),
    }
}

/// Checkpoint of the command line: a new one, an old one to resume, or none.
pub(super) fn of_options(new: Option<&PathBuf>, old: Option<&PathBuf>) -> Checkpoint {
    match (new, old) {
        (Some(path), _) => Checkpoint::New(path.clone()),
        (None, Some(path)) => Checkpoint::Resume(path.clone()),
        (None, None) => Checkpoint::Off,
    }
}

/// Reports the state of the checkpoint at `path` if parts are missing or could not be written.
pub(super) fn tell(outcome: &Outcome, path: &Path, streams: &mut Streams<'_>) -> Result<(), Failure> {
    let Some(kept) = outcome.checkpoint() else { return Ok(()) };
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
