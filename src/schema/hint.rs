//! What to do where people trip over a schema.
//!
//! May use `nearest`, `time`. Invariant: a hint that spells out a value spells out one that passes.

use jsonschema::error::{TypeKind, ValidationErrorKind as Kind};
use jsonschema::{JsonType, Uri};
use serde_json::Value;
use url::Url;

use super::explain::{Place, shown};
use crate::nearest::nearest;
use crate::time::Timestamp;

/// The hint for an error, if there is something to say beyond the message.
pub(super) fn hint(kind: &Kind, instance: &Value, place: &Place<'_>) -> Option<String> {
    let text = instance.as_str();
    match kind {
        Kind::Enum { options } => nearest_option(text?, options),
        Kind::Constant { expected_value } => Some(format!("write {expected_value}")),
        Kind::Pattern { .. } | Kind::Required { .. } => description(kind, place),
        Kind::Format { format } => match format.as_str() {
            "date-time" => time(text?),
            "date" => Some(date(text?)),
            "uri" => uri(text?),
            _ => None,
        },
        Kind::Type { kind: TypeKind::Single(wanted) } => other_type(*wanted, instance),
        _ => None,
    }
}

/// The hint for a key that its object does not know: the one that was meant, or all it may have.
pub(super) fn known_key(place: &Place<'_>, instance: &Value, key: &str) -> Option<String> {
    let declared = place.schema()?.get("properties")?.as_object()?;
    let free = declared.keys().map(String::as_str).filter(|known| instance.get(known).is_none());
    Some(match nearest(key, free) {
        Some(meant) => format!("did you mean \"{meant}\"?"),
        None => format!("known keys: {}", declared.keys().map(String::as_str).collect::<Vec<_>>().join(", ")),
    })
}

fn nearest_option(text: &str, options: &Value) -> Option<String> {
    let words = options.as_array()?.iter().filter_map(Value::as_str);
    nearest(text, words).map(|meant| format!("did you mean \"{meant}\"?"))
}

/// What the schema says of the value, or of the missing key.
fn description(kind: &Kind, place: &Place<'_>) -> Option<String> {
    let schema = place.schema()?;
    let described = match kind {
        Kind::Required { property } => schema.get("properties")?.get(property.as_str()?)?,
        _ => schema,
    };
    described.get("description")?.as_str().map(str::to_owned)
}

fn time(text: &str) -> Option<String> {
    let spaced = text.trim().replacen(' ', "T", 1);
    let mended =
        [spaced.clone(), format!("{spaced}Z"), format!("{spaced}:00Z"), format!("{spaced}T00:00:00Z")]
            .into_iter()
            .find(|candidate| Timestamp::parse(candidate).is_some())?;
    Some(if mended == format!("{text}Z") {
        format!("add the UTC offset: {mended}, or for example +01:00")
    } else {
        format!("write it like {mended}")
    })
}

fn date(text: &str) -> String {
    let exists = |day: &&str| Timestamp::parse(&format!("{day}T00:00:00Z")).is_some();
    match text.trim().get(..10).filter(exists) {
        Some(day) => format!("write {day}"),
        None => "write a day that exists as YYYY-MM-DD, or leave the key out".to_owned(),
    }
}

/// An IRI is no URI: its other characters are to be percent-encoded, its host in ASCII.
fn uri(text: &str) -> Option<String> {
    let trimmed = text.trim();
    let (url, advice) = match Url::parse(trimmed) {
        Ok(url) => (url, "percent-encode it"),
        Err(url::ParseError::RelativeUrlWithoutBase)
            if trimmed.contains('.') && !trimmed.starts_with('/') =>
        {
            (Url::parse(&format!("https://{trimmed}")).ok()?, "add the scheme, for example")
        }
        Err(_) => return None,
    };
    Uri::parse(url.as_str()).is_ok().then(|| format!("{advice}: {url}"))
}

fn other_type(wanted: JsonType, instance: &Value) -> Option<String> {
    if instance.is_null() {
        return Some("if there is no value, leave the key out unless it is required".to_owned());
    }
    let bare: Value = serde_json::from_str(instance.as_str()?).ok()?;
    let fits = match wanted {
        JsonType::Number => bare.is_number(),
        JsonType::Integer => bare.is_i64() || bare.is_u64(),
        JsonType::Boolean => bare.is_boolean(),
        JsonType::Array => bare.is_array(),
        JsonType::Object => bare.is_object(),
        _ => false,
    };
    fits.then(|| format!("write it without quotes: {}", shown(&bare)))
}
