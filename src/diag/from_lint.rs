//! What is legal but suspicious as diagnostics, all of them warnings.

use super::{Diagnostic, Label, Severity};
use crate::lint::{Guarded, Lint};
use crate::text::{Sources, Span};
use std::sync::Arc;

/// Bytes of a text that are still repeated.
const MAX_REPEATED: usize = 60;

/// What is said about a lint.
struct Told {
    code: &'static str,
    message: String,
    label: String,
    other: Option<(Span, &'static str)>,
    help: Option<String>,
}

/// The diagnostic for something suspicious.
pub fn from_lint(lint: &Lint, sources: &Sources) -> Diagnostic {
    let told = tell(lint, sources);
    let mut labels = vec![Label { span: lint.span(), text: told.label }];
    labels.extend(told.other.map(|(span, text)| Label { span, text: text.to_owned() }));
    Diagnostic {
        code: told.code,
        severity: Severity::Warning,
        message: told.message,
        labels,
        help: told.help,
    }
}

fn told(code: &'static str, message: impl Into<String>, label: impl Into<String>) -> Told {
    Told { code, message: message.into(), label: label.into(), other: None, help: None }
}

impl Told {
    fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    fn also(mut self, span: Span, text: &'static str) -> Self {
        self.other = Some((span, text));
        self
    }
}

fn tell(lint: &Lint, sources: &Sources) -> Told {
    match lint {
        Lint::UnusedParameter { name, .. } => {
            told("lint::unused_parameter", format!("nothing depends on the parameter `{name}`"), "not used")
                .help("leave this line out, or use the parameter in place of a number")
        }
        Lint::UnusedPiece { name, .. } => {
            told("lint::unused_piece", format!("no rule speaks of `{name}`, so it may stand anywhere"), "not used")
                .help(format!("leave it out, or say how many there are, such as `count {name} = 1`"))
        }
        Lint::UnusedRegions { layer, .. } => {
            told("lint::unused_regions", format!("no rule speaks of the regions of `{layer}`"), "not used")
                .help(format!("write a rule for them, such as `each {layer}: count piece = 1`"))
        }
        Lint::UnusedClues { .. } => {
            told("lint::unused_clues", "no rule reads the numbers of the clues", "clues without a rule")
                .help("write a rule for them, such as `each clue c: count piece within king = c`")
        }
        Lint::RegionWithoutCell { name, layer, .. } => told(
            "lint::region_without_cell",
            format!("nothing can stand in region `{name}`: all its cells are walls or kept empty"),
            format!("a region of `{layer}`"),
        )
        .help("draw `.` on those cells, or leave a cell free"),
        Lint::NeverHolds { least, most, wanted, counted, .. } => never_holds((*least, *most), *wanted, *counted, sources),
        Lint::NoPlace { .. } => {
            told("lint::no_place", "there is no such place on this board, so the rule says nothing", "no place")
                .help("leave the rule out, or name places that the board has")
        }
        Lint::EmptyArea { .. } => {
            told("lint::empty_area", "there is no cell here, so there is nothing to count", "no cell on which a piece can stand")
                .help("rows and columns are numbered from 1, rows from the bottom")
        }
        Lint::EmptyPlace { empty, places, .. } => empty_place(*empty, *places),
        Lint::NothingAttacks { .. } => told(
            "lint::nothing_attacks",
            "no piece that this rule speaks of has moves, so the rule says nothing",
            "nothing attacks",
        )
        .help("give a piece moves, such as `piece star = king`, or leave the rule out"),
        Lint::GuardedBlocker { names, attackers, why, other, .. } => {
            guarded_blocker(names, attackers, *why, *other)
        }
        Lint::SaidTwice { other, .. } => told("lint::said_twice", "this is said twice", "the second time")
            .also(*other, "the first time")
            .help("leave one of them out"),
        Lint::Looser { other, .. } => {
            told("lint::looser", "this says nothing more: another line says it, and more", "follows from the other")
                .also(*other, "the one that says more")
                .help("leave the weaker line out")
        }
        Lint::IdleExpectation { holds, .. } => {
            let word = if *holds { "holds" } else { "fails" };
            told("lint::idle_expectation", format!("this expectation {word} whatever the answer is"), format!("always {word}"))
                .help("expect a number, such as `expect solutions = 92`")
        }
        Lint::ExpectationsClash { other, bounds: (least, most), .. } => told(
            "lint::expectations_clash",
            format!("these expectations cannot both hold: one asks for {least} solutions or more, one for {most} or fewer"),
            "this one",
        )
        .also(*other, "and this one")
        .help("`puzzle run` says which of them is right"),
    }
}

fn empty_place(empty: usize, places: usize) -> Told {
    let message = match empty {
        1 => "a place of this rule has no cell: 0 is counted there, which breaks the rule".to_owned(),
        _ => format!(
            "{empty} of the {places} places of this rule have no cell: 0 is counted there, which breaks it"
        ),
    };
    told("lint::empty_place", message, "not every one of these places has a cell")
        .help("write a rule of its own for each place that has cells")
}

fn guarded_blocker(names: &[Arc<str>], attackers: &[Arc<str>], why: Guarded, other: Span) -> Told {
    let list: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    let names = list.join(", ");
    let (message, label) = match why {
        Guarded::Lines { lines, wanted } => (
            format!(
                "under `no attacks` nothing may attack {names} either, so {wanted} pieces do not fit on {lines} lines"
            ),
            "more pieces than lines",
        ),
        Guarded::AttackersWanted => {
            (format!("under `no attacks` nothing may attack {names} either"), "asks for attackers")
        }
        Guarded::Given => (
            format!("under `no attacks` nothing may attack {names} either"),
            "a given piece attacks this one",
        ),
    };
    told("lint::guarded_blocker", message, "speaks of all pieces, also of those without moves")
        .also(other, label)
        .help(format!(
            "to keep only the others from each other, write `no attacks among {}`",
            attackers.join(", ")
        ))
}

fn never_holds((least, most): (i128, i128), wanted: i128, counted: Option<Span>, sources: &Sources) -> Told {
    let (message, bound) = if wanted > most {
        (format!("this can never hold: {most} is the most that fits there"), most)
    } else if wanted < least {
        (format!("this can never hold: there are {least} at least"), least)
    } else {
        (format!("this can never hold: what is compared lies between {least} and {most}"), least)
    };
    let told = told("lint::never_holds", message, "no filled board keeps this");
    let text = |span: Span| sources.get(span.source).text.get(span.range());
    let counted = counted.and_then(text).filter(|t| t.len() <= MAX_REPEATED && !t.contains('\n'));
    match counted {
        Some(counted) => told.help(format!("as far as it can go: `{counted} = {bound}`")),
        None => told,
    }
}
