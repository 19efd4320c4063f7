SELECT task, kind, count(*) AS documents, min(when_us) AS first, max(when_us) AS last
FROM scope
GROUP BY task, kind
ORDER BY task, kind
