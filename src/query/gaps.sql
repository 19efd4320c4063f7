-- Nearly every gap is in a current revision and shares its id with no record, and so is open: only of the others
-- is the state worked out.
, chosen AS NOT MATERIALIZED (
  SELECT 'research' AS kind, g.id AS gap, g.local_id, g.description, g.text_digest, g.importance,
         g.importance_rank AS rank, g.blocked_count, NULL AS class,
         s.lineage, s.uuid, s.natural_id, s.task, s.when_us
  FROM scope AS s
  CROSS JOIN gap AS g ON g.artifact = s.artifact
  WHERE (NOT :open
      OR (s.is_current AND g.local_id NOT IN (SELECT local_id FROM resolution))
      OR (SELECT st.state FROM gap_state AS st WHERE st.id = g.id) IN ('open', 'reopened'))
    AND (NOT :last OR (SELECT st.is_last FROM gap_state AS st WHERE st.id = g.id))
    AND (:importance IS NULL OR g.importance = :importance)
    AND (NOT :touching OR EXISTS (
      SELECT 1 FROM gap_finding AS gf JOIN picked AS f ON f.id = gf.finding WHERE gf.gap = g.id))
  UNION ALL
  SELECT 'packet', g.id, g.local_id, g.text, g.text_digest, NULL,
         4, 0, g.class,
         s.lineage, s.uuid, s.natural_id, s.task, s.when_us
  FROM packet_gap AS g
  JOIN scope AS s ON s.artifact = g.artifact
  WHERE (NOT :open
      OR (SELECT st.state FROM packet_gap_state AS st WHERE st.id = g.id) IN ('open', 'reopened'))
    AND (NOT :last OR (SELECT st.is_last FROM packet_gap_state AS st WHERE st.id = g.id))
    AND :importance IS NULL
    AND NOT :touching
)
