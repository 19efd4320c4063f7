SELECT p.*,
       (SELECT json_object('gate', count(*) FILTER (WHERE c.verification_kind = 'gate'),
                           'witness', count(*) FILTER (WHERE c.verification_kind = 'witness'),
                           'critic', count(*) FILTER (WHERE c.verification_kind = 'critic'),
                           'human', count(*) FILTER (WHERE c.verification_kind = 'human'))
        FROM packet_criterion AS c WHERE c.artifact = p.artifact) AS criteria,
       (SELECT count(*) FROM packet_gap AS g WHERE g.artifact = p.artifact) AS gaps,
       (SELECT count(DISTINCT coalesce('k' || i.state_key, i.seq)) FROM packet_item AS i
        WHERE i.artifact = p.artifact AND i.section = 'contradictions') AS contradictions,
       (SELECT count(*) FROM packet_predecessor AS q WHERE q.artifact = p.artifact) AS predecessors
FROM page AS p
