, member AS NOT MATERIALIZED (
  SELECT f.artifact, f.id AS finding, f.category AS key
  FROM picked AS f
  WHERE f.category IS NOT NULL
)
