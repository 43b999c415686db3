//! Conversion of lints to diagnostics, all of them warnings.

use super::wording::{Wording, quoted};
use super::{Diagnostic, Severity};
use crate::lint::{GuardConflict, Lint, LintKind as Kind};
use crate::text::{Sources, Span};
use std::sync::Arc;

/// Returns the diagnostic for a lint.
pub fn from_lint(lint: &Lint, sources: &Sources) -> Diagnostic {
    tell(&lint.kind, sources).at(Some(lint.span), Severity::Warning)
}

fn tell(kind: &Kind, sources: &Sources) -> Wording {
    match kind {
        Kind::UnusedParameter { name } => {
            Wording::new("lint::unused_parameter", format!("unused parameter `{name}`"), "not used")
                .help("remove this line, or use the parameter in place of a number")
        }
        Kind::UnusedPiece { name } => Wording::new(
            "lint::unused_piece",
            format!("no rule mentions `{name}`, so it may stand anywhere"),
            "not used",
        )
        .help(format!("remove it, or state its number, such as `count {name} = 1`")),
        Kind::UnusedRegions { layer } => {
            Wording::new("lint::unused_regions", format!("no rule uses the regions of `{layer}`"), "not used")
                .help(format!("add a rule for them, such as `each {layer}: count piece = 1`"))
        }
        Kind::UnusedClues => {
            Wording::new("lint::unused_clues", "no rule uses the clue numbers", "clues without a rule")
                .help("add a rule for them, such as `each clue c: count piece within king = c`")
        }
        Kind::RegionWithoutCell { name, layer } => Wording::new(
            "lint::region_without_cell",
            format!("nothing can stand in region `{name}`: all its cells are walls or kept empty"),
            format!("a region of `{layer}`"),
        )
        .help("draw `.` on those cells, or leave a cell free"),
        Kind::NeverHolds { least, most, wanted, counted } => {
            never_holds((*least, *most), *wanted, *counted, sources)
        }
        Kind::NoPlace { in_range: true } => Wording::new(
            "lint::no_place",
            "no member of the family lies in this range, so the rule has no effect",
            "an empty range",
        )
        .help("remove the rule, or write a range with the number of a member"),
        Kind::NoPlace { in_range: false } => Wording::new(
            "lint::no_place",
            "the board has no such place, so the rule has no effect",
            "no such place",
        )
        .help("remove the rule, or name places that exist on the board"),
        Kind::EmptyArea => Wording::new(
            "lint::empty_area",
            "this area has no cells, so there is nothing to count",
            "no cell can hold a piece here",
        )
        .help("rows and columns are numbered from 1, rows from the bottom"),
        Kind::EmptyPlace { empty, places, names } => empty_place(*empty, *places, names),
        Kind::GivenAndCounted { name, given, wanted } => Wording::new(
            "lint::given_and_counted",
            format!("{given} pieces `{name}` are given, but {wanted} are counted"),
            "differs from the givens",
        )
        .help(format!("write `count {name} = {given}` if no other `{name}` may be placed")),
        Kind::CountedTiles => Wording::new(
            "lint::counted_tiles",
            "`count` counts a tile once in every row and column that it touches",
            "counts tiles, not the cells that they cover",
        )
        .help("write `cells` in place of `count` for the number of covered cells"),
        Kind::CrossedLines => Wording::new(
            "lint::crossed_lines",
            "this rule speaks of the single cells where a row and a column meet",
            "each place is one cell",
        )
        .help("write one rule for each row and another for each column, or `each cell` if single cells are meant"),
        Kind::TotalsDiffer { other, totals: (first, second) } => Wording::new(
            "lint::totals_differ",
            format!("the lists for rows and columns ask for {first} and {second} in all"),
            format!("{second} in all"),
        )
        .also(*other, format!("{first} in all"))
        .help("correct an entry, or write `_` where there is no clue"),
        Kind::NothingAttacks => Wording::new(
            "lint::nothing_attacks",
            "nothing that this rule names attacks, so the rule has no effect",
            "nothing attacks",
        )
        .help("give a piece moves, such as `piece star = king`, or remove the rule: lines of routes attack nothing"),
        Kind::GuardedBlocker { names, attackers, why, other } => {
            guarded_blocker(names, attackers, *why, *other)
        }
        Kind::SaidTwice { other } => Wording::new("lint::said_twice", "duplicate rule", "same as the first")
            .also(*other, "the first")
            .help("remove one of them"),
        Kind::Looser { other } => Wording::new(
            "lint::looser",
            "redundant rule: a stronger rule implies it",
            "implied by the other rule",
        )
        .also(*other, "the stronger rule")
        .help("remove the weaker rule"),
        Kind::IdleExpectation { holds } => {
            let word = if *holds { "holds" } else { "fails" };
            Wording::new(
                "lint::idle_expectation",
                format!("this expectation {word} for every answer"),
                format!("always {word}"),
            )
            .help("expect a number, such as `expect solutions = 92`")
        }
        Kind::ExpectationsClash { other, bounds: (least, most) } => Wording::new(
            "lint::expectations_clash",
            format!(
                "these expectations cannot both hold: one requires at least {least} solutions, \
                 the other at most {most}"
            ),
            "this one",
        )
        .also(*other, "and this one")
        .help("run `puzzle run` to see which one is right"),
    }
}

fn empty_place(empty: usize, places: usize, names: &[String]) -> Wording {
    if !names.is_empty() {
        let verb = if names.len() == 1 { "has" } else { "have" };
        let message = format!(
            "{} {verb} no cells in this area: the count there is 0, which breaks the rule",
            names.join(" and ")
        );
        return Wording::new("lint::empty_place", message, "some of these places have no cells")
            .help("write a separate rule for each place that has cells");
    }
    let message = match empty {
        1 => "a place of this rule has no cells: the count there is 0, which breaks the rule".to_owned(),
        _ => format!(
            "{empty} of the {places} places of this rule have no cells: the count there is 0, \
             which breaks the rule"
        ),
    };
    Wording::new("lint::empty_place", message, "some of these places have no cells")
        .help("write a separate rule for each place that has cells")
}

fn guarded_blocker(names: &[Arc<str>], attackers: &[Arc<str>], why: GuardConflict, other: Span) -> Wording {
    let list: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    let names = list.join(", ");
    let (message, label) = match why {
        GuardConflict::Lines { lines, wanted } => (
            format!(
                "`no attacks` also forbids attacks on {names}, so {wanted} pieces do not fit on {lines} lines"
            ),
            "more pieces than lines",
        ),
        GuardConflict::AttackersWanted => {
            (format!("`no attacks` also forbids attacks on {names}"), "requires attackers")
        }
        GuardConflict::Given => {
            (format!("`no attacks` also forbids attacks on {names}"), "a given piece attacks this one")
        }
    };
    Wording::new("lint::guarded_blocker", message, "applies to all pieces, even those without moves")
        .also(other, label)
        .help(format!(
            "to forbid attacks among the others only, write `no attacks among {}`",
            attackers.join(", ")
        ))
}

fn never_holds(
    (least, most): (i128, i128),
    wanted: i128,
    counted: Option<Span>,
    sources: &Sources,
) -> Wording {
    let (message, bound) = if wanted > most {
        (format!("this can never hold: the maximum is {most}"), most)
    } else if wanted < least {
        (format!("this can never hold: the minimum is {least}"), least)
    } else {
        (format!("this can never hold: the value lies between {least} and {most}"), least)
    };
    let told = Wording::new("lint::never_holds", message, "no filled board satisfies this");
    match counted.and_then(|span| quoted(sources, span)) {
        Some(counted) => told.help(format!("the nearest possible value: `{counted} = {bound}`")),
        None => told,
    }
}
