//! Faults as they are found, and what working out a spec has cost so far: beyond a limit the cost is a fault itself.

use super::error::ModelError;
use super::limits::{MAX_FAULTS, MAX_MODEL_BYTES, MAX_STEPS};
use crate::text::Span;

/// The faults and warnings found so far. A phase that meets a fault reports it here and goes on; whoever needs the value that
/// is missing because of it says nothing more.
#[derive(Debug, Default)]
pub(super) struct Faults {
    found: Vec<ModelError>,
    /// How many of those kept are no warnings.
    kept: usize,
    /// How often an error was reported, kept or not.
    errors: usize,
    steps: u64,
    bytes: u64,
}

impl Faults {
    /// One more. Errors are kept once, and [`MAX_FAULTS`] of them.
    pub(super) fn push(&mut self, fault: ModelError) {
        if fault.is_warning() {
            self.found.push(fault);
            return;
        }
        self.errors += 1;
        if self.is_full() || self.found.contains(&fault) {
            return;
        }
        self.kept += 1;
        match fault.span() {
            Some(span) if self.is_full() => {
                let limit = MAX_FAULTS as u64;
                self.found.push(ModelError::TooMany { what: "errors", limit, span });
            }
            _ => self.found.push(fault),
        }
    }

    /// Reports `fault` and stands for the missing value.
    pub(super) fn none<T>(&mut self, fault: ModelError) -> Option<T> {
        self.push(fault);
        None
    }

    /// Whether further errors are not heard, so that nobody need word them.
    pub(super) fn is_full(&self) -> bool {
        self.kept > MAX_FAULTS
    }

    /// Notes that so many steps are about to be taken; a fault where all together are too many.
    pub(super) fn spend_steps(&mut self, steps: u64, span: Span) -> Option<()> {
        let sum = self.steps.saturating_add(steps);
        if sum > MAX_STEPS {
            return self.none(ModelError::LinesTooLong { what: "cells", limit: MAX_STEPS, span });
        }
        self.steps = sum;
        Some(())
    }

    /// Notes that so many bytes are about to be taken for good; a fault where all together are too many.
    pub(super) fn spend_bytes(&mut self, bytes: u64, span: Span) -> Option<()> {
        self.affords_bytes(bytes, span)?;
        self.bytes += bytes;
        Some(())
    }

    /// Whether so many bytes more may be taken; asked before many parts are made, so that a refusal costs nothing.
    pub(super) fn affords_bytes(&mut self, bytes: u64, span: Span) -> Option<()> {
        if bytes > self.affordable_bytes() {
            return self.none(ModelError::SetsTooLarge { limit: MAX_MODEL_BYTES, span });
        }
        Some(())
    }

    /// How many bytes more may be taken.
    pub(super) fn affordable_bytes(&self) -> u64 {
        MAX_MODEL_BYTES - self.bytes
    }

    /// Whether nothing but warnings was found.
    pub(super) fn sound(&self) -> bool {
        self.errors == 0
    }

    /// How often an error was reported.
    pub(super) fn count(&self) -> usize {
        self.errors
    }

    /// All of them, sorted by place and without repetition.
    pub(super) fn sorted(mut self) -> Vec<ModelError> {
        self.found.sort_by_key(|f| f.span().map(|s| (s.source, s.start, s.end)));
        let mut kept: Vec<ModelError> = Vec::with_capacity(self.found.len());
        for fault in self.found {
            // Equal faults have equal places, so they lie in one run of the sorted list.
            let here = fault.span();
            if !kept.iter().rev().take_while(|k| k.span() == here).any(|k| *k == fault) {
                kept.push(fault);
            }
        }
        kept
    }
}
