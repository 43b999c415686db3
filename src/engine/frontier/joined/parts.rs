//! Parts of a form: the sites in order of decision, with everything that is decided at them, before any of it has a place
//! in the state.

use super::super::MOST_DEGREES;
use super::drawing::{Drawn, SiteDrawing, VertexSites, drawings, vertex_sites};
use super::groups::GroupGraph;
use super::order::Spans;
use super::sites::{Filling, Sites};
use super::state::MOST_BYTES;
use super::sums::{GuardedSum, SumAutomaton, sums};
use super::weights::{SiteGoal, SiteWeights};
use crate::problem::{Lit, Problem};

/// Parts of the form under construction. Sites are in order of decision.
pub(super) struct Parts<'a> {
    pub problem: &'a Problem,
    pub sites: Sites,
    pub drawings: Vec<SiteDrawing>,
    /// By site, by filling.
    pub drawn: Vec<Vec<Drawn>>,
    pub sums: Vec<SumAutomaton>,
    pub graphs: Vec<GroupGraph>,
    pub homes: VertexSites,
    pub goal: Option<SiteGoal>,
    pub by: Option<SiteWeights>,
}

impl<'a> Parts<'a> {
    /// Divides a problem into parts; `None` if it trivially has no solution.
    ///
    /// # Errors
    /// The reason why it has no form.
    pub fn new(problem: &'a Problem, counts_by: bool) -> Result<Option<Self>, String> {
        let mut sites = Sites::new(problem)?;
        let homes = vertex_sites(problem, &sites);
        let graphs = GroupGraph::all(problem, &sites)?;
        let unordered: Vec<u32> = (0..sites.all.len() as u32).collect();
        let spans = Spans::new(problem, &sites, &homes, &graphs, &sums(problem, &sites, &unordered));
        let time = spans.best_order(problem, &sites);
        if spans.width(&time) > u64::from(MOST_BYTES) {
            return Err("too many cells are open at once along the frontier".to_owned());
        }
        let drawings = drawings(problem, &sites, &homes, &time)?;
        let sums = sums(problem, &sites, &time);
        let Some(drawn) = prune(problem, &mut sites, &sums, &drawings) else { return Ok(None) };
        let mut automata = Vec::new();
        for sum in sums {
            let parts = sum.parts(&sites, &time);
            let Some(automaton) = sum.automaton(&sites, parts)? else { return Ok(None) };
            if !automaton.is_void() {
                automata.push(automaton);
            }
        }
        let goal = match problem.objectives.is_empty() {
            true => None,
            false => Some(SiteGoal::new(problem, &sites).ok_or("the objectives take too many values")?),
        };
        let by = match &problem.by {
            Some(by) if counts_by => {
                let weights = SiteWeights::new(by, &sites).filter(|w| w.range < MOST_DEGREES);
                Some(weights.ok_or("there are too many values to count by")?)
            }
            _ => None,
        };
        let parts = Self { problem, sites, drawings, drawn, sums: automata, graphs, homes, goal, by };
        Ok(Some(parts.in_order(&time)))
    }

    /// Returns the literal of each vertex of a graph that is decided at time `t`, in order.
    pub fn graphs_at(&self, t: usize) -> Vec<Option<Lit>> {
        let vertices = self.graphs.iter().flat_map(|g| &g.vertices);
        vertices.filter(|v| v.site == t as u32).map(|v| v.lit).collect()
    }

    /// Numbers the sites by their times.
    fn in_order(mut self, time: &[u32]) -> Self {
        sort(&mut self.sites.all, time);
        sort(&mut self.drawings, time);
        sort(&mut self.drawn, time);
        self.goal.iter_mut().for_each(|goal| sort(&mut goal.adds, time));
        self.by.iter_mut().for_each(|by| sort(&mut by.adds, time));
        for vertex in self.graphs.iter_mut().flat_map(|g| &mut g.vertices) {
            vertex.site = time[vertex.site as usize];
        }
        for site in self.homes.iter_mut().flatten().flatten() {
            *site = time[*site as usize];
        }
        self.sites.renumber(time);
        self
    }
}

fn sort<T: Default>(items: &mut [T], time: &[u32]) {
    let mut sorted: Vec<T> = items.iter().map(|_| T::default()).collect();
    items.iter_mut().zip(time).for_each(|(item, &t)| sorted[t as usize] = std::mem::take(item));
    items.iter_mut().zip(sorted).for_each(|(item, moved)| *item = moved);
}

/// Removes the fillings that break a constraint on their site alone. Returns what the others draw, by site; `None` if some
/// site has none left.
fn prune(
    problem: &Problem,
    sites: &mut Sites,
    sums: &[GuardedSum],
    drawings: &[SiteDrawing],
) -> Option<Vec<Vec<Drawn>>> {
    let mut local: Vec<Vec<&GuardedSum>> = vec![Vec::new(); sites.all.len()];
    for sum in sums {
        if let &[site] = &sum.sites(sites)[..] {
            local[site as usize].push(sum);
        }
    }
    let mut drawn = Vec::with_capacity(sites.all.len());
    for (site, local) in local.into_iter().enumerate() {
        let fillings = std::mem::take(&mut sites.all[site].fillings);
        let holds = |filling: &Filling| local.iter().all(|sum| sum.holds(sites, filling));
        let draw =
            |filling: &Filling| drawings[site].drawn(problem, sites, filling).filter(|_| holds(filling));
        let (kept, own): (Vec<Filling>, Vec<Drawn>) =
            fillings.into_iter().filter_map(|f| draw(&f).map(|drawn| (f, drawn))).unzip();
        if kept.is_empty() {
            return None;
        }
        sites.all[site].fillings = kept;
        drawn.push(own);
    }
    Some(drawn)
}
