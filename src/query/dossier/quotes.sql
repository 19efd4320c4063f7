SELECT e.quote_match, count(*) AS quotes
FROM scope AS s
CROSS JOIN finding AS f ON f.artifact = s.artifact
CROSS JOIN evidence AS e ON e.finding = f.id
GROUP BY e.quote_match
ORDER BY e.quote_match
