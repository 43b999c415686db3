//! The `puzzle` command: an exit code.

use std::process::ExitCode;

fn main() -> ExitCode {
    nauck::cli::main()
}
