//! Support for editors: formatting and syntax highlighting.

pub use crate::syntax::highlight::{Shade, shades};

use super::Faults;
use crate::diag::from_syntax;
use crate::syntax::format::{self, FormatError};
use crate::text::{Source, Sources};

/// Formats a spec. The result has the same meaning and the same comments.
///
/// # Errors
/// Returns the errors of a text that cannot be parsed.
pub fn format(text: &str) -> Result<String, Faults> {
    let mut sources = Sources::new();
    let source = sources.add(Source { name: "puzzle".into(), text: text.into() });
    match format::format(source, text) {
        Ok(formatted) => Ok(formatted),
        Err(FormatError::Faults(errors)) => {
            let diagnostics = errors.iter().map(|e| from_syntax(e, &sources)).collect();
            Err(Faults::new(diagnostics, sources))
        }
        // A bug in the formatter, which it noticed: the text stays as it is.
        Err(FormatError::Unfaithful) => Ok(text.to_owned()),
    }
}
