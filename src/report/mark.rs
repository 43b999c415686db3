//! Text of a cell, with a color if the terminal supports colors.

use std::borrow::Cow;
use std::fmt;

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
    text: Cow<'static, str>,
    hue: Option<Hue>,
}

impl Mark {
    pub fn plain(text: impl Into<Cow<'static, str>>) -> Self {
        Self { text: text.into(), hue: None }
    }

    /// Creates a mark with this color, if colors are shown.
    pub fn colored(text: impl Into<Cow<'static, str>>, hue: Option<Hue>, look: DisplayStyle) -> Self {
        Self { text: text.into(), hue: hue.filter(|_| look.color) }
    }

    /// Number of visible characters.
    pub fn width(&self) -> usize {
        // Most are a letter or a dot, and large boards have millions.
        if self.text.len() == 1 { 1 } else { self.text.chars().count() }
    }

    #[must_use]
    pub fn then(mut self, more: &str) -> Self {
        self.text.to_mut().push_str(more);
        self
    }

    #[must_use]
    pub fn bracketed(self) -> Self {
        Self { text: format!("[{}]", self.text).into(), ..self }
    }

    /// Writes the mark at the end of a line.
    pub fn append_to(&self, line: &mut String) {
        match self.hue {
            None => line.push_str(&self.text),
            Some(_) => line.push_str(&self.to_string()),
        }
    }
}

/// The characters that most cells show, so that none of them is allocated.
const PRINTABLE: &str =
    "!\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~";

/// Returns the text of one character.
pub(super) fn text_of(face: char) -> Cow<'static, str> {
    let at = (face as usize).wrapping_sub('!' as usize);
    match PRINTABLE.get(at..at.saturating_add(1)) {
        Some(text) => Cow::Borrowed(text),
        None => Cow::Owned(face.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_character_has_its_own_text() {
        for face in ('\0'..='\u{200}').chain(['♕', '\u{10ffff}']) {
            assert_eq!(text_of(face), face.to_string());
        }
        assert!(matches!(text_of('!'), Cow::Borrowed(_)) && matches!(text_of('~'), Cow::Borrowed(_)));
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
