SELECT a.natural_id AS packet, a.uuid AS artifact, p.project, p.role, p.step_id, p.step_attempt AS attempt,
       a.when_us AS "when", p.objective
FROM artifact AS a
JOIN lineage AS l ON l.current = a.id
JOIN packet AS p ON p.artifact = a.id
WHERE a.task = :task AND a.kind = 'packet' AND a.when_us <= :when AND a.lineage <> :lineage
ORDER BY a.when_us, a.uuid
