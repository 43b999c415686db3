//! Everything that the runs of one spec have in common: the arguments, the texts, the files to write.

use super::args::RunArgs;
use super::sheets::Sheets;
use crate::cli::exit::Failure;
use crate::cli::given::GivenVector;
use crate::cli::inputs::Inputs;
use crate::cli::load::LoadedSpec;
use crate::cli::streams::Streams;
use crate::cli::{checkpoint, interrupt};
use crate::diag::escape;
use crate::model::Model;
use crate::model::check::Overrides;
use crate::report::{DisplayStyle, Format, Style};
use crate::run::{Checkpoint, Order, Outcome, Query, Request};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// Default limit on the boards shown to people.
const MOST_FOR_PEOPLE: u64 = 100;

pub(in crate::cli) struct Runner<'a> {
    pub args: &'a RunArgs,
    pub loaded: &'a LoadedSpec,
    pub interrupt: Arc<AtomicBool>,
    /// True if this is one of several specs.
    pub several: bool,
    /// Pieces of `--given`.
    pub given: Option<GivenVector>,
    /// Checkpoint to write, resume or gather.
    pub written: Checkpoint,
    pub inputs: Inputs,
    /// Worksheets of all specs.
    pub sheets: &'a Sheets,
}

/// A setting of the parameters, alone or in a sweep.
#[derive(Clone, Copy)]
pub(super) struct Setting<'a> {
    pub overrides: &'a Overrides,
    /// True if this is one setting of a sweep.
    pub in_sweep: bool,
    /// True if this is the first setting.
    pub is_first: bool,
}

impl Runner<'_> {
    /// Builds the model for these parameters, with the pieces of `--given`. An interrupt ends the command at once, since
    /// nothing is known yet.
    pub fn model(&self, overrides: &Overrides, streams: &mut Streams<'_>) -> Result<Model, Failure> {
        let _guard = interrupt::at_once();
        let mut model = self.loaded.model(overrides, streams)?;
        if let Some(given) = &self.given {
            given.place(&mut model, self.loaded, streams)?;
        }
        Ok(model)
    }

    /// Checkpoint of this setting.
    pub(super) fn written_of(&self, setting: Setting<'_>) -> Checkpoint {
        if setting.in_sweep {
            checkpoint::in_folder(&self.written, setting.overrides)
        } else {
            self.written.clone()
        }
    }

    pub fn tell_checkpoint(&self, outcome: &Outcome, streams: &mut Streams<'_>) -> Result<(), Failure> {
        let path = self.args.checkpoint.as_ref().or(self.args.resume.as_ref());
        path.map_or(Ok(()), |path| checkpoint::tell(outcome, path, streams))
    }

    /// With several specs, prints the name of the file above its boards or table.
    pub fn name_file(&self, streams: &mut Streams<'_>) -> Result<(), Failure> {
        if self.several && self.format().is_for_people() && !self.args.output.quiet {
            writeln!(streams.out, "{}", escape(&self.loaded.name))?;
        }
        Ok(())
    }

    pub fn format(&self) -> Format {
        self.args.output.format()
    }

    /// Request of the spec, overridden by the command line; the time since `begun` counts towards its limit.
    pub fn request(&self, model: &Model, begun: Instant) -> Result<Request, Failure> {
        let output = &self.args.output;
        let mut request = self.args.question.request(model)?;
        self.args.solve.apply(&mut request)?;
        if self.args.is_about_all() {
            (request.query, request.up_to_symmetry, request.orbits) = (Query::All, false, false);
        }
        let unfit = output.asked().filter(|f| !request.shows() && !f.shows_numbers());
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
        let is_chosen = self.args.question.all || self.args.sample.is_some();
        let few = self.format().is_looked_at() && !is_chosen && request.query == Query::All;
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
        // Building a large spec takes time, and a pipe may be slow.
        if let Some(time) = &mut request.limits.time {
            *time = time.saturating_sub(begun.elapsed() + self.loaded.took);
        }
        Ok(request)
    }

    pub fn style(&self, streams: &Streams<'_>) -> Style {
        Style {
            format: self.format(),
            one_based: self.args.output.one_based,
            by: self.args.output.by,
            numbers: self.args.output.numbers,
            columns: self.args.output.columns,
            width: streams.width,
            // The look of the terminal does not apply to a file.
            look: if self.args.output.output.is_some() { DisplayStyle::default() } else { streams.look() },
        }
    }
}
