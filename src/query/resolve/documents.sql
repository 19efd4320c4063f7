-- Documents, each under the names it goes by: its artifact's id, its natural id, and a packet its own id.
SELECT 'artifact' AS kind, a.id AS "row", a.id AS artifact, a.lineage, l.current IS a.id AS current, a.uuid, a.natural_id,
       a.task, NULL AS local_id, NULL AS place, a.version_key, a.when_us, a.canonical_digest
FROM artifact AS a
JOIN lineage AS l ON l.id = a.lineage
WHERE a.uuid BETWEEN :low AND :high AND :task IS NULL
UNION
SELECT iif(a.kind = 'research', 'run', a.kind), a.id, a.id, a.lineage, l.current IS a.id, a.uuid, a.natural_id,
       a.task, NULL, NULL, a.version_key, a.when_us, a.canonical_digest
FROM artifact AS a
JOIN lineage AS l ON l.id = a.lineage
WHERE a.natural_id BETWEEN :low AND :high AND (:task IS NULL OR a.task = :task)
UNION
SELECT a.kind, a.id, a.id, a.lineage, l.current IS a.id, a.uuid, a.natural_id,
       a.task, NULL, NULL, a.version_key, a.when_us, a.canonical_digest
FROM packet AS p
JOIN artifact AS a ON a.id = p.artifact
JOIN lineage AS l ON l.id = a.lineage
WHERE p.packet_id BETWEEN :low AND :high AND (:task IS NULL OR a.task = :task)
ORDER BY kind, artifact
LIMIT :limit
