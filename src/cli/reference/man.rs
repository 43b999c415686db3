//! `puzzle man`: manual pages, generated from the argument definitions.

use crate::cli::args::{Args, ManArgs};
use crate::cli::exit::{Exit, Failure};
use crate::cli::output;
use crate::cli::streams::Streams;
use crate::diag::escape;
use clap::{Command, CommandFactory};
use clap_mangen::Man;

pub(in crate::cli) fn man(args: &ManArgs, streams: &mut Streams<'_>) -> Result<Exit, Failure> {
    let Some(folder) = &args.folder else {
        streams.out.write_all(&page(Args::command())?.1)?;
        return Ok(Exit::Done);
    };
    if !folder.is_dir() {
        return Err(Failure::Usage(format!("`{}` is not a folder", folder.display())));
    }
    for command in with_subcommands() {
        let (name, text) = page(command)?;
        let path = folder.join(name);
        output::write_file(&path, &text).map_err(|e| output::unwritten(&path, &e))?;
        writeln!(streams.out, "{}", escape(&path.display().to_string()))?;
    }
    Ok(Exit::Done)
}

/// The command and all nested subcommands, built to know their full names.
fn with_subcommands() -> Vec<Command> {
    let mut command = Args::command();
    command.build();
    let mut all = vec![command];
    let mut next = 0;
    while next < all.len() {
        let own: Vec<Command> = all[next].get_subcommands().cloned().collect();
        all.extend(own);
        next += 1;
    }
    all
}

/// File name and text of a command's page.
fn page(command: Command) -> Result<(String, Vec<u8>), Failure> {
    let man = Man::new(command);
    let mut text = Vec::new();
    man.render(&mut text)?;
    Ok((man.get_filename(), text))
}
