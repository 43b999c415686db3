//! `puzzle run`: solve and show.

use super::sweep_table::SweepTable;
use crate::cli::args::{OrbitsArg, QuestionArgs, RunArgs};
use crate::cli::certify::{Certifying, Noted, check_place};
use crate::cli::config::apply_solving;
use crate::cli::diagnose::Report;
use crate::cli::exit::{Exit, Failure};
use crate::cli::figures::write_stats;
use crate::cli::load::{self, Loaded};
use crate::cli::output::{Destination, Ending, refuse_bytes, write_whole};
use crate::cli::progress::Display;
use crate::cli::rivals::{Pair, tell_rivals};
use crate::cli::streams::Streams;
use crate::cli::{checkpoint, documents, files, interrupt, several, sweep};
use crate::diag::{Diagnostic, Label, Severity, escape, from_why, to_json};
use crate::model::check::Overrides;
use crate::model::{Expected, Model};
use crate::report::{self, Format, Look, PictureFormat, Style, by_table, closing_line, exchange_lines};
use crate::run::{self, Order, Outcome, Request, RunError, Status, Verdict, Wanted, Why, Written, examine};
use serde_json::Value;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Shown where nobody asked for more.
const MOST_FOR_PEOPLE: u64 = 100;

pub(in crate::cli) fn run(args: &RunArgs, streams: &mut Streams<'_>) -> Result<Exit, Failure> {
    let counts = args.question.count || args.question.count_by.is_some();
    if counts && args.output.worksheet.is_some() {
        return Err(Failure::usage("a worksheet shows solutions; it does not go with --count or --count-by"));
    }
    let by = args.question.count_by.as_ref().map(|expr| format!("find number by {expr}"));
    let report = Report::json_if(args.output.json || args.output.format == Some(Format::Json));
    streams.json = report == Report::Json;
    if let Some(path) = &args.certainty.certify {
        check_place(path)?;
    }
    let interrupt = interrupt::flag();
    let run_file = |file: &Path, several: bool, streams: &mut Streams<'_>| {
        let loaded = load::read(file, args.read.allow_outside, by.as_deref(), report)?;
        let runner = Runner {
            args,
            loaded: &loaded,
            interrupt: Arc::clone(&interrupt),
            several,
            written: written(args),
        };
        runner.whole(streams)
    };
    if let [file] = args.files.as_slice()
        && !file.is_dir()
    {
        return run_file(file, false, streams);
    }
    if args.output.output.is_some() {
        return Err(Failure::usage("several specs are written to standard output; -o is for one"));
    }
    if args.checkpoint.is_some() || args.resume.is_some() {
        return Err(Failure::usage("a checkpoint is of one run; --checkpoint and --resume are for one spec"));
    }
    if args.certainty.certify.is_some() {
        return Err(Failure::usage("a certificate is of one spec; here are several"));
    }
    let mut exit = Exit::Done;
    for file in files::specs_at(&args.files)? {
        if interrupt.load(Ordering::Relaxed) {
            return Ok(exit.worst(Exit::Interrupted));
        }
        let one = run_file(&file, true, streams);
        exit = exit.worst(several::settle(one, &file, streams)?);
    }
    Ok(exit)
}

/// The question of `model` with the command line's word over it.
pub(in crate::cli) fn asked(args: &QuestionArgs, model: &Model) -> Result<Request, Failure> {
    let mut request = Request::of(model);
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
    Ok(request)
}

/// Where a run is written down.
fn written(args: &RunArgs) -> Written {
    match (&args.checkpoint, &args.resume) {
        (Some(path), _) => Written::Begun(path.clone()),
        (None, Some(path)) => Written::Resumed(path.clone()),
        (None, None) => Written::Not,
    }
}

/// Does everything that is asked of one spec.
pub(in crate::cli) struct Runner<'a> {
    pub args: &'a RunArgs,
    pub loaded: &'a Loaded,
    pub interrupt: Arc<AtomicBool>,
    /// Whether it is one spec of several.
    pub several: bool,
    /// Where it is written down, or was.
    pub written: Written,
}

impl Runner<'_> {
    /// Everything that is asked of one spec.
    pub fn whole(&self, streams: &mut Streams<'_>) -> Result<Exit, Failure> {
        if self.several && self.loaded.spec.is_part() {
            self.loaded.check_part(streams)?;
            if !self.args.output.quiet {
                writeln!(streams.err, "{}: a part without a board, not run", escape(&self.loaded.name))?;
            }
            return Ok(Exit::Done);
        }
        let settings = sweep::settings(&self.args.question.params, &self.loaded.spec.parameter_names())?;
        if settings.is_sweep {
            self.name_file(streams)?;
            return self.sweep(&settings.list, streams);
        }
        let overrides = settings.list.into_iter().next().unwrap_or_default();
        // Lints speak of the default parameters.
        self.once(&overrides, overrides.is_empty() && !self.args.output.quiet, streams)
    }

    /// Of several specs: which one the next lines are about, where boards or a table are to come.
    fn name_file(&self, streams: &mut Streams<'_>) -> Result<(), Failure> {
        if self.several && self.format().is_for_people() && !self.args.output.quiet {
            writeln!(streams.out, "{}", escape(&self.loaded.name))?;
        }
        Ok(())
    }

    fn format(&self) -> Format {
        if self.args.output.json { Format::Json } else { self.args.output.format.unwrap_or(Format::Board) }
    }

    /// The spec's question with the command line's word over it.
    fn request(&self, model: &Model) -> Result<Request, Failure> {
        let output = &self.args.output;
        let mut request = asked(&self.args.question, model)?;
        apply_solving(&self.args.solve, &mut request)?;
        request.digest = output.stats || self.format() == Format::Json;
        request.order = match (output.sorted, output.stream) {
            (true, _) => Order::Sorted,
            (_, true) => Order::Found,
            _ => Order::Auto,
        };
        let few = self.format().is_looked_at() && !self.args.question.all && request.wanted == Wanted::All;
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
            one_based: self.args.output.one_based,
            by: self.args.output.by,
            columns: self.args.output.columns,
            width: streams.width,
            // What goes into a file is not seen on the terminal.
            look: if self.args.output.output.is_some() { Look::default() } else { streams.look() },
        }
    }

    /// One setting of the parameters.
    fn once(&self, overrides: &Overrides, lint: bool, streams: &mut Streams<'_>) -> Result<Exit, Failure> {
        let begun = Instant::now();
        let model = self.loaded.model(overrides, streams)?;
        if lint {
            self.loaded.tell_lints(&model, streams)?;
        }
        let mut request = self.request(&model)?;
        charge(&mut request, begun);
        if request.shows() {
            self.name_file(streams)?;
        }
        let (outcome, seen, noted) = self.solve(&model, &request, streams)?;
        self.worksheet(&model, &outcome, &seen, streams)?;
        self.close(&model, &request, &outcome, streams)?;
        self.tell_why(&model, &request, &outcome, streams)?;
        let sure = self.tell_certainty(&model, &request, &outcome, &noted, streams)?;
        let exit = self.compare_expectations(&model, &request, &outcome, seen, streams)?;
        Ok(exit.worst(sure))
    }

    /// Runs, and writes solutions as they come; the first two are handed back, and what a second engine says.
    fn solve<'m>(
        &self,
        model: &'m Model,
        request: &Request,
        streams: &mut Streams<'_>,
    ) -> Result<(Outcome, Pair, Noted<'m>), Failure> {
        let style = self.style(streams);
        let flush = request.order == Order::Found && streams.is_watched;
        if let (Format::Picture(picture), None) = (style.format, &self.args.output.output) {
            refuse_bytes(Some(picture), streams.is_watched)?;
        }
        let mut to =
            Destination::new(model, style, self.args.output.output.as_deref(), &mut *streams.out, flush)?;
        let progress = Arc::default();
        let display =
            Display::start(self.args.output.progress, request.order == Order::Found, Arc::clone(&progress));
        let watch = display.is_some().then_some(&progress);
        let mut noted =
            Noted::new(model, self.args.certainty.certify.is_some() || self.args.certainty.cross_check);
        let mut show = noted.beside(&mut to);
        let result = run::run_watched(model, request, &self.interrupt, watch, &self.written, &mut show);
        drop(display);
        if let Some(failure) = to.failure() {
            return Err(failure);
        }
        let outcome = result.map_err(|error| failure(&error))?;
        if self.args.certainty.cross_check {
            noted.cross_check(model, request, &outcome, &self.interrupt)?;
        }
        let ending = match style.format {
            Format::Json => {
                let boards = request.shows().then(|| to.take_boards());
                let mut object = report::object(model, &self.loaded.name, &outcome, boards);
                self.add_why(model, request, &outcome, &mut object)?;
                noted.add_to(&mut object);
                Ending::Object(object)
            }
            Format::Picture(PictureFormat::Html) => {
                Ending::Page(documents::page(self.loaded, model, request, &outcome))
            }
            _ => Ending::Nothing,
        };
        let seen = to.take_pair();
        to.finish(ending)?;
        Ok((outcome, seen, noted))
    }

    /// What a second engine says, and the certificate, where these are asked for.
    fn tell_certainty(
        &self,
        model: &Model,
        request: &Request,
        outcome: &Outcome,
        noted: &Noted<'_>,
        streams: &mut Streams<'_>,
    ) -> Result<Exit, Failure> {
        let exit = noted.tell(self.args.output.quiet || self.format() == Format::Json, streams)?;
        if let Some(path) = &self.args.certainty.certify {
            let by = self.args.question.count_by.as_deref();
            let certifying = Certifying { loaded: self.loaded, by, path, interrupt: &self.interrupt };
            let written =
                certifying.write(model, request, outcome, noted, self.args.output.quiet, streams)?;
            return Ok(exit.worst(written));
        }
        Ok(exit)
    }

    /// The puzzle and its answer on paper, where that is asked for.
    fn worksheet(
        &self,
        model: &Model,
        outcome: &Outcome,
        seen: &Pair,
        streams: &mut Streams<'_>,
    ) -> Result<(), Failure> {
        let Some(path) = &self.args.output.worksheet else {
            return Ok(());
        };
        let mut sheet = documents::worksheet(self.loaded, model);
        sheet.total = outcome.is_exhausted().then(|| outcome.count().clone());
        let few = sheet.total.as_ref().is_some_and(|n| *n <= 2u32.into());
        sheet.answers = seen.boards().iter().take(if few { 2 } else { 1 }).cloned().collect();
        let html = sheet.to_html(model);
        write_whole(Some(path), streams, None, |out| out.write_all(html.as_bytes()))
    }

    /// Why there is no solution, where that is asked and so.
    fn why(&self, model: &Model, request: &Request, outcome: &Outcome) -> Result<Option<Why>, Failure> {
        if !self.args.output.why || outcome.satisfiable() != Some(false) {
            return Ok(None);
        }
        let mut request = request.clone();
        if let Some(time) = request.limits.time {
            request.limits.time = Some(time.saturating_sub(outcome.took()));
        }
        run::why(model, &request, &self.interrupt).map(Some).map_err(|e| failure(&e))
    }

    fn tell_why(
        &self,
        model: &Model,
        request: &Request,
        outcome: &Outcome,
        streams: &mut Streams<'_>,
    ) -> Result<(), Failure> {
        if self.format() == Format::Json {
            return Ok(());
        }
        if self.args.output.why && outcome.satisfiable() == Some(true) {
            writeln!(streams.err, "there is a solution, so the rules can hold together")?;
        }
        match self.why(model, request, outcome)? {
            Some(why) => self.loaded.tell(&[from_why(&why, model)], streams),
            None => Ok(()),
        }
    }

    /// The same in the JSON object: the places, and whether all of them are known to be needed.
    fn add_why(
        &self,
        model: &Model,
        request: &Request,
        outcome: &Outcome,
        object: &mut report::Object,
    ) -> Result<(), Failure> {
        if let Some(why) = self.why(model, request, outcome)? {
            let mut told = to_json(&[from_why(&why, model)], &self.loaded.sources);
            object.add("why", told[0]["labels"].take());
            object.add("why_irreducible", Value::Bool(why.irreducible));
        }
        Ok(())
    }

    /// Whether somebody who finds no solution may wonder why.
    fn offers_why(&self, model: &Model, outcome: &Outcome) -> bool {
        let expected = |e: &crate::model::Expect| match &e.what {
            Expected::None => true,
            Expected::Solutions(_) => matches!(examine(&e.what, outcome), Verdict::Holds),
            _ => false,
        };
        outcome.satisfiable() == Some(false) && !self.args.output.why && !model.expects.iter().any(expected)
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
        if !self.args.output.quiet && self.format() != Format::Json {
            self.summarize(model, request, outcome, streams)?;
        }
        if let (Some(kept), Some(path)) =
            (outcome.kept(), self.args.checkpoint.as_ref().or(self.args.resume.as_ref()))
        {
            checkpoint::tell(kept, path, streams)?;
        }
        if self.args.output.verbose {
            for line in plan_lines(outcome.plan()) {
                writeln!(streams.err, "{line}")?;
            }
        }
        if self.args.output.stats {
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
        if let Some(table) = outcome.orbits().filter(|_| self.args.question.orbits.is_some()) {
            lines.push(table.to_string());
        }
        if request.up_to_symmetry {
            lines.extend(exchange_lines(model));
        }
        if outcome.left_out() > 0 {
            let why = match outcome.status() {
                Status::Limit(stop) => report::stop_reason(stop),
                Status::Complete | Status::Interrupted => "interrupted",
            };
            lines.push(format!("{why}: {} found are not shown", outcome.left_out()));
        }
        lines.push(closing_line(outcome));
        if self.offers_why(model, outcome) {
            lines.push("--why says which rules cannot hold together".to_owned());
        }
        // A number alone is told in one line with the file's name; a board has the name above it.
        let named = self.several && (!request.shows() || !self.format().is_for_people());
        let name = if named { format!("{}: ", escape(&self.loaded.name)) } else { String::new() };
        let apart = self.several && !named;
        let out = if self.format().is_for_people() { &mut streams.out } else { &mut streams.err };
        for line in lines {
            writeln!(out, "{name}{line}")?;
        }
        if apart {
            writeln!(out)?;
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
        let table = self.args.output.format.is_none_or(|f| f == Format::Bfile) && !self.args.output.json;
        if self.args.output.worksheet.is_some() {
            return Err(Failure::usage(
                "a worksheet is of one puzzle; --worksheet and a sweep do not go together",
            ));
        }
        if matches!(self.format(), Format::Picture(_)) {
            return Err(Failure::usage("a sweep is shown as text; a picture is of one run"));
        }
        if self.args.output.why {
            return Err(Failure::usage("--why is for one setting of the parameters, not for a sweep"));
        }
        if self.written != Written::Not {
            return Err(Failure::usage(
                "a checkpoint is of one run; --checkpoint and --resume do not go with a sweep",
            ));
        }
        if self.args.certainty.certify.is_some() || self.args.certainty.cross_check {
            let words = "--certify and --cross-check are for one setting of the parameters, not for a sweep";
            return Err(Failure::usage(words));
        }
        if self.args.output.output.is_some() {
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
                if self.format().is_for_people() && !self.args.output.quiet {
                    let texts: Vec<String> = overrides.iter().map(|(n, v)| format!("{n} = {v}")).collect();
                    writeln!(streams.out, "{}", texts.join(", "))?;
                }
                self.once(overrides, false, streams)?
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
        let begun = Instant::now();
        let model = self.loaded.model(overrides, streams)?;
        let mut request = self.request(&model)?;
        charge(&mut request, begun);
        request.most = Some(0);
        if request.wanted == Wanted::All && !request.needs_orbits() {
            request.wanted = Wanted::Count;
        }
        let progress = Arc::default();
        let display = Display::start(self.args.output.progress, false, Arc::clone(&progress));
        let watch = display.is_some().then_some(&progress);
        let outcome =
            run::run_watched(&model, &request, &self.interrupt, watch, &Written::Not, &mut run::Discard)
                .map_err(|e| failure(&e));
        drop(display);
        let outcome = outcome?;
        rows.write(&model, overrides, &outcome, streams)?;
        self.compare_expectations(&model, &request, &outcome, Pair::default(), streams)
    }
}

/// What was done since `begun` counts as time of the run: a large spec is long in the making.
fn charge(request: &mut Request, begun: Instant) {
    if let Some(time) = &mut request.limits.time {
        *time = time.saturating_sub(begun.elapsed());
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
