//! Reading solutions from text one at a time: the JSON objects of a run, JSON lines, lines of coordinates, and chess
//! positions.
//!
//! The input is untrusted. Each board is passed on as soon as it is read, and none is kept. JSON is parsed directly into
//! placements, never into a tree of values, which would need twenty times the memory of its text. A board has no more pieces
//! than cells and a piece no more cells than the board: input that exceeds this is not a solution, and reading stops.
//! serde_json records every open bracket, and repeats unexpected text in its messages, so a line with deep nesting or long
//! strings is refused first.

use super::line::parse_line;
use crate::model::{Diagram, KindId, Model, Placement};
use serde::de::{self, DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use smallvec::SmallVec;
use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

/// Maximum size in bytes of a text with solutions.
pub const MAX_SOLUTION_BYTES: usize = 100_000_000;
/// Maximum number of solutions in a text.
pub const MAX_SOLUTIONS: usize = 4_000_000;
/// Maximum length in bytes of a JSON string.
const MAX_QUOTED: usize = 100_000;
/// Maximum nesting depth of JSON brackets.
const MAX_NESTED: usize = 64;
/// Maximum length in characters of a message: text from a file may be as long as the file.
const MAX_WORDS: usize = 200;

/// Reason why a text is not a list of solutions.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {words}")]
pub struct SolutionFault {
    /// The line, from 1.
    pub line: usize,
    /// The fault.
    pub words: String,
}

/// Passes every solution of `text` to `take` in order. The text consists of JSON objects with `boards` or `board`, one a
/// line, lines of coordinates (as [`coords`](super::coords) writes them), or chess positions. Rules are not checked.
///
/// # Errors
/// The first line that cannot be read or exceeds [`MAX_SOLUTIONS`]. Earlier solutions have been passed on.
pub fn read_solutions(model: &Model, text: &str, take: &mut dyn FnMut(Diagram)) -> Result<(), SolutionFault> {
    let mut taker = Taker { model, taken: 0, take };
    for (i, line) in text.lines().enumerate().filter(|(_, l)| !l.trim().is_empty()) {
        let read = if line.trim_start().starts_with('{') {
            read_json(line, Boards(&mut taker))
        } else {
            parse_line(model, line).and_then(|diagram| taker.take(diagram))
        };
        read.map_err(|words| fault_in(i, &words))?;
    }
    Ok(())
}

pub(super) fn fault_in(i: usize, words: &str) -> SolutionFault {
    SolutionFault { line: i + 1, words: quoted(words, MAX_WORDS) }
}

/// Passes solutions on and counts them.
struct Taker<'a> {
    model: &'a Model,
    taken: usize,
    take: &'a mut dyn FnMut(Diagram),
}

impl Taker<'_> {
    fn take(&mut self, diagram: Diagram) -> Result<(), String> {
        if self.taken == MAX_SOLUTIONS {
            return Err(format!("there are more than {MAX_SOLUTIONS} solutions, the limit of one file"));
        }
        self.taken += 1;
        (self.take)(diagram);
        Ok(())
    }
}

/// Returns the values of the `known` parameters in the first line of `text`, a JSON object of a run; nothing if the line is
/// not such an object.
pub fn params_of(text: &str, known: &[Arc<str>]) -> Vec<(Arc<str>, i64)> {
    let first = text.lines().next().unwrap_or_default();
    read_json(first, Head { known }).unwrap_or_default()
}

pub(super) fn read_json<'de, S: DeserializeSeed<'de>>(line: &'de str, seed: S) -> Result<S::Value, String> {
    let (longest, deepest) = longest_and_deepest(line);
    if deepest > MAX_NESTED {
        return Err(format!("brackets are nested deeper than the limit of {MAX_NESTED}"));
    }
    if longest > MAX_QUOTED {
        return Err(format!("a text in quotes is longer than the limit of {MAX_QUOTED} bytes"));
    }
    let mut reader = serde_json::Deserializer::from_str(line);
    let value = seed.deserialize(&mut reader).and_then(|value| reader.end().map(|()| value));
    value.map_err(|error| {
        // The line number within the line is always 1 and would be mistaken for that in the file.
        let words = error.to_string();
        let place = format!(" at line {} column {}", error.line(), error.column());
        match words.strip_suffix(&place) {
            Some(words) => format!("{words} (column {})", error.column()),
            None => words,
        }
    })
}

/// Returns the length in bytes of the longest string and the maximum depth of brackets outside of strings.
fn longest_and_deepest(line: &str) -> (usize, usize) {
    let (mut longest, mut deepest, mut depth) = (0, 0, 0usize);
    let (mut start, mut escaped) = (None, false);
    for (i, byte) in line.bytes().enumerate() {
        match (start, byte) {
            (Some(_), _) if escaped => escaped = false,
            (Some(_), b'\\') => escaped = true,
            (Some(from), b'"') => {
                longest = longest.max(i - from);
                start = None;
            }
            (Some(_), _) => {}
            (None, b'"') => start = Some(i + 1),
            (None, b'[' | b'{') => {
                depth += 1;
                deepest = deepest.max(depth);
            }
            (None, b']' | b'}') => depth = depth.saturating_sub(1),
            (None, _) => {}
        }
    }
    (longest.max(start.map_or(0, |from| line.len() - from)), deepest)
}

/// Shortens a word of a file for a message.
pub(super) fn quoted_word(word: &str) -> String {
    quoted(word, 40)
}

/// The message about a board with more pieces than cells.
pub(super) fn overfull(cells: usize) -> String {
    format!("a board of {cells} cells cannot hold more pieces than that")
}

/// The message about a piece on more cells than there are.
pub(super) const OVERLONG: &str = "a piece cannot cover more cells than the board has";

/// Returns the first `most` characters of `words`; text from a file may be as long as the file.
pub fn quoted(words: &str, most: usize) -> String {
    match words.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &words[..end]),
        None => words.to_owned(),
    }
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
        while let Some(key) = keys.next_key_seed(Among(&["params"]))? {
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
        while let Some(name) = keys.next_key_seed(Among(self.known))? {
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

/// A string as its index in a list; `None` if it is not in the list.
struct Among<'a, T>(&'a [T]);

impl<'de, T: AsRef<str>> DeserializeSeed<'de> for Among<'_, T> {
    type Value = Option<usize>;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Self::Value, D::Error> {
        from.deserialize_str(self)
    }
}

impl<'de, T: AsRef<str>> Visitor<'de> for Among<'_, T> {
    type Value = Option<usize>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a name")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Self::Value, E> {
        Ok(self.0.iter().position(|name| name.as_ref() == text))
    }
}

struct Boards<'b, 'a>(&'b mut Taker<'a>);

impl<'de> DeserializeSeed<'de> for Boards<'_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        from.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Boards<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object with `board` or `boards`")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut keys: A) -> Result<(), A::Error> {
        let mut found = false;
        while let Some(key) = keys.next_key_seed(Among(&["board", "boards"]))? {
            let Some(key) = key else {
                keys.next_value::<IgnoredAny>()?;
                continue;
            };
            if found {
                return Err(de::Error::custom("the object has more than one `board` or `boards`"));
            }
            found = true;
            if key == 0 {
                let diagram = keys.next_value_seed(Board::of(self.0.model))?;
                self.0.take(diagram).map_err(de::Error::custom)?;
            } else {
                keys.next_value_seed(List(&mut *self.0))?;
            }
        }
        if found { Ok(()) } else { Err(de::Error::custom("the object has neither `board` nor `boards`")) }
    }
}

struct List<'b, 'a>(&'b mut Taker<'a>);

impl<'de> DeserializeSeed<'de> for List<'_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        from.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for List<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of boards")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut boards: A) -> Result<(), A::Error> {
        while let Some(diagram) = boards.next_element_seed(Board::of(self.0.model))? {
            self.0.take(diagram).map_err(de::Error::custom)?;
        }
        Ok(())
    }
}

/// A list on a board, read item by item.
struct Part<'a, T> {
    model: &'a Model,
    made: PhantomData<T>,
}

type Board<'a> = Part<'a, Diagram>;
type Piece<'a> = Part<'a, Placement>;

impl<'a, T> Part<'a, T> {
    fn of(model: &'a Model) -> Self {
        Self { model, made: PhantomData }
    }
}

impl<'de, 'a, T> DeserializeSeed<'de> for Part<'a, T>
where
    Self: Visitor<'de, Value = T>,
{
    type Value = T;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<T, D::Error> {
        from.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for Board<'_> {
    type Value = Diagram;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a board, a list of placements")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut pieces: A) -> Result<Diagram, A::Error> {
        let (mut placements, cells) = (Vec::new(), self.model.board.len());
        while let Some(placement) = pieces.next_element_seed(Piece::of(self.model))? {
            if placements.len() == cells {
                return Err(de::Error::custom(overfull(cells)));
            }
            placements.push(placement);
        }
        Ok(Diagram::new(placements))
    }
}

impl<'de> Visitor<'de> for Piece<'_> {
    type Value = Placement;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a placement, which is a kind and its cells")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut words: A) -> Result<Placement, A::Error> {
        let kind = words.next_element_seed(KindName(self.model))?;
        let kind =
            kind.ok_or_else(|| de::Error::custom("a placement is a kind and its cells; one is empty"))?;
        let mut cells = SmallVec::new();
        while let Some(cell) = words.next_element_seed(CellName(self.model))? {
            if cells.len() == self.model.board.len() {
                return Err(de::Error::custom(OVERLONG));
            }
            cells.push(cell);
        }
        if cells.is_empty() {
            let words = format!("`{}` is placed on no cell", self.model.kind(kind).name);
            return Err(de::Error::custom(words));
        }
        cells.sort_unstable();
        Ok(Placement { kind, cells })
    }
}

struct KindName<'a>(&'a Model);

impl<'de> DeserializeSeed<'de> for KindName<'_> {
    type Value = KindId;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<KindId, D::Error> {
        from.deserialize_str(self)
    }
}

impl<'de> Visitor<'de> for KindName<'_> {
    type Value = KindId;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of a kind")
    }

    fn visit_str<E: de::Error>(self, name: &str) -> Result<KindId, E> {
        self.0.kind_named(name).ok_or_else(|| E::custom(format!("unknown kind `{}`", quoted_word(name))))
    }
}

struct CellName<'a>(&'a Model);

impl<'de> DeserializeSeed<'de> for CellName<'_> {
    type Value = crate::geometry::CellId;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Self::Value, D::Error> {
        from.deserialize_str(self)
    }
}

impl<'de> Visitor<'de> for CellName<'_> {
    type Value = crate::geometry::CellId;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of a cell")
    }

    fn visit_str<E: de::Error>(self, name: &str) -> Result<Self::Value, E> {
        let cell = self.0.board.cell_named(name);
        cell.ok_or_else(|| E::custom(format!("unknown cell `{}`", quoted_word(name))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::check::Spec;
    use crate::report::coords;
    use crate::text::{NoFiles, Source, Sources};

    fn model() -> Model {
        let mut sources = Sources::new();
        let text = "board 3 x 2\nuse king\ntile bar \"B\" \"##\"\n";
        let root = sources.add(Source { name: "test".into(), text: text.into() });
        let (spec, ..) = Spec::read(&mut sources, root, &NoFiles);
        spec.model(&Vec::new()).expect("sound").0
    }

    fn read(text: &str) -> Result<Vec<String>, String> {
        let (model, mut found) = (model(), Vec::new());
        read_solutions(&model, text, &mut |diagram| found.push(coords(&model, &diagram)))
            .map_err(|fault| fault.to_string())?;
        Ok(found)
    }

    #[test]
    fn every_form_is_read() {
        let lines = "Ka1 Bc2+c1\n\n{\"board\":[[\"bar\",\"c2\",\"c1\"],[\"king\",\"a1\"]],\"x\":[{}]}\n\
            {\"schema\":1,\"boards\":[[],[[\"king\",\"b\\u0031\"]]]}\n";
        assert_eq!(read(lines).expect("sound"), ["Ka1 Bc2+c1", "Ka1 Bc2+c1", "", "Kb1"]);
        assert_eq!(read("").expect("sound"), [""; 0]);
    }

    #[test]
    fn faults_have_their_lines_and_few_words() {
        let deep = format!("{{\"x\":{}", "[".repeat(200));
        let long = format!("{{\"board\":[[\"{}\"]]}}", "k".repeat(5000));
        let longer = format!("{{\"board\":\"\\\"{}", "k".repeat(200_000));
        let (crowd, word) = ("Ka1 ".repeat(7), "K".repeat(5000));
        let heap = format!("K{}", "a1+".repeat(7));
        let many = format!("{{\"board\":[{}[\"king\",\"a1\"]]}}", "[\"king\",\"a1\"],".repeat(6));
        let wide = format!("{{\"board\":[[\"bar\"{}]]}}", ",\"a1\"".repeat(7));
        for (text, words) in [
            ("{}", "neither `board` nor `boards`"),
            ("{\"board\":[],\"boards\":[]}", "more than one"),
            ("{\"board\":[],\"board\":[]}", "more than one"),
            ("{\"board\":[[\"king\"]]}", "`king` is placed on no cell (column 18)"),
            ("{\"board\":[[]]}", "one is empty"),
            ("{\"board\":[[\"king\",5]]}", "invalid type: integer `5`, expected the name of a cell"),
            ("{\"board\":{}}", "expected a board"),
            ("{\"boards\":3}", "expected a list of boards"),
            ("{\"board\":[[\"rook\",\"a1\"]]}", "unknown kind `rook`"),
            ("{\"board\":[[\"king\",\"d1\"]]}", "unknown cell `d1`"),
            ("{\"board\":[]} x", "trailing characters"),
            ("{\"board\":[1e999]}", "number out of range"),
            ("{", "EOF"),
            (&deep, "deeper than the limit of 64"),
            (&long, "unknown kind"),
            (&many, "a board of 6 cells cannot hold more pieces"),
            (&longer, "longer than the limit of 100000 bytes"),
            (&crowd, "a board of 6 cells cannot hold more pieces"),
            (&word, "unknown cell"),
            (&heap, "cannot cover more cells"),
            (&wide, "cannot cover more cells than the board has"),
        ] {
            let fault = read(&format!("Ka1\n{text}\n")).expect_err(text);
            assert!(fault.starts_with("line 2: ") && fault.contains(words), "{fault}");
            assert!(fault.chars().count() <= MAX_WORDS + 60, "{fault}");
        }
    }

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
