//! Escaping of characters that a terminal might interpret instead of displaying.

use crate::text::is_hidden;
use serde_json::Value;
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

/// Returns `text` with every control and bidirectional character, line breaks and tabs included, written as `\u{…}`.
pub fn escape(text: &str) -> Cow<'_, str> {
    if !text.contains(is_hidden) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    text.chars().for_each(|c| push(&mut out, c));
    Cow::Owned(out)
}

/// Returns the value as JSON on one line. Control and bidirectional characters are written as JSON escapes, so the value
/// parses back unchanged.
pub fn escape_json(value: &Value) -> String {
    let mut out = String::new();
    for c in value.to_string().chars() {
        if is_hidden(c) {
            let mut units = [0; 2];
            out.extend(c.encode_utf16(&mut units).iter().map(|unit| format!("\\u{unit:04x}")));
        } else {
            out.push(c);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hidden_characters_are_shown() {
        assert_eq!(escape("piece é"), "piece é");
        assert_eq!(escape("a\x1b[31mb\u{202e}c\td"), "a\\u{1b}[31mb\\u{202e}c\\u{9}d");
    }

    #[test]
    fn hidden_characters_are_written_by_their_codes() {
        let value = serde_json::json!({ "puzzle": "a\u{202e}b\u{e0041}\n\"é" });
        let text = escape_json(&value);
        assert_eq!(text, r#"{"puzzle":"a\u202eb\udb40\udc41\n\"é"}"#);
        assert_eq!(serde_json::from_str::<Value>(&text).expect("JSON"), value);
    }
}
