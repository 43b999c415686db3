//! Interrupts from the keyboard, and termination signals.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Number of live [`InterruptGuard`]s.
static AT_ONCE: AtomicUsize = AtomicUsize::new(0);

/// Returns a flag that the first interrupt sets; the second ends the process at once.
pub(super) fn flag() -> Arc<AtomicBool> {
    let flag = Arc::new(AtomicBool::new(false));
    let set = Arc::clone(&flag);
    // If no handler can be installed, the default remains: the process ends.
    let _ = ctrlc::set_handler(move || {
        if set.swap(true, Ordering::Relaxed) || AT_ONCE.load(Ordering::Relaxed) > 0 {
            std::process::exit(130);
        }
    });
    flag
}

/// While this guard lives, an interrupt ends the process at once: reading a spec from a pipe may block indefinitely, and
/// nothing is lost.
pub(super) struct InterruptGuard(());

pub(super) fn at_once() -> InterruptGuard {
    AT_ONCE.fetch_add(1, Ordering::Relaxed);
    InterruptGuard(())
}

impl Drop for InterruptGuard {
    fn drop(&mut self) {
        AT_ONCE.fetch_sub(1, Ordering::Relaxed);
    }
}
