//! `puzzle help`: all about a command, or about the code of a message.

use crate::cli::args::{Args, HelpArgs};
use crate::cli::exit::{Exit, Failure};
use crate::cli::streams::Streams;
use crate::diag::{codes, nearest, page};
use clap::CommandFactory;
use clap::builder::StyledStr;

pub(in crate::cli) fn help(args: &HelpArgs, streams: &mut Streams<'_>) -> Result<Exit, Failure> {
    let mut command = Args::command();
    command.build();
    let Some(topic) = args.topic.as_deref() else {
        write!(streams.out, "{}", styled(&command.render_long_help(), streams))?;
        return Ok(Exit::Done);
    };
    if let Some(sub) = command.find_subcommand_mut(topic) {
        write!(streams.out, "{}", styled(&sub.render_long_help(), streams))?;
    } else if topic == "codes" {
        let all = codes();
        let width = all.iter().map(|c| c.0.len()).max().unwrap_or(0);
        for (code, summary) in all {
            writeln!(streams.out, "{code:<width$}  {summary}")?;
        }
    } else if let Some(page) = page(topic) {
        write!(streams.out, "{}", plain(topic, page))?;
    } else {
        let known: Vec<&str> = command.get_subcommands().map(clap::Command::get_name).collect();
        let codes = codes();
        // The part behind the colons is what is remembered of a code.
        let by_end = codes.iter().map(|c| c.0).find(|c| c.ends_with(&format!("::{topic}")));
        let near = by_end.or_else(|| nearest(topic, known.into_iter().chain(codes.iter().map(|c| c.0))));
        return Err(Failure::Usage(match near {
            Some(near) => format!("nothing is known by the name `{topic}`; did you mean `{near}`?"),
            None => format!("nothing is known by the name `{topic}`; `puzzle help` lists the commands, `puzzle help codes` the codes"),
        }));
    }
    Ok(Exit::Done)
}

fn styled(help: &StyledStr, streams: &Streams<'_>) -> String {
    if streams.out_color { help.ansi().to_string() } else { help.to_string() }
}

/// A page as a terminal shows it: examples indented, with a word before each.
fn plain(code: &str, page: &str) -> String {
    let mut out = format!("{code}\n\n");
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
            _ if inside => out.push_str(&format!("    {line}\n")),
            _ => out.push_str(&format!("{line}\n")),
        }
    }
    out
}
