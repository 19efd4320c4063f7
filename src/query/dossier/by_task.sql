SELECT task, rank, count(*) AS items FROM chosen GROUP BY task, rank ORDER BY task, rank
