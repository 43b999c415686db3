//! Start of a run: starts the clock and the memory watch, and grounds the model under its limits.

use super::error::RunError;
#[cfg(feature = "usage")]
use super::memory::MemoryWatch;
use super::request::Request;
use crate::engine::{Control, Hooks, Progress, Stop};
use crate::ground::{GroundedProblem, Unground, ground_while};
use crate::model::Model;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

pub(super) struct RunContext {
    /// The limits and the interrupt.
    pub control: Control,
    /// The grounded model, or the reason why grounding was stopped.
    pub grounded: Result<GroundedProblem, Stop>,
    /// Watches the memory until it is dropped.
    #[cfg(feature = "usage")]
    _watch: Option<MemoryWatch>,
}

impl RunContext {
    /// Begins a run of `model` for `request`, with its progress reported in `progress`.
    ///
    /// # Errors
    /// If the problem is too large, or a time limit finds no clock.
    pub fn new(
        model: &Model,
        request: &Request,
        interrupt: &Arc<AtomicBool>,
        progress: Option<&Arc<Progress>>,
    ) -> Result<Self, RunError> {
        if request.limits.time.is_some() && request.host.now().is_none() {
            return Err(RunError::NoClock);
        }
        let progress = progress.cloned().or_else(|| request.progress.is_some().then(Arc::default));
        let (host, cancel) = (request.host.clone(), request.cancel.clone());
        let hooks = Hooks { host, cancel, progress: request.progress.clone().zip(progress.clone()) };
        let control = Control::with(hooks, Arc::clone(interrupt), request.limits);
        let control = match progress {
            Some(progress) => control.watched(progress),
            None => control,
        };
        #[cfg(feature = "usage")]
        let watch = request.watch_memory.then(|| MemoryWatch::start(&control));
        let grounded = match ground_while(model, request.up_to(), &|| control.over().is_none()) {
            Ok(grounded) => Ok(grounded),
            Err(Unground::TooLarge(error)) => return Err(error.into()),
            Err(Unground::Stopped) => Err(control.over().unwrap_or(Stop::Interrupted)),
        };
        Ok(Self {
            control,
            grounded,
            #[cfg(feature = "usage")]
            _watch: watch,
        })
    }
}
