//! Errors in numbers and counts, and exceeded limits.

use crate::diag::wording::{Wording, plural};
use crate::model::check::NumberError as E;

pub(super) fn tell(error: &E, written: Option<&str>) -> Wording {
    match error {
        E::OutOfRange { name, value, low, high, overridden, range } => {
            let label = if *overridden { "this parameter" } else { "this value" };
            Wording::new(
                "spec::out_of_range",
                format!("`{name}` = {value} is outside its range {low}..{high}"),
                label,
            )
            .also(*range, "its range")
        }
        E::Overflow => Wording::new("spec::overflow", "this number does not fit in 64 bits", "too large"),
        E::DivisionByZero => Wording::new("spec::division_by_zero", "division by zero", "this is 0"),
        E::Arguments { name, expected, found } => {
            let call = if *expected == 1 { format!("{name}(a)") } else { format!("{name}(a, b)") };
            Wording::new(
                "spec::arguments",
                format!("`{name}` takes {}, not {found}", plural(*expected, "argument")),
                format!("{found} here"),
            )
            .help(format!("write `{call}`"))
        }
        E::CountHere => {
            Wording::new("spec::count_here", "a count cannot be used here", "expected a plain number")
                .help("use numbers, parameters and `+ - * / %`")
        }
        E::CoordinateHere { name } => Wording::new(
            "spec::coordinate_here",
            format!("`{name}` has a value only in a condition"),
            "no value here",
        )
        .help("use it in a location such as `cells where x + y > 9`"),
        E::ClueHere { name } => Wording::new(
            "spec::clue_here",
            format!("the clue number `{name}` cannot be used in a location"),
            "no value here",
        ),
        E::ProductOfCounts { left, right } => Wording::new(
            "spec::product_of_counts",
            "a product of two counts is not linear",
            "one factor must be a number",
        )
        .also(*left, "a count")
        .also(*right, "a count"),
        E::CountDivided { sign } => {
            let told = Wording::new(
                "spec::count_divided",
                format!("a count cannot be an operand of `{sign}`"),
                "a count",
            );
            match written {
                Some(count) if *sign == "/" => told.help(format!(
                    "multiply the other side instead: not `{count} / 2 = n` but `{count} = 2 * n`"
                )),
                _ => told,
            }
        }
        E::CountInFunction { function } => Wording::new(
            "spec::count_in_function",
            format!("`{function}` of a count is not linear"),
            "a count",
        )
        .help("write a separate rule for each bound"),
        E::TooMany { what, limit } => Wording::new(
            "spec::too_many",
            format!("too many {what}: the limit is {limit}"),
            "limit exceeded here",
        ),
        E::SetsTooLarge { limit } => Wording::new(
            "spec::sets_too_large",
            format!("the expanded spec takes more than {} MiB", limit >> 20),
            "limit exceeded here",
        )
        .help("use a smaller board, or fewer rules per cell or line"),
        E::LinesTooLong { what, limit } => Wording::new(
            "spec::lines_too_long",
            format!("finding the {what} of this board takes more than {limit} steps"),
            "too many steps on this board",
        )
        .help("use a smaller board"),
    }
}
