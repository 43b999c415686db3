//! Hashes: SHA-256 in hexadecimal, as printed by `sha256sum`.

use super::SpecText;
use sha2::{Digest as _, Sha256};

/// Returns the hash of a text.
pub fn sha256(text: &str) -> String {
    hex(&Sha256::digest(text))
}

/// Returns the hash of a spec with its parameters. Its input is, for each text in the order in which they are read, the
/// length in bytes, a line end and the text; then a line `name=value` for each parameter. File names are not included.
pub fn fingerprint(spec: &SpecText) -> String {
    let mut hash = Sha256::new();
    for text in &spec.texts {
        hash.update(format!("{}\n", text.text.len()));
        hash.update(&text.text);
    }
    for (name, value) in &spec.params {
        hash.update(format!("{name}={value}\n"));
    }
    hex(&hash.finalize())
}

pub(super) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::super::Text;
    use super::*;

    #[test]
    fn hashes_are_those_of_other_tools() {
        assert_eq!(sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }

    #[test]
    fn what_matters_changes_the_fingerprint() {
        let text = |text: &str| Text { name: "a.puz".to_owned(), text: text.to_owned() };
        let spec = |texts: Vec<Text>, n: i64| SpecText {
            texts,
            params: vec![("n".to_owned(), n)],
            sha256: String::new(),
        };
        let all = [
            spec(vec![text("ab")], 1),
            spec(vec![text("ab")], 2),
            spec(vec![text("a"), text("b")], 1),
            spec(vec![text("ab"), text("")], 1),
        ]
        .map(|s| fingerprint(&s));
        assert!((0..4).all(|i| (0..i).all(|j| all[i] != all[j])), "{all:?}");
    }
}
