SELECT k.packet_id, k.project, k.role, k.task_id, k.step_id, k.step_attempt AS attempt, k.permission,
       (SELECT json_object('gate', count(*) FILTER (WHERE c.verification_kind = 'gate'),
                           'witness', count(*) FILTER (WHERE c.verification_kind = 'witness'),
                           'critic', count(*) FILTER (WHERE c.verification_kind = 'critic'),
                           'human', count(*) FILTER (WHERE c.verification_kind = 'human'))
        FROM packet_criterion AS c WHERE c.artifact = p.row) AS criteria,
       k.allocated_tokens, k.estimated_tokens,
       (SELECT count(*) FROM packet_gap AS g WHERE g.artifact = p.row) AS gaps,
       (SELECT count(DISTINCT coalesce('k' || i.state_key, i.seq)) FROM packet_item AS i
        WHERE i.artifact = p.row AND i.section = 'contradictions') AS contradictions,
       (SELECT count(*) FROM packet_predecessor AS q WHERE q.artifact = p.row) AS predecessors,
       p.natural_id, p.task, p.uuid, p.when_us
FROM page AS p
JOIN packet AS k ON k.artifact = p.row
