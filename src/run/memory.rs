//! A watch on the memory of the process: a run stops in good order before the system would kill it.
//!
//! The watch measures resident memory, as the system does when it selects a process to kill. A counting allocator would
//! know of every byte at once and on every system, but each allocation would update a word shared by all threads; it sees
//! neither libraries written in C++ nor the memory that the allocator itself holds back, and every program that uses this
//! library would have to use it. Asking the system takes a few microseconds, so it is asked more often near the limit: a
//! process cannot fill memory faster than [`FASTEST`].
//!
//! Engines and the grounder notice the limit when they check their control, so it counts as reached a twentieth early: the
//! memory they still allocate until then stays within a tenth of the limit.
//!
//! With or without a limit, a run leaves a part of the memory to the machine (or its control group, version 1 or 2): a
//! fifth of what the process has and what is free together, or a twentieth if a limit was given, since the user has then
//! chosen it. This is checked on Linux only. The library watches only on request.

use crate::engine::Control;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

/// Bytes that a process may allocate in a second.
const FASTEST: u64 = 4 << 30;
/// The shortest and the longest time between two measurements.
const SHORTEST: Duration = Duration::from_millis(1);
const LONGEST: Duration = Duration::from_millis(50);
/// Time before the first measurement without a limit: the process cannot grow by [`SMALL`] bytes in it, and most runs end
/// earlier.
const FIRST: Duration = Duration::from_millis(10);
/// A process smaller than this does not fill the machine.
const SMALL: u64 = 64 << 20;

/// Watches until it is dropped.
pub(super) struct MemoryWatch {
    end: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl MemoryWatch {
    /// Watches the memory for the run of `control`. Does nothing if the system does not report memory use.
    pub fn start(control: &Control) -> Self {
        let (end, ended) = channel();
        let (limit, flag) = (control.memory_limit(), control.memory_flag());
        let thread = std::thread::Builder::new()
            .name("memory".to_owned())
            .spawn(move || watch(limit, &flag, &ended))
            .ok();
        Self { end: Some(end), thread }
    }
}

impl Drop for MemoryWatch {
    fn drop(&mut self) {
        drop(self.end.take());
        if let Some(thread) = self.thread.take() {
            // It holds nothing that a panic could have left half done.
            let _ = thread.join();
        }
    }
}

fn watch(limit: Option<u64>, flag: &Arc<AtomicBool>, ended: &Receiver<()>) {
    if limit.is_none() && ended.recv_timeout(FIRST) != Err(RecvTimeoutError::Timeout) {
        return;
    }
    let groups = Groups::of_process();
    let mut looks = 0_u32;
    while let Some(own) = memory_stats::memory_stats().map(|m| m.physical_mem as u64) {
        // Measuring the machine costs more, and it fills more slowly.
        let free = if looks.is_multiple_of(4) { groups.free() } else { None };
        looks = looks.wrapping_add(1);
        let Some(room) = room(own, limit, free) else {
            flag.store(true, Ordering::Relaxed);
            return;
        };
        let pause = Duration::from_secs_f64(room as f64 / FASTEST as f64).clamp(SHORTEST, LONGEST);
        if ended.recv_timeout(pause) != Err(RecvTimeoutError::Timeout) {
            return;
        }
    }
}

/// Bytes that a process with `own` bytes may still allocate; `None` if it has reached its limit. `free`: free memory of the
/// machine, if known.
fn room(own: u64, limit: Option<u64>, free: Option<u64>) -> Option<u64> {
    let by_limit = limit.map_or(u64::MAX, |limit| (limit - limit / 20).saturating_sub(own));
    let left_alone = if limit.is_some() { 20 } else { 5 };
    let by_machine = free.filter(|_| own >= SMALL).map_or(u64::MAX, |free| {
        let all = own.saturating_add(free);
        (all - all / left_alone).saturating_sub(own)
    });
    Some(by_limit.min(by_machine)).filter(|&room| room > 0)
}

/// Peak memory of the process since it started, in bytes, if the system reports it.
pub(super) fn peak() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|l| l.strip_prefix("VmHWM:"))?;
    let kibibytes: u64 = line.trim().strip_suffix(" kB")?.trim().parse().ok()?;
    kibibytes.checked_mul(1024)
}

/// The control groups of the process, the innermost first: for each the files with its limit, its use and its details, and
/// the name there of the memory that could be reclaimed.
struct Groups(Vec<ControlGroup>);

struct ControlGroup {
    most: PathBuf,
    has: PathBuf,
    details: PathBuf,
    droppable: &'static str,
}

impl Groups {
    fn of_process() -> Self {
        let text = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
        let mut groups = Vec::new();
        for line in text.lines() {
            let mut parts = line.splitn(3, ':').skip(1);
            let (Some(controllers), Some(path)) = (parts.next(), parts.next()) else { continue };
            let path = path.trim_start_matches('/');
            if controllers.is_empty() {
                let names = ["memory.max", "memory.current", "inactive_file"];
                groups.extend(up(Path::new("/sys/fs/cgroup"), path, names));
            } else if controllers.split(',').any(|c| c == "memory") {
                let names = ["memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"];
                groups.extend(up(Path::new("/sys/fs/cgroup/memory"), path, names));
            }
        }
        Self(groups)
    }

    /// Free bytes of the narrowest group or of the machine, whichever is less.
    fn free(&self) -> Option<u64> {
        let machine = fs::read_to_string("/proc/meminfo").ok().and_then(|t| field(&t, "MemAvailable:"));
        let machine = machine.map(|kibibytes| kibibytes.saturating_mul(1024));
        self.0.iter().filter_map(ControlGroup::free).chain(machine).min()
    }
}

/// The group at `path` below `root` and those around it.
fn up(root: &Path, path: &str, [most, has, droppable]: [&'static str; 3]) -> Vec<ControlGroup> {
    let group = |folder: &Path| ControlGroup {
        most: folder.join(most),
        has: folder.join(has),
        details: folder.join("memory.stat"),
        droppable,
    };
    root.join(path).ancestors().take_while(|f| f.starts_with(root)).map(group).collect()
}

impl ControlGroup {
    fn free(&self) -> Option<u64> {
        let number = |path: &Path| fs::read_to_string(path).ok()?.trim().parse::<u64>().ok();
        // A group without a limit has the value "max", or a number larger than any machine.
        let most = number(&self.most)?;
        let droppable = fs::read_to_string(&self.details).ok().and_then(|t| field(&t, self.droppable));
        let has = number(&self.has)?.saturating_sub(droppable.unwrap_or(0));
        Some(most.saturating_sub(has))
    }
}

/// The number after `name` in a text of names and numbers, one pair a line.
fn field(text: &str, name: &str) -> Option<u64> {
    let of = |line: &str| line.strip_prefix(name)?.split_whitespace().next()?.parse().ok();
    text.lines().find_map(of)
}

#[cfg(test)]
mod tests {
    use super::*;

    const GIB: u64 = 1 << 30;

    #[test]
    fn a_limit_is_reached_a_little_early() {
        assert_eq!(room(0, Some(2000), None), Some(1900));
        assert_eq!(room(1899, Some(2000), None), Some(1));
        assert_eq!(room(1900, Some(2000), None), None);
        assert_eq!(room(GIB, None, None), Some(u64::MAX));
    }

    #[test]
    fn the_machine_keeps_a_part() {
        assert_eq!(room(3 * GIB, None, Some(GIB)), Some(4 * GIB - 4 * GIB / 5 - 3 * GIB));
        assert_eq!(room(4 * GIB, None, Some(GIB)), None);
        assert!(room(4 * GIB, Some(100 * GIB), Some(GIB)).is_some(), "a limit was given");
        assert_eq!(room(99 * GIB, Some(1000 * GIB), Some(GIB)), None);
        assert!(room(SMALL - 1, None, Some(0)).is_some(), "it is not this process that fills the machine");
    }

    #[test]
    fn fields_and_groups() {
        assert_eq!(field("MemTotal: 5 kB\nMemAvailable:   77 kB\n", "MemAvailable:"), Some(77));
        assert_eq!(field("inactive_file 12\n", "inactive_file"), Some(12));
        assert_eq!(field("inactive_file 12\n", "other"), None);
        let groups =
            up(Path::new("/sys/fs/cgroup"), "a/b", ["memory.max", "memory.current", "inactive_file"]);
        let names: Vec<&Path> = groups.iter().map(|g| g.most.as_path()).collect();
        let of = |f: &str| PathBuf::from(f);
        assert_eq!(
            names,
            [
                of("/sys/fs/cgroup/a/b/memory.max"),
                of("/sys/fs/cgroup/a/memory.max"),
                of("/sys/fs/cgroup/memory.max")
            ]
        );
    }

    #[test]
    fn a_watch_sets_the_flag_and_ends() {
        let limits = crate::engine::Limits { memory: Some(1), ..Default::default() };
        let control = Control::new(Arc::default(), limits);
        let watch = MemoryWatch::start(&control);
        while memory_stats::memory_stats().is_some() && control.over().is_none() {
            std::thread::yield_now();
        }
        drop(watch);
        let unlimited = Control::unlimited();
        drop(MemoryWatch::start(&unlimited));
        assert_eq!(unlimited.over(), None);
    }
}
