#!/usr/bin/env python3
"""Makes a folder of valid documents, the same for the same arguments.

usage: corpus.py OUT [--runs N] [--packets N] [--revisions SHARE] [--messy] [--seed S] [--ndjson]

OUT gets research/ and packets/, one document a file, or with --ndjson research.ndjson and packets.ndjson.
--revisions 0.2 brings a fifth of the runs back once or twice, with fewer gaps and moved confidence.
--messy leaves optional fields out, respells URLs, theme names and gaps, repeats links and quotes, lets times and
versions tie, writes numbers and times in unusual ways, mixes file formats and brings some documents twice.
"""
import argparse
import json
import pathlib
import random
import unicodedata
from datetime import datetime, timedelta, timezone

RESEARCH = "https://cleo-dev.com/schemas/v1/rcsd-research-output.schema.json"
START = datetime(2025, 3, 1, tzinfo=timezone.utc)
DAYS = 400
SUBJECTS = """the write-ahead log|a page cache|the sync protocol|a bloom filter|the scheduler|a vector clock
the tokenizer|an append-only file|the planner|a token bucket|the allocator|a checkpoint|the lock manager|全文索引
a Merkle tree|the rate limiter|检查点|the garbage collector|a naïve retry|the façade""".replace("\n", "|").split("|")
VERBS = "bounds|delays|hides|duplicates|reorders|drops|amplifies|survives|loses|exposes|缩短|放大".split("|")
OBJECTS = """tail latency|lost updates|stale reads|write stalls|clock skew|cold starts|partial failures|尾部延迟
memory growth|torn pages|head-of-line blocking|duplicate messages|写入停顿|priority inversion""".replace("\n", "|").split("|")
SHADES = "under load|after a crash|on slow disks|with many readers|in the common case|across regions|重启之后|🙂".split("|")
THEMES = "Crash safety|Back-pressure|Clock trouble|Café culture|Read paths|写入路径|Small files|Retry storms".split("|")
GAPS = ["Nobody measured {} on real devices.", "It is unknown how {} behaves at ten times the load.", "尚无数据说明 {} 的影响。"]
DOMAINS = ["storage", "networking", "testing", "llm-agents", "security"]
TAGS = ["wal", "latency", "sync", "crdt", "index", "retry", "cache", "backup", "clock", "locks"]
TOOLS = ["tavily", "context7", "webFetch", "reddit", "codebase"]
TYPES = ["web", "documentation", "article", "discussion", "codebase", "book", "paper"]
FACTORS = ["sourceQuality", "sourceDiversity", "evidenceStrength", "consistency", "recency"]
PACKET_GAPS = ["budget of 4000 tokens left out 2 items", "context item limit 40 reached", "no context records for this role",
               "context_budget_exceeded: 9000 of 8000", "dispatch_context_timeout: inventory", "The owner is not named.",
               "Budget is tight."]


class Maker:
    """Draws documents from one random stream; `mess` decides whether an untidiness happens here."""

    def __init__(self, seed, messy):
        self.random = random.Random(seed)
        self.messy = messy
        self.known_gaps = []

    def mess(self, share):
        return self.messy and self.random.random() < share

    def pick(self, options):
        return self.random.choice(options)

    def some(self, options, low, high):
        return self.random.sample(options, min(len(options), self.random.randint(low, high)))

    def hex(self, digits):
        return f"{self.random.getrandbits(4 * digits):0{digits}x}"

    def ids(self, prefix, digits, count):
        """Ids in the order the document uses them, which is not the order they sort in."""
        found = []
        while len(found) < count:
            new = f"{prefix}_{self.hex(digits)}"
            if new not in found:
                found.append(new)
        return found

    def share(self):
        value = round(self.random.random(), 3)
        if self.mess(0.1):
            value = self.pick([0, 1, 1.0, 0.0, 1e-7, 0.30000000000000004, 0.5])
        return value

    def sentence(self):
        return f"{self.pick(SUBJECTS)} {self.pick(VERBS)} {self.pick(OBJECTS)} {self.pick(SHADES)}".strip().capitalize() + "."

    def moment(self, day):
        return START + timedelta(days=day, seconds=0 if self.mess(0.3) else self.random.randint(0, 86_399))

    def time(self, moment, research=True):
        """RFC 3339; a research run may use an offset or a fraction, a packet only a fraction."""
        text = moment.strftime("%Y-%m-%dT%H:%M:%S")
        if research and self.mess(0.1):
            shifted = moment.astimezone(timezone(timedelta(hours=self.pick([-8, 1, 9]), minutes=self.pick([0, 30]))))
            return shifted.isoformat()
        if self.mess(0.1):
            return text + self.pick([".5Z", ".250Z", ".000001Z"])
        return text + "Z"

    def url(self):
        number = self.random.randint(1, 400)
        form = number % 10
        if form == 0:
            return self.pick([f"https://doi.org/10.1000/{number}", f"http://dx.doi.org/10.1000/{number}"]) if self.messy \
                else f"https://doi.org/10.1000/{number}"
        if form == 1:
            paper = f"2301.{number:05}"
            return self.pick([f"https://arxiv.org/abs/{paper}", f"https://arxiv.org/pdf/{paper}", f"https://www.arxiv.org/abs/{paper}v2"]) \
                if self.messy else f"https://arxiv.org/abs/{paper}"
        plain = f"https://docs.example.org/{self.pick(TAGS)}/{number}"
        if not self.messy:
            return plain
        return self.pick([plain, plain, plain + "/", plain + "#section-2", plain + "?utm_source=feed&utm_medium=mail",
                          plain.replace("https://", "https://www."), plain.replace("https://docs.example.org", "HTTPS://Docs.Example.ORG"),
                          plain.replace("example.org", "example.org:443"), plain + "?page=2"])

    def citation(self, name):
        made = {"id": name, "type": self.pick(TYPES), "title": f"Notes on {self.pick(SUBJECTS)}", "url": self.url(),
                "author": self.pick(["A team", "A standards body", "某团队"]), "date": f"2024-{self.random.randint(1, 12):02}-{self.random.randint(1, 28):02}",
                "reliability": self.pick(["high", "medium", "low", "unknown"]), "tool": self.pick(TOOLS), "excerpt": self.sentence() + " " + self.sentence()}
        return self.thin(made, ("url", "author", "date", "reliability", "tool", "excerpt"))

    def thin(self, made, optional):
        for key in optional:
            if key in made and self.mess(0.12):
                del made[key]
        return made

    def quote(self, citation):
        excerpt = citation.get("excerpt", self.sentence())
        kind = self.random.random()
        if kind < 0.6:
            return excerpt[: len(excerpt) // 2].strip()
        if kind < 0.75:
            return excerpt[:8] + " … " + excerpt[-8:]
        if kind < 0.85:
            return "  " + excerpt.replace(" ", "  ")
        return self.sentence()

    def finding(self, name, citations):
        cited = self.some(citations, 1, 4)
        if self.mess(0.15):
            cited.append(cited[0])
        evidence = [{"citationId": c["id"], "quote": self.quote(c), "weight": self.share()} for c in cited]
        if self.mess(0.1):
            evidence.append(dict(evidence[0]))
        for entry in evidence:
            self.thin(entry, ("weight",))
        made = {"id": name, "claim": self.sentence(), "evidence": evidence, "sourceCount": self.random.randint(1, 4),
                "confidence": self.share(), "relevance": self.share(), "category":
                self.pick(["fact", "best-practice", "pattern", "warning", "opinion", "requirement"]), "tags": self.some(TAGS, 1, 3)}
        if self.mess(0.05):
            made["evidence"] = []
        if self.mess(0.05):
            made["tags"] = made["tags"] + made["tags"][:1]
        return self.thin(made, ("evidence", "sourceCount", "relevance", "category", "tags"))

    def links(self, findings, low, high):
        chosen = self.some(findings, low, high)
        return chosen + chosen[:1] if self.mess(0.08) else chosen

    def theme(self, name, findings):
        text = self.pick(THEMES)
        if self.messy:
            text = self.pick([text, text.upper(), text.lower(), f" {text} ", text.replace(" ", "  "), unicodedata.normalize("NFD", text)])
        made = {"id": name, "name": text, "findingIds": self.links(findings, 2, 5), "strength": self.pick(["strong", "moderate", "weak"])}
        if self.mess(0.05):
            made["findingIds"] = [findings[0], findings[0]]
        return self.thin(made, ("strength",))

    def contradiction(self, name, findings):
        made = {"id": name, "description": self.sentence(), "findingIds": self.links(findings, 2, 3), "severity": self.pick(["critical", "significant", "minor"]),
                "requiresConsensus": self.random.random() < 0.5}
        if self.random.random() < 0.5:
            made["resolution"] = self.pick([self.sentence(), self.sentence(), "" if self.messy else "Settled."])
        return self.thin(made, ("severity", "requiresConsensus"))

    def gap(self, name, findings):
        text = self.pick(self.known_gaps) if self.known_gaps and self.random.random() < 0.3 else self.pick(GAPS).format(self.pick(OBJECTS))
        self.known_gaps = [*self.known_gaps[-20:], text]
        if self.mess(0.2):
            text = self.pick([text.upper(), f"{text} ", text.replace(" ", "  ")])
        made = {"id": name, "description": text, "importance": self.pick(["critical", "high", "medium", "low"]),
                "suggestedSources": self.some(["device lab", "vendor manual", "own telemetry", "论文"], 0, 2), "blocksFindings": self.links(findings, 0, 3)}
        return self.thin(made, ("importance", "suggestedSources", "blocksFindings"))

    def action(self, name, findings):
        made = {"id": name, "action": "Check: " + self.sentence(), "rationale": self.sentence(), "priority": self.pick(["critical", "high", "medium", "low"]),
                "basedOn": self.links(findings, 1, 3), "effort": self.pick(["small", "medium", "large"])}
        return self.thin(made, ("rationale", "basedOn", "effort"))

    def run(self, number, runs):
        began = self.moment(number * DAYS // runs)
        citations = [self.citation(name) for name in self.ids("cite", 6, self.random.randint(3, 9))]
        names = self.ids("find", 6, self.random.randint(3, 10))
        meta = {"researchId": f"res_{number:04x}{self.hex(4)}", "taskId": f"T{100 + number % max(1, runs // 4)}", "shortName": f"{self.pick(TAGS)}-{number}",
                "version": "1.0.0", "createdAt": self.time(began), "completedAt": self.time(began + timedelta(seconds=1800)), "duration": 1800}
        made = {"$schema": RESEARCH, "_meta": meta,
                "query": {"original": "How does it come that " + self.sentence(), "expanded": [self.sentence()], "domains": self.some(DOMAINS, 1, 3)},
                "status": self.random.choices(["completed", "partial", "in_progress", "failed", "pending"], [75, 12, 5, 5, 3])[0],
                "sources": {"searched": len(citations) + 3, "used": len(citations), "byTool": {"tavily": 2}, "citations": citations},
                "findings": [self.finding(name, citations) for name in names],
                "themes": [self.theme(name, names) for name in self.ids("theme", 4, self.random.randint(1, 3))],
                "contradictions": [self.contradiction(name, names) for name in self.ids("contra", 4, self.random.randint(0, 2))],
                "gaps": [self.gap(name, names) for name in self.ids("gap", 4, self.random.randint(0, 3))],
                "actionableItems": [self.action(name, names) for name in self.ids("action", 4, self.random.randint(0, 3))],
                "confidence": {"overall": self.share(), "factors": self.thin({key: self.share() for key in FACTORS}, FACTORS), "caveats": [self.sentence()]}}
        self.thin(made, ("themes", "contradictions", "gaps", "actionableItems", "confidence"))
        self.thin(made["query"], ("expanded", "domains"))
        self.thin(meta, ("version", "completedAt", "duration"))
        if self.mess(0.05):
            made["rawData"] = {"offsets": [2**64 + number, -1.5e300, 0.1]}
        if self.mess(0.05):
            made["findings"] = []
            for key in ("themes", "contradictions", "gaps", "actionableItems"):
                made.pop(key, None)
        return made

    def revision(self, earlier):
        made = json.loads(json.dumps(earlier))
        version = made["_meta"].get("version", "1.0.0").split(".")
        made["_meta"]["version"] = f"1.{int(version[1]) + self.pick([1, 9])}.0"
        later = START + timedelta(days=DAYS, seconds=self.random.randint(0, 86_399))
        made["_meta"]["completedAt"] = self.time(later)
        made["_meta"].pop("duration", None)
        made["status"] = self.pick(["completed", "completed", "partial"])
        for key in ("gaps", "contradictions"):
            made[key] = made.get(key, [])[self.random.randint(0, 1):]
        for gap in made["gaps"]:
            if self.mess(0.2):
                gap["description"] = "Reworded: " + gap["description"][:200]
        for finding in made["findings"]:
            finding["confidence"] = self.share()
        if self.mess(0.2):
            made["_meta"]["version"] = earlier["_meta"].get("version", "1.0.0")
            made["_meta"] = {**made["_meta"], **{key: earlier["_meta"][key] for key in ("completedAt",) if key in earlier["_meta"]}}
        return made

    def item(self, number):
        made = {"id": f"ctx_{number}", "kind": self.pick(["evidence", "state", "knowledge"]), "summary": self.sentence(),
                "provenance": {"sourceType": self.pick(["human", "git", "tool"]), "sourceRef": "notes.md"}, "authority": "evidence",
                "confidence": self.pick(["verified", "probable", "uncertain"]), "stateKey": self.pick(["store.engine", "store.sync", "接口"]),
                "observedAt": self.time(self.moment(3), research=False), "status": "current"}
        return self.thin(made, ("id", "kind", "summary", "provenance", "confidence", "stateKey"))

    def predecessor(self, number, before):
        return {"stepId": f"step-{number}", "role": "builder", "status": self.pick(["passed", "warning", "failed", "settled"]), "summary": self.sentence(),
                "settledAt": self.time(before - timedelta(hours=number + 1), research=False),
                "artifacts": [{"name": "log", "kind": "log", "artifactRef": self.pick(["artifact:log.txt", f"artifact:log.txt@sha256:{self.hex(64)}", "log.txt"])}],
                "decisions": [self.sentence()]}

    def packet(self, number, packets, tasks):
        made_at = self.moment(number * DAYS // packets)
        steps = self.random.randint(1, 5)
        step = self.random.randint(0, steps - 1)
        allocated = 8000
        return {"schema": "kxm.context-packet.v2", "packetId": f"ctx-{number}", "project": f"project-{number % 3}",
                "generatedAt": self.time(made_at, research=False), "targetRole": self.pick(["builder", "critic", "planner"]),
                "task": {"taskId": f"T{100 + self.random.randrange(tasks)}", "stepId": f"step-{step}", "stepAttempt": self.random.randint(1, 2),
                         "objective": self.sentence(), "allowedOutcomes": ["passed", "failed"][: 0 if self.mess(0.1) else 2],
                         "permissionCeiling": self.pick(["read-only", "edit", "admin"])},
                "acceptanceCriteria": [{"id": f"ac-{k}", "description": self.sentence(), "verificationKind": self.pick(["gate", "witness", "critic", "human"]),
                                        "required": self.random.random() < 0.7} for k in range(self.random.randint(0, 3))],
                "plan": {"planHash": "default", "activeStepIndex": step, "totalSteps": steps, "settledDecisions": [self.sentence()]},
                "predecessors": [self.predecessor(k, made_at) for k in range(step)],
                "environment": {"sharedDefaults": [{"id": "offline", "summary": "Works offline."}], "projectKnowledge": [self.item(1)],
                                "currentState": [self.item(2)], "contradictions": [self.item(k) for k in range(3, 3 + self.random.choice([0, 0, 1, 2, 3]))],
                                "activeSkills": []},
                "budget": {"allocatedTokens": allocated, "estimatedTokens": self.random.randint(100, 9000 if self.messy else allocated),
                           "unresolvedGaps": self.some(PACKET_GAPS, 0, 2) + ([self.pick(self.known_gaps)] if self.known_gaps and self.mess(0.1) else []),
                           "provenanceSummary": {"human": 1}}}


def documents(options):
    """(name, document) pairs of each folder."""
    maker = Maker(options.seed, options.messy)
    research = []
    for number in range(options.runs):
        made = maker.run(number, options.runs)
        research.append(made)
        while maker.random.random() < options.revisions:
            made = maker.revision(made)
            research.append(made)
        if maker.mess(0.03):
            twin = json.loads(json.dumps(made))
            twin["_meta"]["taskId"] = "T999"
            research.append(twin)
        if maker.mess(0.05):
            research.append(dict(reversed(made.items())))
    tasks = max(1, options.runs // 4)
    return {"research": research, "packets": [maker.packet(number, options.packets, tasks) for number in range(options.packets)]}


def spelled(document, number, messy):
    """The text of a file; every seventh or so is spelled oddly when messy."""
    oddity = number % 7 if messy else 0
    if oddity == 1:
        return json.dumps(document, separators=(",", ":"))
    if oddity == 2:
        return json.dumps(document, indent=1, ensure_ascii=False).replace("\n", "\r\n")
    if oddity == 3:
        return "\ufeff" + json.dumps(document, ensure_ascii=False)
    if oddity == 4:
        return json.dumps([document], indent=2)
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--runs", type=int, default=100)
    parser.add_argument("--packets", type=int, default=0)
    parser.add_argument("--revisions", type=float, default=0)
    parser.add_argument("--messy", action="store_true")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--ndjson", action="store_true")
    options = parser.parse_args()
    for folder, made in documents(options).items():
        options.out.mkdir(parents=True, exist_ok=True)
        if options.ndjson:
            lines = "".join(json.dumps(document, ensure_ascii=False, separators=(",", ":")) + "\n" for document in made)
            (options.out / f"{folder}.ndjson").write_text(lines, encoding="utf-8", newline="")
            continue
        (options.out / folder).mkdir(exist_ok=True)
        for number, document in enumerate(made):
            (options.out / folder / f"{number:06}.json").write_text(spelled(document, number, options.messy), encoding="utf-8", newline="")


if __name__ == "__main__":
    main()
