//! `puzzle studio`: the page in a browser on this machine, solved by this command with its threads.
//!
//! [`server`] answers the page; [`events`] turns what a thread tells into a stream, and ends the thread when nobody listens;
//! [`follow`] tells of a file whenever an editor has saved it. All three are behind the feature `studio`.

#[cfg(feature = "studio")]
mod events;
#[cfg(feature = "studio")]
mod follow;
#[cfg(feature = "studio")]
mod server;

use crate::cli::exit::{Exit, Failure};
use crate::cli::options::ReadArgs;
use crate::cli::streams::Streams;
#[cfg(feature = "studio")]
use crate::cli::{files, interrupt};
use clap::Args;
#[cfg(feature = "studio")]
use std::path::Path;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(in crate::cli) struct StudioArgs {
    /// Spec to show, and to show again whenever it is saved
    pub file: Option<PathBuf>,
    /// Serve the page in FILE (default: ../share/nauck/studio.html beside this command)
    #[arg(long, value_name = "FILE")]
    pub page: Option<PathBuf>,
    #[command(flatten)]
    pub read: ReadArgs,
}

#[cfg(not(feature = "studio"))]
pub(in crate::cli) fn studio(_: &StudioArgs, _: &mut Streams<'_>) -> Result<Exit, Failure> {
    Err(Failure::usage(
        "this `puzzle` has no studio; in the source of the project, `web/install-studio.sh` builds and installs one that has it",
    ))
}

#[cfg(feature = "studio")]
pub(in crate::cli) fn studio(args: &StudioArgs, streams: &mut Streams<'_>) -> Result<Exit, Failure> {
    if let Some(file) = &args.file {
        if file == Path::new("-") {
            return Err(Failure::usage("the studio follows a file, not standard input"));
        }
        files::read_spec(file)?;
    }
    let page = page(args.page.as_deref())?;
    // Nothing is lost at an interrupt, so it ends the process at once.
    let _guard = interrupt::at_once();
    let _flag = interrupt::flag();
    server::serve(page, args.file.as_deref(), args.read.allow_outside, &mut |address| {
        writeln!(streams.out, "open {address}\nCtrl-C ends the studio")?;
        streams.out.flush()
    })?;
    Ok(Exit::Done)
}

/// Returns the text of the page.
#[cfg(feature = "studio")]
fn page(given: Option<&Path>) -> Result<String, Failure> {
    /// Limit on the size of the page in bytes.
    const MAX_PAGE_BYTES: usize = 1 << 24;
    let beside = || {
        let own = std::env::current_exe().ok()?;
        Some(own.parent()?.parent()?.join("share/nauck/studio.html"))
    };
    let path = given.map(Path::to_owned).or_else(beside);
    let path = path
        .ok_or_else(|| Failure::usage("the place of this command is unknown; name the page with --page"))?;
    files::try_text(&path, MAX_PAGE_BYTES).map_err(|error| {
        let words = files::unread_words(&path.to_string_lossy(), &error);
        Failure::Usage(format!("{words}; `web/build.sh studio` builds the page, and --page names it"))
    })
}
