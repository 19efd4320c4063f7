-- What became of each gap and contradiction: the newest record, else absence from a current revision that is
-- completed, else what the document says. absent_from is that revision. is_last: no later revision has the
-- same item, which is the same id and text.
, record AS NOT MATERIALIZED (
  SELECT r.kind, r.task, r.run, r.local_id, r.text_digest, r.state, r.note
  FROM resolution AS r
  WHERE NOT EXISTS (
    SELECT 1 FROM resolution AS newer
    WHERE newer.run = r.run AND newer.local_id = r.local_id AND newer.kind = r.kind AND newer.task IS r.task
      AND newer.text_digest = r.text_digest AND (newer.at, newer.uuid) > (r.at, r.uuid))
)
, revision AS NOT MATERIALIZED (
  SELECT a.id AS artifact, a.lineage, a.natural_id, a.task, a.version_key, a.when_us, a.canonical_digest, l.current,
         CASE WHEN l.current <> a.id
           THEN (SELECT c.uuid FROM artifact AS c WHERE c.id = l.current AND c.status = 'completed')
         END AS completed_by
  FROM artifact AS a
  JOIN lineage AS l ON l.id = a.lineage
)
, gap_seen AS NOT MATERIALIZED (
  SELECT g.id, g.local_id, r.state, r.note,
         CASE WHEN v.completed_by IS NOT NULL AND NOT EXISTS (
           SELECT 1 FROM gap AS kept
           WHERE kept.artifact = v.current AND kept.local_id = g.local_id AND kept.text_digest = g.text_digest)
           THEN v.completed_by
         END AS absent_from,
         v.current = g.artifact OR NOT EXISTS (
           SELECT 1 FROM gap AS later
           JOIN artifact AS b ON b.id = later.artifact
           WHERE b.lineage = v.lineage AND later.local_id = g.local_id AND later.text_digest = g.text_digest
             AND (b.version_key, b.when_us, b.canonical_digest) > (v.version_key, v.when_us, v.canonical_digest)
         ) AS is_last
  FROM gap AS g
  JOIN revision AS v ON v.artifact = g.artifact
  LEFT JOIN record AS r ON r.run = v.natural_id AND r.local_id = g.local_id AND r.kind = 'gap'
    AND r.task IS v.task AND r.text_digest = g.text_digest
)
, gap_state AS NOT MATERIALIZED (
  SELECT id, local_id, coalesce(state, iif(absent_from IS NULL, 'open', 'resolved')) AS state, note, absent_from, is_last
  FROM gap_seen
)
, packet_gap_state AS NOT MATERIALIZED (
  SELECT g.id, coalesce(r.state, 'open') AS state, r.note,
         v.current = g.artifact OR NOT EXISTS (
           SELECT 1 FROM packet_gap AS later
           JOIN artifact AS b ON b.id = later.artifact
           WHERE b.lineage = v.lineage AND later.text_digest = g.text_digest
             AND (b.version_key, b.when_us, b.canonical_digest) > (v.version_key, v.when_us, v.canonical_digest)
         ) AS is_last
  FROM packet_gap AS g
  JOIN revision AS v ON v.artifact = g.artifact
  LEFT JOIN record AS r ON r.run = v.natural_id AND r.local_id = g.local_id AND r.kind = 'gap'
    AND r.task IS v.task AND r.text_digest = g.text_digest
)
, contradiction_seen AS NOT MATERIALIZED (
  SELECT c.id, c.local_id, r.state, r.note,
         CASE WHEN v.completed_by IS NOT NULL AND NOT EXISTS (
           SELECT 1 FROM contradiction AS kept
           WHERE kept.artifact = v.current AND kept.local_id = c.local_id AND kept.text_digest = c.text_digest)
           THEN v.completed_by
         END AS absent_from,
         iif(trim(c.resolution) <> '' AND c.requires_consensus = 0, 'resolved', 'open') AS stated,
         v.current = c.artifact OR NOT EXISTS (
           SELECT 1 FROM contradiction AS later
           JOIN artifact AS b ON b.id = later.artifact
           WHERE b.lineage = v.lineage AND later.local_id = c.local_id AND later.text_digest = c.text_digest
             AND (b.version_key, b.when_us, b.canonical_digest) > (v.version_key, v.when_us, v.canonical_digest)
         ) AS is_last
  FROM contradiction AS c
  JOIN revision AS v ON v.artifact = c.artifact
  LEFT JOIN record AS r ON r.run = v.natural_id AND r.local_id = c.local_id AND r.kind = 'contradiction'
    AND r.task IS v.task AND r.text_digest = c.text_digest
)
, contradiction_state AS NOT MATERIALIZED (
  SELECT id, local_id, coalesce(state, iif(absent_from IS NULL, stated, 'resolved')) AS state, note, absent_from, is_last
  FROM contradiction_seen
)
-- What speaks against a finding: the contradictions that are not resolved, the gaps that are still open.
, disputed AS NOT MATERIALIZED (
  SELECT cf.finding, st.local_id
  FROM contradiction_finding AS cf
  JOIN contradiction_state AS st ON st.id = cf.contradiction
  WHERE st.state <> 'resolved'
)
, blocked AS NOT MATERIALIZED (
  SELECT gf.finding, st.local_id
  FROM gap_finding AS gf
  JOIN gap_state AS st ON st.id = gf.gap
  WHERE st.state IN ('open', 'reopened')
)
