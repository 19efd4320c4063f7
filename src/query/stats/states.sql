SELECT 'gap' AS kind, state, count(*) AS items FROM gap_state WHERE is_last GROUP BY state
UNION ALL
SELECT 'gap', state, count(*) FROM packet_gap_state WHERE is_last GROUP BY state
UNION ALL
SELECT 'contradiction', state, count(*) FROM contradiction_state WHERE is_last GROUP BY state
ORDER BY kind, state
