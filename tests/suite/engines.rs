//! Coverage of each engine: it must admit at least a fixed number of the example specs, so no engine passes its tests by
//! declining jobs. It must answer the jobs that it estimates to be cheap as their specs expect.

use super::specs::{files_below, project, spec_at};
use nauck::engine::{ENGINES, Engine};
use nauck::ground::ground;
use nauck::model::Model;
use nauck::run::{Discard, Verdict, examine, job, requests_for, run};

/// Minimum number of admitted jobs for each engine.
///
/// `local` admits large boards only, and has its own tests. `lattice` admits only what it excludes. `highs` admits nothing until a library is named. `highs` and
/// `cadical` exist only with their features.
const FLOORS: &[(&str, usize)] = &[
    ("routes", 8),
    ("masks", 145),
    ("lattice", 1),
    ("frontier", 76),
    ("local", 0),
    ("cover", 145),
    ("milp", 32),
    ("highs", 0),
    ("sat", 154),
    ("cadical", 154),
    ("oracle", 119),
];

/// Maximum estimated cost of a job that is run, in steps of about ten nanoseconds.
const CHEAP: f64 = 1e6;

/// Node limit for cheap jobs. A job that reaches it leaves its expectations undecided.
const NODES: u64 = 20_000;

/// Models of every example, for one or two of its first settings.
fn models() -> Vec<(String, Model)> {
    let mut models = Vec::new();
    for path in files_below(&project().join("examples"), "puz") {
        let spec = spec_at(&path);
        let settings = if spec.is_part() { Vec::new() } else { spec.expectation_settings() };
        for setting in settings.iter().take(4).skip(settings.len().saturating_sub(2).min(2)) {
            // The test of the examples reports settings that are refused.
            if let Ok((model, _)) = spec.model(setting) {
                models.push((format!("{} {setting:?}", path.display()), model));
            }
        }
    }
    models
}

/// Returns true if the engine admits the model's own query; runs the query if it is cheap.
fn takes(engine: &'static dyn Engine, name: &str, model: &Model) -> bool {
    let Some(mut request) = requests_for(model).pop() else { return false };
    let grounded = ground(model, request.up_to()).expect("within the limits");
    let Ok(prepared) = engine.admit(&job(&grounded, &request)) else { return false };
    if prepared.bid().cost <= CHEAP {
        request.engine = Some(engine.name().to_owned());
        request.limits.nodes = Some(NODES);
        let outcome = run(model, &request, &Default::default(), &mut Discard).expect("no fault");
        for expect in &model.expects {
            let verdict = examine(&expect.what, &outcome);
            assert!(!matches!(verdict, Verdict::Fails(_)), "{} on {name}: {verdict:?}", engine.name());
        }
    }
    true
}

#[test]
fn engines_take_what_they_took() {
    let models = models();
    let mut taken = Vec::new();
    for &engine in ENGINES {
        let number = models.iter().filter(|(name, model)| takes(engine, name, model)).count();
        taken.push((engine.name(), number));
    }
    let floor = |name: &str| FLOORS.iter().find(|(n, _)| *n == name).map_or(usize::MAX, |f| f.1);
    assert!(taken.iter().all(|&(name, n)| n >= floor(name)), "of {}: {taken:?}", models.len());
}
