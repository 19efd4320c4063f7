-- One sample a finding: its confidence.
, sample AS NOT MATERIALIZED (
  SELECT s.artifact, f.id AS finding, s.uuid, s.natural_id, s.task, s.when_us, NULL AS overall, NULL AS source_quality,
         NULL AS source_diversity, NULL AS evidence_strength, NULL AS consistency, NULL AS recency, f.confidence
  FROM scope AS s
  JOIN picked AS f ON f.artifact = s.artifact
)
