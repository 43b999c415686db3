//! Interrupts from the keyboard, and requests to end from other programs.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// How many [`AtOnce`] there are.
static AT_ONCE: AtomicUsize = AtomicUsize::new(0);

/// A flag that the first interrupt sets; the second ends the process at once.
pub(super) fn flag() -> Arc<AtomicBool> {
    let flag = Arc::new(AtomicBool::new(false));
    let set = Arc::clone(&flag);
    // Where no handler can be had the default remains: the process ends.
    let _ = ctrlc::set_handler(move || {
        if set.swap(true, Ordering::Relaxed) || AT_ONCE.load(Ordering::Relaxed) > 0 {
            std::process::exit(130);
        }
    });
    flag
}

/// As long as it lives an interrupt ends the process at once: while a spec is read, which may be for ever from a pipe, there
/// is nothing that could be lost.
pub(super) struct AtOnce(());

/// From now on, and until what is returned is dropped, an interrupt ends the process at once.
pub(super) fn at_once() -> AtOnce {
    AT_ONCE.fetch_add(1, Ordering::Relaxed);
    AtOnce(())
}

impl Drop for AtOnce {
    fn drop(&mut self) {
        AT_ONCE.fetch_sub(1, Ordering::Relaxed);
    }
}
