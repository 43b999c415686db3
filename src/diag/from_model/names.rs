//! Errors in names and includes.

use crate::diag::wording::{Wording, listed, meant};
use crate::model::check::limits::MAX_INCLUDE_DEPTH;
use crate::model::check::{Class, NameError as E, standard_pieces};
use crate::text::{LoadError, Span};
use std::sync::Arc;

pub(super) fn tell(error: &E) -> Wording {
    match error {
        E::IncludeFailed { path, reason } => include_failed(path, reason),
        E::IncludeCycle { path } => Wording::new(
            "spec::include_cycle",
            format!("`{path}` includes itself"),
            "this file is already being read",
        )
        .help("remove this include, or move what both files need into a third file"),
        E::IncludeDepth { limit } => Wording::new(
            "spec::include_depth",
            format!("includes are nested more than {limit} deep"),
            format!("the limit is {MAX_INCLUDE_DEPTH}"),
        ),
        E::Duplicate { name, class, other, first } => duplicate(name, *class, *other, *first),
        E::Twice { statement, first } => {
            Wording::new("spec::twice", format!("duplicate `{statement}` statement"), "second statement")
                .also(*first, "first statement")
        }
        E::Reserved { name } => {
            Wording::new("spec::reserved", format!("`{name}` is a reserved name"), "cannot be declared")
                .help(format!("choose another name, such as `{name}1`"))
        }
        E::Unknown { class, name, known } => unknown(*class, name, known),
        E::WrongClass { name, class, wanted, declared } => wrong_class(name, *class, *wanted, *declared),
        E::NotInPlay { name } => Wording::new(
            "spec::not_in_play",
            format!("the standard piece `{name}` is not in play"),
            "not a kind of this spec",
        )
        .help(format!("add the line `use {name}`")),
        E::UnknownRegion { layer, name, declared, known } => Wording::new(
            "spec::unknown_region",
            format!("the layer `{layer}` has no region `{name}`"),
            "unknown region",
        )
        .also(*declared, "the layer's regions")
        .help(match known.as_slice() {
            [] => format!("the layer has no regions; draw `{name}` on some of its cells"),
            [only] => format!("did you mean `{only}`?"),
            known => meant(name, known).unwrap_or_else(|| format!("choose one of {}", listed(known))),
        }),
        E::Circle { class, names, others } => circle(*class, names, others),
        E::UnknownOverride { name, known } => {
            let help = match known.as_slice() {
                [] => "the spec has no parameters".to_owned(),
                known => {
                    meant(name, known).unwrap_or_else(|| format!("the parameters are {}", listed(known)))
                }
            };
            Wording::new("spec::unknown_override", format!("the spec has no parameter `{name}`"), "")
                .help(help)
        }
    }
}

fn include_failed(path: &str, reason: &LoadError) -> Wording {
    let label = match reason {
        LoadError::Missing => "no such file".to_owned(),
        LoadError::Outside => "outside the folder of the main file".to_owned(),
        LoadError::TooLarge { limit } => format!("larger than {limit} bytes"),
        LoadError::NotUtf8 { at } => format!("not UTF-8 text: invalid at byte {at}"),
        LoadError::Refused(words) => words.clone(),
    };
    let told = Wording::new("spec::include_failed", format!("`{path}` cannot be included"), label);
    match reason {
        LoadError::Missing => told.help("paths are relative to the including file"),
        LoadError::Outside => told.help("allow it with `--allow-outside`"),
        _ => told,
    }
}

fn duplicate(name: &str, class: Class, other: Class, first: Span) -> Wording {
    let message = if class == other {
        format!("`{name}` is defined twice")
    } else {
        format!("`{name}` is both {} and {}", a(other), a(class))
    };
    let told =
        Wording::new("spec::duplicate", message, "the second definition").also(first, "the first definition");
    if class == Class::Layer && other == Class::Layer && name == "region" {
        return told.help("give the second layer a name: `regions color \"\"\"`");
    }
    told
}

fn unknown(class: Class, name: &str, known: &[Arc<str>]) -> Wording {
    let label = match class {
        Class::Function => "unknown function",
        Class::StandardPiece | Class::LibraryPiece => "unknown piece",
        _ => "unknown name",
    };
    let told = Wording::new("spec::unknown", format!("`{name}` is not {}", of_spec(class)), label);
    let help = meant(name, known).or_else(|| match class {
        Class::Parameter => Some(declare(name, known, format!("`param {name} = 8`"))),
        Class::Route => Some(declare(name, known, format!("`loop {name} by wazir`"))),
        Class::Kind => Some(declare(name, known, format!("`piece {name} = leap orthogonal`"))),
        Class::Layer => Some(format!("declare it: `regions {name} \"\"\"`")),
        Class::Function => Some(format!("the functions are {}", listed(known))),
        Class::LibraryPiece if is_standard(name) => {
            Some(format!("`{name}` is a standard piece and needs no file: write `use {name}`"))
        }
        Class::LibraryPiece if known.is_empty() => Some("the file declares no pieces".to_owned()),
        Class::LibraryPiece => Some(format!("the file's pieces are {}", listed(known))),
        _ => None,
    });
    told.maybe_help(help)
}

fn is_standard(name: &str) -> bool {
    standard_pieces().iter().any(|(standard, _)| **standard == *name)
}

/// Help on declaring `name`. It also lists the known names, since a one-letter name has no useful nearest match.
fn declare(name: &str, known: &[Arc<str>], words: String) -> String {
    match known {
        [] => format!("declare it: {words}"),
        _ if name.chars().count() > 1 => format!("declare it: {words}"),
        known => format!("declared names: {}; to declare another, write {words}", listed(known)),
    }
}

fn wrong_class(name: &str, class: Class, wanted: Class, declared: Span) -> Wording {
    let told = Wording::new(
        "spec::wrong_class",
        format!("`{name}` is {}, not {}", a(class), a(wanted)),
        format!("expected {}", a(wanted)),
    )
    .also(declared, "declared here");
    match (class, wanted) {
        (Class::Kind | Class::Family | Class::Variable, Class::Parameter) => {
            told.help(format!("to count them, write `count {name}`"))
        }
        _ => told,
    }
}

fn circle(class: Class, names: &[Arc<str>], others: &[Span]) -> Wording {
    let what = if class == Class::Parameter { "parameters" } else { "pieces" };
    let chain: Vec<String> = names.iter().chain(names.first()).map(|n| format!("`{n}`")).collect();
    let mut told = Wording::new(
        "spec::circle",
        format!("cyclic definition of {what}: {}", chain.join(" -> ")),
        if names.len() == 1 { "depends on itself" } else { "depends on the next" },
    );
    for (i, &span) in others.iter().enumerate().take(8) {
        told = told
            .also(span, if i + 1 == others.len() { "depends on the first" } else { "depends on the next" });
    }
    told
}

fn a(class: Class) -> &'static str {
    match class {
        Class::Parameter => "a parameter",
        Class::Kind => "a kind of piece",
        Class::Family => "a family of kinds",
        Class::Route => "a route",
        Class::RouteFamily => "a family of routes",
        Class::Layer => "a layer of regions",
        Class::ClueLayer => "a layer of clues",
        Class::Weights => "a layer of weights",
        Class::Variable => "a kind variable",
        Class::ClueNumber => "a clue number",
        Class::StandardPiece => "a standard piece",
        Class::LibraryPiece => "a piece in that file",
        Class::Moves => "a piece with moves",
        Class::Function => "a function",
        Class::Scope => "a scope for `each`",
    }
}

fn of_spec(class: Class) -> &'static str {
    match class {
        Class::Parameter => "a parameter of this spec",
        Class::Kind => "a kind of piece of this spec",
        Class::Route => "a loop or a path of this spec",
        Class::Layer => "a layer of regions of this spec",
        Class::Moves => "a kind of this spec or a standard piece",
        _ => a(class),
    }
}
