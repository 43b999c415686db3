//! Positions of the protocol, which are lines and units within them, and byte offsets.

use lsp_types::{Position, Range};

/// Units in which the client counts within a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Units {
    /// Bytes.
    Utf8,
    /// Two for a character beyond the basic plane, otherwise one.
    Utf16,
}

/// Line starts of a text.
pub(super) struct LineIndex<'t> {
    text: &'t str,
    starts: Vec<usize>,
    units: Units,
}

impl<'t> LineIndex<'t> {
    pub fn new(text: &'t str, units: Units) -> Self {
        let starts = std::iter::once(0).chain(text.match_indices('\n').map(|(i, _)| i + 1)).collect();
        Self { text, starts, units }
    }

    /// Position of a byte; within a character, of the character.
    pub fn position(&self, offset: usize) -> Position {
        let mut offset = offset.min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        let line = self.starts.partition_point(|&start| start <= offset) - 1;
        let before = &self.text[self.starts[line]..offset];
        let units = match self.units {
            Units::Utf8 => before.len(),
            Units::Utf16 => before.encode_utf16().count(),
        };
        Position::new(small(line), small(units))
    }

    pub fn range(&self, bytes: std::ops::Range<usize>) -> Range {
        Range::new(self.position(bytes.start), self.position(bytes.end))
    }

    /// Byte at a position; beyond the end of a line, the end of the line.
    pub fn offset(&self, position: Position) -> usize {
        let Some(&start) = self.starts.get(position.line as usize) else { return self.text.len() };
        let next = self.starts.get(position.line as usize + 1);
        let line = &self.text[start..next.map_or(self.text.len(), |next| next - 1)];
        let mut left = position.character as usize;
        for (at, c) in line.char_indices() {
            let units = if self.units == Units::Utf8 { c.len_utf8() } else { c.len_utf16() };
            if left < units {
                return start + at;
            }
            left -= units;
        }
        start + line.len()
    }

    pub fn bytes(&self, range: Range) -> std::ops::Range<usize> {
        let start = self.offset(range.start);
        start..self.offset(range.end).max(start)
    }
}

/// Texts are far shorter than this number's range.
fn small(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_beyond_the_basic_plane() {
        let text = "a\u{1F451}é\nb\r\n";
        for (units, table) in [
            (Units::Utf16, [(0, 0, 0), (1, 0, 1), (5, 0, 3), (7, 0, 4), (8, 1, 0), (9, 1, 1), (11, 2, 0)]),
            (Units::Utf8, [(0, 0, 0), (1, 0, 1), (5, 0, 5), (7, 0, 7), (8, 1, 0), (9, 1, 1), (11, 2, 0)]),
        ] {
            let index = LineIndex::new(text, units);
            for (offset, line, character) in table {
                assert_eq!(index.position(offset), Position::new(line, character), "{offset}");
                assert_eq!(index.offset(Position::new(line, character)), offset, "{line}:{character}");
            }
            assert_eq!(index.offset(Position::new(0, 99)), 7);
            assert_eq!(index.offset(Position::new(99, 0)), text.len());
        }
        // Half a character is before it.
        assert_eq!(LineIndex::new(text, Units::Utf16).offset(Position::new(0, 2)), 1);
    }
}
