SELECT c.local_id AS id, c.description, c.severity, coalesce(c.requires_consensus, 1) AS requires_consensus,
       st.state, st.note, st.absent_from, c.resolution, c.text_digest,
       (SELECT json_group_array(json_object(
                 'finding', x.finding_id, 'row', x.finding, 'claim', f.claim, 'confidence', f.confidence,
                 'independent_sources', f.independent_sources,
                 'evidence_weight', (SELECT sum(e.weight) FROM evidence AS e WHERE e.finding = f.id),
                 'missing', json(iif(f.id IS NULL, 'true', 'false'))) ORDER BY x.seq)
        FROM contradiction_finding AS x LEFT JOIN finding AS f ON f.id = x.finding
        WHERE x.contradiction = c.id) AS sides
FROM asked
JOIN contradiction AS c ON c.artifact = asked.artifact
JOIN contradiction_state AS st ON st.id = c.id
WHERE (:row IS NULL OR c.id = :row)
  AND (:findings IS NULL OR EXISTS (
    SELECT 1 FROM contradiction_finding AS x
    WHERE x.contradiction = c.id AND x.finding IN (SELECT value FROM json_each(:findings))))
ORDER BY c.seq
