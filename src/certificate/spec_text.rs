//! The text of a spec in a certificate or a shard plan, and its hash.

use super::hash::hex;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

/// The texts of a spec and the values of its parameters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpecText {
    /// The main file, then the files it includes, in the order in which they are read.
    pub texts: Vec<SpecFile>,
    /// Every parameter and its value.
    pub params: Vec<(String, i64)>,
    /// The hash of texts and parameters; see [`fingerprint`].
    pub sha256: String,
}

/// One file of a spec.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpecFile {
    /// Name under which it was read.
    pub name: String,
    pub text: String,
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_matters_changes_the_fingerprint() {
        let text = |text: &str| SpecFile { name: "a.puz".to_owned(), text: text.to_owned() };
        let spec = |texts: Vec<SpecFile>, n: i64| SpecText {
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
