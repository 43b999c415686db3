//! Replacements of parts of a text.

use std::ops::Range;

/// Replacements of disjoint parts of a text.
#[derive(Clone, Debug, Default)]
pub(super) struct Patches {
    list: Vec<(Range<usize>, String)>,
}

impl Patches {
    /// Replaces the bytes of `range`.
    pub fn replace(&mut self, range: Range<usize>, text: impl Into<String>) {
        self.list.push((range, text.into()));
    }

    /// Returns the changed text.
    pub fn apply(mut self, text: &str) -> String {
        self.list.sort_by_key(|(range, _)| range.start);
        let (mut out, mut at) = (String::with_capacity(text.len()), 0);
        for (range, new) in &self.list {
            out.push_str(&text[at..range.start]);
            out.push_str(new);
            at = range.end;
        }
        out.push_str(&text[at..]);
        out
    }
}
