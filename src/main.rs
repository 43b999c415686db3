//! The `puzzle` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    nauck::cli::main()
}
