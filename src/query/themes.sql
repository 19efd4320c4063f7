-- Of a document the column findings counts each finding once a name, so a sum over documents is exact.
, live AS MATERIALIZED (
  SELECT artifact, lineage, uuid, natural_id, task, when_us FROM scope
)
, chosen AS NOT MATERIALIZED (
  SELECT n.id AS theme_name, n.key, count(DISTINCT s.lineage) AS runs, count(DISTINCT s.task) AS tasks,
         sum(t.findings) AS findings, min(s.when_us) AS first_seen, max(s.when_us) AS last_seen
  FROM theme AS t
  JOIN live AS s ON s.artifact = t.artifact
  JOIN theme_name AS n ON n.id = t.theme_name
  WHERE NOT :touching OR t.theme_name IN (
    SELECT u.theme_name
    FROM picked AS f
    JOIN theme_finding AS tf ON tf.finding = f.id
    JOIN theme AS u ON u.id = tf.theme
    JOIN live AS r ON r.artifact = u.artifact)
  GROUP BY t.theme_name
  HAVING count(DISTINCT s.lineage) >= :recurring
)
