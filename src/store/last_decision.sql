SELECT max(at) AS at
FROM resolution
WHERE run = :run AND local_id = :local_id AND kind = :kind AND task IS :task AND text_digest = :text_digest
