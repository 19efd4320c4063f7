SELECT r.short_name, r.status, a.version, r.query,
       r.context, r.created_us AS created, r.completed_us AS completed, r.duration_s AS duration, r.searched, r.used,
       (SELECT json_group_array(d.domain ORDER BY d.seq) FROM run_domain AS d WHERE d.artifact = a.id) AS domains,
       (SELECT json_group_array(q.text ORDER BY q.seq)
        FROM run_query AS q WHERE q.artifact = a.id AND q.role = 'expanded') AS expanded,
       (SELECT json_group_array(q.text ORDER BY q.seq)
        FROM run_query AS q WHERE q.artifact = a.id AND q.role = 'exclusion') AS exclusions,
       (SELECT json_group_object(t.tool, t.sources ORDER BY t.tool) FROM run_tool AS t WHERE t.artifact = a.id) AS by_tool,
       (SELECT json_group_array(c.text ORDER BY c.seq) FROM run_caveat AS c WHERE c.artifact = a.id) AS caveats,
       r.overall AS confidence,
       json_object('sourceQuality', r.source_quality, 'sourceDiversity', r.source_diversity,
                   'evidenceStrength', r.evidence_strength, 'consistency', r.consistency, 'recency', r.recency) AS factors
FROM run AS r
JOIN artifact AS a ON a.id = r.artifact
WHERE r.artifact = :artifact
