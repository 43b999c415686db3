//! Tips for command lines that people write before they know the commands: `puzzle solve mine.puz`, `--svg`, `-n 6`.

use crate::diag::{escape, nearest};
use clap::Error;
use clap::error::{ContextKind, ContextValue, ErrorKind};

/// Words for a command, the command, and its options.
const COMMANDS: &[(&[&str], &str, &str)] = &[
    (&["solve", "search", "find", "play", "enumerate"], "run", ""),
    (&["count", "number"], "run", " --count"),
    (&["draw", "print", "view", "display", "render"], "show", ""),
    (&["lint", "validate"], "check", ""),
    (&["format"], "fmt", ""),
    (&["plan"], "explain", ""),
];

/// Unknown options, and what to write instead.
const OPTIONS: &[(&str, &str)] = &[
    ("--format", "`run`, `show` and `pieces` have formats; `puzzle export` has `--to lp` and the like"),
    ("--svg", "write `--format svg`, or name a file: `-o board.svg`"),
    ("--png", "write `-o board.png`"),
    ("--html", "write `--format html`, or name a file: `-o boards.html`"),
    ("--picture", "write `--format svg`, or name a file: `-o board.svg`"),
    (
        "--unique",
        "write `expect unique` into the spec and run `puzzle test FILE`, or look for two: `puzzle run FILE --limit 2`",
    ),
    ("--number", "write `--count` for the number of solutions, or `--limit 5` for the first five"),
    ("--solutions", "write `--count` for the number of solutions, or `--limit 5` for the first five"),
];

/// Returns the error of a command line with a tip of ours, if it is a known first guess.
pub(super) fn advised(mut error: Error, words: &[String]) -> Error {
    let Some(tip) = tip(&error, words) else { return error };
    for other in [ContextKind::SuggestedArg, ContextKind::SuggestedSubcommand, ContextKind::SuggestedCommand]
    {
        if !is_misspelt(&error, other) {
            error.remove(other);
        }
    }
    error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    error
}

/// Returns true if the unknown option is a misspelling of the one that clap suggests, rather than one of [`OPTIONS`].
fn is_misspelt(error: &Error, suggestion: ContextKind) -> bool {
    let text = |kind| error.get(kind).map(ToString::to_string).unwrap_or_default();
    let (found, known) = (text(ContextKind::InvalidArg), text(suggestion));
    let is_guess = OPTIONS.iter().any(|(guess, _)| *guess == found);
    !is_guess && nearest(found.trim_start_matches('-'), [known.trim_start_matches('-')]).is_some()
}

fn tip(error: &Error, words: &[String]) -> Option<String> {
    let named = |kind| match error.get(kind) {
        Some(ContextValue::String(word)) => Some(word.as_str()),
        _ => None,
    };
    match error.kind() {
        ErrorKind::InvalidSubcommand => command(named(ContextKind::InvalidSubcommand)?, words),
        ErrorKind::UnknownArgument => option(named(ContextKind::InvalidArg)?, words),
        _ => None,
    }
}

/// The command line with the right command: `puzzle run mine.puz` for `puzzle solve mine.puz`.
fn command(word: &str, words: &[String]) -> Option<String> {
    let (_, right, options) = COMMANDS.iter().find(|(guesses, ..)| guesses.contains(&word))?;
    let at = words.iter().position(|w| w == word)?;
    let rest: String = words[at + 1..].iter().map(|w| format!(" {w}")).collect();
    Some(escape(&format!("write `puzzle {right}{rest}{options}`")).into_owned())
}

/// Words instead of an option: those of the table, and for a short one with a number the parameter that it may mean.
fn option(word: &str, words: &[String]) -> Option<String> {
    if let Some((_, tip)) = OPTIONS.iter().find(|(guess, _)| *guess == word) {
        return Some((*tip).to_owned());
    }
    let name = word.trim_start_matches('-');
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    let at =
        words.iter().position(|w| w == word || w.strip_prefix(word).is_some_and(|v| v.starts_with('=')))?;
    let value = words[at].split_once('=').map(|w| w.1).or_else(|| words.get(at + 1).map(String::as_str))?;
    let is_number = !value.is_empty() && value.chars().all(|c| c.is_ascii_digit() || c == '.');
    if name.is_empty() || !name.chars().all(plain) || !is_number {
        return None;
    }
    Some(format!("a parameter is set by `-p {name}={value}`"))
}

/// Returns the words of the command line as text.
pub(super) fn words_of_process() -> Vec<String> {
    std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::args::Args;
    use clap::{CommandFactory, Parser};

    /// First guesses, and what the tip contains.
    const TABLE: &[(&str, &str)] = &[
        ("solve mine.puz", "`puzzle run mine.puz`"),
        ("solve mine.puz -p n=6", "`puzzle run mine.puz -p n=6`"),
        ("count mine.puz", "`puzzle run mine.puz --count`"),
        ("draw mine.puz", "`puzzle show mine.puz`"),
        ("lint mine.puz", "`puzzle check mine.puz`"),
        ("format mine.puz", "`puzzle fmt mine.puz`"),
        ("run mine.puz --svg", "`-o board.svg`"),
        ("show mine.puz --svg", "`--format svg`"),
        ("run mine.puz --png", "`-o board.png`"),
        ("export mine.puz --format lp", "`--to lp`"),
        ("run mine.puz -n 6", "`-p n=6`"),
        ("run mine.puz --n 6", "`-p n=6`"),
        ("run mine.puz --n=6", "`-p n=6`"),
        ("run mine.puz -n=6..8", "`-p n=6..8`"),
        ("run mine.puz --queens 5", "`-p queens=5`"),
        ("run mine.puz --unique", "`puzzle test FILE`"),
        ("run mine.puz --number", "`--count`"),
    ];

    fn said(line: &str) -> String {
        let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
        let all = std::iter::once("puzzle").chain(words.iter().map(String::as_str));
        let error = Args::try_parse_from(all).expect_err(line);
        advised(error, &words).to_string()
    }

    #[test]
    fn first_guesses_at_commands_name_the_right_one() {
        for (line, right) in TABLE {
            let said = said(line);
            assert!(said.contains(right), "`puzzle {line}` is told:\n{said}");
            assert_eq!(said.matches("tip:").count(), 1, "`puzzle {line}` is told:\n{said}");
        }
    }

    #[test]
    fn the_named_commands_exist() {
        let command = Args::command();
        for (_, right, _) in COMMANDS {
            assert!(command.find_subcommand(right).is_some(), "{right}");
        }
    }

    #[test]
    fn other_errors_keep_their_tips() {
        assert!(said("chekc mine.puz").contains("'check'"));
        assert!(said("run mine.puz --quite").contains("'--quiet'"));
        let both = said("run mine.puz --limt 5");
        assert!(both.contains("'--limit'") && both.contains("`-p limt=5`"), "{both}");
    }
}
