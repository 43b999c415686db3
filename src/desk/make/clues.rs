//! The clues that a solution allows: for each place of a clue, the number for which the rules about clues hold.
//!
//! All places receive the same number, the text is read, and each rule is evaluated at each clue on the solution. Most rules
//! compare an expression with the clue, so the values of its sides for the numbers 0 and 1 give the number by a straight line;
//! for other rules all numbers are tried. So nothing needs to be known about the rules.

use super::draft::{Clue, ClueSite, ClueValue, Draft};
use super::error::MakeError;
use super::script::Script;
use super::workbench::Workbench;
use crate::geometry::CellId;
use crate::model::{ClueMode, Diagram, LineRuns, Model, Relation, RuleBody, judge, value};
use crate::run::{Demand, demands, only};
use crate::syntax::ast::{Statement, StatementKind};
use crate::syntax::parse;
use crate::text::{SourceId, Span};
use rustc_hash::FxHashMap;

/// Greatest number that is tried at a place where the rules tell nothing.
const MOST_TRIED: i64 = 60;

/// Evaluation of the rules about one clue.
#[derive(Clone, Debug, Default)]
struct ClueState {
    /// True if every rule about it holds; there is at least one.
    holds: bool,
    /// Left side minus right side of its first comparison, with its relation.
    left: Option<(i64, Relation)>,
    /// Runs of its line.
    runs: Option<Vec<u32>>,
}

struct Evaluator<'a, 'b> {
    script: &'a Script,
    bench: &'a Workbench<'b>,
    model: &'a Model,
    draft: &'a Draft,
    solution: &'a Diagram,
}

/// Returns the clues of `solution` at every place of a clue that varies. `model` is that of the spec with `draft` and without
/// these clues.
///
/// # Errors
/// If the clues cannot be written.
pub fn clue_values(
    script: &Script,
    bench: &Workbench<'_>,
    model: &Model,
    draft: &Draft,
    solution: &Diagram,
) -> Result<Vec<Clue>, MakeError> {
    let evaluator = Evaluator { script, bench, model, draft, solution };
    let sites = evaluator.sites();
    let mut found: Vec<Option<ClueValue>> = vec![None; sites.len()];
    let zero = evaluator.states(&sites, &vec![0; sites.len()])?;
    let one = evaluator.states(&sites, &vec![1; sites.len()])?;
    if let (Some(zero), Some(one)) = (&zero, &one) {
        let guesses: Vec<Option<i64>> = zero.iter().zip(one).map(|(a, b)| straight(a, b)).collect();
        let numbers: Vec<i64> = guesses.iter().map(|g| g.unwrap_or(0)).collect();
        if let Some(states) = evaluator.states(&sites, &numbers)? {
            for (i, state) in states.iter().enumerate() {
                found[i] = match &zero[i].runs {
                    Some(runs) if runs.is_empty() => Some(ClueValue::Runs(vec![0])),
                    Some(runs) => Some(ClueValue::Runs(runs.clone())),
                    None => guesses[i].filter(|_| state.holds).map(ClueValue::Number),
                };
            }
        }
    }
    evaluator.try_numbers(&sites, &mut found)?;
    let clues = sites.into_iter().zip(found);
    Ok(clues.filter_map(|(site, value)| Some(Clue { site, value: value? })).collect())
}

/// Returns the number at which the comparison turns, if its value is a straight line.
fn straight(zero: &ClueState, one: &ClueState) -> Option<i64> {
    let ((a, relation), (b, _)) = (zero.left?, one.left?);
    let slope = b.checked_sub(a)?;
    if slope == 0 || a % slope != 0 {
        return None;
    }
    let number = -(a / slope);
    Some(match relation {
        Relation::Eq | Relation::Le | Relation::Ge => number,
        Relation::Lt => number - slope.signum(),
        Relation::Gt => number + slope.signum(),
        Relation::Ne => return None,
    })
}

impl Evaluator<'_, '_> {
    /// Every place where a clue may stand.
    fn sites(&self) -> Vec<ClueSite> {
        let mut sites = Vec::new();
        for &statement in self.script.clue_statements() {
            let written = &self.script.statements()[statement].kind;
            let places: Vec<usize> = match written {
                StatementKind::Board(_) => {
                    let drawn: Vec<CellId> = self.model.clues.iter().map(|c| c.0).collect();
                    self.cells(self.model.clue_mode.unwrap_or(ClueMode::Cells), &drawn)
                }
                StatementKind::ClueLayer { name, mode, .. } => {
                    let layer = self.model.clue_layers.iter().find(|l| l.name == name.node);
                    let drawn: Vec<CellId> = layer.into_iter().flat_map(|l| &l.clues).map(|c| c.0).collect();
                    self.cells(mode.as_ref().map_or(ClueMode::Cells, |m| m.node), &drawn)
                }
                StatementKind::ClueList { values, .. } | StatementKind::SideList { values, .. } => {
                    (0..values.len()).collect()
                }
                StatementKind::Runs { values, .. } => (0..values.len()).collect(),
                StatementKind::RegionList { layer, .. } => {
                    let drawn = self.draft.regions.iter().find(|r| r.0 == layer.node);
                    let layer = self.model.layers.iter().find(|l| l.name == layer.node);
                    let count = match drawn {
                        Some((_, of)) => of.iter().flatten().max().map_or(0, |m| *m as usize + 1),
                        None => layer.map_or(0, |l| l.regions.len()),
                    };
                    (0..count).collect()
                }
                _ => Vec::new(),
            };
            let free =
                |s: &ClueSite| !(self.script.keeps_clues() && self.script.written(self.model, *s).is_some());
            sites.extend(places.into_iter().map(|place| ClueSite { statement, place }).filter(free));
        }
        sites
    }

    /// Cells for clues: those where the picture has some, or every cell that may have one.
    fn cells(&self, mode: ClueMode, drawn: &[CellId]) -> Vec<usize> {
        let board = &self.model.board;
        let kinds = self.solution.kinds_by_cell(board.len());
        let is_wall = |c: CellId| board.is_wall(c) || self.draft.walls.contains(&c);
        let may_hold = |c: &CellId| match mode {
            ClueMode::Walls => is_wall(*c),
            ClueMode::Cells => !is_wall(*c) || drawn.contains(c),
            ClueMode::Empty => !is_wall(*c) && kinds[c.index()].is_none(),
        };
        let anywhere = drawn.is_empty() || self.script.keeps_clues();
        let places = board.cells().filter(|c| anywhere || drawn.contains(c));
        places.filter(may_hold).map(CellId::index).collect()
    }

    /// Tries number after number at the places without one.
    fn try_numbers(&self, sites: &[ClueSite], found: &mut [Option<ClueValue>]) -> Result<(), MakeError> {
        for number in 0..=MOST_TRIED.min(self.model.board.len() as i64) {
            let open: Vec<usize> = (0..sites.len()).filter(|&i| found[i].is_none()).collect();
            if open.is_empty() {
                break;
            }
            let some: Vec<ClueSite> = open.iter().map(|&i| sites[i]).collect();
            let Some(states) = self.states(&some, &vec![number; some.len()])? else { continue };
            for (&i, state) in open.iter().zip(&states) {
                if state.holds {
                    found[i] = Some(ClueValue::Number(number));
                }
            }
        }
        Ok(())
    }

    /// Evaluates the rules about these clues; `None` if a number makes the spec invalid.
    fn states(&self, sites: &[ClueSite], numbers: &[i64]) -> Result<Option<Vec<ClueState>>, MakeError> {
        let clues =
            sites.iter().zip(numbers).map(|(&site, &number)| Clue { site, value: self.valued(site, number) });
        let draft = Draft { clues: Some(clues.collect()), ..self.draft.clone() };
        let text = self.script.write(self.model, &draft, false)?;
        let Ok(model) = self.bench.model(&text) else { return Ok(None) };
        let places = self.places(&text, &model, sites);
        let mut states: FxHashMap<ClueSite, ClueState> = FxHashMap::default();
        for demand in demands(&model) {
            let Demand::Clue(rule, mark) = demand else { continue };
            let Some(&site) = places.get(&mark) else { continue };
            let part = only(&model, &[demand]);
            let holds = judge(&part, self.solution).is_empty();
            let fresh = ClueState { holds: true, ..ClueState::default() };
            let state = states.entry(site).or_insert(fresh);
            state.holds &= holds;
            match part.rules.first().map(|r| &r.body) {
                Some(RuleBody::Compare(instances)) if state.left.is_none() => {
                    let left =
                        |i: &crate::model::Instance| (value(&part, self.solution, &i.left), i.relation);
                    state.left = instances.first().map(left);
                }
                Some(RuleBody::Runs(lines)) => {
                    state.runs = lines.first().map(|line| runs_of(&model, self.solution, line));
                }
                _ => {}
            }
            debug_assert!(rule < model.rules.len());
        }
        Ok(Some(sites.iter().map(|site| states.get(site).cloned().unwrap_or_default()).collect()))
    }

    fn valued(&self, site: ClueSite, number: i64) -> ClueValue {
        match self.script.statements()[site.statement].kind {
            StatementKind::Runs { .. } => ClueValue::Runs(vec![0]),
            _ => ClueValue::Number(number),
        }
    }

    /// The places of clues in a written text, by the span of the clue.
    fn places(&self, text: &str, model: &Model, sites: &[ClueSite]) -> FxHashMap<Span, ClueSite> {
        let has_clues = |s: &&Statement| may_have_clues(&s.kind);
        let (file, _) = parse(SourceId(0), text);
        let with_sites = |statement: usize| sites.iter().any(|s| s.statement == statement);
        // A list for regions without any clue is not written.
        let is_written = |i: usize, kind: &StatementKind| {
            let varied = self.script.clue_statements().contains(&i);
            let empty = varied && !with_sites(i) && !self.script.keeps_clues();
            !(matches!(kind, StatementKind::RegionList { .. }) && empty)
        };
        let own = self.script.statements().iter().enumerate();
        let own = own.filter(|(i, s)| has_clues(s) && is_written(*i, &s.kind)).map(|(i, _)| i);
        let mut places = FxHashMap::default();
        for (statement, written) in own.zip(file.statements.iter().filter(has_clues)) {
            let mut add = |place: usize, span: Span| places.insert(span, ClueSite { statement, place });
            match &written.kind {
                StatementKind::Board(crate::syntax::ast::BoardDecl::Picture { layers: pictures, .. })
                | StatementKind::ClueLayer { pictures, .. } => {
                    let rows = pictures.iter().flat_map(|p| &p.rows).zip(model.board.rows());
                    for ((_, span), cell) in rows.flat_map(|(row, cells)| row.marks().into_iter().zip(cells))
                    {
                        add(cell.index(), span);
                    }
                }
                StatementKind::ClueList { values, .. } | StatementKind::SideList { values, .. } => {
                    values.iter().enumerate().for_each(|(i, v)| {
                        add(i, v.span);
                    });
                }
                StatementKind::Runs { values, .. } => {
                    values.iter().enumerate().for_each(|(i, v)| {
                        add(i, v.span);
                    });
                }
                StatementKind::RegionList { values, layer, .. } => {
                    let regions = model.layers.iter().find(|l| l.name == layer.node).map(|l| &l.regions);
                    for (name, value) in values {
                        let place = regions.and_then(|r| r.iter().position(|r| *r == name.node));
                        if let Some(place) = place {
                            add(place, value.span);
                            add(place, name.span);
                            add(place, name.span.to(value.span));
                        }
                    }
                }
                _ => {}
            }
        }
        places
    }
}

fn may_have_clues(kind: &StatementKind) -> bool {
    matches!(
        kind,
        StatementKind::Board(_)
            | StatementKind::ClueLayer { .. }
            | StatementKind::ClueList { .. }
            | StatementKind::Runs { .. }
            | StatementKind::SideList { .. }
            | StatementKind::RegionList { .. }
    )
}

/// Lengths of the maximal runs of a line.
fn runs_of(model: &Model, solution: &Diagram, line: &LineRuns) -> Vec<u32> {
    let kinds = solution.kinds_by_cell(model.board.len());
    let counts = |c: CellId| match kinds[c.index()] {
        Some(kind) => line.what.kinds.contains(kind),
        None => line.what.empty && !model.board.is_wall(c),
    };
    let mut runs = Vec::new();
    let mut length = 0;
    for &cell in line.line.iter() {
        if counts(cell) {
            length += 1;
        } else if length > 0 {
            runs.push(std::mem::take(&mut length));
        }
    }
    runs.extend((length > 0).then_some(length));
    runs
}
