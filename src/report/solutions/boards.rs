//! Boards of JSON objects, parsed directly into placements.

use super::json::IndexReader;
use crate::geometry::CellId;
use crate::model::{Diagram, Model, Placement};
use crate::report::items::{ItemName, add};
use crate::report::quote::{OVERLONG, quoted_word};
use serde::de::{self, DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use smallvec::SmallVec;
use std::fmt;
use std::marker::PhantomData;

/// The boards of an object, passed one by one to `take`, which may refuse them with a sentence.
pub(super) struct ObjectReader<'a, F> {
    pub model: &'a Model,
    pub take: &'a mut F,
}

impl<'de, F: FnMut(Diagram) -> Result<(), String>> DeserializeSeed<'de> for ObjectReader<'_, F> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        from.deserialize_map(self)
    }
}

impl<'de, F: FnMut(Diagram) -> Result<(), String>> Visitor<'de> for ObjectReader<'_, F> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object with `board` or `boards`")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut keys: A) -> Result<(), A::Error> {
        let mut found = false;
        while let Some(key) = keys.next_key_seed(IndexReader(&["board", "boards"]))? {
            let Some(key) = key else {
                keys.next_value::<IgnoredAny>()?;
                continue;
            };
            if found {
                return Err(de::Error::custom("the object has more than one `board` or `boards`"));
            }
            found = true;
            if key == 0 {
                let diagram = keys.next_value_seed(DiagramReader::of(self.model))?;
                (self.take)(diagram).map_err(de::Error::custom)?;
            } else {
                keys.next_value_seed(DiagramsReader(ObjectReader { model: self.model, take: self.take }))?;
            }
        }
        if found { Ok(()) } else { Err(de::Error::custom("the object has neither `board` nor `boards`")) }
    }
}

struct DiagramsReader<'a, F>(ObjectReader<'a, F>);

impl<'de, F: FnMut(Diagram) -> Result<(), String>> DeserializeSeed<'de> for DiagramsReader<'_, F> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        from.deserialize_seq(self)
    }
}

impl<'de, F: FnMut(Diagram) -> Result<(), String>> Visitor<'de> for DiagramsReader<'_, F> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of boards")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut boards: A) -> Result<(), A::Error> {
        while let Some(diagram) = boards.next_element_seed(DiagramReader::of(self.0.model))? {
            (self.0.take)(diagram).map_err(de::Error::custom)?;
        }
        Ok(())
    }
}

/// A list on a board, read item by item.
struct ListReader<'a, T> {
    model: &'a Model,
    made: PhantomData<T>,
}

type DiagramReader<'a> = ListReader<'a, Diagram>;
/// Reads the placements of a piece or a route.
type ItemReader<'a> = ListReader<'a, Vec<Placement>>;

impl<'a, T> ListReader<'a, T> {
    fn of(model: &'a Model) -> Self {
        Self { model, made: PhantomData }
    }
}

impl<'de, 'a, T> DeserializeSeed<'de> for ListReader<'a, T>
where
    Self: Visitor<'de, Value = T>,
{
    type Value = T;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<T, D::Error> {
        from.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for DiagramReader<'_> {
    type Value = Diagram;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a board, a list of placements")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut pieces: A) -> Result<Diagram, A::Error> {
        let mut placements = Vec::new();
        while let Some(more) = pieces.next_element_seed(ItemReader::of(self.model))? {
            add(self.model, &mut placements, more).map_err(de::Error::custom)?;
        }
        Ok(Diagram::new(placements))
    }
}

impl<'de> Visitor<'de> for ItemReader<'_> {
    type Value = Vec<Placement>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a placement, which is a kind and its cells")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut words: A) -> Result<Self::Value, A::Error> {
        let name = words.next_element_seed(ItemNameReader(self.model))?;
        let name =
            name.ok_or_else(|| de::Error::custom("a placement is a kind and its cells; one is empty"))?;
        let mut cells = SmallVec::new();
        while let Some(cell) = words.next_element_seed(CellNameReader(self.model))? {
            if cells.len() == self.model.board.len() {
                return Err(de::Error::custom(OVERLONG));
            }
            cells.push(cell);
        }
        if let (ItemName::Kind(kind), true) = (name, cells.is_empty()) {
            let words = format!("`{}` is placed on no cell", self.model.kind(kind).name);
            return Err(de::Error::custom(words));
        }
        name.placements(self.model, cells).map_err(de::Error::custom)
    }
}

struct ItemNameReader<'a>(&'a Model);

impl<'de> DeserializeSeed<'de> for ItemNameReader<'_> {
    type Value = ItemName;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<ItemName, D::Error> {
        from.deserialize_str(self)
    }
}

impl<'de> Visitor<'de> for ItemNameReader<'_> {
    type Value = ItemName;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of a kind")
    }

    fn visit_str<E: de::Error>(self, name: &str) -> Result<ItemName, E> {
        ItemName::read(self.0, name).map_err(E::custom)
    }
}

struct CellNameReader<'a>(&'a Model);

impl<'de> DeserializeSeed<'de> for CellNameReader<'_> {
    type Value = CellId;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Self::Value, D::Error> {
        from.deserialize_str(self)
    }
}

impl<'de> Visitor<'de> for CellNameReader<'_> {
    type Value = CellId;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of a cell")
    }

    fn visit_str<E: de::Error>(self, name: &str) -> Result<Self::Value, E> {
        let cell = self.0.board.cell_named(name);
        cell.ok_or_else(|| E::custom(format!("unknown cell `{}`", quoted_word(name))))
    }
}
