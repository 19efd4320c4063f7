, chosen AS NOT MATERIALIZED (
  SELECT p.artifact, p.packet_id, p.project, p.role, p.task_id, p.step_id, p.step_attempt AS attempt, p.permission,
         p.allocated_tokens, p.estimated_tokens, s.natural_id, s.task, s.uuid, s.when_us
  FROM packet AS p
  JOIN scope AS s ON s.artifact = p.artifact
  WHERE (:project IS NULL OR p.project = :project)
    AND (:role IS NULL OR p.role = :role)
    AND (:step IS NULL OR p.step_id = :step)
)
