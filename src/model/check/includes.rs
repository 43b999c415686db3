//! Included files: one list of the statements of a file and all it includes, and the parts of the libraries from which it
//! takes pieces.
//!
//! A file is read and parsed only once. A list of statements (that of the spec, or of a library) contains each of its files
//! once.

use super::error::{ModelError, NameError, NumberError};
use super::libraries::{Library, LibraryParts};
use super::limits::{MAX_ALL_STATEMENTS, MAX_BYTES, MAX_FILES, MAX_INCLUDE_DEPTH};
use crate::syntax::ast::{File, Name, QuotedText, Statement, StatementKind};
use crate::syntax::{SyntaxError, parse};
use crate::text::{Loader, SourceId, Sources, Span};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;
use std::sync::Arc;

/// Result of reading a file with its includes.
#[derive(Default)]
pub(super) struct IncludeResult {
    /// Statements. Those of an included file replace its `include`; the parameters of a library precede the `use … from` that
    /// needs them.
    pub(super) statements: Vec<Statement>,
    /// Parts taken from libraries.
    pub(super) parts: LibraryParts,
    /// Syntax errors of all files.
    pub(super) syntax: Vec<SyntaxError>,
    pub(super) faults: Vec<ModelError>,
}

/// The statements of the spec, or of a library.
#[derive(Default)]
struct StatementList {
    statements: Vec<Statement>,
    /// Spans of the statements. A parameter may come both with its file and with a piece.
    places: FxHashSet<Span>,
    /// Names of the files in the list.
    files: FxHashSet<Arc<str>>,
}

struct IncludeReader<'r> {
    sources: &'r mut Sources,
    loader: &'r dyn Loader,
    reading: IncludeResult,
    /// Names of the files being read, outermost first.
    open: Vec<Arc<str>>,
    /// All files read so far, by name.
    files: FxHashMap<Arc<str>, Rc<File>>,
    /// Files from which pieces were taken, by name.
    libraries: FxHashMap<Arc<str>, Rc<Library>>,
    /// Spans of reported include errors. A file in several lists reports each error once.
    told: FxHashSet<Option<Span>>,
    /// Number of bytes of all files and of the parts taken from libraries.
    bytes: usize,
    /// Number of statements of all lists and of the parts taken from libraries.
    statements: usize,
}

/// Reads the source `root` and everything it includes.
pub(super) fn read(sources: &mut Sources, root: SourceId, loader: &dyn Loader) -> IncludeResult {
    let mut reader = IncludeReader {
        sources,
        loader,
        reading: IncludeResult::default(),
        open: Vec::new(),
        files: FxHashMap::default(),
        libraries: FxHashMap::default(),
        told: FxHashSet::default(),
        bytes: 0,
        statements: 0,
    };
    let name = reader.parse(root);
    let statements = reader.list(name);
    let mut reading = reader.reading;
    reading.statements = statements;
    reading.syntax.sort_by_key(|e| (e.span.source, e.span.start, e.span.end));
    reading
}

impl IncludeReader<'_> {
    /// Parses a source and returns its name.
    fn parse(&mut self, id: SourceId) -> Arc<str> {
        let source = self.sources.get(id).clone();
        self.bytes += source.text.len();
        let (file, mut faults) = parse(id, &source.text);
        self.reading.syntax.append(&mut faults);
        self.files.insert(source.name.clone(), Rc::new(file));
        source.name
    }

    /// Returns the statements of a file that has been read and of everything it includes.
    fn list(&mut self, name: Arc<str>) -> Vec<Statement> {
        let mut list = StatementList::default();
        self.file(&name, &mut list);
        self.drop_repeated(&mut list.statements);
        list.statements
    }

    fn file(&mut self, name: &Arc<str>, list: &mut StatementList) {
        let file = self.files[name].clone();
        self.open.push(name.clone());
        let is_first = list.files.is_empty();
        list.files.insert(name.clone());
        for statement in &file.statements {
            let sound = match &statement.kind {
                StatementKind::Include(path) => {
                    self.include(path, name, list);
                    true
                }
                StatementKind::Puzzle(_) | StatementKind::Find(_) | StatementKind::Expect { .. }
                    if !is_first =>
                {
                    true
                }
                StatementKind::UseFrom { names, path } => {
                    self.use_from(names, path, name, list) && self.push(statement, list)
                }
                _ => self.push(statement, list),
            };
            if !sound {
                break;
            }
        }
        self.open.pop();
    }

    /// Adds a statement to a list unless it is already there; false beyond the limit.
    fn push(&mut self, statement: &Statement, list: &mut StatementList) -> bool {
        if !list.places.insert(statement.span) {
            return true;
        }
        let sound = self.spend(1, 0, statement.span);
        if sound {
            list.statements.push(statement.clone());
        }
        sound
    }

    /// Charges statements and bytes; reports an error and returns false beyond the limits.
    fn spend(&mut self, statements: usize, bytes: usize, span: Span) -> bool {
        self.statements += statements;
        self.bytes += bytes;
        if self.statements > MAX_ALL_STATEMENTS {
            let limit = MAX_ALL_STATEMENTS as u64;
            self.fault(NumberError::TooMany { what: "statements", limit }.at(span));
            return false;
        }
        if self.bytes > MAX_BYTES {
            let limit = MAX_BYTES as u64;
            self.fault(NumberError::TooMany { what: "bytes of included files", limit }.at(span));
            return false;
        }
        true
    }

    /// Reports an error, at most one per span.
    fn fault(&mut self, fault: ModelError) {
        if self.told.insert(fault.span) {
            self.reading.faults.push(fault);
        }
    }

    fn include(&mut self, path: &QuotedText, from: &str, list: &mut StatementList) {
        if let Some(name) = self.load(path, from, |name| list.files.contains(name)) {
            self.file(&name, list);
        }
    }

    /// Reads the file at `path` if necessary and returns its name; `None` if it cannot be read or is `known`.
    fn load(&mut self, path: &QuotedText, from: &str, known: impl Fn(&Arc<str>) -> bool) -> Option<Arc<str>> {
        let span = path.span;
        let source = match self.loader.load(&path.node, from) {
            Ok(source) => source,
            Err(reason) => {
                let path = path.node.clone();
                self.fault(NameError::IncludeFailed { path, reason }.at(span));
                return None;
            }
        };
        let is_read = self.files.contains_key(&source.name);
        let fault = if self.open.contains(&source.name) {
            NameError::IncludeCycle { path: path.node.clone() }.at(span)
        } else if known(&source.name) {
            return None;
        } else if self.open.len() >= MAX_INCLUDE_DEPTH {
            NameError::IncludeDepth { limit: MAX_INCLUDE_DEPTH }.at(span)
        } else if is_read {
            return Some(source.name);
        } else if self.files.len() >= MAX_FILES {
            NumberError::TooMany { what: "included files", limit: MAX_FILES as u64 }.at(span)
        } else if self.bytes + source.text.len() > MAX_BYTES {
            NumberError::TooMany { what: "bytes of included files", limit: MAX_BYTES as u64 }.at(span)
        } else {
            let id = self.sources.add(source);
            return Some(self.parse(id));
        };
        self.fault(fault);
        None
    }

    /// Takes the part with `names` from the library at `path` and adds the parameters it needs to the list. Returns false
    /// beyond the limits.
    fn use_from(&mut self, names: &[Name], path: &QuotedText, from: &str, list: &mut StatementList) -> bool {
        let Some(library) = self.library(path, from) else { return true };
        for name in names {
            if let Some(fault) = library.fault(name) {
                self.fault(fault.at(name.span));
            }
        }
        let part = library.part(names, &self.reading.parts);
        let bytes = part.statements.iter().map(|s| s.span.range().len()).sum();
        let mut sound = self.spend(part.statements.len(), bytes, path.span);
        for parameter in part.statements.iter().filter(|s| matches!(s.kind, StatementKind::Param { .. })) {
            sound = sound && self.push(parameter, list);
        }
        if sound {
            self.reading.parts.insert(path.span, part);
        }
        sound
    }

    fn library(&mut self, path: &QuotedText, from: &str) -> Option<Rc<Library>> {
        let name = self.load(path, from, |_| false)?;
        if let Some(library) = self.libraries.get(&name) {
            return Some(library.clone());
        }
        let library = Rc::new(Library::new(self.list(name.clone())));
        self.libraries.insert(name, library.clone());
        Some(library)
    }

    /// Drops from each `use … from` the pieces already in the list: declared by an included file, or taken by an earlier
    /// `use … from` of the same file.
    fn drop_repeated(&self, statements: &mut [Statement]) {
        let mut had: FxHashSet<Span> = FxHashSet::default();
        for statement in statements.iter() {
            match &statement.kind {
                StatementKind::Piece { name, .. }
                | StatementKind::Pieces { name, .. }
                | StatementKind::Tile { name, .. } => {
                    had.insert(name.span);
                }
                StatementKind::Use(names) => had.extend(names.iter().map(|n| n.span)),
                _ => {}
            }
        }
        for statement in statements {
            if let StatementKind::UseFrom { names, path } = &mut statement.kind {
                let origin = |name: &Name| self.reading.parts.origin(path.span, &name.node).map(|o| o.1);
                names.retain(|name| origin(name).is_none_or(|span| !had.contains(&span)));
                // A duplicate name within one statement is an error, so names are added only afterwards.
                had.extend(names.iter().filter_map(origin).collect::<Vec<_>>());
            }
        }
    }
}
