//! Worksheets written to a file: the format from its name, one file or one for each page.

use super::exit::Failure;
use super::inputs::Inputs;
use super::options::extension;
use super::output::{refuse_bytes, unwritten, write_file};
use super::streams::Streams;
use crate::report::{PictureFormat, SheetDocument, SheetFormat, SheetLayout, Worksheet, worksheet};
use std::path::{Path, PathBuf};

/// Returns the format that was asked for, or else that of the file's extension; HTML without one.
pub(super) fn format_of(asked: Option<SheetFormat>, path: Option<&Path>) -> Result<SheetFormat, Failure> {
    let extension = extension(path);
    match (asked, path) {
        (Some(format), _) => Ok(format),
        (None, None) => Ok(SheetFormat::Html),
        (None, Some(_)) if extension.is_empty() => Ok(SheetFormat::Html),
        (None, Some(_)) => SheetFormat::of_extension(&extension).ok_or_else(|| {
            Failure::Usage(format!(
                "a worksheet is written as html, svg or pdf, not as `{extension}`; name it with --format"
            ))
        }),
    }
}

/// Lays out worksheets and writes them; refuses to overwrite a file of a spec.
pub(super) fn write_sheets(
    sheets: &[Worksheet],
    layout: &SheetLayout,
    format: SheetFormat,
    path: Option<&Path>,
    inputs: &Inputs,
    streams: &mut Streams<'_>,
) -> Result<(), Failure> {
    let name = path.map(|p| p.to_string_lossy().into_owned()).unwrap_or_default();
    let halves = name.split_once("{}");
    if halves.is_some() && format != SheetFormat::Svg {
        return Err(Failure::usage(
            "`{}` in the name of a worksheet is about SVG, which has a file for each page",
        ));
    }
    let write = |path: &Path, bytes: &[u8]| {
        inputs.spare(path)?;
        write_file(path, bytes).map_err(|e| unwritten(path, &e))
    };
    match (worksheet(sheets, layout, format, halves.is_some()), path, halves) {
        (SheetDocument::Pages(pages), _, Some((before, after))) => {
            for (i, page) in pages.iter().enumerate() {
                write(&PathBuf::from(format!("{before}{}{after}", i + 1)), page.as_bytes())?;
            }
            Ok(())
        }
        (SheetDocument::Whole(bytes), Some(path), _) => write(path, &bytes),
        (SheetDocument::Whole(bytes), None, _) => {
            if format == SheetFormat::Pdf {
                refuse_bytes(Some(PictureFormat::Png), streams.is_watched)?;
            }
            Ok(streams.out.write_all(&bytes)?)
        }
        (SheetDocument::Pages(_), _, None) => unreachable!("pages are apart only if the name has `{{}}`"),
    }
}
