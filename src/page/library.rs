//! The files that specs of a page may include.

use crate::Source;
use crate::text::{LoadError, Loader};
use std::collections::BTreeMap;

/// Texts of files by name. A name is looked up in the folder of the file that includes it.
#[derive(Clone, Debug, Default)]
pub struct Library(pub BTreeMap<String, String>);

impl Loader for Library {
    fn load(&self, path: &str, from: &str) -> Result<Source, LoadError> {
        let folder = from.rsplit_once('/').map_or("", |(folder, _)| folder);
        let mut parts: Vec<&str> = folder.split('/').filter(|p| !p.is_empty()).collect();
        for part in path.split('/') {
            match part {
                "" | "." => {}
                ".." => {
                    parts.pop();
                }
                part => parts.push(part),
            }
        }
        let name = parts.join("/");
        let text = self.0.get(&name).ok_or(LoadError::Missing)?;
        Ok(Source { name: name.into(), text: text.as_str().into() })
    }
}
