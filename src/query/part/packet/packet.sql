SELECT p.packet_id, p.project, p.role, p.step_id, p.step_attempt AS attempt, p.objective,
       (SELECT json_group_array(o.outcome ORDER BY o.seq) FROM packet_outcome AS o WHERE o.artifact = p.artifact) AS outcomes,
       p.permission, p.plan_hash, p.active_step, p.total_steps,
       (SELECT json_group_array(d.decision ORDER BY d.seq)
        FROM packet_decision AS d WHERE d.artifact = p.artifact AND d.predecessor = -1) AS settled_decisions,
       p.allocated_tokens, p.estimated_tokens,
       (SELECT json_group_object(v.origin, v.items ORDER BY v.origin)
        FROM packet_provenance AS v WHERE v.artifact = p.artifact) AS provenance
FROM packet AS p
WHERE p.artifact = :artifact
