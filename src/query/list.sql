SELECT s.uuid AS artifact, s.kind, s.natural_id, s.task,
       (SELECT count(*) FROM artifact AS o
        WHERE o.lineage = a.lineage
          AND (o.version_key, o.when_us, o.canonical_digest) <= (a.version_key, a.when_us, a.canonical_digest)) AS revision,
       l.current = a.id AS current, s.when_us, a.status, a.source,
       (SELECT count(*) FROM diagnostic AS d WHERE d.artifact = a.id AND d.severity = 'warning') AS warnings,
       a.title
FROM scope AS s
JOIN artifact AS a ON a.id = s.artifact
JOIN lineage AS l ON l.id = a.lineage
WHERE (:kind IS NULL OR s.kind = :kind)
ORDER BY s.when_us DESC, s.uuid
LIMIT :limit
