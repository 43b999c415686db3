//! `puzzle run`: solve and show.

use super::sweep_table::SweepTable;
use crate::cli::args::{OrbitsArg, RunArgs};
use crate::cli::config::apply_solving;
use crate::cli::diagnose::Report;
use crate::cli::exit::{Exit, Failure};
use crate::cli::load::{self, Loaded};
use crate::cli::output::Destination;
use crate::cli::rivals::{Pair, tell_rivals};
use crate::cli::streams::Streams;
use crate::cli::{interrupt, sweep};
use crate::diag::{Diagnostic, Label, Severity};
use crate::model::check::Overrides;
use crate::model::{Expected, Model};
use crate::report::{self, Format, Style, by_table, closing_line, exchange_lines};
use crate::run::{self, Order, Outcome, Request, RunError, Status, Verdict, Wanted, examine};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Shown where nobody asked for more.
const MOST_FOR_PEOPLE: u64 = 100;

pub(in crate::cli) fn run(args: &RunArgs, streams: &mut Streams<'_>) -> Result<Exit, Failure> {
    let by = args.count_by.as_ref().map(|expr| format!("find number by {expr}"));
    let report = Report::json_if(args.json || args.format == Some(Format::Json));
    streams.json = report == Report::Json;
    let loaded = load::read(&args.file, args.read.allow_outside, by.as_deref(), report)?;
    let settings = sweep::settings(&args.params, &loaded.spec.parameter_names())?;
    let runner = Runner { args, loaded: &loaded, interrupt: interrupt::flag() };
    if settings.is_sweep {
        return runner.sweep(&settings.list, streams);
    }
    let overrides = settings.list.into_iter().next().unwrap_or_default();
    runner.once(&overrides, streams)
}

struct Runner<'a> {
    args: &'a RunArgs,
    loaded: &'a Loaded,
    interrupt: Arc<AtomicBool>,
}

impl Runner<'_> {
    fn format(&self) -> Format {
        if self.args.json { Format::Json } else { self.args.format.unwrap_or(Format::Board) }
    }

    /// The spec's question with the command line's word over it.
    fn request(&self, model: &Model) -> Result<Request, Failure> {
        let args = self.args;
        let mut request = Request::of(model);
        apply_solving(&args.solve, &mut request)?;
        match (args.all, args.limit, args.count, args.first) {
            (true, ..) => request.wanted = Wanted::All,
            (_, Some(0), ..) => return Err(Failure::usage("--limit 0 asks for nothing; --count counts")),
            (_, Some(limit), ..) => request.wanted = Wanted::First(limit),
            (_, _, true, _) => (request.wanted, request.up_to_symmetry) = (Wanted::Count, false),
            (.., true) => request.wanted = Wanted::First(1),
            _ => {}
        }
        request.up_to_symmetry |= args.up_to_symmetry || (args.orbits.is_some() && request.shows());
        request.orbits = args.orbits.is_some();
        request.describe = args.orbits.is_some();
        request.members = args.orbits == Some(OrbitsArg::Members);
        let expects_orbits = model.expects.iter().any(|e| matches!(e.what, Expected::Orbits(_)));
        request.orbits |= expects_orbits && request.wanted == Wanted::All;
        request.order = match (args.sorted, args.stream) {
            (true, _) => Order::Sorted,
            (_, true) => Order::Found,
            _ => Order::Auto,
        };
        let few = self.format().is_for_people() && !args.all && request.wanted == Wanted::All;
        request.most = few.then_some(MOST_FOR_PEOPLE);
        // A b-file holds numbers alone.
        if self.format() == Format::Bfile {
            request.most = Some(0);
        }
        Ok(request)
    }

    fn style(&self, streams: &Streams<'_>) -> Style {
        Style {
            format: self.format(),
            one_based: self.args.one_based,
            by: self.args.by,
            columns: self.args.columns,
            width: streams.width,
        }
    }

    /// One setting of the parameters.
    fn once(&self, overrides: &Overrides, streams: &mut Streams<'_>) -> Result<Exit, Failure> {
        let model = self.loaded.model(overrides, streams)?;
        let request = self.request(&model)?;
        let (outcome, seen) = self.solve(&model, &request, streams)?;
        self.close(&model, &request, &outcome, streams)?;
        self.compare_expectations(&model, &request, &outcome, seen, streams)
    }

    /// Runs, and writes solutions as they come; the first two are handed back.
    fn solve(
        &self,
        model: &Model,
        request: &Request,
        streams: &mut Streams<'_>,
    ) -> Result<(Outcome, Pair), Failure> {
        let style = self.style(streams);
        let flush = request.order == Order::Found && streams.is_watched;
        let mut to = Destination::new(model, style, self.args.output.as_deref(), &mut *streams.out, flush)?;
        let result = run::run(model, request, &self.interrupt, &mut to);
        if let Some(failure) = to.failure() {
            return Err(failure);
        }
        let outcome = result.map_err(|error| failure(&error))?;
        let json = (style.format == Format::Json).then(|| {
            let boards = to.take_boards();
            report::object(model, &self.loaded.name, &outcome, request.shows().then_some(boards))
        });
        let seen = to.take_pair();
        to.finish(json.as_ref())?;
        Ok((outcome, seen))
    }

    /// What is said when the solutions are written.
    fn close(
        &self,
        model: &Model,
        request: &Request,
        outcome: &Outcome,
        streams: &mut Streams<'_>,
    ) -> Result<(), Failure> {
        // Solutions come before what is said about them, wherever both are seen.
        streams.out.flush()?;
        if !self.args.quiet && self.format() != Format::Json {
            self.summarize(model, request, outcome, streams)?;
        }
        if self.args.verbose {
            for line in plan_lines(outcome.plan()) {
                writeln!(streams.err, "{line}")?;
            }
        }
        if self.args.stats {
            write_stats(outcome, streams)?;
        }
        streams.out.flush()?;
        Ok(())
    }

    fn summarize(
        &self,
        model: &Model,
        request: &Request,
        outcome: &Outcome,
        streams: &mut Streams<'_>,
    ) -> Result<(), Failure> {
        let mut lines = by_table(outcome);
        let there = match outcome.orbits().filter(|_| request.up_to_symmetry) {
            Some(table) => table.total(),
            None => outcome.count().clone(),
        };
        if request.most == Some(outcome.shown())
            && there > outcome.shown().into()
            && self.format() != Format::Bfile
        {
            lines.push(format!("the first {} of {there} are shown; --all shows all", outcome.shown()));
        }
        if let Some(table) = outcome.orbits().filter(|_| self.args.orbits.is_some()) {
            lines.push(table.to_string());
        }
        if request.up_to_symmetry {
            lines.extend(exchange_lines(model));
        }
        if outcome.left_out() > 0 {
            lines.push(format!("interrupted: {} found are not shown", outcome.left_out()));
        }
        lines.push(closing_line(outcome));
        let out = if self.format().is_for_people() { &mut streams.out } else { &mut streams.err };
        for line in lines {
            writeln!(out, "{line}")?;
        }
        Ok(())
    }

    /// Tells which of the spec's expectations fail; the exit status.
    fn compare_expectations(
        &self,
        model: &Model,
        request: &Request,
        outcome: &Outcome,
        seen: Pair,
        streams: &mut Streams<'_>,
    ) -> Result<Exit, Failure> {
        let failed = |expect: &crate::model::Expect| match examine(&expect.what, outcome) {
            Verdict::Fails(found) => Some(failed_expectation(expect, &found)),
            _ => None,
        };
        let failed: Vec<Diagnostic> = model.expects.iter().filter_map(failed).collect();
        self.loaded.tell(&failed, streams)?;
        let exit = exit_of(outcome);
        if failed.is_empty() {
            return Ok(exit);
        }
        if !streams.json {
            tell_rivals(model, request, outcome, seen, &self.interrupt, streams)?;
        }
        Ok(exit.worst(Exit::Failed))
    }

    /// A table, or one object a line, or the solutions of one setting after the other.
    fn sweep(&self, list: &[Overrides], streams: &mut Streams<'_>) -> Result<Exit, Failure> {
        let table = self.args.format.is_none_or(|f| f == Format::Bfile) && !self.args.json;
        if self.args.output.is_some() {
            return Err(Failure::usage("a sweep writes to standard output; -o is for one run"));
        }
        let mut rows = SweepTable::new(list, self.format());
        let mut exit = Exit::Done;
        for overrides in list {
            if self.interrupt.load(Ordering::Relaxed) {
                return Ok(exit.worst(Exit::Interrupted));
            }
            let one = if table {
                self.row(overrides, &mut rows, streams)?
            } else {
                if self.format().is_for_people() && !self.args.quiet {
                    let texts: Vec<String> = overrides.iter().map(|(n, v)| format!("{n} = {v}")).collect();
                    writeln!(streams.out, "{}", texts.join(", "))?;
                }
                self.once(overrides, streams)?
            };
            streams.out.flush()?;
            exit = exit.worst(one);
        }
        Ok(exit)
    }

    /// One row of the table: numbers only, so that nothing is listed for its own sake.
    fn row(
        &self,
        overrides: &Overrides,
        rows: &mut SweepTable,
        streams: &mut Streams<'_>,
    ) -> Result<Exit, Failure> {
        let model = self.loaded.model(overrides, streams)?;
        let mut request = self.request(&model)?;
        request.most = Some(0);
        if request.wanted == Wanted::All && !request.needs_orbits() {
            request.wanted = Wanted::Count;
        }
        let outcome =
            run::run(&model, &request, &self.interrupt, &mut run::Discard).map_err(|e| failure(&e))?;
        rows.write(&model, overrides, &outcome, streams)?;
        self.compare_expectations(&model, &request, &outcome, Pair::default(), streams)
    }
}

/// The diagnostic of an expectation that failed.
pub(in crate::cli) fn failed_expectation(expect: &crate::model::Expect, found: &str) -> Diagnostic {
    Diagnostic {
        code: "run::expectation_failed",
        severity: Severity::Error,
        message: format!("an expectation failed: {found}"),
        labels: vec![Label { span: expect.span, text: "expected here".to_owned() }],
        help: None,
    }
}

/// A run without outcome, as a failure of the command.
pub(in crate::cli) fn failure(error: &RunError) -> Failure {
    if error.is_internal() { Failure::Internal(error.to_string()) } else { Failure::usage(error.to_string()) }
}

/// The exit status of an outcome by itself.
pub(in crate::cli) fn exit_of(outcome: &Outcome) -> Exit {
    match outcome.status() {
        Status::Complete => Exit::Done,
        Status::Limit(_) => Exit::Limit,
        Status::Interrupted => Exit::Interrupted,
    }
}

/// Who does it, who could, who could not.
pub(in crate::cli) fn plan_lines(plan: &crate::plan::Plan) -> Vec<String> {
    let width = plan.offers().iter().map(|o| o.engine.name().len());
    let width = width.chain(plan.refusals().iter().map(|r| r.engine.len()));
    let width = width.chain(plan.unasked().iter().map(|e| e.name().len())).max().unwrap_or(0);
    let offers = plan.offers().iter().enumerate().map(|(i, offer)| {
        let word = if i == 0 { "chosen" } else { "would do it" };
        let name = offer.engine.name();
        format!("  {name:<width$}  {word}, estimated {}", seconds(offer.bid.cost))
    });
    let refusals = plan.refusals().iter().map(|r| format!("  {:<width$}  declines: {}", r.engine, r.reason));
    let unasked =
        plan.unasked().iter().map(|e| format!("  {:<width$}  not asked, this being short", e.name()));
    offers.chain(refusals).chain(unasked).collect()
}

/// A cost in steps of ten nanoseconds as a time, to its order of magnitude.
fn seconds(cost: f64) -> String {
    // One digit is more than an estimate deserves already.
    let digit = |x: f64| {
        let unit = 10f64.powf(x.log10().floor());
        (x / unit).round() * unit
    };
    let seconds = cost * 1e-8;
    match seconds {
        s if s < 1e-3 => "under a millisecond".to_owned(),
        s if s < 0.95 => format!("about {:.0} ms", digit(s * 1e3)),
        s if s < 95.0 => format!("about {:.0} s", digit(s)),
        s if s < 5400.0 => format!("about {:.0} min", digit(s / 60.0)),
        s if s < 3e5 => format!("about {:.0} h", digit(s / 3600.0)),
        s if s < 3e7 => format!("about {:.0} days", digit(s / 86400.0)),
        _ => "years".to_owned(),
    }
}

fn write_stats(outcome: &Outcome, streams: &mut Streams<'_>) -> Result<(), Failure> {
    let err = &mut streams.err;
    writeln!(err, "engine   {}", outcome.engine())?;
    writeln!(err, "threads  {}", outcome.threads())?;
    writeln!(err, "nodes    {}", outcome.nodes())?;
    for (name, value) in outcome.more() {
        writeln!(err, "{name:<8} {value}")?;
    }
    writeln!(err, "seconds  {:.6}", outcome.took().as_secs_f64())?;
    Ok(())
}
