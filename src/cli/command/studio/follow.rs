//! Follows a file: tells its text, and tells it again when it has changed.

use super::events::Teller;
use crate::cli::files::{try_text, unread_words};
use crate::syntax::limits::MAX_SOURCE_BYTES;
use crate::text::LoadError;
use serde_json::json;
use std::path::Path;
use std::time::Duration;

/// Time between two looks.
const PAUSE: Duration = Duration::from_millis(250);

/// Number of looks that a file may be missing or empty, as it is for a moment while some editors save it.
const PATIENCE: u32 = 4;

/// Tells of the file until nobody listens.
pub(super) fn follow(path: &Path, teller: &Teller) {
    let name = path.to_string_lossy();
    let mut told: Option<Result<String, LoadError>> = None;
    let mut failed = 0;
    while !teller.is_over() {
        let text = try_text(path, MAX_SOURCE_BYTES);
        let is_text = text.as_ref().is_ok_and(|text| !text.trim().is_empty());
        failed = if is_text { 0 } else { failed + 1 };
        if (is_text || failed > PATIENCE) && told.as_ref() != Some(&text) {
            let event = match &text {
                Ok(text) => json!({ "name": name, "text": text }),
                Err(error) => json!({ "name": name, "error": unread_words(&name, error) }),
            };
            teller.tell("file", &event.to_string());
            told = Some(text);
        }
        std::thread::sleep(PAUSE);
    }
}
