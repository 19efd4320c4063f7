-- The packets of the task of one packet, each in its current revision but this one as it is.
SELECT a.id AS "row", a.natural_id AS packet, a.uuid AS artifact, p.project, p.role, p.step_id, p.step_attempt AS attempt,
       a.when_us AS "when",
       (SELECT json_group_array(json_object('step_id', q.step_id, 'role', q.role, 'status', q.status, 'settled_at', q.settled_us)
                                ORDER BY q.seq)
        FROM packet_predecessor AS q WHERE q.artifact = a.id) AS predecessors
FROM packet AS this
JOIN artifact AS own ON own.id = this.artifact
JOIN packet AS p ON p.task_id = this.task_id
JOIN artifact AS a ON a.id = p.artifact
JOIN lineage AS l ON l.id = a.lineage
WHERE this.artifact = :artifact AND iif(a.lineage = own.lineage, a.id = own.id, l.current = a.id)
ORDER BY p.active_step, p.step_id, p.step_attempt, a.when_us, a.uuid
