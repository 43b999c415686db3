//! `puzzle run`: solve specs and show the answers.
//!
//! The command and its loop over several specs are here, its arguments in `args`. `runner` has what the runs of one spec
//! share; `solve` runs one setting of its parameters, `sweep` several; `closing` reports what comes after the solutions. Then
//! the parts that one option adds: `cross_check`, `certify`, `sheets` (worksheets), and the formats of numbers
//! (`sweep_table`, `records`, `bfile`), `recurrence`. `forced` answers `--forced` instead of `solve`.

mod args;
mod bfile;
mod certify;
mod closing;
mod cross_check;
mod forced;
mod records;
mod recurrence;
mod runner;
mod sheets;
mod solve;
mod sweep;
mod sweep_table;

pub(in crate::cli) use args::{CertaintyArgs, RunArgs};
pub(in crate::cli) use cross_check::Recorder;
pub(in crate::cli) use runner::Runner;
pub(in crate::cli) use sheets::Sheets;

use crate::cli::diagnose::{DiagnosticFormat, settle};
use crate::cli::exit::{Exit, Failure};
use crate::cli::given::GivenVector;
use crate::cli::inputs::Inputs;
use crate::cli::sheets::format_of;
use crate::cli::streams::Streams;
use crate::cli::sweep::settings;
use crate::cli::{files, interrupt, load};
use crate::diag::escape;
use crate::report::Format;
use certify::check_place;
use runner::Setting;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;

pub(in crate::cli) fn run(args: &RunArgs, streams: &mut Streams<'_>) -> Result<Exit, Failure> {
    refuse_conflicts(args)?;
    let statement = args.question.statement();
    let report = DiagnosticFormat::json_if(args.output.format() == Format::Json);
    streams.json = report == DiagnosticFormat::Json;
    if let Some(path) = &args.certainty.certify {
        check_place(path)?;
    }
    let interrupt = interrupt::flag();
    let sheets = Sheets::default();
    let run_file = |file: &Path, several: bool, streams: &mut Streams<'_>| {
        let mut loaded = {
            let _guard = interrupt::at_once();
            load::read(file, args.read.allow_outside, statement.as_deref(), report)?
        };
        let inputs = loaded.inputs();
        sheets.keep(&inputs);
        refuse_outputs(&inputs, args)?;
        let vector = args.given.as_deref();
        let given = vector.map(|v| GivenVector::new(v, args.output.by, args.output.one_based, &mut loaded));
        let runner = Runner {
            args,
            loaded: &loaded,
            interrupt: Arc::clone(&interrupt),
            several,
            given,
            written: args.written(),
            inputs,
            sheets: &sheets,
        };
        run_spec(&runner, streams)
    };
    if let [file] = args.files.as_slice()
        && !file.is_dir()
    {
        let exit = run_file(file, false, streams)?;
        sheets.write(&args.output, streams)?;
        return Ok(exit);
    }
    refuse_for_several(args)?;
    let specs = files::specs_at(&args.files)?;
    refuse_outputs(&Inputs::new(specs.iter().cloned()), args)?;
    if specs.len() > 1 && matches!(args.output.asked(), Some(Format::Picture(_))) {
        return Err(Failure::usage("a picture format takes one spec only"));
    }
    let mut exit = Exit::Done;
    for file in specs {
        if interrupt.load(Ordering::Relaxed) {
            return Ok(exit.worst(Exit::Interrupted));
        }
        let one = run_file(&file, true, streams);
        exit = exit.worst(settle(one, &file, streams)?);
    }
    sheets.write(&args.output, streams)?;
    Ok(exit)
}

/// Refuses outputs that are also inputs, and a worksheet in an unknown format.
fn refuse_outputs(inputs: &Inputs, args: &RunArgs) -> Result<(), Failure> {
    inputs.spare_all(&args.outputs()?)?;
    if let Some(path) = &args.output.worksheet {
        format_of(None, Some(path))?;
    }
    Ok(())
}

/// Refuses options that contradict each other.
fn refuse_conflicts(args: &RunArgs) -> Result<(), Failure> {
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
    Ok(())
}

/// Refuses options that make sense for one spec only.
fn refuse_for_several(args: &RunArgs) -> Result<(), Failure> {
    if args.output.output.is_some() {
        return Err(Failure::usage("-o takes one spec only; several specs are written to standard output"));
    }
    if args.checkpoint.is_some() || args.resume.is_some() {
        return Err(Failure::usage("--checkpoint and --resume take one spec only"));
    }
    if args.certainty.certify.is_some() {
        return Err(Failure::usage("--certify takes one spec only"));
    }
    Ok(())
}

/// Runs a spec, swept or for one setting.
pub(in crate::cli) fn run_spec(runner: &Runner<'_>, streams: &mut Streams<'_>) -> Result<Exit, Failure> {
    let (args, loaded) = (runner.args, runner.loaded);
    if runner.several && loaded.document.spec.is_part() {
        loaded.check_part(streams)?;
        if !args.output.quiet {
            writeln!(streams.err, "{}: a part without a board, not run", escape(&loaded.name))?;
        }
        return Ok(Exit::Done);
    }
    let known = loaded.document.spec.parameter_names();
    let settings = settings(&args.question.params, &known)?;
    if settings.is_sweep {
        runner.name_file(streams)?;
        return runner.sweep(&settings.list, streams);
    }
    if args.recurrence {
        return Err(Failure::usage("--recurrence needs a sweep, as in -p n=1..20"));
    }
    let overrides = settings.list.into_iter().next().unwrap_or_default();
    // Lints are about the default parameters.
    let lint = overrides.is_empty() && !args.output.quiet;
    runner.once(Setting { overrides: &overrides, in_sweep: false, is_first: true }, lint, streams)
}
