"""What one thing rests on and what rests on it: the oracle's side of `show`, `provenance` and `task`.

Each answer holds only what the contract speaks of; compare.py ignores other keys of the program's answer.
"""
import unicodedata

from documents import canonical_url, source_key, spelled

TYPESET = {**dict.fromkeys("‘’‚‛′", "'"), **dict.fromkeys("“”„‟«»″", '"'), **dict.fromkeys("‐‑‒–—―−", "-"), "…": "...", "\u00ad": "", "\u200b": "", "\ufeff": ""}


def typeset(text):
    """A text without what typesetting changes."""
    return " ".join("".join(TYPESET.get(c, c) for c in unicodedata.normalize("NFC", text)).split())


def quote_match(quote, excerpt):
    if not (excerpt or "").strip() or not quote.strip():
        return "unchecked"
    if quote in excerpt:
        return "exact"
    quote, excerpt = typeset(quote), typeset(excerpt)
    if quote in excerpt:
        return "normalised"
    parts = [part for part in (part.strip(" []()") for part in quote.split("...")) if part]
    if "..." not in quote or not parts or min(map(len, parts)) < 4:
        return "absent"
    for part in parts:
        if part not in excerpt:
            return "absent"
        excerpt = excerpt.split(part, 1)[1]
    return "elided"


def evidence(a, finding):
    found = []
    for entry in finding.get("evidence", []):
        citation = a.citations[entry["citationId"]]
        found.append({"finding": finding["id"], "citation": citation["id"], "quote": entry["quote"], "weight": entry.get("weight"), "missing": False,
                      "quote_match": quote_match(entry["quote"], citation.get("excerpt")), "title": citation["title"], "type": citation["type"],
                      "canonical_url": canonical_url(citation["url"]) if "url" in citation else None,
                      **{key: citation.get(key) for key in ("url", "reliability", "tool", "author", "date")}})
    return found


def used_by(a, finding):
    lists = {"themes": ("themes", "findingIds"), "contradictions": ("contradictions", "findingIds"), "gaps": ("gaps", "blocksFindings"),
             "actions": ("actionableItems", "basedOn")}
    return {name: [{"id": item["id"]} for item in a.parts(part) if finding["id"] in item.get(key, [])] for name, (part, key) in lists.items()}


def shared_sources(archive, a, finding):
    mine = {source_key(c) for c in a.cited(finding)}
    found = []
    for other in sorted(archive.current, key=lambda other: (other.when, other.uuid)):
        resting = {f["id"]: mine & {source_key(c) for c in other.cited(f)} for f in other.findings.values()}
        if other.lineage != a.lineage and any(resting.values()):
            found.append({"run": other.natural, "artifact": other.uuid, "sources": sorted(set().union(*resting.values())),
                          "findings": sorted(name for name, sources in resting.items() if sources)})
    return found


def provenance(archive, a, finding):
    confidence = a.doc.get("confidence", {})
    revisions = [{"revision": n, "artifact": r.uuid} for n, r in enumerate(archive.lineages[a.lineage], 1)]
    before = [p for p in archive.current if p.kind == "packet" and p.task == a.task and p.when <= a.when]
    return {"subject": {"kind": "finding", "id": finding["id"], "claim": finding["claim"], **a.origin()}, "evidence": evidence(a, finding),
            "run": {"run": a.natural, "status": a.status, "query": a.doc["query"]["original"], "domains": a.doc["query"].get("domains", []),
                    "confidence": confidence.get("overall")},
            "artifact": {"artifact": a.uuid, "canonical_digest": a.canonical.hex(), "revisions": revisions},
            "context": [{"packet": p.natural, "artifact": p.uuid} for p in sorted(before, key=lambda p: (p.when, p.uuid))],
            "used_by": used_by(a, finding), "shared_sources": shared_sources(archive, a, finding)}


def show(archive, a, part, item):
    """Of a finding, theme, gap, contradiction, action or citation."""
    shared = {"id": item["id"], **a.origin()}
    if part == "findings":
        return {**shared, "claim": item["claim"], "independent_sources": a.independent(item), "evidence": evidence(a, item), "used_by": used_by(a, item)}
    if part in ("gaps", "contradictions"):
        return {**shared, "description": item["description"], "state": archive.state(a, part, item)}
    if part == "citations":
        citing = [f["id"] for f in a.parts("findings") if any(e["citationId"] == item["id"] for e in f.get("evidence", []))]
        return {**shared, "title": item["title"], "findings": citing}
    return {**shared, **{key: item.get(key) for key in ("name", "action", "strength", "priority") if key in item}}


def samples(archive):
    """Every part of the current runs, as (artifact, part, item)."""
    runs = sorted((a for a in archive.current if a.kind == "research"), key=lambda a: a.uuid)
    return [(a, part, item) for a in runs for part in ("findings", "themes", "contradictions", "gaps", "actionableItems", "citations")
             for item in (a.citations.values() if part == "citations" else a.parts(part))]


def task(archive, name):
    items = [a for a in archive.current if a.task == name]
    items.sort(key=lambda a: (a.when, a.uuid))
    return [{"kind": a.kind, "artifact": a.uuid, "natural_id": a.natural, "when": spelled(a.when), "title": a.title, "status": a.status} for a in items]
