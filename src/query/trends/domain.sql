SELECT (SELECT json_group_array(DISTINCT d.domain) FROM run_domain AS d WHERE d.artifact = m.artifact) AS keys, m.*
FROM sample AS m
