SELECT x.local_id AS id, x.action, x.rationale, x.priority, x.effort,
       (SELECT json_group_array(json_object('id', l.finding_id, 'row', l.finding, 'claim', f.claim, 'confidence', f.confidence,
                 'missing', json(iif(f.id IS NULL, 'true', 'false'))) ORDER BY l.seq)
        FROM action_finding AS l LEFT JOIN finding AS f ON f.id = l.finding
        WHERE l.action = x.id) AS based_on
FROM action AS x
WHERE x.artifact = :artifact AND (:row IS NULL OR x.id = :row)
  AND (:findings IS NULL OR EXISTS (
    SELECT 1 FROM action_finding AS l
    WHERE l.action = x.id AND l.finding IN (SELECT value FROM json_each(:findings))))
ORDER BY x.seq
