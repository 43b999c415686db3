//! Text of a cell, with a color if the terminal supports colors.

use std::fmt;
use std::iter::repeat_n;

/// Capabilities of the reader's display.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DisplayStyle {
    /// Colors are shown (ANSI escapes).
    pub color: bool,
    /// Characters per line, if lines are limited.
    pub width: Option<usize>,
}

impl DisplayStyle {
    pub(super) fn has_room_for(self, characters: usize) -> bool {
        self.width.is_none_or(|width| characters <= width)
    }
}

/// A terminal color. Users choose their terminal's colors, so these can be told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hue {
    /// Background: walls, empty cells.
    Faint,
    Given,
    /// Pieces, by the index of their kind.
    Kind(usize),
}

impl Hue {
    /// Number of the color in an escape sequence.
    fn code(self) -> &'static str {
        match self {
            Self::Faint => "90",
            Self::Given => "1",
            // Cyan, yellow, magenta, green, blue, red.
            Self::Kind(n) => ["1;36", "1;33", "1;35", "1;32", "1;34", "1;31"][n % 6],
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Mark {
    text: String,
    hue: Option<Hue>,
    /// Sides on which a line goes on, as of a box-drawing character.
    arms: u8,
}

impl Mark {
    pub fn plain(text: String) -> Self {
        Self { text, hue: None, arms: 0 }
    }

    /// Creates a mark with this color, if colors are shown.
    pub fn colored(text: String, hue: Option<Hue>, look: DisplayStyle) -> Self {
        Self { text, hue: hue.filter(|_| look.color), arms: 0 }
    }

    /// Number of visible characters.
    pub fn width(&self) -> usize {
        // Most are a letter or a dot, and large boards have millions.
        if self.text.len() == 1 { 1 } else { self.text.chars().count() }
    }

    /// Adds the sides on which a line goes on.
    #[must_use]
    pub fn with_arms(self, arms: u8) -> Self {
        Self { arms, ..self }
    }

    /// Returns true if a line goes on at this side.
    pub fn has_arm(&self, side: u8) -> bool {
        self.arms & side > 0
    }

    /// Appends `width` characters beside the mark at one side: its line, or spaces.
    pub fn append_beside(&self, side: u8, width: usize, line: &mut String) {
        if width == 0 || !self.has_arm(side) {
            line.extend(repeat_n(' ', width));
        } else {
            let beside = Self { text: "─".repeat(width), hue: self.hue, arms: 0 };
            line.push_str(&beside.to_string());
        }
    }

    #[must_use]
    pub fn then(mut self, more: &str) -> Self {
        self.text.push_str(more);
        self
    }

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
