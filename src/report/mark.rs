//! Text of a cell, with a color if the terminal supports colors.

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

/// Most marks are one character, and large boards have millions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Text {
    Short(char),
    Long(String),
}

impl From<char> for Text {
    fn from(character: char) -> Self {
        Self::Short(character)
    }
}

impl From<String> for Text {
    fn from(text: String) -> Self {
        Self::Long(text)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Mark {
    text: Text,
    hue: Option<Hue>,
    /// Sides on which a line goes on, as of a box-drawing character.
    arms: u8,
}

impl Mark {
    pub fn plain(text: impl Into<Text>) -> Self {
        Self { text: text.into(), hue: None, arms: 0 }
    }

    /// Creates a mark with this color, if colors are shown.
    pub fn colored(text: impl Into<Text>, hue: Option<Hue>, look: DisplayStyle) -> Self {
        Self { text: text.into(), hue: hue.filter(|_| look.color), arms: 0 }
    }

    /// Number of visible characters.
    pub fn width(&self) -> usize {
        match &self.text {
            Text::Short(_) => 1,
            Text::Long(text) => text.chars().count(),
        }
    }

    pub fn set_text(&mut self, text: impl Into<Text>) {
        self.text = text.into();
    }

    /// Sets the sides on which a line goes on.
    pub fn set_arms(&mut self, arms: u8) {
        self.arms = arms;
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
            let beside = Self { text: "─".repeat(width).into(), hue: self.hue, arms: 0 };
            beside.append_to(line);
        }
    }

    /// Appends the text, in its color.
    pub fn append_to(&self, line: &mut String) {
        if let Some(hue) = self.hue {
            line.extend(["\x1b[", hue.code(), "m"]);
        }
        self.append_text_to(line);
        if self.hue.is_some() {
            line.push_str("\x1b[0m");
        }
    }

    fn append_text_to(&self, line: &mut String) {
        match &self.text {
            Text::Short(character) => line.push(*character),
            Text::Long(text) => line.push_str(text),
        }
    }

    /// Returns the mark between these texts.
    #[must_use]
    fn between(self, before: &str, after: &str) -> Self {
        let mut text = before.to_owned();
        self.append_text_to(&mut text);
        text.push_str(after);
        Self { text: text.into(), ..self }
    }

    #[must_use]
    pub fn then(self, more: &str) -> Self {
        self.between("", more)
    }

    #[must_use]
    pub fn bracketed(self) -> Self {
        self.between("[", "]")
    }
}
