//! Helpers that read specs and check their expectations.

use nauck::model::Model;
use nauck::model::check::{Overrides, Spec};
use nauck::run::{Discard, Outcome, Request, Verdict, examine, requests_for, run};
use nauck::text::{LoadError, Loader, Source, Sources};
use std::fs;
use std::path::{Path, PathBuf};

/// Root folder of the project.
pub fn project() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Files below a folder with the extension `ending`, sorted by path.
pub fn files_below(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|e| e == ending) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// Loads includes relative to the including file.
struct Beside;

impl Loader for Beside {
    fn load(&self, path: &str, from: &str) -> Result<Source, LoadError> {
        let path = Path::new(from).parent().unwrap_or(Path::new("")).join(path);
        let text = fs::read_to_string(&path).map_err(|_| LoadError::Missing)?;
        Ok(Source { name: path.to_string_lossy().into(), text: text.into() })
    }
}

/// Reads `text` as a spec in a file `name`.
///
/// # Errors
/// Syntax errors and faults of includes, as text.
pub fn spec_of(text: &str, name: &str, loader: &dyn Loader) -> Result<Spec, String> {
    let mut sources = Sources::new();
    let root = sources.add(Source { name: name.into(), text: text.into() });
    let (spec, syntax, model) = Spec::read(&mut sources, root, loader);
    if syntax.is_empty() && model.is_empty() {
        Ok(spec)
    } else {
        Err(format!("{name}: {syntax:?} {model:?}"))
    }
}

/// Reads a spec from a file.
pub fn spec_at(path: &Path) -> Spec {
    let text = fs::read_to_string(path).expect("a readable file");
    spec_of(&text, &path.to_string_lossy(), &Beside).expect("a sound spec")
}

/// Model of `spec` for these parameter values.
pub fn model_with(spec: &Spec, values: &[(&str, i64)]) -> Model {
    let overrides: Overrides = values.iter().map(|&(name, value)| (name.into(), value)).collect();
    match spec.model(&overrides) {
        Ok((model, _)) => model,
        Err(faults) => panic!("{faults:?}"),
    }
}

/// Runs `model` with `request`.
pub fn outcome(model: &Model, request: &Request) -> Outcome {
    run(model, request, &Default::default(), &mut Discard).unwrap_or_else(|e| panic!("{e}"))
}

/// Checks the spec's expectations for each setting of the parameters that `keep` accepts. Returns the failures, as text,
/// and the number of expectations checked.
pub fn failures(spec: &Spec, keep: &dyn Fn(&Overrides) -> bool) -> (Vec<String>, usize) {
    let mut failed = Vec::new();
    let mut seen = 0;
    for setting in spec.expectation_settings().into_iter().filter(|s| keep(s)) {
        let (model, _) = match spec.model(&setting) {
            Ok(model) => model,
            Err(faults) => {
                failed.push(format!("{setting:?}: {faults:?}"));
                continue;
            }
        };
        let outcomes: Vec<Outcome> = requests_for(&model).iter().map(|r| outcome(&model, r)).collect();
        for expect in &model.expects {
            seen += 1;
            let verdicts = outcomes.iter().map(|outcome| examine(&expect.what, outcome));
            match verdicts.fold(Verdict::Undecided, |a, b| if a == Verdict::Undecided { b } else { a }) {
                Verdict::Holds => {}
                verdict => failed.push(format!("{setting:?}: {:?} {verdict:?}", expect.what)),
            }
        }
    }
    (failed, seen)
}

/// Asserts that a spec or part is sound and that its expectations hold. Returns the number of expectations.
pub fn hold(name: &str, spec: &Spec, keep: &dyn Fn(&Overrides) -> bool) -> usize {
    if spec.is_part() {
        assert_eq!(spec.check_part(), [], "{name}");
        return 0;
    }
    model_with(spec, &[]);
    let (failed, seen) = failures(spec, keep);
    assert!(failed.is_empty(), "{name}:\n{}", failed.join("\n"));
    seen
}
