SELECT '["all"]' AS keys, m.* FROM sample AS m
