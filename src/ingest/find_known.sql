SELECT uuid, kind, natural_id
FROM artifact
WHERE raw_digest = :raw_digest AND rules IS :rules AND (:kind IS NULL OR kind = :kind)
ORDER BY id
LIMIT 1
