-- Where what a run says and what its own evidence shows part. A row a fault, under the rule it breaks; rank is the
-- severity of the rule. Sums are rounded before they are compared, so that 0.85 is not over 0.70 by more than 0.15.
, fault AS NOT MATERIALIZED (
  SELECT 'quote-absent' AS rule, 0 AS rank, f.artifact, f.local_id AS subject, f.confidence,
         e.quote AS declared, e.citation_id AS computed, e.seq
  FROM scope AS s
  CROSS JOIN finding AS f ON f.artifact = s.artifact
  JOIN evidence AS e ON e.finding = f.id
  WHERE e.quote_match = 'absent'
  UNION ALL
  SELECT 'used-exceeds-searched', 0, r.artifact, s.natural_id, r.overall, r.used, r.searched, 0
  FROM scope AS s
  CROSS JOIN run AS r ON r.artifact = s.artifact
  WHERE r.used > r.searched
  UNION ALL
  SELECT 'source-count', 1, f.artifact, f.local_id, f.confidence, f.source_count, f.independent_sources, 0
  FROM scope AS s
  CROSS JOIN finding AS f ON f.artifact = s.artifact
  WHERE f.source_count > f.independent_sources
  UNION ALL
  SELECT 'single-source', 1, f.artifact, f.local_id, f.confidence, f.confidence, f.independent_sources, 0
  FROM scope AS s
  CROSS JOIN finding AS f ON f.artifact = s.artifact
  WHERE f.confidence >= 0.9 AND f.independent_sources = 1
  UNION ALL
  SELECT 'no-evidence', 1, f.artifact, f.local_id, f.confidence, f.confidence, 0, 0
  FROM scope AS s
  CROSS JOIN finding AS f ON f.artifact = s.artifact
  WHERE f.evidence_count = 0
  UNION ALL
  SELECT 'weak-sources', 1, f.artifact, f.local_id, f.confidence, f.confidence,
         (SELECT iif(min(c.reliability_rank) = 2, 'low', 'unknown')
          FROM evidence AS e JOIN citation AS c ON c.id = e.citation WHERE e.finding = f.id), 0
  FROM scope AS s
  CROSS JOIN finding AS f ON f.artifact = s.artifact
  WHERE (SELECT min(c.reliability_rank)
         FROM evidence AS e JOIN citation AS c ON c.id = e.citation WHERE e.finding = f.id) >= 2
  UNION ALL
  SELECT 'overall-above-findings', 1, r.artifact, s.natural_id, r.overall, r.overall,
         round((SELECT avg(f.confidence) FROM finding AS f WHERE f.artifact = r.artifact), 9), 0
  FROM scope AS s
  CROSS JOIN run AS r ON r.artifact = s.artifact
  WHERE round(r.overall - (SELECT avg(f.confidence) FROM finding AS f WHERE f.artifact = r.artifact), 9) > 0.15
  UNION ALL
  SELECT 'weak-theme', 1, t.artifact, t.local_id, NULL, t.strength,
         round((SELECT avg(f.confidence) FROM finding AS f
                WHERE f.id IN (SELECT tf.finding FROM theme_finding AS tf WHERE tf.theme = t.id)), 9), 0
  FROM scope AS s
  CROSS JOIN theme AS t ON t.artifact = s.artifact
  WHERE t.strength = 'strong'
    AND round((SELECT avg(f.confidence) FROM finding AS f
               WHERE f.id IN (SELECT tf.finding FROM theme_finding AS tf WHERE tf.theme = t.id)), 9) < 0.5
  UNION ALL
  SELECT 'words-only', 1, c.artifact, c.local_id, NULL, c.resolution,
         (SELECT st.state FROM contradiction_state AS st WHERE st.id = c.id), 0
  FROM scope AS s
  CROSS JOIN contradiction AS c ON c.artifact = s.artifact
  WHERE trim(c.resolution) <> '' AND c.requires_consensus IS NOT 0
    AND (SELECT st.state FROM contradiction_state AS st WHERE st.id = c.id) IN ('open', 'reopened')
  UNION ALL
  SELECT 'theme-of-one-run', 2, t.artifact, t.local_id, NULL, t.strength, 1, 0
  FROM scope AS s
  CROSS JOIN theme AS t ON t.artifact = s.artifact
  WHERE t.strength = 'strong' AND NOT EXISTS (
    SELECT 1 FROM theme AS same
    JOIN lineage AS l ON l.current = same.artifact
    WHERE same.theme_name = t.theme_name AND l.id <> s.lineage)
  UNION ALL
  SELECT 'same-source', 2, c.artifact, c.local_id, NULL, c.local_id,
         (SELECT first.local_id FROM citation AS first
          WHERE first.artifact = c.artifact AND first.source = c.source ORDER BY first.seq LIMIT 1), 0
  FROM scope AS s
  CROSS JOIN citation AS c ON c.artifact = s.artifact
  WHERE EXISTS (
    SELECT 1 FROM citation AS first
    WHERE first.artifact = c.artifact AND first.source = c.source AND first.seq < c.seq)
)
, chosen AS NOT MATERIALIZED (
  SELECT x.rule, x.rank, x.subject, x.confidence, x.declared, x.computed, x.seq,
         s.uuid, s.natural_id, s.task, s.when_us
  FROM fault AS x
  JOIN scope AS s ON s.artifact = x.artifact
  WHERE (:rule IS NULL OR x.rule = :rule)
)
