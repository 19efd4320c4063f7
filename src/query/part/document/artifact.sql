SELECT a.kind, a.schema_name AS schema, a.natural_id, a.title, a.status, a.version,
       (SELECT count(*) FROM artifact AS o
        WHERE o.lineage = a.lineage
          AND (o.version_key, o.when_us, o.canonical_digest) <= (a.version_key, a.when_us, a.canonical_digest)) AS revision,
       l.current IS a.id AS current, a.when_text, a.source, a.source_line AS line,
       a.canonical_digest, a.raw_digest, a.raw_size, coalesce(a.rules, 'null') AS rules, b.uuid AS batch, a.ingested_at
FROM artifact AS a
JOIN lineage AS l ON l.id = a.lineage
JOIN batch AS b ON b.id = a.batch
WHERE a.id = :artifact
