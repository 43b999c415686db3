//! Plans of shards, as input of `puzzle shard run` and `merge`: any file is a plan or is refused with a reason.

use nauck::cli::fault_of_plan;
use nauck::text::is_hidden;

/// Checks the property for the text of a plan.
pub fn holds(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    if let Some(words) = fault_of_plan(&text) {
        assert!(!words.is_empty() && !words.contains(is_hidden), "{words:?}");
        // Each character may be shown as its code.
        assert!(words.chars().count() <= 4_000, "{words}");
    }
}
