//! Where solutions go: standard output, a file that appears only when it is whole, or a file for each.

use super::exit::Failure;
use super::rivals::Pair;
use super::streams::Streams;
use crate::model::Model;
use crate::report::{Format, Object, Page, PictureFormat, SolutionWriter, Style, WriteError};
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

/// Writes a file whole: `write` puts its content into what it is handed. A stream where there is no path; there, bytes that
/// are no text are refused if somebody watches.
pub(super) fn write_whole(
    path: Option<&Path>,
    streams: &mut Streams<'_>,
    picture: Option<PictureFormat>,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), Failure> {
    let Some(path) = path else {
        refuse_bytes(picture, streams.is_watched)?;
        return Ok(write(&mut *streams.out)?);
    };
    let refused = |e| refused(path, &e);
    let mut file = WholeFile::create(path).map_err(refused)?;
    write(file.writer()).and_then(|()| file.put_in_place()).map_err(refused)
}

/// PNG is nothing for a terminal.
pub(super) fn refuse_bytes(picture: Option<PictureFormat>, is_watched: bool) -> Result<(), Failure> {
    if picture == Some(PictureFormat::Png) && is_watched {
        return Err(Failure::usage(
            "a PNG is no text for a terminal; write it to a file with `-o board.png`",
        ));
    }
    Ok(())
}

fn refused(path: &Path, error: &io::Error) -> Failure {
    Failure::Usage(format!("`{}` cannot be written: {error}", path.display()))
}

/// What ends the output, besides the solutions.
pub(super) enum Ending {
    /// Nothing.
    Nothing,
    /// The JSON object.
    Object(Object),
    /// What a page says.
    Page(Page),
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
                None => Target::File(WholeFile::create(path).map_err(|e| refused(path, &e))?),
            },
        };
        Ok(Self { model, style, writer, target, flush, number: 0, pair: Pair::default(), failure: None })
    }

    fn write(&mut self, shown: &Shown) -> Result<(), Failure> {
        self.number += 1;
        self.pair.note(&shown.diagram);
        match &mut self.target {
            Target::Stream(out) => self.writer.solution(*out, shown).map_err(failed)?,
            Target::File(file) => self.writer.solution(file.writer(), shown).map_err(failed)?,
            Target::Each(before, after) => {
                let path = PathBuf::from(format!("{before}{}{after}", self.number));
                let refused = |e| refused(&path, &e);
                let mut file = WholeFile::create(&path).map_err(refused)?;
                let mut writer =
                    SolutionWriter::new(self.model, self.style).map_err(|e| Failure::usage(e.to_string()))?;
                writer.solution(file.writer(), shown).map_err(failed)?;
                writer.finish(file.writer(), None).map_err(failed)?;
                if self.style.format == Format::Json {
                    writeln!(file.writer(), "{{\"boards\":{}}}", writer.take_boards()).map_err(refused)?;
                }
                file.put_in_place().map_err(refused)?;
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

    /// Writes what ends the output and whatever is left, and puts the file in place.
    pub fn finish(mut self, ending: Ending) -> Result<(), Failure> {
        if let Some(failure) = self.failure {
            return Err(failure);
        }
        let (object, page) = match ending {
            Ending::Nothing => (None, None),
            Ending::Object(object) => (Some(object), None),
            Ending::Page(page) => (None, Some(page)),
        };
        let end = |out: &mut dyn Write| -> Result<(), Failure> {
            self.writer.finish(out, page).map_err(failed)?;
            object.map_or(Ok(()), |object| Ok(writeln!(out, "{object}")?))
        };
        match self.target {
            Target::Stream(out) => end(out)?,
            Target::Each(..) => {}
            Target::File(mut file) => {
                end(file.writer())?;
                let path = file.path.clone();
                file.put_in_place().map_err(|e| refused(&path, &e))?;
            }
        }
        Ok(())
    }

    /// What went wrong on the way, which explains why the run ended.
    pub fn failure(&mut self) -> Option<Failure> {
        self.failure.take()
    }
}

fn failed(error: WriteError) -> Failure {
    match error {
        WriteError::Io(error) => Failure::Io(error),
        WriteError::Unfit(unfit) => Failure::Usage(unfit.to_string()),
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
