SELECT (SELECT json_group_array(DISTINCT t.tag)
        FROM picked AS f JOIN finding_tag AS t ON t.finding = f.id
        WHERE f.artifact = m.artifact) AS keys, m.*
FROM sample AS m
