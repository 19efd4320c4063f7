, keyed AS NOT MATERIALIZED (SELECT 'all' AS key, m.* FROM sample AS m)
