SELECT t.local_id AS id, t.name, t.strength, t.description,
       (SELECT json_group_array(json_object('id', x.finding_id, 'row', x.finding, 'claim', f.claim, 'confidence', f.confidence,
                 'missing', json(iif(f.id IS NULL, 'true', 'false'))) ORDER BY x.seq)
        FROM theme_finding AS x LEFT JOIN finding AS f ON f.id = x.finding
        WHERE x.theme = t.id) AS findings
FROM theme AS t
WHERE t.artifact = :artifact AND (:row IS NULL OR t.id = :row)
  AND (:findings IS NULL OR EXISTS (
    SELECT 1 FROM theme_finding AS x
    WHERE x.theme = t.id AND x.finding IN (SELECT value FROM json_each(:findings))))
ORDER BY t.seq
