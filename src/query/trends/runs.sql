-- One sample a run: its confidence and the factors of it.
, sample AS NOT MATERIALIZED (
  SELECT s.artifact, NULL AS finding, s.uuid, s.natural_id, s.task, s.when_us, r.overall, r.source_quality,
         r.source_diversity, r.evidence_strength, r.consistency, r.recency, NULL AS confidence
  FROM scope AS s
  JOIN run AS r ON r.artifact = s.artifact
  WHERE NOT :touching OR EXISTS (SELECT 1 FROM picked AS f WHERE f.artifact = s.artifact)
)
