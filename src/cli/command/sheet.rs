//! `puzzle sheet`: puzzles on pages to print, with their answers if wanted.

use crate::cli::diagnose::DiagnosticFormat;
use crate::cli::exit::{Exit, Failure};
use crate::cli::expectations::Pair;
use crate::cli::inputs::Inputs;
use crate::cli::load::{self, LoadedSpec};
use crate::cli::options::{ReadArgs, TimeArgs, named};
use crate::cli::sheets::{format_of, write_sheets};
use crate::cli::streams::Streams;
use crate::cli::{documents, interrupt, sweep};
use crate::diag::escape;
use crate::host::Host;
use crate::model::Model;
use crate::report::{BoardLook, Paper, SheetFormat, SheetLayout, Worksheet};
use crate::run::{self, Query, Request};
use clap::Args;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Maximum number of puzzles on a page.
const MOST_ON_A_PAGE: u64 = 24;

#[derive(Debug, Args)]
pub(in crate::cli) struct SheetArgs {
    /// Spec files, one puzzle each; `-` for standard input
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    /// Set a parameter
    #[arg(short, long = "param", value_name = "NAME=VALUE")]
    pub params: Vec<String>,
    /// Put N puzzles on a page
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=MOST_ON_A_PAGE))]
    pub per_page: u64,
    /// Print on paper of this size
    #[arg(long, value_parser = named(Paper::ALL), default_value = "a4")]
    pub paper: Paper,
    /// Print TITLE at the head of each page
    #[arg(long, value_name = "TITLE")]
    pub title: Option<String>,
    /// Do not print the rules
    #[arg(long)]
    pub no_rules: bool,
    /// Do not print the names of rows and columns
    #[arg(long)]
    pub no_labels: bool,
    /// Do not tint regions and squares
    #[arg(long)]
    pub no_tint: bool,
    /// Add pages with the answers
    #[arg(long)]
    pub answers: bool,
    /// Write in FORMAT; without it, the extension of --output decides
    #[arg(long, value_parser = named(SheetFormat::ALL))]
    pub format: Option<SheetFormat>,
    /// Write to FILE; with `{}` in its name, SVG has a file for each page
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    #[command(flatten)]
    pub limit: TimeArgs,
    #[command(flatten)]
    pub read: ReadArgs,
}

pub(in crate::cli) fn sheet(args: &SheetArgs, streams: &mut Streams<'_>) -> Result<Exit, Failure> {
    if args.limit.time_limit.is_some() && !args.answers {
        return Err(Failure::usage("--time-limit is about --answers, which is missing"));
    }
    let format = format_of(args.format, args.output.as_deref())?;
    if let Some(output) = &args.output {
        Inputs::new(args.files.iter().cloned()).spare(output)?;
    }
    let look = BoardLook { names: !args.no_labels, tints: !args.no_tint };
    let interrupt = interrupt::flag();
    let (mut sheets, mut exit) = (Vec::new(), Exit::Done);
    let mut inputs = Inputs::default();
    for file in &args.files {
        let loaded = load::read(file, args.read.allow_outside, None, DiagnosticFormat::Text)?;
        let setting = sweep::one_setting(&args.params, &loaded.document.spec.parameter_names())?;
        let model = loaded.model(&setting, streams)?;
        let (sheet, found) = puzzle(args, &loaded, &model, look, &interrupt, streams)?;
        inputs.extend(&loaded.inputs());
        sheets.push(sheet);
        exit = exit.worst(found);
        if exit == Exit::Interrupted {
            return Ok(exit);
        }
    }
    let layout = SheetLayout {
        paper: args.paper,
        per_page: usize::try_from(args.per_page).unwrap_or(1),
        title: args.title.clone(),
        look,
        rules: !args.no_rules,
        answers: args.answers,
    };
    write_sheets(&sheets, &layout, format, args.output.as_deref(), &inputs, streams)?;
    Ok(exit)
}

/// Returns a puzzle of the sheet, with its answer if wanted.
fn puzzle(
    args: &SheetArgs,
    loaded: &LoadedSpec,
    model: &Model,
    look: BoardLook,
    interrupt: &Arc<AtomicBool>,
    streams: &mut Streams<'_>,
) -> Result<(Worksheet, Exit), Failure> {
    let words = documents::worksheet_words(loaded, model);
    if !args.answers {
        return Ok((Worksheet::new(model, words, &[], None, look), Exit::Done));
    }
    let mut request =
        Request { query: Query::First(2), up_to_symmetry: false, orbits: false, ..Request::of(model) };
    request.host = Host::native();
    request.limits = args.limit.limits()?;
    let mut seen = Pair::default();
    let outcome = run::run(model, &request, interrupt, &mut seen)?;
    let total = outcome.is_exhausted().then(|| outcome.count().clone());
    let all = total.as_ref().is_some_and(|n| *n == seen.boards().len().into());
    let shown = if all { seen.boards() } else { &seen.boards()[..seen.boards().len().min(1)] };
    let exit = Exit::of(&outcome);
    if shown.is_empty() && exit == Exit::Limit {
        writeln!(streams.err, "{}: no answer was found within the time limit", escape(&loaded.name))?;
    }
    Ok((Worksheet::new(model, words, shown, total.as_ref(), look), exit))
}
