//! Faults of names and includes.

use super::{Told, listed, meant};
use crate::model::check::limits::MAX_INCLUDE_DEPTH;
use crate::model::check::{Class, ModelError as E, standard_pieces};
use crate::text::{LoadError, Span};
use std::sync::Arc;

pub(super) fn tell(error: &E) -> Option<Told> {
    Some(match error {
        E::IncludeFailed { path, reason, .. } => include_failed(path, reason),
        E::IncludeCycle { path, .. } => {
            Told::new(format!("`{path}` includes itself"), "this file is being read already")
                .help("leave this include out, or move what both files need into a third one")
        }
        E::IncludeDepth { limit, .. } => Told::new(
            format!("files are included more than {limit} deep"),
            format!("the limit is {MAX_INCLUDE_DEPTH}"),
        ),
        E::Duplicate { name, class, other, first, .. } => duplicate(name, *class, *other, *first),
        E::Twice { statement, first, .. } => {
            Told::new(format!("`{statement}` stands twice"), "the second time").also(*first, "the first time")
        }
        E::Reserved { name, .. } => {
            Told::new(format!("`{name}` is a word of the language"), "cannot be a name of yours")
                .help(format!("take another name, such as `{name}1`"))
        }
        E::Unknown { class, name, known, .. } => unknown(*class, name, known),
        E::WrongClass { name, class, wanted, declared, .. } => wrong_class(name, *class, *wanted, *declared),
        E::NotInPlay { name, .. } => Told::new(
            format!("`{name}` is a standard piece that this spec has not put in play"),
            "no kind of this spec",
        )
        .help(format!("add the line `use {name}`")),
        E::UnknownRegion { layer, name, declared, known, .. } => {
            Told::new(format!("the layer `{layer}` has no region `{name}`"), "unknown region")
                .also(*declared, "the layer's regions")
                .help(meant(name, known).unwrap_or_else(|| format!("its regions are {}", listed(known))))
        }
        E::Circle { class, names, others, .. } => circle(*class, names, others),
        E::UnknownOverride { name, known } => {
            let help = match known.as_slice() {
                [] => "it has no parameters".to_owned(),
                known => meant(name, known).unwrap_or_else(|| format!("it has {}", listed(known))),
            };
            Told::new(format!("the spec has no parameter `{name}`"), "").help(help)
        }
        _ => return None,
    })
}

fn include_failed(path: &str, reason: &LoadError) -> Told {
    let label = match reason {
        LoadError::Missing => "no such file".to_owned(),
        LoadError::Outside => "outside the folder of the file first named".to_owned(),
        LoadError::TooLarge { limit } => format!("larger than {limit} bytes"),
        LoadError::NotUtf8 { at } => format!("not UTF-8 text, from byte {at} on"),
        LoadError::Refused(words) => words.clone(),
    };
    let told = Told::new(format!("`{path}` cannot be included"), label);
    match reason {
        LoadError::Missing => told.help("paths are relative to the file that the include stands in"),
        LoadError::Outside => told.help("allow it with `--allow-outside`"),
        _ => told,
    }
}

fn duplicate(name: &str, class: Class, other: Class, first: Span) -> Told {
    let message = if class == other {
        format!("`{name}` is defined twice")
    } else {
        format!("`{name}` is {} and {} at once", a(other), a(class))
    };
    let told = Told::new(message, "the second definition").also(first, "the first definition");
    if class == Class::Layer && other == Class::Layer && name == "region" {
        return told.help("give the second layer a name: `regions color \"\"\"`");
    }
    told
}

fn unknown(class: Class, name: &str, known: &[Arc<str>]) -> Told {
    let label = match class {
        Class::Function => "unknown function",
        Class::StandardPiece | Class::LibraryPiece => "unknown piece",
        _ => "unknown name",
    };
    let told = Told::new(format!("`{name}` is not {}", of_spec(class)), label);
    let help = meant(name, known).or_else(|| match class {
        Class::Parameter => Some(declare(name, known, format!("`param {name} = 8`"))),
        Class::Kind => Some(declare(name, known, format!("`piece {name} = leap orthogonal`"))),
        Class::Layer => Some(format!("declare it: `regions {name} \"\"\"`")),
        Class::Function => Some(format!("the functions are {}", listed(known))),
        Class::LibraryPiece if is_standard(name) => {
            Some(format!("it is a standard piece, which needs no file: `use {name}`"))
        }
        Class::LibraryPiece if known.is_empty() => Some("the file declares no pieces".to_owned()),
        Class::LibraryPiece => Some(format!("its pieces are {}", listed(known))),
        _ => None,
    });
    told.maybe_help(help)
}

fn is_standard(name: &str) -> bool {
    standard_pieces().iter().any(|(standard, _)| **standard == *name)
}

/// How to declare `name`; one letter is near to none and to all others, so that the names there are stand beside it.
fn declare(name: &str, known: &[Arc<str>], words: String) -> String {
    match known {
        [] => format!("declare it: {words}"),
        _ if name.chars().count() > 1 => format!("declare it: {words}"),
        known => format!("declared here: {}; another one is declared by {words}", listed(known)),
    }
}

fn wrong_class(name: &str, class: Class, wanted: Class, declared: Span) -> Told {
    let told = Told::new(
        format!("`{name}` is {}, not {}", a(class), a(wanted)),
        format!("{} is needed here", a(wanted)),
    )
    .also(declared, "declared here");
    match (class, wanted) {
        (Class::Kind | Class::Family | Class::Variable, Class::Parameter) => {
            told.help(format!("to count them, write `count {name}`"))
        }
        _ => told,
    }
}

fn circle(class: Class, names: &[Arc<str>], others: &[Span]) -> Told {
    let what = if class == Class::Parameter { "parameters" } else { "pieces" };
    let chain: Vec<String> = names.iter().chain(names.first()).map(|n| format!("`{n}`")).collect();
    let mut told = Told::new(
        format!("these {what} are defined in a circle: {}", chain.join(" by ")),
        if names.len() == 1 { "defined by itself" } else { "defined by the next" },
    );
    for (i, &span) in others.iter().enumerate().take(8) {
        told = told
            .also(span, if i + 1 == others.len() { "defined by the first" } else { "defined by the next" });
    }
    told
}

/// A class with its article.
fn a(class: Class) -> &'static str {
    match class {
        Class::Parameter => "a parameter",
        Class::Kind => "a kind of piece",
        Class::Family => "a family of kinds",
        Class::Layer => "a layer of regions",
        Class::Variable => "a variable for kinds",
        Class::ClueNumber => "the number of a clue",
        Class::StandardPiece => "a standard piece",
        Class::LibraryPiece => "a piece of that file",
        Class::Moves => "a piece with moves",
        Class::Function => "a function",
        Class::Scope => "something that `each` can run over",
    }
}

fn of_spec(class: Class) -> &'static str {
    match class {
        Class::Parameter => "a parameter of this spec",
        Class::Kind => "a kind of piece of this spec",
        Class::Layer => "a layer of regions of this spec",
        Class::Moves => "a kind of this spec or a standard piece",
        _ => a(class),
    }
}
