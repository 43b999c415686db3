//! Rest of a search to expect from the finished fraction.
//!
//! Of a tree whose branches are taken to be equally large (D. Knuth, Mathematics of Computation 29, 1975), the fraction often
//! grows fast at first and ever more slowly later, so an extrapolation along a straight line promises too much. If the
//! promised total grows like a power of the time used, the search ends when the two are equal. A search that has broken a
//! promise is not expected to end soon in that stage, whatever it promises.

/// Greatest exponent.
const GROWTH: f64 = 0.5;
/// Least exponent: a search that has its largest branches first speeds up, and the promised total falls.
const FALL: f64 = -8.0;
/// Factor of the time used from one report to the next that are compared.
const APART: f64 = 1.5;
/// Factor from a promised total to the time used that breaks the promise, and the least factor from the time used to the rest
/// after that.
const BROKEN: f64 = 1.5;
const LASTING: f64 = 0.5;

/// Reports on the current stage of a search.
#[derive(Clone, Debug)]
pub(super) struct Outlook {
    finished: f64,
    /// Milliseconds used when the stage began.
    start: f64,
    /// An earlier report: milliseconds used within the stage, and the total that it promised.
    earlier: Option<(f64, f64)>,
    /// The exponent; 0 until there are two reports.
    growth: f64,
    /// The least total within the stage that was promised, and whether the search has taken longer.
    promise: f64,
    is_broken: bool,
}

impl Outlook {
    /// Takes the report that this fraction is finished, after a turn from `before` to `used` milliseconds. A fraction that falls
    /// belongs to a new stage, which began in this turn.
    pub fn after(known: Option<Self>, finished: f64, before: f64, used: f64) -> Option<Self> {
        let (earlier, promise, is_broken) = (None, f64::INFINITY, false);
        let fresh = |start| Self { finished, start, earlier, growth: 0.0, promise, is_broken };
        let mut outlook = match known {
            None if finished <= 0.0 => return None,
            None => fresh(0.0),
            Some(known) if finished < known.finished => fresh(before),
            Some(known) => Self { finished, ..known },
        };
        if finished > 0.0 {
            let spent = used - outlook.start;
            outlook.compare(spent);
            outlook.is_broken |= spent > BROKEN * outlook.promise;
            outlook.promise = outlook.promise.min(outlook.promised(spent));
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

    /// Total within the stage of which `spent` milliseconds are spent.
    fn promised(&self, spent: f64) -> f64 {
        spent * self.finished.recip().powf((1.0 - self.growth).recip())
    }

    /// Returns true if the search has taken longer than it promised in this stage.
    pub fn is_broken(&self) -> bool {
        self.is_broken
    }

    /// Rest to expect of an engine that has used `used` milliseconds, if it is known: a stage that is finished says nothing about
    /// those that follow.
    pub fn rest(&self, used: f64) -> Option<f64> {
        let spent = used - self.start;
        let least = if self.is_broken { LASTING * spent } else { 0.0 };
        let is_open = self.finished > 0.0 && self.finished < 1.0;
        is_open.then(|| (self.promised(spent) - spent).max(least))
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
        used + outlook.and_then(|o| o.rest(used)).expect("the stage has begun and not ended")
    }

    #[test]
    fn steady_progress_is_extrapolated() {
        assert!((total(&[(0.1, 10.0), (0.2, 20.0)]) - 100.0).abs() < 1e-6);
        assert!((total(&[(0.1, 10.0)]) - 100.0).abs() < 1e-6);
    }

    #[test]
    fn a_search_that_has_broken_a_promise_does_not_end_soon_in_that_stage() {
        assert!((total(&[(0.5, 2.0), (0.75, 5.0), (0.999, 10.0)]) - 15.0).abs() < 1e-6);
        assert!(total(&[(0.5, 2.0), (0.75, 10.0), (0.1, 20.0), (0.999, 30.0)]) < 30.5);
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
