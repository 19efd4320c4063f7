SELECT kind, count(*) AS documents FROM lineage WHERE current IS NOT NULL GROUP BY kind ORDER BY kind
