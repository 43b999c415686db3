//! Any text is imported or refused. What is imported is a spec in the standard layout.

use super::layout::{is_sound, laid};
use nauck::foreign::{Refusal, import};

/// Checks the property for a URL, JSON, a position or pieces.
pub fn holds(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    match import(&text) {
        Ok(spec) => {
            assert!(is_sound(&spec), "{spec}");
            assert_eq!(laid(&spec), spec);
        }
        Err(refusal) => {
            assert!(refusal != Refusal::NoSpec);
            assert!(!refusal.to_string().is_empty());
        }
    }
}
