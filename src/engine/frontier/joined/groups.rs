//! The graphs whose groups are counted, by site.

use super::sites::Sites;
use crate::problem::{Lit, Problem, Switch};

/// Maximum number of vertices at a site.
const MOST_VERTICES: usize = 64;

/// A vertex that may be on.
#[derive(Clone, Copy, Debug)]
pub(super) struct GroupVertex {
    /// Site where it is decided.
    pub site: u32,
    /// Literal that switches it on; `None` if it is always on.
    pub lit: Option<Lit>,
}

/// A graph and the bounds on the number of its groups.
#[derive(Debug)]
pub(super) struct GroupGraph {
    pub vertices: Vec<GroupVertex>,
    pub neighbours: Vec<Vec<u32>>,
    pub lo: u64,
    /// Upper bound, if there is one.
    pub hi: Option<u64>,
}

impl GroupGraph {
    /// Returns the graph of each bound on groups; vertices that are always off are left out.
    ///
    /// # Errors
    /// The reason why a bound cannot be taken.
    pub fn all(problem: &Problem, sites: &Sites) -> Result<Vec<Self>, String> {
        let mut all = Vec::new();
        for connectivity in &problem.connectivities {
            match connectivity.guard.map(|g| sites.constant(g)) {
                Some(None) => return Err("it does not count groups under a condition".to_owned()),
                Some(Some(false)) => continue,
                Some(Some(true)) | None => {}
            }
            let graph = &problem.graphs[connectivity.graph.index()];
            let mut number = vec![None; graph.vertices.len()];
            let mut vertices = Vec::new();
            for (v, &switch) in graph.vertices.iter().enumerate() {
                let lit = match switch {
                    Switch::Off => continue,
                    Switch::On => None,
                    Switch::If(lit) => match sites.constant(lit) {
                        Some(false) => continue,
                        Some(true) => None,
                        None => Some(lit),
                    },
                };
                number[v] = Some(vertices.len() as u32);
                // A vertex that is always on may be decided anywhere.
                let site = lit.and_then(|l| sites.site(l)).unwrap_or(0);
                vertices.push(GroupVertex { site, lit });
            }
            let mut neighbours = vec![Vec::new(); vertices.len()];
            for &(a, b) in &graph.edges {
                if let (Some(a), Some(b)) = (number[a as usize], number[b as usize]) {
                    neighbours[a as usize].push(b);
                    neighbours[b as usize].push(a);
                }
            }
            let hi = (connectivity.hi != u32::MAX).then(|| connectivity.hi.into());
            let mut graph = Self { vertices, neighbours, lo: connectivity.lo.into(), hi };
            graph.settle();
            all.push(graph);
        }
        let mut at = vec![0; sites.all.len()];
        all.iter().flat_map(|g| &g.vertices).for_each(|v| at[v.site as usize] += 1);
        if at.into_iter().any(|number| number > MOST_VERTICES) {
            return Err(format!("more than {MOST_VERTICES} cells of groups are decided at once"));
        }
        Ok(all)
    }

    /// Moves each vertex that is always on to the site of a neighbour.
    fn settle(&mut self) {
        let mut settled: Vec<bool> = self.vertices.iter().map(|v| v.lit.is_some()).collect();
        let mut queue: Vec<usize> = (0..settled.len()).filter(|&v| settled[v]).collect();
        let mut next = 0;
        while let Some(&v) = queue.get(next) {
            next += 1;
            for &w in &self.neighbours[v] {
                if !std::mem::replace(&mut settled[w as usize], true) {
                    self.vertices[w as usize].site = self.vertices[v].site;
                    queue.push(w as usize);
                }
            }
        }
    }

    /// The number from which on further groups make no difference.
    pub fn cap(&self) -> u64 {
        self.hi.unwrap_or(self.lo)
    }
}
