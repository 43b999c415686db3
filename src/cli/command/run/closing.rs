//! The end of a run, after its solutions: the summary, `--why`, the certificate, the worksheet, and the expectations.

use super::certify::CertificateOutput;
use super::cross_check::Recorder;
use super::runner::{Runner, Setting};
use crate::cli::exit::{Exit, Failure};
use crate::cli::expectations::{Pair, failed_expectation, tell_rivals};
use crate::cli::figures::write_stats;
use crate::cli::progress::watched;
use crate::cli::streams::Streams;
use crate::cli::{documents, sweep};
use crate::diag::{Diagnostic, escape, from_why, to_json};
use crate::model::{Diagram, Expect, Expected, Model};
use crate::report::{self, BoardLook, Format, Worksheet, by_table, closing_line, exchange_lines, plan_lines};
use crate::run::{self, Outcome, Request, Status, Verdict, Why, examine};
use serde_json::Value;

/// End of a run: what was asked, and the answer.
pub(super) struct RunClosing<'a> {
    pub runner: &'a Runner<'a>,
    pub model: &'a Model,
    pub request: &'a Request,
    pub outcome: &'a Outcome,
}

impl RunClosing<'_> {
    /// Adds the worksheet of the puzzle, if requested.
    pub fn worksheet(&self, seen: &Pair) {
        if self.runner.args.output.worksheet.is_none() {
            return;
        }
        let total = self.outcome.is_exhausted().then(|| self.outcome.count().clone());
        let few = total.as_ref().is_some_and(|n| *n <= 2u32.into());
        let answers: Vec<Diagram> = seen.boards().iter().take(if few { 2 } else { 1 }).cloned().collect();
        let words = documents::worksheet_words(self.runner.loaded, self.model);
        let look = BoardLook::default();
        self.runner.sheets.push(Worksheet::new(self.model, words, &answers, total.as_ref(), look));
    }

    /// Reports the answer, with `summary` as its words.
    pub fn report(
        &self,
        summary: &[String],
        setting: Setting<'_>,
        streams: &mut Streams<'_>,
    ) -> Result<(), Failure> {
        let output = &self.runner.args.output;
        // Show solutions before the report when both streams share a terminal.
        streams.out.flush()?;
        if !output.quiet && output.format() != Format::Json {
            self.write_summary(summary, setting, streams)?;
        }
        self.runner.tell_checkpoint(self.outcome, streams)?;
        if output.verbose {
            for line in plan_lines(self.outcome.plan()) {
                writeln!(streams.err, "{line}")?;
            }
        }
        if output.stats {
            write_stats(self.outcome, streams)?;
        }
        streams.out.flush()?;
        Ok(())
    }

    fn write_summary(
        &self,
        summary: &[String],
        setting: Setting<'_>,
        streams: &mut Streams<'_>,
    ) -> Result<(), Failure> {
        let (runner, for_people) = (self.runner, self.runner.format().is_for_people());
        // The name of the file precedes a line of numbers; boards have it above them.
        let named = runner.several && (!self.request.shows() || !for_people);
        let mut name = if named { format!("{}: ", escape(&runner.loaded.name)) } else { String::new() };
        // Boards have the setting above them.
        if setting.in_sweep && !for_people {
            name.push_str(&format!("{}: ", sweep::words(setting.overrides)));
        }
        let apart = runner.several && !named;
        let out = if for_people { &mut streams.out } else { &mut streams.err };
        for line in summary {
            writeln!(out, "{name}{line}")?;
        }
        if apart {
            writeln!(out)?;
        }
        Ok(())
    }

    /// Lines of the summary: tables, what was left out, and the closing line.
    pub fn summary(&self) -> Vec<String> {
        let (outcome, format) = (self.outcome, self.runner.format());
        let is_told = matches!(format, Format::Csv | Format::Jsonl | Format::Bfile);
        let mut lines = if is_told { Vec::new() } else { by_table(outcome) };
        let there = match outcome.orbits().filter(|_| self.request.up_to_symmetry) {
            Some(table) => table.total(),
            None => outcome.count().clone(),
        };
        let is_cut = self.request.most == Some(outcome.shown()) && there > outcome.shown().into();
        if is_cut && format != Format::Bfile {
            lines.push(format!("the first {} of {there} are shown; --all shows all", outcome.shown()));
        }
        if let Some(table) = outcome.orbits().filter(|_| self.runner.args.question.orbits.is_some()) {
            lines.push(table.to_string());
        }
        if self.request.up_to_symmetry {
            lines.extend(exchange_lines(self.model, self.request.exchange));
        }
        if outcome.left_out() > 0 {
            let why = match outcome.status() {
                Status::Limit(stop) => report::stop_reason(stop),
                Status::Complete | Status::Interrupted => "interrupted",
            };
            lines.push(format!("{why}: {} found solutions are not shown", outcome.left_out()));
        }
        lines.push(closing_line(outcome));
        lines.extend(self.offer_of_why());
        lines
    }

    /// Line that offers `--why`, if there is unexpectedly no solution.
    pub fn offer_of_why(&self) -> Option<String> {
        self.offers_why().then(|| "use --why to show which rules conflict".to_owned())
    }

    /// Reports the cross-check and writes the certificate, if requested.
    pub fn certainty(&self, recorder: &Recorder<'_>, streams: &mut Streams<'_>) -> Result<Exit, Failure> {
        let Runner { args, loaded, interrupt, .. } = self.runner;
        let quiet = args.output.quiet;
        let exit = recorder.tell(quiet || args.output.format() == Format::Json, streams)?;
        let Some(path) = &args.certainty.certify else { return Ok(exit) };
        let digest = recorder.digest().expect("kept for a certificate");
        let by = args.question.count_by.as_deref();
        let certifying = CertificateOutput { loaded, by, path, interrupt };
        let written = certifying.write(self.model, self.request, self.outcome, digest, quiet, streams)?;
        Ok(exit.worst(written))
    }

    /// Explains why there is no solution, if requested and if there is none.
    fn why(&self) -> Result<Option<Why>, Failure> {
        let output = &self.runner.args.output;
        if !output.why || self.outcome.satisfiable() != Some(false) {
            return Ok(None);
        }
        let mut request = self.request.clone();
        request.limits.time = request.limits.time.map(|time| time.saturating_sub(self.outcome.took()));
        let why = watched(output.progress, false, |watch| {
            run::why_watched(self.model, &request, &self.runner.interrupt, watch)
        });
        Ok(Some(why?))
    }

    /// Reports why there is no solution, if requested.
    pub fn tell_why(&self, streams: &mut Streams<'_>) -> Result<(), Failure> {
        let output = &self.runner.args.output;
        if output.format() == Format::Json {
            return Ok(());
        }
        if output.why && self.outcome.satisfiable() == Some(true) {
            writeln!(streams.err, "a solution exists, so the rules do not conflict")?;
        }
        match self.why()? {
            Some(why) => self.runner.loaded.tell(&[from_why(&why, self.model)], streams),
            None => Ok(()),
        }
    }

    /// Adds the explanation to the JSON object: source locations, and whether all are known to be needed.
    pub fn add_why(&self, object: &mut report::Object) -> Result<(), Failure> {
        if let Some(why) = self.why()? {
            let sources = &self.runner.loaded.document.sources;
            let mut told = to_json(&[from_why(&why, self.model)], sources);
            object.add("why", told[0]["labels"].take());
            object.add("why_irreducible", Value::Bool(why.irreducible));
        }
        Ok(())
    }

    /// Returns true if there is unexpectedly no solution and `--why` was not used.
    fn offers_why(&self) -> bool {
        let expected = |e: &Expect| match &e.what {
            Expected::None => true,
            Expected::Solutions(_) => matches!(examine(&e.what, self.outcome), Verdict::Holds),
            _ => false,
        };
        let is_none = self.outcome.satisfiable() == Some(false);
        is_none && !self.runner.args.output.why && !self.model.expects.iter().any(expected)
    }

    /// Reports failed expectations of the spec and returns the exit status. `seen`: boards that were shown.
    pub fn expectations(&self, seen: Pair, streams: &mut Streams<'_>) -> Result<Exit, Failure> {
        let failed = |expect: &Expect| match examine(&expect.what, self.outcome) {
            Verdict::Fails(found) => Some(failed_expectation(expect, &found)),
            _ => None,
        };
        let failed: Vec<Diagnostic> = self.model.expects.iter().filter_map(failed).collect();
        self.runner.loaded.tell(&failed, streams)?;
        let exit = Exit::of(self.outcome);
        if failed.is_empty() {
            return Ok(exit);
        }
        if !streams.json {
            let interrupt = &self.runner.interrupt;
            tell_rivals(self.model, self.request, self.outcome, seen, interrupt, streams)?;
        }
        Ok(exit.worst(Exit::Failed))
    }
}
