SELECT r.schema_name AS "schema", r.session, a.title, r.status, r.degraded, r.lang, r.started_us AS started_at,
       r.ended_us AS ended_at, r.generated_us AS generated_at, r.raw_output,
       coalesce(r.errors, 'null') AS errors
FROM report AS r
JOIN artifact AS a ON a.id = r.artifact
WHERE r.artifact = :artifact
