//! A spec in an editor: its text, valid or not, with the files that it includes.

use super::outline::Outline;
use crate::api::{Document, Faults, Puzzle};
use crate::diag::{Diagnostic, from_lint};
use crate::lint::lints;
use crate::model::Model;
use crate::model::check::Overrides;
use crate::syntax::lexer::TokenKind;
use crate::text::{LoadError, Loader, Source, SourceId, Sources, Span};
use std::cell::{OnceCell, RefCell};

/// A spec in an editor. Positions are byte offsets; texts other than that of the spec itself are those of included files.
/// Reading costs one pass over the texts; the model is built at the first question that needs it, for the default parameters.
#[derive(Debug)]
pub struct SpecDocument {
    document: Document,
    outlines: Vec<Outline>,
    links: Vec<Link>,
    loaded: LoadedFiles,
    checked: OnceCell<(Option<Model>, Vec<Diagnostic>)>,
}

/// An `include` or a `use … from`.
#[derive(Debug)]
pub(super) struct Link {
    pub from: SourceId,
    pub to: SourceId,
    /// Span of the path.
    pub at: Span,
    /// Imported names; `None` for all.
    pub names: Option<Vec<String>>,
}

impl SpecDocument {
    /// Reads a spec; `loader` loads the files that it includes.
    pub fn read(source: Source, loader: &dyn Loader) -> Self {
        let recorder = Recorder { inner: loader, loaded: RefCell::default() };
        let document = Document::read(source, &recorder);
        let loaded = recorder.loaded.into_inner();
        let outlines: Vec<Outline> =
            document.sources.iter().map(|(id, s)| Outline::of(id, &s.text)).collect();
        let links = links(&document.sources, &outlines, &loaded);
        Self { document, outlines, links, loaded, checked: OnceCell::new() }
    }

    /// Returns the text of the spec and those of the files that it includes.
    pub fn sources(&self) -> &Sources {
        &self.document.sources
    }

    /// Returns all diagnostics, those of included files too: of the syntax, the model for the default parameters, and lints. A
    /// text without a board is checked as a part.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.checked().1
    }

    /// Returns the puzzle, to solve it.
    ///
    /// # Errors
    /// Returns every error of the text and of included files with its source location.
    pub fn puzzle(&self) -> Result<Puzzle, Faults> {
        Puzzle::read(self.document.sources.get(self.root()).clone(), &self.loaded)
    }

    /// Returns true if the spec has a board; without one it is a part for others to include.
    pub fn has_board(&self) -> bool {
        !self.document.spec.is_part()
    }

    pub(super) fn root(&self) -> SourceId {
        self.document.spec.root()
    }

    /// The model for the default parameters, if there are no errors.
    pub(super) fn model(&self) -> Option<&Model> {
        self.checked().0.as_ref()
    }

    pub(super) fn outlines(&self) -> impl Iterator<Item = (SourceId, &Outline)> {
        self.document.sources.iter().map(|(id, _)| id).zip(&self.outlines)
    }

    pub(super) fn text_and_outline(&self, source: SourceId) -> Option<(&str, &Outline)> {
        let text = &self.document.sources.find(source)?.text;
        Some((text, self.outlines.get(usize::from(source.0))?))
    }

    pub(super) fn links(&self) -> &[Link] {
        &self.links
    }

    /// Reads the same spec with another text of one source.
    pub(super) fn with_text(&self, source: SourceId, text: &str) -> Self {
        let mut loaded = self.loaded.clone();
        let mut root = self.document.sources.get(self.root()).clone();
        if source == self.root() {
            root.text = text.into();
        } else {
            let name = &self.document.sources.get(source).name;
            for (_, _, file) in loaded.0.iter_mut().filter(|(_, _, file)| file.name == *name) {
                file.text = text.into();
            }
        }
        Self::read(root, &loaded)
    }

    fn checked(&self) -> &(Option<Model>, Vec<Diagnostic>) {
        self.checked.get_or_init(|| {
            let Document { sources, spec, faults } = &self.document;
            if spec.is_part() {
                let errors = self.document.diagnostics(&spec.check_part());
                return (None, faults.iter().cloned().chain(errors).collect());
            }
            let (model, mut found) = self.document.model(&Overrides::new());
            if let Some(model) = model.as_ref().filter(|_| faults.is_empty()) {
                found.extend(lints(spec, model, sources).iter().map(|l| from_lint(l, sources)));
            }
            (model, found)
        })
    }
}

/// Files that were loaded: the name of the including file, the path, and the source.
#[derive(Clone, Debug, Default)]
struct LoadedFiles(Vec<(String, String, Source)>);

impl Loader for LoadedFiles {
    fn load(&self, path: &str, from: &str) -> Result<Source, LoadError> {
        let found = self.0.iter().find(|(by, of, _)| by == from && of == path);
        found.map(|(_, _, source)| source.clone()).ok_or(LoadError::Missing)
    }
}

/// Loads files and records them.
struct Recorder<'a> {
    inner: &'a dyn Loader,
    loaded: RefCell<LoadedFiles>,
}

impl Loader for Recorder<'_> {
    fn load(&self, path: &str, from: &str) -> Result<Source, LoadError> {
        let source = self.inner.load(path, from)?;
        self.loaded.borrow_mut().0.push((from.to_owned(), path.to_owned(), source.clone()));
        Ok(source)
    }
}

fn links(sources: &Sources, outlines: &[Outline], loaded: &LoadedFiles) -> Vec<Link> {
    let mut links = Vec::new();
    for ((from, source), outline) in sources.iter().zip(outlines) {
        for statement in &outline.statements {
            let head = statement.tokens[0].text(&source.text);
            if !matches!(head, "include" | "use") {
                continue;
            }
            let Some(path) = statement.tokens.iter().find(|t| t.kind == TokenKind::Text) else { continue };
            let name = path.text(&source.text).trim_matches('"');
            let Ok(file) = loaded.load(name, &source.name) else { continue };
            let Some((to, _)) = sources.iter().find(|(_, s)| s.name == file.name) else { continue };
            let names = statement.symbols.iter().map(|s| s.name.clone()).collect();
            let at = Span { source: from, start: path.start, end: path.end };
            links.push(Link { from, to, at, names: (head == "use").then_some(names) });
        }
    }
    links
}
