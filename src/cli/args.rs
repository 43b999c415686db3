//! Command-line arguments.

use crate::report::{Axis, Format, PictureFormat};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args as Arguments, Parser, Subcommand, ValueEnum};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  puzzle run queens.puz                    find all solutions, or what the spec asks for
  puzzle run queens.puz -p n=4..10 --count print a table, one row per value
  puzzle show queens.puz --place Q@d4      show what may still stand where
  puzzle explain queens.puz                show which engine is chosen, and why
  puzzle new star-battle > mine.puz        write a starter spec
  puzzle help run                          explain one command
  puzzle help spec::unknown                explain a message code

Exit status: 0 solved, or proved to have no solution; 1 an expectation or a verification failed;
2 invalid command line or spec; 3 stopped at a limit; 4 a bug in puzzle; 130 interrupted.";

/// Solve placement puzzles described in a few lines.
#[derive(Debug, Parser)]
#[command(
    name = "puzzle",
    version,
    max_term_width = 100,
    after_help = EXAMPLES,
    disable_help_subcommand = true
)]
pub(super) struct Args {
    /// Color messages
    #[arg(long, global = true, value_enum, default_value_t = When::Auto)]
    pub color: When,
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Solve a puzzle and show the answer
    #[command(
        after_help = "Examples:\n  puzzle run queens.puz --limit 5 --format vector\n  puzzle run queens.puz -p n=1..6 -p k=1..n --count\n  puzzle run queens.puz --orbits=members\n  puzzle run queens.puz --count-by \"count queen\"\n  puzzle run queens.puz --json --time-limit 30s"
    )]
    Run(Box<RunArgs>),
    /// Check specs without solving them; report errors and warnings
    #[command(after_help = CHECK_NOTES)]
    Check(CheckArgs),
    /// Show the plan: the compiled problem, the chosen engine and the reasons
    #[command(
        after_help = "Examples:\n  puzzle explain queens.puz -p n=12 --count\n  puzzle explain queens.puz --masks"
    )]
    Explain(Box<ExplainArgs>),
    /// Write the compiled model for other solvers
    #[command(
        after_help = "Examples:\n  puzzle export queens.puz --to cnf -o queens.cnf\n  puzzle export queens.puz -p n=6 --to mzn | minizinc --solver gecode -a -"
    )]
    Export(ExportArgs),
    /// Run the expectations in spec files
    #[command(after_help = "Examples:\n  puzzle test examples\n  puzzle test mine.puz --time-limit 5m")]
    Test(Box<TestArgs>),
    /// Draw the board, what may still stand where (--place) or attacks (--attacked)
    #[command(
        after_help = "Examples:\n  puzzle show sudoku.puz\n  puzzle show queens.puz --place Q@d4,Q@f5\n  puzzle show queens.puz --attacked --place Q@d4"
    )]
    Show(ShowArgs),
    /// Show a small search step by step: place, rule out, take back
    #[command(
        after_help = "Examples:\n  puzzle trace queens.puz -p n=6\n  puzzle trace queens.puz -p n=6 --format html -o queens.html"
    )]
    Trace(TraceArgs),
    /// Check solutions against the rules, or check a certificate
    #[command(
        after_help = "Examples:\n  puzzle run queens.puz --json > found.json; puzzle verify queens.puz found.json\n  puzzle run queens.puz --certify queens.json; puzzle verify --certificate queens.json\n\nExit status: 0 every claim was proved or recomputed; 1 a claim is wrong; 2 a file cannot be read;\n3 no claim is wrong, but some are not proved (each is named)."
    )]
    Verify(VerifyArgs),
    /// Divide a search among processes or machines: plan, run, merge, script
    #[command(
        subcommand_required = true,
        after_help = "Examples:\n  puzzle shard plan queens.puz -p n=15 --count --shards 8 -o plan.json\n  puzzle shard run plan.json --index 3 -o results\n  puzzle shard merge results\n  puzzle shard script plan.json --for slurm -o results > job.sh"
    )]
    Shard(ShardArgs),
    /// Draw the moves of the standard pieces, or of the pieces of a spec
    #[command(
        after_help = "Examples:\n  puzzle pieces\n  puzzle pieces knight\n  puzzle pieces --betza NN\n  puzzle pieces mine.puz"
    )]
    Pieces(PiecesArgs),
    /// Format specs in the standard layout; keep comments
    #[command(
        after_help = "A file with syntax errors is not changed; a file keeps its owner. Exit status: 0 done; 1 a file\nneeds formatting (with --check); 2 a file has syntax errors or cannot be written.\n\nExamples:\n  puzzle fmt mine.puz\n  puzzle fmt --check examples        show what would change, for continuous integration\n  puzzle fmt - < mine.puz            format standard input to standard output"
    )]
    Fmt(FmtArgs),
    /// Print a spec with syntax highlighting, for a terminal or a web page
    #[command(
        after_help = "Examples:\n  puzzle highlight mine.puz\n  puzzle highlight --format ansi mine.puz | less -R\n  puzzle highlight --format html mine.puz > mine.html"
    )]
    Highlight(HighlightArgs),
    /// Print a starter spec
    #[command(
        after_help = "Examples:\n  puzzle new                         list the kinds\n  puzzle new akari > mine.puz; puzzle run mine.puz"
    )]
    New(NewArgs),
    /// Print a shell completion script
    #[command(
        after_help = "Examples:\n  puzzle completions bash > ~/.local/share/bash-completion/completions/puzzle\n  puzzle completions zsh > ~/.zfunc/_puzzle\n  puzzle completions fish > ~/.config/fish/completions/puzzle.fish"
    )]
    Completions(CompletionsArgs),
    /// Print or write manual pages
    #[command(
        after_help = "Examples:\n  puzzle man | man -l -               show the page of `puzzle`\n  puzzle man ~/.local/share/man/man1  write one page per command to a folder"
    )]
    Man(ManArgs),
    /// Explain a command or a message code
    #[command(
        after_help = "Examples:\n  puzzle help run\n  puzzle help spec::unknown\n  puzzle help codes                  list all codes with a summary\n  puzzle help betza                  explain Betza notation"
    )]
    Help(HelpArgs),
}

const CHECK_NOTES: &str = "\
Warnings (codes that begin with `lint::`) flag what is legal but suspicious; `puzzle help CODE`
explains each code. Errors set the exit status to 2; with --deny-warnings, warnings do too.

With --json each message is one line on standard error, a JSON object with these keys in order:
  code      such as \"spec::unknown\"; stable
  severity  \"error\" or \"warning\"
  message   one sentence
  labels    source locations, the cause first, each {file, start, end, line, column, end_line,
            end_column, text}: start and end are byte offsets from 0, end is exclusive;
            lines and columns count from 1, columns in characters
  help      what to write instead, or null

Examples:
  puzzle check *.puz
  puzzle check --deny-warnings examples
  puzzle check --json mine.puz";

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum When {
    Auto,
    Always,
    Never,
}

/// When to show progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Watch {
    /// Show it after one second if standard error is a terminal
    Auto,
    /// Also show it without a terminal, one line per second
    Always,
    /// Show none
    Never,
    /// Print one JSON object per second
    Json,
}

/// Options for reading a spec.
#[derive(Debug, Arguments)]
pub(super) struct ReadArgs {
    /// Allow includes from outside the folder of the spec
    #[arg(long)]
    pub allow_outside: bool,
}

/// Options for solving. None of them changes the answer.
#[derive(Debug, Arguments)]
#[command(next_help_heading = "Solving")]
pub(super) struct SolveArgs {
    /// Use the engine NAME; `auto` chooses one
    #[arg(long, value_name = "NAME", default_value = "auto")]
    pub engine: String,
    /// Use up to N threads (default: one per processor)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1024))]
    pub threads: Option<u64>,
    /// Vary which solutions --first and --limit show (without --sorted); nothing else changes
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// Stop after TIME, such as 30s, 500ms, 2m or 1h
    #[arg(long, value_name = "TIME")]
    pub time_limit: Option<String>,
    /// Stop at SIZE of memory, such as 512M or 4G (default: before memory runs out)
    #[arg(long, value_name = "SIZE")]
    pub memory_limit: Option<String>,
    /// Stop after N search nodes
    #[arg(long, value_name = "N")]
    pub node_limit: Option<u64>,
    /// Stop after N solutions, even if they are only counted
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub solution_limit: Option<u64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum OrbitsArg {
    /// One solution per orbit, with the orbit's size and the solution's own symmetry
    Sizes,
    /// Every member too, with the transformation that maps the first to it
    Members,
}

/// The question that the command line asks of a spec.
#[derive(Clone, Debug, Arguments, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[command(next_help_heading = "Question")]
pub(super) struct QuestionArgs {
    /// Set a parameter (n=10) or sweep it (n=4..12 or n=4,6,8); later sweeps nest and may use earlier ones (k=1..n)
    #[arg(help_heading = None, short, long = "param", value_name = "NAME=VALUE")]
    pub params: Vec<String>,

    /// Find all solutions
    #[arg(long, group = "query")]
    pub all: bool,
    /// Find at most N solutions
    #[arg(long, value_name = "N", group = "query")]
    pub limit: Option<u64>,
    /// Count the solutions without showing them
    #[arg(long, group = "query")]
    pub count: bool,
    /// Find one solution
    #[arg(long, group = "query")]
    pub first: bool,
    /// Count the solutions for each value of EXPR
    #[arg(allow_hyphen_values = true, long, value_name = "EXPR", group = "query")]
    pub count_by: Option<String>,
    /// Find one solution per orbit
    #[arg(long)]
    pub up_to_symmetry: bool,
    /// Show one solution per orbit, with the orbit's size and the solution's own symmetry; `members` lists the whole orbit
    #[arg(
        long,
        value_name = "WHAT",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "sizes",
    )]
    pub orbits: Option<OrbitsArg>,
}

/// Options for the output.
#[derive(Debug, Arguments)]
#[command(next_help_heading = "Output")]
pub(super) struct OutputArgs {
    /// Show solutions in FORMAT
    #[arg(long, value_parser = named(Format::ALL))]
    pub format: Option<Format>,
    /// Print JSON, as --format json does; messages are JSON too
    #[arg(long, conflicts_with = "format")]
    pub json: bool,
    /// Count vector entries from 1
    #[arg(long)]
    pub one_based: bool,
    /// Index vectors by column or by row
    #[arg(long, value_parser = named(Axis::ALL), default_value = "column")]
    pub by: Axis,
    /// Place N boards side by side, in a grid or a picture
    #[arg(long, value_name = "N")]
    pub columns: Option<usize>,
    /// Always show solutions in canonical order; with --first and --limit, show the first in that order
    #[arg(long, conflicts_with = "stream")]
    pub sorted: bool,
    /// Show solutions as they are found
    #[arg(long)]
    pub stream: bool,
    /// If there is no solution, show which rules, givens and clues conflict; takes up to 5 s without --time-limit
    #[arg(long)]
    pub why: bool,
    /// Write to FILE; write one file per solution if the name has `{}`
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Write a worksheet to print, as HTML: the puzzle on one page, its answer on the next
    #[arg(long, value_name = "FILE")]
    pub worksheet: Option<PathBuf>,
    /// Print run statistics
    #[arg(long)]
    pub stats: bool,
    /// Show the progress of a long run on standard error
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = Watch::Auto)]
    pub progress: Watch,
    /// Print only solutions
    #[arg(short, long, conflicts_with = "verbose")]
    pub quiet: bool,
    /// Print the plan too
    #[arg(short, long)]
    pub verbose: bool,
}

/// Options for checking an answer.
#[derive(Debug, Arguments)]
#[command(next_help_heading = "Certainty")]
pub(super) struct CertaintyArgs {
    /// Write a certificate (JSON) that other programs can check, with a formula and its refutation beside it
    #[arg(long, value_name = "FILE")]
    pub certify: Option<PathBuf>,
    /// Solve again with an engine of another family and compare the answers
    #[arg(long)]
    pub cross_check: bool,
}

#[derive(Debug, Arguments)]
pub(super) struct RunArgs {
    /// Spec files, and folders to search; `-` for standard input
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub question: QuestionArgs,
    #[command(flatten)]
    pub output: OutputArgs,
    /// Give pieces as a vector: [2, _, 1] or 2,-1,1; `-1` and `_` leave an entry open, a shorter vector is a prefix
    #[arg(allow_hyphen_values = true, long, value_name = "VECTOR", help_heading = "Question")]
    pub given: Option<String>,
    /// Save finished parts to the new FILE, for --resume; for a sweep, FILE is a folder
    #[arg(long, value_name = "FILE", conflicts_with = "resume", help_heading = "Long runs")]
    pub checkpoint: Option<PathBuf>,
    /// Resume from FILE, the checkpoint of a run or a sweep
    #[arg(long, value_name = "FILE", help_heading = "Long runs")]
    pub resume: Option<PathBuf>,
    #[command(flatten)]
    pub certainty: CertaintyArgs,
    #[command(flatten)]
    pub solve: SolveArgs,
    #[command(flatten)]
    pub read: ReadArgs,
}

#[derive(Debug, Arguments)]
pub(super) struct ShardArgs {
    #[command(subcommand)]
    pub step: ShardStep,
}

/// Commands about shards.
#[derive(Debug, Subcommand)]
pub(super) enum ShardStep {
    /// Divide a search into shards
    Plan(Box<ShardPlanArgs>),
    /// Run or resume one shard; a finished shard is left as it is
    Run(ShardRunArgs),
    /// Merge the results and show what `run` would have shown
    Merge(Box<ShardMergeArgs>),
    /// Print a script that runs all shards
    Script(ShardScriptArgs),
}

#[derive(Debug, Arguments)]
pub(super) struct ShardPlanArgs {
    /// Spec file; `-` for standard input
    pub file: PathBuf,
    /// Divide the search into N shards
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub shards: u32,
    /// Write the plan to FILE; for a sweep, FILE is a folder with one plan per setting
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
    #[command(flatten)]
    pub question: QuestionArgs,
    /// Use the engine NAME; `auto` chooses one
    #[arg(long, value_name = "NAME", default_value = "auto", help_heading = "Solving")]
    pub engine: String,
    /// Seed random choices with N
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = "Solving")]
    pub seed: u64,
    #[command(flatten)]
    pub read: ReadArgs,
}

#[derive(Debug, Arguments)]
pub(super) struct ShardRunArgs {
    /// Plan file
    pub plan: PathBuf,
    /// Run shard I, counted from 0 (default: SLURM_ARRAY_TASK_ID or JOB_COMPLETION_INDEX)
    #[arg(long, value_name = "I")]
    pub index: Option<usize>,
    /// Write results to DIR, the same for all shards; create it if needed
    #[arg(short, long, value_name = "DIR")]
    pub output: PathBuf,
    /// Use up to N threads (default: one per processor)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1024))]
    pub threads: Option<u64>,
    /// Stop after TIME, such as 30s, 500ms, 2m or 1h; the next run of the shard resumes
    #[arg(long, value_name = "TIME")]
    pub time_limit: Option<String>,
    /// Stop at SIZE of memory, such as 512M or 4G
    #[arg(long, value_name = "SIZE")]
    pub memory_limit: Option<String>,
    /// Show the progress of a long run on standard error
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = Watch::Auto)]
    pub progress: Watch,
}

#[derive(Debug, Arguments)]
pub(super) struct ShardMergeArgs {
    /// Folder of the results
    pub folder: PathBuf,
    #[command(flatten)]
    pub output: OutputArgs,
}

#[derive(Debug, Arguments)]
pub(super) struct ShardScriptArgs {
    /// Plan file
    pub plan: PathBuf,
    /// Write the script for SCHEDULER
    #[arg(long = "for", value_name = "SCHEDULER", value_enum)]
    pub scheduler: Scheduler,
    /// Folder of the results
    #[arg(short, long, value_name = "DIR")]
    pub output: PathBuf,
    /// Use the container image NAME, which has the command (Kubernetes)
    #[arg(long, value_name = "NAME", default_value = "nauck:latest")]
    pub image: String,
    /// Use the volume claim NAME, which has the plan and takes the results (Kubernetes)
    #[arg(long, value_name = "NAME", default_value = "nauck")]
    pub claim: String,
}

/// Program that runs the shards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Scheduler {
    /// Slurm job array
    Slurm,
    /// GNU parallel
    Parallel,
    /// Indexed Kubernetes job
    Kubernetes,
}

#[derive(Debug, Arguments)]
pub(super) struct CheckArgs {
    /// Spec files, and folders to search; `-` for standard input
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    /// Print messages as JSON
    #[arg(long)]
    pub json: bool,
    /// Treat warnings as errors
    #[arg(long)]
    pub deny_warnings: bool,
    /// Print only errors and warnings
    #[arg(short, long)]
    pub quiet: bool,
    #[command(flatten)]
    pub read: ReadArgs,
}

#[derive(Debug, Arguments)]
pub(super) struct ExplainArgs {
    /// Spec file; `-` for standard input
    pub file: PathBuf,
    /// Set a parameter
    #[arg(short, long = "param", value_name = "NAME=VALUE")]
    pub params: Vec<String>,
    /// Plan for all solutions
    #[arg(long, group = "query")]
    pub all: bool,
    /// Plan for the number of solutions
    #[arg(long, group = "query")]
    pub count: bool,
    /// Plan for one solution
    #[arg(long, group = "query")]
    pub first: bool,
    /// Show for each kind what a piece in the middle forbids
    #[arg(long)]
    pub masks: bool,
    #[command(flatten)]
    pub solve: SolveArgs,
    #[command(flatten)]
    pub read: ReadArgs,
}

#[derive(Debug, Arguments)]
pub(super) struct ExportArgs {
    /// Spec file; `-` for standard input
    pub file: PathBuf,
    /// Write the model in FORMAT
    #[arg(long, value_name = "FORMAT", value_parser = named(crate::export::Form::ALL))]
    pub to: crate::export::Form,
    /// Set a parameter
    #[arg(short, long = "param", value_name = "NAME=VALUE")]
    pub params: Vec<String>,
    /// Write to FILE
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    #[command(flatten)]
    pub read: ReadArgs,
}

#[derive(Debug, Arguments)]
pub(super) struct TestArgs {
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

#[derive(Debug, Arguments)]
pub(super) struct ShowArgs {
    /// Spec file; `-` for standard input
    pub file: PathBuf,
    /// Set a parameter
    #[arg(short, long = "param", value_name = "NAME=VALUE")]
    pub params: Vec<String>,
    /// Place pieces, such as Q@g6,N@b2 or a FEN, and show which kinds may still stand on each cell
    #[arg(long, value_name = "PIECES")]
    pub place: Option<String>,
    /// Show how many pieces attack each cell, counting given pieces and those of --place
    #[arg(long)]
    pub attacked: bool,
    /// Give pieces as a vector: [2, _, 1] or 2,-1,1; `-1` and `_` leave an entry open, a shorter vector is a prefix
    #[arg(allow_hyphen_values = true, long, value_name = "VECTOR")]
    pub given: Option<String>,
    /// Count vector entries from 1
    #[arg(long, requires = "given")]
    pub one_based: bool,
    /// Index the vector by column or by row
    #[arg(long, value_parser = named(Axis::ALL), default_value = "column")]
    pub by: Axis,
    /// Draw as text or as a picture
    #[arg(long, value_parser = named(PictureFormat::OR_TEXT), default_value = "board")]
    pub format: Picture,
    /// Write to FILE
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    #[command(flatten)]
    pub read: ReadArgs,
}

/// Format of a trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum TraceFormat {
    /// One board per step
    Text,
    /// A page with buttons
    Html,
}

#[derive(Debug, Arguments)]
pub(super) struct TraceArgs {
    /// Spec file; `-` for standard input
    pub file: PathBuf,
    /// Set a parameter
    #[arg(short, long = "param", value_name = "NAME=VALUE")]
    pub params: Vec<String>,
    /// Stop after N steps
    #[arg(long, value_name = "N", default_value_t = 500)]
    pub steps: usize,
    /// Show as text or as a page
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = TraceFormat::Text)]
    pub format: TraceFormat,
    /// Write to FILE
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    #[command(flatten)]
    pub read: ReadArgs,
}

#[derive(Debug, Arguments)]
pub(super) struct VerifyArgs {
    /// Spec file; optional with --certificate, since the certificate has its text
    #[arg(required_unless_present = "certificate")]
    pub file: Option<PathBuf>,
    /// Solutions written by `run` as json, jsonl, coords or fen; `-` for standard input
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
    #[command(flatten)]
    pub read: ReadArgs,
}

#[derive(Debug, Arguments)]
pub(super) struct PiecesArgs {
    /// Standard piece, or spec file with pieces (default: all standard pieces)
    pub name: Option<String>,
    /// Draw the piece with this Betza notation
    #[arg(long, value_name = "NOTATION", conflicts_with = "name")]
    pub betza: Option<String>,
    /// Draw the moves as text or as a picture
    #[arg(long, value_parser = named(PictureFormat::OR_TEXT), default_value = "board")]
    pub format: Picture,
    /// Write to FILE
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    #[command(flatten)]
    pub read: ReadArgs,
}

#[derive(Debug, Arguments)]
pub(super) struct FmtArgs {
    /// Spec files, and folders to search; `-` formats standard input to standard output
    #[arg(required = true)]
    pub paths: Vec<PathBuf>,
    /// Write nothing; show what would change
    #[arg(long)]
    pub check: bool,
    /// Do not print differences or the names of formatted files
    #[arg(short, long)]
    pub quiet: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum HighlightFormat {
    /// ANSI escape codes
    Ansi,
    /// An HTML page
    Html,
}

#[derive(Debug, Arguments)]
pub(super) struct HighlightArgs {
    /// Spec file; `-` for standard input
    pub file: PathBuf,
    /// Use FORMAT (default: ansi on a color terminal, else plain text)
    #[arg(long, value_enum)]
    pub format: Option<HighlightFormat>,
}

#[derive(Debug, Arguments)]
pub(super) struct NewArgs {
    /// Kind of puzzle; without it, list all kinds
    pub kind: Option<String>,
}

#[derive(Debug, Arguments)]
pub(super) struct CompletionsArgs {
    /// Shell to write the script for
    pub shell: clap_complete::Shell,
}

#[derive(Debug, Arguments)]
pub(super) struct ManArgs {
    /// Folder for one page per command; without it, print the page of `puzzle`
    pub folder: Option<PathBuf>,
}

#[derive(Debug, Arguments)]
pub(super) struct HelpArgs {
    /// Command, message code, `codes`, or `betza` for Betza notation
    pub topic: Option<String>,
}

/// Format of a picture, or `None` for text. (With the plain name `Option`, clap would make the argument optional.)
pub(super) type Picture = std::option::Option<PictureFormat>;

/// Parses one of these values by name; each has a line of help.
fn named<T: Copy + Send + Sync>(
    all: &'static [(T, &'static str, &'static str)],
) -> impl TypedValueParser<Value = T> {
    let possible = all.iter().map(|&(_, name, help)| PossibleValue::new(name).help(help));
    PossibleValuesParser::new(possible).map(|given| {
        let found = all.iter().find(|(_, name, _)| *name == given);
        found.expect("the parser lets only these names through").0
    })
}
