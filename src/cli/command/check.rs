//! `puzzle check`: errors and warnings, without solving.

use crate::cli::diagnose::DiagnosticFormat;
use crate::cli::exit::{Exit, Failure};
use crate::cli::options::ReadArgs;
use crate::cli::streams::Streams;
use crate::cli::{files, load};
use crate::diag::escape;
use crate::model::check::Overrides;
use clap::Args;
use std::path::{Path, PathBuf};

pub(in crate::cli) const NOTES: &str = "\
Warnings (codes that begin with `lint::`) flag what is legal but suspicious; `puzzle help CODE`
explains each code. Errors set the exit status to 2; with --deny-warnings, warnings do too.

With --json each message is one line on standard error, a JSON object with these keys in order:
  code      such as \"spec::unknown\"; stable
  severity  \"error\" or \"warning\"
  message   one sentence
  labels    source locations, the cause first, each {file, start, end, line, column, end_line,
            end_column, text}: start and end are byte offsets from 0, end is exclusive;
            lines and columns count from 1, columns in characters
  help      what to write instead, or null

Examples:
  puzzle check *.puz
  puzzle check --deny-warnings examples
  puzzle check --json mine.puz";

#[derive(Debug, Args)]
pub(in crate::cli) struct CheckArgs {
    /// Spec files, and folders to search; `-` for standard input
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    /// Print messages as JSON
    #[arg(long)]
    pub json: bool,
    /// Treat warnings as errors
    #[arg(long)]
    pub deny_warnings: bool,
    /// Print only errors and warnings
    #[arg(short, long)]
    pub quiet: bool,
    #[command(flatten)]
    pub read: ReadArgs,
}

pub(in crate::cli) fn check(args: &CheckArgs, streams: &mut Streams<'_>) -> Result<Exit, Failure> {
    let mut exit = Exit::Done;
    for path in files::specs_at(&args.files)? {
        match one_file(args, &path, streams) {
            Ok(_) if args.quiet || args.json => {}
            Ok(words) => writeln!(streams.out, "{}: {words}", escape(&path.display().to_string()))?,
            Err(Failure::Diagnosed) => exit = Exit::Usage,
            Err(Failure::Usage(words)) => {
                writeln!(streams.err, "error: {}", escape(&words))?;
                exit = Exit::Usage;
            }
            Err(other) => return Err(other),
        }
    }
    Ok(exit)
}

/// Checks a file; returns the summary for one without errors.
fn one_file(args: &CheckArgs, path: &Path, streams: &mut Streams<'_>) -> Result<String, Failure> {
    let loaded = load::read(path, args.read.allow_outside, None, DiagnosticFormat::json_if(args.json))?;
    let mut warnings = 0;
    let words = if loaded.document.spec.is_part() {
        warnings += loaded.check_part(streams)?;
        "a part without a board, sound by itself"
    } else {
        let (model, of_model) = loaded.model_and_warnings(&Overrides::new(), streams)?;
        warnings += of_model + loaded.tell_lints(&model, streams)?;
        // Expectations name other parameter values, for which the spec must be valid too.
        for setting in loaded.document.spec.expectation_settings() {
            if !setting.is_empty() {
                loaded.model(&setting, streams)?;
            }
        }
        "sound"
    };
    match warnings {
        0 => Ok(words.to_owned()),
        _ if args.deny_warnings => Err(Failure::Diagnosed),
        1 => Ok(format!("{words}, 1 warning")),
        n => Ok(format!("{words}, {n} warnings")),
    }
}
