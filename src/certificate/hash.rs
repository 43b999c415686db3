//! Hashes: SHA-256 in hexadecimal, as printed by `sha256sum`.

use sha2::{Digest as _, Sha256};

/// Returns the hash of a text.
pub fn sha256(text: &str) -> String {
    hex(&Sha256::digest(text))
}

pub(super) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_are_those_of_other_tools() {
        assert_eq!(sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }
}
