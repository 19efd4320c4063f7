SELECT i.kind, i.id AS "row", i.artifact, a.lineage, l.current IS a.id AS current, a.uuid, a.natural_id, a.task,
       i.local_id, i.place, a.version_key, a.when_us, a.canonical_digest
FROM item AS i
JOIN artifact AS a ON a.id = i.artifact
JOIN lineage AS l ON l.id = a.lineage
WHERE i.artifact = :artifact AND (i.local_id BETWEEN :low AND :high OR i.place BETWEEN :low AND :high)
ORDER BY i.kind, i.id
LIMIT :limit
