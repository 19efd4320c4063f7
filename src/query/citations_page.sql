SELECT p.*,
       (SELECT json_group_array(json_array(c.url, c.title, c.type, c.tool, s.natural_id)
                                ORDER BY s.when_us, s.uuid, c.local_id)
        FROM citation AS c
        JOIN live AS s ON s.artifact = c.artifact
        WHERE c.source = p.source) AS uses
FROM page AS p
