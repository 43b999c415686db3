//! `puzzle verify`: solutions against the spec by the literal rules alone. No engine, no grounding.

use super::verify_certificate::verify_certificate;
use crate::cli::args::VerifyArgs;
use crate::cli::diagnose::Report;
use crate::cli::exit::{Exit, Failure};
use crate::cli::streams::Streams;
use crate::cli::{files, load, sweep};
use crate::model::{Diagram, Model, judge, objective_values};
use crate::report::{parse_board, parse_coords};
use serde_json::Value;

/// A file of solutions may be larger than a spec.
pub(super) const MAX_SOLUTIONS: usize = 1 << 30;

pub(in crate::cli) fn verify(args: &VerifyArgs, streams: &mut Streams<'_>) -> Result<Exit, Failure> {
    if let Some(certificate) = &args.certificate {
        return verify_certificate(certificate, args, streams);
    }
    let (Some(file), Some(solutions)) = (&args.file, &args.solutions) else {
        return Err(Failure::usage("a spec and its solutions are needed, or --certificate"));
    };
    let loaded = load::read(file, args.read.allow_outside, None, Report::Text)?;
    let shown = solutions.to_string_lossy();
    let text = files::read_text(solutions, MAX_SOLUTIONS)
        .map_err(|error| Failure::Usage(files::words(&shown, &error)))?;
    let mut setting = sweep::one_setting(&args.params, &loaded.spec.parameter_names())?;
    if setting.is_empty() {
        setting = params_of(&text, &loaded.spec.parameter_names());
    }
    let model = loaded.model(&setting, streams)?;
    let diagrams = read_all(&model, &text).map_err(|words| Failure::Usage(format!("{shown}: {words}")))?;
    let mut wrong = 0usize;
    for (i, diagram) in diagrams.iter().enumerate() {
        let violations = judge(&model, diagram);
        wrong += usize::from(!violations.is_empty());
        for violation in violations {
            let place = violation.span.map(|span| {
                let source = loaded.sources.get(span.source);
                format!(" ({}, line {})", source.name, source.position(span.start as usize).line)
            });
            writeln!(streams.err, "solution {}: {}{}", i + 1, violation.message, place.unwrap_or_default())?;
        }
    }
    let mut distinct = diagrams.clone();
    distinct.sort();
    distinct.dedup();
    let repeated = diagrams.len() - distinct.len();
    if wrong > 0 || repeated > 0 || !args.quiet {
        let repeats = if repeated > 0 { format!(", {repeated} repeated") } else { String::new() };
        let words = optimality(&model, &diagrams);
        let (kept, all) = (diagrams.len() - wrong, diagrams.len());
        writeln!(streams.out, "{kept} of {all} keep every rule{repeats}{words}")?;
    }
    Ok(if wrong > 0 || repeated > 0 { Exit::Failed } else { Exit::Done })
}

/// With an objective: the values reached. Whether they are optimal only a search can tell.
fn optimality(model: &Model, diagrams: &[Diagram]) -> String {
    if model.objectives.is_empty() || diagrams.is_empty() {
        return String::new();
    }
    let mut values: Vec<Vec<i64>> = diagrams.iter().map(|d| objective_values(model, d)).collect();
    values.sort();
    values.dedup();
    let text = |v: &Vec<i64>| v.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    let values = match values.as_slice() {
        [one] => format!("value {}", text(one)),
        [first, .., last] => format!("values from {} to {}", text(first), text(last)),
        [] => String::new(),
    };
    format!("; {values}; that it is optimal is not checked")
}

/// The parameters that a JSON object of `run` names, so that they need not be given again.
fn params_of(text: &str, known: &[std::sync::Arc<str>]) -> crate::model::check::Overrides {
    let first: Option<Value> = text.lines().next().and_then(|line| serde_json::from_str(line).ok());
    let params = first.as_ref().and_then(|v| v["params"].as_object());
    let named = |name: &std::sync::Arc<str>| Some((name.clone(), params?.get(&**name)?.as_i64()?));
    known.iter().filter_map(named).collect()
}

/// Every solution of the text: JSON objects with `boards` or `board`, or lines of coordinates.
fn read_all(model: &Model, text: &str) -> Result<Vec<Diagram>, String> {
    let mut diagrams = Vec::new();
    for (i, line) in text.lines().enumerate().filter(|(_, l)| !l.trim().is_empty()) {
        let at = |words: String| format!("line {}: {words}", i + 1);
        if line.trim_start().starts_with('{') {
            let value: Value = serde_json::from_str(line).map_err(|e| at(e.to_string()))?;
            let boards = match (&value["boards"], &value["board"]) {
                (Value::Array(boards), _) => boards.as_slice(),
                (_, board @ Value::Array(_)) => std::slice::from_ref(board),
                _ => return Err(at("the object has neither `board` nor `boards`".to_owned())),
            };
            for board in boards {
                diagrams.push(parse_board(model, board).map_err(at)?);
            }
        } else {
            diagrams.push(parse_coords(model, line).map_err(at)?);
        }
    }
    Ok(diagrams)
}
