SELECT g.local_id AS id, g.description, g.importance, st.state, st.note, st.absent_from, g.text_digest,
       (SELECT json_group_array(json_object('id', x.finding_id, 'row', x.finding, 'claim', f.claim, 'confidence', f.confidence,
                 'missing', json(iif(f.id IS NULL, 'true', 'false'))) ORDER BY x.seq)
        FROM gap_finding AS x LEFT JOIN finding AS f ON f.id = x.finding
        WHERE x.gap = g.id) AS blocked_findings,
       (SELECT json_group_array(s.text ORDER BY s.seq) FROM gap_source AS s WHERE s.gap = g.id) AS suggested_sources
FROM asked
JOIN gap AS g ON g.artifact = asked.artifact
JOIN gap_state AS st ON st.id = g.id
WHERE (:row IS NULL OR g.id = :row)
  AND (:findings IS NULL OR EXISTS (
    SELECT 1 FROM gap_finding AS x
    WHERE x.gap = g.id AND x.finding IN (SELECT value FROM json_each(:findings))))
ORDER BY g.seq
