//! `puzzle lsp`: the language server, for editors.
//!
//! [`wire`] reads and writes messages on standard input and output. The [`server`] answers requests in turn from its
//! [`workspace`] of open documents: [`answers`] asks the library and [`convert`]s the result, whose positions become those of the
//! protocol in a [`line_index`]. A [`search`] runs on a thread of its own with a [`reporter`].

mod answers;
mod convert;
mod line_index;
mod reporter;
mod search;
mod server;
mod wire;
mod workspace;

use crate::cli::exit::{Exit, Failure};
use crate::cli::options::{ReadArgs, TimeArgs};
use crate::cli::streams::Streams;
use clap::Args;
use std::time::Duration;

/// Time limit of a search if none is given.
const TIME: Duration = Duration::from_secs(10);

#[derive(Debug, Args)]
pub(in crate::cli) struct LspArgs {
    /// Speak on standard input and output; the only way, so this changes nothing
    #[arg(long)]
    pub stdio: bool,
    /// Stop each search after TIME, such as 30s or 2m (default: 10s)
    #[arg(long, value_name = "TIME")]
    pub time_limit: Option<String>,
    #[command(flatten)]
    pub read: ReadArgs,
}

pub(in crate::cli) fn lsp(args: LspArgs, streams: &mut Streams<'_>) -> Result<Exit, Failure> {
    let limits = TimeArgs { time_limit: args.time_limit }.limits()?;
    let options =
        server::ServerOptions { time: limits.time.unwrap_or(TIME), allow_outside: args.read.allow_outside };
    let wire = wire::Wire::open();
    match server::serve(&wire.connection, options) {
        Ok(true) => {
            wire.close();
            Ok(Exit::Done)
        }
        Ok(false) => {
            writeln!(streams.err, "the editor closed the connection without a shutdown")?;
            Ok(Exit::Failed)
        }
        Err(error) => Err(Failure::Usage(format!("the editor does not speak the protocol: {error}"))),
    }
}
