//! Values of options that are given by name.

use crate::report::PictureFormat;
use clap::ValueEnum;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use std::path::Path;

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum ColorMode {
    Auto,
    Always,
    Never,
}

/// Format of a picture, or `None` for text. (With the plain name `Option`, clap would make the argument optional.)
pub(in crate::cli) type TextOrPicture = std::option::Option<PictureFormat>;

/// Returns the extension of a file name in lower case; empty without one.
pub(in crate::cli) fn extension(path: Option<&Path>) -> String {
    let extension = path.and_then(Path::extension);
    extension.map(|e| e.to_string_lossy().to_lowercase()).unwrap_or_default()
}

/// Returns the format that was asked for, or else that of the file's extension.
pub(in crate::cli) fn text_or_picture(asked: Option<TextOrPicture>, path: Option<&Path>) -> TextOrPicture {
    asked.unwrap_or_else(|| PictureFormat::of_extension(&extension(path)))
}

/// Parses one of these values by name; each has a line of help.
pub(in crate::cli) fn named<T: Copy + Send + Sync>(
    all: &'static [(T, &'static str, &'static str)],
) -> impl TypedValueParser<Value = T> {
    let possible = all.iter().map(|&(_, name, help)| PossibleValue::new(name).help(help));
    PossibleValuesParser::new(possible).map(|given| {
        let found = all.iter().find(|(_, name, _)| *name == given);
        found.expect("the parser lets only these names through").0
    })
}
