//! Interrupts from the keyboard.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A flag that the first interrupt sets; the second ends the process at once.
pub(super) fn flag() -> Arc<AtomicBool> {
    let flag = Arc::new(AtomicBool::new(false));
    let set = Arc::clone(&flag);
    // Where no handler can be had the default remains: the process ends.
    let _ = ctrlc::set_handler(move || {
        if set.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    });
    flag
}
