//! What the process has used of the machine: time of its processors, and memory. Figures for people; nothing is decided
//! by them.

#[cfg(feature = "usage")]
use cpu_time::ProcessTime;
use std::time::Duration;

/// What a run used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// Time of all processors together that the process spent since the run began, where the system says so. Whatever
    /// else the process does at the same time is in it.
    pub cpu: Option<Duration>,
    /// The most memory that the process has had since it was started, in bytes, where the system says so.
    pub peak_memory: Option<u64>,
}

/// Measures from its making on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Meter {
    #[cfg(feature = "usage")]
    begun: Option<ProcessTime>,
}

#[cfg(feature = "usage")]
impl Meter {
    pub fn start() -> Self {
        Self { begun: ProcessTime::try_now().ok() }
    }

    /// What was used till now.
    pub fn read(&self) -> Usage {
        let since = |begun: ProcessTime| Some(ProcessTime::try_now().ok()?.duration_since(begun));
        Usage { cpu: self.begun.and_then(since), peak_memory: peak_memory() }
    }
}

#[cfg(not(feature = "usage"))]
impl Meter {
    pub fn start() -> Self {
        Self {}
    }

    /// Nothing is known.
    pub fn read(&self) -> Usage {
        Usage::default()
    }
}

#[cfg(feature = "usage")]
fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|l| l.strip_prefix("VmHWM:"))?;
    let kibibytes: u64 = line.trim().strip_suffix(" kB")?.trim().parse().ok()?;
    kibibytes.checked_mul(1024)
}
