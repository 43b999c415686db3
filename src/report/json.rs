//! The JSON object of a run: keys in a fixed order, documented with the command.

use crate::model::{Diagram, Model};
use crate::run::{Outcome, Status};
use crate::text::is_hidden;
use serde_json::{Map, Value, json};

/// A board: per placement its kind and the cells it covers.
pub(super) fn board(model: &Model, diagram: &Diagram) -> Value {
    let placement = |p: &crate::model::Placement| {
        let kind = model.kind(p.kind).name.to_string();
        std::iter::once(kind).chain(p.cells.iter().map(|&c| model.board.cell_name(c))).collect::<Vec<_>>()
    };
    json!(diagram.placements().iter().map(placement).collect::<Vec<_>>())
}

fn texts(values: &[i64]) -> Vec<String> {
    values.iter().map(ToString::to_string).collect()
}

/// The object of a run; `boards` where boards were asked for.
pub fn object(model: &Model, file: &str, outcome: &Outcome, boards: Option<Vec<Value>>) -> Value {
    let mut object = Map::new();
    let mut set = |key: &str, value: Value| {
        object.insert(key.to_owned(), value);
    };
    set("schema", json!(1));
    set("puzzle", json!(model.title.as_deref()));
    set("file", json!(file));
    let params = model.params.iter().map(|(name, value)| (name.to_string(), json!(value)));
    set("params", Value::Object(params.collect()));
    let status = match outcome.status() {
        Status::Complete => "complete",
        Status::Limit(_) => "limit",
        Status::Interrupted => "interrupted",
    };
    set("status", json!(status));
    set("satisfiable", json!(outcome.satisfiable()));
    if outcome.has_objective() {
        set("optimum", json!(outcome.best().map(texts)));
        set("optimal", json!(outcome.is_optimal()));
        if !outcome.is_optimal() && !outcome.bound().is_empty() {
            set("bound", json!(texts(outcome.bound())));
        }
    }
    set("solutions", json!(outcome.count().to_string()));
    set("complete", json!(outcome.is_exhausted()));
    if let Some(by) = outcome.by() {
        let rows: Vec<_> = by.iter().map(|(value, n)| [value.to_string(), n.to_string()]).collect();
        set("by", json!(rows));
    }
    if let Some(table) = outcome.orbits() {
        set("orbits", json!(table.total().to_string()));
        set("orbit_sizes", json!(table.rows().map(|(size, n)| json!([size, number(n)])).collect::<Vec<_>>()));
    }
    if let Some(boards) = boards {
        set("boards", Value::Array(boards));
    }
    set("engine", json!(outcome.engine()));
    set("plan", plan(outcome));
    set("stats", stats(outcome));
    Value::Object(object)
}

fn plan(outcome: &Outcome) -> Value {
    let offers = outcome.plan().offers().iter().enumerate();
    let offers =
        offers.map(|(i, o)| json!({"engine": o.engine.name(), "chosen": i == 0, "cost": o.bid.cost}));
    let refusals = outcome.plan().refusals().iter();
    let refusals = refusals.map(|r| json!({"engine": r.engine, "chosen": false, "declined": r.reason}));
    Value::Array(offers.chain(refusals).collect())
}

fn stats(outcome: &Outcome) -> Value {
    let mut stats = Map::new();
    // Microseconds are as exact as a clock is believed.
    let seconds = outcome.took().as_micros() as f64 / 1e6;
    stats.insert("seconds".to_owned(), json!(seconds));
    stats.insert("nodes".to_owned(), json!(outcome.nodes()));
    stats.insert("threads".to_owned(), json!(outcome.threads()));
    for (name, value) in outcome.more() {
        stats.insert((*name).to_owned(), json!(value));
    }
    Value::Object(stats)
}

/// The value on one line. Characters that a terminal might obey, or that turn the direction of text, are written by their
/// codes, which JSON reads back as the same.
pub fn json_text(value: &Value) -> String {
    let mut out = String::new();
    for c in value.to_string().chars() {
        if is_hidden(c) {
            let mut units = [0; 2];
            out.extend(c.encode_utf16(&mut units).iter().map(|unit| format!("\\u{unit:04x}")));
        } else {
            out.push(c);
        }
    }
    out
}

/// A number where it fits 64 bits, decimal text where not.
fn number(n: &num_bigint::BigUint) -> serde_json::Value {
    u64::try_from(n).map_or_else(|_| json!(n.to_string()), |n| json!(n))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hidden_characters_are_written_by_their_codes() {
        let value = json!({ "puzzle": "a\u{202e}b\u{e0041}\n\"é" });
        let text = json_text(&value);
        assert_eq!(text, r#"{"puzzle":"a\u202eb\udb40\udc41\n\"é"}"#);
        assert_eq!(serde_json::from_str::<Value>(&text).expect("JSON"), value);
    }
}
