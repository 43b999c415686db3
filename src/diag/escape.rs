//! Characters that a terminal might obey instead of showing.

use crate::text::is_hidden;
use std::borrow::Cow;
use std::fmt::Write;

/// Appends a character, as `\u{…}` where it is hidden.
pub(super) fn push(out: &mut String, c: char) {
    if is_hidden(c) {
        write!(out, "\\u{{{:x}}}", u32::from(c)).expect("writing to a string does not fail");
    } else {
        out.push(c);
    }
}

/// `text` with every control and bidirectional character as `\u{…}`, line breaks and tabs included.
pub fn escape(text: &str) -> Cow<'_, str> {
    if !text.contains(is_hidden) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    text.chars().for_each(|c| push(&mut out, c));
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hidden_characters_are_shown() {
        assert_eq!(escape("piece é"), "piece é");
        assert_eq!(escape("a\x1b[31mb\u{202e}c\td"), "a\\u{1b}[31mb\\u{202e}c\\u{9}d");
    }
}
