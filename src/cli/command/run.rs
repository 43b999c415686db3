//! `puzzle run`: solve a spec and show the answer.

use super::bfile::{bfile_by_value, no_sequence};
use super::records::records;
use super::sweep_table::SweepTable;
use crate::cli::args::{OrbitsArg, QuestionArgs, RunArgs};
use crate::cli::certify::{Certifying, Recorder, check_place, files_beside};
use crate::cli::config::apply_solving;
use crate::cli::diagnose::Report;
use crate::cli::exit::{Exit, Failure};
use crate::cli::figures::write_stats;
use crate::cli::given::Given;
use crate::cli::inputs::Inputs;
use crate::cli::load::{self, Loaded};
use crate::cli::output::{Destination, Ending, refuse_bytes};
use crate::cli::progress::Display;
use crate::cli::rivals::{Pair, tell_rivals};
use crate::cli::sheets::Sheets;
use crate::cli::streams::Streams;
use crate::cli::{checkpoint, documents, files, interrupt, several, sweep};
use crate::diag::{Diagnostic, Label, Severity, escape, from_why, to_json};
use crate::model::check::Overrides;
use crate::model::{Expected, Model};
use crate::report::{self, Format, Look, PictureFormat, Style, by_table, closing_line, exchange_lines};
use crate::run::{self, Checkpoint, Order, Outcome, Query, Request, RunError, Status, Verdict, Why, examine};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Default limit on the boards shown to people.
const MOST_FOR_PEOPLE: u64 = 100;

pub(in crate::cli) fn run(args: &RunArgs, streams: &mut Streams<'_>) -> Result<Exit, Failure> {
    let counts = args.question.count || args.question.count_by.is_some();
    if args.given.is_some() && args.certainty.certify.is_some() {
        return Err(Failure::usage(
            "a certificate does not cover --given; add the given pieces to the spec (`place queen at b4`)",
        ));
    }
    if counts && args.output.worksheet.is_some() {
        return Err(Failure::usage(
            "--worksheet shows solutions; it cannot be combined with --count or --count-by",
        ));
    }
    let by = args.question.count_by.as_ref().map(|expr| format!("find number by {expr}"));
    let report = Report::json_if(args.output.json || args.output.format == Some(Format::Json));
    streams.json = report == Report::Json;
    if let Some(path) = &args.certainty.certify {
        check_place(path)?;
    }
    let interrupt = interrupt::flag();
    let sheets = Sheets::default();
    let run_file = |file: &Path, several: bool, streams: &mut Streams<'_>| {
        let mut loaded = {
            let _guard = interrupt::at_once();
            load::read(file, args.read.allow_outside, by.as_deref(), report)?
        };
        let inputs = Inputs::of(&loaded);
        sheets.keep(&inputs);
        inputs.spare_all(&outputs(args)?)?;
        let vector = args.given.as_deref();
        let given = vector.map(|v| Given::new(v, args.output.by, args.output.one_based, &mut loaded));
        let runner = Runner {
            args,
            loaded: &loaded,
            interrupt: Arc::clone(&interrupt),
            several,
            given,
            written: written(args),
            inputs,
            sheets: &sheets,
        };
        runner.whole(streams)
    };
    if let [file] = args.files.as_slice()
        && !file.is_dir()
    {
        let exit = run_file(file, false, streams)?;
        sheets.write(&args.output, streams)?;
        return Ok(exit);
    }
    if args.output.output.is_some() {
        return Err(Failure::usage("-o takes one spec only; several specs are written to standard output"));
    }
    if args.checkpoint.is_some() || args.resume.is_some() {
        return Err(Failure::usage("--checkpoint and --resume take one spec only"));
    }
    if args.certainty.certify.is_some() {
        return Err(Failure::usage("--certify takes one spec only"));
    }
    let specs = files::specs_at(&args.files)?;
    Inputs::new(specs.iter().cloned()).spare_all(&outputs(args)?)?;
    if specs.len() > 1 && matches!(args.output.format, Some(Format::Picture(_))) {
        return Err(Failure::usage("a picture format takes one spec only"));
    }
    let mut exit = Exit::Done;
    for file in specs {
        if interrupt.load(Ordering::Relaxed) {
            return Ok(exit.worst(Exit::Interrupted));
        }
        let one = run_file(&file, true, streams);
        exit = exit.worst(several::settle(one, &file, streams)?);
    }
    sheets.write(&args.output, streams)?;
    Ok(exit)
}

/// Output files of a run, except those with a number for `{}`.
fn outputs(args: &RunArgs) -> Result<Vec<PathBuf>, Failure> {
    let certificate = args.certainty.certify.as_ref();
    let beside = certificate.map(|path| files_beside(path)).transpose()?;
    let named = [&args.output.output, &args.output.worksheet, &args.certainty.certify];
    let long = [&args.checkpoint, &args.resume];
    let named = named.into_iter().chain(long).flatten().cloned();
    Ok(named.chain(beside.into_iter().flatten()).collect())
}

/// Request of `model`, overridden by the command line.
pub(in crate::cli) fn asked(args: &QuestionArgs, model: &Model) -> Result<Request, Failure> {
    let mut request = Request::of(model);
    match (args.all, args.limit, args.count, args.first) {
        (true, ..) => request.query = Query::All,
        (_, Some(0), ..) => {
            return Err(Failure::usage("--limit must be at least 1; use --count to count solutions"));
        }
        (_, Some(limit), ..) => request.query = Query::First(limit),
        (_, _, true, _) => (request.query, request.up_to_symmetry) = (Query::Count, false),
        (.., true) => request.query = Query::First(1),
        _ => {}
    }
    request.up_to_symmetry |= args.up_to_symmetry || (args.orbits.is_some() && request.shows());
    request.orbits = args.orbits.is_some();
    request.describe = args.orbits.is_some();
    request.members = args.orbits == Some(OrbitsArg::Members);
    let expects_orbits = model.expects.iter().any(|e| matches!(e.what, Expected::Orbits(_)));
    request.orbits |= expects_orbits && request.query == Query::All;
    Ok(request)
}

/// Checkpoint of a run.
fn written(args: &RunArgs) -> Checkpoint {
    match (&args.checkpoint, &args.resume) {
        (Some(path), _) => Checkpoint::New(path.clone()),
        (None, Some(path)) => Checkpoint::Resume(path.clone()),
        (None, None) => Checkpoint::Off,
    }
}

/// Runs one spec.
pub(in crate::cli) struct Runner<'a> {
    pub args: &'a RunArgs,
    pub loaded: &'a Loaded,
    pub interrupt: Arc<AtomicBool>,
    /// True if this is one of several specs.
    pub several: bool,
    /// Pieces of `--given`.
    pub given: Option<Given>,
    /// Checkpoint to write, resume or gather.
    pub written: Checkpoint,
    /// Input files.
    pub inputs: Inputs,
    /// Worksheets of all specs.
    pub sheets: &'a Sheets,
}

/// A setting of the parameters, alone or in a sweep.
#[derive(Clone, Copy)]
struct Setting<'a> {
    overrides: &'a Overrides,
    /// True if this is one setting of a sweep.
    in_sweep: bool,
    /// True if this is the first setting.
    is_first: bool,
}

impl Runner<'_> {
    /// Builds the model for these parameters, with the pieces of `--given`. An interrupt ends the command at once, since
    /// nothing is known yet.
    fn model(&self, overrides: &Overrides, streams: &mut Streams<'_>) -> Result<Model, Failure> {
        let _guard = interrupt::at_once();
        let mut model = self.loaded.model(overrides, streams)?;
        if let Some(given) = &self.given {
            given.place(&mut model, self.loaded, streams)?;
        }
        Ok(model)
    }

    /// Checkpoint of this setting.
    fn written_of(&self, setting: Setting<'_>) -> Result<Checkpoint, Failure> {
        if !setting.in_sweep {
            return Ok(self.written.clone());
        }
        Ok(checkpoint::in_folder(&self.written, setting.overrides))
    }

    fn tell_checkpoint(&self, outcome: &Outcome, streams: &mut Streams<'_>) -> Result<(), Failure> {
        match (outcome.checkpoint(), self.args.checkpoint.as_ref().or(self.args.resume.as_ref())) {
            (Some(kept), Some(path)) => checkpoint::tell(kept, path, streams),
            _ => Ok(()),
        }
    }

    /// Runs the spec, swept or for one setting.
    pub fn whole(&self, streams: &mut Streams<'_>) -> Result<Exit, Failure> {
        if self.several && self.loaded.document.spec.is_part() {
            self.loaded.check_part(streams)?;
            if !self.args.output.quiet {
                writeln!(streams.err, "{}: a part without a board, not run", escape(&self.loaded.name))?;
            }
            return Ok(Exit::Done);
        }
        let settings =
            sweep::settings(&self.args.question.params, &self.loaded.document.spec.parameter_names())?;
        if settings.is_sweep {
            self.name_file(streams)?;
            return self.sweep(&settings.list, streams);
        }
        let overrides = settings.list.into_iter().next().unwrap_or_default();
        // Lints are about the default parameters.
        let lint = overrides.is_empty() && !self.args.output.quiet;
        self.once(Setting { overrides: &overrides, in_sweep: false, is_first: true }, lint, streams)
    }

    /// With several specs, prints the name of the file above its boards or table.
    fn name_file(&self, streams: &mut Streams<'_>) -> Result<(), Failure> {
        if self.several && self.format().is_for_people() && !self.args.output.quiet {
            writeln!(streams.out, "{}", escape(&self.loaded.name))?;
        }
        Ok(())
    }

    fn format(&self) -> Format {
        if self.args.output.json { Format::Json } else { self.args.output.format.unwrap_or(Format::Board) }
    }

    /// Request of the spec, overridden by the command line.
    fn request(&self, model: &Model) -> Result<Request, Failure> {
        let output = &self.args.output;
        let mut request = asked(&self.args.question, model)?;
        apply_solving(&self.args.solve, &mut request)?;
        let unfit = output.format.filter(|f| !request.shows() && !f.shows_numbers());
        if let Some(name) = unfit.map(Format::name) {
            return Err(Failure::Usage(format!(
                "`--format {name}` shows solutions, but only numbers are asked for; use board, csv, jsonl or json"
            )));
        }
        request.digest = output.stats || self.format() == Format::Json;
        request.order = match (output.sorted, output.stream) {
            (true, _) => Order::Sorted,
            (_, true) => Order::Found,
            _ => Order::Auto,
        };
        let few = self.format().is_looked_at() && !self.args.question.all && request.query == Query::All;
        request.most = few.then_some(MOST_FOR_PEOPLE);
        // A b-file holds numbers alone.
        if self.format() == Format::Bfile {
            request.most = Some(0);
        }
        if request.is_for_first_in_order() && self.written != Checkpoint::Off {
            return Err(Failure::usage(
                "--sorted with --first or --limit searches for the first solutions in turn, which cannot be split into parts; \
                 leave out --sorted, or --checkpoint, --resume and shards",
            ));
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
            // The look of the terminal does not apply to a file.
            look: if self.args.output.output.is_some() { Look::default() } else { streams.look() },
        }
    }

    /// Runs one setting of the parameters.
    fn once(&self, setting: Setting<'_>, lint: bool, streams: &mut Streams<'_>) -> Result<Exit, Failure> {
        let begun = Instant::now();
        let model = self.model(setting.overrides, streams)?;
        if lint {
            self.loaded.tell_lints(&model, streams)?;
        }
        let mut request = self.request(&model)?;
        if self.format() == Format::Bfile && request.query != Query::CountBy(()) {
            return Err(Failure::Usage(no_sequence(&model)));
        }
        charge(&mut request, begun.elapsed() + self.loaded.took);
        if request.shows() {
            self.name_file(streams)?;
        }
        let (outcome, seen, noted) = self.solve(&model, &request, setting, streams)?;
        self.worksheet(&model, &outcome, &seen);
        self.close(&model, &request, &outcome, setting, streams)?;
        self.tell_why(&model, &request, &outcome, streams)?;
        let sure = self.tell_certainty(&model, &request, &outcome, &noted, streams)?;
        let exit = self.compare_expectations(&model, &request, &outcome, seen, streams)?;
        Ok(exit.worst(sure))
    }

    /// Solves and writes solutions as they are found. Also returns the first two and the result of the cross-check.
    fn solve<'m>(
        &self,
        model: &'m Model,
        request: &Request,
        setting: Setting<'_>,
        streams: &mut Streams<'_>,
    ) -> Result<(Outcome, Pair, Recorder<'m>), Failure> {
        let style = self.style(streams);
        let flush = request.order == Order::Found && streams.is_watched;
        if let (Format::Picture(picture), None) = (style.format, &self.args.output.output) {
            refuse_bytes(Some(picture), streams.is_watched)?;
        }
        let to = Destination::new(
            model,
            style,
            (self.args.output.output.as_deref(), &self.inputs),
            &mut *streams.out,
            flush,
        )?;
        let swept = if setting.in_sweep { setting.overrides.clone() } else { Overrides::new() };
        let mut to = to.of_setting(swept.clone(), setting.is_first);
        let progress = Arc::default();
        let display =
            Display::start(self.args.output.progress, request.order == Order::Found, Arc::clone(&progress));
        let watch = display.is_some().then_some(&progress);
        let mut noted =
            Recorder::new(model, self.args.certainty.certify.is_some() || self.args.certainty.cross_check);
        let mut show = noted.beside(&mut to);
        let written = self.written_of(setting)?;
        let result = run::run_written(model, request, &self.interrupt, watch, &written, &mut show);
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
            Format::Csv | Format::Jsonl if !request.shows() => {
                Ending::Records(records(style.format, &swept, request, &outcome, setting.is_first))
            }
            Format::Bfile => Ending::Records(bfile_by_value(&outcome)?),
            _ => Ending::Nothing,
        };
        let seen = to.take_pair();
        to.finish(ending)?;
        Ok((outcome, seen, noted))
    }

    /// Reports the cross-check and writes the certificate, if requested.
    fn tell_certainty(
        &self,
        model: &Model,
        request: &Request,
        outcome: &Outcome,
        noted: &Recorder<'_>,
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

    /// Adds the worksheet of the puzzle, if requested.
    fn worksheet(&self, model: &Model, outcome: &Outcome, seen: &Pair) {
        if self.args.output.worksheet.is_none() {
            return;
        }
        let mut sheet = documents::worksheet(self.loaded, model);
        sheet.total = outcome.is_exhausted().then(|| outcome.count().clone());
        let few = sheet.total.as_ref().is_some_and(|n| *n <= 2u32.into());
        sheet.answers = seen.boards().iter().take(if few { 2 } else { 1 }).cloned().collect();
        self.sheets.push(sheet.laid_out(model));
    }

    /// Explains why there is no solution, if requested and if there is none.
    fn why(&self, model: &Model, request: &Request, outcome: &Outcome) -> Result<Option<Why>, Failure> {
        if !self.args.output.why || outcome.satisfiable() != Some(false) {
            return Ok(None);
        }
        let mut request = request.clone();
        if let Some(time) = request.limits.time {
            request.limits.time = Some(time.saturating_sub(outcome.took()));
        }
        let progress = Arc::default();
        let display = Display::start(self.args.output.progress, false, Arc::clone(&progress));
        let watch = display.is_some().then_some(&progress);
        run::why_watched(model, &request, &self.interrupt, watch).map(Some).map_err(|e| failure(&e))
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
            writeln!(streams.err, "a solution exists, so the rules do not conflict")?;
        }
        match self.why(model, request, outcome)? {
            Some(why) => self.loaded.tell(&[from_why(&why, model)], streams),
            None => Ok(()),
        }
    }

    /// Adds the explanation to the JSON object: source locations, and whether all are known to be needed.
    fn add_why(
        &self,
        model: &Model,
        request: &Request,
        outcome: &Outcome,
        object: &mut report::Object,
    ) -> Result<(), Failure> {
        if let Some(why) = self.why(model, request, outcome)? {
            let mut told = to_json(&[from_why(&why, model)], &self.loaded.document.sources);
            object.add("why", told[0]["labels"].take());
            object.add("why_irreducible", Value::Bool(why.irreducible));
        }
        Ok(())
    }

    /// Returns true if there is unexpectedly no solution and `--why` was not used.
    fn offers_why(&self, model: &Model, outcome: &Outcome) -> bool {
        let expected = |e: &crate::model::Expect| match &e.what {
            Expected::None => true,
            Expected::Solutions(_) => matches!(examine(&e.what, outcome), Verdict::Holds),
            _ => false,
        };
        outcome.satisfiable() == Some(false) && !self.args.output.why && !model.expects.iter().any(expected)
    }

    /// Reports the outcome after the solutions.
    fn close(
        &self,
        model: &Model,
        request: &Request,
        outcome: &Outcome,
        setting: Setting<'_>,
        streams: &mut Streams<'_>,
    ) -> Result<(), Failure> {
        // Show solutions before the report when both streams share a terminal.
        streams.out.flush()?;
        if !self.args.output.quiet && self.format() != Format::Json {
            self.summarize(model, request, outcome, setting, streams)?;
        }
        self.tell_checkpoint(outcome, streams)?;
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
        setting: Setting<'_>,
        streams: &mut Streams<'_>,
    ) -> Result<(), Failure> {
        let is_told = matches!(self.format(), Format::Csv | Format::Jsonl | Format::Bfile);
        let mut lines = if is_told { Vec::new() } else { by_table(outcome) };
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
            lines.push(format!("{why}: {} found solutions are not shown", outcome.left_out()));
        }
        lines.push(closing_line(outcome));
        if self.offers_why(model, outcome) {
            lines.push("use --why to show which rules conflict".to_owned());
        }
        // The name of the file precedes a line of numbers; boards have it above them.
        let named = self.several && (!request.shows() || !self.format().is_for_people());
        let mut name = if named { format!("{}: ", escape(&self.loaded.name)) } else { String::new() };
        // Boards have the setting above them.
        if setting.in_sweep && !self.format().is_for_people() {
            name.push_str(&format!("{}: ", sweep::words(setting.overrides)));
        }
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

    /// Reports failed expectations of the spec and returns the exit status.
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

    /// Writes a table, one object per line, or the solutions of each setting in turn.
    fn sweep(&self, list: &[Overrides], streams: &mut Streams<'_>) -> Result<Exit, Failure> {
        let table = self.args.output.format.is_none_or(|f| f == Format::Bfile) && !self.args.output.json;
        if self.args.output.worksheet.is_some() {
            return Err(Failure::usage("--worksheet cannot be combined with a sweep"));
        }
        if matches!(self.format(), Format::Picture(_)) {
            return Err(Failure::usage("a picture format cannot be combined with a sweep"));
        }
        if self.args.output.why {
            return Err(Failure::usage("--why cannot be combined with a sweep"));
        }
        checkpoint::prepare_folder(&self.written)?;
        if self.args.certainty.certify.is_some() || self.args.certainty.cross_check {
            let words = "--certify and --cross-check cannot be combined with a sweep";
            return Err(Failure::usage(words));
        }
        if self.args.output.output.is_some() {
            return Err(Failure::usage(
                "-o cannot be combined with a sweep, which writes to standard output",
            ));
        }
        let mut rows = SweepTable::new(list, self.format());
        let mut exit = Exit::Done;
        for (i, overrides) in list.iter().enumerate() {
            if self.interrupt.load(Ordering::Relaxed) {
                return Ok(exit.worst(Exit::Interrupted));
            }
            let setting = Setting { overrides, in_sweep: true, is_first: i == 0 };
            let one = if table {
                self.row(setting, &mut rows, streams)?
            } else {
                if self.format().is_for_people() && !self.args.output.quiet {
                    writeln!(streams.out, "{}", sweep::words(overrides))?;
                }
                self.once(setting, false, streams)?
            };
            streams.out.flush()?;
            exit = exit.worst(one);
        }
        Ok(exit)
    }

    /// Writes one row of the table. Needs only numbers, so solutions are not listed.
    fn row(
        &self,
        setting: Setting<'_>,
        rows: &mut SweepTable,
        streams: &mut Streams<'_>,
    ) -> Result<Exit, Failure> {
        let begun = Instant::now();
        let model = self.model(setting.overrides, streams)?;
        let mut request = self.request(&model)?;
        charge(&mut request, begun.elapsed() + self.loaded.took);
        (request.most, request.order) = (Some(0), Order::Auto);
        if self.format() == Format::Bfile && !model.objectives.is_empty() && request.shows() {
            if model.objectives.len() > 1 {
                return Err(Failure::usage(
                    "a b-file has one number per line, but the optimum has several values; use --count for the number of solutions",
                ));
            }
            (request.query, request.up_to_symmetry, request.orbits) = (Query::First(1), false, false);
        }
        if request.query == Query::All && !request.needs_orbits() {
            request.query = Query::Count;
        }
        let progress = Arc::default();
        let display = Display::start(self.args.output.progress, false, Arc::clone(&progress));
        let watch = display.is_some().then_some(&progress);
        let written = self.written_of(setting)?;
        let outcome = run::run_written(&model, &request, &self.interrupt, watch, &written, &mut run::Discard)
            .map_err(|e| failure(&e));
        drop(display);
        let outcome = outcome?;
        rows.write(&model, setting.overrides, &outcome, streams)?;
        self.tell_checkpoint(&outcome, streams)?;
        self.compare_expectations(&model, &request, &outcome, Pair::default(), streams)
    }
}

/// Subtracts the time spent so far from the limit: building a large spec takes time, and a pipe may be slow.
fn charge(request: &mut Request, before: Duration) {
    if let Some(time) = &mut request.limits.time {
        *time = time.saturating_sub(before);
    }
}

/// Diagnostic for a failed expectation.
pub(in crate::cli) fn failed_expectation(expect: &crate::model::Expect, found: &str) -> Diagnostic {
    Diagnostic {
        code: "run::expectation_failed",
        severity: Severity::Error,
        message: format!("an expectation failed: {found}"),
        labels: vec![Label { span: expect.span, text: "expected here".to_owned() }],
        help: None,
    }
}

/// Failure of the command for a run without outcome.
pub(in crate::cli) fn failure(error: &RunError) -> Failure {
    if error.is_internal() { Failure::Internal(error.to_string()) } else { Failure::usage(error.to_string()) }
}

/// Exit status of an outcome, without expectations.
pub(in crate::cli) fn exit_of(outcome: &Outcome) -> Exit {
    match outcome.status() {
        Status::Complete => Exit::Done,
        Status::Limit(_) => Exit::Limit,
        Status::Interrupted => Exit::Interrupted,
    }
}

/// Lines of the plan: the chosen engine, alternatives, engines that decline.
pub(in crate::cli) fn plan_lines(plan: &crate::plan::PlanSummary) -> Vec<String> {
    let width = plan.offers.iter().map(|(engine, _)| engine.len());
    let width = width.chain(plan.refusals.iter().map(|r| r.engine.len()));
    let width = width.chain(plan.unasked.iter().map(|e| e.len())).max().unwrap_or(0);
    let offers = plan.offers.iter().enumerate().map(|(i, (engine, bid))| {
        let word = if i == 0 { "chosen" } else { "would do it" };
        format!("  {engine:<width$}  {word}, estimated {}", seconds(bid.cost))
    });
    let refusals = plan.refusals.iter().map(|r| format!("  {:<width$}  declines: {}", r.engine, r.reason));
    let unasked = plan.unasked.iter().map(|e| format!("  {e:<width$}  not asked, since the run is short"));
    offers.chain(refusals).chain(unasked).collect()
}

/// Formats a cost in steps of ten nanoseconds as a rough time.
fn seconds(cost: f64) -> String {
    // Estimates do not deserve more than one digit.
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
