//! The fast path from text to value: serde_json, with the checks it leaves out.
//!
//! Uses nothing of the crate. Invariant: refuses a text if, and only if,
//! [`super::scan`] finds a fault in it; what and where is the scanner's to say.

use std::cell::Cell;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

use super::MAX_DEPTH;

/// A value, and whether a number in it may have lost digits: an integer that 64 bits do not hold.
pub(super) struct Loaded {
    pub value: Value,
    pub inexact: bool,
}

/// The object or array that the text is; `None` if it is neither, or faulty.
pub(super) fn parse(text: &str) -> Option<Loaded> {
    let inexact = Cell::new(false);
    let mut deserializer = serde_json::Deserializer::from_str(text);
    // The seed counts levels itself.
    deserializer.disable_recursion_limit();
    let value = Seed { levels: MAX_DEPTH, inexact: &inexact }.deserialize(&mut deserializer).ok()?;
    deserializer.end().ok()?;
    (value.is_object() || value.is_array()).then(|| Loaded { value, inexact: inexact.get() })
}

/// Builds a [`Value`] in which containers nest at most `levels` deep.
#[derive(Clone, Copy)]
struct Seed<'a> {
    levels: usize,
    inexact: &'a Cell<bool>,
}

impl Seed<'_> {
    fn inner<E: Error>(self) -> Result<Self, E> {
        let levels = self.levels.checked_sub(1).ok_or_else(|| E::custom("too deep"))?;
        Ok(Self { levels, ..self })
    }
}

fn refuse_nul<E: Error>(text: &str) -> Result<(), E> {
    match memchr::memchr(0, text.as_bytes()) {
        None => Ok(()),
        Some(_) => Err(E::custom("U+0000")),
    }
}

impl<'de> DeserializeSeed<'de> for Seed<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Seed<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(Value::Number(value.into()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(Value::Number(value.into()))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Value, E> {
        // From 2^63 on, a literal may be an integer that was read as a float for want of bits.
        if value.abs() >= 9_223_372_036_854_775_808.0 {
            self.inexact.set(true);
        }
        Number::from_f64(value).map(Value::Number).ok_or_else(|| E::custom("not finite"))
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Value, E> {
        refuse_nul(value)?;
        Ok(Value::String(value.to_owned()))
    }

    fn visit_string<E: Error>(self, value: String) -> Result<Value, E> {
        refuse_nul(&value)?;
        Ok(Value::String(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut access: A) -> Result<Value, A::Error> {
        let inner = self.inner()?;
        let mut elements = Vec::new();
        while let Some(element) = access.next_element_seed(inner)? {
            elements.push(element);
        }
        Ok(Value::Array(elements))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Value, A::Error> {
        let inner = self.inner()?;
        let mut members = Map::new();
        while let Some(key) = access.next_key::<String>()? {
            refuse_nul(&key)?;
            if members.insert(key, access.next_value_seed(inner)?).is_some() {
                return Err(A::Error::custom("duplicate key"));
            }
        }
        Ok(Value::Object(members))
    }
}
