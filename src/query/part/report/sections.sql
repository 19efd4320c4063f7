SELECT name, position, text, coalesce(body, 'null') AS body
FROM report_section
WHERE artifact = :artifact
ORDER BY seq
