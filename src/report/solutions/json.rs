//! JSON from untrusted text, parsed directly into the wanted value.

use serde::de::{self, DeserializeSeed, Deserializer, Visitor};
use std::fmt;

/// Maximum length in bytes of a JSON string.
const MAX_QUOTED: usize = 100_000;
/// Maximum nesting depth of JSON brackets.
const MAX_NESTED: usize = 64;

/// Reads a line as the value of `seed`; the error is a sentence.
pub(super) fn read_json<'de, S: DeserializeSeed<'de>>(line: &'de str, seed: S) -> Result<S::Value, String> {
    let (longest, deepest) = longest_and_deepest(line);
    if deepest > MAX_NESTED {
        return Err(format!("brackets are nested deeper than the limit of {MAX_NESTED}"));
    }
    if longest > MAX_QUOTED {
        return Err(format!("a text in quotes is longer than the limit of {MAX_QUOTED} bytes"));
    }
    let mut reader = serde_json::Deserializer::from_str(line);
    let value = seed.deserialize(&mut reader).and_then(|value| reader.end().map(|()| value));
    value.map_err(|error| {
        // The line number within the line is always 1 and would be mistaken for that in the file.
        let words = error.to_string();
        let place = format!(" at line {} column {}", error.line(), error.column());
        match words.strip_suffix(&place) {
            Some(words) => format!("{words} (column {})", error.column()),
            None => words,
        }
    })
}

/// Returns the length in bytes of the longest string and the maximum depth of brackets outside of strings.
fn longest_and_deepest(line: &str) -> (usize, usize) {
    let (mut longest, mut deepest, mut depth) = (0, 0, 0usize);
    let (mut start, mut escaped) = (None, false);
    for (i, byte) in line.bytes().enumerate() {
        match (start, byte) {
            (Some(_), _) if escaped => escaped = false,
            (Some(_), b'\\') => escaped = true,
            (Some(from), b'"') => {
                longest = longest.max(i - from);
                start = None;
            }
            (Some(_), _) => {}
            (None, b'"') => start = Some(i + 1),
            (None, b'[' | b'{') => {
                depth += 1;
                deepest = deepest.max(depth);
            }
            (None, b']' | b'}') => depth = depth.saturating_sub(1),
            (None, _) => {}
        }
    }
    (longest.max(start.map_or(0, |from| line.len() - from)), deepest)
}

/// A string as its index in a list; `None` if it is not in the list.
pub(super) struct IndexReader<'a, T>(pub &'a [T]);

impl<'de, T: AsRef<str>> DeserializeSeed<'de> for IndexReader<'_, T> {
    type Value = Option<usize>;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Self::Value, D::Error> {
        from.deserialize_str(self)
    }
}

impl<'de, T: AsRef<str>> Visitor<'de> for IndexReader<'_, T> {
    type Value = Option<usize>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a name")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Self::Value, E> {
        Ok(self.0.iter().position(|name| name.as_ref() == text))
    }
}
