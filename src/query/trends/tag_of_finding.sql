SELECT (SELECT json_group_array(DISTINCT t.tag) FROM finding_tag AS t WHERE t.finding = m.finding) AS keys, m.*
FROM sample AS m
