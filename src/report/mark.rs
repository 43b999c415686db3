//! What is written for a cell, with a colour where the reader's terminal has them.

use std::fmt;

/// How a reader sees text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Look {
    /// Colours are shown (ANSI escapes).
    pub color: bool,
    /// Characters in a line, where lines end.
    pub width: Option<usize>,
}

impl Look {
    pub(super) fn has_room_for(self, characters: usize) -> bool {
        self.width.is_none_or(|width| characters <= width)
    }
}

/// A colour of a terminal, which its owner has chosen so that they are told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hue {
    /// Of what is behind everything: walls, empty cells.
    Faint,
    /// Of what is given.
    Given,
    /// Of pieces, by the number of their kind.
    Kind(usize),
}

impl Hue {
    /// The number of the colour in an escape.
    fn code(self) -> &'static str {
        match self {
            Self::Faint => "90",
            Self::Given => "1",
            // Cyan, yellow, magenta, green, blue, red.
            Self::Kind(n) => ["1;36", "1;33", "1;35", "1;32", "1;34", "1;31"][n % 6],
        }
    }
}

/// The characters of a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Mark {
    text: String,
    hue: Option<Hue>,
}

impl Mark {
    /// Without a colour.
    pub fn plain(text: String) -> Self {
        Self { text, hue: None }
    }

    /// With this colour, where colours are shown.
    pub fn colored(text: String, hue: Option<Hue>, look: Look) -> Self {
        Self { text, hue: hue.filter(|_| look.color) }
    }

    /// Characters that are seen.
    pub fn width(&self) -> usize {
        // Most are a letter or a dot, and large boards have millions.
        if self.text.len() == 1 { 1 } else { self.text.chars().count() }
    }

    /// With more characters behind.
    #[must_use]
    pub fn then(mut self, more: &str) -> Self {
        self.text.push_str(more);
        self
    }

    /// In brackets.
    #[must_use]
    pub fn bracketed(self) -> Self {
        Self { text: format!("[{}]", self.text), ..self }
    }
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.hue {
            None => f.write_str(&self.text),
            Some(hue) => write!(f, "\x1b[{}m{}\x1b[0m", hue.code(), self.text),
        }
    }
}
