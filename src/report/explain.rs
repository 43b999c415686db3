//! The compiled problem, the chosen engine, the reasons and the estimated cost, as lines of text.

use super::exchange::exchange_lines;
use crate::diag::escape;
use crate::engine::{Control, Evidence, items_and_options};
use crate::geometry::{Shape, Symmetry};
use crate::ground::{GroundedProblem, ground};
use crate::model::{Model, Route};
use crate::plan::{PlanSummary, plan};
use crate::problem::{Origin, Problem};
use crate::run::{Query, Request, RunError, job};
use crate::text::Sources;

/// Limit on the rules listed one by one.
const MOST_RULES: usize = 20;

/// Explains how the question `request` of `model`, whose texts are `sources`, would be answered.
///
/// # Errors
/// If the problem is too large, or the engine named by the request does not exist or does not admit it.
pub fn explanation(model: &Model, sources: &Sources, request: &Request) -> Result<Vec<String>, RunError> {
    let grounded = ground(model, request.up_to())?;
    let mut lines = puzzle_lines(model);
    lines.extend(problem_lines(&grounded));
    lines.extend(statement_lines(sources, model, &grounded));
    let exchanges = exchange_lines(model, grounded.exchange.is_some());
    lines.extend(exchanges.iter().map(|line| format!("exchange    {line}")));
    lines.extend(
        grounded
            .exchange
            .iter()
            .map(|orbits| format!("exchange    part of an orbit: a group of order {}", orbits.group.order())),
    );
    lines.extend(part_lines(&grounded.problem));
    lines.push(String::new());
    lines.push(format!("asked: {}", question(request, model)));
    let job = job(&grounded, request);
    let mut plan = plan(&job, request.engine.as_deref(), &Control::unlimited())?;
    plan.ask_rest(&job, &Control::unlimited());
    let plan = plan.summary();
    lines.extend(plan_lines(&plan));
    lines.extend(slice_line(&plan));
    Ok(lines)
}

fn puzzle_lines(model: &Model) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(title) = &model.title {
        lines.push(title.to_string());
    }
    if !model.params.is_empty() {
        let params: Vec<String> =
            model.params.iter().map(|(name, value)| format!("{name} = {value}")).collect();
        lines.push(format!("parameters  {}", params.join(", ")));
    }
    let walls = model.board.walls().len();
    let walls =
        if walls > 0 { format!(", {walls} of {} cells walls", model.board.len()) } else { String::new() };
    lines.push(format!("board       {}{walls}", board_name(model.board.shape())));
    let placed = model.kinds.iter().filter(|k| k.line.is_none());
    let kinds: Vec<String> = placed.map(|k| format!("{} {}", k.symbol, k.name)).collect();
    if !kinds.is_empty() || model.routes.is_empty() {
        lines.push(format!("kinds       {}", kinds.join(", ")));
    }
    let told = |r: &Route| {
        format!("{} {} ({} line pieces)", r.name, if r.closed { "loop" } else { "path" }, r.pieces.len())
    };
    let routes: Vec<String> = model.routes.iter().map(told).collect();
    if !routes.is_empty() {
        lines.push(format!("routes      {}", routes.join(", ")));
    }
    lines
}

fn board_name(shape: Shape) -> String {
    match shape {
        Shape::Hex { edge } => format!("hexagon of edge {edge}"),
        Shape::Box { width, height, depth, .. } if depth > 1 => format!("{width} x {height} x {depth}"),
        Shape::Box { width, height, wrap_x, wrap_y, .. } => {
            let wrap = match (wrap_x, wrap_y) {
                (true, true) => ", a torus",
                (false, false) => "",
                _ => ", a cylinder",
            };
            format!("{width} x {height}{wrap}")
        }
    }
}

fn problem_lines(grounded: &GroundedProblem) -> Vec<String> {
    let problem = &grounded.problem;
    let pairs = problem.conflicts.entries() / 2;
    let exactly = problem.cliques.iter().filter(|l| l.exactly).count();
    let mut lines = vec![
        format!("choices     {}", problem.choices.len()),
        format!(
            "lines       {} with exactly one, {} with at most one",
            exactly,
            problem.cliques.len() - exactly
        ),
        format!("conflicts   {pairs} further pairs"),
    ];
    let others = [
        ("definitions", problem.definitions.len()),
        ("clauses", problem.clauses.len()),
        ("sums", problem.linears.len()),
        ("matchings", problem.matchings.len()),
        ("bounds on groups", problem.connectivities.len()),
        ("routes", problem.routes.len()),
        ("objectives", problem.objectives.len()),
    ];
    let others: Vec<String> =
        others.iter().filter(|(_, n)| *n > 0).map(|&(name, n)| counted(n, name)).collect();
    if !others.is_empty() {
        lines.push(format!("besides     {}", others.join(", ")));
    }
    lines.push(format!("as a cover  {}", cover(problem)));
    lines.push(format!("symmetry    {}", symmetry(&grounded.symmetries)));
    if let Some(folded) = problem.folded() {
        let left = folded.problem.choices.len();
        lines.push(format!("folded      {left} choices: engines see one for all that hold together"));
    }
    if let Some(pinned) = problem.pinned() {
        let (cells, weight) = (pinned.cells(), pinned.weight());
        lines.push(format!(
            "pinned      kinds on {cells} cells, in one of {weight} orders that have equally many solutions"
        ));
    }
    if let Some(at_bound) = problem.at_bound() {
        lines.push(format!(
            "bound       {} by counting; engines may look for solutions with it first",
            at_bound.value
        ));
    }
    lines.extend(grounded.lemmas.iter().map(|lemma| format!("lemma       {lemma}")));
    lines
}

/// Constraints that each rule became. A rule may have none: conflicting pairs do not record their rule, and constraints
/// implied by other rules are dropped.
fn statement_lines(sources: &Sources, model: &Model, grounded: &GroundedProblem) -> Vec<String> {
    let problem = &grounded.problem;
    let mut lines = Vec::new();
    for (i, rule) in model.rules.iter().enumerate() {
        let origin = Origin(i as u32);
        let parts = [
            (problem.cliques.iter().filter(|l| l.origin == origin).count(), "lines"),
            (problem.clauses.iter().filter(|c| c.1 == origin).count(), "clauses"),
            (problem.linears.iter().filter(|s| s.origin == origin).count(), "sums"),
            (problem.matchings.iter().filter(|m| m.origin == origin).count(), "matchings"),
            (problem.connectivities.iter().filter(|c| c.origin == origin).count(), "bounds on groups"),
            (problem.routes.iter().filter(|r| r.origin == origin).count(), "routes"),
        ];
        let parts: Vec<String> =
            parts.iter().filter(|p| p.0 > 0).map(|&(n, name)| counted(n, name)).collect();
        let became = if parts.is_empty() {
            "conflicting pairs, or implied by other rules".to_owned()
        } else {
            parts.join(", ")
        };
        let source = sources.get(rule.span.source);
        let text = source.text.get(rule.span.range()).unwrap_or_default().lines().next().unwrap_or_default();
        let head = if lines.is_empty() { "rules" } else { "" };
        lines.push(format!("{head:<12}{}: {became}", escape(text.trim())));
        if lines.len() == MOST_RULES && i + 1 < model.rules.len() {
            lines.push(format!("{:<12}and {} more", "", model.rules.len() - i - 1));
            break;
        }
    }
    if !model.facts.is_empty() {
        lines.push(format!(
            "{:<12}{}, which remove the choices they exclude",
            "given",
            counted(model.facts.len(), "cells")
        ));
    }
    lines
}

/// `n` with the noun `plural`, in the singular for 1.
fn counted(n: usize, plural: &str) -> String {
    let one = match plural.strip_prefix("bounds ") {
        Some(rest) => format!("bound {rest}"),
        None => plural.strip_suffix('s').unwrap_or(plural).to_owned(),
    };
    if n == 1 { format!("1 {one}") } else { format!("{n} {plural}") }
}

fn cover(problem: &Problem) -> String {
    if !problem.routes.is_empty() || !problem.connectivities.is_empty() {
        return "no: a cover cannot express its groups or routes".to_owned();
    }
    match items_and_options(problem) {
        Some((primary, secondary, options)) => {
            format!("{primary} primary and {secondary} secondary items, {options} options")
        }
        None => "no: a cover cannot express its sums or clauses".to_owned(),
    }
}

fn symmetry(symmetries: &[Symmetry]) -> String {
    match symmetries {
        [] | [_] => "none but the identity".to_owned(),
        few if few.len() <= 12 => {
            let names: Vec<String> = few.iter().map(|s| s.kind.to_string()).collect();
            format!("{}: {}", few.len(), names.join(", "))
        }
        many => format!("a group of order {}", many.len()),
    }
}

/// Independent parts, and how their answers combine.
fn part_lines(problem: &Problem) -> Vec<String> {
    let Some(split) = problem.split() else {
        return vec!["parts       one: connected".to_owned()];
    };
    let sizes: Vec<String> = split.parts.iter().map(|p| p.choices.len().to_string()).collect();
    let images = split.parts.iter().filter(|p| p.image_of.is_some()).count();
    let images = match images {
        0 => String::new(),
        n => format!(", {n} of them the image of another under a symmetry"),
    };
    let together = match &split.link {
        None => "numbers of solutions multiply, optima add up",
        Some(_) => {
            "one sum links them: each part is counted by its share of the sum, and the tables are convolved"
        }
    };
    let shown = if sizes.len() > 12 {
        format!("{} to {}", sizes[0], sizes[sizes.len() - 1])
    } else {
        sizes.join(" + ")
    };
    vec![
        format!("parts       {}, of {shown} choices{images}; each is planned separately", sizes.len()),
        format!("            {together}"),
    ]
}

/// Note on wrong estimates, if several engines take turns.
fn slice_line(plan: &PlanSummary) -> Option<String> {
    let exact = plan.offers.iter().filter(|(_, bid)| bid.evidence != Evidence::Float).count();
    (exact > 1).then(|| {
        "  estimates may be wrong: an engine that exceeds its estimate takes turns with the others,\n  \
         and the first to finish gives the answer"
            .to_owned()
    })
}

fn question(request: &Request, model: &Model) -> String {
    let optimal = if model.objectives.is_empty() { "" } else { "optimal " };
    let what = match request.query {
        Query::All => format!("all {optimal}solutions"),
        Query::First(1) => format!("one {optimal}solution"),
        Query::First(k) => format!("{k} {optimal}solutions"),
        Query::Count => format!("the number of {optimal}solutions"),
        Query::CountBy(()) => format!("the number of {optimal}solutions for each value"),
    };
    let up_to = if request.up_to_symmetry { " up to symmetry" } else { "" };
    let translation = if request.up_to_symmetry && request.translations { " and translation" } else { "" };
    let exchange = if request.up_to_symmetry && request.exchange { " and exchange" } else { "" };
    format!("{what}{up_to}{translation}{exchange}")
}

/// Lines of the plan: the chosen engine, alternatives, engines that decline.
pub fn plan_lines(plan: &PlanSummary) -> Vec<String> {
    let width = plan.offers.iter().map(|(engine, _)| engine.len());
    let width = width.chain(plan.refusals.iter().map(|r| r.engine.len()));
    let width = width.chain(plan.unasked.iter().map(|e| e.len())).max().unwrap_or(0);
    let offers = plan.offers.iter().enumerate().map(|(i, (engine, bid))| {
        let word = if i == 0 { "chosen" } else { "would do it" };
        format!("  {engine:<width$}  {word}, estimated {}", rough_time(bid.cost))
    });
    let refusals = plan.refusals.iter().map(|r| format!("  {:<width$}  declines: {}", r.engine, r.reason));
    let unasked = plan.unasked.iter().map(|e| format!("  {e:<width$}  not asked, since the run is short"));
    offers.chain(refusals).chain(unasked).collect()
}

/// Formats a cost in steps of ten nanoseconds as a rough time.
fn rough_time(cost: f64) -> String {
    // Estimates do not deserve more than one digit.
    let digit = |x: f64| {
        let unit = 10f64.powf(x.log10().floor());
        (x / unit).round() * unit
    };
    let seconds = cost * 1e-8;
    match seconds {
        s if s < 1e-3 => "under a millisecond".to_owned(),
        s if s < 0.95 => format!("about {:.0} ms", digit(s * 1e3)),
        s if s < 95.0 => format!("about {:.0} s", digit(s)),
        s if s < 5400.0 => format!("about {:.0} min", digit(s / 60.0)),
        s if s < 3e5 => format!("about {:.0} h", digit(s / 3600.0)),
        s if s < 3e7 => format!("about {:.0} days", digit(s / 86400.0)),
        _ => "years".to_owned(),
    }
}
