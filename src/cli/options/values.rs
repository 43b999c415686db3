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

/// Format of steps, one after another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum StepFormat {
    /// Text
    Text,
    /// A self-contained page with buttons, for a screen
    Html,
    /// One JSON object
    Json,
    /// A picture that every viewer draws, as SVG
    Svg,
    /// A picture, as PNG
    Png,
    /// A LaTeX document that draws it
    Tikz,
}

impl StepFormat {
    /// Returns the format that was asked for, or else that of the file's extension.
    pub fn of(asked: Option<Self>, json: bool, path: Option<&Path>) -> Self {
        let by_name = || match &*extension(path) {
            "html" | "htm" => Self::Html,
            "json" => Self::Json,
            "svg" => Self::Svg,
            "png" => Self::Png,
            "tex" => Self::Tikz,
            _ => Self::Text,
        };
        if json { Self::Json } else { asked.unwrap_or_else(by_name) }
    }

    /// Returns the format of the picture, if it is one.
    pub fn picture(self) -> Option<PictureFormat> {
        match self {
            Self::Text | Self::Html | Self::Json => None,
            Self::Svg => Some(PictureFormat::Svg),
            Self::Png => Some(PictureFormat::Png),
            Self::Tikz => Some(PictureFormat::Tikz),
        }
    }
}

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
