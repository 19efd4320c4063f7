, chosen AS NOT MATERIALIZED (
  SELECT x.id AS item, x.local_id, x.action, x.rationale, x.priority, x.priority_rank AS rank, x.effort,
         EXISTS (
           SELECT 1 FROM action_finding AS af
           LEFT JOIN finding AS f ON f.id = af.finding
           WHERE af.action = x.id
             AND (f.id IS NULL OR f.confidence < 0.5
               OR EXISTS (SELECT 1 FROM disputed AS d WHERE d.finding = f.id)
               OR EXISTS (SELECT 1 FROM blocked AS b WHERE b.finding = f.id))) AS is_shaky,
         s.uuid, s.natural_id, s.task, s.when_us
  FROM scope AS s
  CROSS JOIN action AS x ON x.artifact = s.artifact
  WHERE (NOT :shaky OR is_shaky)
    AND (NOT :touching OR EXISTS (
      SELECT 1 FROM action_finding AS af JOIN picked AS f ON f.id = af.finding WHERE af.action = x.id))
)
