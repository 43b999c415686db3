//! Every diagnostic code has a page and every page a code; a page's wrong example gives its code, the right one no message.

use super::specs::{files_below, project};
use nauck::diag::{Diagnostic, Severity, codes, from_lint, from_model, from_syntax, page};
use nauck::lint::lints;
use nauck::model::check::{Overrides, Spec};
use nauck::text::{LoadError, Loader, Source, Sources};
use std::collections::BTreeSet;
use std::fs;

/// Function that creates a text.
type Maker = fn() -> String;

/// Codes whose smallest example is too large for a page or is not a text, with a function that creates one if possible.
const WITHOUT_EXAMPLE: &[(&str, Option<Maker>)] = &[
    ("run::no_solution", None),
    ("certificate::malformed", None),
    ("certificate::differs", None),
    ("certificate::unproved", None),
    ("syntax::source_too_large", Some(|| "#".repeat(1_000_001))),
    ("syntax::too_many_statements", Some(|| "use a\n".repeat(20_001))),
    ("syntax::statement_too_long", Some(|| format!("use a{}", ", a".repeat(50_001)))),
    ("syntax::too_many_operators", Some(|| format!("count a = 1{}", " + 1".repeat(1_001)))),
    ("syntax::word_too_long", Some(|| format!("use {}", "a".repeat(201)))),
    ("syntax::picture_too_large", Some(|| format!("board \"\"\"\n{}\n\"\"\"", ".".repeat(1_001)))),
    ("syntax::too_many_errors", Some(|| "bord\n".repeat(300))),
    ("syntax::too_involved", None),
    ("spec::board_sides", None),
    ("spec::include_depth", None),
    ("spec::unknown_override", None),
    ("run::expectation_failed", None),
    ("run::given", None),
    ("cli::more", None),
    ("cli::usage", None),
    ("cli::internal", None),
];

/// Loader with the single file `mine.puz`.
struct Alone<'t>(&'t str);

impl Loader for Alone<'_> {
    fn load(&self, path: &str, _from: &str) -> Result<Source, LoadError> {
        match path {
            "mine.puz" => Ok(Source { name: "mine.puz".into(), text: self.0.into() }),
            _ => Err(LoadError::Missing),
        }
    }
}

/// All diagnostics of a text.
fn said(text: &str) -> Vec<Diagnostic> {
    let mut sources = Sources::new();
    let root = sources.add(Source { name: "mine.puz".into(), text: text.into() });
    let (spec, syntax, faults) = Spec::read(&mut sources, root, &Alone(text));
    let mut all: Vec<Diagnostic> = syntax.iter().map(|e| from_syntax(e, &sources)).collect();
    all.extend(faults.iter().map(|e| from_model(e, &sources)));
    match spec.model(&Overrides::new()) {
        Ok((model, warnings)) => {
            all.extend(warnings.iter().map(|e| from_model(e, &sources)));
            // Lints run only on specs without errors.
            if all.iter().any(|d| d.severity == Severity::Error) {
                return all;
            }
            all.extend(lints(&spec, &model, &sources).iter().map(|l| from_lint(l, &sources)));
        }
        Err(faults) => all.extend(faults.iter().map(|e| from_model(e, &sources))),
    }
    all
}

/// Code blocks of a page that are marked `mark`.
fn blocks(page: &str, mark: &str) -> Vec<String> {
    let opening = format!("```{mark}\n");
    page.split(&opening)
        .skip(1)
        .map(|rest| rest.split("\n```").next().unwrap_or_default().to_owned())
        .collect()
}

/// All diagnostic codes in the source of the program.
fn emitted() -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for path in files_below(&project().join("src"), "rs") {
        let text = fs::read_to_string(&path).expect("text");
        let code = text.find("#[cfg(test)]\nmod ").map_or(&*text, |end| &text[..end]);
        let lines: String = code.lines().filter(|l| !l.trim_start().starts_with("//")).collect();
        for word in lines.split('"').skip(1).step_by(1) {
            let is_code =
                ["syntax::", "spec::", "lint::", "run::", "cli::", "certificate::"].iter().any(|p| {
                    word.strip_prefix(p).is_some_and(|name| {
                        !name.is_empty() && name.chars().all(|c| c.is_ascii_lowercase() || c == '_')
                    })
                });
            if is_code {
                found.insert(word.to_owned());
            }
        }
    }
    found
}

#[test]
fn every_code_has_a_page_and_every_page_a_code() {
    let pages: Vec<&str> = codes().iter().map(|c| c.0).collect();
    let written: BTreeSet<String> = pages.iter().map(|c| (*c).to_owned()).collect();
    assert_eq!(written.len(), pages.len(), "a code has two pages");
    assert_eq!(written, emitted());
    assert!(written.len() > 110, "{}", written.len());
    for (code, summary) in codes() {
        assert!(summary.ends_with('.') && summary.len() < 110, "{code}: {summary}");
    }
}

#[test]
fn examples_of_pages_are_what_they_say() {
    let mut wrongs = String::new();
    for (code, _) in codes() {
        let page = page(code).expect("a page");
        let (wrong, right) = (blocks(page, "wrong"), blocks(page, "right"));
        if WITHOUT_EXAMPLE.iter().any(|(c, _)| *c == code) {
            assert!(
                wrong.is_empty() && right.is_empty(),
                "{code} has an example; remove it from WITHOUT_EXAMPLE"
            );
            continue;
        }
        assert!(wrong.len() == 1 && right.len() == 1, "{code} needs one wrong and one right example");
        let given: Vec<&str> = said(&wrong[0]).iter().map(|d| d.code).collect();
        if given.first() != Some(&code) || given.iter().any(|g| *g != code) {
            wrongs += &format!("{code}: the wrong example gives {given:?}\n");
        }
        let given: Vec<String> =
            said(&right[0]).iter().map(|d| format!("{} {}", d.code, d.message)).collect();
        if !given.is_empty() {
            wrongs += &format!("{code}: the right example gives {given:?}\n");
        }
    }
    assert!(wrongs.is_empty(), "{wrongs}");
}

#[test]
fn limits_give_their_codes() {
    for (code, text) in WITHOUT_EXAMPLE {
        if let Some(text) = text {
            let given: Vec<&str> = said(&text()).iter().map(|d| d.code).collect();
            assert!(given.contains(code), "{code}: {:?}", &given[..given.len().min(3)]);
        }
    }
}

/// Lints report nothing for the specs of the project and of the shared folder next to it.
#[test]
fn no_lint_without_need() {
    let mut seen = 0;
    for folder in ["examples", "tests/specs", "src/cli/starters", "../shared/specs"] {
        let folder = project().join(folder);
        if !folder.is_dir() {
            continue;
        }
        for path in files_below(&folder, "puz") {
            let mut sources = Sources::new();
            let text = fs::read_to_string(&path).expect("text");
            let root = sources.add(Source { name: path.to_string_lossy().into(), text: text.into() });
            let (spec, ..) = Spec::read(&mut sources, root, &Beside);
            let Ok((model, _)) = spec.model(&Overrides::new()) else { continue };
            let found = lints(&spec, &model, &sources);
            assert!(found.is_empty(), "{}: {found:?}", path.display());
            seen += 1;
        }
    }
    assert!(seen > 100, "{seen}");
}

struct Beside;

impl Loader for Beside {
    fn load(&self, path: &str, from: &str) -> Result<Source, LoadError> {
        let path = std::path::Path::new(from).with_file_name(path);
        let text = fs::read_to_string(&path).map_err(|_| LoadError::Missing)?;
        Ok(Source { name: path.to_string_lossy().into(), text: text.into() })
    }
}
