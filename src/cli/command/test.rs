//! `puzzle test`: expectations in spec files, each checked with the least work that decides it.

use crate::cli::diagnose::{DiagnosticFormat, settle};
use crate::cli::exit::{Exit, Failure};
use crate::cli::expectations::{Pair, failed_expectation, tell_rivals};
use crate::cli::load::{self, LoadedSpec};
use crate::cli::options::{ReadArgs, SolveArgs};
use crate::cli::streams::Streams;
use crate::cli::{files, interrupt, sweep};
use crate::diag::escape;
use crate::model::check::Overrides;
use crate::run::{self, Status, Verdict, examine, requests_for};
use clap::Args;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

#[derive(Debug, Args)]
pub(in crate::cli) struct TestArgs {
    /// Spec files, and folders to search
    #[arg(required = true)]
    pub paths: Vec<PathBuf>,
    /// Print only failures
    #[arg(short, long)]
    pub quiet: bool,
    #[command(flatten)]
    pub solve: SolveArgs,
    #[command(flatten)]
    pub read: ReadArgs,
}

/// Default time limit for each spec.
const TIME: Duration = Duration::from_secs(60);

/// Results for the expectations of one file.
#[derive(Clone, Copy, Debug, Default)]
struct TestCount {
    hold: usize,
    fail: usize,
    open: usize,
}

pub(in crate::cli) fn test(args: &TestArgs, streams: &mut Streams<'_>) -> Result<Exit, Failure> {
    let files = files::specs_at(&args.paths)?;
    let interrupt = interrupt::flag();
    let mut exit = Exit::Done;
    for file in &files {
        if interrupt.load(Ordering::Relaxed) {
            return Ok(exit.worst(Exit::Interrupted));
        }
        let one = test_file(args, file, &interrupt, streams);
        exit = exit.worst(settle(one, file, streams)?);
    }
    Ok(exit)
}

fn test_file(
    args: &TestArgs,
    file: &Path,
    interrupt: &Arc<AtomicBool>,
    streams: &mut Streams<'_>,
) -> Result<Exit, Failure> {
    let loaded = load::read(file, args.read.allow_outside, None, DiagnosticFormat::Text)?;
    if loaded.document.spec.is_part() {
        loaded.check_part(streams)?;
        say(args, streams, &loaded.name, "a part without a board, sound by itself")?;
        return Ok(Exit::Done);
    }
    let start = Instant::now();
    let time = args.solve.limits()?.time.unwrap_or(TIME);
    let mut tally = TestCount::default();
    let settings = loaded.document.spec.expectation_settings();
    // Without expectations, still check that the spec is valid.
    if settings.is_empty() {
        loaded.model(&Overrides::new(), streams)?;
        say(args, streams, &loaded.name, "no expectations")?;
        return Ok(Exit::Done);
    }
    for setting in &settings {
        let left = time.saturating_sub(start.elapsed());
        if !test_setting(args, &loaded, setting, left, interrupt, &mut tally, streams)? {
            return Ok(Exit::Interrupted);
        }
    }
    let TestCount { hold, fail, open } = tally;
    let mut words = format!("{hold} of {} hold", hold + fail + open);
    if fail > 0 {
        words.push_str(&format!(", {fail} failed"));
    }
    if open > 0 {
        words.push_str(&format!(", {open} not decided in {} s", time.as_secs_f64()));
    }
    words.push_str(&format!(", {:.2} s", start.elapsed().as_secs_f64()));
    if fail + open > 0 || !args.quiet {
        writeln!(streams.out, "{}: {words}", escape(&loaded.name))?;
    }
    Ok(match (fail, open) {
        (0, 0) => Exit::Done,
        (0, _) => Exit::Limit,
        _ => Exit::Failed,
    })
}

fn say(args: &TestArgs, streams: &mut Streams<'_>, name: &str, words: &str) -> Result<(), Failure> {
    if !args.quiet {
        writeln!(streams.out, "{}: {words}", escape(name))?;
    }
    Ok(())
}

/// Tests one setting of the parameters in the remaining time; returns false if interrupted.
fn test_setting(
    args: &TestArgs,
    loaded: &LoadedSpec,
    setting: &Overrides,
    left: Duration,
    interrupt: &Arc<AtomicBool>,
    tally: &mut TestCount,
    streams: &mut Streams<'_>,
) -> Result<bool, Failure> {
    let model = loaded.model(setting, streams)?;
    if left.is_zero() {
        tally.open += model.expects.len();
        return Ok(true);
    }
    let mut left = left;
    let mut asked = Vec::new();
    for mut request in requests_for(&model) {
        args.solve.apply(&mut request)?;
        request.limits.time = Some(left);
        let mut seen = Pair::default();
        let outcome = run::run(&model, &request, interrupt, &mut seen)?;
        if outcome.status() == Status::Interrupted {
            return Ok(false);
        }
        left = left.saturating_sub(outcome.took());
        request.limits.time = Some(left);
        asked.push((request, outcome, seen));
    }
    for expect in &model.expects {
        let mut verdicts = asked.iter().map(|(_, outcome, _)| examine(&expect.what, outcome));
        match verdicts.find(|v| *v != Verdict::Undecided).unwrap_or(Verdict::Undecided) {
            Verdict::Holds => tally.hold += 1,
            Verdict::Undecided => tally.open += 1,
            Verdict::Fails(found) => {
                tally.fail += 1;
                let place = sweep::words(setting);
                let at = if place.is_empty() { String::new() } else { format!("at {place}: ") };
                loaded.tell(&[failed_expectation(expect, &format!("{at}{found}"))], streams)?;
            }
        }
    }
    if let Some((request, outcome, seen)) = asked.into_iter().next() {
        tell_rivals(&model, &request, &outcome, seen, interrupt, streams)?;
    }
    Ok(true)
}
