//! The command line: all commands with their help. The arguments of a command are in its own file, except for the commands
//! about the command line itself.

use super::command::check::{self, CheckArgs};
use super::command::explain::ExplainArgs;
use super::command::export::ExportArgs;
use super::command::fmt::FmtArgs;
use super::command::grade::GradeArgs;
use super::command::highlight::HighlightArgs;
use super::command::hint::HintArgs;
use super::command::import::ImportArgs;
use super::command::lsp::LspArgs;
use super::command::make::MakeArgs;
use super::command::new::NewArgs;
use super::command::oeis::OeisArgs;
use super::command::pieces::PiecesArgs;
use super::command::repair::RepairArgs;
use super::command::rules::RulesArgs;
use super::command::run::RunArgs;
use super::command::shard::ShardArgs;
use super::command::sheet::SheetArgs;
use super::command::show::ShowArgs;
use super::command::steps::StepsArgs;
use super::command::studio::StudioArgs;
use super::command::test::TestArgs;
use super::command::trace::TraceArgs;
use super::command::verify::VerifyArgs;
use super::options::ColorMode;
use clap::{Parser, Subcommand};
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
    #[arg(long, global = true, value_enum, default_value_t = ColorMode::Auto)]
    pub color: ColorMode,
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
    #[command(after_help = check::NOTES)]
    Check(CheckArgs),
    /// Show the plan: the compiled problem, the chosen engine and the reasons
    #[command(
        after_help = "Examples:\n  puzzle explain queens.puz -p n=12 --count\n  puzzle explain queens.puz --masks"
    )]
    Explain(Box<ExplainArgs>),
    /// Write the compiled model for other solvers, or the puzzle for other programs
    #[command(
        after_help = "A puzzle is written only if the rules of the spec are exactly those of a genre of the program.\n\nExamples:\n  puzzle export queens.puz --to cnf -o queens.cnf\n  puzzle export queens.puz -p n=6 --to mzn | minizinc --solver gecode -a -\n  puzzle export nurikabe.puz --to puzzlink"
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
    /// Print the rules of a spec in plain English: its own words, or a sentence for each statement
    #[command(after_help = "Examples:\n  puzzle rules sudoku.puz\n  puzzle rules queens.puz -p n=12")]
    Rules(RulesArgs),
    /// Print puzzles on worksheets: several on a page, with rules and answers
    #[command(
        after_help = "Examples:\n  puzzle sheet sudoku.puz -o sudoku.pdf\n  puzzle sheet made*.puz --per-page 4 --title \"Monday\" --answers -o monday.pdf\n  puzzle sheet made*.puz --per-page 2 --paper letter --no-tint -o 'page{}.svg'\n\nExit status: 0 written; 2 invalid command line or spec; 3 an answer was not found within the time limit."
    )]
    Sheet(SheetArgs),
    /// Show the next step that a person can see, with the rules that force it
    #[command(
        after_help = "Exit status: 0 a step, or nothing is forced; 1 the board cannot be completed; 2 invalid command line or\nspec; 3 stopped at a limit.\n\nExamples:\n  puzzle hint sudoku.puz\n  puzzle hint sudoku.puz --progress board.txt\n  puzzle hint sudoku.puz -o hint.svg"
    )]
    Hint(HintArgs),
    /// Solve step by step as a person would, with the rules that force each step
    #[command(
        after_help = "Exit status: 0 done, or nothing more is forced; 1 the board cannot be completed; 2 invalid command line or\nspec; 3 stopped at a limit.\n\nExamples:\n  puzzle steps sudoku.puz\n  puzzle steps sudoku.puz -o steps.html\n  puzzle steps sudoku.puz -o steps.svg"
    )]
    Steps(StepsArgs),
    /// Grade puzzles by their steps: 0 if none needs more than one rule at one place
    #[command(
        after_help = "A puzzle without a unique solution gets no grade but the reason.\n\nExamples:\n  puzzle grade sudoku.puz\n  puzzle grade *.puz --json"
    )]
    Grade(GradeArgs),
    /// Show a small search step by step: place, rule out, take back
    #[command(
        after_help = "Examples:\n  puzzle trace queens.puz -p n=6\n  puzzle trace queens.puz --order rows -o queens.html\n  puzzle trace queens.puz --order rows --step 12 -o step.svg"
    )]
    Trace(TraceArgs),
    /// Check solutions against the rules, or check a certificate
    #[command(
        after_help = "Examples:\n  puzzle run queens.puz --json > found.json; puzzle verify queens.puz found.json\n  puzzle run queens.puz --certify queens.json; puzzle verify --certificate queens.json\n  puzzle verify sudoku.puz pupil.txt --mark --no-spoilers\n\nExit status: 0 every claim was proved or recomputed; 1 a claim is wrong; 2 a file cannot be read;\n3 no claim is wrong, but some are not proved (each is named). With --mark: 0 right; 1 wrong;\n3 unfinished, and no rule is broken so far."
    )]
    Verify(VerifyArgs),
    /// Divide a search among processes or machines: plan, run, merge, script
    #[command(
        subcommand_required = true,
        after_help = "Examples:\n  puzzle shard plan queens.puz -p n=15 --count --shards 8 -o plan.json\n  puzzle shard run plan.json --index 3 -o results\n  puzzle shard merge results\n  puzzle shard script plan.json --for slurm -o results > job.sh"
    )]
    Shard(ShardArgs),
    /// Make puzzles with one solution from a spec with `vary` statements
    #[command(
        after_help = "Examples:\n  puzzle make sudoku.puz\n  puzzle make sudoku.puz --number 10 --seed 7 -o 'made{}.puz'\n\nExit status: 0 all were made; 1 no further puzzle was found, for the reason given; 2 no `vary`;\n3 stopped at a limit before all were made."
    )]
    Make(MakeArgs),
    /// Find the fewest changes of givens and clues that leave one solution
    #[command(
        after_help = "Examples:\n  puzzle repair mine.puz\n  puzzle repair mine.puz --json\n\nExit status: 0 there is exactly one solution, the intended one if the spec states it;\n1 something is to be repaired; 3 stopped at a limit."
    )]
    Repair(RepairArgs),
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
    /// Serve editors: diagnostics, completion, renaming and more, by the language server protocol
    #[command(
        after_help = "An editor starts this command; `editors/README.md` says how for VS Code, Neovim, Vim and Helix.\nExit status: 0 the editor left as the protocol wants; 1 it left without a word; 2 it does not speak\nthe protocol."
    )]
    Lsp(LspArgs),
    /// Show the page with editor, board and answers in a browser, solved on this machine
    #[command(
        after_help = "The page shows FILE and follows it: save it in any editor, and the page shows it again. Only this\nmachine can reach the page, by the address that is printed. Closing the page ends its searches.\n\nExamples:\n  puzzle studio\n  puzzle studio mine.puz\n\nExit status: 2 built without the studio, or the page or FILE cannot be read; 130 Ctrl-C."
    )]
    Studio(StudioArgs),
    /// Print a starter spec
    #[command(
        after_help = "Examples:\n  puzzle new                         list the kinds\n  puzzle new akari > mine.puz; puzzle run mine.puz"
    )]
    New(NewArgs),
    /// Compute a sequence and compare it with its entry in the OEIS
    #[command(
        after_help = "Nothing is fetched; the entries are at https://oeis.org and in its public repository oeisdata.\n\nExamples:\n  puzzle oeis kings.puz -p n=1..12 --entry A287071 --known A287071.seq -o contribution\n  puzzle oeis queens.puz -p n=1..12 --entry A000170 --known b000170.txt --cross-check\n\nExit status: 0 all terms were computed, none differs from the entry; 1 a term differs; 2 invalid\ncommand line, spec or entry; 3 a term is open because of a limit."
    )]
    Oeis(Box<OeisArgs>),
    /// Write the spec of a puzzle from puzz.link, Penpa+, f-puzzles or SudokuPad, of a chess position, or
    /// of pieces
    #[command(
        after_help = "Genres of puzz.link and Penpa+: fillomino, heyawake, hitori, kurodoko, lightup (akari), mashu (masyu),\nmines, nonogram, norinori, numlin, nurikabe, shikaku, simpleloop, slither, starbattle, sudoku,\ntents, yajilin; and the variants of Sudoku of f-puzzles. Nothing is fetched: the URL holds the\npuzzle.\n\nExamples:\n  puzzle import 'https://puzz.link/p?nurikabe/5/5/g5k2o1k3g' -o mine.puz\n  puzzle run mine.puz\n  puzzle import '8/8/3Q4/8/8/8/8/8'         a chess position\n  puzzle import variants.ini                custom pieces of Fairy-Stockfish\n  puzzle import 'popeye: G N LE'            pieces by their names in Popeye\n\nExit status: 0 written; 2 no puzzle, or something in it is not supported."
    )]
    Import(ImportArgs),
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

#[derive(Debug, clap::Args)]
pub(super) struct CompletionsArgs {
    /// Shell to write the script for
    pub shell: clap_complete::Shell,
}

#[derive(Debug, clap::Args)]
pub(super) struct ManArgs {
    /// Folder for one page per command; without it, print the page of `puzzle`
    pub folder: Option<PathBuf>,
}

#[derive(Debug, clap::Args)]
pub(super) struct HelpArgs {
    /// Command, message code, `codes`, or `betza` for Betza notation
    pub topic: Option<String>,
}
