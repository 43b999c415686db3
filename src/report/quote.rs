//! Messages about texts and boards from files, which may be as long as the file.

/// Shortens a word of a file for a message.
pub(super) fn quoted_word(word: &str) -> String {
    quoted(word, 40)
}

/// The message about a board with more pieces than cells.
pub(super) fn overfull(cells: usize) -> String {
    format!("a board of {cells} cells cannot hold more pieces than that")
}

/// The message about a piece on more cells than there are.
pub(super) const OVERLONG: &str = "a piece cannot cover more cells than the board has";

/// Returns the first `most` characters of `words`; text from a file may be as long as the file.
pub fn quoted(words: &str, most: usize) -> String {
    match words.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &words[..end]),
        None => words.to_owned(),
    }
}
