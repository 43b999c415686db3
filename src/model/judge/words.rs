//! Descriptions of violations, with the names of cells.

use super::compares;
use super::filled::FilledBoard;
use crate::geometry::{CellId, CellSet, Shape};
use crate::model::{
    CellContents, Disjunction, Filter, GroupRule, Guard, Instance, KindId, KindSet, LinePiece, LineRuns,
    LinearExpr, Model, Placement, Reach, Relation, Route, Term, Unit, View,
};
use crate::text::Span;

/// Rule that a diagram breaks.
#[derive(Clone, Debug, PartialEq)]
pub struct Violation {
    /// Span of the rule or given; `None` for requirements of the board itself.
    pub span: Option<Span>,
    /// Description that names cells.
    pub message: String,
}

/// Maximum number of cells of a set that are named.
const NAMED_CELLS: usize = 4;

/// `queen on a1`, `ship on a1 b1`.
pub(super) fn piece(model: &Model, piece: &Placement) -> String {
    model.placement_words(piece)
}

/// Describes the attack of one piece on another, by number.
pub(super) fn attack(filled: &FilledBoard<'_>, attacker: usize, attacked: usize) -> String {
    let name = |n: usize| piece(filled.model, &filled.pieces[n]);
    format!("{} attacks {}", name(attacker), name(attacked))
}

/// Joins the first few violations and the number of the others.
pub(super) fn joined(breaches: &[String], total: usize) -> String {
    let mut text = breaches.join("; ");
    if total > breaches.len() {
        text.push_str(&format!("; and {} more", total - breaches.len()));
    }
    text
}

/// Describes an instance that does not hold: the value of each term, and the required relation.
pub(super) fn instance(filled: &mut FilledBoard<'_>, instance: &Instance) -> String {
    let guard = guard(filled, instance.guard.as_ref());
    format!("{guard}{}", comparison(filled, &instance.left, instance.relation, None))
}

/// Describes alternatives of which none holds.
pub(super) fn either(filled: &mut FilledBoard<'_>, either: &Disjunction) -> String {
    let guard = guard(filled, either.guard.as_ref());
    format!("{guard}{}", alternatives(filled, either, None))
}

/// Describes a group in which a rule does not hold.
pub(super) fn group(filled: &mut FilledBoard<'_>, rule: &GroupRule, group: &[CellId]) -> String {
    let model = filled.model;
    let mut names: Vec<String> = group.iter().take(NAMED_CELLS).map(|&c| model.board.cell_name(c)).collect();
    if group.len() > NAMED_CELLS {
        names.push(format!("… ({} cells)", group.len()));
    }
    let what = named(model, &rule.groups.what);
    format!(
        "in the group of {what} on {}: {}",
        names.join(" "),
        alternatives(filled, &rule.condition, Some(group))
    )
}

/// Describes alternatives of which none holds, in a group if given.
fn alternatives(filled: &mut FilledBoard<'_>, either: &Disjunction, group: Option<&[CellId]>) -> String {
    let mut told = Vec::new();
    for chain in &either.alternatives {
        let broken =
            chain.iter().find(|(left, relation)| !compares(filled.value_in(left, group), *relation, 0));
        told.extend(broken.map(|(left, relation)| comparison(filled, left, *relation, group)));
    }
    told.dedup();
    told.join(", and ")
}

/// Describes a line with other runs than those asked for.
pub(super) fn runs(filled: &mut FilledBoard<'_>, runs: &LineRuns) -> String {
    let model = filled.model;
    let listed = |lengths: &[u32]| match lengths {
        [] => "0".to_owned(),
        _ => lengths.iter().map(u32::to_string).collect::<Vec<_>>().join(" "),
    };
    let name = |c: Option<&CellId>| c.map_or(String::new(), |&c| model.board.cell_name(c));
    let line = format!("{}..{}", name(runs.line.first()), name(runs.line.last()));
    let found = listed(&filled.runs(runs));
    format!("runs of {} in {line} are {found}, not {}", named(model, &runs.what), listed(&runs.lengths))
}

fn guard(filled: &FilledBoard<'_>, guard: Option<&Guard>) -> String {
    let model = filled.model;
    match guard {
        None => String::new(),
        Some(Guard::Empty(cell)) => format!("{} is empty, but ", model.board.cell_name(*cell)),
        Some(Guard::Occupied(cell, _)) => {
            let kind = filled.kind_at(*cell).map_or("piece".to_owned(), |k| model.kind_words(k));
            format!("{kind} stands on {}, but ", model.board.cell_name(*cell))
        }
    }
}

/// Describes a comparison that does not hold, in a group if given.
fn comparison(
    filled: &mut FilledBoard<'_>,
    left: &LinearExpr,
    relation: Relation,
    group: Option<&[CellId]>,
) -> String {
    let model = filled.model;
    let relation = sign(relation);
    let mut parts = Vec::new();
    for (coefficient, part) in left.terms.iter().filter(|(c, _)| *c != 0) {
        parts.push((*coefficient, format!("{} is {}", term(model, part), filled.term(part, group))));
    }
    if let [(1, only)] = &parts[..] {
        return format!("{only}, not {relation} {}", -i128::from(left.constant));
    }
    let total = filled.value_in(left, group);
    let told: Vec<String> = parts
        .into_iter()
        .map(|(coefficient, text)| match coefficient {
            1 => text,
            -1 => format!("less {text}"),
            other => format!("{other} times {text}"),
        })
        .collect();
    let constant = match left.constant {
        0 => String::new(),
        constant => format!("with {constant} "),
    };
    format!("{}; {constant}together {total}, not {relation} 0", told.join(", "))
}

fn term(model: &Model, term: &Term) -> String {
    match term {
        Term::Count { unit, what, cells, reach, filter } => {
            let verb = if *unit == Unit::Cells { "cells" } else { "count" };
            format!(
                "{verb} {}{}{}",
                named(model, what),
                place(model, cells, reach.as_ref()),
                condition(model, filter)
            )
        }
        Term::Attackers { by, on } => {
            format!("attackers {} on {}", kinds(model, by), model.board.cell_name(*on))
        }
        Term::View { view, line, kinds: set } => {
            let word = if *view == View::Visible { "visible" } else { "first" };
            let from = line.first().map_or(String::new(), |&c| model.board.cell_name(c));
            format!("{word} {} from {from}", kinds(model, set))
        }
        Term::Attacks { by, on } => format!("attacks {} on {}", kinds(model, by), kinds(model, on)),
        Term::Groups(groups) => {
            format!("groups of {}{}", named(model, &groups.what), place(model, &groups.cells, None))
        }
        Term::GroupSize { groups, of } => {
            format!("the group of {} on {}", named(model, &groups.what), model.board.cell_name(*of))
        }
        Term::Links { route, cells } => {
            format!("links {}{}", model.route(*route).name, place(model, cells, None))
        }
    }
}

fn condition(model: &Model, filter: &Option<Filter>) -> String {
    filter.as_ref().map_or(String::new(), |f| {
        format!(" where attackers {} {} {}", kinds(model, &f.by), sign(f.relation), f.value)
    })
}

fn named(model: &Model, what: &CellContents) -> String {
    match (what.empty, what.kinds.is_empty()) {
        (true, true) => "empty".to_owned(),
        (true, false) => format!("empty or {}", kinds(model, &what.kinds)),
        (false, _) => kinds(model, &what.kinds),
    }
}

fn kinds(model: &Model, set: &KindSet) -> String {
    if set.len() > 1 && set.len() == model.kinds.len() {
        return "piece".to_owned();
    }
    let plain = set.iter().filter(|&k| model.kind(k).line.is_none());
    let mut names: Vec<String> = plain.map(|k| model.kind(k).name.to_string()).collect();
    names.extend(model.routes.iter().filter_map(|route| line_pieces(model, route, set)));
    match &names[..] {
        [one] => one.clone(),
        _ => format!("{{{}}}", names.join(", ")),
    }
}

/// Names the pieces of a route in a set: `tour`, `turn tour`; `None` if there are none.
fn line_pieces(model: &Model, route: &Route, set: &KindSet) -> Option<String> {
    let inside: Vec<KindId> = route.pieces.iter().filter(|&k| set.contains(k)).collect();
    if inside.is_empty() {
        return None;
    }
    if inside.len() == route.pieces.len() {
        return Some(route.name.to_string());
    }
    type Part = fn(&LinePiece, Shape) -> bool;
    let shape = model.board.shape();
    let parts: [(&str, Part); 3] = [
        ("turn", LinePiece::is_turn),
        ("straight", LinePiece::is_straight),
        ("end", |piece, _| piece.is_end()),
    ];
    let part = parts.iter().find(|(_, is_in)| {
        let of_part = |k: &KindId| model.kind(*k).line.as_ref().is_some_and(|l| is_in(l, shape));
        route.pieces.iter().filter(of_part).eq(inside.iter().copied())
    });
    Some(match part {
        Some((word, _)) => format!("{word} {}", route.name),
        None => format!("part of {}", route.name),
    })
}

fn place(model: &Model, cells: &CellSet, reach: Option<&Reach>) -> String {
    let within = reach.map(|r| match r {
        Reach::Moves { from, .. } => format!(" within its moves of {}", model.board.cell_name(*from)),
        Reach::Routes { from, .. } => format!(" linked with {}", model.board.cell_name(*from)),
    });
    let whole = cells.len() == model.board.len();
    if whole {
        return within.unwrap_or_default();
    }
    let mut names: Vec<String> = cells.iter().take(NAMED_CELLS).map(|c| model.board.cell_name(c)).collect();
    if cells.len() > NAMED_CELLS {
        names.push(format!("… ({} cells)", cells.len()));
    }
    format!(" in {}{}", names.join(" "), within.unwrap_or_default())
}

fn sign(relation: Relation) -> &'static str {
    match relation {
        Relation::Eq => "=",
        Relation::Ne => "!=",
        Relation::Lt => "<",
        Relation::Le => "<=",
        Relation::Gt => ">",
        Relation::Ge => ">=",
    }
}
