//! Linear functions of the choices by site and filling, and all objectives combined into one number to maximize: the least
//! important one is the lowest digit of a mixed-radix number, and a quantity to minimize is counted down.

use super::sites::Sites;
use crate::problem::{Objective, Problem};

/// A linear function of the choices.
#[derive(Clone, Debug)]
pub(super) struct SiteWeights {
    /// The least value that the sites allow.
    pub constant: i64,
    /// The greatest value above it.
    pub range: u64,
    /// By site, by filling: what it adds.
    pub adds: Vec<Vec<u64>>,
}

impl SiteWeights {
    /// Returns the weights of `function`; `None` if its values do not fit 62 bits.
    pub fn new(function: &Objective, sites: &Sites) -> Option<Self> {
        let mut constant = i128::from(function.constant);
        let mut terms = vec![Vec::new(); sites.all.len()];
        for &(weight, lit) in &function.terms {
            match (sites.site(lit), sites.constant(lit)) {
                (Some(site), _) => terms[site as usize].push((weight, lit)),
                (None, Some(true)) => constant += i128::from(weight),
                (None, _) => {}
            }
        }
        let mut range = 0i128;
        let mut adds = Vec::with_capacity(terms.len());
        for (site, terms) in sites.all.iter().zip(terms) {
            let value = |filling| {
                let placed = terms.iter().filter(|t| sites.value(t.1, filling));
                placed.map(|t| i128::from(t.0)).sum::<i128>()
            };
            let values: Vec<i128> = site.fillings.iter().map(value).collect();
            let least = values.iter().copied().min().unwrap_or(0);
            let most = values.iter().copied().max().unwrap_or(0);
            constant += least;
            range += most - least;
            if range >= 1 << 62 || constant.abs() >= 1 << 62 {
                return None;
            }
            adds.push(values.into_iter().map(|v| (v - least) as u64).collect());
        }
        Some(Self { constant: constant as i64, range: range as u64, adds })
    }

    /// Returns the weights with which the greatest value counts least.
    fn reversed(&self) -> Vec<Vec<u64>> {
        let reverse = |adds: &Vec<u64>| {
            let most = adds.iter().copied().max().unwrap_or(0);
            adds.iter().map(|add| most - add).collect()
        };
        self.adds.iter().map(reverse).collect()
    }
}

/// Digit of an objective.
#[derive(Clone, Copy, Debug)]
struct GoalDigit {
    maximize: bool,
    /// The least value of the objective that the sites allow.
    constant: i64,
    /// The greatest value above it.
    range: u64,
}

/// All objectives of a problem combined into one number to maximize.
#[derive(Clone, Debug)]
pub(super) struct SiteGoal {
    /// By objective.
    digits: Vec<GoalDigit>,
    /// By site, by filling: what it adds to the number.
    pub adds: Vec<Vec<u64>>,
}

impl SiteGoal {
    /// Combines the objectives of `problem`. Returns `None` if the number would not fit 63 bits.
    pub fn new(problem: &Problem, sites: &Sites) -> Option<Self> {
        let mut adds: Vec<Vec<u64>> = sites.all.iter().map(|s| vec![0; s.fillings.len()]).collect();
        let (mut digits, mut radix) = (Vec::new(), 1u64);
        for objective in &problem.objectives {
            let (maximize, weights) = (objective.maximize, SiteWeights::new(objective, sites)?);
            let (constant, range) = (weights.constant, weights.range);
            radix = radix.checked_mul(range + 1).filter(|&radix| radix < 1 << 63)?;
            let own = if maximize { weights.adds } else { weights.reversed() };
            for (adds, own) in adds.iter_mut().flatten().zip(own.into_iter().flatten()) {
                *adds = *adds * (range + 1) + own;
            }
            digits.push(GoalDigit { maximize, constant, range });
        }
        Some(Self { digits, adds })
    }

    /// Returns the objective values encoded in `number`.
    pub fn values(&self, mut number: u64) -> Vec<i64> {
        let mut values: Vec<i64> = Vec::with_capacity(self.digits.len());
        for &GoalDigit { maximize, constant, range } in self.digits.iter().rev() {
            let value = number % (range + 1);
            number /= range + 1;
            let risen = if maximize { value } else { range - value };
            values.push(constant + risen as i64);
        }
        values.reverse();
        values
    }
}
