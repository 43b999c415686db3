//! Every block marked `puz` in the documents is a spec: it is read, and what it expects holds.

use super::specs::{files_below, hold, project, spec_of};
use nauck::text::{LoadError, Loader, Source};
use std::fs;

/// A block of a document: a spec, or a file that specs of the document include.
struct Block {
    /// The number of its first line.
    line: usize,
    /// The name of a file, which stands behind the mark.
    name: Option<String>,
    text: String,
}

fn blocks(text: &str) -> Vec<Block> {
    let mut found: Vec<Block> = Vec::new();
    let mut open = false;
    for (number, line) in text.lines().enumerate() {
        if let Some(name) = line.strip_prefix("```puz") {
            let name = Some(name.trim().to_owned()).filter(|n| !n.is_empty());
            found.push(Block { line: number + 2, name, text: String::new() });
            open = true;
        } else if line.starts_with("```") {
            open = false;
        } else if open {
            let block = found.last_mut().expect("a block is open");
            block.text.push_str(line);
            block.text.push('\n');
        }
    }
    found
}

/// The named blocks of a document.
struct Files<'b>(&'b [Block]);

impl Loader for Files<'_> {
    fn load(&self, path: &str, _from: &str) -> Result<Source, LoadError> {
        let block = self.0.iter().find(|b| b.name.as_deref() == Some(path)).ok_or(LoadError::Missing)?;
        Ok(Source { name: path.into(), text: block.text.as_str().into() })
    }
}

#[test]
fn blocks_in_documents_hold() {
    let mut documents = files_below(&project().join("docs"), "md");
    documents.push(project().join("README.md"));
    let (mut specs, mut expectations) = (0, 0);
    for document in documents {
        let text = fs::read_to_string(&document).expect("a document");
        let blocks = blocks(&text);
        for block in &blocks {
            let name = format!("{}:{}", document.display(), block.line);
            let spec =
                spec_of(&block.text, &name, &Files(&blocks)).unwrap_or_else(|faults| panic!("{faults}"));
            expectations += hold(&name, &spec, &|_| true);
            specs += 1;
        }
    }
    // The language's reference shows every form by an example; a lost marker would silently drop one.
    assert!(specs >= 40 && expectations >= 50, "{specs} specs with {expectations} expectations");
}
