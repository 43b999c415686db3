//! The host of a run: the one place where the library meets the outer world, which is a clock and threads.
//!
//! Everything else takes the time and its threads from the [`Host`] of the request. Without the feature `native` nothing
//! here asks the system for either, so the library needs neither. Files are
//! read and written by the command and by the features `certificates` (checkpoints) and `usage` (memory of the process).

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

#[cfg(feature = "native")]
pub(crate) use native::{ThreadScope, Threads, each};
#[cfg(not(feature = "native"))]
pub(crate) use none::{ThreadScope, Threads, each};

/// Clock and threads that a run may use. The default is [`Host::native`] with the feature `native`, else [`Host::bare`].
///
/// Without a clock, a request with a time limit is refused ([`RunError::NoClock`](crate::RunError::NoClock)). Without
/// threads, everything runs on the calling thread, whatever number of threads was requested.
#[derive(Clone)]
pub struct Host {
    clock: Option<Arc<dyn Fn() -> Duration + Send + Sync>>,
    threads: Option<Threads>,
}

impl Host {
    /// Returns a host without a clock and without threads.
    pub fn bare() -> Self {
        Self { clock: None, threads: None }
    }

    /// Returns the host with the clock and the threads of the system.
    #[cfg(feature = "native")]
    pub fn native() -> Self {
        Self { clock: Some(native::clock()), threads: Some(Threads::of_system()) }
    }

    /// Returns this host with another clock: `now` returns the time since some fixed moment. It must never run backwards.
    #[must_use]
    pub fn with_clock(self, now: impl Fn() -> Duration + Send + Sync + 'static) -> Self {
        Self { clock: Some(Arc::new(now)), ..self }
    }

    /// Returns the time since some fixed moment, if there is a clock.
    pub(crate) fn now(&self) -> Option<Duration> {
        self.clock.as_ref().map(|now| now())
    }

    /// Returns the time since `start`, a time of this clock.
    pub(crate) fn since(&self, start: Option<Duration>) -> Option<Duration> {
        self.now().zip(start).map(|(now, start)| now.saturating_sub(start))
    }

    /// Returns the means to start threads, if there are any.
    pub(crate) fn threads(&self) -> Option<Threads> {
        self.threads
    }
}

impl Default for Host {
    #[cfg(feature = "native")]
    fn default() -> Self {
        Self::native()
    }

    #[cfg(not(feature = "native"))]
    fn default() -> Self {
        Self::bare()
    }
}

impl fmt::Debug for Host {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (clock, threads) = (self.clock.is_some(), self.threads.is_some());
        f.debug_struct("Host").field("clock", &clock).field("threads", &threads).finish()
    }
}

/// The clock and the threads of the system.
#[cfg(feature = "native")]
mod native {
    use std::io;
    use std::sync::Arc;
    pub use std::thread::Scope as ThreadScope;
    use std::time::{Duration, Instant};

    pub fn clock() -> Arc<dyn Fn() -> Duration + Send + Sync> {
        let start = Instant::now();
        Arc::new(move || start.elapsed())
    }

    /// Starts threads.
    #[derive(Clone, Copy, Debug)]
    pub struct Threads(());

    impl Threads {
        pub fn of_system() -> Self {
            Self(())
        }

        /// Calls `body` with a scope to start threads in, and waits for these threads.
        pub fn scope<'env, T>(
            self,
            body: impl for<'scope> FnOnce(&'scope ThreadScope<'scope, 'env>) -> T,
        ) -> T {
            std::thread::scope(body)
        }

        /// Starts a thread that may outlive its caller.
        ///
        /// # Errors
        /// If the system refuses.
        pub fn spawn(self, task: impl FnOnce() + Send + 'static) -> io::Result<()> {
            std::thread::Builder::new().spawn(task).map(|_| ())
        }

        /// Suspends the calling thread.
        pub fn sleep(self, time: Duration) {
            std::thread::sleep(time);
        }
    }

    /// Applies `work` to each item in parallel, the last in the calling thread, and returns the results in order. A caller
    /// without threads has one item.
    pub fn each<T: Send, R: Send>(mut items: Vec<T>, work: impl Fn(T) -> R + Sync) -> Vec<R> {
        let Some(last) = items.pop() else { return Vec::new() };
        std::thread::scope(|scope| {
            let work = &work;
            let others: Vec<_> = items.into_iter().map(|item| scope.spawn(move || work(item))).collect();
            let last = work(last);
            let done = others.into_iter().map(|o| o.join().expect("a part of the work panicked"));
            done.chain([last]).collect()
        })
    }
}

/// The same without threads: [`Threads`] has no value, so nothing that needs one is ever called.
#[cfg(not(feature = "native"))]
mod none {
    use std::io;
    use std::marker::PhantomData;
    use std::time::Duration;

    #[derive(Clone, Copy, Debug)]
    pub enum Threads {}

    pub struct ThreadScope<'scope, 'env> {
        none: Threads,
        lifetimes: PhantomData<(&'scope mut &'scope (), &'env mut &'env ())>,
    }

    impl<'scope> ThreadScope<'scope, '_> {
        pub fn spawn<T>(&'scope self, _task: impl FnOnce() -> T + Send + 'scope) {
            match self.none {}
        }
    }

    impl Threads {
        pub fn scope<'env, T>(
            self,
            _body: impl for<'scope> FnOnce(&'scope ThreadScope<'scope, 'env>) -> T,
        ) -> T {
            match self {}
        }

        pub fn spawn(self, _task: impl FnOnce() + Send + 'static) -> io::Result<()> {
            match self {}
        }

        pub fn sleep(self, _time: Duration) {
            match self {}
        }
    }

    pub fn each<T, R>(items: Vec<T>, work: impl Fn(T) -> R) -> Vec<R> {
        items.into_iter().map(work).collect()
    }
}
