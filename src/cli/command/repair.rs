//! `puzzle repair`: the fewest changes of givens and clues after which a spec has one solution.

use crate::cli::exit::{Exit, Failure};
use crate::cli::files::FsLoader;
use crate::cli::interrupt;
use crate::cli::load::{LoadedSpec, read_one};
use crate::cli::options::{ProgressMode, ReadArgs, SpecArgs, TimeArgs};
use crate::cli::progress::watched;
use crate::cli::streams::Streams;
use crate::cli::sweep;
use crate::desk::make::{MakeError, Script, Workbench};
use crate::desk::repair::{Change, Finding, Misfit, Repair, repair as find_repairs};
use crate::diag::escape;
use crate::engine::Stop;
use crate::model::{KindId, Model};
use crate::report::draw_rivals;
use crate::run::Request;
use crate::text::Span;
use clap::Args;
use serde_json::{Value, json};

#[derive(Debug, Args)]
pub(in crate::cli) struct RepairArgs {
    #[command(flatten)]
    pub spec: SpecArgs,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    /// Show the progress on standard error
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = ProgressMode::Auto)]
    pub progress: ProgressMode,
    #[command(flatten)]
    pub time: TimeArgs,
    #[command(flatten)]
    pub read: ReadArgs,
}

pub(in crate::cli) fn repair(args: &RepairArgs, streams: &mut Streams<'_>) -> Result<Exit, Failure> {
    let (loaded, model) = read_one(&args.spec, &args.read, None, streams)?;
    let mut request = Request::of(&model);
    args.time.apply(&mut request)?;
    let overrides = sweep::one_setting(&args.spec.params, &loaded.document.spec.parameter_names())?;
    let script = Script::read(&loaded.document.spec, &loaded.document.sources, &overrides)
        .map_err(|error| Failure::usage(error.to_string()))?;
    let loader = FsLoader::new(&args.spec.file, args.read.allow_outside);
    let found = watched(args.progress, false, |progress| {
        let name = loaded.name.as_str().into();
        let bench = Workbench::new(name, &loader, request, interrupt::flag(), progress.cloned());
        find_repairs(&script, &model, &bench)
    });
    let finding = match found {
        Ok(finding) => finding,
        Err(MakeError::Stopped(stop)) => return stopped(stop, streams),
        Err(MakeError::Run(error)) => return Err(error.into()),
        Err(other) => return Err(Failure::usage(other.to_string())),
    };
    let words = RepairWords { loaded: &loaded, model: &model };
    if args.json {
        writeln!(streams.out, "{}", words.object(&finding))?;
    } else {
        words.tell(&finding, streams)?;
    }
    Ok(if matches!(finding, Finding::Sound) { Exit::Done } else { Exit::Failed })
}

fn stopped(stop: Stop, streams: &mut Streams<'_>) -> Result<Exit, Failure> {
    let (words, exit) = match stop {
        Stop::Interrupted => ("interrupted", Exit::Interrupted),
        _ => ("stopped at a limit", Exit::Limit),
    };
    writeln!(streams.err, "{words} before a repair was found")?;
    Ok(exit)
}

/// Puts findings about a spec into words.
struct RepairWords<'a> {
    loaded: &'a LoadedSpec,
    model: &'a Model,
}

impl RepairWords<'_> {
    fn tell(&self, finding: &Finding, streams: &mut Streams<'_>) -> Result<(), Failure> {
        match finding {
            Finding::Sound => {
                let which = if self.model.intended.is_some() { ", the intended one" } else { "" };
                writeln!(streams.out, "nothing to repair: there is exactly one solution{which}")?;
            }
            Finding::Contradictory { repairs } => {
                writeln!(streams.out, "there is no solution")?;
                self.list(
                    repairs,
                    "no few givens and clues were found without which there is one; see `puzzle run --why`",
                    streams,
                )?;
            }
            Finding::IntendedBroken { misfits } => {
                writeln!(streams.out, "the intended solution is none")?;
                for misfit in misfits {
                    writeln!(streams.out, "  {}", self.misfit(misfit))?;
                }
            }
            Finding::Ambiguous { solution, rival, repairs } => {
                let which = match self.model.intended {
                    Some(_) => "the intended solution is not the only one; another:",
                    None => "there is more than one solution; two of them:",
                };
                writeln!(streams.out, "{which}")?;
                for line in draw_rivals(self.model, [solution, rival], streams.width) {
                    writeln!(streams.out, "{line}")?;
                }
                writeln!(streams.out)?;
                self.list(
                    repairs,
                    "no few givens and no single clue were found that leave one solution",
                    streams,
                )?;
            }
        }
        Ok(())
    }

    fn list(&self, repairs: &[Repair], none: &str, streams: &mut Streams<'_>) -> Result<(), Failure> {
        if repairs.is_empty() {
            writeln!(streams.out, "{none}")?;
            return Ok(());
        }
        writeln!(streams.out, "repairs, smallest first:")?;
        for repair in repairs {
            let changes: Vec<String> = repair.changes.iter().map(|c| self.change(c)).collect();
            let left = if repair.unique { "one solution" } else { "several solutions" };
            writeln!(streams.out, "  {}: leaves {left}", changes.join("; "))?;
        }
        Ok(())
    }

    fn change(&self, change: &Change) -> String {
        match change {
            Change::Give { cell, kind } => match kind {
                Some(kind) => {
                    format!("add `place {} at {}`", self.kind(*kind), self.model.board.cell_name(*cell))
                }
                None => format!("add `keep empty {}`", self.model.board.cell_name(*cell)),
            },
            Change::Clue { value, place } => format!("add the clue {value} at {place}"),
            Change::Drop(span) => format!("drop {}", self.quoted(*span)),
            Change::Write { at, text } => format!("write `{text}` in place of {}", self.quoted(*at)),
        }
    }

    fn misfit(&self, misfit: &Misfit) -> String {
        let what = if misfit.is_part { "" } else { "the rule " };
        let mend = match &misfit.write {
            Some(text) => format!("; write `{text}`"),
            None if misfit.is_part => "; drop it or change it".to_owned(),
            None => String::new(),
        };
        format!("{what}{} is broken: {}{mend}", self.quoted(misfit.span), escape(&misfit.message))
    }

    fn kind(&self, kind: KindId) -> &str {
        &self.model.kind(kind).name
    }

    /// The text at a place, with its line and column.
    fn quoted(&self, span: Span) -> String {
        let Some(source) = self.loaded.document.sources.find(span.source) else { return "this".to_owned() };
        let at = source.position(span.start as usize);
        let text = source.text.get(span.range()).unwrap_or_default();
        let text = text.lines().next().unwrap_or_default();
        format!("`{}` (line {}, column {})", escape(text), at.line, at.column)
    }

    fn object(&self, finding: &Finding) -> Value {
        let listed = |repairs: &[Repair]| -> Vec<Value> {
            let one = |r: &Repair| {
                let changes: Vec<Value> = r.changes.iter().map(|c| self.change_object(c)).collect();
                json!({ "changes": changes, "unique": r.unique })
            };
            repairs.iter().map(one).collect()
        };
        match finding {
            Finding::Sound => json!({ "finding": "sound", "repairs": [] }),
            Finding::Contradictory { repairs } => {
                json!({ "finding": "contradictory", "repairs": listed(repairs) })
            }
            Finding::IntendedBroken { misfits } => {
                let told: Vec<Value> = misfits.iter().map(|m| self.misfit_object(m)).collect();
                json!({ "finding": "intended_broken", "broken": told })
            }
            Finding::Ambiguous { repairs, .. } => {
                json!({ "finding": "ambiguous", "repairs": listed(repairs) })
            }
        }
    }

    fn change_object(&self, change: &Change) -> Value {
        match change {
            Change::Give { cell, kind } => json!({
                "add": kind.map_or("empty", |k| self.kind(k)), "cell": self.model.board.cell_name(*cell),
            }),
            Change::Clue { value, place } => json!({ "add_clue": value, "place": place }),
            Change::Drop(span) => json!({ "drop": self.place_object(*span) }),
            Change::Write { at, text } => json!({ "replace": self.place_object(*at), "by": text }),
        }
    }

    fn misfit_object(&self, misfit: &Misfit) -> Value {
        json!({
            "at": self.place_object(misfit.span), "message": misfit.message,
            "is_rule": !misfit.is_part, "write": misfit.write,
        })
    }

    fn place_object(&self, span: Span) -> Value {
        let Some(source) = self.loaded.document.sources.find(span.source) else { return Value::Null };
        let at = source.position(span.start as usize);
        let text = source.text.get(span.range()).unwrap_or_default();
        json!({ "file": &*source.name, "line": at.line, "column": at.column, "text": text })
    }
}
