SELECT r.at, r.state, r.by, r.note, r.finding, r.uuid AS record
FROM resolution AS r
WHERE r.kind = :kind AND r.run = :run AND r.task IS :task AND r.local_id = :local_id AND r.text_digest = :text_digest
ORDER BY r.at, r.uuid
