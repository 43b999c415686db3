//! Sites: sets of choices that are decided together, and the ways to fill them.
//!
//! The choices of one cell share a site. (In a problem of orbits, so do those of one orbit of cells.) Definitions and the
//! vertices of a route belong to one site each; where they read choices of several, these sites are joined into one.

use crate::problem::{ChoiceId, Definition, Lit, Problem, Switch, root};
use rustc_hash::FxHashMap;

/// Maximum number of fillings of a site.
const MOST_FILLINGS: usize = 1 << 12;

/// Place at which the value of a variable is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Home {
    Constant(bool),
    /// Number of the site, and of the variable in it.
    Site(u32, u32),
}

/// A way to fill a site.
#[derive(Clone, Debug)]
pub(super) struct Filling {
    /// Choices that are placed, ascending.
    pub chosen: Vec<ChoiceId>,
    /// Value of each variable of the site.
    values: Vec<bool>,
}

/// Choices that are decided together.
#[derive(Clone, Debug, Default)]
pub(super) struct Site {
    pub choices: Vec<ChoiceId>,
    /// Definitions whose operands are variables of this site.
    definitions: Vec<usize>,
    pub fillings: Vec<Filling>,
}

/// The sites of a problem.
#[derive(Debug)]
pub(super) struct Sites {
    pub all: Vec<Site>,
    /// By variable.
    home: Vec<Home>,
}

impl Sites {
    /// Divides the choices of `problem` and lists the fillings of each site.
    ///
    /// # Errors
    /// The reason why there are too many fillings.
    pub fn new(problem: &Problem) -> Result<Self, String> {
        let mut sites = Self::divided(problem);
        sites.fill(problem)?;
        Ok(sites)
    }

    /// Returns where the literal's value is known, for its variable.
    pub fn home(&self, lit: Lit) -> Home {
        self.home[lit.var().index()]
    }

    /// Returns the number of the site of a literal; `None` for a constant.
    pub fn site(&self, lit: Lit) -> Option<u32> {
        if let Home::Site(site, _) = self.home(lit) { Some(site) } else { None }
    }

    /// Returns the value of a literal in a filling of its site.
    pub fn value(&self, lit: Lit, filling: &Filling) -> bool {
        let value = match self.home(lit) {
            Home::Constant(value) => value,
            Home::Site(_, index) => filling.values[index as usize],
        };
        value == lit.is_positive()
    }

    /// Returns the constant value of a literal, if it has one.
    pub fn constant(&self, lit: Lit) -> Option<bool> {
        if let Home::Constant(value) = self.home(lit) { Some(value == lit.is_positive()) } else { None }
    }

    /// Gives each site the number `number` says; `all` is already in this order.
    pub fn renumber(&mut self, number: &[u32]) {
        for home in &mut self.home {
            if let Home::Site(site, _) = home {
                *site = number[*site as usize];
            }
        }
    }

    fn divided(problem: &Problem) -> Self {
        let mut joining = Joining::new(problem);
        let constants = joining.join(problem);
        let mut number = FxHashMap::default();
        let mut all: Vec<Site> = Vec::new();
        let mut home = Vec::with_capacity(problem.var_count());
        for (var, constant) in constants.into_iter().enumerate() {
            if let Some(value) = constant {
                home.push(Home::Constant(value));
                continue;
            }
            let site = *number.entry(root(&mut joining.above, joining.of[var])).or_insert(all.len());
            if site == all.len() {
                all.push(Site::default());
            }
            let own = &mut all[site];
            home.push(Home::Site(site as u32, (own.choices.len() + own.definitions.len()) as u32));
            match var.checked_sub(problem.choices.len()) {
                None => own.choices.push(ChoiceId(var as u32)),
                Some(definition) => own.definitions.push(definition),
            }
        }
        Self { all, home }
    }

    fn fill(&mut self, problem: &Problem) -> Result<(), String> {
        let mut cliques_of = vec![Vec::new(); problem.choices.len()];
        for (i, clique) in problem.cliques.iter().enumerate() {
            clique.choices.iter().for_each(|c| cliques_of[c.index()].push(i));
        }
        for site in 0..self.all.len() {
            let mut sets = vec![Vec::new()];
            for &c in &self.all[site].choices {
                let apart = |d: &ChoiceId| {
                    !problem.conflicts[c.index()].contains(d)
                        && !cliques_of[c.index()].iter().any(|q| cliques_of[d.index()].contains(q))
                };
                if problem.conflicts[c.index()].contains(&c) {
                    continue;
                }
                let with: Vec<Vec<ChoiceId>> = sets
                    .iter()
                    .filter(|set: &&Vec<ChoiceId>| set.iter().all(apart))
                    .map(|set| [set.as_slice(), &[c]].concat())
                    .collect();
                sets.extend(with);
                if sets.len() > MOST_FILLINGS {
                    return Err("too many sets of choices must be decided at once".to_owned());
                }
            }
            self.all[site].fillings = sets.into_iter().map(|set| self.filling(problem, site, set)).collect();
        }
        Ok(())
    }

    fn filling(&self, problem: &Problem, site: usize, chosen: Vec<ChoiceId>) -> Filling {
        let Site { choices, definitions, .. } = &self.all[site];
        let values = choices.iter().map(|c| chosen.binary_search(c).is_ok()).collect();
        let mut filling = Filling { chosen, values };
        for &definition in definitions {
            let value = self.evaluate(&problem.definitions[definition], &filling);
            filling.values.push(value);
        }
        filling
    }

    fn evaluate(&self, definition: &Definition, filling: &Filling) -> bool {
        evaluate(definition, |lit| self.value(lit, filling))
    }
}

/// Returns the value of a definition that reads no graph.
fn evaluate(definition: &Definition, value: impl Fn(Lit) -> bool) -> bool {
    match definition {
        Definition::All(lits) => lits.iter().all(|&l| value(l)),
        Definition::Any(lits) => lits.iter().any(|&l| value(l)),
        Definition::AtLeast(terms, bound) => {
            terms.iter().filter(|t| value(t.1)).map(|t| i128::from(t.0)).sum::<i128>() >= i128::from(*bound)
        }
        Definition::Linked { .. } => unreachable!("the engine takes no problems with linked vertices"),
    }
}

/// Sites while they are joined.
struct Joining {
    above: Vec<u32>,
    /// By variable: some site that is joined with its site.
    of: Vec<u32>,
}

impl Joining {
    /// One site for each set of cells that a choice covers.
    fn new(problem: &Problem) -> Self {
        let mut number = FxHashMap::default();
        let mut of = Vec::with_capacity(problem.var_count());
        for choice in problem.choices.iter() {
            let fresh = number.len() as u32;
            of.push(*number.entry(choice.cells).or_insert(fresh));
        }
        Self { above: (0..number.len() as u32).collect(), of }
    }

    fn unite(&mut self, a: u32, b: u32) {
        let (a, b) = (root(&mut self.above, a), root(&mut self.above, b));
        self.above[a.max(b) as usize] = a.min(b);
    }

    /// Joins the sites that definitions and vertices read. Returns the values of the variables that are constant.
    fn join(&mut self, problem: &Problem) -> Vec<Option<bool>> {
        let mut constants: Vec<Option<bool>> = vec![None; problem.choices.len()];
        for definition in &problem.definitions {
            let mut read = definition.lits().map(|l| l.var().index()).filter(|&v| constants[v].is_none());
            let first = read.next().map(|v| self.of[v]);
            let others: Vec<u32> = read.map(|v| self.of[v]).collect();
            if let Some(first) = first {
                others.into_iter().for_each(|site| self.unite(first, site));
            }
            let constant = |l: Lit| constants[l.var().index()] == Some(l.is_positive());
            let value = first.is_none().then(|| evaluate(definition, constant));
            self.of.push(first.unwrap_or(0));
            constants.push(value);
        }
        for route in &problem.routes {
            let mut at: FxHashMap<u32, u32> = FxHashMap::default();
            for piece in &route.pieces {
                let Switch::If(lit) = piece.placed else { continue };
                if constants[lit.var().index()].is_none() {
                    let own = self.of[lit.var().index()];
                    let other = *at.entry(piece.vertex).or_insert(own);
                    self.unite(own, other);
                }
            }
        }
        constants
    }
}
