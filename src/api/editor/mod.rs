//! Support for editors: formatting, syntax highlighting, and a language service.
//!
//! A [`SpecDocument`] is the text in an editor, valid or not, with the files that it includes. It answers what editors ask:
//! diagnostics and their fixes, completions, explanations, definitions, references, new names. Positions are byte offsets.
//!
//! ```
//! use nauck::editor::SpecDocument;
//! use nauck::{NoFiles, Source};
//!
//! let text = "board 8 x 8\nuse quean\nno attacks";
//! let spec = SpecDocument::read(Source { name: "queens.puz".into(), text: text.into() }, &NoFiles);
//! let fixes = spec.fixes(&spec.diagnostics()[0]);
//! assert_eq!((fixes[0].edit.span.range(), &*fixes[0].edit.text), (16..21, "queen"));
//! ```
//!
//! An [`outline`] has the statements of a text as tokens and the names they declare; [`mod@names`], [`mod@complete`],
//! [`mod@hover`] (with the [`words`]), [`mod@fix`] and [`mod@marks`] each answer one kind of question from it.

mod complete;
mod fix;
mod hover;
mod marks;
mod names;
mod outline;
mod spec_document;
mod words;

pub use crate::syntax::highlight::{Shade, shades};
pub use complete::Completion;
pub use fix::Fix;
pub use hover::Hover;
pub use marks::Mark;
pub use names::Edit;
pub use outline::{NameClass, Symbol};
pub use spec_document::SpecDocument;

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
