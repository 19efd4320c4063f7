, chosen AS NOT MATERIALIZED (
  SELECT 'research' AS kind, c.id AS contradiction, c.artifact, c.local_id, c.description, c.severity,
         c.severity_rank AS rank, coalesce(c.requires_consensus, 1) AS requires_consensus, c.resolution,
         NULL AS state_key, NULL AS first_seq,
         s.uuid, s.natural_id, s.task, s.when_us
  FROM scope AS s
  CROSS JOIN contradiction AS c ON c.artifact = s.artifact
  WHERE (NOT :needs_consensus OR c.requires_consensus IS NOT 0)
    AND (NOT (:open OR :needs_consensus) OR (SELECT st.state FROM contradiction_state AS st WHERE st.id = c.id) IN ('open', 'reopened'))
    AND (NOT :last OR (SELECT st.is_last FROM contradiction_state AS st WHERE st.id = c.id))
    AND (NOT :touching OR EXISTS (
      SELECT 1 FROM contradiction_finding AS cf JOIN picked AS f ON f.id = cf.finding WHERE cf.contradiction = c.id))
  UNION ALL
  SELECT 'packet', NULL, i.artifact, coalesce(i.state_key, i.local_id, 'entry-' || i.seq), NULL, NULL,
         3, 1, NULL,
         i.state_key, i.seq,
         s.uuid, s.natural_id, s.task, s.when_us
  FROM packet_item AS i
  JOIN scope AS s ON s.artifact = i.artifact
  WHERE i.section = 'contradictions' AND NOT :touching AND NOT EXISTS (
    SELECT 1 FROM packet_item AS first
    WHERE first.artifact = i.artifact AND first.section = i.section AND first.state_key = i.state_key
      AND first.seq < i.seq)
)
, settled AS NOT MATERIALIZED (
  SELECT id AS contradiction FROM contradiction_state WHERE state NOT IN ('open', 'reopened')
)
