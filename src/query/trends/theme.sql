, member AS NOT MATERIALIZED (
  SELECT t.artifact, l.finding, n.key
  FROM theme AS t
  JOIN theme_name AS n ON n.id = t.theme_name
  LEFT JOIN theme_finding AS l ON l.theme = t.id
)
