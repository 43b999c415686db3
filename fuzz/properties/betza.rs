//! Betza notation survives a round trip through the printer, and errors point into the notation.

use nauck::notation::{expand, print, read};
use nauck::text::is_hidden;

/// Checks the property for a notation, or for a name of a piece as in problem databases.
pub fn holds(data: &[u8]) {
    let notation = String::from_utf8_lossy(data);
    match read(&notation) {
        Ok(reading) => {
            assert!(reading.warnings.iter().all(|w| notation.get(w.0.clone()).is_some()));
            if !reading.movement.is_empty() {
                let printed = print(&reading.movement).expect("what is read can be printed");
                let again = read(&printed).expect("what is printed can be read");
                assert_eq!(again.movement, reading.movement, "{notation} as {printed}");
                assert_eq!(print(&again.movement), Some(printed), "{notation}");
            }
        }
        Err(faults) => {
            assert!(!faults.is_empty());
            for fault in &faults {
                assert!(notation.get(fault.range.clone()).is_some(), "{fault:?}");
                assert!(!fault.message.is_empty() && !fault.message.contains(is_hidden), "{fault:?}");
            }
        }
    }
    if let Some(expanded) = expand(&notation) {
        // `read` refuses numbers that are zero or too large.
        let _ = read(&expanded);
    }
}
