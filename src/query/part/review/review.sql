SELECT r.reviewer, r.findings AS findings_count,
       (SELECT f.severity FROM review_finding AS f
        WHERE f.artifact = r.artifact ORDER BY f.severity_rank, f.seq LIMIT 1) AS gravest
FROM review AS r
WHERE r.artifact = :artifact
