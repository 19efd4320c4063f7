SELECT (SELECT json_group_array(DISTINCT n.key)
        FROM theme AS t JOIN theme_name AS n ON n.id = t.theme_name
        WHERE t.artifact = m.artifact) AS keys, m.*
FROM sample AS m
