, keyed AS NOT MATERIALIZED (
  SELECT k.key, m.*
  FROM sample AS m
  JOIN (SELECT DISTINCT artifact, key FROM member) AS k ON k.artifact = m.artifact
)
