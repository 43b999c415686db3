//! Upper bound by state on what the undecided choices can still add to the objective.
//!
//! Without constraints, every choice would take its better value. A clause that still waits (or an exactly-one constraint
//! without a choice) forces one of its literals to be true, and a true literal may be the worse value. Give each clause a
//! price such that, for each literal, the prices of its clauses sum to at most the loss from making it true. Then the
//! prices of the waiting clauses sum to at most the total loss. This is linear-programming duality for set covering. Any
//! prices give a valid bound, so they are computed in floating point and then rounded to whole numbers that satisfy the
//! condition. (For domination, the price of a waiting cell is about one over the reach of the best piece near it.) Decided
//! literals cannot help a waiting clause: after each decision, the prices settle again over the remaining literals,
//! starting from the previous prices.

use super::field::{Content, StateField};
use super::form::FrontierForm;
use super::key::Key;
use crate::engine::control::{Control, Spent, Stop};
use std::cell::RefCell;

/// Number of price units per unit of the objective.
const UNIT: u64 = 1 << 20;

/// Objectives above this are not priced, so that sums of prices do not overflow.
const GREATEST: u64 = 1 << 32;

/// Number of rounds in which the initial prices settle.
const ROUNDS: usize = 300;

/// Maximum number of literals read by all later rounds together.
const WORK: usize = 30_000_000;

/// Literals read per step of a [`Bid`](crate::engine::Bid).
const READ: u64 = 8;

/// Bounds from the constraints of a form.
#[derive(Debug)]
pub(super) struct PriceBound<'a> {
    form: &'a FrontierForm,
    /// The prices as far as they have been asked for.
    prices: RefCell<SettledPrices>,
    /// By number of decisions made: the maximum that the remaining decisions add without constraints.
    rest: Vec<u64>,
}

/// Returns true if some constraint may have a price for the objective with these contributions by decision.
pub(super) fn is_priced(form: &FrontierForm, adds: &[[u64; 2]]) -> bool {
    !Market::new(form, adds).clauses.is_empty()
}

/// Prices by number of decisions made, settled when they are first asked for: together they may take a tenth of a second.
#[derive(Debug)]
struct SettledPrices {
    market: Market,
    /// Rounds after a decision.
    rounds: usize,
    /// By number of decisions made: the fields with a positive price.
    priced: Vec<Vec<(usize, u64)>>,
}

/// Bound for the states between two decisions.
#[derive(Debug)]
pub(super) struct Pricing {
    rest: u64,
    /// Total price of the clauses that are not yet open.
    unopened: u64,
    /// By byte of the state and its value: the price of the waiting clauses in it.
    waiting: Vec<[u64; 256]>,
}

impl<'a> PriceBound<'a> {
    /// Creates the bound for the objective with these contributions by decision. Returns `None` if no constraint has a
    /// price.
    pub fn new(form: &'a FrontierForm, adds: &[[u64; 2]]) -> Option<Self> {
        let mut rest = vec![0; adds.len() + 1];
        for (time, add) in adds.iter().enumerate().rev() {
            rest[time] = rest[time + 1] + add[0].max(add[1]);
        }
        if rest[0] > GREATEST {
            return None;
        }
        let mut market = Market::new(form, adds);
        market.settle(ROUNDS);
        let first = market.whole();
        if first.is_empty() {
            return None;
        }
        let rounds = (WORK / (market.size() * adds.len())).clamp(1, 40);
        let prices = SettledPrices { market, rounds, priced: vec![first] };
        Some(Self { form, prices: RefCell::new(prices), rest })
    }

    /// Returns the bound after `time` decisions.
    ///
    /// # Errors
    /// If `control` stops it.
    pub fn after(&self, time: usize, control: &Control) -> Result<Pricing, Stop> {
        let mut prices = self.prices.borrow_mut();
        let mut unopened = 0;
        let mut waiting = vec![[0; 256]; self.form.layout.bits.div_ceil(8) as usize];
        for &(i, price) in prices.after(time, control)? {
            let field = &self.form.fields[i];
            if field.open() as usize >= time {
                unopened += price;
            } else {
                let slot = self.form.slots.after(i, time as u32 - 1).expect("an open clause has a slot");
                let bit = self.form.layout.position(slot, 1, time as u32);
                let byte = &mut waiting[bit as usize / 8];
                (0..256).filter(|code| code >> (bit % 8) & 1 == 0).for_each(|code| byte[code] += price);
            }
        }
        Ok(Pricing { rest: self.rest[time], unopened, waiting })
    }
}

impl SettledPrices {
    /// Returns the prices after `time` decisions.
    fn after(&mut self, time: usize, control: &Control) -> Result<&[(usize, u64)], Stop> {
        while self.priced.len() <= time {
            self.market.decide(self.priced.len() - 1);
            self.market.settle(self.rounds);
            self.priced.push(self.market.whole());
            let steps = (self.market.size() * self.rounds) as u64 / READ;
            control.check_work(Spent { nodes: 0, steps })?;
        }
        Ok(&self.priced[time])
    }
}

impl Pricing {
    /// Returns the maximum that the undecided choices can add in this state, or `None` if it has no completion.
    #[inline]
    pub fn most<K: Key>(&self, state: K) -> Option<u64> {
        let mut price = self.unopened;
        for (i, byte) in self.waiting.iter().enumerate() {
            price += byte[(state.bits(8 * i as u32) & 0xFF) as usize];
        }
        self.rest.checked_sub(price.div_ceil(UNIT))
    }
}

/// A clause with its price.
#[derive(Debug)]
struct Clause {
    field: usize,
    /// Undecided literals of which one must be true, by number (see [`Market::loss`]), the earliest last.
    literals: Vec<usize>,
    price: f64,
}

/// The open and future clauses while their prices settle.
#[derive(Debug)]
struct Market {
    clauses: Vec<Clause>,
    /// By literal, numbered as twice its time plus its value: the loss from making it true.
    loss: Vec<u64>,
    /// By literal: scratch space for the sum of its prices.
    load: Vec<f64>,
}

impl Market {
    fn new(form: &FrontierForm, adds: &[[u64; 2]]) -> Self {
        let loss: Vec<u64> =
            adds.iter().flat_map(|a| [a[1].saturating_sub(a[0]), a[0].saturating_sub(a[1])]).collect();
        let clause = |(field, content): (usize, &StateField)| {
            let literals = literals(content)?;
            Some(Clause { field, literals, price: 1.0 })
        };
        let mut clauses: Vec<Clause> = form.fields.iter().enumerate().filter_map(clause).collect();
        clauses.retain(|c| c.literals.iter().all(|&l| loss[l] > 0));
        Self { clauses, load: vec![0.0; loss.len()], loss }
    }

    /// Number of literals.
    fn size(&self) -> usize {
        self.clauses.iter().map(|c| c.literals.len()).sum()
    }

    /// Removes the literals decided up to `time`.
    fn decide(&mut self, time: usize) {
        for clause in &mut self.clauses {
            while clause.literals.last().is_some_and(|l| l / 2 <= time) {
                clause.literals.pop();
            }
        }
        self.clauses.retain(|c| !c.literals.is_empty());
    }

    /// Moves each price toward the level that its tightest literal allows.
    fn settle(&mut self, rounds: usize) {
        for _ in 0..rounds {
            self.load.fill(0.0);
            for clause in &self.clauses {
                clause.literals.iter().for_each(|&l| self.load[l] += clause.price);
            }
            for clause in &mut self.clauses {
                let strain = |&l: &usize| self.load[l] / self.loss[l] as f64;
                clause.price /= clause.literals.iter().map(strain).fold(0.0, f64::max).sqrt();
            }
        }
    }

    /// Returns the prices in whole units, such that at each literal they sum to at most its loss. Prices are rounded down
    /// and then raised in turn by what still fits.
    fn whole(&self) -> Vec<(usize, u64)> {
        let mut room: Vec<u64> = self.loss.iter().map(|loss| loss * UNIT).collect();
        let mut whole = vec![0; self.clauses.len()];
        for rounded in [true, false] {
            for (clause, whole) in self.clauses.iter().zip(&mut whole) {
                let fits = clause.literals.iter().map(|&l| room[l]).min().unwrap_or(0);
                let more = if rounded { fits.min((clause.price * UNIT as f64) as u64) } else { fits };
                clause.literals.iter().for_each(|&l| room[l] -= more);
                *whole += more;
            }
        }
        self.clauses.iter().map(|c| c.field).zip(whole).filter(|(_, price)| *price > 0).collect()
    }
}

/// Returns the literals of which one must be true, as numbers, the latest first.
fn literals(field: &StateField) -> Option<Vec<usize>> {
    let times = field.times.iter().map(|&t| 2 * t as usize);
    let mut literals: Vec<usize> = match &field.content {
        Content::Clique { exactly: true } => times.map(|t| t + 1).collect(),
        Content::Clause(values) => times.zip(values).map(|(t, &value)| t + usize::from(value)).collect(),
        _ => return None,
    };
    literals.reverse();
    Some(literals)
}
