, member AS NOT MATERIALIZED (
  SELECT t.id AS theme, t.theme_name, t.local_id, t.name, t.strength, s.uuid, s.natural_id, s.task, s.when_us
  FROM theme AS t
  JOIN live AS s ON s.artifact = t.artifact
)
SELECT p.*,
       (SELECT m.name FROM member AS m WHERE m.theme_name = p.theme_name
        ORDER BY m.when_us, m.uuid, m.local_id LIMIT 1) AS name,
       (SELECT json_array(count(*) FILTER (WHERE m.strength = 'strong'),
                          count(*) FILTER (WHERE m.strength = 'moderate'),
                          count(*) FILTER (WHERE m.strength = 'weak'),
                          count(*) FILTER (WHERE m.strength IS NULL))
        FROM member AS m WHERE m.theme_name = p.theme_name) AS strengths,
       (SELECT json_array(avg(f.confidence), count(*)) FROM finding AS f
        WHERE f.id IN (SELECT tf.finding FROM member AS m JOIN theme_finding AS tf ON tf.theme = m.theme
                       WHERE m.theme_name = p.theme_name)) AS mean,
       (SELECT json_group_array(json_array(m.natural_id, m.local_id, json((
                 SELECT json_group_array(json_array(tf.finding_id, tf.finding) ORDER BY tf.seq)
                 FROM theme_finding AS tf
                 WHERE tf.theme = m.theme AND NOT EXISTS (
                   SELECT 1 FROM theme_finding AS first
                   WHERE first.theme = tf.theme AND first.finding_id = tf.finding_id AND first.seq < tf.seq)
               )), m.task, m.uuid) ORDER BY m.when_us, m.uuid, m.local_id)
        FROM member AS m WHERE m.theme_name = p.theme_name) AS members
FROM page AS p
