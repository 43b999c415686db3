//! The `puzzle` command. Apart from `run` and the engines' control, only this module uses files, streams, the clock and
//! signals.
//!
//! The command line (`args`) dispatches to one file per command (`command`), which also has the arguments of that command;
//! `options` has those that several commands share. All commands begin by reading a spec (`load`, from `files` or from texts
//! in another document, `embedded`; parameters by `sweep`, pieces by `given` and `placed`) and end with an exit status or a
//! failure (`exit`). Between them they report on `streams`: messages (`diagnose`, `expectations`), progress, figures, and
//! documents in files (`output`) that must not be among the files read (`inputs`).

mod args;
mod board_file;
mod checkpoint;
mod command;
mod desk;
mod diagnose;
mod difference;
mod documents;
mod embedded;
mod exit;
mod expectations;
mod figures;
mod files;
mod given;
mod guess;
mod inputs;
mod interrupt;
mod load;
mod options;
mod output;
mod placed;
mod progress;
mod recurrence;
mod reference;
mod sheets;
mod shell;
mod streams;
mod sweep;
mod terms;

use crate::diag::escape;
use args::{Args, Command};
use clap::Parser;
use exit::{Exit, Failure};
use std::process::ExitCode;
use streams::Streams;

/// Runs the command line of this process.
pub fn main() -> ExitCode {
    let args = match Args::try_parse() {
        Ok(args) => args,
        Err(error) => {
            let error = guess::advised(error, &guess::words_of_process());
            // Help and version go to standard output; a closed pipe is not a failure.
            let _ = error.print();
            return ExitCode::from(if error.use_stderr() { Exit::Usage.code() } else { 0 });
        }
    };
    let mut streams = Streams::of_process(args.color);
    let result = dispatch(args.command, &mut streams);
    let result = result.and_then(|exit| streams.flush().map(|()| exit).map_err(Failure::from));
    ExitCode::from(exit_code(result, &mut streams))
}

/// Returns the reason why `text` is not a plan of `puzzle shard`, or `None` if it is one.
pub fn fault_of_plan(text: &str) -> Option<String> {
    command::shard::fault_of_plan(text).map(|words| escape(&words).into_owned())
}

fn dispatch(command: Command, streams: &mut Streams<'_>) -> Result<Exit, Failure> {
    match command {
        Command::Run(args) => command::run::run(&args, streams),
        Command::Check(args) => command::check::check(&args, streams),
        Command::Explain(args) => command::explain::explain(&args, streams),
        Command::Shard(args) => command::shard::shard(args, streams),
        Command::Oeis(args) => command::oeis::oeis(&args, streams),
        Command::Import(args) => command::import::import(&args, streams),
        Command::Export(args) => command::export::export(&args, streams),
        Command::Test(args) => command::test::test(&args, streams),
        Command::Show(args) => command::show::show(&args, streams),
        Command::Rules(args) => command::rules::rules(&args, streams),
        Command::Sheet(args) => command::sheet::sheet(&args, streams),
        Command::Hint(args) => command::hint::hint(&args, streams),
        Command::Steps(args) => command::steps::steps(&args, streams),
        Command::Grade(args) => command::grade::grade(&args, streams),
        Command::Trace(args) => command::trace::show_search(&args, streams),
        Command::Verify(args) => command::verify::verify(&args, streams),
        Command::Make(args) => command::make::make(&args, streams),
        Command::Repair(args) => command::repair::repair(&args, streams),
        Command::Pieces(args) => command::pieces::pieces(&args, streams),
        Command::Fmt(args) => command::fmt::fmt(&args, streams),
        Command::Highlight(args) => command::highlight::highlight(&args, streams),
        Command::Lsp(args) => command::lsp::lsp(args, streams),
        Command::Studio(args) => command::studio::studio(&args, streams),
        Command::New(args) => command::new::new(&args, streams),
        Command::Completions(args) => reference::completions::completions(&args, streams),
        Command::Man(args) => reference::man::man(&args, streams),
        Command::Help(args) => reference::help::help(&args, streams),
    }
}

/// Writes an error as a JSON object in the form of a diagnostic.
fn json_error(words: &str, streams: &mut Streams<'_>) -> std::io::Result<()> {
    let (code, message) = match words.split_once("error: ") {
        Some(("", message)) => ("cli::usage", message),
        _ => ("cli::internal", words),
    };
    let object = serde_json::json!({
        "code": code, "severity": "error", "message": message, "labels": [], "help": null,
    });
    writeln!(streams.err, "{object}")
}

/// Reports a failure and returns the exit status.
fn exit_code(result: Result<Exit, Failure>, streams: &mut Streams<'_>) -> u8 {
    let (exit, words) = match result {
        Ok(exit) => (exit, None),
        // The reader closed the pipe.
        Err(Failure::Io(error)) if error.kind() == std::io::ErrorKind::BrokenPipe => (Exit::Done, None),
        // Only standard output and error fail this way; failures of files name the file.
        Err(Failure::Io(error)) => {
            (Exit::Usage, Some(format!("error: the output cannot be written: {error}")))
        }
        Err(Failure::Usage(words)) => (Exit::Usage, Some(format!("error: {words}"))),
        Err(Failure::Diagnosed) => (Exit::Usage, None),
        Err(Failure::Internal(words)) => {
            let please = "this is a bug in puzzle, not in your file; please report it with the file";
            (Exit::Internal, Some(format!("internal error: {words}\n{please}")))
        }
    };
    if let Some(words) = words {
        // File names and arguments may contain control characters.
        let words = words.split('\n').map(escape).collect::<Vec<_>>().join("\n");
        let _ = if streams.json { json_error(&words, streams) } else { writeln!(streams.err, "{words}") };
    }
    let _ = streams.err.flush();
    exit.code()
}
