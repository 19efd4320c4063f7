-- Most gaps and contradictions are in a current revision, nobody has decided about them, and they are open.
-- Only of the others is the state worked out.
, superseded AS (
  SELECT a.id
  FROM artifact AS a
  JOIN lineage AS l ON l.id = a.lineage
  WHERE l.current IS NOT a.id
)
, odd_gap AS (
  SELECT g.id FROM gap AS g WHERE g.artifact IN (SELECT id FROM superseded)
  UNION
  SELECT g.id FROM resolution AS r JOIN gap AS g ON g.local_id = r.local_id WHERE r.kind = 'gap'
)
, odd_packet_gap AS (
  SELECT g.id FROM packet_gap AS g WHERE g.artifact IN (SELECT id FROM superseded)
  UNION
  SELECT g.id FROM resolution AS r JOIN packet_gap AS g ON g.local_id = r.local_id WHERE r.kind = 'gap'
)
, odd_contradiction AS (
  SELECT c.id FROM contradiction AS c
  WHERE (c.requires_consensus = 0 AND c.resolution IS NOT NULL) OR c.artifact IN (SELECT id FROM superseded)
  UNION
  SELECT c.id FROM resolution AS r JOIN contradiction AS c ON c.local_id = r.local_id WHERE r.kind = 'contradiction'
)
SELECT 'gap' AS kind, 'open' AS state, (SELECT count(*) FROM gap) - (SELECT count(*) FROM odd_gap) AS items
UNION ALL
SELECT 'gap', 'open', (SELECT count(*) FROM packet_gap) - (SELECT count(*) FROM odd_packet_gap)
UNION ALL
SELECT 'gap', st.state, count(*)
FROM odd_gap AS g JOIN gap_state AS st ON st.id = g.id
WHERE st.is_last
GROUP BY st.state
UNION ALL
SELECT 'gap', st.state, count(*)
FROM odd_packet_gap AS g JOIN packet_gap_state AS st ON st.id = g.id
WHERE st.is_last
GROUP BY st.state
UNION ALL
SELECT 'contradiction', 'open', (SELECT count(*) FROM contradiction) - (SELECT count(*) FROM odd_contradiction)
UNION ALL
SELECT 'contradiction', st.state, count(*)
FROM odd_contradiction AS c JOIN contradiction_state AS st ON st.id = c.id
WHERE st.is_last
GROUP BY st.state
UNION ALL
SELECT 'contradiction', 'open', count(*)
FROM (SELECT DISTINCT artifact, coalesce('k' || state_key, seq) FROM packet_item WHERE section = 'contradictions')
ORDER BY kind, state
