SELECT f.id AS "row", f.local_id AS id, f.claim, f.confidence, f.relevance, f.category,
       (SELECT json_group_array(t.tag ORDER BY t.seq) FROM finding_tag AS t WHERE t.finding = f.id) AS tags,
       f.evidence_count, f.independent_sources, f.source_count
FROM finding AS f
WHERE f.artifact = :artifact AND (:row IS NULL OR f.id = :row)
  AND (:findings IS NULL OR f.id IN (SELECT value FROM json_each(:findings)))
ORDER BY f.seq
