//! Makes one puzzle after another from a spec.

use super::clues::clue_values;
use super::draft::{Clue, Draft, Given};
use super::draft_reader::{Attempt, DraftReader};
use super::error::MakeError;
use super::givens::{GivenProblem, groups, is_simple};
use super::reduce::reduce;
use super::script::Script;
use super::shifted::shifted;
use super::varied::VariedParts;
use super::workbench::{Rival, Workbench};
use super::{regions, scattered, walls};
use crate::model::{CellContents, Diagram, KindId, Model};
use crate::random::Random;
use rustc_hash::FxHashSet;

/// Number of attempts for one puzzle.
const ATTEMPTS: usize = 60;
/// Number of attempts that may end in a puzzle that was made before.
const REPEATS: usize = 20;

/// Number of changes of regions beside givens or clues that do not suffice.
const CHANGES: usize = 100;
/// Number of puzzles that may be refused.
const REFUSALS: usize = 1000;

/// Makes puzzles from a spec.
pub struct Maker<'a> {
    reader: DraftReader<'a>,
    varied: VariedParts,
    random: Random,
    /// Solver for specs of which only givens vary.
    givens: Option<GivenProblem>,
    made: FxHashSet<String>,
}

/// Items that stay or go together.
type Groups = Vec<Vec<usize>>;

/// A choice that can be taken away again.
enum Item {
    Clue(Clue),
    Given(Given),
}

impl<'a> Maker<'a> {
    /// Prepares to make puzzles; the same seed makes the same ones.
    ///
    /// # Errors
    /// If the spec has no `vary` statement, or is too large.
    pub fn new(script: Script, bench: &'a Workbench<'a>, seed: u64) -> Result<Self, MakeError> {
        let model = bench.model(script.text())?;
        let varied = VariedParts::of(&model)?;
        let mut random = Random::new(seed);
        let only_givens = varied.clues.is_empty() && varied.regions.is_empty() && varied.walls.is_none();
        let simple = varied.givens.iter().all(|(of, _)| is_simple(&model, of));
        let reader = DraftReader { script, bench, model };
        let givens = match only_givens && simple {
            true => bench.given_problem(&reader.read(&Draft::default())?, random.draw())?,
            false => None,
        };
        Ok(Self { reader, varied, random, givens, made: FxHashSet::default() })
    }

    /// Makes the next puzzle: a complete spec with one solution, different from all before.
    ///
    /// # Errors
    /// If no attempt succeeds, or a limit or an interrupt stops it.
    pub fn make(&mut self) -> Result<String, MakeError> {
        self.make_where(&mut |_| Ok(true))
    }

    /// Makes the next puzzle among those that `accepts` takes, such as those of some difficulty.
    ///
    /// # Errors
    /// As [`Maker::make`], and if `accepts` fails or refuses too many.
    pub fn make_where(
        &mut self,
        accepts: &mut dyn FnMut(&Model) -> Result<bool, MakeError>,
    ) -> Result<String, MakeError> {
        let mut random = Random::new(self.random.draw());
        let (mut failures, mut repeats, mut refusals) = (0, 0, 0);
        loop {
            if let Some(stop) = self.reader.bench.control().over() {
                return Err(stop.into());
            }
            let attempt = failures + repeats + refusals + 1;
            self.reader.bench.stage(format!("puzzle {}, attempt {attempt}", self.made.len() + 1));
            let reason = match self.attempt(&mut random)? {
                Err(reason) => {
                    failures += 1;
                    reason
                }
                Ok((draft, solution)) => {
                    let text = self.reader.script.write(&self.reader.model, &draft, true)?;
                    let model = self.reader.bench.model(&text)?;
                    if !self.reader.bench.confirms(&model, &solution)? {
                        failures += 1;
                        "an ordinary run did not confirm the puzzle".to_owned()
                    } else if self.made.contains(&text) {
                        repeats += 1;
                        "all puzzles found were made before".to_owned()
                    } else if accepts(&model)? {
                        self.made.insert(text.clone());
                        return Ok(text);
                    } else {
                        refusals += 1;
                        format!("{refusals} puzzles were not what was asked for")
                    }
                }
            };
            if failures >= ATTEMPTS || repeats >= REPEATS || refusals >= REFUSALS {
                return Err(MakeError::Impossible(reason));
            }
        }
    }

    fn attempt(&mut self, random: &mut Random) -> Result<Attempt<(Draft, Diagram)>, MakeError> {
        if self.givens.is_some() {
            return self.minimal_givens(random);
        }
        let mut draft = Draft::default();
        if !self.varied.clues.is_empty() {
            draft.clues = Some(Vec::new());
        }
        let hints = self.varied.has_hints();
        if let Some(number) = self.varied.walls {
            if !hints && self.varied.regions.is_empty() {
                let found = walls::around(&self.reader, number, random)?;
                return self.with_solution(found);
            }
            draft.walls = walls::drawn(&self.reader.model, number, random);
        }
        for layer in &self.varied.regions {
            let found = match (hints, layer.scattered) {
                (false, false) => regions::around(&self.reader, layer, &draft, random)?,
                (false, true) => scattered::around(&self.reader, layer, &draft, random)?,
                (true, false) => regions::drawn(&self.reader.model, layer, &draft, random),
                (true, true) => Ok(scattered::drawn(&self.reader.model, layer, &draft, random)),
            };
            match found {
                Ok(found) => draft = found,
                Err(reason) => return Ok(Err(reason)),
            }
        }
        if hints { self.with_hints(draft, random) } else { self.with_solution(Ok(draft)) }
    }

    /// Adds the one solution of a draft.
    fn with_solution(&self, draft: Attempt<Draft>) -> Result<Attempt<(Draft, Diagram)>, MakeError> {
        let draft = match draft {
            Ok(draft) => draft,
            Err(reason) => return Ok(Err(reason)),
        };
        let solution = self.reader.bench.solution(&self.reader.read(&draft)?, &mut Random::new(0))?;
        Ok(solution.map(|s| (draft, s)).ok_or_else(|| "the puzzle has no solution".to_owned()))
    }

    /// Adds a minimal set of the givens and clues of a random solution. Where all of them leave a second solution, regions that
    /// vary change.
    fn with_hints(
        &mut self,
        mut draft: Draft,
        random: &mut Random,
    ) -> Result<Attempt<(Draft, Diagram)>, MakeError> {
        let Some(solution) = self.reader.bench.solution(&self.reader.read(&draft)?, random)? else {
            return Ok(Err("the spec has no solution".to_owned()));
        };
        let mut rivals: Vec<Diagram> = Vec::new();
        while rivals.len() < CHANGES {
            let (items, parts) = match self.items(&draft, &solution)? {
                Ok(found) => found,
                Err(reason) => return Ok(Err(reason)),
            };
            let full = self.reader.read(&chosen(&draft, &items, &vec![true; items.len()]))?;
            match self.reader.bench.rival(&full, &solution)? {
                Rival::None => return self.with_fewest(draft, solution, &items, parts, random).map(Ok),
                Rival::Other(rival) => rivals.push(rival),
                Rival::NotASolution => return Ok(Err(ITS_OWN.to_owned())),
            }
            match shifted(&self.reader, &self.varied, &draft, &solution, &rivals, random)? {
                Some(changed) => draft = changed,
                None => break,
            }
        }
        Ok(Err(TOO_FEW.to_owned()))
    }

    /// The clues and givens that a solution offers, and the groups that stay or go together.
    fn items(&self, draft: &Draft, solution: &Diagram) -> Result<Attempt<(Vec<Item>, Groups)>, MakeError> {
        let clues = match self.varied.clues.is_empty() {
            true => Vec::new(),
            false => {
                clue_values(&self.reader.script, self.reader.bench, &self.reader.model, draft, solution)?
            }
        };
        let model = self.reader.read(draft)?;
        let mut items: Vec<Item> = clues.into_iter().map(Item::Clue).collect();
        let mut parts: Groups = (0..items.len()).map(|i| vec![i]).collect();
        for (of, pattern) in &self.varied.givens {
            let mut givens = match offered(&model, solution, of) {
                Ok(givens) => givens,
                Err(reason) => return Ok(Err(reason)),
            };
            givens.retain(|given| !items.iter().any(|i| matches!(i, Item::Given(g) if g.0 == given.0)));
            let cells: Vec<_> = givens.iter().map(|g| g.0).collect();
            let first = items.len();
            let found = groups(&model, &cells, pattern);
            parts.extend(found.into_iter().map(|g| g.into_iter().map(|i| i + first).collect()));
            items.extend(givens.into_iter().map(Item::Given));
        }
        Ok(Ok((items, parts)))
    }

    /// Adds a minimal set of these items, which together leave one solution.
    fn with_fewest(
        &self,
        draft: Draft,
        solution: Diagram,
        items: &[Item],
        parts: Groups,
        random: &mut Random,
    ) -> Result<(Draft, Diagram), MakeError> {
        let mut still_unique = |stays: &[bool], _: &[usize]| {
            let model = self.reader.read(&chosen(&draft, items, stays))?;
            Ok(matches!(self.reader.bench.rival(&model, &solution)?, Rival::None))
        };
        let stays = reduce(items.len(), parts, random, &mut still_unique)?;
        Ok((chosen(&draft, items, &stays), solution))
    }

    /// A minimal set of givens of a random solution, where nothing else varies.
    fn minimal_givens(&mut self, random: &mut Random) -> Result<Attempt<(Draft, Diagram)>, MakeError> {
        let Some(problem) = &mut self.givens else { return Ok(Err(TOO_FEW.to_owned())) };
        let Some(solution) = problem.solution(random)? else {
            return Ok(Err("the spec has no solution".to_owned()));
        };
        let mut items = Vec::new();
        let mut pattern = Vec::new();
        for (of, symmetries) in &self.varied.givens {
            let more = problem.items(&self.reader.model, &solution, of);
            items.extend(more.into_iter().filter(|m| !self.reader.model.board.is_wall(m.cell)));
            pattern.extend(symmetries.iter().cloned());
        }
        items.sort_by_key(|i| i.cell);
        items.dedup_by_key(|i| i.cell);
        let Ok(stays) = problem.minimal(&self.reader.model, &solution, &items, &pattern, random)? else {
            return Ok(Err(TOO_FEW.to_owned()));
        };
        let kept = items.iter().zip(&stays).filter(|(_, stays)| **stays);
        let givens = kept.map(|(item, _)| (item.cell, symbol(&self.reader.model, item.kind))).collect();
        Ok(Ok((Draft { givens, ..Draft::default() }, solution)))
    }
}

const ITS_OWN: &str = "a solution breaks a rule as soon as its own clues and givens are written";
const TOO_FEW: &str = "even all givens and clues that may vary leave a second solution";

fn symbol(model: &Model, kind: Option<KindId>) -> char {
    kind.map_or('-', |kind| model.kind(kind).symbol)
}

/// The givens that a solution offers.
fn offered(model: &Model, solution: &Diagram, of: &CellContents) -> Attempt<Vec<Given>> {
    let kinds = solution.kinds_by_cell(model.board.len());
    let open = model.board.open_cells();
    let offered = open.filter(|c| kinds[c.index()].map_or(of.empty, |k| of.kinds.contains(k)));
    offered.map(|c| Ok((c, written(model, kinds[c.index()])?))).collect()
}

/// The symbol of a kind, or that of the route for its line pieces.
fn written(model: &Model, kind: Option<KindId>) -> Attempt<char> {
    let line = kind.and_then(|kind| model.kind(kind).line.as_ref());
    let Some(line) = line else { return Ok(symbol(model, kind)) };
    let route = model.route(line.route);
    route.symbol.ok_or_else(|| {
        format!(
            "the route `{}` needs a symbol to be given, as in `loop {} \"L\" by …`",
            route.name, route.name
        )
    })
}

/// The draft with the items that stay.
fn chosen(draft: &Draft, items: &[Item], stays: &[bool]) -> Draft {
    let mut draft = draft.clone();
    for (item, _) in items.iter().zip(stays).filter(|(_, stays)| **stays) {
        match item {
            Item::Clue(clue) => draft.clues.get_or_insert_default().push(clue.clone()),
            Item::Given(given) => draft.givens.push(*given),
        }
    }
    draft
}
