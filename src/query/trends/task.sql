, keyed AS NOT MATERIALIZED (SELECT m.task AS key, m.* FROM sample AS m WHERE m.task IS NOT NULL)
