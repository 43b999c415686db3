//! The command line as it is typed.

use crate::report::{Axis, Format, PictureFormat};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args as Arguments, Parser, Subcommand, ValueEnum};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  puzzle run queens.puz                    all solutions, or what the spec asks for
  puzzle run queens.puz -p n=4..10 --count a table, one row a value
  puzzle show queens.puz --place Q@d4      what may still stand where
  puzzle explain queens.puz                which engine, and why
  puzzle new star-battle > mine.puz        a spec to begin with
  puzzle help run                          all about one command
  puzzle help spec::unknown                what a message means

Exit status: 0 solved (also: proved that there is no solution), 1 an expectation or a verification
failed, 2 the command line or the spec is wrong, 3 stopped at a limit, 4 a bug, 130 interrupted.";

/// Solves placement puzzles that are described in a few lines.
#[derive(Debug, Parser)]
#[command(
    name = "puzzle",
    version,
    max_term_width = 100,
    after_help = EXAMPLES,
    disable_help_subcommand = true
)]
pub(super) struct Args {
    /// Colours in messages
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
    /// Parse and check only; say what is wrong or suspicious
    #[command(after_help = CHECK_NOTES)]
    Check(CheckArgs),
    /// The plan: what the spec became, which engine is chosen and why
    #[command(
        after_help = "Examples:\n  puzzle explain queens.puz -p n=12 --count\n  puzzle explain queens.puz --masks"
    )]
    Explain(Box<ExplainArgs>),
    /// The compiled model, for other solvers
    #[command(
        after_help = "Examples:\n  puzzle export queens.puz --to cnf -o queens.cnf\n  puzzle export queens.puz -p n=6 --to mzn | minizinc --solver gecode -a -"
    )]
    Export(ExportArgs),
    /// Run the expectations in spec files
    #[command(after_help = "Examples:\n  puzzle test examples\n  puzzle test mine.puz --time-limit 5m")]
    Test(Box<TestArgs>),
    /// Draw the board; what may still stand where (--place); what is attacked (--attacked)
    #[command(
        after_help = "Examples:\n  puzzle show sudoku.puz\n  puzzle show queens.puz --place Q@d4,Q@f5\n  puzzle show queens.puz --attacked --place Q@d4"
    )]
    Show(ShowArgs),
    /// A small search step by step: place, rule out, take back
    #[command(
        after_help = "Examples:\n  puzzle trace queens.puz -p n=6\n  puzzle trace queens.puz -p n=6 --format html -o queens.html"
    )]
    Trace(TraceArgs),
    /// Check solutions by the rules alone
    #[command(
        after_help = "Examples:\n  puzzle run queens.puz --json > found.json; puzzle verify queens.puz found.json\n  puzzle run queens.puz --certify queens.json; puzzle verify --certificate queens.json\n\nExit status: 0 everything was proved or recomputed, 1 something is wrong, 2 a file cannot be read,\n3 nothing is wrong, but a claim of the certificate is not proved (each is named)."
    )]
    Verify(VerifyArgs),
    /// A search divided among many processes or machines: plan, run, merge, script
    #[command(
        subcommand_required = true,
        after_help = "Examples:\n  puzzle shard plan queens.puz -p n=15 --count --shards 8 -o plan.json\n  puzzle shard run plan.json --index 3 -o results\n  puzzle shard merge results\n  puzzle shard script plan.json --for slurm -o results > job.sh"
    )]
    Shard(ShardArgs),
    /// The standard pieces, or those of a spec, and what each attacks
    #[command(
        after_help = "Examples:\n  puzzle pieces\n  puzzle pieces knight\n  puzzle pieces --betza NN\n  puzzle pieces mine.puz"
    )]
    Pieces(PiecesArgs),
    /// Put specs in the one layout; comments are kept
    #[command(
        after_help = "A file with faults of form is not touched. Exit status: 0 done, 1 (with --check) a file is laid\nout otherwise, 2 a file has faults or may not be written to. A file keeps its owner.\n\nExamples:\n  puzzle fmt mine.puz\n  puzzle fmt --check examples        for continuous integration: what would change\n  puzzle fmt - < mine.puz            standard input to standard output"
    )]
    Fmt(FmtArgs),
    /// Show a spec in colours, for a terminal or a web page
    #[command(
        after_help = "Examples:\n  puzzle highlight mine.puz\n  puzzle highlight --format ansi mine.puz | less -R\n  puzzle highlight --format html mine.puz > mine.html"
    )]
    Highlight(HighlightArgs),
    /// A spec to begin with, to standard output
    #[command(
        after_help = "Examples:\n  puzzle new                         what there is\n  puzzle new akari > mine.puz; puzzle run mine.puz"
    )]
    New(NewArgs),
    /// A script that completes commands and options in a shell
    #[command(
        after_help = "Examples:\n  puzzle completions bash > ~/.local/share/bash-completion/completions/puzzle\n  puzzle completions zsh > ~/.zfunc/_puzzle\n  puzzle completions fish > ~/.config/fish/completions/puzzle.fish"
    )]
    Completions(CompletionsArgs),
    /// Manual pages
    #[command(
        after_help = "Examples:\n  puzzle man | man -l -               the page of the command itself\n  puzzle man ~/.local/share/man/man1  a page for each command, into a folder"
    )]
    Man(ManArgs),
    /// All about a command, or about the code of a message
    #[command(
        after_help = "Examples:\n  puzzle help run\n  puzzle help spec::unknown\n  puzzle help codes                  every code, with a line about it\n  puzzle help betza                  Betza notation"
    )]
    Help(HelpArgs),
}

const CHECK_NOTES: &str = "\
Warnings (codes that begin with `lint::`) are about what is legal but suspicious; `puzzle help CODE`
explains each. Only errors make the exit status 2; with --deny-warnings warnings do too.

With --json each message is one JSON object on a line of standard error, keys in this order:
  code      such as \"spec::unknown\"; stable
  severity  \"error\" or \"warning\"
  message   one sentence
  labels    the places, the cause first, each {file, start, end, line, column, end_line,
            end_column, text}: start and end are bytes from 0, end one past the last;
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

/// Whether progress is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Watch {
    /// After a second, where standard error is a terminal
    Auto,
    /// Also where it is none, a line a second
    Always,
    /// Not at all
    Never,
    /// As JSON objects, one a second
    Json,
}

/// How a spec is read.
#[derive(Debug, Arguments)]
pub(super) struct ReadArgs {
    /// Files may be included from outside the folder of the first one
    #[arg(long)]
    pub allow_outside: bool,
}

/// How a problem is solved; the answer is the same whatever is said here.
#[derive(Debug, Arguments)]
#[command(next_help_heading = "Solving")]
pub(super) struct SolveArgs {
    /// The engine that must do it, or `auto`
    #[arg(long, value_name = "NAME", default_value = "auto")]
    pub engine: String,
    /// Threads that may be used (default: as many as there are processors)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1024))]
    pub threads: Option<u64>,
    /// Show other solutions with --first and --limit (without --sorted); changes nothing else
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// Stop after so long, as 30s, 500ms, 2m, 1h
    #[arg(long, value_name = "TIME")]
    pub time_limit: Option<String>,
    /// Stop at so much memory, as 512M, 4G (else before the machine is full)
    #[arg(long, value_name = "SIZE")]
    pub memory_limit: Option<String>,
    /// Stop after so many search nodes
    #[arg(long, value_name = "N")]
    pub node_limit: Option<u64>,
    /// Stop after so many solutions, also where they are only counted
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub solution_limit: Option<u64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum OrbitsArg {
    /// One solution for each orbit, with its size and the symmetry it keeps
    Sizes,
    /// Every member too, and the transformation that gives it
    Members,
}

/// What is asked of a spec.
#[derive(Clone, Debug, Arguments, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[command(next_help_heading = "Question")]
pub(super) struct QuestionArgs {
    /// Set a parameter (n=10) or sweep it (n=4..12, n=4,6,8); later sweeps nest and may use earlier ones (k=1..n)
    #[arg(help_heading = None, short, long = "param", value_name = "NAME=VALUE")]
    pub params: Vec<String>,

    /// All solutions
    #[arg(long, group = "query")]
    pub all: bool,
    /// So many solutions
    #[arg(long, value_name = "N", group = "query")]
    pub limit: Option<u64>,
    /// Only count them
    #[arg(long, group = "query")]
    pub count: bool,
    /// One solution
    #[arg(long, group = "query")]
    pub first: bool,
    /// How many solutions have each value of an expression
    #[arg(allow_hyphen_values = true, long, value_name = "EXPR", group = "query")]
    pub count_by: Option<String>,
    /// One solution for each orbit
    #[arg(long)]
    pub up_to_symmetry: bool,
    /// One solution for each orbit, with its size and the symmetry it keeps; `members` lists the orbit
    #[arg(
        long,
        value_name = "WHAT",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "sizes",
    )]
    pub orbits: Option<OrbitsArg>,
}

/// How an answer is shown.
#[derive(Debug, Arguments)]
#[command(next_help_heading = "Output")]
pub(super) struct OutputArgs {
    /// How solutions are shown
    #[arg(long, value_parser = named(Format::ALL))]
    pub format: Option<Format>,
    /// The same as --format json; messages are JSON too
    #[arg(long, conflicts_with = "format")]
    pub json: bool,
    /// Vectors count from 1
    #[arg(long)]
    pub one_based: bool,
    /// Vectors say the row of each column's piece, or the column of each row's
    #[arg(long, value_parser = named(Axis::ALL), default_value = "column")]
    pub by: Axis,
    /// Boards side by side, in a grid or a picture
    #[arg(long, value_name = "N")]
    pub columns: Option<usize>,
    /// In the canonical order, however many there are; with --first and --limit the first in that order
    #[arg(long, conflicts_with = "stream")]
    pub sorted: bool,
    /// As they are found
    #[arg(long)]
    pub stream: bool,
    /// Where there is no solution: which rules, givens and clues cannot hold together; for five seconds without --time-limit
    #[arg(long)]
    pub why: bool,
    /// Into a file; into one file a solution where the name has `{}`
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// The puzzle on one page and its answer on the next, to be printed: an HTML file
    #[arg(long, value_name = "FILE")]
    pub worksheet: Option<PathBuf>,
    /// What the run took
    #[arg(long)]
    pub stats: bool,
    /// How far a long run is, on standard error
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = Watch::Auto)]
    pub progress: Watch,
    /// Nothing but solutions
    #[arg(short, long, conflicts_with = "verbose")]
    pub quiet: bool,
    /// The plan as well
    #[arg(short, long)]
    pub verbose: bool,
}

/// How far an answer is to be believed.
#[derive(Debug, Arguments)]
#[command(next_help_heading = "Certainty")]
pub(super) struct CertaintyArgs {
    /// What lets another program check the answer: a JSON file, and beside it clauses and their refutation
    #[arg(long, value_name = "FILE")]
    pub certify: Option<PathBuf>,
    /// A second engine, of another family, works the question off as well, and the answers are compared
    #[arg(long)]
    pub cross_check: bool,
}

#[derive(Debug, Arguments)]
pub(super) struct RunArgs {
    /// The specs, and folders to search for them; `-` for standard input
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub question: QuestionArgs,
    #[command(flatten)]
    pub output: OutputArgs,
    /// Pieces that are given, as a vector: [2, _, 1] or 2,-1,1; `-1` and `_` are open, a shorter vector is a prefix
    #[arg(allow_hyphen_values = true, long, value_name = "VECTOR", help_heading = "Question")]
    pub given: Option<String>,
    /// Finished parts are written to this new file, so that a run that ends early can be gone on with; of a sweep, a folder
    #[arg(long, value_name = "FILE", conflicts_with = "resume", help_heading = "Long runs")]
    pub checkpoint: Option<PathBuf>,
    /// Go on with the run, or the sweep, that wrote this checkpoint
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

/// What is done about shards.
#[derive(Debug, Subcommand)]
pub(super) enum ShardStep {
    /// Divide the search that `run` would make into shards
    Plan(Box<ShardPlanArgs>),
    /// Work off one shard, or go on with it; done at once where that is done already
    Run(ShardRunArgs),
    /// Put the results together and show what `run` would have shown
    Merge(Box<ShardMergeArgs>),
    /// A script that runs all shards
    Script(ShardScriptArgs),
}

#[derive(Debug, Arguments)]
pub(super) struct ShardPlanArgs {
    /// The spec; `-` for standard input
    pub file: PathBuf,
    /// How many shards
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub shards: u32,
    /// Where the plan goes; of a sweep, a folder with a plan for each setting
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
    #[command(flatten)]
    pub question: QuestionArgs,
    /// The engine that must do it, or `auto`
    #[arg(long, value_name = "NAME", default_value = "auto", help_heading = "Solving")]
    pub engine: String,
    /// Seed of whatever is done at random
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = "Solving")]
    pub seed: u64,
    #[command(flatten)]
    pub read: ReadArgs,
}

#[derive(Debug, Arguments)]
pub(super) struct ShardRunArgs {
    /// The plan
    pub plan: PathBuf,
    /// Which shard, from 0 on (default: what SLURM_ARRAY_TASK_ID or JOB_COMPLETION_INDEX says)
    #[arg(long, value_name = "I")]
    pub index: Option<usize>,
    /// The folder of the results, the same for all shards; made where there is none
    #[arg(short, long, value_name = "DIR")]
    pub output: PathBuf,
    /// Threads that may be used (default: as many as there are processors)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1024))]
    pub threads: Option<u64>,
    /// Stop after so long, as 30s, 500ms, 2m, 1h; the next run of the shard goes on
    #[arg(long, value_name = "TIME")]
    pub time_limit: Option<String>,
    /// Memory that may be used, as 512M, 4G
    #[arg(long, value_name = "SIZE")]
    pub memory_limit: Option<String>,
    /// How far a long run is, on standard error
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = Watch::Auto)]
    pub progress: Watch,
}

#[derive(Debug, Arguments)]
pub(super) struct ShardMergeArgs {
    /// The folder of the results
    pub folder: PathBuf,
    #[command(flatten)]
    pub output: OutputArgs,
}

#[derive(Debug, Arguments)]
pub(super) struct ShardScriptArgs {
    /// The plan
    pub plan: PathBuf,
    /// For which scheduler
    #[arg(long = "for", value_name = "SCHEDULER", value_enum)]
    pub scheduler: Scheduler,
    /// The folder of the results
    #[arg(short, long, value_name = "DIR")]
    pub output: PathBuf,
    /// For Kubernetes: the image that has the command
    #[arg(long, value_name = "NAME", default_value = "nauck:latest")]
    pub image: String,
    /// For Kubernetes: the claim of the volume that has the plan and takes the results
    #[arg(long, value_name = "NAME", default_value = "nauck")]
    pub claim: String,
}

/// Who runs the shards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Scheduler {
    /// A job array of Slurm
    Slurm,
    /// GNU parallel
    Parallel,
    /// An indexed job of Kubernetes
    Kubernetes,
}

#[derive(Debug, Arguments)]
pub(super) struct CheckArgs {
    /// Specs, and folders to search for them; `-` for standard input
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    /// Messages as JSON
    #[arg(long)]
    pub json: bool,
    /// Warnings are as bad as errors
    #[arg(long)]
    pub deny_warnings: bool,
    /// Say nothing about files that are right
    #[arg(short, long)]
    pub quiet: bool,
    #[command(flatten)]
    pub read: ReadArgs,
}

#[derive(Debug, Arguments)]
pub(super) struct ExplainArgs {
    /// The spec; `-` for standard input
    pub file: PathBuf,
    /// Set a parameter
    #[arg(short, long = "param", value_name = "NAME=VALUE")]
    pub params: Vec<String>,
    /// As if all were asked for
    #[arg(long, group = "query")]
    pub all: bool,
    /// As if only the number were asked for
    #[arg(long, group = "query")]
    pub count: bool,
    /// As if one solution were asked for
    #[arg(long, group = "query")]
    pub first: bool,
    /// What a piece in the middle forbids to each kind
    #[arg(long)]
    pub masks: bool,
    #[command(flatten)]
    pub solve: SolveArgs,
    #[command(flatten)]
    pub read: ReadArgs,
}

#[derive(Debug, Arguments)]
pub(super) struct ExportArgs {
    /// The spec; `-` for standard input
    pub file: PathBuf,
    /// The format
    #[arg(long, value_name = "FORMAT", value_parser = named(crate::export::Form::ALL))]
    pub to: crate::export::Form,
    /// Set a parameter
    #[arg(short, long = "param", value_name = "NAME=VALUE")]
    pub params: Vec<String>,
    /// Into a file
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    #[command(flatten)]
    pub read: ReadArgs,
}

#[derive(Debug, Arguments)]
pub(super) struct TestArgs {
    /// Specs, and folders to search for them
    #[arg(required = true)]
    pub paths: Vec<PathBuf>,
    /// Only what failed
    #[arg(short, long)]
    pub quiet: bool,
    #[command(flatten)]
    pub solve: SolveArgs,
    #[command(flatten)]
    pub read: ReadArgs,
}

#[derive(Debug, Arguments)]
pub(super) struct ShowArgs {
    /// The spec; `-` for standard input
    pub file: PathBuf,
    /// Set a parameter
    #[arg(short, long = "param", value_name = "NAME=VALUE")]
    pub params: Vec<String>,
    /// Pieces, as Q@g6,N@b2 or as a FEN: shows for every cell which kinds may still stand there
    #[arg(long, value_name = "PIECES")]
    pub place: Option<String>,
    /// Show instead how many pieces attack each cell, those that the spec gives and those of --place
    #[arg(long)]
    pub attacked: bool,
    /// Pieces that are given, as a vector: [2, _, 1] or 2,-1,1; `-1` and `_` are open, a shorter vector is a prefix
    #[arg(allow_hyphen_values = true, long, value_name = "VECTOR")]
    pub given: Option<String>,
    /// The vector counts from 1
    #[arg(long, requires = "given")]
    pub one_based: bool,
    /// The vector says the row of each column's piece, or the column of each row's
    #[arg(long, value_parser = named(Axis::ALL), default_value = "column")]
    pub by: Axis,
    /// How it is shown
    #[arg(long, value_parser = named(PictureFormat::OR_TEXT), default_value = "board")]
    pub format: Picture,
    /// Into a file
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    #[command(flatten)]
    pub read: ReadArgs,
}

/// How a search is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum TraceFormat {
    /// A board a step
    Text,
    /// A picture that plays by itself
    Svg,
    /// A page with buttons
    Html,
}

#[derive(Debug, Arguments)]
pub(super) struct TraceArgs {
    /// The spec; `-` for standard input
    pub file: PathBuf,
    /// Set a parameter
    #[arg(short, long = "param", value_name = "NAME=VALUE")]
    pub params: Vec<String>,
    /// At most so many steps
    #[arg(long, value_name = "N", default_value_t = 500)]
    pub steps: usize,
    /// How it is shown
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = TraceFormat::Text)]
    pub format: TraceFormat,
    /// Into a file
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    #[command(flatten)]
    pub read: ReadArgs,
}

#[derive(Debug, Arguments)]
pub(super) struct VerifyArgs {
    /// The spec; with --certificate it may be left out, since the certificate has its text
    #[arg(required_unless_present = "certificate")]
    pub file: Option<PathBuf>,
    /// Solutions as `run` writes them in the formats json, jsonl, coords, fen; `-` for standard input
    #[arg(required_unless_present = "certificate")]
    pub solutions: Option<PathBuf>,
    /// Check a certificate that `run --certify` wrote, and the proof beside it
    #[arg(long, value_name = "CERTIFICATE", conflicts_with_all = ["solutions", "params"])]
    pub certificate: Option<PathBuf>,
    /// Set a parameter
    #[arg(short, long = "param", value_name = "NAME=VALUE")]
    pub params: Vec<String>,
    /// Only what failed
    #[arg(short, long)]
    pub quiet: bool,
    #[command(flatten)]
    pub read: ReadArgs,
}

#[derive(Debug, Arguments)]
pub(super) struct PiecesArgs {
    /// A standard piece, or a spec whose pieces are meant; all standard pieces where none is given
    pub name: Option<String>,
    /// The piece of that Betza notation
    #[arg(long, value_name = "NOTATION", conflicts_with = "name")]
    pub betza: Option<String>,
    /// How the moves are drawn
    #[arg(long, value_parser = named(PictureFormat::OR_TEXT), default_value = "board")]
    pub format: Picture,
    /// Into a file
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    #[command(flatten)]
    pub read: ReadArgs,
}

#[derive(Debug, Arguments)]
pub(super) struct FmtArgs {
    /// Specs, and folders to search for them; `-` for standard input, which is written to standard output
    #[arg(required = true)]
    pub paths: Vec<PathBuf>,
    /// Write nothing; say what would change
    #[arg(long)]
    pub check: bool,
    /// Do not name the files
    #[arg(short, long)]
    pub quiet: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum HighlightFormat {
    /// Escapes of a terminal
    Ansi,
    /// A page of its own
    Html,
}

#[derive(Debug, Arguments)]
pub(super) struct HighlightArgs {
    /// The spec; `-` for standard input
    pub file: PathBuf,
    /// How (default: ansi where the terminal takes colours, else plain)
    #[arg(long, value_enum)]
    pub format: Option<HighlightFormat>,
}

#[derive(Debug, Arguments)]
pub(super) struct NewArgs {
    /// What kind of puzzle; without it, a list of them
    pub kind: Option<String>,
}

#[derive(Debug, Arguments)]
pub(super) struct CompletionsArgs {
    /// The shell
    pub shell: clap_complete::Shell,
}

#[derive(Debug, Arguments)]
pub(super) struct ManArgs {
    /// Where to put a page for each command; without it, the first page goes to standard output
    pub folder: Option<PathBuf>,
}

#[derive(Debug, Arguments)]
pub(super) struct HelpArgs {
    /// A command, the code of a message, `codes`, or `betza` for the page on Betza notation
    pub topic: Option<String>,
}

/// A form of pictures; text where none. (An `Option` by its own name would make the argument optional.)
pub(super) type Picture = std::option::Option<PictureFormat>;

/// Reads one of these values by its name; each comes with a line of help.
fn named<T: Copy + Send + Sync>(
    all: &'static [(T, &'static str, &'static str)],
) -> impl TypedValueParser<Value = T> {
    let possible = all.iter().map(|&(_, name, help)| PossibleValue::new(name).help(help));
    PossibleValuesParser::new(possible).map(|given| {
        let found = all.iter().find(|(_, name, _)| *name == given);
        found.expect("the parser lets only these names through").0
    })
}
