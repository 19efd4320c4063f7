, chosen AS NOT MATERIALIZED (
  SELECT 'research' AS kind, g.id AS gap, g.local_id, g.description, g.text_digest, g.importance, g.importance_rank,
         g.blocked_count, NULL AS class, st.state, st.note, st.absent_from,
         s.lineage, s.uuid, s.natural_id, s.task, s.when_us
  FROM gap AS g
  JOIN scope AS s ON s.artifact = g.artifact
  JOIN gap_state AS st ON st.id = g.id
  WHERE (NOT :open OR st.state IN ('open', 'reopened'))
    AND (NOT :last OR st.is_last)
    AND (:importance IS NULL OR g.importance = :importance)
    AND (NOT :touching OR EXISTS (
      SELECT 1 FROM gap_finding AS gf JOIN picked AS f ON f.id = gf.finding WHERE gf.gap = g.id))
  UNION ALL
  SELECT 'packet', g.id, g.local_id, g.text, g.text_digest, NULL, 4,
         0, g.class, st.state, st.note, NULL,
         s.lineage, s.uuid, s.natural_id, s.task, s.when_us
  FROM packet_gap AS g
  JOIN scope AS s ON s.artifact = g.artifact
  JOIN packet_gap_state AS st ON st.id = g.id
  WHERE (NOT :open OR st.state IN ('open', 'reopened'))
    AND (NOT :last OR st.is_last)
    AND :importance IS NULL
    AND NOT :touching
)
