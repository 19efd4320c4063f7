SELECT a.uuid, a.raw_digest, o.bytes
FROM artifact AS a
JOIN original AS o ON o.artifact = a.id
WHERE a.id = :artifact
