SELECT worst_rank, count(*) AS sources FROM chosen GROUP BY worst_rank ORDER BY worst_rank
