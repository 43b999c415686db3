//! Where a command writes to: handed down, so that nothing below prints by itself.

use super::args::When;
use crate::report::Look;
use std::io::{self, BufWriter, IsTerminal, Write};

/// Standard output, standard error, and what is known about them.
pub(super) struct Streams<'a> {
    pub out: Box<dyn Write + 'a>,
    pub err: Box<dyn Write + 'a>,
    /// Whether somebody watches standard output.
    pub is_watched: bool,
    /// Whether standard error takes colours.
    pub color: bool,
    /// Whether standard output does.
    pub out_color: bool,
    /// Characters in a line of standard output, where lines end.
    line: Option<usize>,
    /// Whether errors are told as JSON.
    pub json: bool,
    /// Characters in a line.
    pub width: usize,
}

impl Streams<'static> {
    /// Those of the process.
    pub fn of_process(color: When) -> Self {
        let (out, err) = (io::stdout(), io::stderr());
        let is_watched = out.is_terminal();
        let colors = |is_terminal: bool| match color {
            When::Always => true,
            When::Never => false,
            When::Auto => is_terminal && takes_colors(),
        };
        let asked = std::env::var("COLUMNS").ok().and_then(|v| v.parse().ok()).filter(|&w| w > 0);
        let real = || terminal_size::terminal_size_of(&out).map(|(width, _)| usize::from(width.0));
        let line = asked.or_else(real).filter(|&w| w > 0);
        let (color, out_color) = (colors(err.is_terminal()), colors(is_watched));
        let (out, err) = (Box::new(BufWriter::new(out)), Box::new(err));
        Self { out, err, is_watched, color, out_color, line, json: false, width: line.unwrap_or(80) }
    }
}

/// Whether terminals of this session show colours.
fn takes_colors() -> bool {
    let refused = std::env::var_os("NO_COLOR").is_some_and(|v| !v.is_empty());
    !refused && std::env::var_os("TERM").is_none_or(|term| term != "dumb")
}

impl Streams<'_> {
    /// How boards on standard output are seen.
    pub fn look(&self) -> Look {
        Look { color: self.out_color, width: self.line }
    }

    /// Sends on what is held back.
    pub fn flush(&mut self) -> io::Result<()> {
        self.out.flush()?;
        self.err.flush()
    }
}
