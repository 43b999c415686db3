//! The shortest linear recurrence of a sequence of integers, exactly.
//!
//! Method: J. L. Massey, "Shift-register synthesis and BCH decoding", IEEE Trans. Inf. Theory 15 (1969), over the rationals and
//! without fractions: polynomials are scaled to integers without a common divisor. A recurrence of an endless sequence of integers
//! has integer coefficients (P. Fatou, "Séries trigonométriques et séries de Taylor", Acta Math. 30 (1906)); if the terms
//! lead to others, there are too few of them.

use num_bigint::BigInt;
use num_integer::Integer;

/// A recurrence that the terms satisfy, from the index `order` on if the first has the index 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Recurrence {
    /// The earlier terms' coefficients, the last term's first; the last coefficient is not 0.
    pub coefficients: Vec<BigInt>,
    /// Coefficients of the generating function's numerator, from the constant on; the last is not 0.
    pub numerator: Vec<BigInt>,
}

impl Recurrence {
    /// Returns the shortest recurrence, or `None` if more than half of the terms are needed to find it.
    pub fn of(terms: &[BigInt]) -> Option<Self> {
        let denominator = shortest(terms)?;
        if denominator[0] != BigInt::from(1) {
            return None;
        }
        let product = |i: usize| -> BigInt {
            denominator.iter().zip(terms[..=i].iter().rev()).map(|(c, term)| c * term).sum()
        };
        let found = Self {
            coefficients: denominator[1..].iter().map(|c| -c).collect(),
            numerator: trimmed((0..terms.len()).map(product).collect()),
        };
        (2 * found.order() < terms.len()).then_some(found)
    }

    /// Number of terms that the recurrence does not give: those before it, or the first to which nothing applies.
    pub fn order(&self) -> usize {
        self.coefficients.len().max(self.numerator.len())
    }

    /// The recurrence of `a(n)`, `n` being this name and `first` the index of the first term.
    pub fn in_words(&self, name: &str, first: i64) -> String {
        let term = |i: usize| format!("a({name}-{})", i + 1);
        let sum = sum(self.coefficients.iter().enumerate().map(|(i, c)| (c, term(i))));
        format!("a({name}) = {sum} for {name} >= {}", first + self.order() as i64)
    }

    /// The generating function, whose exponents are the indices.
    pub fn generating_function(&self, first: i64) -> String {
        let one = BigInt::from(1);
        let numerator = sum((first..).zip(&self.numerator).map(|(at, c)| (c, power(at))));
        let negated: Vec<BigInt> = self.coefficients.iter().map(|c| -c).collect();
        let below = std::iter::once(&one).chain(&negated);
        let denominator = sum((0..).zip(below).map(|(at, c)| (c, power(at))));
        match (self.numerator.is_empty(), self.coefficients.is_empty()) {
            (true, _) => "0".to_owned(),
            (_, true) => numerator,
            _ => format!("({numerator})/({denominator})"),
        }
    }
}

/// Connection polynomial of the terms by Massey's algorithm, its first coefficient positive; `None` if that is 0.
fn shortest(terms: &[BigInt]) -> Option<Vec<BigInt>> {
    let (mut now, mut before) = (vec![BigInt::from(1)], vec![BigInt::from(1)]);
    let (mut length, mut shift, mut last) = (0, 1, BigInt::from(1));
    for i in 0..terms.len() {
        let difference: BigInt = now.iter().zip(terms[..=i].iter().rev()).map(|(c, term)| c * term).sum();
        if difference == BigInt::ZERO {
            shift += 1;
            continue;
        }
        let next = combined(&now, &last, &before, &difference, shift);
        if 2 * length <= i {
            length = i + 1 - length;
            (before, last, shift) = (now, difference, 0);
        }
        (now, shift) = (next, shift + 1);
    }
    let sign = BigInt::from(if now[0] < BigInt::ZERO { -1 } else { 1 });
    (now[0] != BigInt::ZERO).then(|| now.iter().map(|c| c * &sign).collect())
}

/// `now · last − before · difference · x^shift`, without a common divisor.
fn combined(
    now: &[BigInt],
    last: &BigInt,
    before: &[BigInt],
    difference: &BigInt,
    shift: usize,
) -> Vec<BigInt> {
    let mut sum = vec![BigInt::ZERO; now.len().max(before.len() + shift)];
    sum.iter_mut().zip(now).for_each(|(s, c)| *s += c * last);
    sum[shift..].iter_mut().zip(before).for_each(|(s, c)| *s -= c * difference);
    let divisor = sum.iter().fold(BigInt::ZERO, |divisor, c| divisor.gcd(c));
    trimmed(if divisor == BigInt::ZERO { sum } else { sum.iter().map(|c| c / &divisor).collect() })
}

fn trimmed(mut polynomial: Vec<BigInt>) -> Vec<BigInt> {
    while polynomial.last() == Some(&BigInt::ZERO) {
        polynomial.pop();
    }
    polynomial
}

fn power(at: i64) -> String {
    match at {
        0 => String::new(),
        1 => "x".to_owned(),
        _ => format!("x^{at}"),
    }
}

/// A sum of multiples of these names in the notation of the OEIS; the empty name stands for 1.
fn sum<'c>(parts: impl Iterator<Item = (&'c BigInt, String)>) -> String {
    let mut text = String::new();
    for (coefficient, name) in parts.filter(|(c, _)| **c != BigInt::ZERO) {
        let size = BigInt::from(coefficient.magnitude().clone());
        let sign = match (*coefficient < BigInt::ZERO, text.is_empty()) {
            (true, true) => "-",
            (false, true) => "",
            (true, false) => " - ",
            (false, false) => " + ",
        };
        let part = match (size == BigInt::from(1), name.is_empty()) {
            (_, true) => size.to_string(),
            (true, false) => name,
            (false, false) => format!("{size}*{name}"),
        };
        text += sign;
        text += &part;
    }
    if text.is_empty() { "0".to_owned() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(terms: &[i64]) -> Option<Recurrence> {
        Recurrence::of(&terms.iter().map(|&t| t.into()).collect::<Vec<_>>())
    }

    #[test]
    fn fibonacci_numbers_have_order_two() {
        let found = of(&[1, 2, 3, 5, 8, 13]).expect("there is one");
        assert_eq!(found.in_words("n", 1), "a(n) = a(n-1) + a(n-2) for n >= 3");
        assert_eq!(found.generating_function(1), "(x + x^2)/(1 - x - x^2)");
        assert_eq!(of(&[1, 2, 3, 5]), None, "half of the terms do not confirm the other half");
    }

    #[test]
    fn exceptions_at_the_beginning_lengthen_the_numerator() {
        let found = of(&[7, 0, 3, 6, 12, 24, 48, 96]).expect("there is one");
        assert_eq!(found.in_words("n", 0), "a(n) = 2*a(n-1) for n >= 3");
        assert_eq!(found.generating_function(0), "(7 - 14*x + 3*x^2)/(1 - 2*x)");
    }

    #[test]
    fn a_sequence_may_end_or_never_begin() {
        let ended = of(&[5, 1, 0, 0, 0, 0]).expect("there is one");
        assert_eq!(ended.in_words("n", 3), "a(n) = 0 for n >= 5");
        assert_eq!(ended.generating_function(3), "5*x^3 + x^4");
        assert_eq!(of(&[0, 0, 0]).expect("there is one").generating_function(1), "0");
    }

    #[test]
    fn fractions_are_no_recurrence_of_integers() {
        assert_eq!(of(&[8, 4, 2, 1]), None);
        assert_eq!(of(&[1, 2, 6, 24, 120, 720, 5040]), None);
    }

    #[test]
    fn coefficients_may_be_long() {
        let big: BigInt = BigInt::from(10).pow(40) + 7;
        let mut terms = vec![BigInt::from(1), BigInt::from(3)];
        for i in 2..9 {
            let next = &terms[i - 1] * &big - &terms[i - 2] * 5;
            terms.push(next);
        }
        let found = Recurrence::of(&terms).expect("there is one");
        assert_eq!(found.coefficients, [big, BigInt::from(-5)]);
    }
}
