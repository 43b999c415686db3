//! Text of a spec: any text gives a model or diagnostics, and rendered diagnostics contain no control characters.

use nauck::diag::{Diagnostic, RenderStyle, from_lint, from_model, from_syntax, render, to_json};
use nauck::geometry::Shape;
use nauck::ground::ground;
use nauck::lint::lints;
use nauck::model::check::{Overrides, Spec};
use nauck::model::{Diagram, Model, RuleBody, Shapes, UpTo, judge};
use nauck::report::{DisplayStyle, draw_position};
use nauck::syntax::highlight::shades;
use nauck::syntax::lexer::tokens;
use nauck::text::{LoadError, Loader, Source, Sources, is_hidden};

/// Separator of the files of an input.
const NEXT_FILE: char = '\u{1f}';
/// Maximum number of diagnostics to render; all are converted to JSON.
const DRAWN: usize = 12;

/// Checks the property for one or more files: the first is read, and can include the others as `1.puz`, `2.puz`.
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
            assert!(!(errors.is_empty() && told.is_empty()), "no model, and no diagnostic");
            told.extend(errors.iter().map(|e| from_model(e, &sources)));
        }
    }
    are_fit_to_be_shown(&told, &sources);
}

/// The files of an input.
pub struct Files<'a>(pub Vec<&'a str>);

impl Files<'_> {
    /// Returns the file with this number; 0 is the root.
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

/// Draws, judges and grounds a model if it is small.
fn is_used(model: &Model) {
    let instances = |body: &RuleBody| match body {
        RuleBody::Compare(instances) => instances.len(),
        RuleBody::Either(disjunctions) => disjunctions.len(),
        RuleBody::Runs(lines) => lines.len(),
        RuleBody::NoAttacks(pairs) => pairs.len(),
        RuleBody::EachGroup(groups) => groups.len(),
        RuleBody::Pair { .. } | RuleBody::Symmetric(_) | RuleBody::Route(_) => 1,
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
    let rows = draw_position(model, DisplayStyle::default());
    assert!(!matches!(model.board.shape(), Shape::Box { .. }) || !rows.is_empty());
    judge(model, &Diagram::default());
    // A model too large for one problem is an error, which is correct.
    if let Ok(grounded) = ground(model, UpTo::default()) {
        assert!(grounded.diagram(&[]).placements().is_empty());
    }
}
