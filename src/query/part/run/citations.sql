SELECT c.local_id AS id, c.type AS source_type, c.title, c.url, iif(c.url IS NULL, NULL, s.key) AS canonical_url,
       c.author, c.date, c.reliability, c.tool, c.excerpt,
       (SELECT json_group_array(local_id ORDER BY seq)
        FROM (SELECT DISTINCT f.local_id, f.seq
              FROM evidence AS e JOIN finding AS f ON f.id = e.finding
              WHERE e.citation = c.id)) AS findings,
       c.source
FROM citation AS c
JOIN source AS s ON s.id = c.source
WHERE c.artifact = :artifact AND (:row IS NULL OR c.id = :row)
  AND (:findings IS NULL OR EXISTS (
    SELECT 1 FROM evidence AS e
    WHERE e.citation = c.id AND e.finding IN (SELECT value FROM json_each(:findings))))
ORDER BY c.seq
