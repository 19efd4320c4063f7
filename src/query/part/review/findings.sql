SELECT finding_id AS id, severity, rule_key, category, file, line, title, detail, recommended_action, brief_ref, body
FROM review_finding
WHERE artifact = :artifact
ORDER BY severity_rank, path, line, rule_key, seq
