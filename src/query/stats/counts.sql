-- What current documents hold, counted as all rows less those of superseded ones, which are few.
WITH superseded AS (
  SELECT a.id
  FROM artifact AS a
  JOIN lineage AS l ON l.id = a.lineage
  WHERE l.current IS NOT a.id
)
SELECT (SELECT count(*) FROM finding)
         - (SELECT count(*) FROM finding AS f WHERE f.artifact IN (SELECT id FROM superseded)) AS findings,
       (SELECT count(*) FROM citation)
         - (SELECT count(*) FROM citation AS c WHERE c.artifact IN (SELECT id FROM superseded)) AS citations,
       (SELECT count(*) FROM source)
         - (SELECT count(*)
            FROM (SELECT DISTINCT c.source FROM citation AS c WHERE c.artifact IN (SELECT id FROM superseded)) AS old
            WHERE NOT EXISTS (SELECT 1 FROM citation AS c
                              WHERE c.source = old.source AND c.artifact NOT IN (SELECT id FROM superseded))) AS sources,
       (SELECT count(*) FROM superseded) AS revisions,
       (SELECT count(*) FROM quarantine) AS quarantine,
       (SELECT max(started_at) FROM batch) AS last_ingest
