//! Plans of shards, as `puzzle shard run` and `merge` are given them: whatever the file holds, it is a plan or it is said why not.

use nauck::cli::fault_of_plan;
use nauck::text::is_hidden;

/// The property, for the text of a plan.
pub fn holds(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    if let Some(words) = fault_of_plan(&text) {
        assert!(!words.is_empty() && !words.contains(is_hidden), "{words:?}");
        // Each character may be shown as its code.
        assert!(words.chars().count() <= 4_000, "{words}");
    }
}
