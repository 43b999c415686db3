//! `puzzle oeis`: computes the terms of a sequence, compares them with its entry in the On-Line Encyclopedia of Integer
//! Sequences, and writes the files of a contribution. Nothing is fetched: the user has the entry as a file.
//!
//! `entry` reads what is published, `report` compares, `contribution` writes.

mod contribution;
mod entry;
mod report;

use super::run::Recorder;
use crate::cli::diagnose::DiagnosticFormat;
use crate::cli::exit::{Exit, Failure};
use crate::cli::expectations::Pair;
use crate::cli::inputs::Inputs;
use crate::cli::load::{self, LoadedSpec};
use crate::cli::options::{ProgressMode, QuestionArgs, ReadArgs, SolveArgs};
use crate::cli::output::write_file;
use crate::cli::progress::watched;
use crate::cli::streams::Streams;
use crate::cli::sweep::{self, settings};
use crate::cli::terms::{Terms, ask_for_term};
use crate::cli::{checkpoint, interrupt};
use crate::model::Model;
use crate::model::check::Overrides;
use crate::report::{DisplayStyle, Face, draw};
use crate::run::{self, Checkpoint, Query, Request};
use clap::Args;
use contribution::Contribution;
use entry::{Entry, EntryName};
use report::{Computed, closing};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

#[derive(Debug, Args)]
pub(in crate::cli) struct OeisArgs {
    /// Spec file; its sweep gives the terms
    pub file: PathBuf,
    /// Entry of the sequence, such as A000170
    #[arg(long, value_name = "NAME")]
    pub entry: EntryName,
    /// Compare with FILE: the entry in internal format (`A000170.seq`) or its b-file; may stand several times
    #[arg(long, value_name = "FILE")]
    pub known: Vec<PathBuf>,
    /// Index of a term, from the parameters (`2*n-1`); of rows of numbers, the index of the first one [default: the parameter that
    /// is swept]
    #[arg(long, value_name = "EXPR", allow_hyphen_values = true)]
    pub index: Option<String>,
    /// Write the b-file, the lines of the entry that change, and the boards of optima to FOLDER
    #[arg(short, long, value_name = "FOLDER")]
    pub output: Option<PathBuf>,
    /// Compute each new term again with an engine of another family
    #[arg(long)]
    pub cross_check: bool,
    /// Save finished parts to the new FOLDER, for --resume
    #[arg(long, value_name = "FOLDER", conflicts_with = "resume", help_heading = "Long runs")]
    pub checkpoint: Option<PathBuf>,
    /// Resume from FOLDER
    #[arg(long, value_name = "FOLDER", help_heading = "Long runs")]
    pub resume: Option<PathBuf>,
    /// Show the progress of a long run on standard error
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = ProgressMode::Auto)]
    pub progress: ProgressMode,
    #[command(flatten)]
    pub question: QuestionArgs,
    #[command(flatten)]
    pub solve: SolveArgs,
    #[command(flatten)]
    pub read: ReadArgs,
}

pub(in crate::cli) fn oeis(args: &OeisArgs, streams: &mut Streams<'_>) -> Result<Exit, Failure> {
    refuse_conflicts(args)?;
    let entry = Entry::read(&args.entry, &args.known)?;
    let statement = args.question.statement();
    let loaded =
        load::read(&args.file, args.read.allow_outside, statement.as_deref(), DiagnosticFormat::Text)?;
    let settings = settings(&args.question.params, &loaded.document.spec.parameter_names())?;
    if !settings.is_sweep && args.question.count_by.is_none() {
        return Err(Failure::usage("one setting is no sequence; sweep a parameter, as in -p n=1..10"));
    }
    let list = settings.list;
    if let Some(folder) = &args.output {
        prepare(folder, args, &loaded)?;
    }
    let written = checkpoint::of_options(args.checkpoint.as_ref(), args.resume.as_ref());
    checkpoint::prepare_folder(&written)?;
    let mut terms = Terms::new(&list);
    if let (Some(index), Some(first)) = (&args.index, list.first()) {
        terms.number_rows_from(sweep::value(index, first)?);
    }
    let mut sequence = Sequence {
        args,
        loaded: &loaded,
        entry: &entry,
        interrupt: interrupt::flag(),
        written,
        terms,
        computed: Vec::new(),
    };
    let exit = sequence.compute(&list, streams)?;
    writeln!(streams.err, "{}", closing(&args.entry, &entry, &sequence.computed))?;
    if let Some(folder) = &args.output {
        sequence.write(folder, streams)?;
    }
    Ok(exit)
}

/// Refuses what makes no sense for a sequence.
fn refuse_conflicts(args: &OeisArgs) -> Result<(), Failure> {
    let question = &args.question;
    if question.limit.is_some() || question.first {
        return Err(Failure::usage("a term is a number; leave out --limit and --first"));
    }
    if question.orbits.is_some() {
        return Err(Failure::usage("--orbits shows solutions; to count orbits, use --up-to-symmetry"));
    }
    Ok(())
}

/// Creates the folder of the contribution, before hours are spent on it, and refuses to overwrite what the command reads.
fn prepare(folder: &Path, args: &OeisArgs, loaded: &LoadedSpec) -> Result<(), Failure> {
    let mut inputs = loaded.inputs();
    inputs.extend(&Inputs::new(args.known.iter().cloned()));
    inputs.spare_all(&contribution::names(&args.entry).map(|name| folder.join(name)))?;
    fs::create_dir_all(folder).map_err(|e| unwritten(folder, &e))
}

fn unwritten(folder: &Path, error: &std::io::Error) -> Failure {
    Failure::Usage(format!("`{}` cannot be written: {error}", folder.display()))
}

/// A sequence that is being computed.
struct Sequence<'a> {
    args: &'a OeisArgs,
    loaded: &'a LoadedSpec,
    entry: &'a Entry,
    interrupt: Arc<AtomicBool>,
    written: Checkpoint,
    terms: Terms,
    computed: Vec<Computed>,
}

impl Sequence<'_> {
    /// Computes and reports term by term.
    fn compute(&mut self, list: &[Overrides], streams: &mut Streams<'_>) -> Result<Exit, Failure> {
        let mut exit = Exit::Done;
        for setting in list {
            if self.interrupt.load(Ordering::Relaxed) {
                return Ok(exit.worst(Exit::Interrupted));
            }
            exit = exit.worst(self.setting(setting, streams)?);
        }
        Ok(exit)
    }

    /// Computes the terms of one setting.
    fn setting(&mut self, setting: &Overrides, streams: &mut Streams<'_>) -> Result<Exit, Failure> {
        let model = {
            let _guard = interrupt::at_once();
            self.loaded.model(setting, streams)?
        };
        let request = self.request(&model)?;
        let written = checkpoint::in_folder(&self.written, setting);
        let mut seen = Pair::default();
        let mut recorder = Recorder::new(&model, self.args.cross_check);
        let outcome = watched(self.args.progress, false, |watch| {
            let mut show = recorder.beside(&mut seen);
            run::run_written(&model, &request, &self.interrupt, watch, &written, &mut show)
        })?;
        if let Some(folder) = self.args.checkpoint.as_ref().or(self.args.resume.as_ref()) {
            checkpoint::tell(&outcome, folder, streams)?;
        }
        let mut terms = self.terms.of(setting, &outcome)?;
        if let (Some(index), [term], None) = (&self.args.index, terms.as_mut_slice(), outcome.by()) {
            term.at = sweep::value(index, setting)?;
        }
        let has_new = terms.iter().any(|t| t.value.is_ok() && !self.entry.terms.contains_key(&t.at));
        if self.args.cross_check && has_new {
            recorder.cross_check(&model, &request, &outcome, &self.interrupt)?;
        }
        let board = seen
            .boards()
            .first()
            .map(|diagram| draw(&model, diagram, Face::Letter, DisplayStyle::default()).join("\n") + "\n");
        let mut exit = Exit::of(&outcome).worst(recorder.tell(true, streams)?);
        for term in terms {
            let computed = Computed {
                published: self.entry.terms.get(&term.at).cloned(),
                engine: outcome.engine().to_owned(),
                second: recorder.second().map(str::to_owned),
                board: board.clone(),
                term,
            };
            if self.computed.is_empty() {
                writeln!(streams.out, "index         value")?;
            }
            writeln!(streams.out, "{}", computed.row(self.entry))?;
            if computed.is_corrected() {
                exit = exit.worst(Exit::Failed);
            }
            self.computed.push(computed);
        }
        streams.out.flush()?;
        Ok(exit)
    }

    fn request(&self, model: &Model) -> Result<Request, Failure> {
        let mut request = self.args.question.request(model)?;
        self.args.solve.apply(&mut request)?;
        ask_for_term(model, &mut request)?;
        // An optimum is shown by a board.
        request.most = matches!(request.query, Query::First(_)).then_some(1).or(request.most);
        Ok(request)
    }

    /// The command that repeats the computation.
    fn command(&self) -> String {
        let QuestionArgs { params, all, count, count_by, up_to_symmetry, .. } = &self.args.question;
        let file = self.args.file.file_name().unwrap_or_default().to_string_lossy();
        let mut words = vec!["puzzle run".to_owned(), file.into_owned()];
        words.extend(params.iter().map(|setting| format!("-p {setting}")));
        words.extend(all.then(|| "--all".to_owned()));
        words.extend(count.then(|| "--count".to_owned()));
        words.extend(count_by.as_ref().map(|by| format!("--count-by \"{by}\"")));
        words.extend(up_to_symmetry.map(|group| group.option().to_owned()));
        words.join(" ")
    }

    /// Writes the files of a contribution.
    fn write(&self, folder: &Path, streams: &mut Streams<'_>) -> Result<(), Failure> {
        let spec: String = self.loaded.written().map(|source| source.text.as_ref()).collect();
        let contribution = Contribution {
            name: &self.args.entry,
            entry: self.entry,
            computed: &self.computed,
            spec: &spec,
            command: &self.command(),
        };
        for file in contribution.files() {
            let path = folder.join(&file.name);
            write_file(&path, file.text.as_bytes()).map_err(|e| unwritten(&path, &e))?;
            writeln!(streams.err, "wrote {}", path.display())?;
        }
        Ok(())
    }
}
