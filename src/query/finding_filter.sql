, picked AS NOT MATERIALIZED (
  SELECT f.id, f.artifact, f.local_id, f.claim, f.confidence, f.relevance, f.category, f.source_count,
         f.independent_sources, f.evidence_count
  FROM finding AS f
  WHERE (:category IS NULL OR f.category = :category)
    AND (:min_confidence IS NULL OR f.confidence >= :min_confidence)
    AND (:max_confidence IS NULL OR f.confidence <= :max_confidence)
    AND (:tag IS NULL OR EXISTS (SELECT 1 FROM finding_tag AS t WHERE t.finding = f.id AND t.tag = :tag))
)
