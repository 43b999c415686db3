//! Separators: which literals that are off keep a part of a graph apart from the rest.

use super::forest::Adjacency;
use std::ops::Range;

/// Marks of vertices or edges while a separator is sought.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    Outside,
    Inside,
    /// In the rim of the inside.
    Rim,
    /// Reached from the target.
    Reached,
    /// In the rim, next to what is reached from the target.
    Used,
}

/// Scratch space for separators.
#[derive(Default)]
pub(super) struct Separator {
    marks: Vec<Mark>,
    stack: Vec<u32>,
    /// The separator that was found last: vertices or edges.
    pub(super) found: Vec<u32>,
}

impl Separator {
    fn begin(&mut self, vertices: usize, inside: impl Iterator<Item = u32>, cut: Option<u32>) {
        self.marks.clear();
        self.marks.resize(vertices, Mark::Outside);
        self.found.clear();
        self.stack.clear();
        self.stack.extend(inside);
        self.stack.extend(cut);
        self.stack.iter().for_each(|&v| self.marks[v as usize] = Mark::Inside);
        if cut.is_some() {
            self.stack.pop();
        }
    }

    /// Finds the vertices around `inside` (apart from `cut`) that keep it apart from `target`, or all around it. `never` is
    /// true for vertices that are never on.
    ///
    /// Every way from the inside to the target that avoids `cut` meets one of them: seen from the target, the first vertex
    /// around the inside.
    pub(super) fn vertices(
        &mut self,
        near: &Adjacency,
        inside: impl Iterator<Item = u32>,
        cut: Option<u32>,
        target: Option<u32>,
        never: impl Fn(u32) -> bool,
    ) {
        self.begin(near.vertices(), inside, cut);
        let Self { marks, stack, found } = self;
        for &v in &*stack {
            for &(w, _) in near.of(v) {
                if marks[w as usize] == Mark::Outside {
                    marks[w as usize] = if never(w) { Mark::Inside } else { Mark::Rim };
                    found.extend((!never(w)).then_some(w));
                }
            }
        }
        let Some(target) = target else { return };
        stack.clear();
        stack.push(target);
        if marks[target as usize] == Mark::Rim {
            // Only the target itself is in the way.
            found.clear();
            return found.push(target);
        }
        marks[target as usize] = Mark::Reached;
        while let Some(v) = stack.pop() {
            for &(w, _) in near.of(v) {
                match marks[w as usize] {
                    Mark::Outside if !never(w) => {
                        marks[w as usize] = Mark::Reached;
                        stack.push(w);
                    }
                    Mark::Rim => marks[w as usize] = Mark::Used,
                    _ => {}
                }
            }
        }
        found.retain(|&v| marks[v as usize] == Mark::Used);
    }

    /// Finds the edges from `inside` to other vertices than `cut` that keep it apart from `target`, or all of them.
    pub(super) fn edges(
        &mut self,
        near: &Adjacency,
        inside: impl Iterator<Item = u32>,
        cut: Option<u32>,
        target: Option<u32>,
    ) {
        self.begin(near.vertices(), inside, cut);
        let Self { marks, stack, found } = self;
        if let Some(target) = target {
            let here = std::mem::take(stack);
            stack.push(target);
            marks[target as usize] = Mark::Reached;
            while let Some(v) = stack.pop() {
                for &(w, _) in near.of(v) {
                    if marks[w as usize] == Mark::Outside {
                        marks[w as usize] = Mark::Reached;
                        stack.push(w);
                    }
                }
            }
            *stack = here;
        }
        let beyond = if target.is_some() { Mark::Reached } else { Mark::Outside };
        for &v in &*stack {
            let outward = near.of(v).iter().filter(|(w, _)| marks[*w as usize] == beyond);
            found.extend(outward.map(|&(_, edge)| edge));
        }
    }
}

/// Number of places in a range.
pub(super) fn size(places: &Range<u32>) -> u32 {
    places.end - places.start
}
