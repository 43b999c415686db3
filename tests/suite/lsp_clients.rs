//! `puzzle lsp` with the clients of real editors: Neovim, and the protocol library of VS Code on node. `tests/lsp/run` looks for
//! them and runs these tests.

use super::specs::project;
use std::process::Command;

fn run(command: &mut Command) {
    let output = command
        .current_dir(project().join("tests/lsp"))
        .env("PUZZLE", env!("CARGO_BIN_EXE_puzzle"))
        .output()
        .expect("the client runs");
    let said = [output.stdout, output.stderr].concat();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&said));
}

#[test]
#[ignore = "needs Neovim"]
fn neovim_shows_diagnostics_and_hovers() {
    let args = ["--headless", "-u", "NONE", "-i", "NONE", "-n", "-c", "luafile neovim.lua"];
    run(Command::new("nvim").args(args));
}

#[test]
#[ignore = "needs node and the packages of tests/lsp"]
fn the_protocol_library_of_vs_code_agrees() {
    run(Command::new("node").arg("client.mjs"));
}

#[test]
#[ignore = "needs node and the packages of tests/lsp"]
fn the_tokenizer_of_vs_code_reads_the_grammar() {
    run(Command::new("node").arg("grammar.mjs"));
}
