//! `puzzle new`: starter specs.

use crate::cli::exit::{Exit, Failure};
use crate::cli::streams::Streams;
use crate::diag::nearest;
use clap::Args;

#[derive(Debug, Args)]
pub(in crate::cli) struct NewArgs {
    /// Kind of puzzle; without it, list all kinds
    pub kind: Option<String>,
}

struct Starter {
    name: &'static str,
    /// One-line description.
    words: &'static str,
    text: &'static str,
}

macro_rules! starter {
    ($name:literal, $words:literal) => {
        Starter { name: $name, words: $words, text: include_str!(concat!("../starters/", $name, ".puz")) }
    };
}

const STARTERS: &[Starter] = &[
    starter!("queens", "n queens, none attacking another"),
    starter!("domination", "the fewest queens that attack every square"),
    starter!("armies", "two peaceable armies of queens, as large as possible"),
    starter!("star-battle", "stars in rows, columns and regions that do not touch"),
    starter!("queens-regions", "one queen in each row, column and colored region"),
    starter!("akari", "bulbs that light every square, with numbered walls"),
    starter!("tents", "a tent beside every tree"),
    starter!("battleships", "a fleet, with the numbers of ship cells at the edge"),
    starter!("sudoku", "every digit once in each row, column and box"),
    starter!("tiling", "pieces that fill a board"),
];

pub(in crate::cli) fn new(args: &NewArgs, streams: &mut Streams<'_>) -> Result<Exit, Failure> {
    let Some(kind) = &args.kind else {
        let width = STARTERS.iter().map(|s| s.name.len()).max().unwrap_or(0);
        for starter in STARTERS {
            writeln!(streams.out, "{:<width$}  {}", starter.name, starter.words)?;
        }
        return Ok(Exit::Done);
    };
    match STARTERS.iter().find(|s| s.name == kind) {
        Some(starter) => {
            write!(streams.out, "{}", starter.text)?;
            Ok(Exit::Done)
        }
        None => {
            let names = || STARTERS.iter().map(|s| s.name);
            let hint = match nearest(kind, names()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("there are {}", names().collect::<Vec<_>>().join(", ")),
            };
            Err(Failure::Usage(format!("there is no starter `{kind}`; {hint}")))
        }
    }
}
