SELECT row_number() OVER revisions AS revision, o.uuid AS artifact, o.version, o.when_us AS "when",
       l.current IS o.id AS current, o.source
FROM artifact AS a
JOIN lineage AS l ON l.id = a.lineage
JOIN artifact AS o ON o.lineage = a.lineage
WHERE a.id = :artifact
WINDOW revisions AS (ORDER BY o.version_key, o.when_us, o.canonical_digest)
ORDER BY revision
