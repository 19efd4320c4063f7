SELECT (SELECT json_group_array(DISTINCT f.category)
        FROM picked AS f
        WHERE f.artifact = m.artifact AND f.category IS NOT NULL) AS keys, m.*
FROM sample AS m
