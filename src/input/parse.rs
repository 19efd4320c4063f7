//! The quick way from text to a value, for documents that have no fault.
//!
//! Uses serde_json. Invariant: a text is parsed here if, and only if, `scan` finds no fault in it.

use std::cell::Cell;
use std::fmt;

use serde::de::{DeserializeSeed, Error as _, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

use super::MAX_DEPTH;

/// From here on an `f64` cannot be told from an integer literal that lost digits.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// The value of a JSON text, and whether every number in it is held exactly as far as the canonical
/// form cares; `None` if the text has any fault.
pub(super) fn parse(json: &str) -> Option<(Value, bool)> {
    let exact = Cell::new(true);
    let mut deserializer = serde_json::Deserializer::from_str(json);
    deserializer.disable_recursion_limit();
    let value = Node { depth: 0, exact: &exact }.deserialize(&mut deserializer).ok()?;
    deserializer.end().ok()?;
    Some((value, exact.get()))
}

/// A value at some depth of the document.
#[derive(Clone, Copy)]
struct Node<'a> {
    depth: usize,
    exact: &'a Cell<bool>,
}

impl Node<'_> {
    fn inner<E: serde::de::Error>(self) -> Result<Self, E> {
        if self.depth == MAX_DEPTH {
            return Err(E::custom("too deep"));
        }
        Ok(Self { depth: self.depth + 1, ..self })
    }
}

fn without_nul<E: serde::de::Error>(text: String) -> Result<String, E> {
    if memchr::memchr(0, text.as_bytes()).is_some() { Err(E::custom("U+0000")) } else { Ok(text) }
}

impl<'de> DeserializeSeed<'de> for Node<'_> {
    type Value = Value;

    fn deserialize<D: serde::Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Node<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        if value.abs() >= EXACT {
            self.exact.set(false);
        }
        Ok(value.into())
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Value, E> {
        without_nul(text.to_owned()).map(Value::String)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut array: A) -> Result<Value, A::Error> {
        let inner = self.inner()?;
        let mut values = Vec::new();
        while let Some(value) = array.next_element_seed(inner)? {
            values.push(value);
        }
        Ok(Value::Array(values))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Value, A::Error> {
        let inner = self.inner()?;
        let mut members = Map::new();
        while let Some(key) = object.next_key::<String>()? {
            let value = object.next_value_seed(inner)?;
            if members.insert(without_nul(key)?, value).is_some() {
                return Err(A::Error::custom("duplicate key"));
            }
        }
        Ok(Value::Object(members))
    }
}
