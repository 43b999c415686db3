//! Parameters on the command line and sweeps over them. Later sweeps nest in earlier ones and may use their values.

use super::exit::Failure;
use crate::diag::nearest;
use crate::model::check::Overrides;
use std::fmt::Display;
use std::sync::Arc;

/// Limit on the rows of a sweep; more are surely a mistake.
const MAX_ROWS: usize = 100_000;

/// Settings given by `NAME=VALUE` arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Settings {
    pub list: Vec<Overrides>,
    pub is_sweep: bool,
}

/// Parses `NAME=VALUE` arguments; `known` are the spec's parameters.
pub(super) fn settings(texts: &[String], known: &[Arc<str>]) -> Result<Settings, Failure> {
    let mut list = vec![Overrides::new()];
    let mut is_sweep = false;
    let mut emptied = None;
    for text in texts {
        let (name, values) = text
            .split_once('=')
            .map(|(name, values)| (name.trim(), values.trim()))
            .ok_or_else(|| Failure::usage(format!("`-p {text}` should be NAME=VALUE, as in -p n=10")))?;
        let name = known.iter().find(|k| &***k == name).cloned().ok_or_else(|| unknown(name, known))?;
        is_sweep |= values.contains("..") || values.contains(',');
        let mut next = Vec::new();
        let last = list.last().cloned();
        for setting in &list {
            for value in expand(values, setting)? {
                let mut longer = setting.clone();
                longer.push((Arc::clone(&name), value));
                next.push(longer);
                if next.len() > MAX_ROWS {
                    return Err(Failure::usage(format!("the sweep has more than {MAX_ROWS} rows")));
                }
            }
        }
        if let Some(last) = last.filter(|_| next.is_empty()) {
            emptied = Some((text, last));
        }
        list = next;
    }
    if let Some((text, last)) = emptied {
        let at = words(&last);
        return Err(Failure::usage(format!(
            "the range in `-p {text}` is empty for every earlier value, as at {at}"
        )));
    }
    Ok(Settings { list, is_sweep })
}

/// Formats a setting for people, such as `n = 4, k = 2`.
pub(super) fn words(setting: &[(impl Display, i64)]) -> String {
    let texts: Vec<String> = setting.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    texts.join(", ")
}

/// Formats a setting for a file name, such as `n=4,k=2`.
pub(super) fn file_stem(setting: &Overrides) -> String {
    let texts: Vec<String> = setting.iter().map(|(name, value)| format!("{name}={value}")).collect();
    texts.join(",")
}

/// Parses arguments that must give one setting.
pub(super) fn one_setting(texts: &[String], known: &[Arc<str>]) -> Result<Overrides, Failure> {
    let mut settings = settings(texts, known)?;
    if settings.is_sweep {
        return Err(Failure::usage(
            "only `run` and `shard plan` sweep parameters; give each parameter one value",
        ));
    }
    Ok(settings.list.pop().unwrap_or_default())
}

fn unknown(name: &str, known: &[Arc<str>]) -> Failure {
    let names: Vec<&str> = known.iter().map(|k| &**k).collect();
    Failure::Usage(match (names.as_slice(), nearest(name, names.iter().copied())) {
        ([], _) => format!("unknown parameter `{name}`; the spec has no parameters"),
        (_, Some(near)) => format!("unknown parameter `{name}`; did you mean `{near}`?"),
        _ => format!("unknown parameter `{name}`; the spec has {}", names.join(", ")),
    })
}

/// Expands `4`, `4..12`, `4,6,8` and mixtures of these.
fn expand(text: &str, setting: &Overrides) -> Result<Vec<i64>, Failure> {
    let mut values = Vec::new();
    for part in text.split(',') {
        if let Some((from, to)) = part.split_once("..") {
            let (from, to) = (value(from, setting)?, value(to.trim_start_matches('='), setting)?);
            if to.saturating_sub(from) >= MAX_ROWS as i64 {
                return Err(Failure::usage(format!("`{part}` has more than {MAX_ROWS} values")));
            }
            // A range that uses earlier parameters may be empty for some values; an empty range of numbers is an error.
            if from > to && !part.contains(|c: char| c.is_alphabetic() || c == '_') {
                return Err(Failure::usage(format!(
                    "the range `{part}` is empty: it counts down; write {to}..{from}"
                )));
            }
            values.extend(from..=to);
        } else {
            values.push(value(part, setting)?);
        }
    }
    Ok(values)
}

/// Evaluates sums, differences and products of numbers and of parameters set earlier; `*` binds tighter.
pub(super) fn value(text: &str, setting: &Overrides) -> Result<i64, Failure> {
    let fault = || {
        Failure::usage(format!(
            "`{}` is not a value; write a number, or a sum of numbers and parameters set earlier",
            text.trim()
        ))
    };
    let compact: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let mut total = Some(0i64);
    let mut rest = compact.as_str();
    loop {
        let (negative, body) = match rest.strip_prefix('-') {
            Some(body) => (true, body),
            None => (false, rest.strip_prefix('+').unwrap_or(rest)),
        };
        let end = body.find(['+', '-']).unwrap_or(body.len());
        let product = product(&body[..end], setting).ok_or_else(fault)?;
        total = total.and_then(|t| if negative { t.checked_sub(product) } else { t.checked_add(product) });
        rest = &body[end..];
        if rest.is_empty() {
            return total.ok_or_else(fault);
        }
    }
}

fn product(text: &str, setting: &Overrides) -> Option<i64> {
    text.split('*').try_fold(1i64, |product, factor| {
        let set = setting.iter().rev().find(|(name, _)| &**name == factor).map(|(_, value)| *value);
        product.checked_mul(set.or_else(|| factor.parse().ok())?)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(texts: &[&str]) -> Vec<Vec<i64>> {
        let known: Vec<Arc<str>> = vec!["n".into(), "k".into()];
        let texts: Vec<String> = texts.iter().map(|t| (*t).to_owned()).collect();
        let settings = settings(&texts, &known).expect("sound");
        settings.list.iter().map(|s| s.iter().map(|(_, v)| *v).collect()).collect()
    }

    #[test]
    fn sweeps_nest_and_depend() {
        assert_eq!(rows(&["n=4,6..7"]), [[4], [6], [7]]);
        assert_eq!(rows(&["n=1..2", "k=1..n"]), [[1, 1], [2, 1], [2, 2]]);
        assert_eq!(rows(&["n=3", "k=n-1..2*n-3"]), [[3, 2], [3, 3]]);
        assert_eq!(rows(&["n=1..2", "k=2..n"]), [[2, 2]]);
        assert_eq!(rows(&[]), [[0; 0]]);
    }

    #[test]
    fn an_empty_range_is_named() {
        let known: Vec<Arc<str>> = vec!["n".into(), "k".into()];
        let words = |texts: &[&str]| {
            let texts: Vec<String> = texts.iter().map(|t| (*t).to_owned()).collect();
            let Err(Failure::Usage(words)) = settings(&texts, &known) else { panic!("it was taken") };
            words
        };
        assert_eq!(words(&["n=6..4"]), "the range `6..4` is empty: it counts down; write 4..6");
        assert_eq!(
            words(&["n=1..2", "k=3..n"]),
            "the range in `-p k=3..n` is empty for every earlier value, as at n = 2"
        );
    }

    #[test]
    fn nonsense_is_refused() {
        let known: Vec<Arc<str>> = vec!["n".into()];
        for text in [
            "n",
            "m=1",
            "n=",
            "n=x",
            "n=1..",
            "n=--1",
            "n=1..99999999",
            "n=6..4",
            "n=2,6..4",
            "n=9223372036854775807+1",
        ] {
            assert!(settings(&[text.to_owned()], &known).is_err(), "{text}");
        }
    }
}
