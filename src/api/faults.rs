//! Errors of a spec, ready for display.

use crate::diag::{Diagnostic, RenderStyle, render};
use crate::text::Sources;
use std::fmt;

/// Width of a message in columns; the width of the terminal is unknown here.
const WIDTH: usize = 80;

/// Errors of a spec, for the given parameters. `Display` shows each with its source location.
#[derive(Clone, Debug)]
pub struct Faults {
    diagnostics: Vec<Diagnostic>,
    sources: Sources,
}

impl Faults {
    pub(super) fn new(diagnostics: Vec<Diagnostic>, sources: Sources) -> Self {
        Self { diagnostics, sources }
    }

    /// Returns the errors as data: code, message, source locations, help.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// Returns the texts that the source locations refer to.
    pub fn sources(&self) -> &Sources {
        &self.sources
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let style = RenderStyle { color: false, unicode: true, width: WIDTH };
        f.write_str(render(&self.diagnostics, &self.sources, style).trim_end())
    }
}

impl std::error::Error for Faults {}
