, keyed AS NOT MATERIALIZED (
  SELECT k.key, m.*
  FROM sample AS m
  JOIN (SELECT DISTINCT finding, key FROM member) AS k ON k.finding = m.finding
)
