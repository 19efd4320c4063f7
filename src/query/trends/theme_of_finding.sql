SELECT (SELECT json_group_array(DISTINCT n.key)
        FROM theme_finding AS l JOIN theme AS t ON t.id = l.theme JOIN theme_name AS n ON n.id = t.theme_name
        WHERE l.finding = m.finding) AS keys, m.*
FROM sample AS m
