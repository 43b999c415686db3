//! Complete search: decides the pieces of the vertex that has the fewest left, then the choices that are no line pieces.
//! A node is a decision.

use super::colours;
use super::net::{OFF, Pieces};
use super::reach::Reach;
use super::state::{Consistent, State};
use crate::engine::{Control, Halt};
use crate::problem::ChoiceId;
use crate::random::Random;

/// Maximum number of nodes between two checks of the control.
const STRIDE: u64 = 256;

/// Maximum number of nodes between two checks of the connection.
const SPARSE: u64 = 16;

/// Decision at a node.
#[derive(Clone, Copy, Debug)]
enum Subject {
    Vertex(u32),
    /// A choice that is no line piece; its values are the bits 0 and 1.
    Choice(u32),
}

/// A decision and the options left.
#[derive(Clone, Copy, Debug)]
struct Frame {
    mark: usize,
    subject: Subject,
    left: Pieces,
}

/// Depth-first search through all solutions of the rows and routes.
pub(super) struct Enumerator<'a> {
    pub(super) state: State<'a>,
    reach: Reach,
    frames: Vec<Frame>,
    pub(super) nodes: u64,
    unreported: u64,
    /// Nodes between two checks of the connection, and since the last one.
    period: u64,
    since: u64,
}

impl<'a> Enumerator<'a> {
    pub(super) fn new(state: State<'a>) -> Self {
        let (reach, frames) = Default::default();
        Self { state, reach, frames, nodes: 0, unreported: 0, period: 1, since: 0 }
    }

    /// Draws the consequences of the problem alone.
    pub(super) fn settle(&mut self) -> Consistent {
        self.state.start()?;
        colours::prune(&mut self.state)?;
        self.state.propagate()?;
        while self.reach.prune(&mut self.state)? {
            self.state.propagate()?;
        }
        Ok(())
    }

    /// Calls `found` with every solution, until `found` or the control stops the search. Then the state is as before.
    pub(super) fn all(
        &mut self,
        control: &Control,
        found: &mut dyn FnMut(&mut State<'a>) -> Result<(), Halt>,
    ) -> Result<(), Halt> {
        let root = self.state.mark();
        let ended = self.walk(control, found);
        self.frames.clear();
        self.state.undo(root);
        ended
    }

    /// Takes random options until there is no decision left, a contradiction, or a number of nodes beyond `enough`, and returns that
    /// number: that of the whole search if all nodes of a depth have as many options. Then the state is as before.
    pub(super) fn dive(&mut self, random: &mut Random, enough: f64) -> f64 {
        let root = self.state.mark();
        let (mut nodes, mut paths) = (1.0, 1.0);
        while nodes < enough
            && let Some((subject, options)) = self.subject()
        {
            paths *= f64::from(options.count_ones());
            nodes += paths;
            self.nodes += 1;
            let passed = random.below(options.count_ones() as usize);
            let option = (0..passed).fold(options, |left, _| left & (left - 1));
            if self.take(subject, option & option.wrapping_neg()).is_err() {
                break;
            }
        }
        self.state.undo(root);
        nodes
    }

    fn walk(
        &mut self,
        control: &Control,
        found: &mut dyn FnMut(&mut State<'a>) -> Result<(), Halt>,
    ) -> Result<(), Halt> {
        let stride = control.stride(STRIDE);
        self.push_objectives();
        let mut consistent = self.state.propagate().is_ok();
        loop {
            if consistent {
                match self.subject() {
                    Some((subject, left)) => {
                        self.frames.push(Frame { mark: self.state.mark(), subject, left });
                    }
                    None if self.is_solution() => found(&mut self.state)?,
                    None => {}
                }
            }
            let Some((mark, subject, option)) = self.next_option() else { return Ok(()) };
            self.nodes += 1;
            self.unreported += 1;
            if self.unreported >= stride {
                control.check(std::mem::take(&mut self.unreported))?;
            }
            self.state.undo(mark);
            self.push_objectives();
            consistent = self.take(subject, option).is_ok();
        }
    }

    /// The bounds of the objectives change when a solution is found.
    fn push_objectives(&mut self) {
        let net = self.state.net;
        net.objectives.iter().for_each(|&row| self.state.sums.push(row));
    }

    /// Returns the next option of the last decision that has one left.
    fn next_option(&mut self) -> Option<(usize, Subject, Pieces)> {
        while self.frames.last().is_some_and(|f| f.left == 0) {
            self.frames.pop();
        }
        let frame = self.frames.last_mut()?;
        // Pieces come before an empty cell.
        let left = if frame.left == OFF { OFF } else { frame.left & !OFF };
        let option = left & left.wrapping_neg();
        frame.left &= !option;
        Some((frame.mark, frame.subject, option))
    }

    fn take(&mut self, subject: Subject, option: Pieces) -> Consistent {
        match subject {
            Subject::Vertex(v) => self.state.restrict(v, option)?,
            Subject::Choice(c) => self.state.assign(c as usize, option != OFF)?,
        }
        self.state.propagate()?;
        self.since += 1;
        if self.since < self.period {
            return Ok(());
        }
        self.since = 0;
        let pruned = self.reach.prune(&mut self.state);
        self.period = if pruned == Ok(false) { SPARSE.min(self.period * 2) } else { 1 };
        if pruned? { self.state.propagate() } else { Ok(()) }
    }

    /// Returns what to decide next, and the options; `None` if everything is decided.
    fn subject(&self) -> Option<(Subject, Pieces)> {
        let open = (0..).zip(&self.state.alive).filter(|(_, pieces)| !pieces.is_power_of_two());
        if let Some((v, &pieces)) = open.min_by_key(|(_, pieces)| pieces.count_ones()) {
            return Some((Subject::Vertex(v), pieces));
        }
        let open = self.state.net.others.iter().find(|&&c| self.state.values[c as usize].is_none());
        open.map(|&c| (Subject::Choice(c), 3))
    }

    fn is_solution(&self) -> bool {
        self.state.tallies.iter().all(|t| t.complete)
    }
}

/// Returns the choices that a decided state places, ascending.
pub(super) fn placed(state: &State<'_>) -> Vec<ChoiceId> {
    let net = state.net;
    let mut placed: Vec<ChoiceId> = (0..net.vertices() as u32)
        .filter(|&v| state.alive[v as usize] != OFF)
        .map(|v| ChoiceId(net.piece_var(v, state.alive[v as usize].trailing_zeros()) as u32))
        .filter(|c| c.index() < net.choices)
        .chain(net.others.iter().filter(|&&c| state.values[c as usize] == Some(true)).map(|&c| ChoiceId(c)))
        .collect();
    placed.sort_unstable();
    placed
}
