//! `puzzle grade`: the difficulty of puzzles, from the steps of a person.

use crate::cli::desk::{self, control};
use crate::cli::diagnose::DiagnosticFormat;
use crate::cli::exit::{Exit, Failure};
use crate::cli::load;
use crate::cli::options::{ReadArgs, TimeArgs};
use crate::cli::streams::Streams;
use crate::cli::sweep;
use crate::desk::{BEYOND_SIGHT, DemandTable, DeskFault, Grade, Start, Stepper};
use crate::diag::{escape, escape_json};
use crate::engine::Control;
use crate::model::Model;
use clap::Args;
use serde_json::json;
use std::path::{Path, PathBuf};

#[derive(Debug, Args)]
pub(in crate::cli) struct GradeArgs {
    /// Spec files; `-` for standard input
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    /// Set a parameter
    #[arg(short, long = "param", value_name = "NAME=VALUE")]
    pub params: Vec<String>,
    /// Print a JSON object for each file
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub limit: TimeArgs,
    #[command(flatten)]
    pub read: ReadArgs,
}

pub(in crate::cli) fn grade(args: &GradeArgs, streams: &mut Streams<'_>) -> Result<Exit, Failure> {
    let control = control(&args.limit)?;
    let mut worst = Exit::Done;
    for file in &args.files {
        let model = model(file, args, streams)?;
        let name = file.to_string_lossy();
        match graded(&model, &control) {
            Ok(answer) => {
                let text = if args.json { json(&name, &answer) } else { line(&name, &answer) };
                writeln!(streams.out, "{text}")?;
            }
            Err(fault) => {
                write!(streams.err, "{}: ", escape(&name))?;
                worst = worst.worst(desk::stopped(&fault, streams)?);
            }
        }
        streams.out.flush()?;
        if worst == Exit::Interrupted {
            break;
        }
    }
    Ok(worst)
}

fn model(file: &Path, args: &GradeArgs, streams: &mut Streams<'_>) -> Result<Model, Failure> {
    let loaded = load::read(file, args.read.allow_outside, None, DiagnosticFormat::Text)?;
    let setting = sweep::one_setting(&args.params, &loaded.document.spec.parameter_names())?;
    loaded.model(&setting, streams)
}

/// Returns the grade, or the reason why there is none.
pub(super) fn graded(model: &Model, control: &Control) -> Result<Result<Grade, &'static str>, DeskFault> {
    if !model.objectives.is_empty() {
        return Ok(Err("it has an objective"));
    }
    let table = DemandTable::new(model, control)?;
    match Stepper::start(model, &table, &[], control)? {
        Start::Conflict(_) => Ok(Err("it has no solution")),
        Start::Steps(stepper) => Ok(crate::desk::grade(*stepper)?.ok_or("it has several solutions")),
    }
}

fn line(name: &str, answer: &Result<Grade, &'static str>) -> String {
    let name = escape(name);
    match answer {
        Err(reason) => format!("{name}: no grade: {reason}"),
        Ok(grade) => {
            let sizes = grade.sizes.iter().enumerate().filter(|(_, count)| **count > 0);
            let told: Vec<String> = sizes.map(|(i, count)| format!("{count} of {}", i + 1)).collect();
            let guesses = match grade.guesses() {
                0 => String::new(),
                1 => format!("; 1 step needs more than {BEYOND_SIGHT}, so trying it is easier"),
                n => format!("; {n} steps need more than {BEYOND_SIGHT}, so trying them is easier"),
            };
            format!("{name}: {:.2} (steps by number of rules: {}{guesses})", grade.number, told.join(", "))
        }
    }
}

fn json(name: &str, answer: &Result<Grade, &'static str>) -> String {
    let value = match answer {
        Err(reason) => json!({ "file": name, "grade": null, "reason": reason }),
        Ok(grade) => {
            let number = (grade.number * 1e6).round() / 1e6;
            json!({ "file": name, "grade": number, "sizes": grade.sizes, "guesses": grade.guesses() })
        }
    };
    escape_json(&value)
}
