//! Checkpoints: folders for sweeps, and the report at the end of a run.

use super::exit::Failure;
use super::shell::argument;
use super::streams::Streams;
use super::sweep;
use crate::diag::escape;
use crate::model::check::Overrides;
use crate::run::{Kept, Written};
use std::fs;
use std::path::Path;

/// Creates the folder for the checkpoints of a sweep, or checks that it exists for `--resume`.
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

/// Checkpoint of this setting, for a sweep whose checkpoints are in the folder `written`.
pub(super) fn in_folder(written: &Written, setting: &Overrides) -> Written {
    let file = |folder: &Path| folder.join(format!("{}.checkpoint", sweep::file_stem(setting)));
    match written {
        Written::Begun(folder) => Written::Begun(file(folder)),
        Written::Resumed(folder) if file(folder).exists() => Written::Resumed(file(folder)),
        // The sweep did not reach this setting.
        Written::Resumed(folder) => Written::Begun(file(folder)),
        other => other.clone(),
    }
}

/// Reports the state of the checkpoint at `path` if parts are missing or could not be written.
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
