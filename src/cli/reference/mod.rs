//! The commands about the command line itself, all generated from its definition: completion scripts, help, manual pages.

pub(super) mod completions;
pub(super) mod help;
pub(super) mod man;
