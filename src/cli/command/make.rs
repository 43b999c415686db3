//! `puzzle make`: puzzles with one solution from a spec with `vary` statements.

use super::grade::graded;
use crate::cli::exit::{Exit, Failure};
use crate::cli::files::FsLoader;
use crate::cli::interrupt;
use crate::cli::load::{LoadedSpec, read_one};
use crate::cli::options::{ProgressMode, ReadArgs, SpecArgs, TimeArgs};
use crate::cli::output::{unwritten, write_file};
use crate::cli::progress::watched;
use crate::cli::streams::Streams;
use crate::cli::sweep;
use crate::desk::DeskFault;
use crate::desk::make::{MakeError, Maker, Script, Workbench};
use crate::engine::{Control, Progress, Stop};
use crate::model::Model;
use crate::run::Request;
use clap::Args;
use std::path::PathBuf;
use std::sync::Arc;

#[derive(Debug, Args)]
pub(in crate::cli) struct MakeArgs {
    #[command(flatten)]
    pub spec: SpecArgs,
    /// Make N puzzles
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    pub number: u64,
    /// Make other puzzles; the same seed makes the same ones
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// Make only puzzles that `puzzle grade` gives a number from A to B
    #[arg(long, value_name = "A..B", value_parser = difficulty)]
    pub difficulty: Option<Difficulty>,
    /// Write to FILE; `{}` in its name becomes the number of the puzzle
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Show the progress on standard error
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = ProgressMode::Auto)]
    pub progress: ProgressMode,
    #[command(flatten)]
    pub time: TimeArgs,
    #[command(flatten)]
    pub read: ReadArgs,
}

/// Grades from `least` to `most`.
#[derive(Clone, Copy, Debug)]
pub(in crate::cli) struct Difficulty {
    least: f64,
    most: f64,
}

/// Parses `3..5`.
fn difficulty(text: &str) -> Result<Difficulty, String> {
    let number = |part: &str| part.trim().parse::<f64>().ok();
    match text.split_once("..").map(|(least, most)| (number(least), number(most))) {
        Some((Some(least), Some(most))) if least <= most => Ok(Difficulty { least, most }),
        _ => Err("write a range such as 3..5".to_owned()),
    }
}

impl Difficulty {
    /// Returns true if the grade of `model` is one of these.
    fn admits(self, model: &Model, control: &Control) -> Result<bool, MakeError> {
        match graded(model, control) {
            Ok(Ok(grade)) => Ok((self.least..=self.most).contains(&grade.number)),
            Ok(Err(reason)) => Err(MakeError::Impossible(format!("a puzzle has no grade: {reason}"))),
            Err(DeskFault::Stopped(stop)) => Err(MakeError::Stopped(stop)),
            Err(fault) => Err(MakeError::Impossible(fault.to_string())),
        }
    }
}

pub(in crate::cli) fn make(args: &MakeArgs, streams: &mut Streams<'_>) -> Result<Exit, Failure> {
    let has_place = args.output.as_ref().is_some_and(|o| o.to_string_lossy().contains("{}"));
    let single = args.output.as_deref().filter(|_| !has_place);
    let (loaded, model) = read_one(&args.spec, &args.read, single, streams)?;
    if args.number > 1 && single.is_some() {
        return Err(Failure::usage("the name of the file needs `{}`, as in `-o 'made{}.puz'`"));
    }
    if model.varies.is_empty() {
        return Err(Failure::usage(MakeError::NothingVaries.to_string()));
    }
    let mut request = Request::of(&model);
    args.time.apply(&mut request)?;
    watched(args.progress, args.output.is_none(), |progress| {
        make_all(args, &loaded, request, progress, streams)
    })
}

fn make_all(
    args: &MakeArgs,
    loaded: &LoadedSpec,
    request: Request,
    progress: Option<&Arc<Progress>>,
    streams: &mut Streams<'_>,
) -> Result<Exit, Failure> {
    let overrides = sweep::one_setting(&args.spec.params, &loaded.document.spec.parameter_names())?;
    let script =
        Script::read(&loaded.document.spec, &loaded.document.sources, &overrides).map_err(failure)?;
    let loader = FsLoader::new(&args.spec.file, args.read.allow_outside);
    let name = loaded.name.as_str().into();
    let bench = Workbench::new(name, &loader, request, interrupt::flag(), progress.cloned());
    let mut maker = match Maker::new(script, &bench, args.seed) {
        Ok(maker) => maker,
        Err(MakeError::Stopped(stop)) => return stopped(stop, 0, args.number, streams),
        Err(other) => return Err(failure(other)),
    };
    for number in 1..=args.number {
        let made = maker.make_where(&mut |model| match args.difficulty {
            Some(difficulty) => difficulty.admits(model, bench.control()),
            None => Ok(true),
        });
        let text = match made {
            Ok(text) => text,
            Err(MakeError::Stopped(stop)) => return stopped(stop, number - 1, args.number, streams),
            Err(MakeError::Impossible(reason)) => {
                let made = number - 1;
                writeln!(streams.err, "made {made} of {}: {reason}", args.number)?;
                return Ok(Exit::Failed);
            }
            Err(other) => return Err(failure(other)),
        };
        write_puzzle(args, loaded, number, &text, streams)?;
    }
    Ok(Exit::Done)
}

fn write_puzzle(
    args: &MakeArgs,
    loaded: &LoadedSpec,
    number: u64,
    text: &str,
    streams: &mut Streams<'_>,
) -> Result<(), Failure> {
    let Some(path) = &args.output else {
        let gap = if number > 1 { "\n" } else { "" };
        write!(streams.out, "{gap}{text}")?;
        return Ok(streams.out.flush()?);
    };
    let path = PathBuf::from(path.to_string_lossy().replace("{}", &number.to_string()));
    loaded.inputs().spare(&path)?;
    write_file(&path, text.as_bytes()).map_err(|e| unwritten(&path, &e))
}

fn stopped(stop: Stop, made: u64, wanted: u64, streams: &mut Streams<'_>) -> Result<Exit, Failure> {
    let (words, exit) = match stop {
        Stop::Interrupted => ("interrupted", Exit::Interrupted),
        Stop::Time => ("stopped at the time limit", Exit::Limit),
        Stop::Nodes => ("stopped at the node limit", Exit::Limit),
        Stop::Memory => ("stopped at the memory limit", Exit::Limit),
        Stop::Solutions | Stop::GaveUp => ("stopped", Exit::Limit),
    };
    writeln!(streams.err, "made {made} of {wanted}: {words}")?;
    Ok(exit)
}

fn failure(error: MakeError) -> Failure {
    match error {
        MakeError::Run(error) => error.into(),
        other => Failure::usage(other.to_string()),
    }
}
