//! Start of a run: starts the clock and the memory watch, and grounds the model under its limits.

#[cfg(feature = "usage")]
use super::memory::Watch;
use super::request::Request;
use crate::engine::{Control, Progress, Stop};
use crate::ground::{Grounded, TooLarge, Unground, ground_while};
use crate::model::Model;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

pub(super) struct RunContext {
    /// The limits and the interrupt.
    pub control: Control,
    /// The grounded model, or the reason why grounding was stopped.
    pub grounded: Result<Grounded, Stop>,
    /// Watches the memory until it is dropped.
    #[cfg(feature = "usage")]
    _watch: Option<Watch>,
}

impl RunContext {
    /// Begins a run of `model` for `request`, with its progress reported in `progress`.
    ///
    /// # Errors
    /// If the problem is too large.
    pub fn new(
        model: &Model,
        request: &Request,
        interrupt: &Arc<AtomicBool>,
        progress: Option<&Arc<Progress>>,
    ) -> Result<Self, TooLarge> {
        let control = Control::new(Arc::clone(interrupt), request.limits);
        let control = match progress {
            Some(progress) => control.watched(Arc::clone(progress)),
            None => control,
        };
        #[cfg(feature = "usage")]
        let watch = request.watch_memory.then(|| Watch::start(&control));
        let grounded = match ground_while(model, request.translations, &|| control.over().is_none()) {
            Ok(grounded) => Ok(grounded),
            Err(Unground::TooLarge(error)) => return Err(error),
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
