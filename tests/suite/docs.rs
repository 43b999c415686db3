//! Tests the code blocks of the documents. Every `puz` block is a spec: it is read, and its expectations hold. Every
//! `console` block is a transcript: its commands run in a folder with the document's named blocks and print what is shown.
//! Every `refused` block is a spec whose first diagnostic has the code after the mark.

use super::specs::{files_below, hold, project, spec_of};
use nauck::diag::{from_model, from_syntax};
use nauck::model::check::{Overrides, Spec};
use nauck::text::{LoadError, Loader, Source, Sources};
use std::fs;
use std::path::{Path, PathBuf};

/// A `puz` block of a document: a spec, or a file that other blocks include.
struct Block {
    /// Line number of its first line.
    line: usize,
    /// File name given after the mark.
    name: Option<String>,
    text: String,
}

fn blocks(text: &str) -> Vec<Block> {
    marked(text, "```puz")
}

/// The blocks that begin with `mark`.
fn marked(text: &str, mark: &str) -> Vec<Block> {
    let mut found: Vec<Block> = Vec::new();
    let mut open = false;
    for (number, line) in text.lines().enumerate() {
        if let Some(name) = line.strip_prefix(mark) {
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

fn documents() -> Vec<PathBuf> {
    files_below(&project().join("docs"), "md")
}

#[test]
fn the_book_has_every_document() {
    let folder = project().join("docs");
    let contents = fs::read_to_string(folder.join("SUMMARY.md")).expect("the contents");
    for path in documents() {
        let name = path.strip_prefix(&folder).expect("a document").to_string_lossy();
        assert!(
            name == "SUMMARY.md" || contents.contains(&format!("]({name})")),
            "{name} is not in the contents"
        );
    }
}

#[test]
fn blocks_in_documents_hold() {
    let mut documents = documents();
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
    // The language reference has an example of every construct; a lost marker would silently drop one.
    assert!(specs >= 40 && expectations >= 50, "{specs} specs with {expectations} expectations");
}

/// The `refused` blocks of a document, each with its code.
fn refusals(text: &str) -> Vec<(&str, &str)> {
    let after = text.split("```refused ").skip(1);
    after
        .filter_map(|rest| rest.split_once('\n'))
        .map(|(code, rest)| (code.trim(), rest.split("```").next().unwrap_or_default()))
        .collect()
}

/// Code of the first diagnostic of a spec, if it is refused.
fn refused_with(text: &str) -> Option<&'static str> {
    let mut sources = Sources::new();
    let root = sources.add(Source { name: "block.puz".into(), text: text.into() });
    let (spec, syntax, faults) = Spec::read(&mut sources, root, &Files(&[]));
    if let Some(error) = syntax.first() {
        return Some(from_syntax(error, &sources).code);
    }
    if let Some(error) = faults.first() {
        return Some(from_model(error, &sources).code);
    }
    let faults = spec.model(&Overrides::new()).err()?;
    faults.first().map(|error| from_model(error, &sources).code)
}

#[test]
fn refused_blocks_give_their_codes() {
    let mut seen = 0;
    for document in documents() {
        let text = fs::read_to_string(&document).expect("a document");
        for (code, spec) in refusals(&text) {
            assert_eq!(refused_with(spec), Some(code), "{}:\n{spec}", document.display());
            seen += 1;
        }
    }
    assert!(seen >= 15, "{seen} refused blocks");
}

/// The line with a wildcard in place of a time at its end.
fn timeless(line: &str) -> String {
    let (words, unit) = line.strip_suffix(" s").map_or((line, ""), |words| (words, " s"));
    match words.rsplit_once(' ') {
        Some((words, seconds)) if seconds.contains('.') && seconds.parse::<f64>().is_ok() => {
            format!("{words} [..]{unit}")
        }
        _ => line.to_owned(),
    }
}

/// Writes a document as a transcript, with its named blocks as files; returns false if it has no commands.
fn lay_out(document: &Path, folder: &Path) -> bool {
    let text = fs::read_to_string(document).expect("a document");
    if !text.contains("```console\n") {
        return false;
    }
    let below = document.strip_prefix(project().join("docs")).expect("below docs");
    let name = below.with_extension("").to_string_lossy().replace(['/', '\\'], "_");
    let beside = folder.join(format!("{name}.in"));
    fs::create_dir_all(&beside).expect("a folder");
    // Other files that a command reads are `text` blocks with a name.
    for block in blocks(&text).into_iter().chain(marked(&text, "```text ")) {
        if let Some(file) = &block.name {
            fs::write(beside.join(file), &block.text).expect("a file");
        }
    }
    fs::write(folder.join(format!("{name}.md")), transcript(&text)).expect("a transcript");
    true
}

/// The document in the format of `trycmd`, where an empty line ends the output of a command.
fn transcript(text: &str) -> String {
    let (mut open, mut lines) = (false, Vec::new());
    for line in text.lines() {
        let ends = line == "```" || line.starts_with("$ ");
        if open && ends && lines.last().is_some_and(|l| l != "```console") {
            lines.push(String::new());
        }
        open = line == "```console" || (open && line != "```");
        lines.push(if open { timeless(line) } else { line.to_owned() });
    }
    lines.join("\n") + "\n"
}

#[test]
fn commands_in_documents_print_what_is_shown() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("documents");
    let _ = fs::remove_dir_all(&folder);
    let with_commands = documents().iter().filter(|d| lay_out(d, &folder)).count();
    assert!(with_commands >= 8, "{with_commands} documents with commands");
    trycmd::TestCases::new().case(folder.join("*.md").to_string_lossy().into_owned());
}

/// Lines of `sh` blocks that call the command, without trailing comments.
fn calls(text: &str) -> Vec<String> {
    let mut inside = false;
    let mut calls = Vec::new();
    for line in text.lines() {
        inside = if line.starts_with("```") { line == "```sh" } else { inside };
        if inside && line.starts_with("puzzle ") {
            calls.push(line.split(" #").next().unwrap_or_default().trim().to_owned());
        }
    }
    calls
}

#[cfg(unix)]
#[test]
fn commands_in_documents_work() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("calls");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    std::os::unix::fs::symlink(project().join("examples"), folder.join("examples")).expect("a link");
    let command = Path::new(env!("CARGO_BIN_EXE_puzzle"));
    let path = format!(
        "{}:{}",
        command.parent().expect("a folder").display(),
        std::env::var("PATH").unwrap_or_default()
    );
    let mut run = 0;
    // The optional solvers are not in every build.
    for document in documents().iter().filter(|d| !d.ends_with("solvers.md")) {
        for call in calls(&fs::read_to_string(document).expect("a document")) {
            let output = std::process::Command::new("sh")
                .args(["-c", &call])
                .current_dir(&folder)
                .env("PATH", &path)
                .output()
                .expect("a shell");
            assert!(
                output.status.success(),
                "{}: {call}: {}",
                document.display(),
                String::from_utf8_lossy(&output.stderr)
            );
            run += 1;
        }
    }
    assert!(run >= 7, "{run} commands");
}
