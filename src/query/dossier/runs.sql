SELECT a.uuid AS artifact, a.natural_id AS run, a.task, a.when_us AS "when", r.query, r.status, r.overall AS confidence,
       a.version, a.source, a.source_line AS line, a.raw_digest, b.uuid AS batch, a.ingested_at
FROM json_each(:artifacts) AS x
JOIN artifact AS a ON a.uuid = x.value
JOIN run AS r ON r.artifact = a.id
JOIN batch AS b ON b.id = a.batch
ORDER BY a.uuid
