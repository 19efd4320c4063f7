//! The ids casebook makes: an artifact's from its content, a batch's from the clock.
//!
//! May use `digest`, `time`. Invariant: an artifact's id depends on nothing but its kind, task,
//! schema and canonical digest, so every archive gives the same artifact the same id.

use std::fmt;

use rusqlite::ToSql;
use rusqlite::types::{FromSql, FromSqlResult, ToSqlOutput, ValueRef};
use uuid::{NoContext, Timestamp as UuidTime, Uuid};

use crate::digest::Digest;
use crate::time::Timestamp;

/// The namespace of artifact ids, itself the UUIDv5 of `casebook` in the empty namespace.
const NAMESPACE: Uuid = Uuid::from_u128(0x5c5b_9d4e_0d0a_5a58_9a53_6f63_6173_6562);

macro_rules! uuid_newtype {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub Uuid);

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.as_hyphenated().fmt(f)
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        // rusqlite would store a Uuid as a BLOB; the archive is read by people too.
        impl ToSql for $name {
            fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
                Ok(self.to_string().into())
            }
        }

        impl FromSql for $name {
            fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
                let text = value.as_str()?;
                Uuid::parse_str(text)
                    .map(Self)
                    .map_err(|error| rusqlite::types::FromSqlError::Other(error.into()))
            }
        }
    };
}

uuid_newtype! {
    /// The id of an artifact: UUIDv5 of kind, task, schema name and canonical digest.
    ArtifactId
}

uuid_newtype! {
    /// The id of a batch: UUIDv7.
    BatchId
}

uuid_newtype! {
    /// The id of what somebody decided about a gap or contradiction: UUIDv7.
    DecisionId
}

impl DecisionId {
    /// A new id for the `ordinal`-th decision of an archive, made as a batch's is.
    pub fn new(now: Timestamp, ordinal: i64) -> Self {
        Self(BatchId::new(now, -ordinal).0)
    }
}

impl ArtifactId {
    /// The id of the artifact with this content. `task` is the task it is filed under, if any.
    pub fn new(kind: &str, task: Option<&str>, schema: &str, canonical: &Digest) -> Self {
        let mut name = Vec::with_capacity(160);
        for part in [kind, task.unwrap_or_default(), schema] {
            name.extend_from_slice(part.as_bytes());
            name.push(0);
        }
        name.extend_from_slice(&canonical.0);
        Self(Uuid::new_v5(&NAMESPACE, &name))
    }
}

impl BatchId {
    /// A new id for the `ordinal`-th batch of an archive. `CASEBOOK_SEED`, if set, takes the place of
    /// chance; the ordinal then keeps the batches of one moment apart.
    pub fn new(now: Timestamp, ordinal: i64) -> Self {
        let micros = u64::try_from(now.0).unwrap_or_default();
        let nanos = u32::try_from(micros % 1_000_000).expect("below a million") * 1000;
        if let Ok(seed) = std::env::var("CASEBOOK_SEED") {
            let digest = Digest::of_parts(&[seed.as_bytes(), &micros.to_be_bytes(), &ordinal.to_be_bytes()]);
            let random: [u8; 10] = digest.0[..10].try_into().expect("ten of 32 bytes");
            return Self(uuid::Builder::from_unix_timestamp_millis(micros / 1000, &random).into_uuid());
        }
        let time = UuidTime::from_unix(NoContext, micros / 1_000_000, nanos);
        Self(Uuid::new_v7(time))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_artifact_id_depends_on_every_part() {
        let digest = Digest::of(b"{}");
        let id = |kind, task, schema| ArtifactId::new(kind, task, schema, &digest);
        assert_eq!(id("review", None, "s"), id("review", None, "s"));
        assert_ne!(id("review", None, "s"), id("review", Some("T1"), "s"));
        assert_ne!(id("review", None, "s"), id("report", None, "s"));
        assert_ne!(id("review", None, "s"), id("review", None, "t"));
        assert_ne!(id("review", Some("ab"), "c"), id("review", Some("a"), "bc"));
        assert_eq!(id("review", None, "s").0.get_version_num(), 5);
    }

    #[test]
    fn a_batch_id_is_ordered_by_time() {
        let early = BatchId::new(Timestamp(1_700_000_000_000_000), 1);
        let late = BatchId::new(Timestamp(1_700_000_001_000_000), 1);
        assert!(early < late);
        assert_eq!(early.0.get_version_num(), 7);
    }
}
