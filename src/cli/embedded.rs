//! A spec whose texts are embedded in a certificate or a shard plan: written there, and read from there, where included files
//! are found only among these texts.

use super::load::LoadedSpec;
use crate::certificate::{SpecFile, SpecText, fingerprint};
use crate::model::Model;
use crate::text::{LoadError, Loader, Source};
use std::path::{Component, Path, PathBuf};

/// Texts and parameters of a spec, with their hash.
pub(super) fn spec_text(loaded: &LoadedSpec, model: &Model) -> SpecText {
    let text = |s: &Source| SpecFile { name: s.name.to_string(), text: s.text.to_string() };
    let params = model.params.iter().map(|(name, value)| (name.to_string(), *value)).collect();
    let mut spec = SpecText { texts: loaded.written().map(text).collect(), params, sha256: String::new() };
    spec.sha256 = fingerprint(&spec);
    spec
}

/// Texts of a certificate or a plan.
pub(super) struct EmbeddedTexts(Vec<Source>);

impl EmbeddedTexts {
    /// Returns the first text of `spec` and a loader for all; `None` if it has no texts.
    pub fn of(spec: &SpecText) -> Option<(Source, Self)> {
        let source = |t: &SpecFile| Source { name: t.name.as_str().into(), text: t.text.as_str().into() };
        let all: Vec<Source> = spec.texts.iter().map(source).collect();
        Some((all.first()?.clone(), Self(all)))
    }
}

impl Loader for EmbeddedTexts {
    fn load(&self, path: &str, from: &str) -> Result<Source, LoadError> {
        let base = if from.starts_with('<') {
            Path::new("")
        } else {
            Path::new(from).parent().unwrap_or(Path::new(""))
        };
        let wanted = plain(&base.join(path));
        let by_path = self.0.iter().find(|s| plain(Path::new(&*s.name)) == wanted);
        // The path may have gone through a link; then match by file name alone.
        let same_name = |s: &&Source| Path::new(&*s.name).file_name() == wanted.file_name();
        let mut by_name = self.0.iter().filter(same_name);
        let only = by_name.next().filter(|_| by_name.next().is_none());
        by_path.or(only).cloned().ok_or(LoadError::Missing)
    }
}

/// Removes dots from the path without looking at the file system.
fn plain(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if out.file_name().is_some() => {
                out.pop();
            }
            other => out.push(other),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn includes_are_found_among_the_texts() {
        let text = |name: &str| SpecFile { name: name.to_owned(), text: String::new() };
        let texts = ["a/b/first.puz", "a/rules.puz", "/elsewhere/more.puz", "x/two.puz", "y/two.puz"];
        let spec = SpecText { texts: texts.map(text).to_vec(), params: Vec::new(), sha256: String::new() };
        let (first, all) = EmbeddedTexts::of(&spec).expect("texts");
        let found = |path: &str| all.load(path, &first.name).map(|s| s.name.to_string());
        assert_eq!(found("../rules.puz").as_deref(), Ok("a/rules.puz"));
        assert_eq!(found("./../b/more.puz").as_deref(), Ok("/elsewhere/more.puz"));
        assert_eq!(found("two.puz"), Err(LoadError::Missing));
        assert!(EmbeddedTexts::of(&SpecText { texts: Vec::new(), ..spec }).is_none());
    }
}
