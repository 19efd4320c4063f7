UPDATE lineage
SET current = (
  SELECT id FROM artifact
  WHERE lineage = :lineage
  ORDER BY version_key DESC, when_us DESC, canonical_digest DESC
  LIMIT 1
)
WHERE id = :lineage
