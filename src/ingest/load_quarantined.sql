SELECT bytes, size, digest, complete, source, source_line, task
FROM quarantine
WHERE id = :entry
