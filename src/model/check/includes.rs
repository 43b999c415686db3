//! Files that build on files: the statements of a file and of all it includes, in one list.

use super::error::ModelError;
use super::limits::{MAX_ALL_STATEMENTS, MAX_BYTES, MAX_FILES, MAX_INCLUDE_DEPTH};
use crate::syntax::ast::{Statement, StatementKind, Text};
use crate::syntax::{SyntaxError, parse};
use crate::text::{Loader, SourceId, Sources};
use std::sync::Arc;

/// What reading a file with its includes gives.
#[derive(Default)]
pub(super) struct Reading {
    /// The statements; those of an included file stand where its `include` stood.
    pub(super) statements: Vec<Statement>,
    /// Faults of form, of all files.
    pub(super) syntax: Vec<SyntaxError>,
    /// Includes that failed.
    pub(super) faults: Vec<ModelError>,
}

struct Reader<'r> {
    sources: &'r mut Sources,
    loader: &'r dyn Loader,
    reading: Reading,
    /// Names of the files being read, outermost first.
    open: Vec<Arc<str>>,
    /// Names of all files read.
    read: Vec<Arc<str>>,
    bytes: usize,
}

/// Reads the text `root` and whatever it includes.
pub(super) fn read(sources: &mut Sources, root: SourceId, loader: &dyn Loader) -> Reading {
    let mut reader =
        Reader { sources, loader, reading: Reading::default(), open: Vec::new(), read: Vec::new(), bytes: 0 };
    reader.file(root);
    let mut reading = reader.reading;
    reading.syntax.sort_by_key(|e| (e.span.source, e.span.start, e.span.end));
    reading
}

impl Reader<'_> {
    fn file(&mut self, id: SourceId) {
        let source = self.sources.get(id).clone();
        self.bytes += source.text.len();
        self.open.push(source.name.clone());
        self.read.push(source.name.clone());
        let (file, mut faults) = parse(id, &source.text);
        self.reading.syntax.append(&mut faults);
        let included = self.open.len() > 1;
        for statement in file.statements {
            if self.reading.statements.len() == MAX_ALL_STATEMENTS {
                let (limit, span) = (MAX_ALL_STATEMENTS as u64, statement.span);
                self.reading.faults.push(ModelError::TooMany { what: "statements", limit, span });
                break;
            }
            match &statement.kind {
                StatementKind::Include(path) => self.include(path, &source.name),
                StatementKind::Puzzle(_) | StatementKind::Find(_) | StatementKind::Expect { .. }
                    if included => {}
                _ => self.reading.statements.push(statement),
            }
        }
        self.open.pop();
    }

    fn include(&mut self, path: &Text, from: &str) {
        let span = path.span;
        let source = match self.loader.load(&path.node, from) {
            Ok(source) => source,
            Err(reason) => {
                let path = path.node.clone();
                return self.reading.faults.push(ModelError::IncludeFailed { path, reason, span });
            }
        };
        let fault = if self.open.contains(&source.name) {
            ModelError::IncludeCycle { path: path.node.clone(), span }
        } else if self.read.contains(&source.name) {
            return;
        } else if self.open.len() >= MAX_INCLUDE_DEPTH {
            ModelError::IncludeDepth { limit: MAX_INCLUDE_DEPTH, span }
        } else if self.read.len() >= MAX_FILES {
            ModelError::TooMany { what: "included files", limit: MAX_FILES as u64, span }
        } else if self.bytes + source.text.len() > MAX_BYTES {
            ModelError::TooMany { what: "bytes of included files", limit: MAX_BYTES as u64, span }
        } else {
            let id = self.sources.add(source);
            return self.file(id);
        };
        self.reading.faults.push(fault);
    }
}
