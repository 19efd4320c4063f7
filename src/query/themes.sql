, member AS NOT MATERIALIZED (
  SELECT t.id AS theme, t.theme_name, t.local_id, t.name, t.strength,
         s.artifact, s.lineage, s.uuid, s.natural_id, s.task, s.when_us
  FROM theme AS t
  JOIN scope AS s ON s.artifact = t.artifact
)
, recurring AS (
  SELECT theme_name, count(DISTINCT lineage) AS runs, count(DISTINCT task) AS tasks,
         min(when_us) AS first_seen, max(when_us) AS last_seen
  FROM member
  GROUP BY theme_name
  HAVING runs >= :recurring
)
, used AS (
  SELECT DISTINCT m.theme_name, m.artifact, tf.finding_id
  FROM member AS m
  JOIN theme_finding AS tf ON tf.theme = m.theme
)
, chosen AS NOT MATERIALIZED (
  SELECT r.theme_name, n.key, r.runs, r.tasks, r.first_seen, r.last_seen, coalesce(u.findings, 0) AS findings
  FROM recurring AS r
  JOIN theme_name AS n ON n.id = r.theme_name
  LEFT JOIN (SELECT theme_name, count(*) AS findings FROM used GROUP BY theme_name) AS u
    ON u.theme_name = r.theme_name
  WHERE NOT :touching OR EXISTS (
    SELECT 1 FROM member AS m
    JOIN theme_finding AS tf ON tf.theme = m.theme
    JOIN picked AS f ON f.id = tf.finding
    WHERE m.theme_name = r.theme_name)
)
