//! A sweep: a table, one object per line, or the solutions of each setting in turn.

use super::closing::RunClosing;
use super::recurrence::SweptNumbers;
use super::runner::{Runner, Setting};
use super::sweep_table::SweepTable;
use crate::cli::exit::{Exit, Failure};
use crate::cli::expectations::Pair;
use crate::cli::progress::watched;
use crate::cli::streams::Streams;
use crate::cli::terms::{Terms, ask_for_numbers, ask_for_term};
use crate::cli::{checkpoint, sweep};
use crate::model::check::Overrides;
use crate::report::Format;
use crate::run;
use std::sync::atomic::Ordering;
use std::time::Instant;

impl Runner<'_> {
    /// Writes a table, one object per line, or the solutions of each setting in turn.
    pub fn sweep(&self, list: &[Overrides], streams: &mut Streams<'_>) -> Result<Exit, Failure> {
        let table = self.args.output.asked().is_none_or(|f| f == Format::Bfile) && !self.args.output.json;
        if self.args.output.worksheet.is_some() {
            return Err(Failure::usage("--worksheet cannot be combined with a sweep"));
        }
        if matches!(self.format(), Format::Picture(_)) {
            return Err(Failure::usage("a picture format cannot be combined with a sweep"));
        }
        if self.args.output.why {
            return Err(Failure::usage("--why cannot be combined with a sweep"));
        }
        if self.args.is_about_all() {
            return Err(Failure::usage("--forced and --sample cannot be combined with a sweep"));
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
        let mut numbers = self.args.recurrence.then(|| SweptNumbers::new(list)).transpose()?;
        let mut rows = SweepTable::new(list, (self.format() == Format::Bfile).then(|| Terms::new(list)));
        let mut exit = Exit::Done;
        for (i, overrides) in list.iter().enumerate() {
            if self.interrupt.load(Ordering::Relaxed) {
                return Ok(exit.worst(Exit::Interrupted));
            }
            let setting = Setting { overrides, in_sweep: true, is_first: i == 0 };
            let one = if table {
                self.row(setting, &mut rows, numbers.as_mut(), streams)?
            } else {
                if self.format().is_for_people() && !self.args.output.quiet {
                    writeln!(streams.out, "{}", sweep::words(overrides))?;
                }
                self.once(setting, false, streams)?
            };
            streams.out.flush()?;
            exit = exit.worst(one);
        }
        if let Some(numbers) = numbers {
            numbers.write(streams)?;
        }
        Ok(exit)
    }

    /// Writes one row of the table. Needs only numbers, so solutions are not listed.
    fn row(
        &self,
        setting: Setting<'_>,
        rows: &mut SweepTable,
        numbers: Option<&mut SweptNumbers>,
        streams: &mut Streams<'_>,
    ) -> Result<Exit, Failure> {
        let begun = Instant::now();
        let model = self.model(setting.overrides, streams)?;
        let mut request = self.request(&model, begun)?;
        if self.format() == Format::Bfile {
            ask_for_term(&model, &mut request)?;
        } else {
            ask_for_numbers(&mut request);
        }
        let written = self.written_of(setting);
        let outcome = watched(self.args.output.progress, false, |watch| {
            run::run_written(&model, &request, &self.interrupt, watch, &written, &mut run::Discard)
        })?;
        rows.write(&model, setting.overrides, &outcome, streams)?;
        if let Some(numbers) = numbers {
            numbers.add(setting.overrides, &outcome)?;
        }
        self.tell_checkpoint(&outcome, streams)?;
        let closing = RunClosing { runner: self, model: &model, request: &request, outcome: &outcome };
        closing.expectations(Pair::default(), streams)
    }
}
