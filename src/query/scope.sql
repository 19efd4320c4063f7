-- The artifacts a question looks at. Every question begins with this and goes on with its own part.
WITH scope AS NOT MATERIALIZED (
  SELECT a.id AS artifact, a.lineage, a.uuid, a.kind, a.natural_id, a.task, a.when_us, l.current = a.id AS is_current
  FROM artifact AS a
  JOIN lineage AS l ON l.id = a.lineage
  WHERE (:all_revisions OR l.current = a.id)
    AND (:task IS NULL OR a.task = :task)
    AND (:run IS NULL OR a.lineage = :run)
    AND (:status IS NULL OR a.status = :status)
    AND (:since IS NULL OR a.when_us >= :since)
    AND (:until IS NULL OR a.when_us < :until)
    AND (:domain IS NULL OR EXISTS (SELECT 1 FROM run_domain AS d WHERE d.artifact = a.id AND d.domain = :domain))
)
