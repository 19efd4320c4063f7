, member AS NOT MATERIALIZED (
  SELECT f.artifact, f.id AS finding, t.tag AS key
  FROM picked AS f
  JOIN finding_tag AS t ON t.finding = f.id
)
