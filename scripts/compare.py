#!/usr/bin/env python3
"""Holds a casebook binary against oracle.py on a folder of valid documents.

usage: compare.py BINARY CORPUS [--shown N]

Ingests CORPUS into a new archive and asks every question, plainly and with a spread of filters, as JSON; every key
must be what the oracle says, in the oracle's order. Then ingests the same again, which must change no byte of the
archive, and the files in another order into a second archive, which must answer alike. Prints each difference and
exits 1 if there is one.
"""
import argparse
import collections
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile

import documents
import oracle
import relations

NOW = "2026-06-01T00:00:00Z"
TOLERANCE = 1e-9


class Casebook:
    """A binary and an archive of it."""

    def __init__(self, binary, archive):
        self.command = [binary, "--db", str(archive), "--json"]
        self.archive = archive

    def run(self, *arguments):
        ran = subprocess.run([*self.command, *map(str, arguments)], capture_output=True, env={**os.environ, "CASEBOOK_NOW": NOW})
        try:
            return ran.returncode, json.loads(ran.stdout)
        except ValueError:
            sys.exit(f"{' '.join(map(str, arguments))}: no JSON on stdout (exit {ran.returncode})\n{ran.stderr.decode()[-2000:]}")

    def bytes(self):
        return [(p.name, p.read_bytes()) for p in sorted(self.archive.parent.iterdir()) if p.stat().st_size and not p.name.endswith("-shm")]


class Differences:
    """Counts what differs and prints the first few of each question."""

    def __init__(self, shown):
        self.shown, self.count = shown, collections.Counter()

    def add(self, where, message):
        self.count[where] += 1
        if self.count[where] <= self.shown:
            print(f"{where}: {message}")

    def compare(self, where, path, theirs, ours, partial=False):
        """theirs is the binary's value, ours the oracle's; if partial, the binary may have more keys."""
        if isinstance(ours, set):
            if theirs not in ours:
                self.add(where, f"{path}: {theirs!r} is none of {sorted(ours)}")
        elif isinstance(ours, dict) and isinstance(theirs, dict):
            for key in sorted(ours.keys() | theirs.keys()):
                if key in ours and key in theirs:
                    self.compare(where, f"{path}.{key}", theirs[key], ours[key], partial)
                elif key in ours or not partial:
                    self.add(where, f"{path}.{key}: only the {'oracle' if key in ours else 'binary'} has it")
        elif isinstance(ours, list) and isinstance(theirs, list):
            if len(ours) != len(theirs):
                self.add(where, f"{path}: {len(theirs)} items, the oracle has {len(ours)}")
            for index, (their, our) in enumerate(zip(theirs, ours)):
                self.compare(where, f"{path}[{index}]", their, our, partial)
        elif isinstance(ours, float) and isinstance(theirs, (int, float)) and not isinstance(theirs, bool):
            if abs(ours - theirs) > TOLERANCE:
                self.add(where, f"{path}: {theirs!r}, the oracle has {ours!r}")
        elif ours != theirs or isinstance(ours, bool) != isinstance(theirs, bool):
            self.add(where, f"{path}: {theirs!r}, the oracle has {ours!r}")


def frequent(values):
    """The most frequent value; ties go to the smallest."""
    counted = collections.Counter(values)
    return min(counted, key=lambda value: (-counted[value], value), default=None)


def filters_of(archive):
    """Filters that each select a part of this corpus, not nothing and not everything."""
    runs = [a for a in archive.current if a.kind == "research"]
    findings = [f for a in runs for f in a.findings.values()]
    moments = sorted(a.when for a in archive.current)
    day = lambda share: documents.spelled(moments[int(len(moments) * share)])[:10]
    return {"task": frequent(a.task for a in archive.current), "run": frequent(f"{a.task}/{a.natural}" for a in runs),
            "domain": frequent(d for a in runs for d in a.doc["query"].get("domains", [])),
            "tag": frequent(t for f in findings for t in f.get("tags", [])), "category": frequent(f["category"] for f in findings if "category" in f),
            "status": "partial", "since": day(0.3), "until": day(0.7)}


def questions(archive):
    """(question, filters) for everything that is asked."""
    common = {key: value for key, value in filters_of(archive).items() if value is not None}
    scopes = [{}, *({key: value} for key, value in common.items()), {"all_revisions": True}, {"min_confidence": 0.6}, {"max_confidence": 0.4},
              {"since": common["since"], "until": common["until"], "min_confidence": 0.3}]
    own = {
        "list": [{"kind": "research"}, {"kind": "packet"}],
        "findings": [{"single_source": True}, {"no_evidence": True}, {"contradicted": True}, {"blocked": True}, {"blocked": True, "all_revisions": True}],
        "gaps": [{"all": True}, {"all": True, "all_revisions": True}, {"importance": "critical"}, {"group": True}, {"group": True, "all": True},
                 {"all": True, "task": common["task"]}, {"group": True, "since": common["since"]}],
        "themes": [{"recurring": 1}, {"recurring": 3}, {"recurring": 1, "all_revisions": True}],
        "contradictions": [{"open": True}, {"needs_consensus": True}, {"all": True}, {"all": True, "all_revisions": True}],
        "actions": [{"shaky": True}, {"shaky": True, "all_revisions": True}],
        "citations": [{"unused": True}, {"reliability": "low"}, {"reliability": "unknown", "all_revisions": True}],
        "packets": [{"project": frequent(a.doc["project"] for a in archive.current if a.kind == "packet")},
                    {"role": "critic"}, {"step": frequent(a.doc["task"]["stepId"] for a in archive.current if a.kind == "packet")}],
        "trends": [{"metric": metric, "by": by, "bucket": bucket} for metric in ("overall", "finding", "recency")
                   for by in ("none", "task", "domain", "tag", "category", "theme") for bucket in ("day", "week", "month", "quarter", "run")]
                  + [{"metric": metric} for metric in ("sourceQuality", "sourceDiversity", "evidenceStrength", "consistency")],
    }
    for question, extra in own.items():
        for filters in [*scopes, *extra]:
            if set(filters) <= TAKES[question] and None not in filters.values():
                yield question, filters
    yield "stats", {}


SCOPE = {"task", "run", "domain", "status", "since", "until", "all_revisions"}
FINDING = {"tag", "category", "min_confidence", "max_confidence"}
TAKES = {"list": SCOPE | {"kind"}, "findings": SCOPE | FINDING | {"single_source", "no_evidence", "contradicted", "blocked"},
         "gaps": SCOPE | FINDING | {"all", "group", "importance"}, "themes": SCOPE | FINDING | {"recurring"},
         "contradictions": SCOPE | FINDING | {"open", "needs_consensus", "all"}, "actions": SCOPE | FINDING | {"shaky"},
         "citations": SCOPE | FINDING | {"unused", "reliability"}, "packets": SCOPE | {"project", "role", "step"},
         "trends": SCOPE | FINDING | {"metric", "by", "bucket"}}


def arguments(question, filters):
    words = [question]
    for name, value in filters.items():
        words += ["--" + name.replace("_", "-")] + ([] if value is True else [str(value)])
    return words + (["--limit", "0"] if question in oracle.QUESTIONS and question not in ("trends", "stats") else [])


def check_answers(casebook, archive, differences):
    for question, filters in questions(archive):
        words = arguments(question, filters)
        code, answer = casebook.run(*words)
        where = " ".join(words)
        expected = oracle.ask(archive, question, **filters)
        if code:
            differences.add(where, f"exit {code}: {answer}")
        elif question == "trends":
            differences.compare(where, "series", answer["series"], expected)
        elif question == "stats":
            differences.compare(where, "", {key: answer.get(key) for key in expected}, expected)
        else:
            differences.compare(where, "items", answer["items"], expected)
            differences.compare(where, "total", answer["total"], len(expected))


def check_relations(casebook, archive, differences):
    parts = relations.samples(archive)
    for a, part, item in parts[:: max(1, len(parts) // 150)]:
        name = f"{a.task}/{a.natural}/{item['id']}"
        answer = casebook.run("show", name)[1]
        differences.compare(f"show {name}", "item", answer.get("item", answer), relations.show(archive, a, part, item), partial=True)
        if part == "findings":
            answer = casebook.run("provenance", name)[1]
            differences.compare(f"provenance {name}", "", answer, relations.provenance(archive, a, item), partial=True)
    for name in sorted({a.task for a in archive.current})[:20]:
        differences.compare(f"task {name}", "items", casebook.run("task", name)[1].get("items"), relations.task(archive, name))


def check_again(casebook, corpus, differences):
    before = casebook.bytes()
    code, answer = casebook.run("ingest", corpus)
    summary = answer["summary"]
    if code or summary["unchanged"] != summary["documents"]:
        differences.add("ingest again", f"exit {code}, {summary}")
    if casebook.bytes() != before:
        differences.add("ingest again", "the archive's bytes changed")


def check_order(casebook, other, corpus, archive, differences):
    shuffled = list(documents.files([corpus]))
    random.Random(7).shuffle(shuffled)
    for start in range(0, len(shuffled), 500):
        other.run("ingest", *shuffled[start:start + 500])
    for question, filters in questions(archive):
        words = arguments(question, filters)
        one, two = casebook.run(*words)[1], other.run(*words)[1]
        for answer in (one, two):
            for item in answer.get("items", []):
                item.pop("source", None)
            for changing in ("bytes", "last_ingest"):
                answer.pop(changing, None)
        if one != two:
            differences.add("other order: " + " ".join(words), "the answers differ")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binary", type=os.path.abspath)
    parser.add_argument("corpus", type=pathlib.Path)
    parser.add_argument("--shown", type=int, default=5, help="differences printed a question")
    options = parser.parse_args()
    archive, differences = documents.Archive([options.corpus]), Differences(options.shown)
    with tempfile.TemporaryDirectory() as folder:
        one, two = (pathlib.Path(folder, name, "archive.db") for name in ("one", "two"))
        for path in (one, two):
            path.parent.mkdir()
        casebook, other = Casebook(options.binary, one), Casebook(options.binary, two)
        code, answer = casebook.run("ingest", options.corpus)
        if code:
            sys.exit(f"the corpus was not taken: {answer['summary']}")
        check_answers(casebook, archive, differences)
        check_relations(casebook, archive, differences)
        check_again(casebook, options.corpus, differences)
        check_order(casebook, other, options.corpus, archive, differences)
    asked = sum(1 for _ in questions(archive))
    print(f"{asked} questions on {len(archive.all)} artifacts: {sum(differences.count.values())} differences in {len(differences.count)} places")
    sys.exit(1 if differences.count else 0)


if __name__ == "__main__":
    main()
