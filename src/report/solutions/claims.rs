//! The claims of run objects about the solutions they hold.

use super::json::read_json;
use super::read::{SolutionFault, fault_in};
use serde::de::{self, Deserialize, Deserializer, IgnoredAny, SeqAccess, Visitor};
use std::fmt;
use std::marker::PhantomData;

/// Claims of a run object, and the number of its boards.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Deserialize)]
pub struct Claims {
    /// Its line, from 1.
    #[serde(skip)]
    pub line: usize,
    /// Number of solutions that precede it in the text.
    #[serde(skip)]
    pub before: usize,
    #[serde(default)]
    boards: Option<Length>,
    #[serde(default)]
    status: Option<String>,
    #[serde(default)]
    satisfiable: Option<bool>,
    #[serde(default)]
    optimum: Option<Vec<String>>,
    #[serde(default)]
    solutions: Option<String>,
    #[serde(default)]
    complete: Option<bool>,
    #[serde(default)]
    orbits: Option<String>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Length(usize);

impl<'de> Deserialize<'de> for Length {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Items;
        impl<'de> Visitor<'de> for Items {
            type Value = Length;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of boards")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Length, A::Error> {
                let mut n = 0usize;
                while items.next_element::<IgnoredAny>()?.is_some() {
                    n = n.checked_add(1).ok_or_else(|| de::Error::custom("too many boards"))?;
                }
                Ok(Length(n))
            }
        }
        from.deserialize_seq(Items)
    }
}

impl Claims {
    /// Returns the indices, from 0, of its solutions among those of the text.
    pub fn held(&self) -> std::ops::Range<usize> {
        self.before..self.before + self.boards.map_or(0, |n| n.0)
    }

    /// Returns a clause about a false claim on the number of its boards, if there is one.
    pub fn contradiction(&self) -> Option<String> {
        let held = self.held().len();
        let holds = if held == 1 { "1 board".to_owned() } else { format!("{held} boards") };
        match self.satisfiable {
            Some(false) if held > 0 => {
                return Some(format!("it says that no solution exists, but holds {holds}"));
            }
            Some(false) if self.solutions.as_deref().is_some_and(|n| n != "0") => {
                return Some("it says that no solution exists, but gives their number".to_owned());
            }
            Some(true) if held == 0 && self.is_whole() => {
                return Some("it says that there is a solution, but holds none".to_owned());
            }
            _ => {}
        }
        let said = self.solutions.as_deref()?;
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        let equals = |text: &str| text.parse() == Ok(held);
        // A number too long to parse exceeds that of any file.
        let is_more = is_number(said) && said.parse().map_or(true, |n: usize| n >= held);
        let fits = if self.is_whole() {
            equals(said) || self.orbits.as_deref().is_some_and(equals)
        } else {
            // A run that was stopped shows its best solution and does not count it.
            is_more || self.status.as_deref().is_some_and(|s| s != "complete")
        };
        (!fits).then(|| format!("it says {said} solutions, but holds {holds}"))
    }

    /// Returns true if it claims to hold all solutions.
    fn is_whole(&self) -> bool {
        self.complete == Some(true) && self.status.as_deref().is_none_or(|s| s == "complete")
    }

    /// Returns true if a board with these objective values attains the claimed optimum.
    pub fn has_optimum(&self, values: &[i64]) -> bool {
        let values: Vec<String> = values.iter().map(ToString::to_string).collect();
        self.optimum.as_ref().is_none_or(|optimum| *optimum == values)
    }

    /// Returns the claimed optimum.
    pub fn optimum(&self) -> String {
        self.optimum.iter().flatten().map(String::as_str).collect::<Vec<_>>().join(", ")
    }
}

/// Returns the claims of the objects in `text`, which [`read_solutions`](super::read_solutions) reads.
///
/// # Errors
/// The first line that is an object of another form.
pub fn read_claims(text: &str) -> Result<Vec<Claims>, SolutionFault> {
    let (mut all, mut before) = (Vec::new(), 0);
    for (i, line) in text.lines().enumerate().filter(|(_, l)| !l.trim().is_empty()) {
        if !line.trim_start().starts_with('{') {
            before += 1;
            continue;
        }
        let claims = read_json(line, PhantomData::<Claims>).map_err(|words| fault_in(i, &words))?;
        if claims.boards.is_none() {
            before += 1;
            continue;
        }
        let claims = Claims { line: i + 1, before, ..claims };
        before = claims.held().end;
        all.push(claims);
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contradiction(object: &str) -> Option<String> {
        read_claims(object).expect("an object")[0].contradiction()
    }

    #[test]
    fn numbers_are_compared() {
        for sound in [
            r#"{"boards":[[],[]],"solutions":"2","complete":true,"status":"complete","satisfiable":true}"#,
            r#"{"boards":[[],[]],"solutions":"16","orbits":"2","complete":true,"status":"complete"}"#,
            r#"{"boards":[[]],"solutions":"1","complete":false,"status":"complete"}"#,
            r#"{"boards":[],"solutions":"0","complete":true,"satisfiable":false}"#,
            r#"{"boards":[[]],"solutions":"5","complete":true,"status":"interrupted"}"#,
            r#"{"boards":[[]],"other":{"solutions":[1]}}"#,
        ] {
            assert_eq!(contradiction(sound), None, "{sound}");
        }
        for (wrong, words) in [
            (r#"{"boards":[[]],"solutions":"2","complete":true}"#, "it says 2 solutions, but holds 1 board"),
            (
                r#"{"boards":[[],[]],"solutions":"1","complete":false}"#,
                "it says 1 solutions, but holds 2 boards",
            ),
            (r#"{"boards":[[]],"satisfiable":false}"#, "it says that no solution exists, but holds 1 board"),
            (r#"{"boards":[],"satisfiable":true,"complete":true}"#, "holds none"),
            (
                r#"{"boards":[[]],"solutions":"many","complete":false,"status":"complete"}"#,
                "it says many solutions",
            ),
        ] {
            assert!(contradiction(wrong).is_some_and(|w| w.contains(words)), "{wrong}");
        }
    }

    #[test]
    fn objects_know_their_boards() {
        let text = "Ka1\n{\"boards\":[[],[]]}\n\n{\"board\":[]}\n{\"boards\":[[]],\"optimum\":[\"3\"]}\n";
        let all = read_claims(text).expect("objects");
        assert_eq!(all.iter().map(|c| (c.line, c.held())).collect::<Vec<_>>(), [(2, 1..3), (5, 4..5)]);
        assert!(all[0].has_optimum(&[7]) && all[1].has_optimum(&[3]) && !all[1].has_optimum(&[4]));
        assert!(read_claims("{\"boards\":[[]],\"solutions\":3}").is_err());
    }
}
