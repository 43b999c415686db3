//! One setting of the parameters: solutions are written as they are found, and the rest of the answer after them.

use super::bfile::{bfile_by_value, no_sequence};
use super::closing::RunClosing;
use super::cross_check::Recorder;
use super::records::records;
use super::runner::{Runner, Setting};
use crate::cli::documents;
use crate::cli::exit::{Exit, Failure};
use crate::cli::expectations::Pair;
use crate::cli::output::{Destination, Ending, refuse_bytes};
use crate::cli::progress::watched;
use crate::cli::streams::Streams;
use crate::model::Model;
use crate::model::check::Overrides;
use crate::report::{self, Format, PictureFormat, sample_line};
use crate::run::{self, Order, Outcome, Query, Request, RunError, SampleMethod};
use std::time::Instant;

/// A solved setting, whose solutions have been written.
struct SolvedSetting<'m> {
    outcome: Outcome,
    /// With `--sample`: the method of drawing.
    method: Option<SampleMethod>,
    /// The first two solutions.
    seen: Pair,
    /// Result of the cross-check.
    recorder: Recorder<'m>,
}

impl Runner<'_> {
    /// Runs one setting of the parameters.
    pub(super) fn once(
        &self,
        setting: Setting<'_>,
        lint: bool,
        streams: &mut Streams<'_>,
    ) -> Result<Exit, Failure> {
        let begun = Instant::now();
        let model = self.model(setting.overrides, streams)?;
        if lint {
            self.loaded.tell_lints(&model, streams)?;
        }
        let request = self.request(&model, begun)?;
        if self.format() == Format::Bfile && request.query != Query::CountBy(()) {
            return Err(Failure::Usage(no_sequence(&model)));
        }
        if request.shows() {
            self.name_file(streams)?;
        }
        if let Some(what) = self.args.forced {
            return self.forced(&model, &request, what, setting, streams);
        }
        let SolvedSetting { outcome, method, seen, recorder } =
            self.solve(&model, &request, setting, streams)?;
        let closing = RunClosing { runner: self, model: &model, request: &request, outcome: &outcome };
        closing.worksheet(&seen);
        let drawn = method.map(|method| sample_line(method, &outcome));
        let summary: Vec<String> = drawn.into_iter().chain(closing.summary()).collect();
        closing.report(&summary, setting, streams)?;
        closing.tell_why(streams)?;
        let sure = closing.certainty(&recorder, streams)?;
        let exit = closing.expectations(seen, streams)?;
        Ok(exit.worst(sure))
    }

    /// Solves and writes solutions as they are found.
    fn solve<'m>(
        &self,
        model: &'m Model,
        request: &Request,
        setting: Setting<'_>,
        streams: &mut Streams<'_>,
    ) -> Result<SolvedSetting<'m>, Failure> {
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
        let mut recorder =
            Recorder::new(model, self.args.certainty.certify.is_some() || self.args.certainty.cross_check);
        let mut show = recorder.beside(&mut to);
        let written = self.written_of(setting);
        let interrupt = &self.interrupt;
        let result = watched(self.args.output.progress, request.order == Order::Found, |watch| {
            let Some(number) = self.args.sample else {
                return Ok((run::run_written(model, request, interrupt, watch, &written, &mut show)?, None));
            };
            let sample = run::sample(model, request, number, interrupt, watch, &mut show)?;
            Ok((sample.outcome().clone(), sample.method()))
        });
        if let Some(failure) = to.failure() {
            return Err(failure);
        }
        let (outcome, method): (Outcome, Option<SampleMethod>) =
            result.map_err(|e: RunError| Failure::from(e))?;
        if self.args.certainty.cross_check {
            recorder.cross_check(model, request, &outcome, &self.interrupt)?;
        }
        let ending = match style.format {
            Format::Json => {
                let boards = request.shows().then(|| to.take_boards());
                let mut object = report::object(model, &self.loaded.name, &outcome, boards);
                RunClosing { runner: self, model, request, outcome: &outcome }.add_why(&mut object)?;
                recorder.add_to(&mut object);
                if self.args.sample.is_some() {
                    object.add("sample", report::sample_value(&outcome, method));
                }
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
        // Two draws may be the same solution.
        let seen = if method.is_some() { Pair::default() } else { to.take_pair() };
        to.finish(ending)?;
        Ok(SolvedSetting { outcome, method, seen, recorder })
    }
}
