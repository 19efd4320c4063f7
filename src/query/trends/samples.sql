SELECT key, uuid, natural_id, when_us, overall, source_quality, source_diversity, evidence_strength, consistency, recency,
       confidence
FROM keyed
