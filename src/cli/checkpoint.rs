//! What is said of a checkpoint when a run ends.

use super::exit::Failure;
use super::streams::Streams;
use crate::run::Kept;
use std::path::Path;

/// Tells how far a run got in the checkpoint at `path`, where something is left to do or was not written.
pub(super) fn tell(kept: &Kept, path: &Path, streams: &mut Streams<'_>) -> Result<(), Failure> {
    let shown = path.display();
    if let Some(why) = &kept.unwritten {
        writeln!(
            streams.err,
            "not all of the checkpoint `{shown}` could be written: {why}; what is missing there is done again by --resume"
        )?;
    }
    if kept.missing > 0 {
        let done = kept.cubes - kept.missing;
        writeln!(
            streams.err,
            "checkpoint: {done} of {} parts are done; the same command with `--resume {shown}` goes on",
            kept.cubes
        )?;
    }
    Ok(())
}
