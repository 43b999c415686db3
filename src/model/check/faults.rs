//! Faults as they are found.

use super::error::ModelError;

/// The faults and warnings found so far. A phase that meets a fault reports it here and goes on; whoever needs the value that
/// is missing because of it says nothing more.
#[derive(Debug, Default)]
pub(super) struct Faults {
    found: Vec<ModelError>,
}

impl Faults {
    /// One more.
    pub(super) fn push(&mut self, fault: ModelError) {
        self.found.push(fault);
    }

    /// Reports `fault` and stands for the missing value.
    pub(super) fn none<T>(&mut self, fault: ModelError) -> Option<T> {
        self.found.push(fault);
        None
    }

    /// Whether nothing but warnings was found.
    pub(super) fn sound(&self) -> bool {
        self.found.iter().all(ModelError::is_warning)
    }

    /// How many were found.
    pub(super) fn count(&self) -> usize {
        self.found.len()
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
