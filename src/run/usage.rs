//! Resources used by the process: processor time and memory. These figures are for users; no decision depends on them.

#[cfg(feature = "usage")]
use cpu_time::ProcessTime;
use std::time::Duration;

/// Resources used by a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// Time of all processors together since the run began, if the system reports it. It includes all other work of the
    /// process in that time.
    pub cpu: Option<Duration>,
    /// Peak memory of the process since it started, in bytes, if the system reports it.
    pub peak_memory: Option<u64>,
}

/// Measures the use from its creation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Meter {
    #[cfg(feature = "usage")]
    start: Option<ProcessTime>,
}

#[cfg(feature = "usage")]
impl Meter {
    pub fn start() -> Self {
        Self { start: ProcessTime::try_now().ok() }
    }

    pub fn read(&self) -> Usage {
        let since = |start: ProcessTime| Some(ProcessTime::try_now().ok()?.duration_since(start));
        Usage { cpu: self.start.and_then(since), peak_memory: super::memory::peak() }
    }
}

#[cfg(not(feature = "usage"))]
impl Meter {
    pub fn start() -> Self {
        Self {}
    }

    pub fn read(&self) -> Usage {
        Usage::default()
    }
}
