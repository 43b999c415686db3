//! `puzzle fmt`: specs in the standard layout.

use super::highlight::visible;
use crate::cli::diagnose::{DiagnosticFormat, tell};
use crate::cli::difference::difference;
use crate::cli::exit::{Exit, Failure};
use crate::cli::streams::Streams;
use crate::cli::{files, output};
use crate::diag::{escape, from_syntax};
use crate::syntax::format::{FormatError, format as laid_out};
use crate::text::{Source, Sources};
use clap::Args;
use std::borrow::Cow;
use std::path::{Path, PathBuf};

#[derive(Debug, Args)]
pub(in crate::cli) struct FmtArgs {
    /// Spec files, and folders to search; `-` formats standard input to standard output
    #[arg(required = true)]
    pub paths: Vec<PathBuf>,
    /// Write nothing; show what would change
    #[arg(long)]
    pub check: bool,
    /// Do not print differences or the names of formatted files
    #[arg(short, long)]
    pub quiet: bool,
}

pub(in crate::cli) fn fmt(args: &FmtArgs, streams: &mut Streams<'_>) -> Result<Exit, Failure> {
    let mut exit = Exit::Done;
    for path in files::specs_at(&args.paths)? {
        let one = match one_file(args, &path, streams) {
            Ok(one) => one,
            Err(Failure::Diagnosed) => Exit::Usage,
            Err(Failure::Usage(words)) => {
                writeln!(streams.err, "error: {}", escape(&words))?;
                Exit::Usage
            }
            Err(other) => return Err(other),
        };
        exit = exit.worst(one);
    }
    Ok(exit)
}

fn one_file(args: &FmtArgs, path: &Path, streams: &mut Streams<'_>) -> Result<Exit, Failure> {
    let text = files::read_spec(path)?;
    let is_stream = path == Path::new("-");
    let name = if is_stream { files::STDIN.to_owned() } else { path.display().to_string() };
    let laid = lay_out(&name, &text, streams)?;
    if is_stream && !args.check {
        // Comments pass unchanged, except that a terminal sees control characters escaped.
        let shown = if streams.is_watched { visible(&laid).into() } else { Cow::Borrowed(&*laid) };
        write!(streams.out, "{shown}")?;
        return Ok(Exit::Done);
    }
    if laid == text {
        return Ok(Exit::Done);
    }
    if args.check {
        let shown = escape(&name);
        writeln!(streams.out, "{shown}: not formatted; `puzzle fmt` would change")?;
        for line in difference(&text, &laid).into_iter().filter(|_| !args.quiet) {
            writeln!(streams.out, "{}", escape(&line))?;
        }
        return Ok(Exit::Failed);
    }
    output::write_file(path, laid.as_bytes()).map_err(|e| output::unwritten(path, &e))?;
    if !args.quiet {
        writeln!(streams.out, "{}: formatted", escape(&name))?;
    }
    Ok(Exit::Done)
}

/// Formats the text, or reports its syntax errors.
fn lay_out(name: &str, text: &str, streams: &mut Streams<'_>) -> Result<String, Failure> {
    let mut sources = Sources::new();
    let id = sources.add(Source { name: name.into(), text: text.into() });
    match laid_out(id, text) {
        Ok(laid) => Ok(laid),
        Err(FormatError::Faults(faults)) => {
            let found: Vec<_> = faults.iter().map(|e| from_syntax(e, &sources)).collect();
            tell(&found, &sources, DiagnosticFormat::Text, streams)?;
            Err(Failure::Diagnosed)
        }
        Err(FormatError::Unfaithful) => Err(Failure::Internal(format!(
            "formatting would change the meaning of `{name}`; the file was not changed"
        ))),
    }
}
