//! Positions as editors in a browser count them: in units of UTF-16.

/// Converts byte offsets of a text.
pub(super) struct Utf16 {
    /// By byte.
    units: Vec<u32>,
}

impl Utf16 {
    pub fn new(text: &str) -> Self {
        let mut units = Vec::with_capacity(text.len() + 1);
        let mut at = 0;
        for letter in text.chars() {
            units.extend(std::iter::repeat_n(at, letter.len_utf8()));
            at += letter.len_utf16() as u32;
        }
        units.push(at);
        Self { units }
    }

    /// Returns the position of a byte offset; an offset within a character stands for its start.
    pub fn at(&self, offset: usize) -> u32 {
        self.units[offset.min(self.units.len() - 1)]
    }

    /// Returns the byte offset of a position.
    pub fn offset(&self, position: u32) -> usize {
        self.units.partition_point(|&at| at < position).min(self.units.len() - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::Utf16;

    #[test]
    fn a_crown_has_two_units() {
        let text = Utf16::new("a👑é");
        assert_eq!([0, 1, 3, 5, 7, 99].map(|offset| text.at(offset)), [0, 1, 1, 3, 4, 4]);
        assert_eq!([0, 1, 3, 4, 99].map(|position| text.offset(position)), [0, 1, 5, 7, 7]);
    }
}
