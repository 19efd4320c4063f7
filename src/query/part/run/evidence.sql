SELECT f.local_id AS finding, e.finding AS finding_row, e.seq, e.quote, e.weight, e.quote_match, e.citation_id AS citation,
       c.id IS NULL AS missing, c.title, c.type AS source_type, c.url, iif(c.url IS NULL, NULL, s.key) AS canonical_url,
       c.reliability, c.tool, c.author, c.date, e.source
FROM finding AS f
JOIN evidence AS e ON e.finding = f.id
LEFT JOIN citation AS c ON c.id = e.citation
LEFT JOIN source AS s ON s.id = c.source
WHERE f.artifact = :artifact
  AND (:row IS NULL OR e.citation = :row)
  AND (:findings IS NULL OR f.id IN (SELECT value FROM json_each(:findings)))
ORDER BY f.seq, e.seq
