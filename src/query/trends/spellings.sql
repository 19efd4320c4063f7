SELECT n.key, t.name
FROM scope AS s
JOIN theme AS t ON t.artifact = s.artifact
JOIN theme_name AS n ON n.id = t.theme_name
ORDER BY s.when_us, s.uuid, t.seq
