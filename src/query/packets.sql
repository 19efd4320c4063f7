, chosen AS NOT MATERIALIZED (
  SELECT s.artifact AS row, s.uuid, s.natural_id, s.task, s.when_us, p.step_id, p.step_attempt, p.project
  FROM packet AS p
  JOIN scope AS s ON s.artifact = p.artifact
  WHERE (:project IS NULL OR p.project = :project)
    AND (:role IS NULL OR p.role = :role)
    AND (:step IS NULL OR p.step_id = :step)
)
