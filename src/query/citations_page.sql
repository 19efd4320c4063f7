SELECT p.*,
       (SELECT json_group_array(json_array(c.url, c.title, c.type, c.tool, c.natural_id)
                                ORDER BY c.when_us, c.uuid, c.local_id)
        FROM cited AS c WHERE c.source = p.source) AS uses
FROM page AS p
