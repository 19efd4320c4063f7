SELECT local_id AS id, section, seq, kind, summary, authority, confidence, source_type, source_ref, state_key, status,
       observed_us AS observed_at, body
FROM packet_item
WHERE artifact = :artifact AND (:row IS NULL OR id = :row)
ORDER BY section, seq
