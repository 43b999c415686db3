//! Errors found so far and the cost of compiling a spec so far. A cost beyond its limit is itself an error.

use super::error::{ModelError, NumberError};
use super::limits::{MAX_FAULTS, MAX_MODEL_BYTES, MAX_STEPS};
use crate::text::Span;

/// Errors and warnings found so far. A phase reports an error here and continues. A missing value due to an earlier error
/// is not reported again.
#[derive(Debug, Default)]
pub(super) struct ModelFaults {
    found: Vec<ModelError>,
    /// Number of errors kept.
    kept: usize,
    /// Number of errors reported, kept or not.
    errors: usize,
    steps: u64,
    bytes: u64,
}

impl ModelFaults {
    /// Adds an error or warning. Duplicate errors, and those beyond [`MAX_FAULTS`], are dropped.
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
        match fault.span {
            Some(span) if self.is_full() => {
                let limit = MAX_FAULTS as u64;
                self.found.push(NumberError::TooMany { what: "errors", limit }.at(span));
            }
            _ => self.found.push(fault),
        }
    }

    /// Reports `fault` and returns `None` in place of the missing value.
    pub(super) fn none<T>(&mut self, fault: ModelError) -> Option<T> {
        self.push(fault);
        None
    }

    /// Returns true if further errors are dropped, so callers need not build them.
    pub(super) fn is_full(&self) -> bool {
        self.kept > MAX_FAULTS
    }

    /// Charges `steps`; reports an error if the total exceeds [`MAX_STEPS`].
    pub(super) fn spend_steps(&mut self, steps: u64, span: Span) -> Option<()> {
        let sum = self.steps.saturating_add(steps);
        if sum > MAX_STEPS {
            return self.none(NumberError::LinesTooLong { what: "cells", limit: MAX_STEPS }.at(span));
        }
        self.steps = sum;
        Some(())
    }

    /// Charges `bytes` of permanent memory; reports an error if the total exceeds [`MAX_MODEL_BYTES`].
    pub(super) fn spend_bytes(&mut self, bytes: u64, span: Span) -> Option<()> {
        self.affords_bytes(bytes, span)?;
        self.bytes += bytes;
        Some(())
    }

    /// Reports an error if `bytes` more would exceed the limit. Checked before many parts are built, so a refusal is cheap.
    pub(super) fn affords_bytes(&mut self, bytes: u64, span: Span) -> Option<()> {
        if bytes > self.affordable_bytes() {
            return self.none(NumberError::SetsTooLarge { limit: MAX_MODEL_BYTES }.at(span));
        }
        Some(())
    }

    /// Number of bytes left.
    pub(super) fn affordable_bytes(&self) -> u64 {
        MAX_MODEL_BYTES - self.bytes
    }

    /// Returns true if no error was reported.
    pub(super) fn sound(&self) -> bool {
        self.errors == 0
    }

    /// Number of errors reported.
    pub(super) fn count(&self) -> usize {
        self.errors
    }

    /// Returns all errors and warnings, sorted by span and without duplicates.
    pub(super) fn sorted(mut self) -> Vec<ModelError> {
        self.found.sort_by_key(|f| f.span.map(|s| (s.source, s.start, s.end)));
        let mut kept: Vec<ModelError> = Vec::with_capacity(self.found.len());
        for fault in self.found {
            // Equal errors have equal spans, so they lie in one run of the sorted list.
            if !kept.iter().rev().take_while(|k| k.span == fault.span).any(|k| *k == fault) {
                kept.push(fault);
            }
        }
        kept
    }
}
