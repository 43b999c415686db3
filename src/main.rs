//! The `puzzle` command: an exit code.

fn main() {}
