//! The JSON object of a run: keys in a fixed order, documented with the command.

use super::closing::{counted, status_name};
use super::items::{BoardItem, items};
use crate::diag::escape_json;
use crate::engine::{Occurrence, Stop};
use crate::geometry::CellId;
use crate::model::{Course, Diagram, Model};
use crate::run::{ForcedCells, ForcedEntry, Outcome, SampleMethod, Status};
use rustc_hash::FxHashMap;
use serde_json::{Map, Value, json};
use std::fmt;
use std::time::Duration;

/// Writes boards as JSON text: each placement is its kind and its cells. Hundreds of thousands of boards are kept as text,
/// since JSON values would take ten times the time and memory.
#[derive(Debug)]
pub(super) struct BoardText<'a> {
    model: &'a Model,
    /// By kind: its name as a JSON string.
    kinds: Vec<String>,
    /// By route: its name as a JSON string.
    routes: Vec<String>,
    /// Cells seen so far: their names as JSON strings.
    cells: FxHashMap<CellId, String>,
}

impl<'a> BoardText<'a> {
    pub(super) fn new(model: &'a Model) -> Self {
        let kinds = model.kinds.iter().map(|k| Value::from(&*k.name).to_string()).collect();
        let routes = model.routes.iter().map(|r| Value::from(&*r.name).to_string()).collect();
        Self { model, kinds, routes, cells: FxHashMap::default() }
    }

    /// Writes the pieces, then the routes, each as its name and its cells along the way.
    pub(super) fn write(&mut self, diagram: &Diagram, text: &mut String) {
        text.push('[');
        for (i, item) in items(self.model, diagram).iter().enumerate() {
            text.push_str(if i == 0 { "[" } else { ",[" });
            match item {
                BoardItem::Piece(placement) => text.push_str(&self.kinds[placement.kind.index()]),
                BoardItem::Route(course) => text.push_str(&self.routes[course.route.index()]),
            }
            for &cell in item.parts(self.model).1 {
                text.push(',');
                self.cell(cell, text);
            }
            text.push(']');
        }
        text.push(']');
    }

    /// Writes an object with the cells of each route along the way.
    pub(super) fn write_routes(&mut self, diagram: &Diagram, text: &mut String) {
        text.push('{');
        for (i, course) in Course::all(self.model, diagram).into_iter().flatten().enumerate() {
            text.push_str(if i == 0 { "" } else { "," });
            text.push_str(&self.routes[course.route.index()]);
            text.push_str(":[");
            for (i, &cell) in course.cells.iter().enumerate() {
                text.push_str(if i == 0 { "" } else { "," });
                self.cell(cell, text);
            }
            text.push(']');
        }
        text.push('}');
    }

    fn cell(&mut self, cell: CellId, text: &mut String) {
        let board = &self.model.board;
        let name = self.cells.entry(cell).or_insert_with(|| Value::from(board.cell_name(cell)).to_string());
        text.push_str(name);
    }
}

/// Boards as JSON text.
#[derive(Debug, Default)]
pub struct WrittenBoards {
    /// The array of boards.
    pub boards: String,
    /// The array of their routes: by board, an object with the cells of each route. `None` if the spec has no routes.
    pub routes: Option<String>,
}

/// Writes the keys `boards` and, for specs with routes, `routes`.
impl fmt::Display for WrittenBoards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"boards\":{}", self.boards)?;
        self.routes.as_ref().map_or(Ok(()), |routes| write!(f, ",\"routes\":{routes}"))
    }
}

/// The object of a run; displayed, it is JSON.
#[derive(Debug)]
pub struct Object {
    /// Keys before the boards.
    before: Map<String, Value>,
    /// The boards and their routes as text, if requested.
    boards: Option<WrittenBoards>,
    /// Keys after the boards.
    after: Map<String, Value>,
}

impl Object {
    /// Adds a key at the end.
    pub fn add(&mut self, key: &str, value: Value) {
        self.after.insert(key.to_owned(), value);
    }
}

impl fmt::Display for Object {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut comma = "";
        f.write_str("{")?;
        for (key, value) in &self.before {
            write!(f, "{comma}\"{key}\":{}", escape_json(value))?;
            comma = ",";
        }
        if let Some(boards) = &self.boards {
            write!(f, "{comma}{boards}")?;
            comma = ",";
        }
        for (key, value) in &self.after {
            write!(f, "{comma}\"{key}\":{}", escape_json(value))?;
            comma = ",";
        }
        f.write_str("}")
    }
}

fn texts(values: &[i64]) -> Vec<String> {
    values.iter().map(ToString::to_string).collect()
}

/// Returns how the solutions shown were drawn. They are exact: equally likely and independent, unless a limit ended the run, since
/// the limit may depend on the solutions.
pub fn sample_value(outcome: &Outcome, method: Option<SampleMethod>) -> Value {
    let method = method.map(|method| match method {
        SampleMethod::List => "list",
        SampleMethod::Counts => "counts",
    });
    let is_exact = outcome.status() == Status::Complete;
    json!({"drawn": outcome.shown(), "exact": is_exact, "method": method, "seed": outcome.seed()})
}

/// Returns by cell and occupant in which solutions it stands there: a word, or the number of these solutions.
pub fn forced_value(model: &Model, cells: &ForcedCells) -> Value {
    let mut by_cell = Map::new();
    for entries in cells.entries().chunk_by(|a, b| a.cell == b.cell) {
        let value = |entry: &ForcedEntry| match &entry.count {
            Some(count) => json!(count.to_string()),
            None => json!(match entry.occurrence {
                Occurrence::All => "all",
                Occurrence::Some => "some",
                Occurrence::None => "none",
                Occurrence::Open => "open",
            }),
        };
        let occupants = entries.iter().map(|e| (e.occupant.name(model).to_owned(), value(e)));
        by_cell.insert(model.board.cell_name(entries[0].cell), Value::Object(occupants.collect()));
    }
    Value::Object(by_cell)
}

/// Returns the object of a run with these boards, if requested.
pub fn object(model: &Model, file: &str, outcome: &Outcome, boards: Option<WrittenBoards>) -> Object {
    let mut before = Map::new();
    let mut set = |key: &str, value: Value| {
        before.insert(key.to_owned(), value);
    };
    set("schema", json!(1));
    set("puzzle", json!(model.title.as_deref()));
    set("file", json!(file));
    let params = model.params.iter().map(|(name, value)| (name.to_string(), json!(value)));
    set("params", Value::Object(params.collect()));
    set("status", json!(status_name(outcome.status())));
    if let Status::Limit(stop) = outcome.status() {
        set("limit", json!(limit(stop)));
    }
    set("satisfiable", json!(outcome.satisfiable()));
    if outcome.has_objective() {
        set("optimum", json!(outcome.best().map(texts)));
        set("optimal", json!(outcome.is_optimal()));
        if !outcome.is_optimal() && !outcome.bound().is_empty() {
            set("bound", json!(texts(&outcome.bound())));
        }
    }
    set("solutions", json!(outcome.count().to_string()));
    set("complete", json!(outcome.is_exhausted()));
    if let Some(by) = outcome.by() {
        let rows: Vec<_> = by.iter().map(|(value, n)| [value.to_string(), n.to_string()]).collect();
        set("by", json!(rows));
        set("by_counts", json!(counted(outcome)));
    }
    if let Some(table) = outcome.orbits() {
        set("orbits", json!(table.total().to_string()));
        if outcome.exchange() {
            set("orbits_up_to_exchange", json!(true));
        }
        if table.has_sizes() {
            let sizes: Vec<_> = table.rows().map(|(size, n)| json!([size, number(n)])).collect();
            set("orbit_sizes", json!(sizes));
        }
    }
    let mut after = Map::new();
    after.insert("engine".to_owned(), json!(outcome.engine()));
    after.insert("plan".to_owned(), plan(outcome));
    after.insert("stats".to_owned(), stats(outcome));
    Object { before, boards, after }
}

fn limit(stop: Stop) -> &'static str {
    match stop {
        Stop::Interrupted => "interrupt",
        Stop::Time => "time",
        Stop::Nodes => "nodes",
        Stop::Memory => "memory",
        Stop::Solutions => "solutions",
        Stop::GaveUp => "gave up",
    }
}

fn plan(outcome: &Outcome) -> Value {
    let offers = outcome.plan().offers.iter().enumerate();
    let offers =
        offers.map(|(i, (engine, bid))| json!({"engine": engine, "chosen": i == 0, "cost": bid.cost}));
    let refusals = outcome.plan().refusals.iter();
    let refusals = refusals.map(|r| json!({"engine": r.engine, "chosen": false, "declined": r.reason}));
    Value::Array(offers.chain(refusals).collect())
}

fn stats(outcome: &Outcome) -> Value {
    // Microseconds match the accuracy of the clock.
    let seconds = |time: Duration| time.as_micros() as f64 / 1e6;
    let usage = outcome.usage();
    let figures = [
        ("version", json!(env!("CARGO_PKG_VERSION"))),
        ("spec", json!(outcome.digest().map(|d| d.to_string()))),
        ("seed", json!(outcome.seed())),
        ("threads", json!(outcome.threads())),
        ("nodes", json!(outcome.nodes())),
        ("seconds", json!(seconds(outcome.took()))),
        ("cpu_seconds", json!(usage.cpu.map(seconds))),
        ("peak_memory", json!(usage.peak_memory)),
    ];
    let more = outcome.more().iter().map(|&(name, value)| (name, json!(value)));
    Value::Object(figures.into_iter().chain(more).map(|(name, value)| (name.to_owned(), value)).collect())
}

/// A JSON number if it fits 64 bits, otherwise decimal text.
fn number(n: &num_bigint::BigUint) -> serde_json::Value {
    u64::try_from(n).map_or_else(|_| json!(n.to_string()), |n| json!(n))
}
