//! Where solutions go: standard output, a file that appears only when it is whole, or a file for each.

use super::exit::Failure;
use super::rivals::Pair;
use crate::model::Model;
use crate::report::{Object, SolutionWriter, Style, WriteError};
use crate::run::{Show, Shown};
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

/// A file that is written beside its place and put there at the end, so that nobody meets half of it.
#[derive(Debug)]
struct WholeFile {
    path: PathBuf,
    temporary: PathBuf,
    file: Option<BufWriter<File>>,
}

impl WholeFile {
    fn create(path: &Path) -> io::Result<Self> {
        let mut name = std::ffi::OsString::from(".");
        name.push(
            path.file_name().ok_or_else(|| io::Error::other("the name of the output is no file name"))?,
        );
        name.push(format!(".{}.part", std::process::id()));
        let temporary = path.with_file_name(name);
        let file = Some(BufWriter::new(File::create(&temporary)?));
        Ok(Self { path: path.to_owned(), temporary, file })
    }

    fn writer(&mut self) -> &mut BufWriter<File> {
        self.file.as_mut().expect("the file is open until it is put in place")
    }

    fn put_in_place(mut self) -> io::Result<()> {
        if let Some(file) = self.file.take() {
            file.into_inner().map_err(io::IntoInnerError::into_error)?;
        }
        fs::rename(&self.temporary, &self.path)
    }
}

/// Replaces the file at `path`, or makes it; it keeps its permissions, and where it is a link, so does its target.
pub(super) fn write_file(path: &Path, contents: &[u8]) -> io::Result<()> {
    let real = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let mut file = WholeFile::create(&real)?;
    if let Ok(meta) = fs::metadata(&real) {
        fs::set_permissions(&file.temporary, meta.permissions())?;
    }
    file.writer().write_all(contents)?;
    file.put_in_place()
}

impl Drop for WholeFile {
    fn drop(&mut self) {
        // After the renaming there is nothing to remove; before it, what is there is of no use.
        let _ = fs::remove_file(&self.temporary);
    }
}

/// Writes `text` to `out`, or whole into the file at `path`.
pub(super) fn write_text(text: &str, path: Option<&Path>, out: &mut dyn Write) -> Result<(), Failure> {
    let Some(path) = path else { return Ok(out.write_all(text.as_bytes())?) };
    let whole = || -> io::Result<()> {
        let mut file = WholeFile::create(path)?;
        file.writer().write_all(text.as_bytes())?;
        file.put_in_place()
    };
    whole().map_err(|e| Failure::Usage(format!("`{}` cannot be written: {e}", path.display())))
}

enum Target<'a> {
    Stream(&'a mut dyn Write),
    File(WholeFile),
    /// The two parts of the name around `{}`.
    Each(String, String),
}

/// Takes solutions and writes them where they belong.
pub(super) struct Destination<'a> {
    model: &'a Model,
    style: Style,
    writer: SolutionWriter<'a>,
    target: Target<'a>,
    /// Every solution is sent on at once.
    flush: bool,
    number: u64,
    /// The first two boards.
    pair: Pair,
    failure: Option<Failure>,
}

impl<'a> Destination<'a> {
    /// For solutions of `model`, to `path` where one is given, else to `out`.
    pub fn new(
        model: &'a Model,
        style: Style,
        path: Option<&Path>,
        out: &'a mut dyn Write,
        flush: bool,
    ) -> Result<Self, Failure> {
        let writer = SolutionWriter::new(model, style).map_err(|e| Failure::usage(e.to_string()))?;
        let target = match path {
            None => Target::Stream(out),
            Some(path) => match path.to_string_lossy().split_once("{}") {
                Some((before, after)) => Target::Each(before.to_owned(), after.to_owned()),
                None => {
                    let refused = |e| Failure::Usage(format!("`{}` cannot be written: {e}", path.display()));
                    Target::File(WholeFile::create(path).map_err(refused)?)
                }
            },
        };
        Ok(Self { model, style, writer, target, flush, number: 0, pair: Pair::default(), failure: None })
    }

    fn write(&mut self, shown: &Shown) -> Result<(), Failure> {
        self.number += 1;
        self.pair.note(&shown.diagram);
        let failed = |error| match error {
            WriteError::Io(error) => Failure::Io(error),
            WriteError::Unfit(unfit) => Failure::Usage(unfit.to_string()),
        };
        match &mut self.target {
            Target::Stream(out) => self.writer.solution(*out, shown).map_err(failed)?,
            Target::File(file) => self.writer.solution(file.writer(), shown).map_err(failed)?,
            Target::Each(before, after) => {
                let mut file = WholeFile::create(Path::new(&format!("{before}{}{after}", self.number)))?;
                let mut writer =
                    SolutionWriter::new(self.model, self.style).map_err(|e| Failure::usage(e.to_string()))?;
                writer.solution(file.writer(), shown).map_err(failed)?;
                writer.finish(file.writer())?;
                file.put_in_place()?;
            }
        }
        if let (true, Target::Stream(out)) = (self.flush, &mut self.target) {
            out.flush()?;
        }
        Ok(())
    }

    /// The first two boards, taken out.
    pub fn take_pair(&mut self) -> Pair {
        std::mem::take(&mut self.pair)
    }

    /// The boards of the JSON object, an array as text.
    pub fn take_boards(&mut self) -> String {
        self.writer.take_boards()
    }

    /// Writes `last` (the JSON object) and whatever is left, and puts the file in place.
    pub fn finish(mut self, last: Option<&Object>) -> Result<(), Failure> {
        if let Some(failure) = self.failure {
            return Err(failure);
        }
        let mut end = |out: &mut dyn Write| -> io::Result<()> {
            self.writer.finish(out)?;
            last.map_or(Ok(()), |last| writeln!(out, "{last}"))
        };
        match self.target {
            Target::Stream(out) => end(out)?,
            Target::Each(..) => {}
            Target::File(mut file) => {
                end(file.writer())?;
                file.put_in_place()?;
            }
        }
        Ok(())
    }

    /// What went wrong on the way, which explains why the run ended.
    pub fn failure(&mut self) -> Option<Failure> {
        self.failure.take()
    }
}

impl Show for Destination<'_> {
    fn solution(&mut self, shown: &Shown) -> ControlFlow<()> {
        match self.write(shown) {
            Ok(()) => ControlFlow::Continue(()),
            Err(failure) => {
                self.failure = Some(failure);
                ControlFlow::Break(())
            }
        }
    }
}
