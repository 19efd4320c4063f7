SELECT p.step_id, p.role, p.status, p.settled_us AS settled_at, p.summary,
       (SELECT json_group_array(d.decision ORDER BY d.seq)
        FROM packet_decision AS d WHERE d.artifact = p.artifact AND d.predecessor = p.seq) AS decisions,
       (SELECT json_group_array(json_object('name', w.name, 'kind', w.kind, 'ref', w.ref, 'snippet', w.snippet) ORDER BY w.seq)
        FROM packet_artifact AS w WHERE w.artifact = p.artifact AND w.predecessor = p.seq) AS artifacts
FROM packet_predecessor AS p
WHERE p.artifact = :artifact
ORDER BY p.seq
