#!/usr/bin/env python3
"""Answers casebook's questions straight from source files, with nothing but loops and dictionaries.

usage: oracle.py QUESTION PATH... [--task T] [--tag T] ... (the filters of the command line, see FILTERS)

An independent reading of the contract: no table, no SQL, no code shared with the program. compare.py holds
the two against each other. It expects valid documents.
"""
import argparse
import json
import sys

from documents import Archive, calendar, digest, folded, gap_class, micros, packet_gaps, source_key, spelled, unique

SEVERITIES = ["critical", "significant", "minor", None]
LEVELS = ["critical", "high", "medium", "low", None]
RELIABILITY = ["high", "medium", "low", "unknown"]
FACTORS = ["sourceQuality", "sourceDiversity", "evidenceStrength", "consistency", "recency"]
DAY = 86_400_000_000


# ---- warnings --------------------------------------------------------------------------------------------------

def warnings(artifact):
    return research_warnings(artifact) if artifact.kind == "research" else packet_warnings(artifact)


def research_warnings(artifact):
    doc, found = artifact.doc, []
    lists = {"themes": "findingIds", "contradictions": "findingIds", "gaps": "blocksFindings", "actionableItems": "basedOn"}
    for part, key in lists.items():
        for item in doc.get(part, []):
            ids = item.get(key, [])
            found += ["ref.repeated"] * (len(ids) - len(set(ids)))
            if part in ("themes", "contradictions") and len(set(ids)) < 2:
                found.append(part[:-1] + ".single-finding")
    for finding in doc["findings"]:
        if not finding.get("evidence"):
            found.append("finding.no-evidence")
        if "sourceCount" in finding and finding["sourceCount"] != artifact.independent(finding):
            found.append("finding.source-count")
    sources = doc["sources"]
    used = {e["citationId"] for f in doc["findings"] for e in f.get("evidence", [])}
    found += ["count.used-exceeds-searched"] * (sources["used"] > sources["searched"])
    found += ["count.used-mismatch"] * (sources["used"] != len(used))
    found += ["count.by-tool"] * (sum(sources.get("byTool", {}).values()) > sources["searched"])
    meta = doc["_meta"]
    if "completedAt" in meta:
        took = micros(meta["completedAt"]) - micros(meta["createdAt"])
        found += ["time.order"] * (took < 0 or ("duration" in meta and abs(took - meta["duration"] * 1_000_000) > 60_000_000))
    return found


def packet_warnings(artifact):
    doc, found = artifact.doc, []
    steps = [p["stepId"] for p in doc["predecessors"]]
    found += ["predecessor.repeated"] * (len(steps) - len(set(steps)))
    found += ["predecessor.future" for p in doc["predecessors"] if micros(p["settledAt"]) > artifact.when]
    budget = doc["budget"]
    said = any(gap_class(text) in ("budget", "budget-exceeded") for text in budget["unresolvedGaps"])
    found += ["budget.exceeded"] * (budget["estimatedTokens"] > budget["allocatedTokens"] and not said)
    return found


# ---- questions -------------------------------------------------------------------------------------------------

def mean(values):
    return sum(values) / len(values) if values else None


def matches(finding, filters):
    return (filters["category"] in (None, finding.get("category")) and (filters["tag"] is None or filters["tag"] in finding.get("tags", []))
            and (filters["min_confidence"] is None or finding["confidence"] >= filters["min_confidence"])
            and (filters["max_confidence"] is None or finding["confidence"] <= filters["max_confidence"]))


def touches(artifact, ids, filters):
    """Whether one of these findings passes the filters on findings; without such a filter everything does."""
    if all(filters[key] is None for key in ("category", "tag", "min_confidence", "max_confidence")):
        return True
    return any(matches(artifact.findings[name], filters) for name in ids if name in artifact.findings)


def ask_list(archive, filters):
    items = [{"artifact": a.uuid, "kind": a.kind, "natural_id": a.natural, "task": a.task, "revision": archive.lineages[a.lineage].index(a) + 1,
              "current": archive.is_current(a), "when": spelled(a.when), "status": a.status, "source": a.sources, "warnings": len(warnings(a)),
              "title": a.title, "_": (-a.when, a.uuid)} for a in archive.scope(filters) if filters["kind"] in (None, a.kind)]
    return ordered(items)


def ordered(items):
    items.sort(key=lambda item: item["_"])
    return [{key: value for key, value in item.items() if key != "_"} for item in items]


def ask_findings(archive, filters):
    items = []
    for a in archive.scope(filters):
        for finding in a.parts("findings"):
            contradicted, blocked = archive.against(a, finding["id"])
            independent, evidence = a.independent(finding), len(finding.get("evidence", []))
            wanted = (matches(finding, filters) and (not filters["single_source"] or (independent <= 1 and evidence))
                      and (not filters["no_evidence"] or not evidence) and (not filters["contradicted"] or contradicted)
                      and (not filters["blocked"] or blocked))
            if not wanted:
                continue
            rated = sorted(RELIABILITY.index(c.get("reliability", "unknown")) for c in a.cited(finding))
            items.append({"id": finding["id"], "claim": finding["claim"], "confidence": finding["confidence"], "relevance": finding.get("relevance"),
                          "category": finding.get("category"), "tags": finding.get("tags", []), "evidence_count": evidence,
                          "independent_sources": independent, "source_count": finding.get("sourceCount"), "contradicted_by": contradicted,
                          "blocked_by": blocked, "best_reliability": RELIABILITY[rated[0]] if rated else None,
                          "worst_reliability": RELIABILITY[rated[-1]] if rated else None, **a.origin(),
                          "_": (-finding["confidence"], a.uuid, finding["id"])})
    return ordered(items)


def gap_rows(archive, filters):
    """Gaps with the artifact they stand in and what --group needs, unordered."""
    wide = {**filters, "all_revisions": filters["all_revisions"] or filters["all"]}
    for a in archive.scope(wide):
        last_only = filters["all"] and not filters["all_revisions"]
        for gap in a.parts("gaps"):
            blocked = unique(gap.get("blocksFindings", []))
            state = archive.state(a, "gaps", gap)
            if touches(a, blocked, filters) and (filters["importance"] in (None, gap.get("importance"))) \
                    and (state == "open" or filters["all"]) and not (last_only and not archive.is_last(a, "gaps", gap)):
                known = [a.findings[name]["confidence"] for name in blocked if name in a.findings]
                absent = archive.absent_from(a, "gaps", gap)
                yield a, {"kind": "research", "id": gap["id"], "description": gap["description"], "importance": gap.get("importance"), "state": state,
                          "blocked_findings": blocked, "blocked_mean_confidence": mean(known), "suggested_sources": gap.get("suggestedSources", []),
                          "class": None, "why": f"absent from {absent.uuid}" if absent else None}
        if filters["importance"] is None and touches(a, [], filters):
            for text in packet_gaps(a):
                if last_only and any(folded(text) in map(folded, packet_gaps(later)) for later in archive.lineages[a.lineage][archive.lineages[a.lineage].index(a) + 1:]):
                    continue
                yield a, {"kind": "packet", "id": "gap-" + digest(text)[:4].hex(), "description": text, "importance": None, "state": "open",
                          "blocked_findings": [], "blocked_mean_confidence": None, "suggested_sources": [], "class": gap_class(text), "why": None}


def ask_gaps(archive, filters):
    rows = list(gap_rows(archive, filters))
    if filters["group"]:
        return group_gaps(rows)
    items = []
    for a, gap in rows:
        also = sorted({natural for kind, natural, task in archive.gap_runs.get(digest(gap["description"]), set()) if (kind, natural, task) != a.lineage})
        items.append({**gap, "age_days": max(0, filters["now"] - a.when) // DAY, "also_in": also, **a.origin(),
                      "_": (LEVELS.index(gap["importance"]), -len(gap["blocked_findings"]), a.when, a.uuid, gap["id"])})
    return ordered(items)


def group_gaps(rows):
    groups = {}
    for a, gap in rows:
        groups.setdefault(digest(gap["description"]), []).append((a, gap))
    items = []
    for key, members in groups.items():
        members.sort(key=lambda m: (m[0].when, m[0].uuid, m[1]["id"]))
        rank = min(LEVELS.index(gap["importance"]) for _, gap in members)
        runs = len({a.lineage for a, _ in members})
        items.append({"description": members[0][1]["description"], "importance": LEVELS[rank], "runs": runs, "tasks": len({a.task for a, _ in members}),
                      "count": len(members), "first_seen": spelled(members[0][0].when), "last_seen": spelled(members[-1][0].when),
                      "members": [{"run": a.natural, "id": gap["id"], "task": a.task, "artifact": a.uuid} for a, gap in members],
                      "_": (-runs, rank, members[0][0].when, key)})
    return ordered(items)


def ask_themes(archive, filters):
    groups = {}
    for a in archive.scope(filters):
        for theme in a.parts("themes"):
            groups.setdefault(folded(theme["name"]), []).append((a, theme))
    least = filters["recurring"] if filters["recurring"] is not None else 1 if filters["run"] else 2
    items = []
    for key, members in groups.items():
        runs = len({a.lineage for a, _ in members})
        if runs < least or not any(touches(a, theme["findingIds"], filters) for a, theme in members):
            continue
        members.sort(key=lambda m: (m[0].when, m[0].uuid, m[1]["id"]))
        used = {(a.uuid, name): a.findings.get(name) for a, theme in members for name in theme["findingIds"]}
        known = [finding["confidence"] for finding in used.values() if finding]
        strengths = [theme.get("strength", "unstated") for _, theme in members]
        items.append({"name": members[0][1]["name"], "runs": runs, "tasks": len({a.task for a, _ in members}), "findings": len(used),
                      "strengths": {level: strengths.count(level) for level in ("strong", "moderate", "weak", "unstated")},
                      "mean_confidence": mean(known), "n": len(known), "n_missing": len(used) - len(known),
                      "first_seen": spelled(members[0][0].when), "last_seen": spelled(members[-1][0].when),
                      "members": [{"run": a.natural, "id": theme["id"], "findings": unique(theme["findingIds"]), "task": a.task, "artifact": a.uuid}
                                  for a, theme in members],
                      "_": (-runs, -len(used), key)})
    return ordered(items)


def ask_contradictions(archive, filters):
    wide = {**filters, "all_revisions": filters["all_revisions"] or filters["all"]}
    last_only = filters["all"] and not filters["all_revisions"]
    items = []
    for a in archive.scope(wide):
        for c in a.parts("contradictions"):
            state, consensus, ids = archive.state(a, "contradictions", c), c.get("requiresConsensus", True), unique(c["findingIds"])
            is_open = state == "open"
            if not touches(a, ids, filters) or (filters["open"] and not is_open) or (filters["needs_consensus"] and not (consensus and is_open)) \
                    or (last_only and not archive.is_last(a, "contradictions", c)):
                continue
            absent = archive.absent_from(a, "contradictions", c)
            items.append({"kind": "research", "id": c["id"], "description": c["description"], "severity": c.get("severity"), "requires_consensus": consensus,
                          "state": state, "resolution": c.get("resolution"), "sides": [side(a, name) for name in ids],
                          "why": f"absent from {absent.uuid}" if absent else None if is_open else "resolved by the document", **a.origin(),
                          "_": (SEVERITIES.index(c.get("severity")), not is_open, -a.when, a.uuid, c["id"])})
        if a.kind == "packet" and touches(a, [], filters):
            for name, entries in packet_sides(a).items():
                claims = [entry.get("summary") for entry in entries]
                items.append({"kind": "packet", "id": name, "description": " / ".join(claim for claim in claims if claim), "severity": None,
                              "requires_consensus": True, "state": "open", "resolution": None, "why": None,
                              "sides": [{"finding": None, "claim": claim, "confidence": None, "independent_sources": None, "evidence_weight": None}
                                        for claim in claims], **a.origin(), "_": (3, False, -a.when, a.uuid, name)})
    return ordered(items)


def side(a, name):
    finding = a.findings.get(name)
    if finding is None:
        return {"finding": name, "claim": None, "confidence": None, "independent_sources": None, "evidence_weight": None}
    weights = [e["weight"] for e in finding.get("evidence", []) if "weight" in e]
    return {"finding": name, "claim": finding["claim"], "confidence": finding["confidence"], "independent_sources": a.independent(finding),
            "evidence_weight": sum(weights) if weights else None}


def packet_sides(a):
    """A packet's contradictions: the entries that share a state key are one, any other entry is one of its own."""
    groups = {}
    for place, entry in enumerate(a.doc["environment"]["contradictions"]):
        key = entry.get("stateKey")
        groups.setdefault(("key", key) if key is not None else ("entry", place), []).append((place, entry))
    return {key[1] if key[0] == "key" else members[0][1].get("id", f"entry-{members[0][0]}"): [entry for _, entry in members]
            for key, members in groups.items()}


def ask_actions(archive, filters):
    items = []
    for a in archive.scope(filters):
        for action in a.parts("actionableItems"):
            based_on, shaky = unique(action.get("basedOn", [])), []
            for name in based_on:
                finding = a.findings.get(name)
                contradicted, blocked = archive.against(a, name)
                reasons = {"blocked": finding and blocked, "contradicted": finding and contradicted,
                           "low-confidence": finding and finding["confidence"] < 0.5, "missing": finding is None}
                shaky += [f"{reason} {name}" for reason, holds in reasons.items() if holds]
            if touches(a, based_on, filters) and (shaky or not filters["shaky"]):
                items.append({"id": action["id"], "action": action["action"], "rationale": action.get("rationale"), "priority": action["priority"],
                              "effort": action.get("effort"), "based_on": based_on, "shaky": shaky, **a.origin(),
                              "_": (LEVELS.index(action["priority"]), not shaky, -a.when, a.uuid, action["id"])})
    return ordered(items)


def ask_citations(archive, filters):
    groups = {}
    for a in archive.scope(filters):
        for citation in a.citations.values():
            groups.setdefault(source_key(citation), []).append((a, citation))
    items = []
    for key, uses in groups.items():
        uses.sort(key=lambda use: (use[0].when, use[0].uuid, use[1]["id"]))
        resting = [(a, f) for a in unique(a for a, _ in uses) for f in a.parts("findings") if any(source_key(c) == key for c in a.cited(f))]
        worst = max(RELIABILITY.index(c.get("reliability", "unknown")) for _, c in uses)
        filtering = any(filters[name] is not None for name in ("category", "tag", "min_confidence", "max_confidence"))
        if (filters["unused"] and resting) or filters["reliability"] not in (None, RELIABILITY[worst]) \
                or (filtering and not any(matches(f, filters) for _, f in resting)):
            continue
        items.append({"url": next((c["url"] for _, c in uses if "url" in c), None), "canonical_url": key if any("url" in c for _, c in uses) else None,
                      "titles": unique(c["title"] for _, c in uses), "types": unique(c["type"] for _, c in uses), "reliability": RELIABILITY[worst],
                      "tools": unique(c["tool"] for _, c in uses if "tool" in c), "runs": unique(a.natural for a, _ in uses), "findings": len(resting),
                      "first_seen": spelled(uses[0][0].when), "last_seen": spelled(uses[-1][0].when), "_": (-len(resting), key)})
    return ordered(items)


def ask_packets(archive, filters):
    items = []
    for a in archive.scope(filters):
        if a.kind != "packet":
            continue
        doc, task = a.doc, a.doc["task"]
        kinds = [c["verificationKind"] for c in doc["acceptanceCriteria"]]
        if filters["project"] not in (None, doc["project"]) or filters["role"] not in (None, doc["targetRole"]) or filters["step"] not in (None, task["stepId"]):
            continue
        items.append({"packet_id": doc["packetId"], "project": doc["project"], "role": doc["targetRole"], "task_id": task["taskId"],
                      "step_id": task["stepId"], "attempt": task["stepAttempt"], "permission": task["permissionCeiling"],
                      "criteria": {kind: kinds.count(kind) for kind in ("gate", "witness", "critic", "human")},
                      "allocated_tokens": doc["budget"]["allocatedTokens"], "estimated_tokens": doc["budget"]["estimatedTokens"],
                      "gaps": len(packet_gaps(a)), "contradictions": len(packet_sides(a)), "predecessors": len(doc["predecessors"]), **a.origin(),
                      "_": (-a.when, a.uuid)})
    return ordered(items)


# ---- trends ----------------------------------------------------------------------------------------------------

def bucket_name(bucket, a):
    day = calendar(a.when)
    if bucket == "run":
        return a.natural
    if bucket == "week":
        return "{0}-W{1:02}".format(*day.isocalendar())
    return {"day": day.strftime("%Y-%m-%d"), "month": day.strftime("%Y-%m"), "quarter": f"{day.year}-Q{(day.month + 2) // 3}"}[bucket]


def series_of(a, by, filters):
    """The series a run belongs to, each with those of its findings that pass the filters and belong there too."""
    chosen = [f for f in a.findings.values() if matches(f, filters)]
    if by == "none":
        return {"all": chosen}
    if by == "task":
        return {a.task: chosen}
    if by == "domain":
        return {domain: chosen for domain in a.doc["query"].get("domains", [])}
    found = {}
    if by == "theme":
        for theme in a.parts("themes"):
            found.setdefault(folded(theme["name"]), set()).update(theme["findingIds"])
        return {name: [f for f in chosen if f["id"] in ids] for name, ids in found.items()}
    for finding in chosen:
        for name in unique(finding.get("tags", [])) if by == "tag" else [finding["category"]] if "category" in finding else []:
            found.setdefault(name, []).append(finding)
    return found


def ask_trends(archive, filters):
    metric, by, bucket = filters["metric"], filters["by"], filters["bucket"]
    points, names = {}, {}
    for a in sorted((a for a in archive.scope(filters) if a.kind == "research"), key=lambda a: (a.when, a.uuid)):
        if not touches(a, list(a.findings), filters):
            continue
        confidence = a.doc.get("confidence", {})
        factors = confidence.get("factors", {})
        for key, findings in series_of(a, by, filters).items():
            if metric == "finding":
                values = [f["confidence"] for f in findings]
                if not values:
                    continue
            else:
                values = [confidence.get("overall") if metric == "overall" else factors.get(metric)]
            place = points.setdefault(key, {}).setdefault((a.when, a.uuid, bucket_name(bucket, a)) if bucket == "run" else bucket_name(bucket, a), ([], []))
            place[0].extend(values)
            place[1].append({} if metric == "finding" else factors)
        for theme in a.parts("themes") if by == "theme" else []:
            names.setdefault(folded(theme["name"]), theme["name"])
    series = []
    for key in points:
        line, before = [], None
        for place in sorted(points[key]):
            values, factors = points[key][place]
            known = sorted(value for value in values if value is not None)
            middle = len(known) // 2
            point = {"bucket": place[2] if bucket == "run" else place, "n": len(known), "n_missing": len(values) - len(known), "mean": mean(known),
                     "min": known[0] if known else None, "max": known[-1] if known else None,
                     "median": None if not known else known[middle] if len(known) % 2 else (known[middle - 1] + known[middle]) / 2,
                     "delta": None, "factors": {name: mean([f[name] for f in factors if name in f]) for name in FACTORS}}
            if point["mean"] is not None:
                point["delta"] = None if before is None else point["mean"] - before
                before = point["mean"]
            line.append(point)
        series.append({"key": names.get(key, key), "points": line})
    return sorted(series, key=lambda line: line["key"])


def ask_stats(archive, filters):
    gaps = [g["state"] for _, g in gap_rows(archive, {**filters, "all": True})]
    contradictions = [c["state"] for c in ask_contradictions(archive, {**filters, "all": True})]
    states = lambda found: {state: found.count(state) for state in ("open", "resolved", "accepted", "reopened")}
    citations = [c for a in archive.current for c in a.doc.get("sources", {}).get("citations", [])]
    return {"artifacts": {**{kind: sum(a.kind == kind for a in archive.current) for kind in ("research", "packet")}, "review": 0, "report": 0},
            "findings": sum(len(a.findings) for a in archive.current), "citations": len(citations), "sources": len({source_key(c) for c in citations}),
            "gaps": states(gaps), "contradictions": states(contradictions), "revisions": len(archive.all) - len(archive.current), "quarantine": 0}


QUESTIONS = {"list": ask_list, "findings": ask_findings, "gaps": ask_gaps, "themes": ask_themes, "contradictions": ask_contradictions,
             "actions": ask_actions, "citations": ask_citations, "packets": ask_packets, "trends": ask_trends, "stats": ask_stats}
FLAGS = ["all_revisions", "all", "group", "open", "needs_consensus", "single_source", "no_evidence", "contradicted", "blocked", "shaky", "unused"]
TEXTS = ["task", "run", "domain", "tag", "category", "status", "since", "until", "kind", "importance", "reliability", "project", "role", "step"]
FILTERS = {**dict.fromkeys(FLAGS, False), **dict.fromkeys(TEXTS), "min_confidence": None, "max_confidence": None, "recurring": None,
           "metric": "overall", "by": "none", "bucket": "month", "now": micros("2026-06-01T00:00:00Z")}


def ask(archive, question, **filters):
    return QUESTIONS[question](archive, {**FILTERS, **filters})


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("question", choices=QUESTIONS)
    parser.add_argument("paths", nargs="+")
    for name in FLAGS:
        parser.add_argument("--" + name.replace("_", "-"), action="store_true")
    for name in [*TEXTS, "metric", "by", "bucket"]:
        parser.add_argument("--" + name, default=FILTERS[name])
    for name, kind in {"min_confidence": float, "max_confidence": float, "recurring": int}.items():
        parser.add_argument("--" + name.replace("_", "-"), type=kind)
    options = vars(parser.parse_args())
    question, paths = options.pop("question"), options.pop("paths")
    json.dump(ask(Archive(paths), question, **options), sys.stdout, ensure_ascii=False, indent=2, default=sorted)


if __name__ == "__main__":
    main()
