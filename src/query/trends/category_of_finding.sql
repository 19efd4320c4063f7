SELECT (SELECT json_group_array(f.category) FROM finding AS f WHERE f.id = m.finding AND f.category IS NOT NULL) AS keys, m.*
FROM sample AS m
