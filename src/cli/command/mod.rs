//! One file or folder per command: its arguments, then the function that runs it. `export` also names the parts of a model
//! for certificates, and `verify` hands certificates to `verify_certificate` and boards to be
//! marked to `verify_mark`.

pub(super) mod check;
pub(super) mod explain;
pub(super) mod export;
pub(super) mod fmt;
pub(super) mod grade;
pub(super) mod highlight;
pub(super) mod hint;
pub(super) mod import;
pub(super) mod lsp;
pub(super) mod make;
pub(super) mod new;
pub(super) mod oeis;
pub(super) mod pieces;
pub(super) mod repair;
pub(super) mod rules;
pub(super) mod run;
pub(super) mod shard;
pub(super) mod sheet;
pub(super) mod show;
pub(super) mod steps;
pub(super) mod studio;
pub(super) mod test;
pub(super) mod trace;
pub(super) mod verify;
mod verify_certificate;
mod verify_mark;
