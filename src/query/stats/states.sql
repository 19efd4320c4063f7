SELECT state, count(*) AS items FROM chosen GROUP BY state ORDER BY state
