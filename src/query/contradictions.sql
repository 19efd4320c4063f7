, chosen AS NOT MATERIALIZED (
  SELECT 'research' AS kind, c.id AS contradiction, c.artifact, c.local_id, c.description, c.severity, c.severity_rank,
         coalesce(c.requires_consensus, 1) AS requires_consensus, c.resolution, NULL AS state_key, NULL AS first_seq,
         st.state, st.note, st.absent_from, st.state NOT IN ('open', 'reopened') AS settled,
         s.uuid, s.natural_id, s.task, s.when_us
  FROM contradiction AS c
  JOIN scope AS s ON s.artifact = c.artifact
  JOIN contradiction_state AS st ON st.id = c.id
  WHERE (NOT :open OR st.state IN ('open', 'reopened'))
    AND (NOT :last OR st.is_last)
    AND (NOT :needs_consensus OR (c.requires_consensus IS NOT 0 AND st.state IN ('open', 'reopened')))
    AND (NOT :touching OR EXISTS (
      SELECT 1 FROM contradiction_finding AS cf JOIN picked AS f ON f.id = cf.finding WHERE cf.contradiction = c.id))
  UNION ALL
  SELECT 'packet', NULL, i.artifact, coalesce(i.state_key, i.local_id, 'entry-' || i.seq), NULL, NULL, 3,
         1, NULL, i.state_key, min(i.seq),
         'open', NULL, NULL, 0,
         s.uuid, s.natural_id, s.task, s.when_us
  FROM packet_item AS i
  JOIN scope AS s ON s.artifact = i.artifact
  WHERE i.section = 'contradictions' AND NOT :touching
  GROUP BY i.artifact, coalesce('k' || i.state_key, i.seq)
)
