-- What some findings rest on, at most :quotes of each, in the order the findings are given.
SELECT f.local_id AS finding, e.finding AS finding_row, e.quote, e.weight, e.quote_match, e.citation_id AS citation,
       c.id IS NULL AS missing, c.title, c.type AS source_type, c.url, iif(c.url IS NULL, NULL, k.key) AS canonical_url,
       c.reliability, c.tool, c.author, c.date, e.source
FROM json_each(:findings) AS x
CROSS JOIN finding AS f ON f.id = x.value
CROSS JOIN evidence AS e ON e.finding = f.id AND e.seq < :quotes
LEFT JOIN citation AS c ON c.id = e.citation
LEFT JOIN source AS k ON k.id = c.source
ORDER BY x.key, e.seq
