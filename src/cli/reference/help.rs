//! `puzzle help`: help on a command, a message code or Betza notation.

use crate::cli::args::{Args, HelpArgs};
use crate::cli::exit::{Exit, Failure};
use crate::cli::streams::Streams;
use crate::diag::{codes, nearest, page};
use clap::{CommandFactory, Parser};

const BETZA: &str = include_str!("../../../docs/betza.md");

pub(in crate::cli) fn help(args: &HelpArgs, streams: &mut Streams<'_>) -> Result<Exit, Failure> {
    let command = Args::command();
    match args.topic.as_deref() {
        None => write!(streams.out, "{}", of_command(None, streams))?,
        Some(name) if command.find_subcommand(name).is_some() => {
            write!(streams.out, "{}", of_command(Some(name), streams))?;
        }
        Some("betza") => write!(streams.out, "{}", plain(BETZA))?,
        Some("codes") => {
            let width = codes().iter().map(|c| c.0.len()).max().unwrap_or(0);
            for (code, summary) in codes() {
                writeln!(streams.out, "{code:<width$}  {summary}")?;
            }
        }
        Some(topic) => match page(topic) {
            Some(page) => write!(streams.out, "{topic}\n\n{}", plain(page))?,
            None => return Err(Failure::Usage(unknown(topic, &command))),
        },
    }
    Ok(Exit::Done)
}

/// Text of `--help` for a command, or for `puzzle` itself.
fn of_command(name: Option<&str>, streams: &Streams<'_>) -> String {
    let words = ["puzzle"].into_iter().chain(name).chain(["--help"]);
    let help = Args::try_parse_from(words).expect_err("`--help` ends the parse").render();
    if streams.out_color { help.ansi().to_string() } else { help.to_string() }
}

fn unknown(topic: &str, command: &clap::Command) -> String {
    let codes = codes();
    // Users tend to remember the part of a code after the colons.
    let by_end = codes.iter().map(|c| c.0).find(|c| c.ends_with(&format!("::{topic}")));
    let names = command.get_subcommands().map(clap::Command::get_name);
    let near =
        by_end.or_else(|| nearest(topic, names.chain(["betza", "codes"]).chain(codes.iter().map(|c| c.0))));
    match near {
        Some(near) => format!("there is no help for `{topic}`; did you mean `{near}`?"),
        None => format!(
            "there is no help for `{topic}`; `puzzle help` lists the commands, `puzzle help codes` the codes"
        ),
    }
}

/// A page for a terminal: examples indented and labeled.
fn plain(page: &str) -> String {
    let mut out = String::new();
    let mut inside = false;
    for line in page.trim().lines() {
        match line.strip_prefix("```") {
            Some("") => inside = false,
            Some("wrong") => {
                inside = true;
                out.push_str("  wrong:\n");
            }
            Some("right") => {
                inside = true;
                out.push_str("  right:\n");
            }
            Some(_) => inside = true,
            _ if inside => out.push_str(&format!("    {line}\n")),
            _ => out.push_str(&format!("{line}\n")),
        }
    }
    out
}
