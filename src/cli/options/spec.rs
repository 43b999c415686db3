//! The spec of a command.

use clap::Args;
use std::path::PathBuf;

/// A spec and one setting of its parameters.
#[derive(Debug, Args)]
pub(in crate::cli) struct SpecArgs {
    /// Spec file; `-` for standard input
    pub file: PathBuf,
    /// Set a parameter
    #[arg(short, long = "param", value_name = "NAME=VALUE")]
    pub params: Vec<String>,
}

/// Options for reading a spec.
#[derive(Debug, Args)]
pub(in crate::cli) struct ReadArgs {
    /// Allow includes from outside the folder of the spec
    #[arg(long)]
    pub allow_outside: bool,
}
