//! The parameters of a run, from its JSON object.

use super::json::{IndexReader, read_json};
use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, Visitor};
use std::fmt;
use std::sync::Arc;

/// Returns the values of the `known` parameters in the first line of `text`, a JSON object of a run; nothing if the line is
/// not such an object.
pub fn params_of(text: &str, known: &[Arc<str>]) -> Vec<(Arc<str>, i64)> {
    let first = text.lines().next().unwrap_or_default();
    read_json(first, Head { known }).unwrap_or_default()
}

struct Head<'a> {
    known: &'a [Arc<str>],
}

impl<'de> DeserializeSeed<'de> for Head<'_> {
    type Value = Vec<(Arc<str>, i64)>;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Self::Value, D::Error> {
        from.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Head<'_> {
    type Value = Vec<(Arc<str>, i64)>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the object of a run")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut keys: A) -> Result<Self::Value, A::Error> {
        let mut found = Vec::new();
        while let Some(key) = keys.next_key_seed(IndexReader(&["params"]))? {
            if key.is_some() {
                found = keys.next_value_seed(Params { known: self.known })?;
            } else {
                keys.next_value::<IgnoredAny>()?;
            }
        }
        Ok(found)
    }
}

/// Values by parameter name.
struct Params<'a> {
    known: &'a [Arc<str>],
}

impl<'de> DeserializeSeed<'de> for Params<'_> {
    type Value = Vec<(Arc<str>, i64)>;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Self::Value, D::Error> {
        from.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Params<'_> {
    type Value = Vec<(Arc<str>, i64)>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object with a number for each parameter")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut keys: A) -> Result<Self::Value, A::Error> {
        let mut found: Self::Value = Vec::new();
        while let Some(name) = keys.next_key_seed(IndexReader(self.known))? {
            match name {
                Some(i) => {
                    let (name, value) = (Arc::clone(&self.known[i]), keys.next_value()?);
                    found.retain(|(other, _)| *other != name);
                    found.push((name, value));
                }
                None => {
                    keys.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_are_those_of_the_first_line() {
        let known: Vec<Arc<str>> = vec!["n".into(), "k".into()];
        let of = |text: &str| params_of(text, &known).into_iter().map(|p| p.1).collect::<Vec<_>>();
        assert_eq!(of("{\"params\":{\"k\":3,\"m\":9,\"n\":-4},\"boards\":[]}\n"), [3, -4]);
        assert_eq!(of("{\"params\":{\"k\":3,\"k\":4}}"), [4]);
        for text in
            ["", "Ka1", "{\"board\":[]}", "{\"params\":{\"n\":99999999999999999999}}", "{\"params\":7}"]
        {
            assert_eq!(of(text), [0; 0], "{text}");
        }
    }
}
