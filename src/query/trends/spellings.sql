SELECT n.key, t.name
FROM scope AS s
JOIN theme AS t ON t.artifact = s.artifact
JOIN theme_name AS n ON n.id = t.theme_name
WHERE NOT :touching OR EXISTS (SELECT 1 FROM picked AS f WHERE f.artifact = s.artifact)
ORDER BY s.when_us, s.uuid, t.seq
