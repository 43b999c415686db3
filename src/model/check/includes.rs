//! Files that build on files: the statements of a file and of all it includes in one list, and the parts of libraries
//! from which it takes pieces.
//!
//! A file is read and cut into statements once, however often it is named. A list of statements (that of the spec, that of
//! a library) has each of its files once.

use super::error::ModelError;
use super::libraries::{Library, Parts};
use super::limits::{MAX_ALL_STATEMENTS, MAX_BYTES, MAX_FILES, MAX_INCLUDE_DEPTH};
use crate::syntax::ast::{File, Name, Statement, StatementKind, Text};
use crate::syntax::{SyntaxError, parse};
use crate::text::{Loader, SourceId, Sources, Span};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;
use std::sync::Arc;

/// What reading a file with its includes gives.
#[derive(Default)]
pub(super) struct Reading {
    /// The statements; those of an included file stand where its `include` stood, parameters of a library before the
    /// `use … from` that needs them.
    pub(super) statements: Vec<Statement>,
    /// What is taken from libraries.
    pub(super) parts: Parts,
    /// Faults of form, of all files.
    pub(super) syntax: Vec<SyntaxError>,
    /// Includes that failed.
    pub(super) faults: Vec<ModelError>,
}

/// The statements of the spec, or of a library.
#[derive(Default)]
struct List {
    statements: Vec<Statement>,
    /// Their places: a parameter may come both with its file and with a piece.
    places: FxHashSet<Span>,
    /// Names of the files that are in it.
    files: FxHashSet<Arc<str>>,
}

struct Reader<'r> {
    sources: &'r mut Sources,
    loader: &'r dyn Loader,
    reading: Reading,
    /// Names of the files being read, outermost first.
    open: Vec<Arc<str>>,
    /// By name: all files read so far.
    files: FxHashMap<Arc<str>, Rc<File>>,
    /// By name: the files from which pieces were taken.
    libraries: FxHashMap<Arc<str>, Rc<Library>>,
    /// Where faults of includes have been told: a file in several lists tells its own once.
    told: FxHashSet<Span>,
    /// Bytes of all files, and of what is taken from libraries.
    bytes: usize,
    /// Statements of all lists and of what is taken from libraries.
    statements: usize,
}

/// Reads the text `root` and whatever it includes.
pub(super) fn read(sources: &mut Sources, root: SourceId, loader: &dyn Loader) -> Reading {
    let mut reader = Reader {
        sources,
        loader,
        reading: Reading::default(),
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

impl Reader<'_> {
    /// Cuts a text into statements and returns its name.
    fn parse(&mut self, id: SourceId) -> Arc<str> {
        let source = self.sources.get(id).clone();
        self.bytes += source.text.len();
        let (file, mut faults) = parse(id, &source.text);
        self.reading.syntax.append(&mut faults);
        self.files.insert(source.name.clone(), Rc::new(file));
        source.name
    }

    /// The statements of a file that has been read, and of all it includes.
    fn list(&mut self, name: Arc<str>) -> Vec<Statement> {
        let mut list = List::default();
        self.file(&name, &mut list);
        self.drop_repeated(&mut list.statements);
        list.statements
    }

    fn file(&mut self, name: &Arc<str>, list: &mut List) {
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

    /// Adds a statement to a list, once; false beyond the limit.
    fn push(&mut self, statement: &Statement, list: &mut List) -> bool {
        if !list.places.insert(statement.span) {
            return true;
        }
        let sound = self.spend(1, 0, statement.span);
        if sound {
            list.statements.push(statement.clone());
        }
        sound
    }

    /// Takes statements and bytes from what all may be; false, with a fault, beyond the limits.
    fn spend(&mut self, statements: usize, bytes: usize, span: Span) -> bool {
        self.statements += statements;
        self.bytes += bytes;
        if self.statements > MAX_ALL_STATEMENTS {
            let limit = MAX_ALL_STATEMENTS as u64;
            self.fault(ModelError::TooMany { what: "statements", limit, span }, span);
            return false;
        }
        if self.bytes > MAX_BYTES {
            let limit = MAX_BYTES as u64;
            self.fault(ModelError::TooMany { what: "bytes of included files", limit, span }, span);
            return false;
        }
        true
    }

    /// Tells a fault, once a place.
    fn fault(&mut self, fault: ModelError, span: Span) {
        if self.told.insert(span) {
            self.reading.faults.push(fault);
        }
    }

    fn include(&mut self, path: &Text, from: &str, list: &mut List) {
        if let Some(name) = self.load(path, from, |name| list.files.contains(name)) {
            self.file(&name, list);
        }
    }

    /// The name of the file at `path`, which has been read; `None` where it cannot be, or where it is `known`.
    fn load(&mut self, path: &Text, from: &str, known: impl Fn(&Arc<str>) -> bool) -> Option<Arc<str>> {
        let span = path.span;
        let source = match self.loader.load(&path.node, from) {
            Ok(source) => source,
            Err(reason) => {
                let path = path.node.clone();
                self.fault(ModelError::IncludeFailed { path, reason, span }, span);
                return None;
            }
        };
        let is_read = self.files.contains_key(&source.name);
        let fault = if self.open.contains(&source.name) {
            ModelError::IncludeCycle { path: path.node.clone(), span }
        } else if known(&source.name) {
            return None;
        } else if self.open.len() >= MAX_INCLUDE_DEPTH {
            ModelError::IncludeDepth { limit: MAX_INCLUDE_DEPTH, span }
        } else if is_read {
            return Some(source.name);
        } else if self.files.len() >= MAX_FILES {
            ModelError::TooMany { what: "included files", limit: MAX_FILES as u64, span }
        } else if self.bytes + source.text.len() > MAX_BYTES {
            ModelError::TooMany { what: "bytes of included files", limit: MAX_BYTES as u64, span }
        } else {
            let id = self.sources.add(source);
            return Some(self.parse(id));
        };
        self.fault(fault, span);
        None
    }

    /// Takes `names` of the library at `path`: its part, and to the list the parameters that the part needs. False beyond
    /// the limits.
    fn use_from(&mut self, names: &[Name], path: &Text, from: &str, list: &mut List) -> bool {
        let Some(library) = self.library(path, from) else { return true };
        for name in names {
            if let Some(fault) = library.fault(name) {
                self.fault(fault, name.span);
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

    fn library(&mut self, path: &Text, from: &str) -> Option<Rc<Library>> {
        let name = self.load(path, from, |_| false)?;
        if let Some(library) = self.libraries.get(&name) {
            return Some(library.clone());
        }
        let library = Rc::new(Library::new(self.list(name.clone())));
        self.libraries.insert(name, library.clone());
        Some(library)
    }

    /// Leaves out, of each `use … from`, the pieces that the list has already: declared by a file that it includes, or taken
    /// by an earlier `use … from` of the same file.
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
                // Within one statement a name that stands twice is a fault.
                had.extend(names.iter().filter_map(origin).collect::<Vec<_>>());
            }
        }
    }
}
