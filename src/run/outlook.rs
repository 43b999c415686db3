//! Expected cost of an engine from the finished fraction of its search.
//!
//! Of a tree whose branches are taken to be equally large (D. Knuth, Mathematics of Computation 29, 1975), the fraction often
//! grows fast at first and ever more slowly later, so an extrapolation along a straight line promises too much. If the
//! promised total grows like a power of the time used, the search ends when the two are equal.

/// Greatest exponent, which is assumed until there are two reports.
const GROWTH: f64 = 0.5;
/// Least exponent: a search that has its largest branches first speeds up, and the promised total falls.
const FALL: f64 = -8.0;
/// Factor of the time used from one report to the next that are compared.
const APART: f64 = 1.5;

/// Reports on the current stage of a search.
#[derive(Clone, Debug)]
pub(super) struct Outlook {
    finished: f64,
    /// Milliseconds used when the stage began.
    start: f64,
    /// An earlier report: milliseconds used within the stage, and the total that it promised.
    earlier: Option<(f64, f64)>,
    /// The exponent.
    growth: f64,
}

impl Outlook {
    /// Takes the report that this fraction is finished, after a turn from `before` to `used` milliseconds. A fraction that falls
    /// belongs to a new stage, which began in this turn.
    pub fn after(known: Option<Self>, finished: f64, before: f64, used: f64) -> Option<Self> {
        let fresh = |start| Self { finished, start, earlier: None, growth: GROWTH };
        let mut outlook = match known {
            None if finished <= 0.0 => return None,
            None => fresh(0.0),
            Some(known) if finished < known.finished => fresh(before),
            Some(known) => Self { finished, ..known },
        };
        if finished > 0.0 {
            outlook.compare(used - outlook.start);
        }
        Some(outlook)
    }

    fn compare(&mut self, spent: f64) {
        let promised = spent / self.finished;
        match self.earlier {
            Some((then, _)) if spent < APART * then => return,
            Some((then, total)) if then > 0.0 => {
                self.growth = ((promised / total).ln() / (spent / then).ln()).clamp(FALL, GROWTH);
            }
            _ => {}
        }
        self.earlier = Some((spent, promised));
    }

    /// Expected total of an engine that has used `used` milliseconds, if it is known: a stage that is finished says nothing about
    /// those that follow.
    pub fn total(&self, used: f64) -> Option<f64> {
        let spent = used - self.start;
        let total = self.start + spent * self.finished.recip().powf((1.0 - self.growth).recip());
        (self.finished > 0.0 && self.finished < 1.0).then_some(total)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn total(reports: &[(f64, f64)]) -> f64 {
        let mut used = 0.0;
        let outlook = reports.iter().fold(None, |known, &(finished, at)| {
            Outlook::after(known, finished, std::mem::replace(&mut used, at), at)
        });
        outlook.and_then(|o| o.total(used)).expect("the stage has begun and not ended")
    }

    #[test]
    fn steady_progress_is_extrapolated() {
        assert!((total(&[(0.1, 10.0), (0.2, 20.0)]) - 100.0).abs() < 1e-6);
        assert!(total(&[(0.1, 10.0)]) > 100.0, "a single report promises too much");
    }

    #[test]
    fn slowing_progress_promises_less_than_a_straight_line() {
        // The fraction grows like the square root of the time: all is finished after 100 times the first report.
        assert!((total(&[(0.1, 10.0), (0.2, 40.0)]) - 1000.0).abs() < 1e-6);
    }

    #[test]
    fn a_search_that_speeds_up_promises_more_than_a_straight_line() {
        // Most of the time went into the first branches.
        assert!((30.0..40.0).contains(&total(&[(0.001, 10.0), (0.01, 15.0)])));
    }

    #[test]
    fn a_new_stage_begins_where_the_fraction_falls() {
        assert!((total(&[(0.5, 10.0), (1.0, 20.0), (0.1, 30.0), (0.2, 40.0)]) - 120.0).abs() < 1e-6);
        assert!((total(&[(0.5, 10.0), (0.0, 20.0), (0.1, 20.0), (0.2, 30.0)]) - 110.0).abs() < 1e-6);
    }
}
