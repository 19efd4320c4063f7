SELECT s.natural_id, s.task, s.uuid, s.when_us, a.title, r.schema_name AS "schema", r.session, r.status, r.degraded,
       r.started_us AS started_at, r.ended_us AS ended_at
FROM scope AS s
JOIN artifact AS a ON a.id = s.artifact
JOIN report AS r ON r.artifact = s.artifact
ORDER BY s.when_us DESC, s.uuid
LIMIT :limit
