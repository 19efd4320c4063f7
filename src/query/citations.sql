, cited AS NOT MATERIALIZED (
  SELECT c.id AS citation, c.source, c.local_id, c.type, c.title, c.url, c.reliability, c.reliability_rank, c.tool,
         s.artifact, s.lineage, s.uuid, s.natural_id, s.when_us
  FROM citation AS c
  JOIN scope AS s ON s.artifact = c.artifact
)
, resting AS (
  SELECT c.source, count(DISTINCT e.finding) AS findings
  FROM cited AS c
  JOIN evidence AS e ON e.citation = c.citation
  GROUP BY c.source
)
, chosen AS NOT MATERIALIZED (
  SELECT g.source, k.key, g.runs, g.worst_rank, g.first_seen, g.last_seen, coalesce(r.findings, 0) AS findings
  FROM (SELECT source, count(DISTINCT lineage) AS runs, max(reliability_rank) AS worst_rank,
               min(when_us) AS first_seen, max(when_us) AS last_seen
        FROM cited
        GROUP BY source) AS g
  JOIN source AS k ON k.id = g.source
  LEFT JOIN resting AS r ON r.source = g.source
  WHERE (NOT :unused OR r.findings IS NULL)
    AND (:worst_rank IS NULL OR g.worst_rank = :worst_rank)
    AND (NOT :touching OR EXISTS (
      SELECT 1 FROM cited AS c
      JOIN evidence AS e ON e.citation = c.citation
      JOIN picked AS f ON f.id = e.finding
      WHERE c.source = g.source))
)
