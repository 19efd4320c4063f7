//! Whole numbers as JSON Schema sees them: `1.0` is one.
//!
//! May use `schema`, the row types of `store`. Invariant: what 64 bits cannot hold is no [`Integer`].

use serde::{Deserialize, Deserializer, de};
use serde_json::Number;

use crate::schema::whole;
use crate::store::rows::{Put, Rows};

/// A whole number in 64 bits, however it was spelt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Integer(pub i64);

impl Put for Integer {
    fn put(&self, rows: &mut Rows) {
        self.0.put(rows);
    }
}

impl<'de> Deserialize<'de> for Integer {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = Number::deserialize(deserializer)?;
        let value = number.as_i64().or_else(|| number.as_f64().filter(|_| number.is_f64()).and_then(whole));
        value.map(Self).ok_or_else(|| de::Error::custom("not a 64-bit integer"))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn whole_numbers_are_integers_however_they_are_spelt() {
        let read = |value: Value| Integer::deserialize(value).ok();
        assert_eq!(read(json!(1.0)), Some(Integer(1)));
        assert_eq!(read(json!(1e2)), Some(Integer(100)));
        assert_eq!(read(json!(-3)), Some(Integer(-3)));
        assert_eq!(read(json!(1.5)), None);
        assert_eq!(read(json!(1e30)), None);
        assert_eq!(read(json!(u64::MAX)), None);
    }
}
