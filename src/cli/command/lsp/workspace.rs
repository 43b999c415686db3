//! The documents that an editor has open, and the files they include.

use super::line_index::{LineIndex, Units};
use crate::api::editor::SpecDocument;
use crate::cli::files::FsLoader;
use crate::text::{LoadError, Loader, Source, SourceId, Span};
use lsp_types::{Location, Position, TextDocumentContentChangeEvent, Uri};
use std::collections::BTreeMap;
use std::path::Path;
use std::str::FromStr;

/// An open document.
pub(super) struct OpenDocument {
    pub text: String,
    pub version: i32,
    /// The text as the library reads it; `None` if it changed since.
    spec: Option<SpecDocument>,
}

pub(super) struct Workspace {
    /// Open documents by the name of their source.
    documents: BTreeMap<String, OpenDocument>,
    pub units: Units,
    pub allow_outside: bool,
}

impl Workspace {
    pub fn new(units: Units, allow_outside: bool) -> Self {
        Self { documents: BTreeMap::new(), units, allow_outside }
    }

    /// Opens a document. The text of any other may include it.
    pub fn open(&mut self, uri: &Uri, text: &str, version: i32) {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text).to_owned();
        self.documents.insert(name_of(uri), OpenDocument { text, version, spec: None });
        self.forget();
    }

    pub fn close(&mut self, uri: &Uri) {
        self.documents.remove(&name_of(uri));
        self.forget();
    }

    pub fn change(&mut self, uri: &Uri, version: i32, changes: Vec<TextDocumentContentChangeEvent>) {
        let units = self.units;
        let Some(document) = self.documents.get_mut(&name_of(uri)) else { return };
        for change in changes {
            match change.range {
                Some(range) => {
                    let bytes = LineIndex::new(&document.text, units).bytes(range);
                    document.text.replace_range(bytes, &change.text);
                }
                None => document.text = change.text,
            }
        }
        document.version = version;
        self.forget();
    }

    pub fn forget(&mut self) {
        self.documents.values_mut().for_each(|document| document.spec = None);
    }

    pub fn names(&self) -> Vec<String> {
        self.documents.keys().cloned().collect()
    }

    pub fn version(&self, name: &str) -> Option<i32> {
        self.documents.get(name).map(|document| document.version)
    }

    /// Returns the open document of this name, read.
    pub fn spec(&mut self, name: &str) -> Option<&SpecDocument> {
        if self.documents.get(name)?.spec.is_none() {
            let source = Source { name: name.into(), text: self.documents[name].text.as_str().into() };
            let inner = FsLoader::new(Path::new(name), self.allow_outside);
            let spec = SpecDocument::read(source, &OpenFilesLoader { documents: &self.documents, inner });
            self.documents.get_mut(name)?.spec = Some(spec);
        }
        self.documents.get(name)?.spec.as_ref()
    }

    pub fn index<'t>(&self, text: &'t str) -> LineIndex<'t> {
        LineIndex::new(text, self.units)
    }

    /// Returns the open document at `uri`, with the byte of the position.
    pub fn at(&mut self, uri: &Uri, position: Position) -> Option<(&SpecDocument, usize)> {
        let units = self.units;
        let spec = self.spec(&name_of(uri))?;
        let offset = LineIndex::new(&spec.sources().get(SourceId(0)).text, units).offset(position);
        Some((spec, offset))
    }
}

/// Loads open documents as they are in the editor, other files from the disk.
struct OpenFilesLoader<'w> {
    documents: &'w BTreeMap<String, OpenDocument>,
    inner: FsLoader,
}

impl Loader for OpenFilesLoader<'_> {
    fn load(&self, path: &str, from: &str) -> Result<Source, LoadError> {
        let mut source = self.inner.load(path, from)?;
        if let Some(open) = self.documents.get(&*source.name) {
            source.text = open.text.as_str().into();
        }
        Ok(source)
    }
}

/// Place of a span, in a file of the document.
pub(super) fn location(spec: &SpecDocument, span: Span, units: Units) -> Option<Location> {
    let source = spec.sources().find(span.source)?;
    let range = LineIndex::new(&source.text, units).range(span.range());
    Some(Location { uri: uri_of(&source.name)?, range })
}

/// Name of a source: the path of a file, or else the URI.
pub(super) fn name_of(uri: &Uri) -> String {
    let text = uri.as_str();
    let Some(rest) = text.strip_prefix("file://") else { return text.to_owned() };
    // A host may stand before the path, and on Windows a slash before the drive.
    let path = decoded(&rest[rest.find('/').unwrap_or(0)..]);
    let drive = path.as_bytes().get(2) == Some(&b':');
    if drive { path[1..].to_owned() } else { path }
}

/// URI of a source.
pub(super) fn uri_of(name: &str) -> Option<Uri> {
    let is_path = name.starts_with('/') || name.as_bytes().get(1) == Some(&b':');
    if !is_path {
        return Uri::from_str(name).ok();
    }
    let plain = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'/' | b'-' | b'_' | b'.' | b'~');
    let byte = |b: u8| if plain(b) { char::from(b).to_string() } else { format!("%{b:02X}") };
    let path: String = name.replace('\\', "/").bytes().map(byte).collect();
    Uri::from_str(&format!("file://{}{path}", if path.starts_with('/') { "" } else { "/" })).ok()
}

/// The text with its escapes `%20` decoded.
fn decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, tail)) = rest.split_first() {
        let hex = tail.get(..2).and_then(|h| std::str::from_utf8(h).ok());
        match hex.and_then(|h| u8::from_str_radix(h, 16).ok()).filter(|_| first == b'%') {
            Some(byte) => {
                bytes.push(byte);
                rest = &tail[2..];
            }
            None => {
                bytes.push(first);
                rest = tail;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_uris() {
        for (name, uri) in [
            ("/a b/é.puz", "file:///a%20b/%C3%A9.puz"),
            ("/100%.puz", "file:///100%25.puz"),
            ("untitled:Untitled-1", "untitled:Untitled-1"),
        ] {
            let made = uri_of(name).expect("a URI");
            assert_eq!(made.as_str(), uri);
            assert_eq!(name_of(&made), name);
        }
    }
}
