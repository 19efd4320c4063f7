, chosen AS NOT MATERIALIZED (
  SELECT s.artifact AS row, s.lineage, s.uuid, s.kind, s.natural_id, s.task, s.when_us
  FROM scope AS s
  WHERE (:kind IS NULL OR s.kind = :kind)
    AND (NOT :touching OR EXISTS (SELECT 1 FROM picked AS f WHERE f.artifact = s.artifact))
)
