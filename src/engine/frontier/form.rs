//! A problem in the form of this engine: an order of decisions, fields, and their layout.

use super::clock::Clock;
use super::field::StateField;
use super::fields::{fields, matching_fields};
use super::layout::StateLayout;
use super::openness::most_open;
use super::order::{self, Scan};
use super::period::Period;
use super::slots::Slots;
use super::wide_key::WIDTHS;
use crate::problem::{Linear, Objective, Problem, Var};

#[derive(Debug)]
pub(super) struct FrontierForm {
    /// The variables in order of decision: the choices, and the facts that are derived from them.
    pub order: Vec<Var>,
    /// Fields of the state.
    pub fields: Vec<StateField>,
    /// Slots of the fields.
    pub slots: Slots,
    /// Positions of the slots.
    pub layout: StateLayout,
    /// Number of decisions after which steps may repeat.
    pub period: Period,
    /// True if each decision is about a cell of its own.
    pub is_by_cells: bool,
    /// True if some of the decisions are derived facts.
    pub has_facts: bool,
    /// Binary logarithm of a bound on the states of a layer if few choices hold in all, else infinite.
    pub most_states: f64,
}

/// A linear function of the variables, by time.
#[derive(Clone, Debug, Default)]
pub(super) struct Weights {
    /// Value if all contributions are 0.
    pub constant: i64,
    /// By time: contributions of the choices "no" and "yes", never negative, one of them 0.
    pub adds: Vec<[u64; 2]>,
}

/// Maximum number of bits of a state.
const BITS: u32 = WIDTHS[WIDTHS.len() - 1];

/// Most constraints open at once. (Of 360 specs, six had more; their states would take three times [`BITS`] bits and more.)
const MOST_OPEN: usize = 2 * BITS as usize;

/// Orders with more than this many times the open constraints of the best are left out. (On 27 specs, none of these had the shortest
/// frontier.)
const ALIKE: usize = 2;

impl FrontierForm {
    /// Creates the form with the shortest frontier. Returns `None` if the problem trivially has no solution.
    ///
    /// # Errors
    /// The reason why the problem has no form.
    pub fn new(problem: &Problem) -> Result<Option<Self>, String> {
        let with_open = |scan: Scan| (most_open(&Clock::new(problem, &scan.order)), scan);
        let scans: Vec<(usize, Scan)> = order::candidates(problem).into_iter().map(with_open).collect();
        let least = scans.iter().map(|scan| scan.0).min().unwrap_or(0);
        if least > MOST_OPEN {
            return Err(format!("about {least} constraints are open at once, more than {MOST_OPEN}"));
        }
        let mut best: Option<(u32, Scan, Vec<StateField>, Slots)> = None;
        for (_, scan) in scans.into_iter().filter(|scan| scan.0 <= ALIKE * least) {
            let steps = scan.order.len();
            let Some(fields) = fields(&Clock::new(problem, &scan.order))? else { return Ok(None) };
            let slots = Slots::new(&fields, steps, false);
            let bits = slots.most_open(steps);
            if best.as_ref().is_none_or(|b| bits < b.0) {
                best = Some((bits, scan, fields, slots));
            }
        }
        let (_, Scan { order, line }, mut fields, mut slots) = best.expect("there is always some order");
        let Some(matchings) = matching_fields(&Clock::new(problem, &order))? else { return Ok(None) };
        if !matchings.is_empty() {
            fields.extend(matchings);
            slots = Slots::new(&fields, order.len(), false);
        }
        let has_facts = !problem.definitions.is_empty();
        let most_states = if has_facts { f64::INFINITY } else { most_states(problem, &fields, order.len()) };
        let is_by_cells =
            !has_facts && problem.choices.all_points() && problem.choices.len() == problem.board.len();
        let form = Self::of_slots(order, fields, slots, Period(line))?;
        Ok(Some(Self { has_facts, most_states, is_by_cells, ..form }))
    }

    /// Creates the form of a part of a problem, of which nothing else is known.
    ///
    /// # Errors
    /// If it takes too many bits.
    pub fn of_fields(order: Vec<Var>, fields: Vec<StateField>, period: Period) -> Result<Self, String> {
        let slots = Slots::new(&fields, order.len(), false);
        Self::of_slots(order, fields, slots, period)
    }

    fn of_slots(
        order: Vec<Var>,
        fields: Vec<StateField>,
        slots: Slots,
        period: Period,
    ) -> Result<Self, String> {
        let (slots, layout) = Self::layout(&fields, slots, order.len())?;
        let (has_facts, most_states, is_by_cells) = (false, f64::INFINITY, true);
        Ok(Self { order, fields, slots, layout, period, is_by_cells, has_facts, most_states })
    }

    /// Returns the layout of `slots`, or of shared slots if the states then take fewer words: sharing costs time at each
    /// fork, and words cost time and memory.
    fn layout(fields: &[StateField], slots: Slots, steps: usize) -> Result<(Slots, StateLayout), String> {
        let most = |slots: &Slots| slots.most_open(steps);
        let fitting = |slots: &Slots| {
            let open = most(slots);
            (open <= BITS).then(|| StateLayout::new(&slots.all, steps, open))
        };
        let words = |bits: u32| WIDTHS.partition_point(|&width| width < bits);
        let width = |layout: &Option<StateLayout>| layout.as_ref().map_or(WIDTHS.len(), |l| words(l.bits));
        let mut best = (fitting(&slots), slots);
        if words(best.1.least_shared(fields, steps)) < width(&best.0) {
            let shared = Slots::new(fields, steps, true);
            let dense = fitting(&shared);
            if width(&dense) < width(&best.0) {
                best = (dense, shared);
            }
        }
        match best {
            (Some(layout), slots) if layout.bits <= BITS => Ok((slots, layout)),
            (layout, slots) => {
                let bits = layout.map_or_else(|| most(&slots), |layout| layout.bits);
                Err(format!("the frontier would take {bits} bits, more than {BITS}"))
            }
        }
    }

    /// Returns true if nearly all fields close within this number of rows.
    pub fn closes_within(&self, rows: usize) -> bool {
        let slots = &self.slots.all;
        let long = slots.iter().filter(|s| (s.close - s.open) as usize > rows * self.period.0).count();
        10 * long <= slots.len()
    }

    /// Returns the weights of `function` by time, or `None` if its values do not fit 63 bits.
    pub fn weights(&self, function: &Objective) -> Option<Weights> {
        let mut net = vec![0i64; self.order.len()];
        let mut constant = function.constant;
        for &(weight, lit) in &function.terms {
            let at = &mut net[lit.var().index()];
            if lit.is_positive() {
                *at = at.checked_add(weight)?;
            } else {
                constant = constant.checked_add(weight)?;
                *at = at.checked_sub(weight)?;
            }
        }
        let mut range: i64 = 0;
        let mut adds = Vec::with_capacity(net.len());
        for var in &self.order {
            let weight = net[var.index()];
            range = range.checked_add(weight.checked_abs()?)?;
            constant = constant.checked_add(weight.min(0))?;
            adds.push(if weight < 0 { [weight.unsigned_abs(), 0] } else { [0, weight as u64] });
        }
        constant.checked_add(range)?;
        Some(Weights { constant, adds })
    }
}

impl Weights {
    /// Returns the difference between the greatest and the least value over all assignments.
    pub fn range(&self) -> u64 {
        self.adds.iter().map(|a| a[0] + a[1]).sum()
    }
}

/// Returns the binary logarithm of a bound on the states of a layer where at most k of all choices may hold: a state is known from how
/// many hold so far, and which of them have a field that is still open.
fn most_states(problem: &Problem, fields: &[StateField], steps: usize) -> f64 {
    let is_total = |sum: &Linear| {
        sum.guard.is_none()
            && sum.terms.len() == steps
            && sum.terms.iter().all(|(w, l)| *w == 1 && l.is_positive())
    };
    let most = problem.linears.iter().filter(|sum| is_total(sum)).map(|sum| sum.hi).min();
    let Some(most) = most.filter(|&most| (0..steps as i64).contains(&most)) else { return f64::INFINITY };
    // A sum of all that has other constraints in its field tells more than how many hold.
    let values = most as u64 + 2;
    let tells_more = |field: &StateField| field.times.len() == steps && 1_u64 << field.width() >= 2 * values;
    if fields.iter().any(tells_more) {
        return f64::INFINITY;
    }
    // By decision: the time at which the last field that reads it closes.
    let mut until: Vec<usize> = (0..steps).collect();
    for field in fields.iter().filter(|f| f.times.len() < steps) {
        for &time in &field.times {
            until[time as usize] = until[time as usize].max(field.close() as usize);
        }
    }
    let mut change = vec![0_i64; steps + 1];
    for (time, &end) in until.iter().enumerate() {
        change[time] += 1;
        change[end] -= 1;
    }
    let mut open = 0;
    let widest = change.iter().fold(0, |most, change| {
        open += change;
        most.max(open)
    });
    let (mut ways, mut all) = (1.0, 0.0);
    for held in 0..=most.clamp(0, widest) {
        all += ways * (most + 1 - held) as f64;
        ways *= (widest - held) as f64 / (held + 1) as f64;
    }
    all.log2()
}

#[cfg(test)]
mod tests {
    use super::super::Frontier;
    use super::*;
    use crate::engine::{Control, CountOnly, Engine, Job, Query};
    use crate::problem::samples;

    #[test]
    fn few_pieces_bound_the_states_of_a_layer() {
        for (movement, most) in [(samples::king(), 5), (samples::leaper(1, 2), 4), (samples::queen(), 6)] {
            let mut problem = samples::peaceful(9, 9, &movement);
            assert_eq!(
                FrontierForm::new(&problem).expect("it fits").expect("not trivial").most_states,
                f64::INFINITY
            );
            samples::count(&mut problem, 0, 0, most);
            let form = FrontierForm::new(&problem).expect("it fits").expect("not trivial");
            let job = Job { problem: &problem, query: Query::Count, seed: 0, threads: 1 };
            let widest =
                Frontier.run(&job, &Control::unlimited(), &mut CountOnly).expect("no fault").stats.more[0].1
                    as f64;
            let bound = form.most_states.exp2();
            assert!((widest..1e9).contains(&bound), "{widest} states, at most {bound}");
        }
    }

    #[test]
    fn too_many_open_constraints_are_declined_at_once() {
        // Queens on 50 x 50 that exclude one another in pairs: each of the cells to come waits for the first.
        let problem = samples::peaceful(50, 50, &samples::queen());
        let reason = FrontierForm::new(&problem).expect_err("they are too many");
        assert!(reason.contains("constraints are open at once"), "{reason}");
    }

    #[test]
    fn orders_with_far_more_open_constraints_are_left_out() {
        let mut problem = samples::free(6, 30, 1);
        let columns = problem.board.columns();
        let rows = problem.board.rows();
        samples::limit(&mut problem, [rows, columns].concat(), 1);
        let open = |scan: &Scan| most_open(&Clock::new(&problem, &scan.order));
        let scans: Vec<usize> = order::candidates(&problem).iter().map(open).collect();
        assert!(scans.iter().max() > scans.iter().min().map(|least| ALIKE * least).as_ref(), "{scans:?}");
        let form = FrontierForm::new(&problem).expect("it fits").expect("not trivial");
        assert_eq!(most_open(&Clock::new(&problem, &form.order)), *scans.iter().min().expect("two orders"));
    }
}
