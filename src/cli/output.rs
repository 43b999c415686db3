//! Destinations of solutions: standard output, a file that appears only when complete, or one file per solution.

use super::exit::Failure;
use super::expectations::Pair;
use super::inputs::Inputs;
use super::streams::Streams;
use crate::model::Model;
use crate::model::check::Overrides;
use crate::report::{Format, Object, Page, PictureFormat, SolutionWriter, Style, WriteError, WrittenBoards};
use crate::run::{PresentedSolution, Show};
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

/// A file that is written under a temporary name and renamed when complete. A device or a pipe is written to directly.
#[derive(Debug)]
struct WholeFile {
    path: PathBuf,
    temporary: Option<PathBuf>,
    file: Option<BufWriter<File>>,
}

impl WholeFile {
    fn create(path: &Path) -> io::Result<Self> {
        if fs::metadata(path).is_ok_and(|meta| !meta.is_file() && !meta.is_dir()) {
            let file = Some(BufWriter::new(OpenOptions::new().write(true).open(path)?));
            return Ok(Self { path: path.to_owned(), temporary: None, file });
        }
        let mut name = std::ffi::OsString::from(".");
        name.push(path.file_name().ok_or_else(|| io::Error::other("the output path has no file name"))?);
        name.push(format!(".{}.part", std::process::id()));
        let temporary = path.with_file_name(name);
        let file = Some(BufWriter::new(File::create(&temporary)?));
        Ok(Self { path: path.to_owned(), temporary: Some(temporary), file })
    }

    fn writer(&mut self) -> &mut BufWriter<File> {
        self.file.as_mut().expect("the file is open until it is put in place")
    }

    fn put_in_place(mut self) -> io::Result<()> {
        if let Some(file) = self.file.take() {
            file.into_inner().map_err(io::IntoInnerError::into_error)?;
        }
        self.temporary.as_ref().map_or(Ok(()), |temporary| fs::rename(temporary, &self.path))
    }
}

/// Creates or replaces the file at `path`. Keeps permissions and owner, and follows a link to its target. Refuses a file
/// without write permission even if its folder would allow replacing it.
pub(super) fn write_file(path: &Path, contents: &[u8]) -> io::Result<()> {
    let real = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let old = fs::metadata(&real).ok();
    if let Some(old) = &old {
        if old.permissions().readonly() {
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, "it is write-protected"));
        }
        OpenOptions::new().append(true).open(&real)?;
    }
    let mut file = WholeFile::create(&real)?;
    if let (Some(old), Some(temporary)) = (&old, &file.temporary) {
        keep_owner(old, temporary)?;
        fs::set_permissions(temporary, old.permissions())?;
    }
    file.writer().write_all(contents)?;
    file.put_in_place()
}

/// Copies owner and group from `old` to `new`.
#[cfg(unix)]
fn keep_owner(old: &fs::Metadata, new: &Path) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, chown};
    let own = fs::metadata(new)?;
    if (own.uid(), own.gid()) == (old.uid(), old.gid()) {
        return Ok(());
    }
    let other = |_| io::Error::new(io::ErrorKind::PermissionDenied, "it belongs to another user or group");
    chown(new, Some(old.uid()), Some(old.gid())).map_err(other)
}

#[cfg(not(unix))]
fn keep_owner(_: &fs::Metadata, _: &Path) -> io::Result<()> {
    Ok(())
}

impl Drop for WholeFile {
    fn drop(&mut self) {
        // Fails after the rename, when there is nothing to remove.
        if let Some(temporary) = &self.temporary {
            let _ = fs::remove_file(temporary);
        }
    }
}

/// Writes a complete file with `write`, or standard output without a path. Refuses to write a PNG to a terminal.
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
    let refused = |e| unwritten(path, &e);
    let mut file = WholeFile::create(path).map_err(refused)?;
    write(file.writer()).and_then(|()| file.put_in_place()).map_err(refused)
}

/// Writes `text` to a complete file, or to standard output without a path.
pub(super) fn write_text(path: Option<&Path>, text: &str, streams: &mut Streams<'_>) -> Result<(), Failure> {
    write_whole(path, streams, None, |out| out.write_all(text.as_bytes()))
}

/// Refuses to write a PNG to a terminal.
pub(super) fn refuse_bytes(picture: Option<PictureFormat>, is_watched: bool) -> Result<(), Failure> {
    if picture == Some(PictureFormat::Png) && is_watched {
        return Err(Failure::usage("a terminal cannot show a PNG; write it to a file with `-o board.png`"));
    }
    Ok(())
}

/// Failure for a file that could not be written.
pub(super) fn unwritten(path: &Path, error: &io::Error) -> Failure {
    Failure::Usage(format!("`{}` cannot be written: {error}", path.display()))
}

/// Output after the solutions.
pub(super) enum Ending {
    Nothing,
    Object(Object),
    /// Text and tables of a page.
    Page(Page),
    /// Records of numbers, in place of solutions.
    Records(String),
}

enum Target<'a> {
    Stream(&'a mut dyn Write),
    File(WholeFile),
    /// One file per solution: the name before and after `{}`.
    Each(String, String),
}

/// Writes solutions to their destination.
pub(super) struct Destination<'a> {
    model: &'a Model,
    style: Style,
    writer: SolutionWriter<'a>,
    target: Target<'a>,
    /// Input files, which must not be overwritten.
    inputs: &'a Inputs,
    /// Flush after every solution.
    flush: bool,
    number: u64,
    pair: Pair,
    failure: Option<Failure>,
}

impl<'a> Destination<'a> {
    /// Writes solutions of `model` to `path` if given, else to `out`.
    pub fn new(
        model: &'a Model,
        style: Style,
        (path, inputs): (Option<&Path>, &'a Inputs),
        out: &'a mut dyn Write,
        flush: bool,
    ) -> Result<Self, Failure> {
        let writer = SolutionWriter::new(model, style).map_err(|e| Failure::usage(e.to_string()))?;
        let target = match path {
            None => Target::Stream(out),
            Some(path) => match path.to_string_lossy().split_once("{}") {
                Some((before, after)) => Target::Each(before.to_owned(), after.to_owned()),
                None => Target::File(WholeFile::create(path).map_err(|e| unwritten(path, &e))?),
            },
        };
        Ok(Self {
            model,
            style,
            writer,
            target,
            inputs,
            flush,
            number: 0,
            pair: Pair::default(),
            failure: None,
        })
    }

    /// See [`SolutionWriter::of_setting`].
    pub fn of_setting(mut self, setting: Overrides, is_first: bool) -> Self {
        self.writer = self.writer.of_setting(setting, is_first);
        self
    }

    fn write(&mut self, shown: &PresentedSolution) -> Result<(), Failure> {
        self.number += 1;
        self.pair.note(&shown.diagram);
        match &mut self.target {
            Target::Stream(out) => self.writer.solution(*out, shown).map_err(failed)?,
            Target::File(file) => {
                let written = self.writer.solution(file.writer(), shown);
                written.map_err(|e| failed_at(&file.path, e))?;
            }
            Target::Each(before, after) => {
                let path = PathBuf::from(format!("{before}{}{after}", self.number));
                self.inputs.spare(&path)?;
                let refused = |e| unwritten(&path, &e);
                let failed = |e| failed_at(&path, e);
                let mut file = WholeFile::create(&path).map_err(refused)?;
                let mut writer =
                    SolutionWriter::new(self.model, self.style).map_err(|e| Failure::usage(e.to_string()))?;
                writer.solution(file.writer(), shown).map_err(failed)?;
                writer.finish(file.writer(), None).map_err(failed)?;
                if self.style.format == Format::Json {
                    writeln!(file.writer(), "{{{}}}", writer.take_boards()).map_err(refused)?;
                }
                file.put_in_place().map_err(refused)?;
            }
        }
        if let (true, Target::Stream(out)) = (self.flush, &mut self.target) {
            out.flush()?;
        }
        Ok(())
    }

    /// Takes the first two boards.
    pub fn take_pair(&mut self) -> Pair {
        std::mem::take(&mut self.pair)
    }

    /// Takes the boards of the JSON object.
    pub fn take_boards(&mut self) -> WrittenBoards {
        self.writer.take_boards()
    }

    /// Writes the ending and any pending output, and renames the file into place.
    pub fn finish(mut self, ending: Ending) -> Result<(), Failure> {
        if let Some(failure) = self.failure {
            return Err(failure);
        }
        let (object, page) = match &ending {
            Ending::Nothing | Ending::Records(_) => (None, None),
            Ending::Object(object) => (Some(object), None),
            Ending::Page(page) => (None, Some(page.clone())),
        };
        let end = |out: &mut dyn Write| -> Result<(), WriteError> {
            if let Ending::Records(text) = &ending {
                return Ok(out.write_all(text.as_bytes())?);
            }
            self.writer.finish(out, page)?;
            object.map_or(Ok(()), |object| Ok(writeln!(out, "{object}")?))
        };
        match self.target {
            Target::Stream(out) => end(out).map_err(failed)?,
            Target::Each(..) => {}
            Target::File(mut file) => {
                let path = file.path.clone();
                end(file.writer()).map_err(|e| failed_at(&path, e))?;
                file.put_in_place().map_err(|e| unwritten(&path, &e))?;
            }
        }
        Ok(())
    }

    /// Takes the failure that ended the run.
    pub fn failure(&mut self) -> Option<Failure> {
        self.failure.take()
    }
}

/// Like [`failed`], for the file at `path`.
fn failed_at(path: &Path, error: WriteError) -> Failure {
    match error {
        WriteError::Io(error) => unwritten(path, &error),
        unfit => failed(unfit),
    }
}

fn failed(error: WriteError) -> Failure {
    match error {
        WriteError::Io(error) => Failure::Io(error),
        WriteError::Unfit(unfit) => Failure::Usage(unfit.to_string()),
    }
}

impl Show for Destination<'_> {
    fn solution(&mut self, shown: &PresentedSolution) -> ControlFlow<()> {
        match self.write(shown) {
            Ok(()) => ControlFlow::Continue(()),
            Err(failure) => {
                self.failure = Some(failure);
                ControlFlow::Break(())
            }
        }
    }
}
