SELECT json_array(m.task) AS keys, m.* FROM sample AS m WHERE m.task IS NOT NULL
