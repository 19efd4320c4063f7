-- Of a document the column findings counts each finding once a source, so a sum over documents is exact.
, live AS MATERIALIZED (
  SELECT artifact, lineage, uuid, natural_id, when_us FROM scope
)
, chosen AS NOT MATERIALIZED (
  SELECT k.id AS source, k.key, sum(c.findings) AS findings, max(c.reliability_rank) AS worst_rank,
         min(s.when_us) AS first_seen, max(s.when_us) AS last_seen
  FROM citation AS c
  JOIN live AS s ON s.artifact = c.artifact
  JOIN source AS k ON k.id = c.source
  WHERE NOT :touching OR c.source IN (
    SELECT e.source FROM picked AS f JOIN live AS t ON t.artifact = f.artifact JOIN evidence AS e ON e.finding = f.id)
  GROUP BY c.source
  HAVING (NOT :unused OR sum(c.findings) = 0)
    AND (:worst_rank IS NULL OR max(c.reliability_rank) = :worst_rank)
)
