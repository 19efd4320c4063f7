SELECT a.kind, a.uuid AS artifact, a.natural_id, a.when_us AS "when", a.title, a.status
FROM artifact AS a
JOIN lineage AS l ON l.id = a.lineage
WHERE a.task = :task AND (:all_revisions OR l.current = a.id)
ORDER BY a.when_us, a.uuid
