SELECT q.id, q.key, q.kind, q.task, q.source, q.source_line, q.first_seen, q.size, q.complete,
       (SELECT count(*) FROM quarantine_attempt AS a WHERE a.quarantine = q.id) AS attempts
FROM quarantine AS q
WHERE (:entry IS NULL OR q.id = :entry) AND (:kind IS NULL OR q.kind = :kind)
ORDER BY q.first_seen DESC, q.key
LIMIT :limit
