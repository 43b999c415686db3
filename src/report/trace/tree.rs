//! The search tree of a trace: a node for each placement, with the step that made it and the step that took it back.

use crate::problem::ChoiceId;
use crate::run::{Event, Need, Trace};

/// Limit on the nodes of a drawn tree: more cannot be told apart, and drag a browser down.
const MOST_NODES: usize = 2_000;

/// End of a branch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BranchEnd {
    /// A rule has no place left, or is broken.
    Dead,
    /// The bound ended it.
    Bound,
    Solution,
}

#[derive(Clone, Debug)]
pub(super) struct TreeNode {
    /// The placement; `None` for the root.
    pub choice: Option<ChoiceId>,
    pub parent: usize,
    /// Steps at which it was placed, and taken back.
    pub placed: usize,
    pub taken_back: Option<usize>,
    /// The branch ends at this node, at this step.
    pub end: Option<(BranchEnd, usize)>,
    /// Number of places that the rules had excluded when the search looked for the next one.
    pub pruned: usize,
}

/// The nodes in the order of their placements; the root is the first.
#[derive(Clone, Debug)]
pub(super) struct SearchTree {
    pub nodes: Vec<TreeNode>,
    /// Number of all placements of the trace.
    pub all: usize,
}

impl SearchTree {
    pub fn new(trace: &Trace) -> Self {
        let mut tree = Self { nodes: vec![node(None, 0, 0)], all: 0 };
        let mut nodes: Vec<Option<usize>> = vec![Some(0)];
        for (step, at) in trace.steps.iter().enumerate() {
            // `None` for a node beyond the limit.
            let top = nodes.last().copied().flatten();
            match &at.event {
                Event::Place(choice, need) => {
                    tree.prune(top, need.as_ref());
                    tree.all += 1;
                    let added = top.filter(|_| tree.nodes.len() <= MOST_NODES).map(|parent| {
                        tree.nodes.push(node(Some(*choice), parent, step));
                        tree.nodes.len() - 1
                    });
                    nodes.push(added);
                }
                Event::Back(_) => {
                    if let Some(Some(last)) = nodes.pop() {
                        tree.nodes[last].taken_back = Some(step);
                    }
                }
                Event::Stuck(need) => {
                    tree.prune(top, Some(need));
                    tree.end(top, BranchEnd::Dead, step);
                }
                Event::Broken => tree.end(top, BranchEnd::Dead, step),
                Event::NoBetter => tree.end(top, BranchEnd::Bound, step),
                Event::Solution(_) => tree.end(top, BranchEnd::Solution, step),
                Event::Start | Event::Exhausted => {}
            }
        }
        tree
    }

    /// Number of placements that are drawn.
    pub fn drawn(&self) -> usize {
        self.nodes.len() - 1
    }

    /// Notes what was excluded when the search first looked below a node; later, its own attempts are excluded too.
    fn prune(&mut self, at: Option<usize>, need: Option<&Need>) {
        let Some(at) = at else { return };
        let is_first =
            self.nodes[at].end.is_none() && !self.nodes.iter().skip(at + 1).any(|n| n.parent == at);
        if is_first {
            self.nodes[at].pruned = need.map_or(0, |n| n.out);
        }
    }

    /// Notes the first end at a node; a solution counts more than what follows it.
    fn end(&mut self, at: Option<usize>, end: BranchEnd, step: usize) {
        if let Some(at) = at {
            self.nodes[at].end.get_or_insert((end, step));
        }
    }
}

fn node(choice: Option<ChoiceId>, parent: usize, placed: usize) -> TreeNode {
    TreeNode { choice, parent, placed, taken_back: None, end: None, pruned: 0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::samples;
    use crate::run::{SearchOrder, trace};

    #[test]
    fn nodes_are_placements() {
        let whole = trace(&samples::queens(4), SearchOrder::Rows, &[], 1000);
        let tree = SearchTree::new(&whole);
        let last = whole.steps.last().expect("a step");
        assert_eq!((tree.drawn(), tree.all), (last.placed, last.placed));
        assert_eq!(tree.nodes.iter().filter(|n| n.taken_back.is_some()).count(), last.taken_back);
        let solved: Vec<_> = tree.nodes.iter().filter_map(|n| n.end).map(|e| e.0).collect();
        assert_eq!(solved.iter().filter(|e| **e == BranchEnd::Solution).count(), 1);
        // The second row has two places left beside the queen in the corner.
        assert_eq!((tree.nodes[0].pruned, tree.nodes[1].pruned), (0, 2));
    }

    #[test]
    fn a_large_tree_is_cut_and_says_so() {
        let whole = trace(&samples::queens(12), SearchOrder::Rows, &[], 6_000);
        let tree = SearchTree::new(&whole);
        assert_eq!(tree.drawn(), if tree.all > MOST_NODES { MOST_NODES } else { tree.all });
    }
}
