//! What is wrong with a spec, ready to be shown.

use crate::diag::{Diagnostic, RenderStyle, render};
use crate::text::Sources;
use std::fmt;

/// Columns of a message where nobody said how wide the terminal is.
const WIDTH: usize = 80;

/// Why a text is no puzzle, or not for these parameters. Displayed, it shows the places in the text.
#[derive(Clone, Debug)]
pub struct Faults {
    diagnostics: Vec<Diagnostic>,
    sources: Sources,
}

impl Faults {
    pub(super) fn new(diagnostics: Vec<Diagnostic>, sources: Sources) -> Self {
        Self { diagnostics, sources }
    }

    /// Each fault as data: code, message, places, help.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// The texts that the places refer to.
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
