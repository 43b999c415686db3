//! Output streams of a command, passed down: nothing else prints.

use super::options::ColorMode;
use crate::report::DisplayStyle;
use std::io::{self, BufWriter, IsTerminal, Write};

/// Standard output, standard error and their properties.
pub(super) struct Streams<'a> {
    pub out: Box<dyn Write + 'a>,
    pub err: Box<dyn Write + 'a>,
    /// True if standard output is a terminal.
    pub is_watched: bool,
    /// True if standard error takes colors.
    pub color: bool,
    /// True if standard output takes colors.
    pub out_color: bool,
    /// Width of standard output, if known.
    line: Option<usize>,
    /// True if errors are reported as JSON.
    pub json: bool,
    pub width: usize,
}

impl Streams<'static> {
    pub fn of_process(color: ColorMode) -> Self {
        let (out, err) = (io::stdout(), io::stderr());
        let is_watched = out.is_terminal();
        let colors = |is_terminal: bool| match color {
            ColorMode::Always => true,
            ColorMode::Never => false,
            ColorMode::Auto => is_terminal && takes_colors(),
        };
        let asked = std::env::var("COLUMNS").ok().and_then(|v| v.parse().ok()).filter(|&w| w > 0);
        let real = || terminal_size::terminal_size_of(&out).map(|(width, _)| usize::from(width.0));
        let line = asked.or_else(real).filter(|&w| w > 0);
        let (color, out_color) = (colors(err.is_terminal()), colors(is_watched));
        let (out, err) = (Box::new(BufWriter::new(out)), Box::new(err));
        Self { out, err, is_watched, color, out_color, line, json: false, width: line.unwrap_or(80) }
    }
}

/// Returns true if the environment allows colors.
fn takes_colors() -> bool {
    let refused = std::env::var_os("NO_COLOR").is_some_and(|v| !v.is_empty());
    !refused && std::env::var_os("TERM").is_none_or(|term| term != "dumb")
}

impl Streams<'_> {
    /// Look of boards on standard output.
    pub fn look(&self) -> DisplayStyle {
        DisplayStyle { color: self.out_color, width: self.line }
    }

    pub fn flush(&mut self) -> io::Result<()> {
        self.out.flush()?;
        self.err.flush()
    }
}
