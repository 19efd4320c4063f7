-- What uses some findings: themes, contradictions, gaps and actions of their documents, each once a finding.
, used AS NOT MATERIALIZED (
  SELECT DISTINCT x.key, l.finding, 0 AS sort, 'theme' AS kind, t.id AS item, t.seq, t.local_id AS id, t.name AS text,
         NULL AS state
  FROM json_each(:findings) AS x
  CROSS JOIN theme_finding AS l ON l.finding = x.value
  JOIN theme AS t ON t.id = l.theme
  UNION ALL
  SELECT DISTINCT x.key, l.finding, 1, 'contradiction', c.id, c.seq, c.local_id, c.description,
         (SELECT st.state FROM contradiction_state AS st WHERE st.id = c.id)
  FROM json_each(:findings) AS x
  CROSS JOIN contradiction_finding AS l ON l.finding = x.value
  JOIN contradiction AS c ON c.id = l.contradiction
  UNION ALL
  SELECT DISTINCT x.key, l.finding, 2, 'gap', g.id, g.seq, g.local_id, g.description,
         (SELECT st.state FROM gap_state AS st WHERE st.id = g.id)
  FROM json_each(:findings) AS x
  CROSS JOIN gap_finding AS l ON l.finding = x.value
  JOIN gap AS g ON g.id = l.gap
  UNION ALL
  SELECT DISTINCT x.key, l.finding, 3, 'action', a.id, a.seq, a.local_id, a.action, NULL
  FROM json_each(:findings) AS x
  CROSS JOIN action_finding AS l ON l.finding = x.value
  JOIN action AS a ON a.id = l.action
)
SELECT finding AS finding_row, kind, id, text, state
FROM used
ORDER BY key, sort, seq
