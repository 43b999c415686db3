//! Order in which the sites are decided: the board is scanned along one axis after another, or from a corner outward, and
//! the order with the shortest frontier wins.

use super::drawing::VertexSites;
use super::groups::GroupGraph;
use super::sites::Sites;
use super::sums::GuardedSum;
use crate::geometry::Vector;
use crate::problem::Problem;

/// Sort key of a cell.
type Axes = fn(Vector) -> [i32; 3];

const FLAT: [Axes; 4] =
    [|v| [v.z, -v.y, v.x], |v| [v.z, v.x, -v.y], |v| [v.z, v.x - v.y, v.x], |v| [v.z, v.x + v.y, v.x]];
const DEEP: [Axes; 4] =
    [|v| [-v.y, v.z, v.x], |v| [-v.y, v.x, v.z], |v| [v.x, v.z, -v.y], |v| [v.x, -v.y, v.z]];

/// The things open at a time: from one site, or the first of some, to the last of others.
#[derive(Debug, Default)]
pub(super) struct Spans {
    /// Weights, sites, and the site that ends the span, if it is not the last of them.
    spans: Vec<(u64, Vec<u32>, Option<u32>)>,
}

/// Weight of a vertex, whose states are many, beside that of another constraint.
const VERTEX: u64 = 3;

impl Spans {
    /// Returns what the constraints keep open.
    pub fn new(
        problem: &Problem,
        sites: &Sites,
        homes: &VertexSites,
        graphs: &[GroupGraph],
        sums: &[GuardedSum],
    ) -> Self {
        let mut spans = Vec::new();
        for (route, homes) in problem.routes.iter().zip(homes) {
            let mut near: Vec<Vec<u32>> = vec![Vec::new(); homes.len()];
            for &(a, b) in &route.links {
                if let (Some(at_a), Some(at_b)) = (homes[a as usize], homes[b as usize]) {
                    near[a as usize].push(at_b);
                    near[b as usize].push(at_a);
                }
            }
            let own = homes.iter().zip(near).filter_map(|(home, near)| Some((VERTEX, near, Some((*home)?))));
            spans.extend(own);
        }
        for graph in graphs {
            for (home, near) in graph.vertices.iter().zip(&graph.neighbours) {
                let mut read: Vec<u32> = near.iter().map(|&v| graph.vertices[v as usize].site).collect();
                read.push(home.site);
                spans.push((VERTEX, read, None));
            }
        }
        spans.extend(sums.iter().map(|s| (1, s.sites(sites), None)));
        Self { spans }
    }

    /// Returns the greatest weight that is open at any time, and the sum over all times.
    fn cost(&self, time: &[u32]) -> (u64, u64) {
        let mut change = vec![0i64; time.len() + 1];
        for (weight, read, end) in &self.spans {
            let times = || read.iter().map(|&s| time[s as usize]);
            let end = end.map(|s| time[s as usize]);
            let (Some(first), Some(last)) = (times().min(), end.or_else(|| times().max())) else { continue };
            if first < last {
                change[first as usize] += *weight as i64;
                change[last as usize] -= *weight as i64;
            }
        }
        let mut open = 0;
        let by_time = change.into_iter().map(|c| {
            open += c;
            open as u64
        });
        by_time.fold((0, 0), |(most, sum), open| (most.max(open), sum + open))
    }

    /// Returns the number of vertices, or other constraints for their weight, that are open at once.
    pub fn width(&self, time: &[u32]) -> u64 {
        self.cost(time).0 / VERTEX
    }

    /// Returns the time of each site in the best order.
    pub fn best_order(&self, problem: &Problem, sites: &Sites) -> Vec<u32> {
        let deep = DEEP.iter().filter(|_| problem.board.shape().is_spatial());
        let orders = FLAT.iter().chain(deep).map(|&axes| scan(problem, sites, axes));
        orders.min_by_key(|time| self.cost(time)).unwrap_or_default()
    }
}

/// Returns the time of each site when the cells are scanned along these axes.
pub(super) fn scan(problem: &Problem, sites: &Sites, axes: Axes) -> Vec<u32> {
    let key = |site: usize| {
        let cells = sites.all[site].choices.iter().flat_map(|&c| problem.choices.cells(c));
        let mut keys: Vec<[i32; 3]> = cells.map(|&cell| axes(problem.board.coordinate(cell))).collect();
        keys.sort_unstable();
        keys.dedup();
        keys
    };
    let mut keyed: Vec<(Vec<[i32; 3]>, usize)> = (0..sites.all.len()).map(|s| (key(s), s)).collect();
    keyed.sort_unstable();
    let mut time = vec![0; keyed.len()];
    (0..).zip(keyed).for_each(|(t, (_, site))| time[site] = t);
    time
}
