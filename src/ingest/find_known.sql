-- A document that does not name its task or its schema is another artifact under another.
SELECT uuid, kind, natural_id
FROM artifact
WHERE raw_digest = :raw_digest
  AND rules IS :rules
  AND (:kind IS NULL OR kind = :kind)
  AND (kind IN ('research', 'packet') OR task IS :task)
  AND (kind <> 'report' OR schema_name = :schema)
ORDER BY id
LIMIT 1
