, chosen AS NOT MATERIALIZED (
  SELECT f.id AS finding, f.local_id, f.claim, f.confidence, f.relevance, f.category, f.source_count,
         f.independent_sources, f.evidence_count, s.uuid, s.natural_id, s.task, s.when_us
  FROM picked AS f
  JOIN scope AS s ON s.artifact = f.artifact
  WHERE (NOT :single_source OR (f.independent_sources <= 1 AND f.evidence_count > 0))
    AND (NOT :no_evidence OR f.evidence_count = 0)
    AND (NOT :contradicted OR EXISTS (SELECT 1 FROM disputed AS d WHERE d.finding = f.id))
    AND (NOT :blocked OR EXISTS (SELECT 1 FROM blocked AS b WHERE b.finding = f.id))
    AND (:text IS NULL OR f.id IN (
      SELECT p.item - (p.last - s.rowid)
      FROM search AS s
      JOIN search_part AS p ON p.last = (SELECT l.last FROM search_part AS l WHERE l.last >= s.rowid ORDER BY l.last LIMIT 1)
      WHERE s.search MATCH :text AND p.part = 'finding'))
)
