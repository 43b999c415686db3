//! A text that is read as a spec: whatever it is, it gets a model or faults, and what is shown of the faults is fit to be
//! shown.

use nauck::diag::{Diagnostic, RenderStyle, from_lint, from_model, from_syntax, render, to_json};
use nauck::geometry::Shape;
use nauck::ground::ground;
use nauck::lint::lints;
use nauck::model::check::{Overrides, Spec};
use nauck::model::{Diagram, Model, RuleBody, Shapes, judge};
use nauck::report::{Look, draw_position};
use nauck::syntax::highlight::shades;
use nauck::syntax::lexer::tokens;
use nauck::text::{LoadError, Loader, Source, Sources, is_hidden};

/// Between the files of an input.
const NEXT_FILE: char = '\u{1f}';
/// Diagnostics that are drawn; all are made.
const DRAWN: usize = 12;

/// The property, for an input of one file or more: the first is read, the others can be included as `1.puz`, `2.puz`.
pub fn holds(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let files = Files(text.split(NEXT_FILE).collect());
    let root = files.0[0];
    assert_eq!(tokens(root).iter().map(|t| t.text(root)).collect::<String>(), root, "tokens are the text");
    assert_eq!(shades(root).iter().map(|s| s.1).collect::<String>(), root, "shades are the text");
    let mut sources = Sources::new();
    let id = sources.add(files.source(0));
    let (spec, syntax, faults) = Spec::read(&mut sources, id, &files);
    let mut told: Vec<Diagnostic> = syntax.iter().map(|e| from_syntax(e, &sources)).collect();
    told.extend(faults.iter().map(|e| from_model(e, &sources)));
    if spec.is_part() {
        told.extend(spec.check_part().iter().map(|e| from_model(e, &sources)));
    }
    match spec.model(&Overrides::new()) {
        Ok((model, warnings)) => {
            told.extend(warnings.iter().map(|e| from_model(e, &sources)));
            told.extend(lints(&spec, &model, &sources).iter().map(|l| from_lint(l, &sources)));
            if told.is_empty() {
                is_used(&model);
            }
        }
        Err(errors) => {
            assert!(!(errors.is_empty() && told.is_empty()), "no model, and nothing is said");
            told.extend(errors.iter().map(|e| from_model(e, &sources)));
        }
    }
    are_fit_to_be_shown(&told, &sources);
}

/// The files of an input.
pub struct Files<'a>(pub Vec<&'a str>);

impl Files<'_> {
    /// The file of that number; 0 is the one that is read.
    pub fn source(&self, number: usize) -> Source {
        Source { name: format!("{number}.puz").into(), text: self.0[number].into() }
    }
}

impl Loader for Files<'_> {
    fn load(&self, path: &str, _from: &str) -> Result<Source, LoadError> {
        let number = path.strip_suffix(".puz").and_then(|n| n.parse().ok()).ok_or(LoadError::Missing)?;
        if number < self.0.len() { Ok(self.source(number)) } else { Err(LoadError::Missing) }
    }
}

fn are_fit_to_be_shown(told: &[Diagnostic], sources: &Sources) {
    let objects = to_json(told, sources);
    assert_eq!(objects.as_array().map(Vec::len), Some(told.len()));
    let drawn = &told[..told.len().min(DRAWN)];
    for (unicode, width) in [(true, 80), (false, 30)] {
        let shown = render(drawn, sources, RenderStyle { color: false, unicode, width });
        assert!(!shown.contains(|c| c != '\n' && is_hidden(c)), "{shown:?}");
        assert!(drawn.iter().all(|d| shown.contains(d.code)), "{shown}");
    }
}

/// A model that is small is drawn, judged and grounded.
fn is_used(model: &Model) {
    let instances = |body: &RuleBody| match body {
        RuleBody::Compare(instances) => instances.len(),
        RuleBody::NoAttacks(pairs) => pairs.len(),
        RuleBody::Pair { .. } | RuleBody::Symmetric(_) => 1,
    };
    let shapes = |shapes: &Shapes| match shapes {
        Shapes::Point => 1,
        Shapes::Tile(shapes) => shapes.len(),
    };
    let small = model.board.len() <= 64
        && model.kinds.len() <= 8
        && model.kinds.iter().all(|k| shapes(&k.shapes) <= 8 && k.movement.rays().len() <= 32)
        && model.rules.iter().map(|r| instances(&r.body)).sum::<usize>() <= 300;
    if !small {
        return;
    }
    let rows = draw_position(model, Look::default());
    assert!(!matches!(model.board.shape(), Shape::Box { .. }) || !rows.is_empty());
    judge(model, &Diagram::default());
    // What is too large for one problem is an error, as it should be.
    if let Ok(grounded) = ground(model, false) {
        assert!(grounded.diagram(&[]).placements().is_empty());
    }
}
