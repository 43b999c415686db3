//! Where a command writes to: handed down, so that nothing below prints by itself.

use super::args::When;
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
        let takes_color = |is_terminal: bool| match color {
            When::Always => true,
            When::Never => false,
            When::Auto => is_terminal && std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty()),
        };
        let (color, out_color) = (takes_color(err.is_terminal()), takes_color(is_watched));
        let width =
            std::env::var("COLUMNS").ok().and_then(|v| v.parse().ok()).filter(|&w| w > 0).unwrap_or(80);
        Self {
            out: Box::new(BufWriter::new(out)),
            err: Box::new(err),
            is_watched,
            color,
            out_color,
            json: false,
            width,
        }
    }
}

impl Streams<'_> {
    /// Sends on what is held back.
    pub fn flush(&mut self) -> io::Result<()> {
        self.out.flush()?;
        self.err.flush()
    }
}
