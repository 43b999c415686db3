//! Quoting of names for a shell.

use super::exit::Failure;
use crate::diag::escape;
use crate::text::is_hidden;
use std::path::Path;

/// Quotes `word` for a shell.
pub(super) fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "/._-+=:@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

/// Quotes a path as an argument that is never taken for an option.
pub(super) fn argument(path: &Path) -> String {
    let path = path.to_string_lossy();
    if path.starts_with('-') { quoted(&format!("./{path}")) } else { quoted(&path) }
}

/// Refuses a name with line breaks or other hidden characters: it could end a line of a script.
pub(super) fn refuse_hidden(name: &str) -> Result<(), Failure> {
    if !name.contains(is_hidden) {
        return Ok(());
    }
    Err(Failure::Usage(format!("`{}` has characters that a script cannot contain; rename it", escape(name))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_the_shell() {
        assert_eq!(quoted("plans/a-1.json"), "plans/a-1.json");
        assert_eq!(quoted("my plan"), "'my plan'");
        assert_eq!(quoted("it's"), r"'it'\''s'");
        assert_eq!(quoted(""), "''");
        assert_eq!(argument(Path::new("-rf")), "./-rf");
        assert!(refuse_hidden("a\nb").is_err() && refuse_hidden("a b").is_ok());
    }
}
