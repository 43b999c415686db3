//! Diagnostics as JSON.

use super::{Diagnostic, Label, Severity};
use crate::text::{Sources, Span};
use serde_json::{Value, json};

/// Returns an array with one object per diagnostic. Lines and columns count from 1, columns in characters. `start` and
/// `end` are byte offsets from 0; `end` is one past the last byte.
pub fn to_json(diagnostics: &[Diagnostic], sources: &Sources) -> Value {
    diagnostics.iter().map(|d| object(d, sources)).collect()
}

fn object(diagnostic: &Diagnostic, sources: &Sources) -> Value {
    let severity = match diagnostic.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Advice => "advice",
    };
    let labels: Vec<Value> = diagnostic.labels.iter().map(|l| label(l, sources)).collect();
    json!({
        "code": diagnostic.code,
        "severity": severity,
        "message": diagnostic.message,
        "labels": labels,
        "help": diagnostic.help,
    })
}

fn label(label: &Label, sources: &Sources) -> Value {
    let Span { source, start, end } = label.span;
    let text = sources.get(source);
    let (first, last) = (text.position(start as usize), text.position(end as usize));
    json!({
        "file": &*text.name,
        "start": start,
        "end": end,
        "line": first.line,
        "column": first.column,
        "end_line": last.line,
        "end_column": last.column,
        "text": label.text,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Source;

    #[test]
    fn places_are_lines_and_columns() {
        let mut sources = Sources::new();
        let id = sources.add(Source { name: "a.puz".into(), text: "é\nbord 8".into() });
        let label = Label { span: Span::new(id, 3, 7), text: "here".into() };
        let diagnostic = Diagnostic {
            code: "syntax::unknown_statement",
            severity: Severity::Error,
            message: "m".into(),
            labels: vec![label],
            help: None,
        };
        let all = to_json(&[diagnostic], &sources);
        assert_eq!(
            all.to_string(),
            "[{\"code\":\"syntax::unknown_statement\",\"severity\":\"error\",\"message\":\"m\",\"labels\":[{\"file\":\"a.puz\",\
             \"start\":3,\"end\":7,\"line\":2,\"column\":1,\"end_line\":2,\"end_column\":5,\"text\":\"here\"}],\"help\":null}]"
        );
    }
}
