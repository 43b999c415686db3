//! Lookup of the lines through a choice, without a table by choice. Repair needs the lines of a few thousand choices out of
//! a million, and building such a table takes longer than the whole repair.
//!
//! The choices of a line on a board are almost always evenly spaced by number, with few distinct distances (rows, columns,
//! diagonals). Lines of one distance are sorted by the remainder of their choices modulo the distance, so a binary search
//! finds those through a choice. The remaining lines, uneven or of rare distances, are listed by choice.

use crate::problem::{ChoiceId, Clique};
use rustc_hash::FxHashMap;

/// A distance gets a group if at least one in this many lines has it.
const RARE: usize = 16;

/// Lines, indexed by the choices that they pass through.
pub(super) struct Crossings {
    /// Groups of lines with the same distance.
    groups: Vec<LineGroup>,
    /// By choice: lines outside all groups.
    listed: ListedLines,
}

/// Lines listed by choice.
#[derive(Default)]
struct ListedLines {
    /// Start of each choice's entries in `lines`, with one more entry at the end; empty if there are no lines.
    starts: Vec<u32>,
    lines: Vec<u32>,
}

struct LineGroup {
    distance: u32,
    lines: Vec<Even>,
}

/// An evenly spaced line; compared by remainder first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Even {
    remainder: u32,
    first: u32,
    last: u32,
    line: u32,
}

impl Crossings {
    /// Indexes the lines of `lines` whose numbers are in `taken`.
    pub(super) fn new(lines: &[Clique], taken: impl Iterator<Item = usize>) -> Self {
        let mut even: FxHashMap<u32, Vec<Even>> = FxHashMap::default();
        let mut uneven = Vec::new();
        let mut count = 0;
        for line in taken {
            count += 1;
            match distance(&lines[line].choices) {
                Some(distance) => even.entry(distance).or_default().push(Even::new(lines, line, distance)),
                None => uneven.push(line as u32),
            }
        }
        let mut groups = Vec::new();
        for (distance, mut lines) in even {
            if lines.len() * RARE < count {
                uneven.extend(lines.iter().map(|l| l.line));
            } else {
                lines.sort_unstable();
                groups.push(LineGroup { distance, lines });
            }
        }
        Self { groups, listed: ListedLines::new(lines, &uneven) }
    }

    /// Returns the lines that `choice` lies on, in no particular order.
    pub(super) fn of(&self, choice: u32) -> Vec<u32> {
        let mut found = self.listed.of(choice).to_vec();
        for group in &self.groups {
            let remainder = choice % group.distance;
            let from = group.lines.partition_point(|l| l.remainder < remainder);
            let through = group.lines[from..].iter().take_while(|l| l.remainder == remainder);
            found.extend(through.filter(|l| (l.first..=l.last).contains(&choice)).map(|l| l.line));
        }
        found
    }
}

impl ListedLines {
    fn new(lines: &[Clique], listed: &[u32]) -> Self {
        let entries =
            || listed.iter().flat_map(|&l| lines[l as usize].choices.iter().map(move |c| (c.index(), l)));
        let Some(last) = entries().map(|e| e.0).max() else { return Self::default() };
        let mut ends = vec![0u32; last + 2];
        entries().for_each(|(c, _)| ends[c] += 1);
        let mut sum = 0;
        for end in &mut ends {
            sum += *end;
            *end = sum;
        }
        // Filling from the back turns the ends into starts.
        let mut all = vec![0; sum as usize];
        for (c, line) in entries() {
            ends[c] -= 1;
            all[ends[c] as usize] = line;
        }
        Self { starts: ends, lines: all }
    }

    fn of(&self, choice: u32) -> &[u32] {
        let choice = choice as usize;
        match self.starts.get(choice..choice + 2) {
            Some(ends) => &self.lines[ends[0] as usize..ends[1] as usize],
            None => &[],
        }
    }
}

impl Even {
    fn new(lines: &[Clique], line: usize, distance: u32) -> Self {
        let choices = &lines[line].choices;
        let (first, last) = (choices[0].0, choices[choices.len() - 1].0);
        Self { remainder: first % distance, first, last, line: line as u32 }
    }
}

/// Returns the distance between consecutive choices if it is constant.
fn distance(choices: &[ChoiceId]) -> Option<u32> {
    let distance = choices.get(1)?.0 - choices[0].0;
    choices.windows(2).all(|w| w[1].0 - w[0].0 == distance).then_some(distance)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::{Origin, samples};

    #[test]
    fn every_line_is_found() {
        let mut problem = samples::queens(9);
        let uneven = [0, 1, 5, 40].map(ChoiceId).to_vec();
        let uneven = Clique { choices: uneven, exactly: false, origin: Origin(0) };
        problem.edit(|p| p.cliques.push(uneven));
        let crossings = Crossings::new(&problem.cliques, 0..problem.cliques.len());
        for c in problem.choice_ids() {
            let mut found = crossings.of(c.0);
            found.sort_unstable();
            let lines = problem.cliques.iter().zip(0..);
            let expected: Vec<u32> = lines.filter(|(l, _)| l.choices.contains(&c)).map(|l| l.1).collect();
            assert_eq!(found, expected);
        }
    }
}
