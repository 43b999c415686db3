//! `puzzle export`: the compiled model for other solvers, or the puzzle for other programs.

use crate::cli::exit::{Exit, Failure};
use crate::cli::load::{LoadedSpec, read_one};
use crate::cli::options::{ReadArgs, SpecArgs};
use crate::cli::output::write_text;
use crate::cli::streams::Streams;
use crate::cli::sweep;
use crate::diag::{Diagnostic, Label, Severity, escape};
use crate::export::{self, ExportFormat, ExportNames, ExportRefusal, RefusalPlace};
use crate::ground::{GroundedProblem, ground};
use crate::host::Host;
use crate::interchange::PuzzleFormat;
use crate::model::{Model, Query, UpTo};
use crate::text::Span;
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(in crate::cli) struct ExportArgs {
    /// Write the model or the puzzle in FORMAT
    #[arg(long, value_name = "FORMAT", value_parser = target())]
    pub to: Target,
    #[command(flatten)]
    pub spec: SpecArgs,
    /// Write to FILE
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    #[command(flatten)]
    pub read: ReadArgs,
}

/// The format of the model, or of the puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cli) enum Target {
    Model(ExportFormat),
    Puzzle(PuzzleFormat),
}

impl Target {
    /// Every target with its name and a description.
    fn all() -> impl Iterator<Item = (Self, &'static str, &'static str)> {
        let models = ExportFormat::ALL.iter().map(|&(form, name, help)| (Self::Model(form), name, help));
        models.chain(PuzzleFormat::ALL.iter().map(|&(form, name, help)| (Self::Puzzle(form), name, help)))
    }
}

fn target() -> impl TypedValueParser<Value = Target> {
    PossibleValuesParser::new(Target::all().map(|(_, name, help)| PossibleValue::new(name).help(help))).map(
        |given| {
            let found = Target::all().find(|(_, name, _)| *name == given);
            found.expect("the parser lets only these names through").0
        },
    )
}

pub(in crate::cli) fn export(args: &ExportArgs, streams: &mut Streams<'_>) -> Result<Exit, Failure> {
    let (loaded, model) = read_one(&args.spec, &args.read, args.output.as_deref(), streams)?;
    let form = match args.to {
        Target::Model(form) => form,
        Target::Puzzle(form) => {
            let text = form
                .write(&model, &Host::default(), &|span| statement(&loaded, span))
                .map_err(Failure::Usage)?;
            write_text(args.output.as_deref(), &text, streams)?;
            return Ok(Exit::Done);
        }
    };
    let grounded = ground(&model, UpTo::default())?;
    let names = names(&loaded, &model, &grounded);
    match export::export(&grounded.problem, &names, form) {
        Ok(text) => {
            write_text(args.output.as_deref(), &text, streams)?;
            Ok(Exit::Done)
        }
        Err(refusal) => {
            let able = export::able(&grounded.problem, &names);
            loaded.tell(&[refused(form, &refusal, &able, &model, &grounded)], streams)?;
            Err(Failure::Diagnosed)
        }
    }
}

/// Names in the export: kinds as declared, statements by location and text.
pub(in crate::cli) fn names(loaded: &LoadedSpec, model: &Model, grounded: &GroundedProblem) -> ExportNames {
    let title = model.title.as_deref().map(|t| format!("{}, ", line(t))).unwrap_or_default();
    let params = sweep::words(&model.params);
    let params = if params.is_empty() { String::new() } else { format!(", {params}") };
    let mut heading = vec![format!("{title}{}{params}", line(&loaded.name))];
    if matches!(model.find.query, Query::CountBy(_)) {
        heading.push("the table of `find number by` is not part of the model".to_owned());
    }
    ExportNames {
        heading,
        kinds: model.kinds.iter().map(|k| k.name.to_string()).collect(),
        statements: grounded.origins.iter().map(|&span| statement(loaded, span)).collect(),
        objectives: model.objectives.iter().map(|o| statement(loaded, o.span)).collect(),
    }
}

/// Location and text of a statement, on one line.
fn statement(loaded: &LoadedSpec, span: Span) -> String {
    let source = loaded.document.sources.get(span.source);
    let text = source.text.get(span.range()).unwrap_or_default();
    format!("{}:{}: {}", line(&source.name), source.position(span.start as usize).line, line(text))
}

/// The first line of `text`, fit for a comment.
fn line(text: &str) -> String {
    let mut lines = text.trim().lines();
    let first = escape(lines.next().unwrap_or_default().trim_end()).into_owned();
    if lines.next().is_some() { format!("{first} …") } else { first }
}

fn refused(
    form: ExportFormat,
    refusal: &ExportRefusal,
    able: &[ExportFormat],
    model: &Model,
    grounded: &GroundedProblem,
) -> Diagnostic {
    let span = match refusal.place {
        RefusalPlace::Statement(origin) => grounded.span(origin),
        RefusalPlace::Objective(i) => model.objectives.get(i).map(|o| o.span),
        RefusalPlace::Whole => None,
    };
    let able: Vec<String> = able.iter().map(|f| format!("--to {}", f.name())).collect();
    Diagnostic {
        code: "export::cannot_say",
        severity: Severity::Error,
        message: format!("{} cannot express this spec: {}", form.name(), refusal.reason),
        labels: span.map(|span| Label { span, text: "because of this".to_owned() }).into_iter().collect(),
        help: (!able.is_empty()).then(|| format!("formats that can: {}", able.join(", "))),
    }
}
