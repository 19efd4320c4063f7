SELECT count(*) FROM scope AS s WHERE (:kind IS NULL OR s.kind = :kind)
