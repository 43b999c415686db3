//! Numbers as records, for `csv` and `jsonl`: the parameters of a sweep, then the counts. With `find number by` there is one
//! record per value.

use crate::model::check::Overrides;
use crate::report::{Format, counted, status_name};
use crate::run::{Outcome, Request};
use serde_json::{Map, Value, json};

/// Text of the records of `outcome`; `has_heading`: start `csv` with the names of the columns.
pub(super) fn records(
    format: Format,
    setting: &Overrides,
    request: &Request,
    outcome: &Outcome,
    has_heading: bool,
) -> String {
    let (columns, rows) = table(request, outcome);
    let mut text = String::new();
    let mut line = |words: Vec<String>| {
        text.push_str(&words.join(","));
        text.push('\n');
    };
    if format == Format::Jsonl {
        rows.iter().for_each(|row| line(vec![object(setting, &columns, row).to_string()]));
        return text;
    }
    if has_heading {
        let names = setting.iter().map(|(name, _)| name.to_string());
        line(names.chain(columns.iter().map(|&name| name.to_owned())).collect());
    }
    for row in rows {
        line(setting.iter().map(|(_, value)| value.to_string()).chain(row).collect());
    }
    text
}

fn table(request: &Request, outcome: &Outcome) -> (Vec<&'static str>, Vec<Vec<String>>) {
    let status = status_name(outcome.status());
    if let Some(by) = outcome.by() {
        let row = |(value, n): (&i64, &num_bigint::BigUint)| {
            vec![value.to_string(), n.to_string(), status.to_owned()]
        };
        return (vec!["value", counted(outcome), "status"], by.iter().map(row).collect());
    }
    let (mut columns, mut row) = (vec!["solutions"], vec![outcome.count().to_string()]);
    if request.needs_orbits() {
        columns.push("orbits");
        row.push(outcome.orbits().map_or_else(String::new, |table| table.total().to_string()));
    }
    if outcome.has_objective() {
        let best: Vec<String> = outcome.best().unwrap_or_default().iter().map(ToString::to_string).collect();
        columns.push("optimum");
        row.push(best.join(" "));
    }
    columns.push("status");
    row.push(status.to_owned());
    (columns, vec![row])
}

fn object(setting: &Overrides, columns: &[&str], row: &[String]) -> Value {
    let mut object = Map::new();
    if !setting.is_empty() {
        let params = setting.iter().map(|(name, value)| (name.to_string(), json!(value)));
        object.insert("params".to_owned(), Value::Object(params.collect()));
    }
    object.extend(columns.iter().zip(row).map(|(name, value)| ((*name).to_owned(), json!(value))));
    Value::Object(object)
}
