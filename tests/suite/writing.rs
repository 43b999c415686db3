//! Commands for authors of specs, run as a user would: formatting in place, starters, completion scripts and manual pages.

use super::command::{self, puzzle_reading as puzzle};
use super::specs::{files_below, project};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("text")
}

fn folder(name: &str) -> PathBuf {
    command::folder("writing", name)
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut names: Vec<String> =
        entries.map(|e| e.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

const COMMANDS: &[&str] = &[
    "run",
    "rules",
    "sheet",
    "lsp",
    "studio",
    "check",
    "explain",
    "export",
    "hint",
    "steps",
    "grade",
    "trace",
    "test",
    "shard",
    "show",
    "verify",
    "pieces",
    "fmt",
    "highlight",
    "import",
    "oeis",
    "make",
    "repair",
    "new",
    "completions",
    "man",
    "help",
];

#[test]
fn files_are_laid_out_in_place() {
    let folder = folder("fmt");
    let (good, bad, faulty) = (folder.join("good.puz"), folder.join("sub/bad.puz"), folder.join("wrong.puz"));
    fs::create_dir_all(folder.join("sub")).expect("a folder");
    fs::write(&good, "board 4 x 4\n").expect("a file");
    fs::write(&bad, "board  4x4 # c\nuse king").expect("a file");
    fs::write(&faulty, "bord 4x4\n").expect("a file");
    let all = folder.to_str().expect("a name");
    let check = puzzle(&["fmt", "--check", all], "");
    assert_eq!(check.status.code(), Some(2));
    assert!(out(&check).contains("    1 - board  4x4 # c\n    1 + board 4 x 4  # c\n"), "{}", out(&check));
    assert!(String::from_utf8_lossy(&check.stderr).contains("syntax::unknown_statement"));
    assert_eq!(fs::read_to_string(&bad).expect("text"), "board  4x4 # c\nuse king");
    let written = puzzle(&["fmt", all], "");
    assert_eq!(written.status.code(), Some(2), "one file has a fault");
    assert_eq!(out(&written), format!("{}: formatted\n", bad.display()));
    assert_eq!(fs::read_to_string(&bad).expect("text"), "board 4 x 4  # c\nuse king\n");
    assert_eq!(fs::read_to_string(&faulty).expect("text"), "bord 4x4\n");
    assert_eq!(names(&folder), ["good.puz", "sub", "wrong.puz"]);
    assert_eq!(names(&folder.join("sub")), ["bad.puz"]);
    fs::remove_file(&faulty).expect("a file");
    assert_eq!(puzzle(&["fmt", "--check", all], "").status.code(), Some(0));
    fs::write(&good, "board 4x4").expect("a file");
    assert_eq!(puzzle(&["fmt", "--check", "-q", all], "").status.code(), Some(1));
}

#[cfg(unix)]
#[test]
fn links_and_permissions_stay() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder("links");
    let (real, link) = (folder.join("real.puz"), folder.join("link.puz"));
    fs::write(&real, "board 4x4").expect("a file");
    fs::set_permissions(&real, fs::Permissions::from_mode(0o640)).expect("permissions");
    std::os::unix::fs::symlink("real.puz", &link).expect("a link");
    assert!(puzzle(&["fmt", link.to_str().expect("a name")], "").status.success());
    assert!(fs::symlink_metadata(&link).expect("a link").is_symlink());
    assert_eq!(fs::read_to_string(&real).expect("text"), "board 4 x 4\n");
    assert_eq!(fs::metadata(&real).expect("a file").permissions().mode() & 0o777, 0o640);
}

#[test]
fn standard_input_is_laid_out() {
    assert_eq!(out(&puzzle(&["fmt", "-"], "board 4x4")), "board 4 x 4\n");
    let check = puzzle(&["fmt", "--check", "-"], "board 4x4\n");
    assert_eq!((check.status.code(), out(&check).lines().count()), (Some(1), 3));
    let faulty = puzzle(&["fmt", "-"], "bord 4x4");
    assert_eq!((faulty.status.code(), out(&faulty).as_str()), (Some(2), ""));
}

#[test]
fn starters_hold_what_they_expect() {
    let list = out(&puzzle(&["new"], ""));
    let kinds: Vec<&str> = list.lines().filter_map(|l| l.split_whitespace().next()).collect();
    let files = files_below(&project().join("src/cli/starters"), "puz");
    assert_eq!(kinds.len(), files.len());
    for kind in kinds {
        let text = out(&puzzle(&["new", kind], ""));
        assert!(text.contains("\nexpect ") && text.starts_with('#'), "{kind}");
        for args in [&["check", "--deny-warnings", "-q", "-"][..], &["fmt", "--check", "-"], &["test", "-"]] {
            let output = puzzle(args, &text);
            let said = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{kind} {args:?}: {}{said}", out(&output));
        }
    }
    assert_eq!(puzzle(&["new", "suduko"], "").status.code(), Some(2));
}

#[test]
fn scripts_of_shells_name_every_command() {
    for shell in ["bash", "zsh", "fish", "powershell"] {
        let script = out(&puzzle(&["completions", shell], ""));
        for command in COMMANDS {
            assert!(script.contains(command), "{shell} lacks {command}");
        }
        assert!(script.contains("deny-warnings"), "{shell}");
    }
}

#[cfg(unix)]
#[test]
fn the_script_for_bash_is_read_by_it() {
    let path = folder("bash").join("puzzle.bash");
    fs::write(&path, puzzle(&["completions", "bash"], "").stdout).expect("a file");
    // Skipped if bash is not installed.
    if let Ok(status) = Command::new("bash").arg("-n").arg(&path).status() {
        assert!(status.success());
    }
}

#[test]
fn manual_pages_are_there_for_every_command() {
    let first = out(&puzzle(&["man"], ""));
    assert!(first.contains(".TH puzzle 1"), "{first:.200}");
    let folder = folder("man");
    assert!(puzzle(&["man", folder.to_str().expect("a name")], "").status.success());
    let steps = ["plan", "run", "merge", "script"].map(|s| format!("puzzle-shard-{s}.1"));
    let mut wanted: Vec<String> = COMMANDS.iter().map(|c| format!("puzzle-{c}.1")).collect();
    wanted.extend(steps);
    wanted.push("puzzle.1".to_owned());
    wanted.sort();
    assert_eq!(names(&folder), wanted);
    for command in COMMANDS {
        assert!(first.contains(&format!("puzzle\\-{command}")), "{command}");
        let page = fs::read_to_string(folder.join(format!("puzzle-{command}.1"))).expect("a page");
        assert!(page.contains(".SH SYNOPSIS"), "{command}");
    }
    assert_eq!(puzzle(&["man", "no/such/folder"], "").status.code(), Some(2));
}

#[test]
fn help_tells_of_commands_and_codes() {
    assert_eq!(out(&puzzle(&["help"], "")), out(&puzzle(&["--help"], "")));
    for command in COMMANDS {
        let help = out(&puzzle(&["help", command], ""));
        assert_eq!(help, out(&puzzle(&[command, "--help"], "")), "{command}");
        assert!(help.contains("Usage: puzzle "), "{command}");
    }
    let page = out(&puzzle(&["help", "spec::unknown"], ""));
    assert!(page.starts_with("spec::unknown\n") && page.contains("  wrong:\n    board"), "{page}");
    assert!(out(&puzzle(&["help", "codes"], "")).lines().count() > 110);
    let unknown = puzzle(&["help", "unknown_statment"], "");
    assert_eq!(unknown.status.code(), Some(2));
    let near = puzzle(&["help", "unknown_statement"], "");
    assert!(String::from_utf8_lossy(&near.stderr).contains("did you mean `syntax::unknown_statement`?"));
}

#[test]
fn warnings_are_denied_on_demand() {
    let text = "param n = 4\nboard 4 x 4\nuse rook\nno attacks\n";
    let check = puzzle(&["check", "-"], text);
    assert_eq!((check.status.code(), out(&check).as_str()), (Some(0), "-: sound, 1 warning\n"));
    assert!(String::from_utf8_lossy(&check.stderr).contains("lint::unused_parameter"));
    assert_eq!(puzzle(&["check", "--deny-warnings", "-"], text).status.code(), Some(2));
    let run = puzzle(&["run", "-", "--count"], text);
    assert_eq!(run.status.code(), Some(0));
    assert!(String::from_utf8_lossy(&run.stderr).contains("lint::unused_parameter"));
    assert!(puzzle(&["run", "-", "--count", "-q"], text).stderr.is_empty());
    let json = puzzle(&["check", "--json", "-"], text);
    let object: serde_json::Value = serde_json::from_slice(&json.stderr).expect("an object");
    let keys: Vec<&String> = object.as_object().expect("an object").keys().collect();
    assert_eq!(keys, ["code", "severity", "message", "labels", "help"]);
    assert_eq!(object["severity"], "warning");
}

#[test]
fn colours_are_of_the_asked_kind() {
    let text = "board 4 x 4  # <b>\n";
    assert_eq!(out(&puzzle(&["highlight", "-"], text)), text);
    assert!(
        out(&puzzle(&["highlight", "--format", "ansi", "-"], text)).starts_with("\x1b[1;34mboard\x1b[0m ")
    );
    assert!(out(&puzzle(&["highlight", "--color", "always", "-"], text)).contains("\x1b["));
    let page = out(&puzzle(&["highlight", "--format", "html", "-"], text));
    assert!(page.starts_with("<!DOCTYPE html>") && page.contains("&lt;b&gt;") && page.ends_with("</html>\n"));
}
