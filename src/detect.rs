//! What kind of artifact a document is, told by its content and never by its file's name.
//!
//! May use `code`, `diagnostic`, `kinds`. Invariant: a document that lost or misspelt its marker is still
//! recognised by its shape, so that it fails for what is wrong with it.

use serde_json::Value;

use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::kinds::{Kind, report};

/// The URI that marks a research output.
const RESEARCH_URI: &str = "https://cleo-dev.com/schemas/v1/rcsd-research-output.schema.json";

/// The marker of a context packet, and what all versions of it begin with.
const PACKET_MARKER: &str = "kxm.context-packet.v2";
const PACKET_FAMILY: &str = "kxm.context-packet.";

/// The kind of a document, or why it has none.
pub(crate) fn detect(document: &Value) -> Result<Kind, Box<Diagnostic>> {
    if let Some(diagnostic) = unsupported(document) {
        return Err(Box::new(diagnostic));
    }
    by_marker(document).or_else(|| by_shape(document)).ok_or_else(|| Box::new(unknown(document)))
}

/// Documents of a known family in a version that is not read.
fn unsupported(document: &Value) -> Option<Diagnostic> {
    let new =
        |pointer: &str, message: String| Diagnostic::new(Code::KindUnsupportedVersion, pointer, message);
    let packet_hint = format!("casebook reads {PACKET_MARKER}: produce the packet in that version");
    if let Some(marker) = document["schema"].as_str()
        && marker.starts_with(PACKET_FAMILY)
        && marker != PACKET_MARKER
    {
        return Some(new("/schema", format!("{marker} is not a version casebook reads")).hint(packet_hint));
    }
    if document["packet"].get("workingState").is_some() {
        let message = "this is the answer of a hub that wraps a version 1 packet".to_owned();
        return Some(new("/packet", message).hint(packet_hint));
    }
    let uri = document["$schema"].as_str()?;
    if uri == RESEARCH_URI && document.get("_meta").is_none() && document.get("query").is_none() {
        let message = "this research output has neither _meta nor query: it is of version 2.0.0".to_owned();
        return Some(new("", message).hint("casebook reads version 1, with _meta, query and find_… ids"));
    }
    if is_older_research(uri) {
        let message = format!("{uri} is an older name of the research schema");
        return Some(
            new("/$schema", message).hint(format!("write {RESEARCH_URI} and check the document against it")),
        );
    }
    None
}

/// The addresses the research schema had before it got its present one.
fn is_older_research(uri: &str) -> bool {
    let Some((_, rest)) = uri.split_once("://") else { return false };
    let Some((host, path)) = rest.split_once('/') else { return false };
    let file = path.rsplit('/').next().unwrap_or(path);
    (host == "claude-todo.dev" && file.starts_with("rcsd-"))
        || (host == "cleo-dev.com" && file.starts_with("rcasd-"))
}

fn by_marker(document: &Value) -> Option<Kind> {
    if document["$schema"] == RESEARCH_URI {
        return Some(Kind::Research);
    }
    if document["schema"] == PACKET_MARKER {
        return Some(Kind::Packet);
    }
    report::is_envelope(document).then_some(Kind::Report)
}

fn by_shape(document: &Value) -> Option<Kind> {
    let has = |key: &str| document.get(key).is_some();
    if has("_meta") && ["query", "sources", "findings"].into_iter().any(has) {
        return Some(Kind::Research);
    }
    if has("packetId") && ["targetRole", "plan", "budget"].into_iter().any(has) {
        return Some(Kind::Packet);
    }
    let findings = document.as_array().into_iter().flatten();
    if (!has("_meta") && ["findings", "reviewer"].into_iter().any(has))
        || findings.into_iter().any(|finding| finding.get("rule_key").is_some())
    {
        return Some(Kind::Review);
    }
    report::nearest(document).map(|_| Kind::Report)
}

fn unknown(document: &Value) -> Diagnostic {
    let message = if document.is_object() {
        "the document has the marks of no known kind"
    } else {
        "the document is no JSON object"
    };
    Diagnostic::new(Code::KindUnknown, "", message)
        .hint(format!(
            "looked for the marks of a research output, a packet ({PACKET_MARKER}), a review (findings) and a report \
             (meta.schemaName, or the keys of one)"
        ))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn code(document: &Value) -> Code {
        detect(document).expect_err("no kind").code
    }

    #[test]
    fn markers_come_first() {
        assert_eq!(detect(&json!({"$schema": RESEARCH_URI, "query": {}})), Ok(Kind::Research));
        assert_eq!(detect(&json!({"schema": PACKET_MARKER})), Ok(Kind::Packet));
        assert_eq!(detect(&json!({"meta": {"schemaName": "x"}, "reviewer": "r"})), Ok(Kind::Report));
    }

    #[test]
    fn a_lost_marker_is_made_up_for_by_the_shape() {
        assert_eq!(detect(&json!({"_meta": {}, "findings": []})), Ok(Kind::Research));
        assert_eq!(
            detect(&json!({"$schema": "https://example.org", "_meta": {}, "query": {}})),
            Ok(Kind::Research)
        );
        assert_eq!(detect(&json!({"packetId": "p", "budget": {}})), Ok(Kind::Packet));
        assert_eq!(code(&json!({"_meta": {}})), Code::KindUnknown);
        assert_eq!(detect(&json!({"reviewer": "r"})), Ok(Kind::Review));
        assert_eq!(detect(&json!({"findings": 3, "summary": "s"})), Ok(Kind::Review));
        assert_eq!(detect(&json!([{"id": 1}, {"rule_key": "X"}])), Ok(Kind::Review));
        assert_eq!(detect(&json!({"what": "w", "who": "w", "when": "w"})), Ok(Kind::Report));
        assert_eq!(code(&json!({"what": "w", "who": "w"})), Code::KindUnknown, "less than half");
        assert_eq!(code(&json!({"fix": "f", "problem": "p"})), Code::KindUnknown);
        assert_eq!(code(&json!({"packetId": "p"})), Code::KindUnknown);
        assert_eq!(code(&json!([{"_meta": {}}])), Code::KindUnknown);
        assert_eq!(code(&json!(3)), Code::KindUnknown);
    }

    #[test]
    fn other_versions_of_a_family_are_named() {
        for document in [
            json!({"schema": "kxm.context-packet.v1", "packetId": "p", "plan": {}}),
            json!({"packet": {"workingState": {}}, "audit": {}}),
            json!({"$schema": RESEARCH_URI, "topic": "t", "sources": [{"id": "SRC-001"}]}),
            json!({"$schema": "https://claude-todo.dev/schemas/v1/rcsd-research-output.schema.json", "_meta": {}, "query": {}}),
            json!({"$schema": "https://cleo-dev.com/schemas/v1/rcasd-research-output.schema.json", "_meta": {}, "query": {}}),
        ] {
            assert_eq!(code(&document), Code::KindUnsupportedVersion, "{document}");
        }
    }
}
