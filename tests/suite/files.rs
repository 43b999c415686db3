//! Output files: a command never overwrites its input, a failed write names the file, and several worksheets form one
//! document.

use super::certificates::{in_a_line, said};
use super::command::{self, puzzle};
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const QUEENS: &str = "include \"rules.puz\"\nboard 4 x 4\nuse queen\n";
const RULES: &str = "no attacks\ncount queen = 4\n";

/// Creates a folder with a spec, a file that it includes, and a symbolic and a hard link to the spec.
fn folder(name: &str) -> PathBuf {
    let folder = command::folder("files", name);
    fs::write(folder.join("q.puz"), QUEENS).expect("a file");
    fs::write(folder.join("rules.puz"), RULES).expect("a file");
    #[cfg(unix)]
    std::os::unix::fs::symlink("q.puz", folder.join("link.puz")).expect("a link");
    fs::hard_link(folder.join("q.puz"), folder.join("second.puz")).expect("a second name");
    folder
}

fn path(folder: &Path, name: &str) -> String {
    folder.join(name).to_str().expect("text").to_owned()
}

#[test]
fn no_output_is_an_input() {
    let folder = folder("inputs");
    let spec = path(&folder, "q.puz");
    let names = ["q.puz", "rules.puz", "second.puz", "../inputs/q.puz", "./rules.puz"];
    let links: &[&str] = if cfg!(unix) { &["link.puz"] } else { &[] };
    let mut tried = 0;
    for output in names.iter().chain(links).map(|name| path(&folder, name)) {
        let commands: [&[&str]; 10] = [
            &["run", &spec, "-o", &output],
            &["run", &spec, "--worksheet", &output],
            &["run", &spec, "--certify", &output],
            &["run", &spec, "--checkpoint", &output],
            &["run", &spec, "--resume", &output],
            &["show", &spec, "-o", &output],
            &["export", &spec, "--to", "cnf", "-o", &output],
            &["trace", &spec, "-o", &output],
            &["make", &spec, "-o", &output],
            &["shard", "plan", &spec, "--shards", "2", "-o", &output],
        ];
        for args in commands {
            let done = puzzle(args);
            assert_eq!(done.status.code(), Some(2), "{args:?}: {}", said(&done));
            assert!(in_a_line(&done).contains("would be overwritten"), "{args:?}: {}", said(&done));
            tried += 1;
        }
    }
    assert!(tried >= 50);
    let pieces = puzzle(&["pieces", &spec, "-o", &spec]);
    assert_eq!(pieces.status.code(), Some(2), "{}", said(&pieces));
    // Names made from a pattern, files written next to a certificate, one file for two outputs.
    fs::write(folder.join("s1.puz"), QUEENS).expect("a file");
    fs::write(folder.join("a.cnf"), QUEENS).expect("a file");
    let (first, formula) = (path(&folder, "s1.puz"), path(&folder, "a.cnf"));
    let (pattern, answer) = (path(&folder, "s{}.puz"), path(&folder, "a.json"));
    for args in [
        vec!["run", &first, "-o", &pattern],
        vec!["run", &formula, "--certify", &answer],
        vec!["run", &spec, "-o", &answer, "--worksheet", &answer],
        vec!["run", &spec, &first, "--worksheet", &first],
        vec!["run", &first, &spec, "--worksheet", &path(&folder, "rules.puz")],
    ] {
        let done = puzzle(&args);
        assert_eq!(done.status.code(), Some(2), "{args:?}: {}", said(&done));
    }
    let kept = [("q.puz", QUEENS), ("rules.puz", RULES), ("s1.puz", QUEENS), ("a.cnf", QUEENS)];
    for (name, text) in kept {
        assert_eq!(fs::read_to_string(folder.join(name)).expect("a file"), text, "{name}");
    }
    assert!(!folder.join("a.json").exists());
}

/// A failed write names the file; writing to a device does not replace it by a regular file.
#[cfg(unix)]
#[test]
fn a_full_disk_names_the_file() {
    let folder = folder("full");
    let full = Path::new("/dev/full");
    if !full.exists() {
        println!("there is no /dev/full: nothing was tested");
        return;
    }
    let spec = path(&folder, "q.puz");
    for args in [
        vec!["run", &spec, "-o", "/dev/full"],
        vec!["run", &spec, "--format", "svg", "-o", "/dev/full"],
        vec!["run", &spec, "-q", "--worksheet", "/dev/full"],
        vec!["export", &spec, "--to", "cnf", "-o", "/dev/full"],
    ] {
        let done = puzzle(&args);
        assert_eq!(done.status.code(), Some(2), "{args:?}: {}", said(&done));
        assert!(
            said(&done).contains("`/dev/full` cannot be written: No space left"),
            "{args:?}: {}",
            said(&done)
        );
    }
    assert!(!fs::metadata(full).expect("a device").is_file());
    let line = format!("'{}' run '{spec}' > /dev/full", env!("CARGO_BIN_EXE_puzzle"));
    let done = Command::new("sh").args(["-c", &line]).output().expect("a shell");
    assert_eq!(done.status.code(), Some(2));
    assert!(said(&done).contains("error: the output cannot be written: No space left"), "{}", said(&done));
}

#[cfg(unix)]
#[test]
fn a_protected_file_is_not_laid_out() {
    use std::os::unix::fs::PermissionsExt;
    let folder = command::folder("files", "protected");
    let file = folder.join("q.puz");
    fs::write(&file, "board   4 x 4\n").expect("a file");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o444)).expect("permissions");
    let name = file.to_str().expect("text");
    let done = puzzle(&["fmt", name]);
    assert_eq!(done.status.code(), Some(2), "{}", said(&done));
    assert!(in_a_line(&done).contains("cannot be written: it is write-protected"), "{}", said(&done));
    assert_eq!(fs::read_to_string(&file).expect("a file"), "board   4 x 4\n");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).expect("permissions");
    // Only root can change the owner of a file.
    let given = std::os::unix::fs::chown(&file, Some(65_534), Some(65_534)).is_ok();
    let done = puzzle(&["fmt", name]);
    assert_eq!(done.status.code(), Some(0), "{}", said(&done));
    let meta = fs::metadata(&file).expect("a file");
    assert_eq!(meta.permissions().mode() & 0o777, 0o640);
    if given {
        assert_eq!(std::os::unix::fs::MetadataExt::uid(&meta), 65_534);
    }
}

#[test]
fn several_worksheets_are_one_document() {
    let folder = folder("worksheets");
    let sheet = path(&folder, "sheet.html");
    let specs = ["tests/specs/queens.puz", "examples/genres/tents.puz", "tests/cli/files/six_queens.puz"];
    let args: Vec<&str> = ["run"].into_iter().chain(specs).chain(["-q", "--worksheet", &sheet]).collect();
    let done = puzzle(&args);
    assert_eq!(done.status.code(), Some(0), "{}", said(&done));
    let html = fs::read_to_string(&sheet).expect("a document");
    let sections: Vec<&str> = html.split("<section class=\"").skip(1).collect();
    let classes: Vec<&str> = sections.iter().map(|s| s.split(' ').next().expect("a class")).collect();
    assert_eq!(classes, ["puzzle", "puzzle", "puzzle", "answer", "answer", "answer"]);
    assert_eq!(html.matches("<!DOCTYPE html>").count(), 1);
}

#[test]
fn pictures_of_several_specs_are_refused() {
    let specs = ["tests/specs/queens.puz", "tests/cli/files/six_queens.puz"];
    for format in ["png", "svg", "html", "tikz"] {
        let done = puzzle(&["run", specs[0], specs[1], "--format", format]);
        assert_eq!(done.status.code(), Some(2));
        assert!(done.stdout.is_empty(), "{format}");
        assert!(said(&done).contains("a picture format takes one spec only"), "{}", said(&done));
    }
}

#[test]
fn titles_of_pictures_have_line_breaks() {
    let done = puzzle(&["run", "tests/cli/files/six_queens.puz", "--format", "svg"]);
    let text = String::from_utf8(done.stdout).expect("text");
    assert!(!text.contains("\\u{a}"), "{text}");
    let title = text.split("<title>").nth(1).and_then(|t| t.split("</title>").next()).expect("a title");
    assert_eq!(title.lines().count(), 4, "{title}");
}

/// `verify` compares the claims in the object of a run with its boards.
#[test]
fn claims_of_a_run_are_compared() {
    let folder = folder("claims");
    let file = path(&folder, "found.json");
    let check = |spec: &str, object: &Value| {
        fs::write(&file, format!("{object}\n")).expect("a file");
        puzzle(&["verify", spec, &file])
    };
    let queens = "tests/cli/files/six_queens.puz";
    let kings = "tests/cli/files/most_kings.puz";
    let runs: [(&str, &[&str]); 6] = [
        (queens, &[]),
        (queens, &["--up-to-symmetry"]),
        (queens, &["--orbits=members"]),
        (queens, &["--limit", "2"]),
        (kings, &[]),
        (kings, &["--first"]),
    ];
    for (spec, args) in runs {
        let all: Vec<&str> = ["run", spec, "--json"].iter().chain(args).copied().collect();
        let object: Value = serde_json::from_slice(&puzzle(&all).stdout).expect("an object");
        let sound = check(spec, &object);
        assert_eq!(sound.status.code(), Some(0), "{spec} {args:?}: {}", said(&sound));
        let mut wrongs = vec![("satisfiable", json!(false), "it says that no solution exists")];
        if spec == kings {
            wrongs.push(("optimum", json!(["5"]), "it claims the optimum 5, but has a board of value 4"));
        }
        if object["complete"] == true {
            wrongs.push(("solutions", json!("93"), "it says 93 solutions, but holds "));
        }
        for (key, value, words) in wrongs {
            let mut wrong = object.clone();
            wrong[key] = value;
            if key == "solutions" {
                wrong.as_object_mut().expect("an object").remove("orbits");
            }
            let done = check(spec, &wrong);
            assert_eq!(done.status.code(), Some(1), "{spec} {args:?} {key}: {}", said(&done));
            assert!(said(&done).contains(words), "{key}: {}", said(&done));
        }
    }
}
