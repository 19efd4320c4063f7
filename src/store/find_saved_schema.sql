SELECT c.bytes, c.digest, s.origin, s.saved_at
FROM saved_schema AS s
JOIN contract AS c ON c.id = s.contract
WHERE s.name = :name
