//! The intended solution: the givens, clues and rules that it breaks.

use super::parts::Part;
use crate::desk::make::{MakeError, Script, Workbench};
use crate::model::{Diagram, Fact, KindId, Model, Placement, RuleBody, Shapes, judge, value};
use crate::run::{Demand, only};
use crate::text::{SourceId, Span};

/// A part of the spec that the intended solution breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misfit {
    pub span: Span,
    /// The rule or given that is broken, in words.
    pub message: String,
    /// True for a given or clue, which can be dropped.
    pub is_part: bool,
    /// Text for its place with which it would hold.
    pub write: Option<String>,
}

/// Returns the intended solution, if it is stated.
///
/// # Errors
/// If it has pieces that cover several cells, or lines, of which the picture does not say which.
pub fn diagram_of(model: &Model) -> Result<Option<Diagram>, MakeError> {
    let Some(intended) = &model.intended else { return Ok(None) };
    let is_point = |kind: KindId| model.kind(kind).shapes == Shapes::Point;
    if !model.routes.is_empty() || !intended.node.iter().all(|(_, kind)| is_point(*kind)) {
        let words = "`intended` can only show pieces that cover one cell, on a board without routes";
        return Err(MakeError::Unwritable(words.to_owned()));
    }
    let placed = intended.node.iter().map(|&(cell, kind)| Placement::point(kind, cell));
    Ok(Some(Diagram::new(placed)))
}

/// Returns everything that the intended solution breaks.
///
/// # Errors
/// If a text with another clue cannot be read.
pub fn misfits(
    model: &Model,
    bench: &Workbench<'_>,
    script: &Script,
    intended: &Diagram,
) -> Result<Vec<Misfit>, MakeError> {
    let mut misfits = Vec::new();
    for violation in judge(&only(model, &Part::rules(model)), intended) {
        let Some(span) = violation.span else { continue };
        misfits.push(Misfit { span, message: violation.message, is_part: false, write: None });
    }
    for part in Part::all(model) {
        if let Some(violation) = judge(&only(model, &part.demands), intended).into_iter().next() {
            let write = rewritten(script, model, bench, &part, intended)?;
            misfits.push(Misfit { span: part.span, message: violation.message, is_part: true, write });
        }
    }
    Ok(misfits)
}

/// Returns the text in place of a given or clue with which it holds on `solution`, if it can be told.
pub(super) fn rewritten(
    script: &Script,
    model: &Model,
    bench: &Workbench<'_>,
    part: &Part,
    solution: &Diagram,
) -> Result<Option<String>, MakeError> {
    // Spans apply only to the text as the author wrote it.
    if part.span.source != SourceId(0) || script.is_changed() {
        return Ok(None);
    }
    let text = match part.demands.as_slice() {
        [Demand::Given(fact)] => given_text(model, model.facts[*fact], part.span, script, solution),
        [Demand::Clue(rule, mark)] => clue_text(model, *rule, *mark, script, solution),
        _ => None,
    };
    let Some(text) = text else { return Ok(None) };
    let range = part.span.range();
    let whole = script.text();
    let changed = format!("{}{text}{}", &whole[..range.start], &whole[range.end..]);
    let Ok(changed) = bench.model(&changed) else { return Ok(None) };
    // The part holds if no rule or given at its place is broken.
    let broken = Part::all(&changed).into_iter().find(|p| p.span.start == part.span.start);
    let holds = broken.is_none_or(|p| judge(&only(&changed, &p.demands), solution).is_empty());
    Ok(holds.then_some(text))
}

/// A symbol of a picture becomes that of the piece on the cell.
fn given_text(model: &Model, fact: Fact, span: Span, script: &Script, solution: &Diagram) -> Option<String> {
    let (Fact::Holds(cell, ..) | Fact::Empty(cell, _)) = fact;
    let before = match fact {
        Fact::Holds(_, kind, _) => model.kind(kind).symbol,
        Fact::Empty(..) => '-',
    };
    let is_symbol = script.text()[span.range()].chars().eq([before]);
    let now = solution.at(cell).map_or('-', |p| model.kind(p.kind).symbol);
    (is_symbol && now != before).then(|| now.to_string())
}

/// A number becomes the one at which its comparison holds.
fn clue_text(model: &Model, rule: usize, mark: Span, script: &Script, solution: &Diagram) -> Option<String> {
    let number: i64 = script.text()[mark.range()].parse().ok()?;
    let part = only(model, &[Demand::Clue(rule, mark)]);
    let RuleBody::Compare(instances) = &part.rules.first()?.body else { return None };
    let excess = value(&part, solution, &instances.first()?.left);
    Some(number.checked_add(excess)?.to_string())
}
