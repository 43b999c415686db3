//! `puzzle verify`: solutions against the spec by the literal rules, without engine or grounding.
//!
//! Solutions are read twice: first to check that all can be parsed, then to judge each in turn. So a malformed file is
//! refused before any verdict, and only one board is in memory at a time. Repetitions are found by 128-bit hashes with keys
//! random to this process, so no file can be crafted against them.

use super::verify_certificate::verify_certificate;
use super::verify_mark::{MarkArgs, MarkedFiles, mark};
use crate::cli::diagnose::DiagnosticFormat;
use crate::cli::exit::{Exit, Failure};
use crate::cli::load::LoadedSpec;
use crate::cli::options::ReadArgs;
use crate::cli::streams::Streams;
use crate::cli::{files, load, sweep};
use crate::diag::escape;
use crate::model::{Diagram, Model, Violation, judge, objective_values};
use crate::report::{Claims, MAX_SOLUTION_BYTES, params_of, read_claims, read_solutions};
use clap::Args;
use std::hash::{BuildHasher, RandomState};
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(in crate::cli) struct VerifyArgs {
    /// Spec file; optional with --certificate, since the certificate has its text
    #[arg(required_unless_present = "certificate")]
    pub file: Option<PathBuf>,
    /// Solutions written by `run` as json, jsonl, coords or fen; `-` for standard input. With --mark one board, also as a
    /// vector or drawn as text
    #[arg(required_unless_present = "certificate")]
    pub solutions: Option<PathBuf>,
    /// Check a certificate written by `run --certify`, and the proof beside it
    #[arg(long, value_name = "CERTIFICATE", conflicts_with_all = ["solutions", "params"])]
    pub certificate: Option<PathBuf>,
    /// Set a parameter
    #[arg(short, long = "param", value_name = "NAME=VALUE")]
    pub params: Vec<String>,
    /// Print only failures
    #[arg(short, long)]
    pub quiet: bool,
    /// Mark one board, which may be unfinished: name each mistake, its place and the rule in words
    #[arg(long, conflicts_with = "certificate")]
    pub mark: bool,
    #[command(flatten)]
    pub marking: MarkArgs,
    #[command(flatten)]
    pub read: ReadArgs,
}

pub(in crate::cli) fn verify(args: &VerifyArgs, streams: &mut Streams<'_>) -> Result<Exit, Failure> {
    if let Some(certificate) = &args.certificate {
        let spec = args.file.as_deref().map(|file| (file, &args.read));
        return verify_certificate(certificate, spec, args.quiet, streams);
    }
    let (Some(file), Some(solutions)) = (&args.file, &args.solutions) else {
        return Err(Failure::usage("name a spec and its solutions, or use --certificate"));
    };
    if args.marking.limit.time_limit.is_some() && !args.mark {
        return Err(Failure::usage("--time-limit is about --mark, which is missing"));
    }
    if args.mark {
        let spec = MarkedFiles { spec: file, board: solutions, params: &args.params, read: &args.read };
        return mark(&spec, &args.marking, args.quiet, streams);
    }
    let loaded = load::read(file, args.read.allow_outside, None, DiagnosticFormat::Text)?;
    let shown = solutions.to_string_lossy();
    let text = files::read_text(solutions, MAX_SOLUTION_BYTES)?;
    let mut setting = sweep::one_setting(&args.params, &loaded.document.spec.parameter_names())?;
    if setting.is_empty() {
        setting = params_of(&text, &loaded.document.spec.parameter_names());
    }
    let model = loaded.model(&setting, streams)?;
    let unread = |fault| Failure::Usage(format!("{shown}: {fault}"));
    let mut all = 0usize;
    read_solutions(&model, &text, &mut |_| all += 1).map_err(unread)?;
    let claims = read_claims(&text).map_err(unread)?;
    let mut tally = SolutionTotals::default();
    let mut denied = ContradictedClaims::new(&claims);
    let mut written: std::io::Result<()> = Ok(());
    let mut take = |diagram: Diagram| {
        let violations = judge(&model, &diagram);
        denied.note(tally.all(), &objective_values(&model, &diagram));
        tally.note(&model, &diagram, violations.is_empty());
        for violation in violations {
            if written.is_ok() {
                let words = told(&loaded, &violation);
                written = writeln!(streams.err, "solution {}: {words}", tally.all());
            }
        }
    };
    if all > 0 {
        read_solutions(&model, &text, &mut take).map_err(unread)?;
    }
    written?;
    for words in &denied.words {
        writeln!(streams.err, "{}: {}", escape(&shown), escape(words))?;
    }
    let repeated = tally.repeated();
    if tally.wrong > 0 || repeated > 0 || !args.quiet {
        let repeats = if repeated > 0 { format!(" and {repeated} are repeated") } else { String::new() };
        let (kept, all) = (tally.all() - tally.wrong, tally.all());
        writeln!(streams.out, "{kept} of {all} satisfy every rule{repeats}{}", tally.optimality())?;
    }
    let is_wrong = tally.wrong > 0 || repeated > 0 || !denied.words.is_empty();
    Ok(if is_wrong { Exit::Failed } else { Exit::Done })
}

/// Claims of a file's JSON objects that its boards contradict.
struct ContradictedClaims<'a> {
    claims: &'a [Claims],
    /// Index of the object that holds the next solution, or of a later one.
    next: usize,
    /// Line of the last object with a wrong optimum.
    told: usize,
    words: Vec<String>,
}

impl<'a> ContradictedClaims<'a> {
    fn new(claims: &'a [Claims]) -> Self {
        let words = claims.iter().filter_map(|c| Some(format!("line {}: {}", c.line, c.contradiction()?)));
        Self { claims, next: 0, told: 0, words: words.collect() }
    }

    /// Compares the values of solution `number` with the claimed optimum.
    fn note(&mut self, number: usize, values: &[i64]) {
        while self.claims.get(self.next).is_some_and(|c| c.held().end <= number) {
            self.next += 1;
        }
        let Some(claims) = self.claims.get(self.next).filter(|c| c.held().contains(&number)) else { return };
        if !claims.has_optimum(values) && self.told != claims.line {
            self.told = claims.line;
            let found = values.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
            let said = claims.optimum();
            let words = format!(
                "line {}: it claims the optimum {said}, but has a board of value {found}",
                claims.line
            );
            self.words.push(words);
        }
    }
}

/// Text of a violation, with the location of the rule if known.
fn told(loaded: &LoadedSpec, violation: &Violation) -> String {
    let place = violation.span.map(|span| {
        let source = loaded.document.sources.get(span.source);
        format!(" ({}, line {})", escape(&source.name), source.position(span.start as usize).line)
    });
    format!("{}{}", violation.message, place.unwrap_or_default())
}

/// Totals over the solutions.
#[derive(Default)]
struct SolutionTotals {
    /// Hashes of the solutions.
    seen: Vec<(u64, u64)>,
    keys: (RandomState, RandomState),
    wrong: usize,
    /// With an objective: least and greatest values.
    values: Option<(Vec<i64>, Vec<i64>)>,
}

impl SolutionTotals {
    fn note(&mut self, model: &Model, diagram: &Diagram, keeps: bool) {
        self.seen.push((self.keys.0.hash_one(diagram), self.keys.1.hash_one(diagram)));
        self.wrong += usize::from(!keeps);
        if !model.objectives.is_empty() {
            let value = objective_values(model, diagram);
            let (least, greatest) = self.values.get_or_insert_with(|| (value.clone(), value.clone()));
            if value < *least {
                *least = value;
            } else if value > *greatest {
                *greatest = value;
            }
        }
    }

    fn all(&self) -> usize {
        self.seen.len()
    }

    /// Number of solutions equal to an earlier one.
    fn repeated(&mut self) -> usize {
        self.seen.sort_unstable();
        self.seen.windows(2).filter(|pair| pair[0] == pair[1]).count()
    }

    /// With an objective: the values reached. Only a search can show that they are optimal.
    fn optimality(&self) -> String {
        let text = |v: &Vec<i64>| v.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        let values = match &self.values {
            None => return String::new(),
            Some((least, greatest)) if least == greatest => format!("value {}", text(least)),
            Some((least, greatest)) => format!("values from {} to {}", text(least), text(greatest)),
        };
        format!("; {values}; optimality is not checked")
    }
}
