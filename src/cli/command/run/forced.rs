//! `run --forced`: the pieces that stand in all, some or no solutions.

use super::args::ForcedArg;
use super::closing::RunClosing;
use super::runner::{Runner, Setting};
use crate::cli::documents;
use crate::cli::exit::{Exit, Failure};
use crate::cli::expectations::Pair;
use crate::cli::output::{write_text, write_whole};
use crate::cli::progress::watched;
use crate::cli::streams::Streams;
use crate::model::Model;
use crate::report::{
    self, Format, PictureFormat, draw_forced, forced_line, forced_value, picture_of_forced, write_picture,
};
use crate::run::{self, ForcedCells, Request};

impl Runner<'_> {
    /// Answers `--forced` for one setting of the parameters.
    pub(super) fn forced(
        &self,
        model: &Model,
        request: &Request,
        what: ForcedArg,
        setting: Setting<'_>,
        streams: &mut Streams<'_>,
    ) -> Result<Exit, Failure> {
        let format = self.format();
        if !matches!(format, Format::Board | Format::Json | Format::Picture(_)) {
            return Err(Failure::Usage(format!(
                "`--format {}` shows solutions; --forced takes board, json, svg, html, png or tikz",
                format.name()
            )));
        }
        let is_counted = what == ForcedArg::Counts;
        if is_counted && matches!(format, Format::Picture(_)) {
            return Err(Failure::usage("a picture shows no numbers; use --forced=counts with board or json"));
        }
        let cells = watched(self.args.output.progress, false, |watch| {
            run::forced(model, request, is_counted, &self.interrupt, watch)
        })?;
        let closing = RunClosing { runner: self, model, request, outcome: cells.outcome() };
        match format {
            Format::Json => {
                let mut object = report::object(model, &self.loaded.name, cells.outcome(), None);
                object.add("forced", forced_value(model, &cells));
                closing.add_why(&mut object)?;
                write_text(self.args.output.output.as_deref(), &format!("{object}\n"), streams)?;
            }
            Format::Picture(picture) => {
                self.write_forced_picture(model, request, &cells, picture, streams)?
            }
            _ => self.write_forced_board(model, &cells, streams)?,
        }
        let summary: Vec<String> =
            [forced_line(model, &cells)].into_iter().chain(closing.offer_of_why()).collect();
        closing.report(&summary, setting, streams)?;
        closing.tell_why(streams)?;
        let mut seen = Pair::default();
        cells.witnesses().iter().for_each(|witness| seen.note(witness));
        closing.expectations(seen, streams)
    }

    /// Writes the board, if there is a solution, with an empty line after it on standard output.
    fn write_forced_board(
        &self,
        model: &Model,
        cells: &ForcedCells,
        streams: &mut Streams<'_>,
    ) -> Result<(), Failure> {
        if cells.outcome().satisfiable() != Some(true) {
            return Ok(());
        }
        let style = self.style(streams);
        let path = self.args.output.output.as_deref();
        let lines = draw_forced(model, cells, style.look);
        let end = if path.is_none() { "\n" } else { "" };
        let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
        write_text(path, &format!("{text}{end}"), streams)
    }

    fn write_forced_picture(
        &self,
        model: &Model,
        request: &Request,
        cells: &ForcedCells,
        format: PictureFormat,
        streams: &mut Streams<'_>,
    ) -> Result<(), Failure> {
        let line = forced_line(model, cells);
        let picture = picture_of_forced(model, cells, "");
        let html = (format == PictureFormat::Html).then(|| {
            let mut page = documents::page(self.loaded, model, request, cells.outcome());
            // The last line is about the solutions that were listed.
            page.lines.pop();
            page.lines.push(line);
            page.pictures.push((picture.clone(), String::new()));
            page.to_html()
        });
        write_whole(self.args.output.output.as_deref(), streams, Some(format), |out| match &html {
            Some(html) => out.write_all(html.as_bytes()),
            None => write_picture(out, &picture, format),
        })
    }
}
