//! How much each engine takes: of a fixed list of specs, so many must be admitted as once were, so that no engine
//! passes its tests by declining. What it takes and estimates to be cheap, it must answer as the spec expects.

use super::specs::{files_below, project, spec_at};
use nauck::engine::{ENGINES, Engine};
use nauck::ground::ground;
use nauck::model::Model;
use nauck::run::{Discard, Verdict, examine, job, request_for, run};

/// By engine: how many it must take.
///
/// `local` takes large boards only, which none of these is; its own tests have some. `highs` takes nothing until a
/// library is named, and it and `cadical` are only there where their features are on.
const FLOORS: &[(&str, usize)] = &[
    ("masks", 145),
    ("frontier", 76),
    ("local", 0),
    ("cover", 145),
    ("milp", 32),
    ("highs", 0),
    ("sat", 154),
    ("cadical", 154),
    ("oracle", 119),
];

/// A bid above this is not called in. Steps are of about ten nanoseconds.
const CHEAP: f64 = 1e6;

/// So many nodes are enough for what is cheap; where they are not, the expectation stays open.
const NODES: u64 = 20_000;

/// Of every example one or two settings near its first.
fn models() -> Vec<(String, Model)> {
    let mut models = Vec::new();
    for path in files_below(&project().join("examples"), "puz") {
        let spec = spec_at(&path);
        let settings = if spec.is_part() { Vec::new() } else { spec.expectation_settings() };
        for setting in settings.iter().take(4).skip(settings.len().saturating_sub(2).min(2)) {
            // One that is refused is the business of the test of examples.
            if let Ok((model, _)) = spec.model(setting) {
                models.push((format!("{} {setting:?}", path.display()), model));
            }
        }
    }
    models
}

/// Whether the engine takes the model's own question; what is cheap is run.
fn takes(engine: &'static dyn Engine, name: &str, model: &Model) -> bool {
    let Some(mut request) = request_for(model) else { return false };
    let grounded = ground(model, request.translations).expect("within the limits");
    let Ok(bid) = engine.admit(&job(&grounded.problem, &request)) else { return false };
    if bid.cost <= CHEAP {
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
