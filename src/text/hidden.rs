//! Characters that are invisible or change the appearance of others.

/// Returns true if a character must never be displayed unescaped: control characters, and characters that change the
/// direction of text or have no width, with which one line can be made to look like another.
pub fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{ad}' | '\u{61c}' | '\u{feff}' | '\u{200b}'..='\u{200f}')
        || matches!(c, '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{fff9}'..='\u{fffb}')
        || matches!(c, '\u{e0000}'..='\u{e007f}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}')
        // Blank letters and variation selectors.
        || matches!(c, '\u{115f}' | '\u{1160}' | '\u{3164}' | '\u{ffa0}' | '\u{180b}'..='\u{180f}')
}

/// Returns true if a character is drawn over the one before it and has no width: combining accents and variation selectors.
pub fn is_combining(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}' | '\u{483}'..='\u{489}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}')
        || matches!(c, '\u{20d0}'..='\u{20ff}' | '\u{fe00}'..='\u{fe0f}' | '\u{fe20}'..='\u{fe2f}')
        || matches!(c, '\u{e0100}'..='\u{e01ef}')
}
