SELECT 'gap' AS kind, state, count(*) AS items FROM gap_state WHERE is_last GROUP BY state
UNION ALL
SELECT 'gap', state, count(*) FROM packet_gap_state WHERE is_last GROUP BY state
UNION ALL
SELECT 'contradiction', state, count(*) FROM contradiction_state WHERE is_last GROUP BY state
UNION ALL
SELECT 'contradiction', 'open', count(DISTINCT i.artifact || coalesce('k' || i.state_key, '-' || i.seq))
FROM packet_item AS i
JOIN lineage AS l ON l.current = i.artifact
WHERE i.section = 'contradictions'
ORDER BY kind, state
