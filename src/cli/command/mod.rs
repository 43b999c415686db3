//! One file per command.

mod bfile;
pub(super) mod check;
pub(super) mod completions;
pub(super) mod explain;
pub(super) mod export;
pub(super) mod fmt;
pub(super) mod help;
pub(super) mod highlight;
pub(super) mod man;
pub(super) mod new;
pub(super) mod pieces;
mod records;
pub(super) mod run;
pub(super) mod shard;
pub(super) mod show;
pub(super) mod sweep_table;
pub(super) mod test;
pub(super) mod trace;
pub(super) mod verify;
mod verify_certificate;
