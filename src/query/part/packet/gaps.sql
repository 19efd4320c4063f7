SELECT g.local_id AS id, g.text AS description, g.class, st.state, st.note, g.text_digest
FROM asked
JOIN packet_gap AS g ON g.artifact = asked.artifact
JOIN packet_gap_state AS st ON st.id = g.id
WHERE :row IS NULL OR g.id = :row
ORDER BY g.seq
