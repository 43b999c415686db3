//! Strongly connected components (R. Tarjan, SIAM Journal on Computing 1, 1972), without recursion.

/// Returns the components of the vertices below `size` that `is_member` accepts. Each comes after those that it leads to.
pub(super) fn components(
    size: usize,
    is_member: impl Fn(usize) -> bool,
    follow: impl Fn(usize) -> Vec<usize>,
) -> Vec<Vec<usize>> {
    let mut search = ComponentSearch {
        index: vec![None; size],
        low: vec![0; size],
        is_open: vec![false; size],
        open: Vec::new(),
        visits: Vec::new(),
        found: 0,
        components: Vec::new(),
    };
    for start in (0..size).filter(|&v| is_member(v)) {
        if search.index[start].is_none() {
            search.run(start, &follow);
        }
    }
    search.components
}

struct ComponentSearch {
    /// By vertex: its number in the order of discovery.
    index: Vec<Option<usize>>,
    /// By vertex: the least number known to be in its component.
    low: Vec<usize>,
    /// The vertices whose component is not complete.
    open: Vec<usize>,
    is_open: Vec<bool>,
    /// Vertices being visited, with those they lead to that are left to follow.
    visits: Vec<(usize, Vec<usize>)>,
    found: usize,
    components: Vec<Vec<usize>>,
}

impl ComponentSearch {
    fn run(&mut self, start: usize, follow: &impl Fn(usize) -> Vec<usize>) {
        self.enter(start, follow);
        while let Some((v, left)) = self.visits.last_mut() {
            let v = *v;
            let Some(w) = left.pop() else {
                self.visits.pop();
                self.leave(v);
                continue;
            };
            match self.index[w] {
                None => self.enter(w, follow),
                Some(index) if self.is_open[w] => self.low[v] = self.low[v].min(index),
                Some(_) => {}
            }
        }
    }

    fn enter(&mut self, v: usize, follow: &impl Fn(usize) -> Vec<usize>) {
        (self.index[v], self.low[v], self.is_open[v]) = (Some(self.found), self.found, true);
        self.found += 1;
        self.open.push(v);
        self.visits.push((v, follow(v)));
    }

    fn leave(&mut self, v: usize) {
        if let Some(&(parent, _)) = self.visits.last() {
            self.low[parent] = self.low[parent].min(self.low[v]);
        }
        if self.index[v] != Some(self.low[v]) {
            return;
        }
        let from = self.open.iter().rposition(|&w| w == v).expect("it is open");
        let component = self.open.split_off(from);
        component.iter().for_each(|&w| self.is_open[w] = false);
        self.components.push(component);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn components_follow_what_they_lead_to() {
        let arcs = [(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (4, 3), (5, 4), (6, 6)];
        let follow = |v: usize| arcs.iter().filter(|a| a.0 == v).map(|a| a.1).collect();
        let mut found = components(8, |v| v != 7, follow);
        found.iter_mut().for_each(|c| c.sort_unstable());
        assert_eq!(found, [vec![3, 4], vec![0, 1, 2], vec![5], vec![6]]);
    }
}
