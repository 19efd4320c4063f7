"""Documents as the contract reads them: canonical form, identity, revisions, sources, states.

An independent reading of the contract for oracle.py: no code shared with the program. It expects valid documents.
"""
import datetime
import decimal
import hashlib
import json
import pathlib
import re
import unicodedata
import urllib.parse
import uuid

NAMESPACE = uuid.UUID("5c5b9d4e-0d0a-5a58-9a53-6f6361736562")
SCHEMA_NAMES = {"research": "research-output", "packet": "context-packet"}
TRACKING = re.compile(r"(utm_.*|fbclid|gclid|msclkid|mc_cid|mc_eid|igshid|ref_src)$")


def files(paths):
    for path in map(pathlib.Path, paths):
        if path.is_dir():
            yield from (found for found in sorted(path.rglob("*")) if found.suffix.lower() in (".json", ".jsonl", ".ndjson"))
        else:
            yield path


def documents(path):
    """Every document of a file: one, several in a row, or one array of them."""
    text = path.read_bytes().decode("utf-8-sig")
    decoder, at = json.JSONDecoder(), 0
    while text[at:].strip():
        at += len(text[at:]) - len(text[at:].lstrip())
        value, at = decoder.raw_decode(text, at)
        yield from value if isinstance(value, list) else [value]


def canonical(value):
    """RFC 8785, but an integer keeps all its digits."""
    if isinstance(value, dict):
        keys = sorted(value, key=lambda key: key.encode("utf-16-be"))
        return "{" + ",".join(canonical(key) + ":" + canonical(value[key]) for key in keys) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(canonical, value)) + "]"
    if isinstance(value, float):
        return ecmascript(value)
    return json.dumps(value, ensure_ascii=False)


def ecmascript(number):
    """A double as ECMAScript writes it."""
    if number == 0:
        return "0"
    sign, digits, exponent = decimal.Decimal(repr(number)).normalize().as_tuple()
    text, point = "".join(map(str, digits)), len(digits) + exponent
    if len(text) <= point <= 21:
        text += "0" * (point - len(text))
    elif 0 < point <= 21:
        text = text[:point] + "." + text[point:]
    elif -6 < point <= 0:
        text = "0." + "0" * -point + text
    else:
        text = text[0] + ("." + text[1:] if len(text) > 1 else "") + f"e{point - 1:+d}"
    return "-" * sign + text


def micros(text):
    """Microseconds since 1970 of an RFC 3339 time."""
    moment, fraction, zone = re.fullmatch(r"(.{19})(?:\.(\d+))?(.+)", text).groups()
    offset = "+00:00" if zone in "Zz" else zone
    whole = datetime.datetime.fromisoformat(moment.replace(" ", "T").upper() + offset)
    epoch = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)
    return (whole - epoch) // datetime.timedelta(microseconds=1) + int(((fraction or "") + "000000")[:6])


def spelled(moment):
    """A moment as answers write it: UTC, with as many fraction digits, in threes, as it has."""
    text = calendar(moment).strftime("%Y-%m-%dT%H:%M:%S")
    part = moment % 1_000_000
    fraction = f".{part:06}" if part % 1000 else f".{part // 1000:03}" if part else ""
    return text + fraction + "Z"


def calendar(moment):
    return datetime.datetime(1970, 1, 1) + datetime.timedelta(microseconds=moment)


def folded(text):
    """What two spellings of one text share: NFC, no case, single spaces."""
    return " ".join(unicodedata.normalize("NFC", text).lower().split())


def digest(text):
    return hashlib.sha256(folded(text).encode()).digest()


def canonical_url(url):
    doi = re.match(r"(?i)(?:https?://(?:dx\.|www\.)?doi\.org/|doi:)(10\..+)$", url)
    if doi:
        return "https://doi.org/" + doi[1].lower()
    paper = re.match(r"(?i)(?:https?://(?:www\.|export\.)?arxiv\.org/(?:abs|pdf|html)/|arxiv:)([^?#]+?)(?:v\d+)?(?:\.pdf)?/?(?:[?#].*)?$", url)
    if paper:
        return "https://arxiv.org/abs/" + paper[1].lower()
    parts = urllib.parse.urlsplit(url)
    host = (parts.hostname or "").removeprefix("www.")
    port = f":{parts.port}" if parts.port and (parts.scheme.lower(), parts.port) not in (("http", 80), ("https", 443)) else ""
    query = "&".join(pair for pair in parts.query.split("&") if pair and not TRACKING.match(pair.split("=")[0].lower()))
    return f"{parts.scheme.lower()}://{host}{port}{parts.path.rstrip('/')}" + (f"?{query}" if query else "")


def source_key(citation):
    """One source, however it is spelled."""
    return canonical_url(citation["url"]) if "url" in citation else citation["type"] + ":" + folded(citation["title"])


class Artifact:
    """One document with what identifies and orders it. local() gives its parts, in their order."""

    def __init__(self, doc, path):
        self.doc, self.sources = doc, {str(path)}
        self.kind = "research" if "_meta" in doc else "packet"
        if self.kind == "research":
            meta = doc["_meta"]
            self.natural, self.task = meta["researchId"], meta["taskId"]
            self.version, self.status = meta.get("version", "1.0.0"), doc["status"]
            self.when = micros(meta.get("completedAt", meta["createdAt"]))
            self.title = doc["query"]["original"]
        else:
            self.natural, self.task = f"{doc['project']}/{doc['packetId']}", doc["task"]["taskId"]
            self.version, self.status = "1.0.0", None
            self.when = micros(doc["generatedAt"])
            self.title = doc["task"]["objective"]
        self.lineage = (self.kind, self.natural, self.task if self.kind == "research" else None)
        self.canonical = hashlib.sha256(canonical(doc).encode()).digest()
        name = f"{self.kind}\0{self.task}\0{SCHEMA_NAMES[self.kind]}\0".encode() + self.canonical
        self.uuid = str(uuid.UUID(bytes=hashlib.sha1(NAMESPACE.bytes + name).digest()[:16], version=5))
        self.order = ([int(part) for part in self.version.split(".")], self.when, self.canonical)
        self.findings = {f["id"]: f for f in doc.get("findings", [])}
        self.citations = {c["id"]: c for c in doc.get("sources", {}).get("citations", [])}

    def parts(self, key):
        return self.doc.get(key, [])

    def origin(self):
        return {"run": self.natural, "task": self.task, "artifact": self.uuid, "when": spelled(self.when)}

    def cited(self, finding):
        return [self.citations[e["citationId"]] for e in finding.get("evidence", [])]

    def independent(self, finding):
        return len({source_key(c) for c in self.cited(finding)})


class Archive:
    """All documents, their revisions and which of them are current."""

    def __init__(self, paths):
        by_uuid = {}
        for path in files(paths):
            for doc in documents(path):
                new = Artifact(doc, path)
                by_uuid.setdefault(new.uuid, new).sources |= new.sources
        self.lineages = {}
        for artifact in by_uuid.values():
            self.lineages.setdefault(artifact.lineage, []).append(artifact)
        for revisions in self.lineages.values():
            revisions.sort(key=lambda a: a.order)
        self.all = [a for revisions in self.lineages.values() for a in revisions]
        self.current = [revisions[-1] for revisions in self.lineages.values()]
        self.gap_runs = {}
        for artifact in self.current:
            for text in [g["description"] for g in artifact.parts("gaps")] + packet_gaps(artifact):
                self.gap_runs.setdefault(digest(text), set()).add(artifact.lineage)

    def is_current(self, artifact):
        return self.lineages[artifact.lineage][-1] is artifact

    def scope(self, filters):
        chosen = self.all if filters["all_revisions"] else self.current
        run = filters["run"]
        return [a for a in chosen
                if filters["task"] in (None, a.task)
                and (run is None or run in (a.natural, f"{a.task}/{a.natural}"))
                and filters["status"] in (None, a.status)
                and (filters["since"] is None or a.when >= bound(filters["since"]))
                and (filters["until"] is None or a.when < bound(filters["until"]))
                and (filters["domain"] is None or filters["domain"] in a.doc.get("query", {}).get("domains", []))]

    def absent_from(self, artifact, key, item):
        """The completed current revision that no longer has this gap or contradiction, if there is one."""
        current = self.lineages[artifact.lineage][-1]
        if current is artifact or current.status != "completed":
            return None
        return None if same_item(current, key, item) else current

    def state(self, artifact, key, item):
        if self.absent_from(artifact, key, item):
            return "resolved"
        settled = key == "contradictions" and item.get("resolution", "").strip() and item.get("requiresConsensus", True) is False
        return "resolved" if settled else "open"

    def is_last(self, artifact, key, item):
        revisions = self.lineages[artifact.lineage]
        later = revisions[revisions.index(artifact) + 1:]
        return not any(same_item(other, key, item) for other in later)

    def against(self, artifact, finding_id):
        """Unresolved contradictions and open gaps of the document that name a finding."""
        contradicted = {c["id"] for c in artifact.parts("contradictions")
                        if finding_id in c["findingIds"] and self.state(artifact, "contradictions", c) != "resolved"}
        blocked = {g["id"] for g in artifact.parts("gaps")
                   if finding_id in g.get("blocksFindings", []) and self.state(artifact, "gaps", g) == "open"}
        return sorted(contradicted), sorted(blocked)


def same_item(artifact, key, item):
    return any(other["id"] == item["id"] and folded(other["description"]) == folded(item["description"]) for other in artifact.parts(key))


def packet_gaps(artifact):
    return artifact.doc["budget"]["unresolvedGaps"] if artifact.kind == "packet" else []


def bound(text):
    return micros(text if "T" in text else text + "T00:00:00Z")


def unique(values):
    return list(dict.fromkeys(values))


def gap_class(text):
    prefixes = {"budget of": "budget", "context item limit": "item-limit", "no context records": "no-records",
                "context_budget_exceeded": "budget-exceeded", "dispatch_context_": "dispatch"}
    return next((name for prefix, name in prefixes.items() if text.startswith(prefix)), "other")
