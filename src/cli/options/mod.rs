//! Options that several commands share, as groups that clap flattens into the arguments of each: the spec (`spec`), the
//! question (`question`), the form of the output (`output`), the resources of a search (`solve`); and values that are given
//! by name (`values`). The options that only one command has are in the file of that command.

mod output;
mod question;
mod solve;
mod spec;
mod values;

pub(super) use output::{OutputArgs, ProgressMode};
pub(super) use question::{QuestionArgs, counting};
pub(super) use solve::{SolveArgs, TimeArgs};
pub(super) use spec::{ReadArgs, SpecArgs};
pub(super) use values::{ColorMode, StepFormat, TextOrPicture, extension, named, text_or_picture};
